"""A quarter of a year: people of many zones with habits, their tables, a bot that is stopped and killed, a Discord that
is away for hours. What happens is told to the model; what the bot posts is heard and compared with it.
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

from .evenings import Evenings
from .machine import Machine, database
from .model import Model
from .postoffice import Killed
from .ticks import DAY, HOUR, MINUTE, TICK, tick


class Errors(logging.Handler):
    """What the bot logs as an error is one."""

    def __init__(self, model: Model) -> None:
        super().__init__(logging.ERROR)
        self.model = model

    def emit(self, record: logging.LogRecord) -> None:
        cause = "" if not record.exc_info else f": {record.exc_info[1]!r}"
        self.model.wrong(f"error in the log: {record.getMessage()}{cause}")


class World(Evenings):
    """The whole of it. `run` gives the problems."""

    async def boot(self) -> None:
        """The bot starts, unless Discord keeps it from it or it runs."""
        if self.machine is not None:
            return
        if self.office.is_away:
            self.at(self.now + HOUR // 4, self.boot)
            return
        if self.away_since and self.now - self.away_since > 4:
            self.model.away.append((self.away_since, self.now))
        self.away_since = 0
        self.machine = Machine(self.db, self.clock, self.office, self.chance)
        self.machine.heard = self.heard
        await self.machine.start()
        for game in list(self.tables):
            await self.observe(game)

    async def stop(self, ticks: int, why: str) -> None:
        """The bot is gone for so long; it had looked at the clock just now, if it had started at all."""
        self.kill_in = 0
        if self.machine is None:
            return
        self.done[why] += 1
        here, self.machine = self.machine.presence.is_here, None
        await self.reread()
        if not self.office.is_away:
            self.away_since = max(self.now, 1)
        if here:
            async with self.db.transaction() as tx:
                await presence_rows.here(tx, self.clock())
        self.at(self.now + ticks, self.boot)

    async def reread(self) -> None:
        """After a kill: of what people were just telling, what was committed counts."""
        for table in self.tables.values():
            self.advance(table)
            for row in await open_questions.of_game(self.db, table.id):
                if row.seat in table.questions and row.snoozed_until is not None:
                    table.questions[row.seat].snoozed = tick(row.snoozed_until)
        for game, judge in self.relief.items():
            judge.killed()
            for kind, ballot in judge.ballots.items():
                if await requests.get(self.db, game, kind) is not None:
                    ballot.said = await requests.votes(self.db, game, kind)
        for number, one in self.model.people.items():
            known = await people.get(self.db, number)
            if known is not None and known.zone is not None:
                told = known.zone, known.night, tuple(map(int, known.rest))
                if told != (one.zone, one.night, one.rest):
                    one.zone, one.night, one.rest = told
                    one.live(self.now, self.model.ticks)
            await self.reread_away(number)

    async def discord_goes(self, ticks: int) -> None:
        if self.machine is None or self.office.is_away:
            return
        await self.machine.presence.look()
        self.done["Discord away"] += 1
        self.office.is_away, self.away_since = True, max(self.now, 1)
        self.at(self.now + ticks, self.discord_comes)

    async def discord_comes(self) -> None:
        self.office.is_away = False
        if self.machine is None:  # stopped meanwhile: it counts as one absence, which the next start ends
            return
        self.kill_in = 0
        self.model.away.append((self.away_since + 1, self.now))  # its last look was at most half a minute old
        self.away_since = 0
        await self.machine.presence.look()

    noticed: re.Pattern[str] | None = None
    """Live on until a problem says this."""

    def is_noticed(self) -> bool:
        return self.noticed is not None and any(self.noticed.search(problem) for problem in self.model.problems)

    async def run(self) -> list[str]:
        """Live through it; the disagreements with the model."""
        errors = Errors(self.model)
        logging.getLogger().addHandler(errors)
        try:
            with mock.patch("secrets.token_bytes", lambda n=32: self.secrets.randbytes(n)):
                await self._run()
        finally:
            logging.getLogger().removeHandler(errors)
        return self.model.problems

    def foresee(self) -> None:
        """When tables open, and when the bot and Discord are in trouble."""
        plan, chance = self.plan, self.chance
        for number in range(plan.tables):
            at = chance.randrange(MINUTE * 30, max(MINUTE * 40, self.ticks // 4))
            self.at(at, lambda n=number: self.opens(n))  # type: ignore[misc]
        if plan.stops:
            weekend = (
                4 * DAY + 17 * HOUR + 7 * DAY * chance.randrange(1, max(2, plan.days // 7 - 1))
            )  # from a Friday on
            self.at(weekend, lambda: self.stop(61 * HOUR, "stopped for a week-end"))
        for _ in range(plan.kills):
            self.at(chance.randrange(DAY, self.ticks), self.arm_kill)
        for _ in range(plan.lost):
            self.at(chance.randrange(3 * DAY, max(4 * DAY, self.ticks // 2)), self.deletes)
        for _ in range(plan.aways):
            self.at(chance.randrange(DAY, self.ticks), lambda: self.discord_goes(chance.randrange(40, 10 * HOUR)))

    async def _run(self) -> None:
        self.db = await database(self.folder / "quarter.db", self.may_die)
        try:
            await self._live()
        finally:
            await self.db.close()  # its threads would outlive a quarter that breaks off

    async def _live(self) -> None:
        self.populate()
        self.foresee()
        await self.boot()
        await self.settle()
        while self.now < self.ticks and not self.is_noticed():
            next_at = None if self.machine is None else tick(await self.machine.next_at() or 0)
            then = min(at for at in (next_at, self.heap[0][0] if self.heap else None, self.ticks) if at is not None)
            self.pass_to(max(then, self.now))
            due = []
            while self.heap and self.heap[0][0] <= self.now:
                due.append(heapq.heappop(self.heap)[2])
            await self.settle()  # the bot's own time comes before whoever presses in the same moment
            self.look_for_the_untold()
            for what in due:
                await self.safely(what)
                await self.settle()
        await self.settle()
        for table in self.tables.values():
            self.advance(table)

    def pass_to(self, then: int) -> None:
        by = (then - self.now) * TICK
        self.now = self.model.now = then
        if self.machine is not None and self.office.is_away:
            self.machine.apart += by
        elif self.machine is not None:
            self.machine.presence.lived(by)

    async def settle(self) -> None:
        """The bot does what is due."""
        if self.machine is not None:
            await self.safely(self.machine.work)

    async def safely(self, what: Callable[[], Awaitable[None]]) -> None:
        """Do it, and if the bot is killed by it, start it again."""
        try:
            await what()
        except Killed:
            await self.stop(self.chance.choice((0, 0, 12, 90)), "kills")
            if self.heap and self.heap[0][0] <= self.now and self.heap[0][2] == self.boot:
                heapq.heappop(self.heap)
                await self.boot()

    async def arm_kill(self) -> None:
        self.kill_in = self.chance.randrange(1, 60)
