"""Compare the inboxes of tables with one transaction that holds all tables of a person, or of the process.

Two worlds get the same random events: answers, changes of hours, absences, returns, reads, outages, steps of the clock
and the time that passes. In one, the model, a change is a single transaction (`single_transactions`). In the other,
each table works its inbox later, at a random place among the events, or after a kill. Clocks, deadlines and reminders
must be equal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest

from bot.table import Person, TableService
from bot.table.background import timer_worker
from bot.table.background.bot_presence import BotPresence, UnsettledOutage
from bot.table.deadline import deadlines, outages
from bot.table.lobby import seating
from bot.table.personal import preferences, table_inbox
from bot.table.play.answers import answer_question
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage import Database, DatabaseAddress
from storage.kinds import OutboxKind, TimerKind
from storage.messages import inbox_rows, outbox_rows
from storage.play import open_questions
from storage.time import timers
from tests.table.clock.lives import QUARTER
from tests.table.histories import HOUR, START, ZONES
from tests.table.short import PEOPLE, build_game

from .single_transactions import change_in_one_transaction, settle_in_one_transaction

PACES = ("friends", "steady", "brisk", "slow")
COMPARED_KINDS = (OutboxKind.NOTICE, OutboxKind.REMINDER, OutboxKind.TURN_NOTIFICATION, OutboxKind.PERSONAL_NOTE)
EVENTS = ("answer", "set_hours", "plan_absence", "end_absences", "read_deadlines", "deliver", "pass_outage")
"""Methods of `World`, each of which is one kind of event."""
Event = tuple[Any, ...]


class Different(AssertionError):
    """The two worlds differ."""


def draw_events(seed: int, count: int = 60) -> list[Event]:
    """Return random events; the first number of each is how many quarters pass before it."""
    rng = random.Random(seed)
    events: list[Event] = []
    for _ in range(count):
        pause = rng.choice((0, 0, 1, 3, 10, 40, 100))
        name = rng.choices(EVENTS, (8, 5, 1, 1, 2, 3, 2))[0]
        person = rng.choice(PEOPLE)
        values: tuple[Any, ...] = {
            "answer": (rng.randrange(len(PACES)), rng.randrange(9)),
            "set_hours": (
                person,
                rng.choice(ZONES),
                rng.randrange(96) * 15,
                rng.choice(((), (5, 6), (6,), (1,))),
            ),
            "plan_absence": (person, rng.choice((0, 5, 100)) * HOUR, rng.randrange(2, 9) * 24 * HOUR),
            "end_absences": (person,),
            "read_deadlines": (rng.randrange(len(PACES)),),
            "deliver": (),
            "pass_outage": (rng.choice((0, 1, 9, 200)) * HOUR, rng.choice((0, 0, 1, -1, 30, -30, 300)) * HOUR),
        }[name]
        events.append((pause, name, *values))
    return events


class World:
    """Three people at several tables. model: the world with the single transaction, else this one has inboxes."""

    def __init__(self, db: Database, seed: int, model: World | None = None) -> None:
        self.db, self.model = db, model
        self.now = START
        self.service = TableService(db, lambda: self.now, "en")
        self.table_ids: list[int] = []
        self.rng = random.Random(seed)
        self.fired: list[int] = []
        """Times at which timers fired."""
        self.trace: list[Any] = []
        """The facts compared after each event."""
        self.messages: Counter[tuple[int, str, bytes]] = Counter()
        """Messages that were sent."""
        self.interactions = 0

    async def start_tables(self) -> None:
        host, *others = PEOPLE
        for nth, pace in enumerate(PACES):
            terms = TableTerms(language="en", pace=pace)
            table_id = await seating.open_table(self.service, 1, 7 + nth, host, "flotsam", terms)
            self.table_ids.append(table_id)
            async with self.service.lock_table(table_id) as table:
                for person in others:
                    await seating.join_table(self.service, table, person)
                await seating.set_settings(self.service, table, host, order="joined", players=None)
                await seating.start_game(self.service, table, host)
        await self.deliver()
        self.messages.clear()  # the beginning tells of random numbers

    async def run(self, events: Iterable[Event]) -> None:
        for pause, name, *values in events:
            await self.pass_time(self.now + pause * QUARTER)
            await getattr(self, name)(*values)
            if self.model is not None and self.rng.random() < 0.2:  # a kill, and another start
                self.service = TableService(self.db, lambda: self.now, "en")
            for table_id in self.table_ids:
                if self.model is None or self.rng.random() < 0.3:
                    await self.work_inboxes([table_id])
            self.trace.append(await self.describe_tables())

    # ------------------------------------------------------------------ events

    async def answer(self, nth: int, choice: int) -> None:
        async with self.service.lock_table(self.table_ids[nth]) as table:
            if not table.waiting or not table.is_playing:
                return
            seat = table.waiting[choice % len(table.waiting)]
            ref = table.build_question_ref(seat)
            person = table.seats[seat].person
            assert ref is not None
            if person is not None:
                with suppress(Refused):
                    await answer_question(self.service, table, PEOPLE[person - 1], ref, ("take",))

    async def set_hours(self, person: Person, zone: str, night: int, rest: tuple[int, ...]) -> None:
        with suppress(Refused):
            await preferences.set_hours(self.service, person, zone, night, rest)

    async def plan_absence(self, person: Person, delay: int, length: int) -> None:
        with suppress(Refused):
            await preferences.plan_absence(self.service, person, self.now + delay, self.now + delay + length)

    async def end_absences(self, person: Person) -> None:
        with suppress(Refused):
            await preferences.end_absences(self.service, person)

    async def read_deadlines(self, nth: int) -> None:
        async with self.service.lock_table(self.table_ids[nth]) as table:
            await deadlines.list_shown_deadlines(self.db, table, self.now)

    async def deliver(self) -> None:
        """Send all outbox rows."""
        await self.work_urgent_inboxes()
        for table_id in self.table_ids:
            async with self.service.lock_table(table_id) as table, self.db.transaction() as tx:
                for row in await outbox_rows.load_waiting_rows(tx, table_id):
                    self.messages[table_id, row.kind, row.payload] += 1
                    await outbox_rows.mark_sent(tx, row.id, self.now, row.id)
                    if row.kind == OutboxKind.TURN_NOTIFICATION:
                        seat, step, epoch, _ = map(int, row.key.split("."))
                        await deadlines.start_clock(tx, table, seat, step, epoch, self.now)

    async def pass_outage(self, length: int, step: int) -> None:
        """Let the bot be away, then step its clock."""
        last = self.now
        self.now += length + step
        if length or step:
            presence = BotPresence(self.service, lambda _: True, lambda: 0)
            await presence._announce_outages({UnsettledOutage(last, step, (self.now, 0)): [(0, 0)]}, self.now, 0)
        if self.model is None:
            for table_id in self.table_ids:
                async with self.service.lock_table(table_id) as table, self.db.transaction() as tx:
                    await deadlines.arm_timers(tx, table, self.now)

    # ------------------------------------------------------------------ time and inboxes

    async def work_inboxes(self, chosen: Iterable[int]) -> None:
        """Do what is in these inboxes, which in this world is not done at once."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table_inbox, "work_inboxes", WORK_INBOXES)
            await table_inbox.work_inboxes(self.service, chosen)

    async def work_urgent_inboxes(self) -> bool:
        """Work the inboxes if a message waits for the morning of its person, because new hours may call for it now."""
        if self.model is None or not (filled := await inbox_rows.list_games(self.db)):
            return False
        rows = [row for table_id in self.table_ids for row in await timers.load_timers(self.db, table_id)]
        if not any(row.kind in (TimerKind.POSTPONED_NOTIFICATION, TimerKind.QUIET_HOURS_END) for row in rows):
            return False
        await self.work_inboxes(filled)
        return True

    async def pass_time(self, until: int) -> None:
        """Advance to this time and fire the timers on the way. Inboxes are worked at the latest before the model fires
        a timer, and before time passes if a call waits for its person's morning.
        """
        while True:
            row = await timers.load_next_timer(self.db)
            due = until if row is None else min(until, max(self.now, row.due_at))
            if self.model is not None and await inbox_rows.list_games(self.db):
                latest = min((at for at in self.model.fired if at >= self.now), default=until)
                if due > self.now and await self.work_urgent_inboxes():
                    continue
                if latest <= due:
                    self.now = self.rng.randrange(self.now, max(self.now + 1, latest))
                    await self.work_inboxes(await inbox_rows.list_games(self.db))
                    continue
            self.now = due
            if row is None or row.due_at > self.now:
                return
            self.fired.append(self.now)
            await timer_worker.serve_timer(self.service, row)
            if self.model is None:
                await self.work_inboxes(self.table_ids)

    # ------------------------------------------------------------------ what is compared

    async def describe_tables(self) -> dict[str, Any]:
        """Return what is compared; a table with an outage to settle is left alone now and then, since reading settles
        it.
        """
        described: dict[str, Any] = {"now": self.now}
        unsettled = await inbox_rows.list_unsettled_games(self.db)
        for table_id in self.table_ids:
            if table_id in unsettled and self.rng.random() < 0.7:
                continue
            async with self.service.lock_table(table_id) as table:
                for seat, clock in (await deadlines.load_clocks(self.db, table)).items():
                    stages = [clock.find_stage_time(stage) for stage in range(clock.stages_announced, 3)]
                    described[f"clock {table_id}.{seat}"] = (
                        clock.clock.bank,
                        clock.clock.compute_used_time(clock.hours, self.now),
                        [None if at is None else max(at, self.now) for at in stages],
                        clock.stages_announced,
                        clock.find_reminder_time(None, self.now),
                    )
                called = await open_questions.load_open_questions(self.db, table_id)
                described[f"called {table_id}"] = [(row.seat, row.step, row.notified_at) for row in called]
        return described

    async def describe_end(self) -> dict[str, Any]:
        """Return timers and messages when every inbox is empty."""
        await self.work_inboxes(await inbox_rows.list_games(self.db))
        await self.deliver()
        ended: dict[str, Any] = {}
        for (table_id, kind, payload), count in self.messages.items():
            if kind in COMPARED_KINDS:
                ended[f"{kind} {table_id} {payload!r}"] = count
        for table_id in self.table_ids:
            rows = await timers.load_timers(self.db, table_id)
            due_times = [(row.kind, *row.key.split(".")[:4], max(row.due_at, self.now)) for row in rows]
            ended[f"timers {table_id}"] = sorted(due_times)  # without the end of a question's key, which is random
        return ended


WORK_INBOXES = table_inbox.work_inboxes


async def leave_inboxes(_service: TableService, _table_ids: Iterable[int]) -> None:
    """Die before the inboxes are worked."""


async def compare_worlds(seed: int, model_database: DatabaseAddress, database: DatabaseAddress) -> None:
    """Run the same events in both worlds, in two empty databases. Raises Different."""
    events = draw_events(seed)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("service.table_service", "terms.table_terms"):
            patch.setattr(f"bot.table.{module}.load_games", lambda: {"flotsam": build_game()})
        async with await Database.open(model_database) as db, await Database.open(database) as other_db:
            model = World(db, seed)
            world = World(other_db, seed, model)
            for each in (model, world):
                await each.start_tables()
            with pytest.MonkeyPatch.context() as single:
                single.setattr(preferences, "change_hours", change_in_one_transaction)
                single.setattr(outages, "announce_outage", settle_in_one_transaction)
                await model.run(events)
            with pytest.MonkeyPatch.context() as dead:
                dead.setattr(table_inbox, "work_inboxes", leave_inboxes)
                await world.run(events)
            for nth, (expected, found) in enumerate(zip(model.trace, world.trace, strict=True)):
                described = {name: value for name, value in expected.items() if name in found or name == "now"}
                raise_difference(f"seed {seed}, event {nth} {events[nth]}", described, found)
            raise_difference(f"seed {seed}, at the end", await model.describe_end(), await world.describe_end())


def raise_difference(where: str, expected: dict[str, Any], found: dict[str, Any]) -> None:
    for name in sorted({*expected, *found}):
        if expected.get(name) != found.get(name):
            raise Different(f"{where}: {name}: {found.get(name)}, the model {expected.get(name)}")
