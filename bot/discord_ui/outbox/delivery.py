"""How each kind of outbox row becomes a message, a change of one, or its removal.

What is posted and that it was posted are committed together (`_settle`). A message that has been replaced is remembered
as `stale` in the same transaction, so that it goes even if the bot is killed before it could delete it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping

import discord
import msgspec

from bot.discord_ui.card.page import card
from bot.discord_ui.interaction import errors
from bot.discord_ui.interaction.click import render_page
from bot.discord_ui.interaction.context import BotContext
from bot.discord_ui.lobby.page import lobby
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.text.voice import Voice
from bot.table import deadlines, history
from bot.table.announce import Consent, Notice, Strike, last_post
from bot.table.calls import Ping, Unping
from bot.table.consent import pending
from storage.messages import outbox, posts
from storage.messages.outbox import OutboxRow
from storage.messages.posts import PostRow
from storage.play import open_questions

from . import messages, permission_notice
from .recovery import find_own

log = logging.getLogger(__name__)

CARD, STALE = "card", "stale"
NONCE_LASTS_MS = 120_000
"""So long Discord surely remembers a nonce; after that the bot looks for its message itself."""


class Delivery:
    """Sends rows of the outbox to Discord. Raises Discord's errors; the row is then unsent and can be tried again."""

    def __init__(self, bot: BotContext) -> None:
        self.bot = bot
        self._kinds: Mapping[str, Callable[[OutboxRow], Awaitable[None]]] = {
            "card": self._card,
            "turn": self._turn,
            "ping": self._ping,
            "reminder": self._reminder,
            "unping": self._unping,
            "strike": self._strike,
            "notice": self._notice,
            "request": self._request,
            "final": self._final,
        }

    async def deliver(self, row: OutboxRow) -> None:
        """Say the row, settle it, and clear away what it has replaced."""
        await self._kinds[row.kind](row)

    # ------------------------------------------------------------------ kinds

    async def _card(self, row: OutboxRow) -> None:
        """Edit the card where it stands, or post it anew below what was told since and remove the old one."""
        db = self.bot.tables.db
        async with self.bot.tables.at(row.game) as live:
            voice = Voice.of_table(live.row.language)
            page = lobby(live, voice) if live.is_open else card(live, await open_questions.of_game(db, live.id), voice)
            rev = live.row.rev
        picture = await self._picture(page)
        old = await posts.get(db, row.game, CARD)
        if old is not None and old.message_id > await last_post(db, row.game) and await self._edit(old, page, picture):
            await self._settle(row, old.message_id, CARD, "", rev)
        else:
            message = await self._post(row, page, picture)
            await self._settle(row, message, CARD, "", rev, replaces=old)
        await self._clear(row.game)

    async def _turn(self, row: OutboxRow) -> None:
        first, last = map(int, row.key.split("-"))
        async with self.bot.tables.at(row.game) as live:
            lines = await history.told_lines(self.bot.tables, live, first, last)
            page = messages.turn(live, lines, Voice.of_table(live.row.language))
        await self._say(row, page, "turn", row.key)

    async def _strike(self, row: OutboxRow) -> None:
        key = msgspec.json.decode(row.payload, type=Strike).key
        first, last = map(int, key.split("-"))
        async with self.bot.tables.at(row.game) as live:
            lines = await history.told_lines(self.bot.tables, live, first, last)
            page = messages.struck(live, lines, Voice.of_table(live.row.language))
        post = await posts.get(self.bot.tables.db, row.game, "turn", key)
        if post is not None:
            await self._edit(post, page, None)
        await self._settle(row, None)

    async def _ping(self, row: OutboxRow) -> None:
        ping = msgspec.json.decode(row.payload, type=Ping)
        async with self.bot.tables.at(row.game) as live:
            page = messages.ping(live, ping, Voice.of_table(live.row.language))
        message = await self._post(row, page, None, calls=(ping.person,))
        async with self.bot.tables.at(row.game) as live, self.bot.tables.db.transaction() as tx:
            now = self.bot.tables.clock()
            await outbox.mark_sent(tx, row.id, now, message)
            await posts.put(tx, PostRow(row.game, "ping", row.key, row.target, message, 0, now))
            await deadlines.called(tx, live, ping.seat, ping.step, ping.epoch, now)
        self.bot.tables.wake()

    async def _reminder(self, row: OutboxRow) -> None:
        """A new call, because an edited message calls nobody; the earlier one goes."""
        ping = msgspec.json.decode(row.payload, type=Ping)
        async with self.bot.tables.at(row.game) as live:
            page = messages.ping(live, ping, Voice.of_table(live.row.language))
            still_asked = ping.seat in live.waiting
        if not still_asked:
            await self._settle(row, None)
            return
        earlier = await posts.get(self.bot.tables.db, row.game, "ping", row.key)
        message = await self._post(row, page, None, calls=(ping.person,))
        await self._settle(row, message, "ping", row.key, replaces=earlier)
        await self._clear(row.game)

    async def _unping(self, row: OutboxRow) -> None:
        key = msgspec.json.decode(row.payload, type=Unping).key
        post = await posts.get(self.bot.tables.db, row.game, "ping", key)
        if post is not None:
            await self._delete(post)
        async with self.bot.tables.db.transaction() as tx:
            await posts.remove(tx, row.game, "ping", key)
            await outbox.mark_sent(tx, row.id, self.bot.tables.clock(), None)

    async def _notice(self, row: OutboxRow) -> None:
        notice = msgspec.json.decode(row.payload, type=Notice)
        async with self.bot.tables.at(row.game) as live:
            page = messages.notice(live, notice, Voice.of_table(live.row.language))
        await self._say(row, page, "notice", row.key, calls=notice.mention)

    async def _request(self, row: OutboxRow) -> None:
        """Post it, change it when somebody agrees, close it when it is settled."""
        kind = msgspec.json.decode(row.payload, type=Consent).kind
        async with self.bot.tables.at(row.game) as live:
            request = pending(live, kind)
            is_open = request is not None
            gone = await history.taken_back_by(self.bot.tables, live, request) if request is not None else []
            page = messages.request(live, kind, gone, Voice.of_table(live.row.language))
            calls = tuple(seated.person for seated in live.people if seated.person is not None)
        post = await posts.get(self.bot.tables.db, row.game, "request", kind)
        if post is not None and await self._edit(post, page, None):
            async with self.bot.tables.db.transaction() as tx:
                if not is_open:
                    await posts.remove(tx, row.game, "request", kind)
                await outbox.mark_sent(tx, row.id, self.bot.tables.clock(), post.message_id)
        elif is_open:
            await self._say(row, page, "request", kind, calls=calls)
        else:
            await self._settle(row, None)

    async def _final(self, row: OutboxRow) -> None:
        async with self.bot.tables.at(row.game) as live:
            page = messages.final(live, Voice.of_table(live.row.language))
        await self._say(row, page, "final", "")

    # ------------------------------------------------------------------ saying and settling

    async def _say(self, row: OutboxRow, page: Page | None, kind: str, key: str, calls: tuple[int, ...] = ()) -> None:
        """A message that stays; None: there is nothing to say."""
        if page is None:
            await self._settle(row, None)
        else:
            await self._settle(row, await self._post(row, page, None, calls), kind, key)

    async def _settle(
        self,
        row: OutboxRow,
        message: int | None,
        kind: str = "",
        key: str = "",
        rev: int = 0,
        replaces: PostRow | None = None,
    ) -> None:
        """Commit that the row is said, which message shows it, and which one has to go."""
        now = self.bot.tables.clock()
        async with self.bot.tables.db.transaction() as tx:
            await outbox.mark_sent(tx, row.id, now, message)
            if message is not None:
                await posts.put(tx, PostRow(row.game, kind, key, row.target, message, rev, now))
            if replaces is not None and replaces.message_id != message:
                gone = replaces.message_id
                await posts.put(tx, PostRow(row.game, STALE, str(gone), replaces.channel_id, gone, rev, now))

    async def clear_all(self) -> None:
        """Delete what had been replaced when the bot was stopped. What cannot go now goes later."""
        for post in await posts.anywhere(self.bot.tables.db, STALE):
            await self._remove(post)

    async def _clear(self, game: int) -> None:
        """Delete what has been replaced."""
        for post in await posts.of_kind(self.bot.tables.db, game, STALE):
            await self._remove(post)

    async def _remove(self, post: PostRow) -> None:
        """What replaced it is settled already, so what cannot go now is left for the next time."""
        try:
            await self._delete(post)
        except discord.HTTPException as error:
            log.warning("message %d of game %d cannot be deleted: %s", post.message_id, post.game, error)
            return
        async with self.bot.tables.db.transaction() as tx:
            await posts.remove(tx, post.game, STALE, post.key)

    # ------------------------------------------------------------------ Discord

    async def _picture(self, page: Page) -> Picture | None:
        """A picture that cannot be drawn must not silence the table: the card then stands in words."""
        if page.shot is None:
            return None
        try:
            return await self.bot.pictures.draw(page.shot)
        except Exception:
            log.exception("%s of game %d could not be drawn", page.shot.picture, page.shot.game)
            return None

    async def _post(self, row: OutboxRow, page: Page, picture: Picture | None, calls: tuple[int, ...] = ()) -> int:
        """The id of the message, also if an earlier try had posted it."""
        if row.attempts > 1 and self.bot.tables.clock() - row.created_at > NONCE_LASTS_MS:
            found = await find_own(self.bot, row, page)
            if found is not None:
                return found
        view, files = render_page(page, picture)
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(person) for person in calls]
        )
        channel = self.bot.get_partial_messageable(row.target)
        sent = await channel.send(view=view, files=files, nonce=row.nonce, allowed_mentions=allowed)
        await permission_notice.over(self.bot, row.game)
        return sent.id

    async def _edit(self, post: PostRow, page: Page, picture: Picture | None) -> bool:
        """False: somebody has deleted the message."""
        view, files = render_page(page, picture)
        message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
        try:
            await self._reopening(
                post.channel_id,
                lambda: message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()),
            )
        except discord.NotFound as error:
            if error.code != errors.UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _delete(self, post: PostRow) -> None:
        message = self.bot.get_partial_messageable(post.channel_id).get_partial_message(post.message_id)
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
