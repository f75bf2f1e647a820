"""Pictures of the outbox's messages. A call does not wait long for its picture: the card goes out in words, and the
picture follows by an edit.
"""

import asyncio
import logging

from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.page.pictures import DrawingRequest, Picture
from bot.discord_ui.page.render_pool import DrawingFailed
from bot.table.notices import outbox
from storage.kinds import OutboxKind
from storage.messages import posts

log = logging.getLogger(__name__)

PICTURE_SECONDS = 10.0
"""Time for which a message that calls people waits for its picture."""
WITHOUT_PICTURE = -1
"""`PostRow.rev` of a card that was posted in words; it gets its picture after a restart too."""


class LatePictures:
    """Draws the pictures of outbox messages, and brings those of cards later if they take long."""

    def __init__(self, bot: BotContext) -> None:
        self.bot = bot
        self._following: dict[int, asyncio.Task[None]] = {}
        """Table -> the task that waits for its card's picture."""

    async def draw_picture(self, picture_request: DrawingRequest | None) -> Picture | None:
        """Draw a picture; None if that fails, so that the message is sent without it."""
        if picture_request is None:
            return None
        try:
            return await self.bot.pictures.draw_picture(picture_request)
        except DrawingFailed:
            log.exception("%s of game %d could not be drawn", picture_request.picture, picture_request.table_id)
            return None

    async def draw_in_time(self, picture_request: DrawingRequest | None, card_of: int | None = None) -> Picture | None:
        """Draw a picture; None if that fails or takes long. card_of: table whose card gets the late picture."""
        drawing = asyncio.create_task(self.draw_picture(picture_request))
        done, _ = await asyncio.wait({drawing}, timeout=PICTURE_SECONDS)
        if done:
            return drawing.result()
        if card_of is not None:
            self._follow_drawing(card_of, drawing)
        return None

    async def update_cards_in_words(self) -> None:
        """Update the cards that had no picture when the bot stopped."""
        for post in await posts.load_posts_of_all_games(self.bot.service.db, OutboxKind.CARD):
            if post.rev == WITHOUT_PICTURE:
                await self._update_card(post.game)

    def close(self) -> None:
        """Wait for no picture any more."""
        for task in self._following.values():
            task.cancel()

    def _follow_drawing(self, table_id: int, drawing: asyncio.Task[Picture | None]) -> None:
        """Update the card of a table as soon as the picture is drawn."""
        earlier = self._following.pop(table_id, None)
        if earlier is not None:
            earlier.cancel()
        task = asyncio.create_task(self._update_when_drawn(table_id, drawing), name=f"picture of game {table_id}")
        self._following[table_id] = task
        task.add_done_callback(lambda done: self._forget_task(table_id, done))

    async def _update_when_drawn(self, table_id: int, drawing: asyncio.Task[Picture | None]) -> None:
        if await drawing is not None:
            await self._update_card(table_id)

    async def _update_card(self, table_id: int) -> None:
        try:
            async with self.bot.service.lock_table(table_id) as table, self.bot.service.change(table) as tx:
                await outbox.enqueue_card(tx, table, self.bot.service.clock())
        except Exception:  # a damaged table may raise anything; the other cards get their pictures
            log.exception("the card of game %d gets no picture", table_id)

    def _forget_task(self, table_id: int, task: asyncio.Task[None]) -> None:
        if self._following.get(table_id) is task:
            del self._following[table_id]
