"""The bot notices when it was away: stopped, cut off from Discord, asleep with its machine, or set to another time.

Nobody can answer then, so that time counts for nobody: every deadline moves by as much, and none falls in the first
hour after. The clock of the wall is compared with one that only goes forward.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.table.service import TableService
from storage import StorageError
from storage.time import presence

from . import deadlines, outage
from .hours import HOUR, MINUTE

log = logging.getLogger(__name__)

LOOK_SECONDS = 30.0
"""So often the bot says that it is here."""
NOTICED = 2 * MINUTE
"""Absences and jumps of the clock below this are part of life."""
GRACE = HOUR
"""After an absence nobody runs out of time for so long."""


class Presence:
    """Keeps the moment until which the bot was here. `connected` says whether answers can reach it now."""

    def __init__(
        self,
        tables: TableService,
        connected: Callable[[], bool],
        steady: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        self.tables = tables
        self.connected = connected
        self.steady = steady
        self._last: tuple[int, int] | None = None
        """Wall clock and steady clock when the bot was last here."""
        self._settled: set[int] = set()
        """Games whose clocks were settled and whose deadlines are not yet set anew."""

    async def arrive(self) -> None:
        """At the start, before any timer fires: the time since the bot was last here is taken out of all clocks.

        What is armed is armed anew by `keep`; a timer that fires before looks at the clock itself. If that cannot be
        stored (a full disk), the bot is not here yet, so that nothing falls due: `look` tries again.
        """
        now = self.tables.clock()
        last = await presence.here_at(self.tables.db)
        try:
            if last and abs(now - last) > NOTICED:
                await self._was_away(last, now)
            await self._here(now)
        except StorageError as error:
            self._last = None
            log.error("nothing falls due until this can be stored: %s", error)

    def lived(self, by: int) -> None:
        """So many milliseconds more have passed in the ordinary way: a playground has moved its clock forward."""
        if self._last is not None:
            self._last = self._last[0] + by, self._last[1]

    @property
    def is_here(self) -> bool:
        """Answers can reach the bot, and no absence waits to be taken out of the clocks: what is due may happen."""
        return self.connected() and self._last is not None and self.steady() - self._last[1] <= NOTICED

    async def keep(self) -> None:
        """Look again and again, for ever."""
        await self.rearm()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StorageError as error:  # a full disk, a database that somebody holds: the tables can still be read
                log.error("that the bot is here cannot be stored: %s", error)

    async def look(self) -> None:
        """One look: while answers cannot come, the last moment stays; afterwards the gap is taken out."""
        if not self.connected():
            return
        if self._last is None:
            await self.arrive()
            await self.rearm()
            return
        now, steady = self.tables.clock(), self.steady()
        wall, before = self._last
        passed, elapsed = now - wall, steady - before
        gap = elapsed - LOOK_SECONDS * 1000 if elapsed > NOTICED else 0  # it did not look: it was cut off or stuck
        moved = int(passed - elapsed + gap)
        if abs(moved) > NOTICED:
            await self._was_away(now - moved, now)
            await self.rearm()
        await self._here(now)

    async def rearm(self) -> None:
        """Deadlines and reminders of the clocks that were settled fall due at their new times."""
        for game in sorted(self._settled):
            try:
                async with self.tables.at(game) as live, self.tables.db.transaction() as tx:
                    await deadlines.arm(tx, live, self.tables.clock())
            except Exception:  # a damaged table keeps no other from its deadlines
                log.exception("the deadlines of game %d could not be set", game)
            await asyncio.sleep(0)
        self._settled.clear()
        self.tables.wake()

    async def _here(self, now: int) -> None:
        self._last = now, self.steady()
        async with self.tables.db.transaction() as tx:
            await presence.here(tx, now)

    async def _was_away(self, last: int, now: int) -> None:
        """Between `last` and `now` nobody could answer. `now` may lie before it: the clock of the machine was set."""
        log.warning("the bot was away, or its clock was set: %+d s count for nobody", (now - last) // 1000)
        async with self.tables.db.transaction() as tx:
            self._settled |= await outage.settle(tx, last, now)
            await presence.give_grace(tx, now + GRACE)
            if now < last:
                await presence.move(tx, now - last, now)
            else:
                await presence.was_away(tx, last, now)
            await outage.show(tx, now)
        self.tables.wake()
