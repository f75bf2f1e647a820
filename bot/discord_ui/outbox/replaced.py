"""Messages in whose place there is another one. They are remembered, as posts of the kind `stale`, in the transaction
that settles what replaces them, and deleted afterwards.
"""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.discord_ui.interaction.context import BotContext
from storage.messages import posts
from storage.messages.kinds import Saying
from storage.messages.posts import PostRow

from .wire import Wire

log = logging.getLogger(__name__)


class Replaced:
    """What cannot be deleted now stays remembered for the next time."""

    def __init__(self, bot: BotContext, wire: Wire) -> None:
        self.bot = bot
        self.wire = wire

    async def clear_all(self) -> None:
        """What had been replaced when the bot was stopped."""
        for post in await posts.anywhere(self.bot.tables.db, Saying.STALE):
            await self._delete(post)

    async def clear(self, game: int) -> None:
        for post in await posts.of_kind(self.bot.tables.db, game, Saying.STALE):
            await self._delete(post)

    async def _delete(self, post: PostRow) -> None:
        try:
            await self.wire.delete(post)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("message %d of game %d cannot be deleted: %s", post.message_id, post.game, error)
            return
        async with self.bot.tables.db.transaction() as tx:
            await posts.remove(tx, post.game, Saying.STALE, post.key)
