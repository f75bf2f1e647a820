"""The simulation of a quarter of a year: people of many time zones, their tables, kills and stops of the bot, and
Discord outages. Events are passed to the model, and the bot's posts are compared with it.
"""

from __future__ import annotations

import heapq
import logging
import re
from collections.abc import Awaitable, Callable
from unittest import mock

from storage.persons import people
from storage.play import open_questions, requests
from storage.time import presence as presence_rows

from .model import Model
from .postoffice import Killed
from .simulated_bot import BotRun, create_database
from .table_visits import TableVisits
from .ticks import DAY, HOUR, MINUTE, TICK, to_tick


class ErrorRecorder(logging.Handler):
    """Log handler that records logged errors as problems."""

    def __init__(self, model: Model) -> None:
        super().__init__(logging.ERROR)
        self.model = model

    def emit(self, record: logging.LogRecord) -> None:
        cause = "" if not record.exc_info else f": {record.exc_info[1]!r}"
        self.model.add_problem(f"error in the log: {record.getMessage()}{cause}")


class World(TableVisits):
    """The complete simulation. `run` returns the problems."""

    async def start_bot(self) -> None:
        """Start the bot unless it is running; during a Discord outage, try again later."""
        if self.bot_run is not None:
            return
        if self.office.is_away:
            self.schedule(self.now + HOUR // 4, self.start_bot)
            return
        if self.away_since and self.now - self.away_since > 4:
            self.model.outages.append((self.away_since, self.now))
        self.away_since = 0
        self.bot_run = BotRun(self.db, self.clock, self.office, self.rng)
        self.bot_run.on_work = self.note_work
        await self.bot_run.start()
        for table_id in list(self.tables):
            await self.observe(table_id)

    async def stop_bot(self, ticks: int, reason: str) -> None:
        """Stop the bot for `ticks`. Its last presence check was just now, if it had fully started."""
        self.kill_in = 0
        if self.bot_run is None:
            return
        self.event_counts[reason] += 1
        is_present, self.bot_run = self.bot_run.presence.is_here, None
        await self.reload_facts()
        if not self.office.is_away:
            self.away_since = max(self.now, 1)
        if is_present:
            async with self.db.transaction() as tx:
                await presence_rows.save_online(tx, self.clock())
        self.schedule(self.now + ticks, self.start_bot)

    async def reload_facts(self) -> None:
        """Reload facts from the database after a kill, because only committed changes count."""
        for table in self.tables.values():
            self.advance(table)
            for row in await open_questions.load_open_questions(self.db, table.id):
                if row.seat in table.questions and row.snoozed_until is not None:
                    table.questions[row.seat].snoozed_until = to_tick(row.snoozed_until)
        for table_id, judge in self.autopilot_checks.items():
            judge.note_kill()
            for kind, ballot in judge.ballots.items():
                if await requests.load_open_request(self.db, table_id, kind) is not None:
                    ballot.votes = await requests.load_votes(self.db, table_id, kind)
        for number, model_person in self.model.people.items():
            person_row = await people.load_person(self.db, number)
            if person_row is not None and person_row.zone is not None:
                stored_hours = person_row.zone, person_row.night, tuple(map(int, person_row.rest))
                if stored_hours != (model_person.zone, model_person.night, model_person.rest):
                    model_person.zone, model_person.night, model_person.rest = stored_hours
                    model_person.apply_hours(self.now, self.model.ticks)
            await self.reload_absences(number)

    async def disconnect_discord(self, ticks: int) -> None:
        if self.bot_run is None or self.office.is_away:
            return
        await self.bot_run.presence.check_presence()
        self.event_counts["Discord away"] += 1
        self.office.is_away, self.away_since = True, max(self.now, 1)
        self.schedule(self.now + ticks, self.reconnect_discord)

    async def reconnect_discord(self) -> None:
        self.office.is_away = False
        if self.bot_run is None:  # stopped meanwhile: one outage, which the next start ends
            return
        self.kill_in = 0
        self.model.outages.append((self.away_since + 1, self.now))  # its last check was at most half a minute old
        self.away_since = 0
        await self.bot_run.presence.check_presence()

    fault_pattern: re.Pattern[str] | None = None
    """Stop the simulation when a problem matches this pattern."""

    def is_fault_detected(self) -> bool:
        return self.fault_pattern is not None and any(
            self.fault_pattern.search(problem) for problem in self.model.problems
        )

    async def run(self) -> list[str]:
        """Run the simulation and return the disagreements with the model."""
        errors = ErrorRecorder(self.model)
        logging.getLogger().addHandler(errors)
        try:
            with mock.patch("secrets.token_bytes", lambda n=32: self.secrets.randbytes(n)):
                await self._run()
        finally:
            logging.getLogger().removeHandler(errors)
        return self.model.problems

    def schedule_events(self) -> None:
        """Schedule the opening of tables, kills, stops, deleted channels and outages."""
        plan, rng = self.plan, self.rng
        for number in range(plan.tables):
            at = rng.randrange(MINUTE * 30, max(MINUTE * 40, self.ticks // 4))
            self.schedule(at, lambda n=number: self.open_table(n))  # type: ignore[misc]
        if plan.stops:
            # starts on a Friday
            weekend = 4 * DAY + 17 * HOUR + 7 * DAY * rng.randrange(1, max(2, plan.days // 7 - 1))
            self.schedule(weekend, lambda: self.stop_bot(61 * HOUR, "stopped for a week-end"))
        for _ in range(plan.kills):
            self.schedule(rng.randrange(DAY, self.ticks), self.arm_kill)
        for _ in range(plan.deleted_channels):
            self.schedule(rng.randrange(3 * DAY, max(4 * DAY, self.ticks // 2)), self.delete_channel)
        for _ in range(plan.aways):
            self.schedule(rng.randrange(DAY, self.ticks), lambda: self.disconnect_discord(rng.randrange(40, 10 * HOUR)))

    async def _run(self) -> None:
        self.db = await create_database(self.folder / "quarter.db", self.die_if_armed)
        try:
            await self._simulate()
        finally:
            await self.db.close()  # otherwise its threads would outlive an aborted simulation

    async def _simulate(self) -> None:
        self.create_people()
        self.schedule_events()
        await self.start_bot()
        await self.do_due_work()
        while self.now < self.ticks and not self.is_fault_detected():
            next_at = None if self.bot_run is None else to_tick(await self.bot_run.find_next_time() or 0)
            next_time = min(
                at for at in (next_at, self.heap[0][0] if self.heap else None, self.ticks) if at is not None
            )
            self.advance_time(max(next_time, self.now))
            due = []
            while self.heap and self.heap[0][0] <= self.now:
                due.append(heapq.heappop(self.heap)[2])
            await self.do_due_work()  # the bot's due work comes before interactions at the same time
            self.check_expected_messages()
            for action in due:
                await self.run_safely(action)
                await self.do_due_work()
        await self.do_due_work()
        for table in self.tables.values():
            self.advance(table)

    def advance_time(self, new_time: int) -> None:
        elapsed_ms = (new_time - self.now) * TICK
        self.now = self.model.now = new_time
        if self.bot_run is not None and self.office.is_away:
            self.bot_run.outage_ms += elapsed_ms
        elif self.bot_run is not None:
            self.bot_run.presence.skip_time(elapsed_ms)

    async def do_due_work(self) -> None:
        """Let the bot do its due work."""
        if self.bot_run is not None:
            await self.run_safely(self.bot_run.do_due_work)

    async def run_safely(self, action: Callable[[], Awaitable[None]]) -> None:
        """Run the action; if it kills the bot, restart the bot."""
        try:
            await action()
        except Killed:
            await self.stop_bot(self.rng.choice((0, 0, 12, 90)), "kills")
            if self.heap and self.heap[0][0] <= self.now and self.heap[0][2] == self.start_bot:
                heapq.heappop(self.heap)
                await self.start_bot()

    async def arm_kill(self) -> None:
        self.kill_in = self.rng.randrange(1, 60)
