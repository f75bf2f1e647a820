"""Compare random histories of tables with an independent model of their clocks.

`python -m tests.table.histories [--histories N] [--seed S]`

All times are multiples of a quarter of an hour, and the model counts quarters: a seat is charged for a quarter if the
table waited for it, it had been notified, its person was awake (computed independently), the table was not paused and
the bot was running. The stored clocks must agree with the model after every event.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.table import Table, TableService
from bot.table.background import timer_worker
from bot.table.background.bot_presence import BotPresence
from bot.table.clock import leave, time_control
from bot.table.clock.time_control import PACES
from bot.table.clock.trusted_clock import TrustedClock
from bot.table.deadline import deadlines
from bot.table.lobby import seating
from bot.table.personal import preferences
from bot.table.play.answers import answer_question
from bot.table.seats import lateness
from bot.table.service import table_service
from bot.table.terms import table_terms
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage import Database, DatabaseAddress
from storage.kinds import OutboxKind, PauseReason
from storage.messages import outbox_rows
from storage.persons import absences
from storage.play import decisions, open_questions
from storage.time import clocks, pauses
from storage.time import presence as presence_rows
from storage.time import timers as timer_rows
from storage.time.pauses import PauseRow
from tests.empty_database import create_database
from tests.table.clock.lives import QUARTER, Life

from .short import PEOPLE, build_game

HOUR = 4 * QUARTER
START = 1_801_440_000_000 // QUARTER * QUARTER
"""January 2027: two daylight-saving changes lie ahead."""
STEPS = tuple(sign * hours * HOUR for hours in (1, 3 * 24, 30 * 24, 3650 * 24) for sign in (1, -1))
"""Steps of the machine's wall clock."""
ZONES = (
    "Asia/Tokyo", "Asia/Kathmandu", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC",
    "America/Sao_Paulo", "Asia/Kolkata",
)  # fmt: skip


class Broken(AssertionError):
    """The model and the stored table disagree."""


class SeatOpened(Exception):
    """A seat opened because its person was missing for long; the history ends."""


class History:
    """A table of three people, its clock, and the model that counts their time."""

    def __init__(self, db: Database, seed: int) -> None:
        self.db, self.rng = db, random.Random(seed)
        self.now = START
        self.stepped = 0
        """Milliseconds by which the wall clock has stepped: time that has not passed."""
        self.service = self._build_service()
        self.lives = {person.id: Life() for person in PEOPLE}
        self.pace = PACES[self.rng.choice(list(PACES))]
        self.table_id = 0
        self.outage_until = 0
        self.charged_quarters: dict[tuple[int, int], int] = {}
        """Quarters charged, keyed by (seat, checkpoint) for turns and (seat, -step - 1) for questions off turn."""
        self.interactions = 0
        self.reminded: dict[int, int] = {}
        self.late_times: dict[int, int | None] = {}
        self.checked_notifications: set[int] = set()
        """Outbox ids of the notifications already checked."""

    def _build_service(self) -> TableService:
        clock = TrustedClock(lambda: self.now, lambda: self.now - self.stepped)
        return TableService(self.db, clock, "en")

    async def start_table(self) -> None:
        name = next(name for name, pace in PACES.items() if pace == self.pace)
        host, *others = PEOPLE
        self.table_id = await seating.open_table(
            self.service, 1, 7, host, "flotsam", TableTerms(language="en", pace=name)
        )
        async with self.service.lock_table(self.table_id) as table:
            for person in others:
                await seating.join_table(self.service, table, person)
            await seating.set_settings(self.service, table, host, order="joined", players=None)
            await seating.start_game(self.service, table, host)
        await self.deliver_outbox()

    # ------------------------------------------------------------------ events

    async def run_event(self) -> None:
        await self.pass_time(self.rng.choice((1, 2, 5, 13, 40, 90, 200, 400)))
        await self.rng.choices(
            (
                self.answer_question,
                self.change_hours,
                self.go_away,
                self.come_back,
                self.toggle_pause,
                self.simulate_outage,
                self.restart_bot,
                self.give_days,
                self.step_clock,
            ),
            (9, 2, 1, 1, 1, 1, 1, 1, 1),
        )[0]()
        await self.deliver_outbox()
        await self.compare_with_model()

    async def answer_question(self) -> None:
        async with self.service.lock_table(self.table_id) as table:
            if not table.waiting or not table.is_playing:
                return
            seat = self.rng.choice(table.waiting)
            ref = table.build_question_ref(seat)
            assert ref is not None
            with suppress(Refused):
                await answer_question(self.service, table, PEOPLE[table.seats[seat].person - 1], ref, ("take",))  # type: ignore[operator]
        await self.reread_away()

    async def change_hours(self) -> None:
        person, zone = self.rng.choice(PEOPLE), self.rng.choice(ZONES)
        night, rest = self.rng.randrange(96) * 15, self.rng.choice(((), (5, 6), (6,), (1,)))
        with suppress(Refused):
            await preferences.set_hours(self.service, person, zone, night, rest)
            life = self.lives[person.id]
            life.zone, life.night, life.rest = zone, night, rest

    async def go_away(self) -> None:
        with suppress(Refused):
            start = self.now + self.rng.choice((0, 0, 5, 100)) * HOUR
            until = start + self.rng.randrange(2, 9) * 24 * HOUR
            await preferences.plan_absence(self.service, self.rng.choice(PEOPLE), start, until)
        await self.reread_away()

    async def come_back(self) -> None:
        with suppress(Refused):
            await preferences.end_absences(self.service, self.rng.choice(PEOPLE))
        await self.reread_away()

    async def reread_away(self) -> None:
        """Copy the stored dates of absences; the model derives their effect on clocks itself."""
        for person in PEOPLE:
            rows = await absences.load_absences(self.db, person.id)
            self.lives[person.id].absences = [
                (row.from_at, row.until_at, 0 if row.kind == "net" else row.announced_at) for row in rows
            ]

    async def toggle_pause(self) -> None:
        async with self.service.lock_table(self.table_id) as table:
            reason = self.rng.choice((PauseReason.VOTE, PauseReason.MODERATOR))
            async with self.db.transaction() as tx:
                if reason in table.pauses:
                    await pauses.end_pause(tx, table.id, reason)
                    table.pauses -= {reason}
                elif not table.pauses or self.rng.random() < 0.3:
                    await pauses.begin_pause(tx, PauseRow(table.id, reason, self.now))
                    table.pauses |= {reason}
                await deadlines.arm_timers(tx, table, self.now)

    async def simulate_outage(self) -> None:
        """Stop the bot for a while: no timers fire and no seat is charged."""
        await self.restart_bot(self.rng.choice((1, 4, 30, 200)))
        self.outage_until = self.now

    async def restart_bot(self, away: int = 0) -> None:
        """Restart the bot. away: quarters between stop and start."""
        async with self.db.transaction() as tx:
            await presence_rows.save_online(tx, self.now)
        self.now += away * QUARTER
        before = await self.load_timers()
        self.service = self._build_service()
        if await self.load_timers() != before:
            raise Broken("another set of timers after a restart")
        presence = BotPresence(self.service, lambda _: True)
        await presence.settle_outage_at_start()
        await presence.settle_tables()

    async def step_clock(self) -> None:
        """Step the wall clock: nothing fires before presence has settled the step, and nobody is charged for it."""
        async with self.db.transaction() as tx:
            await presence_rows.save_online(tx, self.now)
        presence = BotPresence(self.service, lambda _: True)
        await presence.settle_outage_at_start()
        timers_before, answers_before = await self.load_timers(), await decisions.find_last_n(self.db, self.table_id)
        step = self.rng.choice(STEPS)
        self.now += step
        self.stepped += step
        worker = asyncio.create_task(timer_worker.run(self.service, lambda: presence.attended_shards))
        for _ in range(3):
            self.service.wake_workers()  # as any commit does
            await asyncio.sleep(0)
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        answers_after = await decisions.find_last_n(self.db, self.table_id)
        if presence.is_here or (await self.load_timers(), answers_after) != (timers_before, answers_before):
            raise Broken(f"a step of the clock by {step // HOUR} h was believed at once")
        await presence.check_presence()
        await self.reread_away()
        self.outage_until = self.now

    async def give_days(self) -> None:
        async with self.service.lock_table(self.table_id) as table:
            for seat in table.waiting:
                giver = next(p for p in PEOPLE if table.seats[seat].person != p.id)
                with suppress(Refused):
                    await lateness.give_day(self.service, table, giver, seat)

    async def deliver_outbox(self) -> None:
        """Send the pending outbox rows; a fifth of the notifications wait for the next time."""
        async with self.service.lock_table(self.table_id) as table, self.db.transaction() as tx:
            clock_rows = await clocks.load_clocks(tx, self.table_id)
            self.late_times = {seat: row.late_at for seat, row in clock_rows.items() if row.turn == table.base_n}
            for row in await outbox_rows.load_waiting_rows(tx, self.table_id):
                # their hours may change later
                if row.kind == OutboxKind.TURN_NOTIFICATION and row.id not in self.checked_notifications:
                    self.checked_notifications.add(row.id)
                    self._check_awake(int(row.key.rsplit(".", 1)[1]), self.now, table, f"the call {row.key}")
                if row.kind == OutboxKind.TURN_NOTIFICATION and self.rng.random() < 0.8:
                    seat, step, epoch, _ = map(int, row.key.split("."))
                    await outbox_rows.mark_sent(tx, row.id, self.now, row.id)
                    await deadlines.start_clock(tx, table, seat, step, epoch, self.now)
                elif row.kind != OutboxKind.TURN_NOTIFICATION:
                    await outbox_rows.mark_sent(tx, row.id, self.now, row.id)

    # ------------------------------------------------------------------ time

    async def pass_time(self, quarters: int) -> None:
        """Advance the clock from timer to timer: charge the seats up to each, then fire it."""
        until = self.now + quarters * QUARTER
        while self.now < until:
            row = await timer_rows.load_next_timer(self.db)
            due = until if row is None else max(self.now, -(-row.due_at // QUARTER) * QUARTER)
            await self.charge_seats(min(due, until))
            while (row := await timer_rows.load_next_timer(self.db)) is not None and row.due_at <= self.now:
                await self.fire_timer(row)

    async def charge_seats(self, until: int) -> None:
        async with self.service.lock_table(self.table_id) as table:
            if any(seated.person is None for seated in table.seats):
                raise SeatOpened
            clock_rows = await clocks.load_clocks(self.db, self.table_id)
            for row in await open_questions.load_open_questions(self.db, self.table_id):
                clock = clock_rows.get(row.seat)
                late_at = clock.late_at if clock is not None and clock.turn == table.base_n else None
                key = (row.seat, table.base_n if row.seat == table.seat_on_turn else -row.step - 1)
                if row.notified_at is not None and not table.pauses:
                    life = self.lives[table.seats[row.seat].person or 0]
                    awake_quarters = sum(not life.is_asleep(at, late_at) for at in range(self.now, until, QUARTER))
                    self.charged_quarters[key] = self.charged_quarters.get(key, 0) + awake_quarters
            self.now = until

    async def fire_timer(self, row: timer_rows.TimerRow) -> None:
        before = await decisions.find_last_n(self.db, self.table_id)
        notices = len(await outbox_rows.load_rows_newest_first(self.db, self.table_id, OutboxKind.NOTICE))
        reminders = len(await outbox_rows.load_rows_newest_first(self.db, self.table_id, OutboxKind.REMINDER))
        async with self.service.lock_table(self.table_id) as table:
            seat = int(row.key.split(".")[3]) if row.kind == "timeout" else int(row.key.partition(".")[0])
            person = table.seats[seat].person or 0
        await timer_worker.serve_timer(self.service, row)
        async with self.service.lock_table(self.table_id) as table:
            if any(seated.person is None for seated in table.seats):
                raise SeatOpened
            new_notices = (await outbox_rows.load_rows_newest_first(self.db, self.table_id, OutboxKind.NOTICE))[
                : 0 - notices or None
            ]
            if row.kind == "late" and any(b"notice.late.late" in n.payload for n in new_notices):
                self._check_daytime(person, table, "run out")
                if not self.reminded.get(seat):
                    raise Broken(f"seat {seat} ran out and was never reminded")
            if row.kind == "timeout" and await decisions.find_last_n(self.db, self.table_id) > before:
                self._check_daytime(person, table, "timed out")
            if len(await outbox_rows.load_rows_newest_first(self.db, self.table_id, OutboxKind.REMINDER)) > reminders:
                self._check_awake(person, self.now, table, "a reminder")
                self.reminded[seat] = self.reminded.get(seat, 0) + 1
        await self.reread_away()
        await self.deliver_outbox()

    def _check_awake(self, person: int, when: int, table: Table, event: str) -> None:
        if self.lives[person].is_asleep(when, self._find_late_time(table, person)):
            raise Broken(f"{event} came to {person} asleep at {datetime.fromtimestamp(when / 1000, UTC)}")

    def _check_daytime(self, person: int, table: Table, event: str) -> None:
        """Check that the event fell in waking hours, and in no first hour after waking or an outage."""
        for quarters_back in range(1, 5):
            if self.lives[person].is_asleep(self.now - quarters_back * QUARTER, self._find_late_time(table, person)):
                raise Broken(f"{person} {event} in the night or the first hour of the day")
        if self.outage_until and self.now < self.outage_until + HOUR:
            raise Broken(f"{person} {event} in the first hour after an outage")

    def _find_late_time(self, table: Table, person: int) -> int | None:
        return self.late_times.get(table.find_seat(person) or 0)

    # ------------------------------------------------------------------ comparison

    async def load_timers(self) -> list[tuple[str, str, int]]:
        rows = await timer_rows.load_timers(self.db, self.table_id)
        return sorted((row.kind, row.key, row.due_at) for row in rows)

    async def compare_with_model(self) -> None:
        async with self.service.lock_table(self.table_id) as table:
            lives = await deadlines.load_hours(self.db, table)
            clock_rows = await clocks.load_clocks(self.db, self.table_id)
            self.late_times = {seat: row.late_at for seat, row in clock_rows.items() if row.turn == table.base_n}
            questions = {row.seat: row for row in await open_questions.load_open_questions(self.db, self.table_id)}
            for seat, row in clock_rows.items():
                clock = time_control.build_clock(row)
                model = self.charged_quarters.get((seat, row.turn), 0) * QUARTER
                if clock.compute_used_time(lives[seat], self.now) != model:
                    raise Broken(
                        f"seat {seat}: charged {clock.compute_used_time(lives[seat], self.now)}, the model {model}"
                    )
                if not row.bank >= 0:
                    raise Broken(f"seat {seat}: a bank of {row.bank}")
            running = await deadlines.load_clocks(self.db, table)
            for seat, question in questions.items():
                if seat != table.seat_on_turn and seat in running:
                    model = self.charged_quarters.get((seat, -question.step - 1), 0) * QUARTER
                    charged = running[seat].clock.compute_used_time(lives[seat], self.now)
                    if charged != model:
                        raise Broken(f"seat {seat} off turn: charged {charged}, the model {model}")
            armed = [
                row for row in await timer_rows.load_timers(self.db, self.table_id) if row.kind in ("late", "timeout")
            ]
            if table.pauses and armed:
                raise Broken(f"armed in a pause: {armed}")
            late_seats = {
                s
                for s, row in clock_rows.items()
                if s == table.seat_on_turn and row.turn == table.base_n and row.announced_stages == 3
            }
            expected_seats = {s for s, question in questions.items() if question.notified_at is not None} - late_seats
            seats = [int(r.key) if r.kind == "late" else int(r.key.split(".")[3]) for r in armed]
            if not table.pauses and sorted(seats) != sorted(expected_seats & {*table.waiting}):
                raise Broken(f"timed events of {seats}, waited for {expected_seats}")
            if table.row.status != "playing":
                raise Broken("the game has ended")
        for person in PEOPLE:
            if leave.compute_leave_left(await absences.load_absences(self.db, person.id), self.now) < 0:
                raise Broken("a negative leave")


async def run_history(database: DatabaseAddress, seed: int, events: int = 40) -> None:
    """Run one history in an empty, migrated database. Raises Broken."""
    originals = {module: module.load_games for module in (table_service, table_terms)}
    for module in originals:
        module.load_games = lambda: {"flotsam": build_game()}  # type: ignore[attr-defined]
    try:
        async with await Database.open(database) as db:
            history = History(db, seed)
            await history.start_table()
            for _ in range(events):
                with suppress(SeatOpened):
                    await history.run_event()
                    continue
                break
    finally:
        for module, original in originals.items():
            module.load_games = original  # type: ignore[attr-defined]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.table.histories", description=__doc__)
    parser.add_argument("--histories", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    broken = 0
    for seed in range(args.seed, args.seed + args.histories):
        try:
            with tempfile.TemporaryDirectory() as folder:
                asyncio.run(run_history(create_database(Path(folder) / "history.db"), seed))
        except Broken as error:
            broken += 1
            print(f"history {seed}: {error}", flush=True)
    print(f"{args.histories} histories, {broken} broken")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
