"""What goes over the wire to Discord for the outbox: posting once, editing, deleting, within the budget."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import NamedTuple

import discord

from bot.discord_ui.interaction import errors
from bot.discord_ui.interaction.click import render_page
from bot.discord_ui.interaction.context import BotContext
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.pictures import Picture
from storage.messages.outbox import OutboxRow
from storage.messages.posts import PostRow

from . import permission_notice
from .budget import Budget
from .recovery import find_own, mark_of

NONCE_LASTS_MS = 120_000
"""So long Discord surely remembers a nonce; after that the bot looks for its message itself."""


class Sent(NamedTuple):
    """Where a message stands."""

    channel: int
    message: int


class Wire:
    """Raises Discord's errors."""

    def __init__(self, bot: BotContext, budget: Budget) -> None:
        self.bot = bot
        self.budget = budget

    async def post(
        self, row: OutboxRow, page: Page, picture: Picture | None = None, calls: Collection[int] = ()
    ) -> Sent:
        """The row's message, also if an earlier try had posted it. calls: people whom it rings."""
        channel = await self._channel(row)
        found = await self._found(row, channel)
        if found is not None:
            return found
        view, files = render_page(page, picture, mark=mark_of(row.id))
        await self.budget.spend(channel)
        sent = await self.bot.get_partial_messageable(channel).send(
            view=view, files=files, nonce=row.nonce, allowed_mentions=_only(calls)
        )
        if not row.direct:
            await permission_notice.over(self.bot, row.game)
        return Sent(channel, sent.id)

    async def may_be_out(self, row: OutboxRow) -> bool:
        """Whether an earlier try may have posted the row's message."""
        if row.attempts <= 1:
            return False
        return not self._is_old(row) or await self._found(row, await self._channel(row)) is not None

    async def _found(self, row: OutboxRow, channel: int) -> Sent | None:
        """What an earlier try had posted, once Discord may have forgotten the nonce that would tell."""
        if row.attempts <= 1 or not self._is_old(row):
            return None
        await self.budget.spend()
        found = await find_own(self.bot, row, channel)
        return None if found is None else Sent(channel, found)

    def _is_old(self, row: OutboxRow) -> bool:
        return self.bot.tables.clock() - row.created_at > NONCE_LASTS_MS

    async def _channel(self, row: OutboxRow) -> int:
        if not row.direct:
            return row.target
        await self.budget.spend()
        return (await self.bot.create_dm(discord.Object(row.target))).id

    async def edit(
        self, post: PostRow, page: Page, picture: Picture | None = None, calls: Collection[int] = ()
    ) -> bool:
        """False: somebody has deleted the message. calls: people who stay called by it; an edit rings nobody."""
        view, files = render_page(page, picture)
        message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        await self.budget.spend(post.channel_id)
        try:
            await self._reopening(
                post.channel_id, lambda: message.edit(view=view, attachments=files, allowed_mentions=_only(calls))
            )
        except discord.NotFound as error:
            if error.code != errors.UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def delete(self, post: PostRow) -> None:
        """Gone already is as good."""
        message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        await self.budget.spend()
        try:
            await self._reopening(post.channel_id, message.delete)
        except discord.HTTPException as error:
            if error.code not in (errors.UNKNOWN_MESSAGE, errors.UNKNOWN_CHANNEL, errors.MISSING_ACCESS):
                raise

    async def _reopening(self, channel_id: int, change: Callable[[], Awaitable[object]]) -> None:
        """In an archived thread nothing can be changed (posting opens it by itself): open it, then try again."""
        try:
            await change()
        except discord.HTTPException as error:
            if error.code != errors.THREAD_ARCHIVED:
                raise
            thread = await self.bot.fetch_channel(channel_id)
            if not isinstance(thread, discord.Thread):
                raise
            await thread.edit(archived=False)
            await change()


def _only(people: Collection[int]) -> discord.AllowedMentions:
    """Below zero stand people who have been forgotten."""
    known = [discord.Object(person) for person in people if person > 0]
    return discord.AllowedMentions(everyone=False, roles=False, users=known)
