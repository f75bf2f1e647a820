"""Post, edit and delete the outbox's messages, and find them again if Discord's response got lost."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import NamedTuple

import aiohttp
import discord

from bot.discord_ui.interaction import errors
from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.page.pages import SEPARATOR, Page, build_message, build_plain_view, shorten_page
from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.page.shown_messages import MIN_ROW_CODE
from bot.discord_ui.text.localizer import cut_text
from bot.operating_system import read_steady_clock
from storage import ForeignTable
from storage.kinds import OutboxKind
from storage.messages import posts
from storage.messages.outbox_rows import OutboxRow
from storage.messages.posts import PostRow
from storage.play import games as game_rows
from storage.queries import select_shards

from . import posting_failures
from .calls import Call, build_call_view
from .fates import Fate, Form, classify_error
from .rate_limit import RateLimiter

log = logging.getLogger(__name__)

MAX_SEARCHED = 1_000
"""Maximum messages searched, oldest first, from the row's creation on."""
MAX_NEWEST = 100
"""Number of newest messages searched after them, as many as one request returns."""
MAX_PLAIN = 1_900
"""Maximum characters of a page as plain text (Discord: 2,000)."""
ROW_CODE_BASE = MIN_ROW_CODE
"""Smallest row code, and the number of different row codes."""
NONCE_LIFETIME_MS = 120_000
"""Time for which Discord certainly remembers a nonce; later the bot itself searches for its message."""


def compute_row_code(row_id: int) -> int:
    """Return the code of a row's message: the id of its outermost component, independent of the message's content.

    Discord stores 31 bits of it and assigns small numbers itself.
    """
    return ROW_CODE_BASE + row_id % ROW_CODE_BASE


async def find_row_message(bot: BotContext, row: OutboxRow, channel_id: int) -> discord.Message | None:
    """Return the bot's message for the row, a page or still a call, or None if there is none.

    Also None without permission to read the channel's history. If there is none after the row's creation, the newest
    messages are searched too: the machine's clock may have been ahead then.
    """
    before_row = discord.Object(max(0, (row.created_at - 1 - discord.utils.DISCORD_EPOCH) << 22))
    channel = bot.get_partial_messageable(channel_id)
    try:
        for messages in (
            channel.history(limit=MAX_SEARCHED, after=before_row, oldest_first=True),
            channel.history(limit=MAX_NEWEST),
        ):
            async for message in messages:
                is_own = bot.user is not None and message.author.id == bot.user.id
                if is_own and compute_row_code(row.id) in _iter_row_codes(message):
                    return message
    except discord.Forbidden:
        return None
    return None


def _iter_row_codes(message: discord.Message) -> Iterator[int]:
    """Yield the row codes of a page (its box) and of a call (its button)."""
    for part in message.components:
        if isinstance(part, discord.Container) and part.id is not None:
            yield part.id
        for button in part.children if isinstance(part, discord.ActionRow) else ():
            row_code = (button.custom_id or "").rpartition(":")[2]
            if row_code.isdecimal():
                yield int(row_code)


class SentMessage(NamedTuple):
    """Location of a sent message."""

    channel: int
    """Id of the channel, thread or direct-message channel."""
    message: int
    """Id of the message."""


class NonceUse(NamedTuple):
    """The first time at which this process may have used a nonce, by both clocks."""

    steady_ms: int
    """Milliseconds of the machine's steady clock, which a set wall clock does not move."""
    wall_ms: int
    """Unix milliseconds, which also count the time that a machine sleeps."""


class MessageClient:
    """Client for the outbox's messages. Its methods raise Discord's errors."""

    def __init__(self, bot: BotContext, rate_limiter: RateLimiter) -> None:
        self.bot = bot
        self.rate_limiter = rate_limiter
        self.forms: dict[int, Form] = {}
        """By row id: the form in which the row is tried next, because Discord refused a larger one."""
        self.edited_row_ids: set[int] = set()
        """Ids of rows that this process tried to deliver by editing an older message, so that it posts no new one."""
        self._nonce_uses: dict[str, NonceUse] = {}
        """By nonce: its first use in this process, of rows that are not settled."""

    async def wait_for_request(self, channel: int | None = None) -> None:
        """Wait until a request may be made. Raises ForeignTable if the leases of this process may be over then: it may
        have been stopped for longer than Discord remembers a nonce, while another one has posted the same message.
        """
        await self.rate_limiter.wait_for_request(channel)
        if not self.bot.service.db.ownership.may_answer(read_steady_clock()):
            raise ForeignTable("this process has not prolonged its leases, so it sends nothing")

    async def post_row(
        self,
        row: OutboxRow,
        page: Page,
        picture: Picture | None = None,
        mentioned_people: Collection[int] = (),
        call: Call | None = None,
    ) -> SentMessage:
        """Post the row's message and return its location; if an earlier attempt posted it, finish that message.

        call: posted first, with the picture, and then edited into the page; None: the page is posted silently, because
        it calls nobody. mentioned_people: people mentioned by the page.
        """
        channel = await self._find_channel(row)
        message = await self._find_earlier(row, channel)
        if message is None:
            message = await self._create_message(row, channel, page, picture, call)
        if call is not None and not message.flags.components_v2:
            await self._finish_call(row, message, page, picture, mentioned_people)
        if not row.direct:
            await posting_failures.clear_failure(self.bot, row.game)
        return SentMessage(channel, message.id)

    async def _create_message(
        self, row: OutboxRow, channel: int, page: Page, picture: Picture | None, call: Call | None
    ) -> discord.Message:
        """Create the row's message: the call, or the whole page if it calls nobody."""
        page, picture = self._fit_form(row, page, picture)
        view, files = build_message(page, picture, row_code=compute_row_code(row.id))
        target = self.bot.get_partial_messageable(channel)
        key = "" if call is None else await game_rows.load_key(self.bot.service.db, row.game)
        await self.wait_for_request(channel)  # last, so that no other wait delays the request
        if call is not None:
            plain = build_call_view(key, compute_row_code(row.id), call.label)
            return await target.send(
                call.text, view=plain, files=files, nonce=row.nonce, allowed_mentions=_allow_mentions(call.persons)
            )
        nobody = discord.AllowedMentions.none()
        if self._find_form(row) is Form.PLAIN:
            text = cut_text("\n".join(text for text in page.texts if text != SEPARATOR), MAX_PLAIN)
            return await target.send(
                text, view=build_plain_view(page), nonce=row.nonce, silent=True, allowed_mentions=nobody
            )
        return await target.send(view=view, files=files, nonce=row.nonce, silent=True, allowed_mentions=nobody)

    async def _finish_call(
        self,
        row: OutboxRow,
        message: discord.Message,
        page: Page,
        picture: Picture | None,
        mentioned_people: Collection[int],
    ) -> None:
        """Edit a call into its page, a short one if the call was refused in larger forms. If Discord refuses the page,
        the call with picture and *Play* stands.
        """
        if self._find_form(row) is Form.PLAIN:
            return
        page, _ = self._fit_form(row, page, picture)
        view, _ = build_message(page, picture if message.attachments else None, row_code=compute_row_code(row.id))
        await self.wait_for_request()
        try:
            # without `attachments` the uploaded picture stays
            await message.edit(content=None, view=view, allowed_mentions=_allow_mentions(mentioned_people))
        except discord.HTTPException as error:
            if classify_error(error) in (Fate.PASSING, Fate.SERVER_ERROR):
                raise
            log.warning("outbox row %d (%s): the call stands without its page: %s", row.id, row.kind, error)

    def _find_form(self, row: OutboxRow) -> Form:
        return self.forms.get(row.id, Form.FULL)

    def _fit_form(self, row: OutboxRow, page: Page, picture: Picture | None) -> tuple[Page, Picture | None]:
        """Return the page and its picture in the form that the row is tried in."""
        form = self._find_form(row)
        return shorten_page(page) if form >= Form.SHORT else page, picture if form is Form.FULL else None

    async def may_have_been_posted(self, row: OutboxRow) -> bool:
        """Return whether an earlier attempt may have posted the row's message."""
        if row.attempts <= 1:
            return False
        is_young = abs(self.bot.service.clock() - row.created_at) <= NONCE_LIFETIME_MS
        # a request of a process that ended may still be under way
        if is_young or not self._may_have_forgotten_nonce(row):
            return True
        return await self._find_earlier(row, await self._find_channel(row)) is not None

    def forget_row(self, row: OutboxRow) -> None:
        """Forget the attempts of a row that is settled."""
        self.forms.pop(row.id, None)
        self.edited_row_ids.discard(row.id)
        self._nonce_uses.pop(row.nonce, None)

    async def _find_earlier(self, row: OutboxRow, channel: int) -> discord.Message | None:
        """Return an earlier attempt's message, searched only if Discord may have forgotten its nonce, else None."""
        if row.attempts <= 1:
            self._nonce_uses.setdefault(row.nonce, NonceUse(read_steady_clock(), self.bot.service.clock()))
            return None
        if not self._may_have_forgotten_nonce(row):
            return None
        await self.wait_for_request()
        return await find_row_message(self.bot, row, channel)

    def _may_have_forgotten_nonce(self, row: OutboxRow) -> bool:
        """Return whether Discord may have forgotten the nonce of a row that was tried before: unless this process used
        it first, and lately by both clocks. The row's creation says nothing if the machine's clock was set since.
        """
        use = self._nonce_uses.get(row.nonce)
        if use is None:
            return True
        passed_ms = max(read_steady_clock() - use.steady_ms, abs(self.bot.service.clock() - use.wall_ms))
        return passed_ms > NONCE_LIFETIME_MS

    async def _find_channel(self, row: OutboxRow) -> int:
        if not row.direct:
            return row.target
        await self.wait_for_request()
        return (await self.bot.create_dm(discord.Object(row.target))).id

    async def edit_post(
        self,
        row: OutboxRow,
        post: PostRow,
        page: Page,
        picture: Picture | None = None,
        mentioned_people: Collection[int] = (),
        row_code: int | None = None,
    ) -> bool:
        """Edit a message; return False if it was deleted. It stands as it is if Discord takes only plain text.

        mentioned_people: people who stay mentioned (without notifying). row_code: the row's code, if the message is to
        be found by it
        """
        if self._find_form(row) is Form.PLAIN:
            return True
        view, files = build_message(*self._fit_form(row, page, picture), row_code=row_code)
        message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        await self.wait_for_request(post.channel_id)
        try:
            await self._change_in_thread(
                post.channel_id,
                lambda: message.edit(
                    content=None, view=view, attachments=files, allowed_mentions=_allow_mentions(mentioned_people)
                ),
            )
        except discord.NotFound as error:
            if error.code != errors.UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def reuse_post(self, row: OutboxRow, post: PostRow, page: Page) -> bool:
        """Edit an obsolete message into the row's page, if nobody else has posted below it.

        Return False if the row needs a message of its own.
        """
        is_last = self.bot.newest_messages.is_last(post.channel_id, post.message_id)
        if not is_last or self._find_form(row) is not Form.FULL:
            return False
        self.edited_row_ids.add(row.id)
        return await self.edit_post(row, post, page, row_code=compute_row_code(row.id))

    async def is_edited(self, row: OutboxRow, post: PostRow) -> bool:
        """Return whether an earlier attempt has edited the post's message into the row's page: it carries its code."""
        await self.wait_for_request()
        try:
            message = await self.bot.get_partial_messageable(post.channel_id).fetch_message(post.message_id)
        except (discord.NotFound, discord.Forbidden) as error:
            if classify_error(error) is Fate.PASSING:  # a proxy's answer: the message may be edited anyway
                raise
            return False
        return compute_row_code(row.id) in _iter_row_codes(message)

    async def delete_post(self, post: PostRow) -> None:
        """Delete a message; it may be deleted already."""
        message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        await self.wait_for_request()
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


class ReplacedMessages:
    """Deletes replaced messages; those that cannot be deleted now stay recorded for the next time."""

    def __init__(self, bot: BotContext, message_client: MessageClient) -> None:
        self.bot = bot
        self.message_client = message_client

    async def delete_all(self, shards: Collection[int] | None = None) -> None:
        """Delete the messages that were replaced before the last stop. shards: only at the tables of these."""
        source = select_shards(self.bot.service.db, shards)
        for post in await posts.load_posts_of_all_games(source, OutboxKind.STALE):
            await self._delete_message(post)

    async def delete_for_table(self, table_id: int) -> None:
        for post in await posts.load_posts_of_kind(self.bot.service.db, table_id, OutboxKind.STALE):
            await self._delete_message(post)

    async def _delete_message(self, post: PostRow) -> None:
        try:
            await self.message_client.delete_post(post)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("message %d of table %d cannot be deleted: %s", post.message_id, post.game, error)
            return
        async with self.bot.service.db.transaction() as tx:
            await posts.delete_post(tx, post.game, OutboxKind.STALE, post.key)
