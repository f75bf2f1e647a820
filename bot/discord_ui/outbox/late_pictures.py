"""Pictures of the outbox's messages. A call does not wait long for its picture: the card goes out in words, and the
picture follows by an edit.

A person waits for the picture of a press, but not for these: at most as many are drawn at a time as there are drawing
processes, so that a press waits for those and not for all. After the card, the picture behind *Play* is drawn ahead.
"""

import asyncio
import logging
from collections.abc import Collection, Coroutine
from typing import Any

from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.page.pictures import DrawingRequest, Picture
from bot.discord_ui.page.render_pool import WORKERS, DrawingFailed
from bot.discord_ui.panel.page import build_panel
from bot.table import Table
from bot.table.notices import outbox
from storage.kinds import OutboxKind
from storage.messages import posts
from storage.queries import select_shards

from .calls import load_localizer

log = logging.getLogger(__name__)

PICTURE_SECONDS = 10.0
"""Time for which a message that calls people waits for its picture."""
LAST_PICTURE_SECONDS = 60.0
"""Time for which the final scores and the animation wait for their pictures, since no edit brings them later."""
MAX_DRAWN_AHEAD = 64
"""Maximum number of tables whose next panel waits to be drawn ahead; under more load it is left to the presses."""
WITHOUT_PICTURE = -1
"""`PostRow.rev` of a card that was posted in words; it gets its picture after a restart too."""


class LatePictures:
    """Draws the pictures of outbox messages, and brings those of cards later if they take long."""

    def __init__(self, bot: BotContext) -> None:
        self.bot = bot
        self._card_tasks: dict[int, asyncio.Task[None]] = {}
        """Table -> the task that waits for its card's picture."""
        self._drawing_slots = asyncio.Semaphore(WORKERS)
        """Limits the number of pictures that are drawn at the same time."""
        self._ahead_slot = asyncio.Semaphore(1)
        """Limits the pictures that are drawn ahead to one at a time."""
        self._ahead_tasks: dict[int, asyncio.Task[None]] = {}
        """Table -> the task that will draw what *Play* shows there."""

    async def draw_picture(self, picture_request: DrawingRequest | None) -> Picture | None:
        """Draw a picture; None if that fails, so that the message is sent without it."""
        if picture_request is None:
            return None
        picture = self.bot.pictures.find_picture(picture_request)
        if picture is not None:
            return picture
        try:
            async with self._drawing_slots:
                return await self.bot.pictures.draw_picture(picture_request)
        except DrawingFailed:
            log.exception("%s of table %d could not be drawn", picture_request.picture, picture_request.table_id)
            return None

    async def draw_last_picture(self, picture_request: DrawingRequest | None) -> Picture | None:
        """Draw a picture of an ended game; None if that fails or takes very long, with the wait for a free process."""
        return await self.draw_in_time(picture_request, seconds=LAST_PICTURE_SECONDS)

    async def draw_in_time(
        self, picture_request: DrawingRequest | None, card_of: int | None = None, seconds: float | None = None
    ) -> Picture | None:
        """Draw a picture; None if that fails or takes long. card_of: table whose card gets the late picture."""
        drawing = asyncio.create_task(self.draw_picture(picture_request))
        done, _ = await asyncio.wait({drawing}, timeout=PICTURE_SECONDS if seconds is None else seconds)
        if card_of is not None:
            self.draw_ahead(card_of)
        if done:
            return drawing.result()
        if card_of is not None:
            _replace_task(self._card_tasks, card_of, self._update_when_drawn(card_of, drawing), "picture")
        return None

    def draw_ahead(self, table_id: int) -> None:
        """Draw in the background what *Play* will show to the person to move, so that the press need not wait.

        Only in processes: a thread would slow down the answers to others.
        """
        if self.bot.pictures.render_pool.has_processes and len(self._ahead_tasks) < MAX_DRAWN_AHEAD:
            _replace_task(self._ahead_tasks, table_id, self._draw_next_panel(table_id), "next panel")

    async def _draw_next_panel(self, table_id: int) -> None:
        """Draw the picture of the question that is open when this table's place is free."""
        async with self._ahead_slot:
            try:
                async with self.bot.service.lock_table(table_id) as table:
                    picture_request = await self._find_next_panel(table)
                await self.draw_picture(picture_request)
            except Exception:  # a damaged table may raise anything; the press will report it to its person
                log.exception("the next panel of table %d is not drawn ahead", table_id)

    async def _find_next_panel(self, table: Table) -> DrawingRequest | None:
        """Return the picture of the first awaited person's panel in their language; None if no person is awaited."""
        for seat in table.waiting if table.is_playing else ():
            person = table.seats[seat].person_to_notify
            if person is not None:
                return build_panel(
                    table, seat, await load_localizer(self.bot.service.db, table, person)
                ).picture_request
        return None

    async def update_cards_in_words(self, shards: Collection[int] | None = None) -> None:
        """Update the cards that had no picture when the bot stopped. shards: only at the tables of these."""
        source = select_shards(self.bot.service.db, shards)
        for post in await posts.load_posts_of_all_games(source, OutboxKind.CARD):
            if post.rev == WITHOUT_PICTURE:
                await self._update_card(post.game)

    def close(self) -> None:
        """Cancel the tasks that wait for pictures or draw them ahead."""
        for task in (*self._card_tasks.values(), *self._ahead_tasks.values()):
            task.cancel()

    async def _update_when_drawn(self, table_id: int, drawing: asyncio.Task[Picture | None]) -> None:
        if await drawing is not None:
            await self._update_card(table_id)

    async def _update_card(self, table_id: int) -> None:
        try:
            async with self.bot.service.lock_table(table_id) as table, self.bot.service.change(table) as tx:
                await outbox.enqueue_card(tx, table, self.bot.service.clock())
        except Exception:  # a damaged table may raise anything; the other cards get their pictures
            log.exception("the card of table %d gets no picture", table_id)


def _replace_task(
    tasks: dict[int, asyncio.Task[None]], table_id: int, work: Coroutine[Any, Any, None], name: str
) -> None:
    """Start a table's task in place of the one of an earlier state."""

    def forget_task(done: asyncio.Task[None]) -> None:
        if tasks.get(table_id) is done:
            del tasks[table_id]

    earlier = tasks.pop(table_id, None)
    if earlier is not None:
        earlier.cancel()
    task = tasks[table_id] = asyncio.create_task(work, name=f"{name} of table {table_id}")
    task.add_done_callback(forget_task)
