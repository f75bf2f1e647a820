"""Search for a row's message among the bot's posts, after an outage in which Discord's response got lost."""

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import NamedTuple

import aiohttp
import discord

from bot.discord_ui.interaction import errors
from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.interaction.context import build_message
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.pictures import Picture
from storage.kinds import OutboxKind
from storage.messages import posts
from storage.messages.outbox_rows import OutboxRow
from storage.messages.posts import PostRow

from . import trouble_notice
from .rate_limit import RateLimiter

MAX_SEARCHED = 1_000
"""Maximum messages searched, oldest first, from the row's creation on."""
MARK_BASE = 2**30
"""Smallest mark, and number of different marks."""


def compute_mark(row_id: int) -> int:
    """Return the mark of a row's message: the id of its outermost component, independent of the message's content.

    Discord stores 31 bits of it and assigns small numbers itself.
    """
    return MARK_BASE + row_id % MARK_BASE


async def find_row_message(bot: BotContext, row: OutboxRow, channel_id: int) -> int | None:
    """Return the id of the bot's message for the row, or None if there is none.

    Also None without permission to read the channel's history.
    """
    created = discord.Object(max(0, (row.created_at - 1 - discord.utils.DISCORD_EPOCH) << 22))
    channel = bot.get_partial_messageable(channel_id)
    try:
        async for message in channel.history(limit=MAX_SEARCHED, after=created, oldest_first=True):
            is_own = bot.user is not None and message.author.id == bot.user.id
            boxes = (part.id for part in message.components if isinstance(part, discord.Container))
            if is_own and compute_mark(row.id) in boxes:
                return message.id
    except discord.Forbidden:
        return None
    return None


NONCE_LASTS_MS = 120_000
"""Time for which Discord surely remembers a nonce; later the bot searches its message itself."""


class SentMessage(NamedTuple):
    """Location of a sent message."""

    channel: int
    message: int


class MessageClient:
    """Client for the outbox's messages. Its methods raise Discord's errors."""

    def __init__(self, bot: BotContext, budget: RateLimiter) -> None:
        self.bot = bot
        self.budget = budget

    async def post_row(
        self, row: OutboxRow, page: Page, picture: Picture | None = None, mentioned: Collection[int] = ()
    ) -> SentMessage:
        """Post the row's message and return its location; if an earlier attempt posted it, only return it.

        mentioned: people notified by the message.
        """
        channel = await self._find_channel(row)
        earlier = await self._find_earlier(row, channel)
        if earlier is not None:
            return earlier
        view, files = build_message(page, picture, mark=compute_mark(row.id))
        await self.budget.wait_for_request(channel)
        sent = await self.bot.get_partial_messageable(channel).send(
            view=view, files=files, nonce=row.nonce, allowed_mentions=_allow_mentions(mentioned)
        )
        if not row.direct:
            await trouble_notice.clear_trouble(self.bot, row.game)
        return SentMessage(channel, sent.id)

    async def may_be_sent(self, row: OutboxRow) -> bool:
        """Return whether an earlier attempt may have posted the row's message."""
        if row.attempts <= 1:
            return False
        return not self._is_old(row) or await self._find_earlier(row, await self._find_channel(row)) is not None

    async def _find_earlier(self, row: OutboxRow, channel: int) -> SentMessage | None:
        """Return an earlier attempt's message, searched only if Discord may have forgotten its nonce, else None."""
        if row.attempts <= 1 or not self._is_old(row):
            return None
        await self.budget.wait_for_request()
        message_id = await find_row_message(self.bot, row, channel)
        return None if message_id is None else SentMessage(channel, message_id)

    def _is_old(self, row: OutboxRow) -> bool:
        return self.bot.service.clock() - row.created_at > NONCE_LASTS_MS

    async def _find_channel(self, row: OutboxRow) -> int:
        if not row.direct:
            return row.target
        await self.budget.wait_for_request()
        return (await self.bot.create_dm(discord.Object(row.target))).id

    async def edit_post(
        self, post: PostRow, page: Page, picture: Picture | None = None, mentioned: Collection[int] = ()
    ) -> bool:
        """Edit a message; return False if it was deleted. mentioned: people who stay mentioned (without notifying)."""
        view, files = build_message(page, picture)
        message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        await self.budget.wait_for_request(post.channel_id)
        try:
            await self._change_in_thread(
                post.channel_id,
                lambda: message.edit(view=view, attachments=files, allowed_mentions=_allow_mentions(mentioned)),
            )
        except discord.NotFound as error:
            if error.code != errors.UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def delete_post(self, post: PostRow) -> None:
        """Delete a message; it may be deleted already."""
        message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        await self.budget.wait_for_request()
        try:
            await self._change_in_thread(post.channel_id, message.delete)
        except discord.HTTPException as error:
            if error.code not in (errors.UNKNOWN_MESSAGE, errors.UNKNOWN_CHANNEL, errors.MISSING_ACCESS):
                raise

    async def _change_in_thread(self, channel_id: int, change: Callable[[], Awaitable[object]]) -> None:
        """Make the change; in an archived thread, where it is refused (unlike posting), open the thread and retry."""
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


def _allow_mentions(people: Collection[int]) -> discord.AllowedMentions:
    """Return permission to mention only these people; negative ids are deleted people."""
    known = [discord.Object(person) for person in people if person > 0]
    return discord.AllowedMentions(everyone=False, roles=False, users=known)


log = logging.getLogger(__name__)


class ReplacedMessages:
    """Deletes replaced messages; those that cannot be deleted now stay recorded for the next time."""

    def __init__(self, bot: BotContext, wire: MessageClient) -> None:
        self.bot = bot
        self.wire = wire

    async def delete_all(self) -> None:
        """Delete the messages that were replaced before the last stop."""
        for post in await posts.load_posts_of_all_games(self.bot.service.db, OutboxKind.STALE):
            await self._delete_message(post)

    async def delete_for_table(self, game: int) -> None:
        for post in await posts.load_posts_of_kind(self.bot.service.db, game, OutboxKind.STALE):
            await self._delete_message(post)

    async def _delete_message(self, post: PostRow) -> None:
        try:
            await self.wire.delete_post(post)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("message %d of game %d cannot be deleted: %s", post.message_id, post.game, error)
            return
        async with self.bot.service.db.transaction() as tx:
            await posts.delete_post(tx, post.game, OutboxKind.STALE, post.key)
