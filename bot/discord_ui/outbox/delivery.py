"""How each kind of outbox row becomes a message, a change of one, or its removal.

What is posted and that it was posted are committed together (`settling`), with which message it replaces: that goes
even if the bot is killed before it could delete it (`Replaced`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace

import msgspec

from bot.discord_ui.card.page import card
from bot.discord_ui.help.gallery import gallery_of
from bot.discord_ui.help.page import channel_link, games_page
from bot.discord_ui.history.drawings import chart_of, film_of
from bot.discord_ui.interaction.context import BotContext
from bot.discord_ui.lobby.page import lobby
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.pictures import Picture
from bot.discord_ui.page.studio import DrawingFailed
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, lang_of
from bot.table import LiveTable, history
from bot.table.announce import Consent, Notice, Span, Strike, is_lost, last_post
from bot.table.consent import pending
from bot.table.knowing.concerns import done_to
from bot.table.knowing.summaries import tables_of
from bot.table.notices import calls, rings
from bot.table.notices.notes import Note
from bot.table.notices.ping import Ping, Unping
from bot.table.notices.ways import ways_of
from bot.table.time import deadlines
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.messages.outbox import OutboxRow
from storage.persons import people
from storage.play import open_questions
from storage.play.open_questions import OpenQuestionRow

from . import messages
from .budget import Budget
from .quotes import quoted
from .replaced import Replaced
from .settling import Posted, called, settle, told
from .wire import Sent, Wire

log = logging.getLogger(__name__)


class Delivery:
    """Sends rows of the outbox to Discord. Raises Discord's errors; the row is then unsent and can be tried again."""

    def __init__(self, bot: BotContext, budget: Budget) -> None:
        self.bot = bot
        self.wire = Wire(bot, budget)
        self.replaced = Replaced(bot, self.wire)
        self._kinds: Mapping[str, Callable[[OutboxRow], Awaitable[None]]] = {
            Saying.CARD: self._card,
            Saying.TURN: self._turn,
            Saying.STRIKE: self._strike,
            Saying.PING: self._ping,
            Saying.REMINDER: self._reminder,
            Saying.NOTE: self._note,
            Saying.UNPING: self._unping,
            Saying.NOTICE: self._notice,
            Saying.SPENT: self._unping,
            Saying.REQUEST: self._request,
            Saying.FINAL: self._final,
            Saying.REPLAY: self._replay,
            Saying.DIGEST: self._digest,
            Saying.ORPHAN: self._orphan,
        }

    @property
    def kinds(self) -> Collection[str]:
        """What it can send."""
        return self._kinds.keys()

    async def deliver(self, row: OutboxRow) -> None:
        """Say the row, settle it, and clear away what it has replaced. What would wake somebody is put off."""
        if not await self._put_off(row):
            await self._kinds[row.kind](row)

    async def _put_off(self, row: OutboxRow) -> bool:
        """Between writing and sending hours may lie: a call is not made at night. True: it waits for the morning, or (a
        list, a note of what is true just then) is not said at all. Whether it may be out already is looked up first.
        """
        person = self._rung(row)
        if person is None:
            return False
        tables = self.bot.tables
        async with tables.at(row.game) as live:
            now = tables.clock()
            if await rings.wakes(tables.db, live, person, now) <= now or await self.wire.may_be_out(row):
                return False
            async with tables.db.transaction() as tx:
                if row.kind in (Saying.PING, Saying.REMINDER):
                    await calls.put_off(tx, live, row, msgspec.json.decode(row.payload, type=Ping), now)
                else:
                    await rings.put_off(tx, live, row, now)
        tables.wake()
        return True

    @staticmethod
    def _rung(row: OutboxRow) -> int | None:
        """Whom the row alone is for."""
        if row.kind in (Saying.PING, Saying.REMINDER):
            return msgspec.json.decode(row.payload, type=Ping).person
        if row.kind == Saying.NOTE:
            return msgspec.json.decode(row.payload, type=Note).person
        return row.target if row.kind in (Saying.DIGEST, Saying.ORPHAN) else None

    # ------------------------------------------------------------------ kinds

    async def _card(self, row: OutboxRow, ping: Ping | None = None) -> None:
        """Edit the card where it stands, or post it anew below what was told since and remove the old one.

        ping: the row is a call that the card carries, with those that were written together with it: it is posted anew
        and rings. Whoever is called already stays named on it, but no other post of it rings again.
        """
        db = self.bot.tables.db
        riders = [] if ping is None else await self._riders(row, ping)
        rung = [rider.person for _, rider in riders if rider.carrier == "card"]
        named: list[int] = []
        async with self.bot.tables.at(row.game) as live:
            now = self.bot.tables.clock()
            covered = [card.id for card in await outbox.waiting(db, row.game, Saying.CARD) if not card.attempts]
            asked = await open_questions.of_game(db, live.id)
            voice = Voice.of_table(live.row.language)
            if live.is_open:
                page = lobby(live, voice)
            else:
                until = await deadlines.shown(db, live, now, [rider.seat for _, rider in riders])
                named = await self._named(live, asked, rung)
                page = card(live, asked, voice, until, named, await quoted(self.bot.tables, live, named, voice))
            rev = live.row.rev
        picture = await self._picture(page)
        old = await posts.get(db, row.game, Saying.CARD)
        stays = old is not None and not rung and old.message_id > await last_post(db, row.game)
        if stays and old is not None and await self.wire.edit(old, page, picture, named):
            sent, replaced = Sent(old.channel_id, old.message_id), None
        else:
            sent, replaced = await self.wire.post(row, page, picture, rung), old
        done = covered if row.attempts == 1 else []  # an earlier try may have shown what was before them
        done += [other.id for other, _ in riders]
        posted = Posted(sent, Saying.CARD, rev=rev, replaces=replaced)
        await settle(self.bot.tables, row, posted, also=done, then=called([ping for _, ping in riders], now))
        await self.replaced.clear(row.game)

    async def _riders(self, row: OutboxRow, ping: Ping) -> list[tuple[OutboxRow, Ping]]:
        """The calls that go with this one, itself among them, as far as they still wait."""
        found, tables = [(row, ping)], self.bot.tables
        async with tables.at(row.game) as live:
            for other in await outbox.waiting(tables.db, row.game, Saying.PING):
                rider = msgspec.json.decode(other.payload, type=Ping)
                if other.id == row.id or other.key not in ping.together:
                    continue
                if await rings.wakes(tables.db, live, rider.person, tables.clock()) <= tables.clock():
                    found.append((other, rider))
        return found

    async def _named(self, live: LiveTable, asked: Sequence[OpenQuestionRow], called: Sequence[int]) -> list[int]:
        """Whom the card names as called: now or before, as far as they want calls in the channel. An edit keeps a call
        that was there, and rings nobody.
        """
        ways = await ways_of(self.bot.tables.db, live)
        before = (live.seats[row.seat].called for row in asked if row.called_at is not None)
        return list(dict.fromkeys(p for p in (*called, *before) if p is not None and ways.get(p) == "channel"))

    async def _turn(self, row: OutboxRow) -> None:
        first, last = Span.of(row.key)
        async with self.bot.tables.at(row.game) as live:
            lines = await history.told_lines(self.bot.tables, live, first, last)
            page = messages.turn(live, lines, Voice.of_table(live.row.language))
        posted = None if page is None else Posted(await self.wire.post(row, page), Saying.TURN, row.key)
        await settle(self.bot.tables, row, posted)

    async def _strike(self, row: OutboxRow) -> None:
        key = msgspec.json.decode(row.payload, type=Strike).key
        first, last = Span.of(key)
        async with self.bot.tables.at(row.game) as live:
            lines = await history.told_lines(self.bot.tables, live, first, last)
            page = messages.struck(live, lines, Voice.of_table(live.row.language))
        post = await posts.get(self.bot.tables.db, row.game, Saying.TURN, key)
        if post is not None:
            await self.wire.edit(post, page)
        await settle(self.bot.tables, row)

    async def _ping(self, row: OutboxRow) -> None:
        """A call: by the card, by a post of its own, or by direct message. The clock runs from here."""
        ping = msgspec.json.decode(row.payload, type=Ping)
        if ping.carrier == "none" or (ping.carrier == "card" and self.bot.calls_in_card):
            await self._card(row, ping)
            return
        await self._call(row, ping)

    async def _reminder(self, row: OutboxRow) -> None:
        """A new call, because an edited message calls nobody; the earlier one goes."""
        ping = msgspec.json.decode(row.payload, type=Ping)
        async with self.bot.tables.at(row.game) as live:
            still_asked = ping.seat in live.waiting and live.seats[ping.seat].called == ping.person
        if still_asked:
            await self._call(row, ping)
        else:
            await settle(self.bot.tables, row)

    async def _call(self, row: OutboxRow, ping: Ping) -> None:
        """A post that calls one person. `posts` has it under the call's key, so that the answer removes it."""
        db = self.bot.tables.db
        async with self.bot.tables.at(row.game) as live:
            now = self.bot.tables.clock()
            until = (await deadlines.shown(db, live, now, (ping.seat,))).get(ping.seat)
            done = await done_to(self.bot.tables, live, ping.seat)
            if row.direct:
                page = messages.direct_call(
                    live,
                    ping,
                    await self._voice_of(ping.person, live),
                    until,
                    channel_link(live.row.guild_id, live.row.channel_id),
                    done,
                )
            else:
                page = messages.ping(live, ping, Voice.of_table(live.row.language), until, done)
        earlier = await posts.get(db, row.game, Saying.PING, row.key)
        sent = await self.wire.post(row, page, calls=() if row.direct else (ping.person,))
        posted = Posted(sent, Saying.PING, row.key, replaces=earlier)
        await settle(self.bot.tables, row, posted, then=called([ping] if row.kind == Saying.PING else [], now))
        await self.replaced.clear(row.game)

    async def _note(self, row: OutboxRow) -> None:
        """Something small for one person; its post goes when it is no longer true."""
        note = msgspec.json.decode(row.payload, type=Note)
        async with self.bot.tables.at(row.game) as live:
            voice = await self._voice_of(note.person, live) if row.direct else Voice.of_table(live.row.language)
            page = messages.note(live, note, voice, bool(row.direct))
        sent = await self.wire.post(row, page, calls=() if row.direct else (note.person,))
        await settle(self.bot.tables, row, Posted(sent, Saying.PING, row.key))

    async def _digest(self, row: OutboxRow) -> None:
        """The tables that wait for a person, as they are now; nothing if none waits any more."""
        waiting = [one for one in await tables_of(self.bot.tables.db, row.target) if one.calls]
        if not waiting:
            await settle(self.bot.tables, row)
            return
        async with self.bot.tables.at(row.game) as live:
            voice = await self._voice_of(row.target, live)
        shot = await gallery_of(self.bot.tables, waiting, voice)
        page = replace(games_page(waiting, voice, "digest.head"), shot=shot)
        sent = await self.wire.post(row, page, await self._picture(page))
        await settle(self.bot.tables, row, Posted(sent, Saying.DIGEST, str(row.target)))

    async def _orphan(self, row: OutboxRow) -> None:
        """A table has lost its channel; nothing to say if somebody has taken it elsewhere meanwhile."""
        async with self.bot.tables.at(row.game) as live:
            voice = await self._voice_of(row.target, live)
            page = Page((voice.line("life.orphan", table=titles.table_title(live, voice)),)) if is_lost(live) else None
        posted = None if page is None else Posted(await self.wire.post(row, page), Saying.ORPHAN, str(row.target))
        await settle(self.bot.tables, row, posted)

    async def _voice_of(self, person: int, live: LiveTable) -> Voice:
        """The language in which a person reads."""
        known = await people.get(self.bot.tables.db, person)
        chosen = None if known is None else known.language or known.reads
        return Voice((lang_of(chosen),)) if chosen else Voice((Voice.of_table(live.row.language).first,))

    async def _unping(self, row: OutboxRow) -> None:
        """The post goes: of a call that was answered, or (spent) of an offer that is gone."""
        key = msgspec.json.decode(row.payload, type=Unping).key
        kind = Saying.NOTICE if row.kind == Saying.SPENT else Saying.PING
        post = await posts.get(self.bot.tables.db, row.game, kind, key)
        if post is not None:
            await self.wire.delete(post)
        async with self.bot.tables.db.transaction() as tx:
            await posts.remove(tx, row.game, kind, key)
            await outbox.mark_sent(tx, row.id, self.bot.tables.clock(), None)

    async def _notice(self, row: OutboxRow) -> None:
        notice = msgspec.json.decode(row.payload, type=Notice)
        async with self.bot.tables.at(row.game) as live:
            page = messages.notice(live, notice, Voice.of_table(live.row.language))
            rung = await rings.split(self.bot.tables.db, live, notice.mention, self.bot.tables.clock())
        sent = await self.wire.post(row, page, calls=rung.now)
        posted = Posted(sent, Saying.NOTICE, row.key)
        await settle(self.bot.tables, row, posted, then=told(rung, rings.News(notice.msg)))

    async def _request(self, row: OutboxRow) -> None:
        """Post it, change it when somebody agrees, close it when it is over (which a row of its own says)."""
        consent = msgspec.json.decode(row.payload, type=Consent)
        kind = consent.kind
        async with self.bot.tables.at(row.game) as live:
            request = pending(live, kind) if consent.over is None else None
            gone = await history.taken_back_by(self.bot.tables, live, request) if request is not None else []
            page = messages.request(live, consent, gone, Voice.of_table(live.row.language))
            concerns = [p for p in request.needed_ids if p != request.asked_by_id] if request is not None else []
            rung = await rings.split(self.bot.tables.db, live, concerns, self.bot.tables.clock())
            news = None if request is None else rings.News(messages.asks(live, request), kind)
        stale = request is None and consent.over is None
        post = None if stale else await posts.get(self.bot.tables.db, row.game, Saying.REQUEST, kind)
        if post is not None and await self.wire.edit(post, page):
            async with self.bot.tables.db.transaction() as tx:
                if request is None:
                    await posts.remove(tx, row.game, Saying.REQUEST, kind)
                await outbox.mark_sent(tx, row.id, self.bot.tables.clock(), post.message_id)
        elif news is not None:
            sent = await self.wire.post(row, page, calls=rung.now)
            await settle(self.bot.tables, row, Posted(sent, Saying.REQUEST, kind), then=told(rung, news))
        else:
            await settle(self.bot.tables, row)

    async def _final(self, row: OutboxRow) -> None:
        async with self.bot.tables.at(row.game) as live:
            voice = Voice.of_table(live.row.language)
            page = replace(messages.final(live, voice), shot=await chart_of(self.bot.tables, live, voice))
        sent = await self.wire.post(row, page, await self._picture(page))
        await settle(self.bot.tables, row, Posted(sent, Saying.FINAL))

    async def _replay(self, row: OutboxRow) -> None:
        """A game whose course nobody can read has none; one that is too long to be drawn is tried once."""
        async with self.bot.tables.at(row.game) as live:
            voice = Voice.of_table(live.row.language)
            shot = await film_of(self.bot.tables, live, voice)
            page = messages.replay(live, voice)
        picture = None if shot is None else await self._picture(replace(page, shot=shot))
        posted = None if picture is None else Posted(await self.wire.post(row, page, picture), Saying.REPLAY)
        await settle(self.bot.tables, row, posted)

    async def _picture(self, page: Page) -> Picture | None:
        """A picture that cannot be drawn must not silence the table: the card then stands in words."""
        if page.shot is None:
            return None
        try:
            return await self.bot.pictures.draw(page.shot)
        except DrawingFailed:
            log.exception("%s of game %d could not be drawn", page.shot.picture, page.shot.game)
            return None
