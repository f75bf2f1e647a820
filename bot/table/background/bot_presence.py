"""Detect the bot's absences: stopped, cut off from Discord, asleep with its machine, or set to another time.

An absence prevents answers, so its time does not count: every deadline moves by as much, and none falls into the first
hour after it. A step of the wall clock (`TrustedClock`) is an absence too: nothing fires until it is settled.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress

from bot.operating_system import read_steady_clock
from bot.table.clock.trusted_clock import MAX_STEP, TrustedClock
from bot.table.clock.waking_hours import HOUR
from bot.table.deadline import outages
from bot.table.service.table_service import TableService
from storage import StorageError, Transaction
from storage.messages import inbox_rows
from storage.time import presence

log = logging.getLogger(__name__)

CHECK_SECONDS = 30.0
"""Interval at which the bot records that it is here."""
MIN_GAP = MAX_STEP
"""Shorter absences and jumps of the clock are ignored."""
GRACE = HOUR
"""Time after an absence during which no deadline falls."""

LONGEST_ROW_WAIT = HOUR
"""The longest time for which the sender lets an outbox row wait."""


class BotPresence:
    """Keeps the last time at which the bot was here. is_connected: whether answers can reach it now."""

    def __init__(
        self,
        service: TableService,
        is_connected: Callable[[], bool],
        steady: Callable[[], int] = read_steady_clock,
    ) -> None:
        self.service = service
        self.is_connected = is_connected
        self.steady = steady
        self._trusted_clock = service.clock if isinstance(service.clock, TrustedClock) else None
        self._step_noticed = asyncio.Event()
        if self._trusted_clock is not None:
            self.steady = self._trusted_clock.read_steady
            self._trusted_clock.on_step = self._step_noticed.set
        self._last: tuple[int, int] | None = None
        """Wall clock and monotonic clock when the bot was last here."""
        self._shards: frozenset[int] = frozenset()
        """Shards for which the bot is here: the time before it took them is out of their clocks."""
        self._turn = asyncio.Lock()
        """Held during a check, so that a shard is taken up once."""

    async def record_arrival(self) -> None:
        """Let each table take the time since the bot was last here out of its clocks. Call it at the start, before any
        timer fires.

        If that cannot be stored (a full disk), the bot does not count as here, so that nothing falls due:
        `check_presence` tries again.
        """
        now, steady = self._read_wall(), self.steady()
        try:
            await self._take_up_shards(self.service.db.ownership.shards, now, steady)
        except StorageError as error:
            self._last = None
            log.error("nothing falls due until this can be stored: %s", error)

    async def _take_up_shards(self, shards: Collection[int], now: int, steady: int) -> None:
        """Take the time since somebody was last here for these shards out of their clocks, be here for them, and serve
        their tables.
        """
        for shard in shards:
            last = await presence.load_last_online(self.service.db, shard)
            if last and abs(now - last) > MIN_GAP:
                await self._remove_gap([shard], last, now, steady, min(0, now - last))
        await self._record_presence(self._shards.union(shards), now, steady)
        self.service.db.ownership.resting.difference_update(shards)

    async def take_up_new_shards(self) -> frozenset[int]:
        """Take up the shards that this process has just taken, before they are connected and answers can come. Return
        them. `settle_tables` then lets each table settle what is announced.

        Raises StorageError: nothing of them falls due then, and nothing is answered.
        """
        async with self._turn:
            new_shards = self._find_new_shards()
            if new_shards:
                await self._take_up_shards(new_shards, self._read_wall(), self.steady())
        return new_shards

    def leave_shard(self, shard: int) -> None:
        """Be no longer here for a shard that is given back."""
        self._shards -= {shard}

    def _find_new_shards(self) -> frozenset[int]:
        """Return the shards of this process for which it is not here yet."""
        return frozenset(self.service.db.ownership.shards) - self._shards

    def skip_time(self, milliseconds: int) -> None:
        """Accept that this many milliseconds have passed normally, because a playground moved its clock forward."""
        if self._last is not None:
            self._last = self._last[0] + milliseconds, self._last[1]

    @property
    def is_here(self) -> bool:
        """Whether timers may fire: answers can reach the bot, no absence waits to be taken out of the clocks, and the
        bot's tables are still its own.
        """
        if self._trusted_clock is not None and self._trusted_clock.has_stepped:
            self._step_noticed.set()
            return False
        if self._last is not None and self._find_new_shards():
            self._step_noticed.set()
            return False
        now, ownership = self.steady(), self.service.db.ownership
        return (
            self.is_connected()
            and self._last is not None
            and now - self._last[1] <= MIN_GAP
            and ownership.is_trusted(now)
        )

    def _read_wall(self) -> int:
        """Return the wall clock as it is, also after a step that is not settled yet."""
        return self.service.clock() if self._trusted_clock is None else self._trusted_clock.read_wall()

    async def keep_checking(self) -> None:
        """Check again and again, for ever, and at once after a step of the clock or when a shard was taken."""
        await self.settle_tables()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._step_noticed.wait()
            try:
                await self.check_presence()
            except StorageError as error:  # a full disk or a locked database: the tables can still be read
                log.error("that the bot is here cannot be stored: %s", error)
                await asyncio.sleep(CHECK_SECONDS)

    async def check_presence(self) -> None:
        """Check once. While answers cannot come, the recorded time stays; afterwards the gap is taken out."""
        async with self._turn:
            await self._check_presence()

    async def _check_presence(self) -> None:
        if not self.is_connected():
            self._step_noticed.clear()
            return
        if self._last is None:
            await self.record_arrival()
            await self.settle_tables()
            return
        now, steady = self._read_wall(), self.steady()
        wall, steady_before = self._last
        passed, elapsed = now - wall, steady - steady_before
        gap = int(elapsed - CHECK_SECONDS * 1000) if elapsed > MIN_GAP else 0  # no check: the bot was cut off or stuck
        step = passed - elapsed if abs(passed - elapsed) > MIN_GAP else 0
        if step or gap > MIN_GAP:
            await self._remove_gap(self._shards, now - step - gap, now, steady, step)
            await self.settle_tables()
        await self._record_presence(self._shards, now, steady)
        if new_shards := self._find_new_shards():
            await self._take_up_shards(new_shards, now, steady)
            await self.settle_tables()

    async def settle_tables(self) -> None:
        """Lock each table that has an outage to settle, which settles it. One that fails is left to the worker of the
        inboxes, which tries it again.
        """
        for game in await inbox_rows.find_unsettled_games(self.service.db):
            try:
                async with self.service.lock_table(game):
                    pass
            except Exception:  # a damaged table must not affect the others
                log.exception("the outage of table %d could not be settled", game)
            await asyncio.sleep(0)

    @asynccontextmanager
    async def _open_transaction(self, shards: Collection[int]) -> AsyncIterator[Transaction]:
        """Open a transaction that looks at tables of these shards only: those of a shard that was just taken wait."""
        async with self.service.db.transaction() as tx:
            tx.ownership = tx.ownership.select_shards(shards)
            yield tx

    async def _record_presence(self, shards: Collection[int], now: int, steady: int) -> None:
        """Store that the bot was here for these shards at this reading of both clocks. Without a shard it stores
        nothing.
        """
        corrected_count = 0
        if shards:
            async with self._open_transaction(shards) as tx:
                await presence.save_online(tx, now)
                corrected_count = await presence.correct_future_rows(tx, now, MAX_STEP, LONGEST_ROW_WAIT + MAX_STEP)
        self._last, self._shards = (now, steady), frozenset(shards)
        self._accept_step(now, steady)
        if corrected_count:
            log.warning("%d outbox rows had the time of a clock that was set back", corrected_count)
            self.service.wake_workers()

    def _accept_step(self, now: int, steady: int) -> None:
        """Believe the wall clock again, because its step is out of all clocks."""
        self._step_noticed.clear()
        if self._trusted_clock is not None:
            self._trusted_clock.accept_step(now, steady)

    async def _remove_gap(self, shards: Collection[int], last: int, now: int, steady: int, step: int) -> None:
        """Let each table of these shards take the time between `last` and `now` out of its clocks. `now` may be
        earlier, if the machine's clock was set back.

        steady: the steady clock at `now`. step: the part in which no time passed. All timers move by it, so that a step
        forward makes nothing due, and a step back to the right time brings every timer back to its place.
        """
        log.warning("the bot was away, or its clock was set: %+d s count for nobody", (now - last) // 1000)
        async with self.service.drain_tables():
            async with self._open_transaction(shards) as tx:
                outage = outages.Outage(last, now, step)
                await outages.announce_outage(tx, outage, self.service.locked_games)
                if step:
                    await presence.shift_due_times(tx, step, now)
                await presence.set_grace_end(tx, now + GRACE)
                if now > last:
                    await presence.add_outage(tx, last, now)
                await presence.save_online(tx, now)  # with the shift: a kill in between would repeat it, or leave it
            self.service.forget_tables()
            self._accept_step(now, steady)
        self.service.wake_workers()
