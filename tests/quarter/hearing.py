"""What the bot posts is heard and brought to the model, and how its tables stand is told to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from bot.table import LiveTable, consent
from bot.table.announce import Notice
from storage.messages.kinds import Saying
from storage.messages.outbox import OutboxRow
from storage.play import decisions

from .facts import Asked, Seat
from .postoffice import DIRECT, Post
from .stage import Stage
from .table import Table
from .ticks import DAY, ms, tick


class Hearing(Stage):
    """Ears and eyes."""

    def hear(self, post: Post, edited: bool) -> None:
        """A message was posted, or changed."""
        if edited:
            game, kind = self.kinds.get(post.id, (0, ""))
            if kind == "card":
                self.placed(game, post, "the card was changed")
                self.shown(game)
            return
        row = self.row(post.row)
        if row is None:
            self.model.counts["past the outbox"] += 1
            return
        self.said[row.id] += 1
        self.model.counts["posts"] += 1
        table = self.tables.get(row.game)
        if self.said[row.id] > 1:
            self.model.wrong(f"{row.kind} {row.key} of table {row.game} was posted twice")
        by_card = row.kind == Saying.CARD or (row.kind == Saying.PING and len(post.rings) != 1) or self.is_card(post)
        self.kinds[post.id] = row.game, "card" if by_card else row.kind
        self.hear_anywhere(row, post)
        if table is None:
            return
        if row.kind in ("ping", "reminder"):
            for person in post.rings:
                table.rang(self.now, person, row.kind, tick(row.created_at))
                self.rung(person, row.game)
        elif row.kind == Saying.NOTE:
            for person in post.rings:
                table.rang(self.now, person, "note" if row.key.startswith("nudge") else "hint")
        elif row.kind in ("notice", "request"):
            self.news(table, row, post)
        if by_card:
            self.shown(row.game)

    def hear_anywhere(self, row: OutboxRow, post: Post) -> None:
        """What is said whether the table has started or not, and where it is said."""
        self.placed(row.game, post, f"{row.kind} {row.key} was posted")
        if row.kind == Saying.DIGEST:
            self.digest(row.target, post)
        elif row.kind == Saying.ORPHAN:
            self.heard_of_loss(row.game, row.target)
        elif row.kind in ("notice", "note"):
            for person in post.rings:
                self.invited.pop((row.game, person), None)

    def placed(self, game: int, post: Post, what: str) -> None:
        """A table speaks where it stands, and nowhere else."""
        if post.channel < DIRECT:
            found = self.db._reader.run("SELECT channel_id FROM games WHERE id = ?", (game,))
            if found and found[0][0] != post.channel:
                self.model.wrong(f"table {game} stands in {found[0][0]}, and {what} in {post.channel}")

    def heard_of_loss(self, game: int, person: int) -> None:
        """Somebody was told that a table has lost its channel."""
        self.model.counts["told of a lost channel"] += 1
        if not self.awake_for_all(person)[self.now]:
            self.model.wrong(f"{person} was told at night that table {game} has lost its channel")
        if self.lost.pop((game, person), None) is None:
            self.model.wrong(f"{person} was told that table {game} has lost its channel: it has not, or twice")

    def is_card(self, post: Post) -> bool:
        return post.channel < DIRECT and ":changed" in str(post.parts)

    def row(self, number: int | None) -> OutboxRow | None:
        if number is None:
            return None
        found = self.db._reader.run(
            "SELECT id, game, kind, key, target, payload, nonce, created_at, not_before, attempts, sent_at, message_id,"
            " dropped_at, last_error, direct FROM outbox WHERE id = ?", (number,)
        )  # fmt: skip
        return OutboxRow(*found[0]) if found else None

    def shown(self, game: int) -> None:
        """The card shows a question to somebody who wants no calls."""
        table = self.tables.get(game)
        if table is None:
            return
        for seat, question in table.questions.items():
            person = question.person
            if person is not None and question.called is None and self.model.people[person].way == "silent":
                table.advance(self.now)
                if not table.paused and table.bits(person, seat, drawn=False)[self.now]:
                    table.shown(self.now, seat)

    def news(self, table: Table, row: OutboxRow, post: Post) -> None:
        """Something that concerns people was told: whoever is awake hears it now, the others when they wake."""
        if row.kind == Saying.NOTICE:
            notice = msgspec.json.decode(row.payload, type=Notice)
            intended: Sequence[int] = notice.mention
            table.told(self.now, row.key, tick(row.created_at))
            if row.key.startswith("notice.drawn"):
                self.drawn(notice.mention)
            if row.key.startswith("late.may_answer"):  # the others read it, too
                for seat in table.seats.values():
                    self.rung(seat.person or 0, row.game, often=0.5)
            if row.key.startswith("advert."):
                self.advertised(row.game, int(row.key.partition(":")[0].partition(".")[2]))
        else:
            assert self.machine is not None
            live = self.machine.tables._lives.get(row.game)
            request = None if live is None else consent.pending(live, row.key)
            intended = () if request is None else [p for p in request.needed_ids if p != request.asked_by_id]
        for person in intended:
            if person not in self.souls:
                continue
            one = self.model.people[person]
            if person in post.rings:
                table.rang(self.now, person, row.kind)
            elif one.way != "silent" and table.bits(person, drawn=False)[self.now] and one.way == "channel":
                table.wrong(f"{person} was awake and not rung by {row.kind} {row.key}")
            elif one.way != "silent":
                table.news.setdefault(person, []).append((self.now, row.key if row.kind == Saying.REQUEST else None))
            self.rung(person, row.game, often=0.5)
        for person in post.rings:
            if person not in intended:
                table.wrong(f"{person} was rung by {row.kind} {row.key}, which does not concern them")

    def drawn(self, persons: Sequence[int | None]) -> None:
        """Leave was drawn for them, or may have been."""
        for number in persons:
            if number is None:
                continue
            found = self.db._reader.run(
                "SELECT from_at, until_at, told_at, kind FROM absences WHERE person = ? AND until_at > from_at",
                (number,),
            )
            self.advance_all(number)
            self.model.people[number].away = tuple((tick(a), tick(b), tick(c), d) for a, b, c, d in found or ())

    def digest(self, person: int, post: Post) -> None:
        """The list of the morning; what it should have named see `mornings`."""
        del post
        last = self.digests.get(person)
        bits = self.model.awake(person, 0, None, False)
        self.model.counts["digests"] += 1
        if not self.model.people[person].bits[self.now] or not bits[self.now]:
            self.model.wrong(f"the list of {person} came at night")
        zone = ZoneInfo(self.model.people[person].zone)
        days = [datetime.fromtimestamp(ms(at) / 1000, zone).date() for at in (last, self.now) if at is not None]
        if last is not None and days[0] == days[1] and self.now - last < DAY // 2:
            self.model.wrong(f"two lists a day for {person}")
        self.digests[person] = self.now

    async def heard(self, game: int, kind: str) -> None:
        """A timer of the table was served, or a computer player has answered."""
        assert self.machine is not None
        if kind in ("timeout", "late") and game in self.tables:
            table, before = self.tables[game], self.known_n.get(game, 0)
            async with self.machine.tables.at(game) as live:
                for row in await decisions.live(self.db, game, before):
                    if row.origin == "timeout":
                        table.timed_out(self.now, row.seat)
                opened = [s.seat for s in live.seats if s.is_vacant and not table.seats[s.seat].vacant]
            if kind == "late" and opened:
                table.stage(self.now, 2, self.now)
        await self.observe(game)

    async def observe(self, game: int) -> None:
        """Tell the model how the table stands."""
        if game in self.tables and self.machine is not None:
            async with self.machine.tables.at(game) as live:
                self.look_at(live)

    def look_at(self, live: LiveTable) -> None:
        """The same while the table is held."""
        turn = live.turn if live.waiting else None
        asked = {}
        for seat in live.waiting:
            prompt = live.match.prompt(seat) if live.match else None
            default = prompt is not None and prompt.default is not None
            asked[seat] = Asked(turn in (None, seat) or not default, default)
        moved = live.last_n != self.known_n.get(live.id)
        self.known_n[live.id] = live.last_n
        self.tables[live.id].channel = live.row.channel_id
        lost = "channel" in live.pauses
        if lost and live.id not in self.adrift:
            self.adrift.add(live.id)
            self.tables[live.id].channel_lost(self.now)
            self.drawn([s.person for s in live.people if s.person in self.souls])  # that was to be said there
            for person in {s.person for s in live.people if s.person in self.souls}:
                if person is not None and person not in self.office.no_direct:
                    self.lost[live.id, person] = self.now
        elif not lost and live.id in self.adrift:
            self.adrift.discard(live.id)
            self.lost = {key: at for key, at in self.lost.items() if key[0] != live.id}
        seats = {s.seat: Seat(s.called, s.person, s.answers is not None, s.relief is not None) for s in live.seats}
        if live.row.status == "playing":
            self.relief[live.id].observe(
                self.now, self.tables[live.id].seats, seats, {request.kind for request in live.requests}
            )
        self.tables[live.id].observe(
            self.now,
            playing=live.row.status == "playing",
            paused=bool(live.pauses),
            turn=live.base_n,
            asked=asked,
            seats=seats,
            moved=moved,
            requests={request.kind: request.needed_ids for request in live.requests},
        )
