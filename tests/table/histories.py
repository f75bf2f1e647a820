"""`python -m tests.table.histories [--histories N] [--seed S]`: random lives of tables against an independent model.

All moments lie on quarters of an hour, and the model counts quarters: a seat is charged for a quarter if the table
waited for it, it had been called, its person was awake by a reckoning of the model's own, no pause held and the bot was
there. What the tables have stored must agree after every event.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.table import LiveTable, Person, TableService, play, preferences, service
from bot.table.lobby import agreement, seating
from bot.table.lobby.agreement import Agreement
from bot.table.time import deadlines, late, leave, timers
from bot.table.time.pace import PACES
from bot.table.time.presence import Presence
from engines.kernel import Moment, Option, Refused, Table, Term, games, say
from storage import Database
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import absences
from storage.play import decisions, open_questions
from storage.time import clocks, pauses
from storage.time import presence as presence_row
from storage.time import timers as timer_rows
from storage.time.kinds import Pause
from storage.time.pauses import PauseRow

from .time.lives import QUARTER, Life

HOUR = 4 * QUARTER
START = 1_801_440_000_000 // QUARTER * QUARTER
"""January 2027: two changes of the clocks lie ahead."""
ZONES = (
    "Asia/Tokyo", "Asia/Kathmandu", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC",
    "America/Sao_Paulo", "Asia/Kolkata",
)  # fmt: skip
PEOPLE = (Person(1, "Ann", "en"), Person(2, "Bo", "en"), Person(3, "Cy", "en"))


async def by_turns(t: Table[Any]) -> None:
    """The crier chooses, another seat is asked off turn, the crier confirms."""
    crier = t.state.round % len(PEOPLE)
    answers = [Option(key, key, Term("goods.tea")) for key in ("take", "pass")]
    await t.choose(crier, "unsold", answers, lot=Term("goods.tea"))
    await t.choose((crier + 1) % len(PEOPLE), "unsold", answers, default="pass", lot=Term("goods.silk"))
    await t.choose(crier, "unsold", answers, lot=Term("goods.salt"))
    t.state.round = (t.state.round + 1) % len(PEOPLE)


def game() -> Any:
    """The example game with these turns; nothing ends it."""

    def moment(view: Any) -> Moment:
        return Moment(say("unsold"), turn=(view.round - 1) % len(PEOPLE))

    return replace(games()["flotsam"], turn=by_turns, moment=moment, problems=lambda state: [])


class Broken(AssertionError):
    """What the model and the tables do not agree on."""


class Opened(Exception):
    """A seat has opened, because its person was missing for long: the history of these three people is over."""


class History:
    """One table of three people and a clock."""

    def __init__(self, db: Database, seed: int) -> None:
        self.db, self.chance = db, random.Random(seed)
        self.now = START
        self.tables = TableService(db, self.clock, "en")
        self.lives = {person.id: Life() for person in PEOPLE}
        self.pace = PACES[self.chance.choice(list(PACES))]
        self.game = 0
        self.outage_until = 0
        self.used: dict[tuple[int, int], int] = {}
        """Quarters charged, by (seat, checkpoint) for turns and (seat, -step - 1) for questions off turn."""
        self.clicks = 0
        self.reminded: dict[int, int] = {}
        self.late: dict[int, int | None] = {}
        self.judged: set[int] = set()
        """Calls that were looked at when they were written."""

    def clock(self) -> int:
        return self.now

    async def open(self) -> None:
        name = next(name for name, pace in PACES.items() if pace == self.pace)
        host, *others = PEOPLE
        self.game = await seating.open_table(self.tables, 1, 7, host, "flotsam", Agreement(language="en", pace=name))
        async with self.tables.at(self.game) as live:
            for person in others:
                await seating.join(self.tables, live, person)
            await seating.set_settings(self.tables, live, host, order="joined", players=None)
            await seating.start(self.tables, live, host)
        await self.deliver()

    # ------------------------------------------------------------------ what happens

    async def event(self) -> None:
        await self.pass_time(self.chance.choice((1, 2, 5, 13, 40, 90, 200, 400)))
        await self.chance.choices(
            (self.answer, self.hours, self.go_away, self.come_back, self.pause, self.outage, self.restart, self.give),
            (9, 2, 1, 1, 1, 1, 1, 1),
        )[0]()
        await self.deliver()
        await self.check()

    async def answer(self) -> None:
        async with self.tables.at(self.game) as live:
            if not live.waiting or not live.is_playing:
                return
            seat = self.chance.choice(live.waiting)
            ref = live.ref(seat)
            assert ref is not None
            with suppress(Refused):
                await play.answer(self.tables, live, PEOPLE[live.seats[seat].person - 1], ref, ("take",))  # type: ignore[operator]
        await self.reread_away()

    async def hours(self) -> None:
        person, zone = self.chance.choice(PEOPLE), self.chance.choice(ZONES)
        night, rest = self.chance.randrange(96) * 15, self.chance.choice(((), (5, 6), (6,), (1,)))
        with suppress(Refused):
            await preferences.set_hours(self.tables, person, zone, night, rest)
            life = self.lives[person.id]
            life.zone, life.night, life.rest = zone, night, rest

    async def go_away(self) -> None:
        with suppress(Refused):
            start = self.now + self.chance.choice((0, 0, 5, 100)) * HOUR
            until = start + self.chance.randrange(2, 9) * 24 * HOUR
            await preferences.go_away(self.tables, self.chance.choice(PEOPLE), start, until)
        await self.reread_away()

    async def come_back(self) -> None:
        with suppress(Refused):
            await preferences.come_back(self.tables, self.chance.choice(PEOPLE))
        await self.reread_away()

    async def reread_away(self) -> None:
        """Dates are what people said; what they mean for clocks is the model's own."""
        for person in PEOPLE:
            rows = await absences.of_person(self.db, person.id)
            self.lives[person.id].away = [
                (row.from_at, row.until_at, 0 if row.kind == "net" else row.told_at) for row in rows
            ]

    async def pause(self) -> None:
        async with self.tables.at(self.game) as live:
            reason = self.chance.choice((Pause.VOTE, Pause.MODERATOR))
            async with self.db.transaction() as tx:
                if reason in live.pauses:
                    await pauses.end(tx, live.id, reason)
                    live.pauses -= {reason}
                elif not live.pauses or self.chance.random() < 0.3:
                    await pauses.begin(tx, PauseRow(live.id, reason, self.now))
                    live.pauses |= {reason}
                await deadlines.arm(tx, live, self.now)

    async def outage(self) -> None:
        """The bot is away: nothing fires, nobody is charged."""
        await self.restart(self.chance.choice((1, 4, 30, 200)))
        self.outage_until = self.now

    async def restart(self, away: int = 0) -> None:
        """The bot stops and starts again, so many quarters later."""
        async with self.db.transaction() as tx:
            await presence_row.here(tx, self.now)
        self.now += away * QUARTER
        before = await self.armed()
        self.tables = TableService(self.db, self.clock, "en")
        if await self.armed() != before:
            raise Broken("another set of timers after a restart")
        presence = Presence(self.tables, lambda: True)
        await presence.arrive()
        await presence.rearm()

    async def give(self) -> None:
        async with self.tables.at(self.game) as live:
            for seat in live.waiting:
                giver = next(p for p in PEOPLE if live.seats[seat].person != p.id)
                with suppress(Refused):
                    await late.give_day(self.tables, live, giver, seat)

    async def deliver(self) -> None:
        """Calls go out, most of them at once."""
        async with self.tables.at(self.game) as live, self.db.transaction() as tx:
            known = await clocks.of_game(tx, self.game)
            self.late = {seat: row.late_at for seat, row in known.items() if row.turn == live.base_n}
            for row in await outbox.waiting(tx, self.game):
                if row.kind == Saying.PING and row.id not in self.judged:  # later the person may live otherwise
                    self.judged.add(row.id)
                    self._awake(int(row.key.rsplit(".", 1)[1]), self.now, live, f"the call {row.key}")
                if row.kind == Saying.PING and self.chance.random() < 0.8:
                    seat, step, epoch, _ = map(int, row.key.split("."))
                    await outbox.mark_sent(tx, row.id, self.now, row.id)
                    await deadlines.called(tx, live, seat, step, epoch, self.now)
                elif row.kind != Saying.PING:
                    await outbox.mark_sent(tx, row.id, self.now, row.id)

    # ------------------------------------------------------------------ time

    async def pass_time(self, quarters: int) -> None:
        """Up to the next thing that is due: whoever is to be charged is charged, then it is done."""
        until = self.now + quarters * QUARTER
        while self.now < until:
            row = await timer_rows.earliest(self.db)
            due = until if row is None else max(self.now, -(-row.due_at // QUARTER) * QUARTER)
            await self.charge(min(due, until))
            while (row := await timer_rows.earliest(self.db)) is not None and row.due_at <= self.now:
                await self.fire(row)

    async def charge(self, until: int) -> None:
        async with self.tables.at(self.game) as live:
            if any(seated.person is None for seated in live.seats):
                raise Opened
            known = await clocks.of_game(self.db, self.game)
            for row in await open_questions.of_game(self.db, self.game):
                clock = known.get(row.seat)
                late_at = clock.late_at if clock is not None and clock.turn == live.base_n else None
                name = (row.seat, live.base_n if row.seat == live.turn else -row.step - 1)
                if row.called_at is not None and not live.pauses:
                    life = self.lives[live.seats[row.seat].person or 0]
                    awake = sum(not life.asleep(at, late_at) for at in range(self.now, until, QUARTER))
                    self.used[name] = self.used.get(name, 0) + awake
            self.now = until

    async def fire(self, row: timer_rows.TimerRow) -> None:
        before = await decisions.last_n(self.db, self.game)
        notices = len(await outbox.newest_first(self.db, self.game, Saying.NOTICE))
        reminders = len(await outbox.newest_first(self.db, self.game, Saying.REMINDER))
        async with self.tables.at(self.game) as live:
            seat = int(row.key.split(".")[3]) if row.kind == "timeout" else int(row.key.partition(".")[0])
            person = live.seats[seat].person or 0
        await timers.fire(self.tables, row)
        async with self.tables.at(self.game) as live:
            if any(seated.person is None for seated in live.seats):
                raise Opened
            told = (await outbox.newest_first(self.db, self.game, Saying.NOTICE))[: 0 - notices or None]
            if row.kind == "late" and any(b"notice.late.late" in n.payload for n in told):
                self._day(person, live, "run out")
                if not self.reminded.get(seat):
                    raise Broken(f"seat {seat} ran out and was never reminded")
            if row.kind == "timeout" and await decisions.last_n(self.db, self.game) > before:
                self._day(person, live, "timed out")
            if len(await outbox.newest_first(self.db, self.game, Saying.REMINDER)) > reminders:
                self._awake(person, self.now, live, "a reminder")
                self.reminded[seat] = self.reminded.get(seat, 0) + 1
        await self.reread_away()
        await self.deliver()

    def _awake(self, person: int, at: int, live: LiveTable, what: str) -> None:
        if self.lives[person].asleep(at, self._late(live, person)):
            raise Broken(f"{what} came to {person} asleep at {datetime.fromtimestamp(at / 1000, UTC)}")

    def _day(self, person: int, live: LiveTable, what: str) -> None:
        """In the person's day, not in its first hour, and not in the first hour after an outage."""
        for back in range(1, 5):
            if self.lives[person].asleep(self.now - back * QUARTER, self._late(live, person)):
                raise Broken(f"{person} {what} in the night or the first hour of the day")
        if self.outage_until and self.now < self.outage_until + HOUR:
            raise Broken(f"{person} {what} in the first hour after an outage")

    def _late(self, live: LiveTable, person: int) -> int | None:
        return self.late.get(live.seat_of(person) or 0)

    # ------------------------------------------------------------------ comparing

    async def armed(self) -> list[tuple[str, str, int]]:
        rows = await timer_rows.of_game(self.db, self.game)
        return sorted((row.kind, row.key, row.due_at) for row in rows)

    async def check(self) -> None:
        async with self.tables.at(self.game) as live:
            lives = await deadlines.hours_at(self.db, live)
            known = await clocks.of_game(self.db, self.game)
            self.late = {seat: row.late_at for seat, row in known.items() if row.turn == live.base_n}
            asked = {row.seat: row for row in await open_questions.of_game(self.db, self.game)}
            for seat, row in known.items():
                clock = deadlines._clock(row)
                model = self.used.get((seat, row.turn), 0) * QUARTER
                if clock.used_by(lives[seat], self.now) != model:
                    raise Broken(f"seat {seat}: charged {clock.used_by(lives[seat], self.now)}, the model {model}")
                if not row.bank >= 0:
                    raise Broken(f"seat {seat}: a bank of {row.bank}")
            running = await deadlines.running(self.db, live)
            for seat, question in asked.items():
                if seat != live.turn and seat in running:
                    model = self.used.get((seat, -question.step - 1), 0) * QUARTER
                    got = running[seat].clock.used_by(lives[seat], self.now)
                    if got != model:
                        raise Broken(f"seat {seat} off turn: charged {got}, the model {model}")
            armed = [row for row in await timer_rows.of_game(self.db, self.game) if row.kind in ("late", "timeout")]
            if live.pauses and armed:
                raise Broken(f"armed in a pause: {armed}")
            told = {s for s, row in known.items() if s == live.turn and row.turn == live.base_n and row.told == 3}
            wanted = {s for s, question in asked.items() if question.called_at is not None} - told
            seats = [int(r.key) if r.kind == "late" else int(r.key.split(".")[3]) for r in armed]
            if not live.pauses and sorted(seats) != sorted(wanted & {*live.waiting}):
                raise Broken(f"timed events of {seats}, waited for {wanted}")
            if live.row.status != "playing":
                raise Broken("the game has ended")
        for person in PEOPLE:
            if leave.left(await absences.of_person(self.db, person.id), self.now) < 0:
                raise Broken("a negative leave")


async def run(seed: int, events: int = 40) -> None:
    """One history. Raises Broken."""
    kept = {module: module.games for module in (service, agreement)}
    for module in kept:
        module.games = lambda: {"flotsam": game()}  # type: ignore[attr-defined]
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with await Database.open(Path(folder) / "history.db") as db:
                history = History(db, seed)
                await history.open()
                for _ in range(events):
                    with suppress(Opened):
                        await history.event()
                        continue
                    break
    finally:
        for module, was in kept.items():
            module.games = was  # type: ignore[attr-defined]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.table.histories", description=__doc__)
    parser.add_argument("--histories", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    broken = 0
    for seed in range(asked.seed, asked.seed + asked.histories):
        try:
            asyncio.run(run(seed))
        except Broken as error:
            broken += 1
            print(f"history {seed}: {error}", flush=True)
    print(f"{asked.histories} histories, {broken} broken")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
