"""Notice outages of the bot: stopped, cut off from Discord, asleep with its machine, or set to another time.

An outage prevents answers, so its time does not count: every deadline moves by as much, and none falls into the first
hour after it. A step of the wall clock (`TrustedClock`) is an outage too: nothing fires until it is settled.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from bot.operating_system import read_steady_clock
from bot.table.clock.trusted_clock import MAX_STEP, TrustedClock
from bot.table.clock.waking_hours import HOUR
from bot.table.deadline import outages
from bot.table.service.table_service import TableService
from storage import StorageError, Transaction, retry_while_unavailable
from storage.messages import inbox_rows
from storage.time import presence

log = logging.getLogger(__name__)

CHECK_SECONDS = 30.0
"""Interval at which the bot records that it is here."""
MIN_OUTAGE = MAX_STEP
"""Shorter outages and jumps of the clock are ignored."""

LONGEST_ROW_WAIT = HOUR
"""The longest time for which the sender lets an outbox row wait."""


Lease = tuple[int, int]
"""A shard with the token by which this process has leased it, which is another one once it was given back and taken
again. A process that is alone has shard 0 with token 0.
"""


class UnsettledOutage(NamedTuple):
    """An outage that the tables of some shards have yet to take out of their clocks."""

    began_at: int
    """When the bot was last here, by the wall clock at that time."""
    step_ms: int
    """The part in which no time passed: a step of the wall clock, negative if it was set back."""
    last_here: tuple[int, int]
    """Wall and steady clock when the bot was last here for these shards, once the outage is out."""


class BotPresence:
    """Keeps the last time at which the bot was here, by shard. is_connected: whether answers at the tables of a shard
    can reach it now.
    """

    def __init__(
        self,
        service: TableService,
        is_connected: Callable[[int], bool],
        read_steady: Callable[[], int] = read_steady_clock,
    ) -> None:
        self.service = service
        self.is_connected = is_connected
        self.read_steady = read_steady
        self._trusted_clock = service.clock if isinstance(service.clock, TrustedClock) else None
        """None: the service has another clock, which is not checked."""
        self._step_noticed = asyncio.Event()
        """Set when the trusted clock has noticed that the wall clock was stepped."""
        if self._trusted_clock is not None:
            self.read_steady = self._trusted_clock.read_steady
            self._trusted_clock.on_step = self._step_noticed.set
        self._last_here: dict[Lease, tuple[int, int]] = {}
        """Wall and steady clock when the bot was last here, by lease. A lease is missing until its earlier outage is
        out of the clocks.
        """
        self._check_lock = asyncio.Lock()
        """Held during a check, so that a shard is taken up once."""

    async def settle_outage_at_start(self) -> None:
        """Let each table take the time since the bot was last here out of its clocks. Call it at the start, before any
        timer fires.

        If that cannot be stored (a full disk), the bot does not count as here, so that nothing falls due:
        `check_presence` tries again.
        """
        try:
            await self._attend_shards(self._list_new_leases())
        except StorageError as error:
            log.error("nothing falls due until this can be stored: %s", error)

    async def start_serving_shards(self) -> frozenset[int]:
        """Take up the shards that this process has just taken, before they are connected and answers can come. Return
        them. `settle_tables` then lets each table settle what is announced.

        Raises StorageError: nothing of them falls due then, and nothing is answered.
        """
        async with self._check_lock:
            new_leases = self._list_new_leases()
            if new_leases:
                await self._attend_shards(new_leases)
        return frozenset(shard for shard, _ in new_leases)

    def _list_leases(self) -> list[Lease]:
        """Return the leases of this process."""
        ownership = self.service.db.ownership
        return [(shard, ownership.tokens.get(shard, 0)) for shard in ownership.shards]

    def _list_new_leases(self) -> set[Lease]:
        """Return the leases of this process for which it is not here yet."""
        return set(self._list_leases()) - self._last_here.keys()

    async def _attend_shards(self, leases: Collection[Lease]) -> bool:
        """Attend the shards of these leases, new or not: announce to their tables the outages before now, and serve the
        new ones. Return whether some are new, whose tables may have something to settle.

        A step of the clock is taken out at once for all shards, since it is believed then. Another shard keeps the time
        at which it was cut off.
        """
        now, steady_now = self._read_wall(), self.read_steady()
        leases_by_outage: dict[UnsettledOutage, list[Lease]] = {}
        self._last_here = {lease: self._last_here[lease] for lease in self._list_leases() if lease in self._last_here}
        for lease, (wall, steady_before) in self._last_here.items():
            wall_ms, steady_ms = now - wall, steady_now - steady_before
            is_here = lease in leases
            missed_checks = is_here and steady_ms > MIN_OUTAGE
            missed_ms = int(steady_ms - CHECK_SECONDS * 1000) if missed_checks else 0
            step = wall_ms - steady_ms if abs(wall_ms - steady_ms) > MIN_OUTAGE else 0
            if step or missed_ms > MIN_OUTAGE:
                last_here = (now, steady_now) if is_here else (wall + step, steady_before)
                outage = UnsettledOutage(now - step - missed_ms, step, last_here)
                leases_by_outage.setdefault(outage, []).append(lease)
        new_leases = [lease for lease in leases if lease not in self._last_here]
        for lease in new_leases:
            last_online = await presence.load_last_online(self.service.db, lease[0])
            if last_online and abs(now - last_online) > MIN_OUTAGE:
                outage = UnsettledOutage(last_online, min(0, now - last_online), (now, steady_now))
                leases_by_outage.setdefault(outage, []).append(lease)
        if leases_by_outage:
            await self._announce_outages(leases_by_outage, now, steady_now)
            if self._last_here:
                await self.settle_tables()  # their outbox rows too, before those that are still wrong are corrected
        await self._record_presence(leases, now, steady_now)
        self.service.db.ownership.resting.difference_update(
            shard for shard, _ in set(new_leases).intersection(self._list_leases())
        )
        return bool(new_leases)

    def skip_time(self, milliseconds: int) -> None:
        """Accept that this many milliseconds have passed normally, because a playground moved its clock forward."""
        for lease, (wall, steady_before) in self._last_here.items():
            self._last_here[lease] = wall + milliseconds, steady_before

    @property
    def is_here(self) -> bool:
        """Whether timers may fire for some shard."""
        return bool(self.attended_shards)

    @property
    def attended_shards(self) -> frozenset[int]:
        """The shards for which timers may fire: answers can reach the bot, no outage waits to be taken out of the
        clocks, and their tables are still the bot's own.
        """
        if self._trusted_clock is not None and self._trusted_clock.has_stepped:
            self._step_noticed.set()
            return frozenset()
        if self._list_new_leases():
            self._step_noticed.set()
        now, ownership = self.read_steady(), self.service.db.ownership
        if not ownership.is_trusted(now):
            return frozenset()
        return frozenset(
            lease[0]
            for lease in self._list_leases()
            if lease in self._last_here
            and now - self._last_here[lease][1] <= MIN_OUTAGE
            and lease[0] not in ownership.resting
            and self.is_connected(lease[0])
        )

    def _read_wall(self) -> int:
        """Return the wall clock as it is, also after a step that is not settled yet."""
        return self.service.clock() if self._trusted_clock is None else self._trusted_clock.read_wall()

    async def keep_checking(self) -> None:
        """Check at an interval, until cancelled, and at once after a step of the clock or when a shard was taken."""
        await retry_while_unavailable(self.settle_tables)
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
        """Check once. While answers cannot come, the recorded time stays; afterwards the outage is taken out."""
        async with self._check_lock:
            leases = [lease for lease in self._list_leases() if self.is_connected(lease[0])]
            self._step_noticed.clear()
            if leases and await self._attend_shards(leases):
                await self.settle_tables()

    async def settle_tables(self) -> None:
        """Lock each table that has an outage to settle, which settles it. A table that fails is left to the worker of
        the inboxes, which tries it again.
        """
        for table_id in await inbox_rows.list_unsettled_games(self.service.db):
            try:
                async with self.service.lock_table(table_id):
                    pass
            except Exception:  # a damaged table must not affect the others
                log.exception("the outage of table %d could not be settled", table_id)
            await asyncio.sleep(0)

    @asynccontextmanager
    async def _open_transaction(self, leases: Collection[Lease]) -> AsyncIterator[Transaction]:
        """Open a transaction that looks at tables of these shards only: those of a shard that was just taken wait."""
        async with self.service.db.transaction() as tx:
            tx.ownership = tx.ownership.select_shards([shard for shard, _ in leases])
            yield tx

    async def _record_presence(self, leases: Collection[Lease], now: int, steady_now: int) -> None:
        """Store that the bot was here for these leases at this reading of both clocks; without one store nothing."""
        corrected_count = 0
        if leases:
            async with self._open_transaction(leases) as tx:
                await presence.save_online(tx, now)
                corrected_count = await presence.correct_future_rows(tx, now, MAX_STEP, LONGEST_ROW_WAIT + MAX_STEP)
                await presence.load_grace_end(tx, 0)  # into the row cache, or the next press would wait for it
            self._last_here.update(dict.fromkeys(leases, (now, steady_now)))
        self._accept_step(now, steady_now)
        if corrected_count:
            log.warning("%d outbox rows had the time of a clock that was set back", corrected_count)
            self.service.wake_workers()

    def _accept_step(self, now: int, steady_now: int) -> None:
        """Believe the wall clock again, because its step is out of all clocks."""
        self._step_noticed.clear()
        if self._trusted_clock is not None:
            self._trusted_clock.accept_step(now, steady_now)

    async def _announce_outages(
        self, leases_by_outage: Mapping[UnsettledOutage, Collection[Lease]], now: int, steady_now: int
    ) -> None:
        """Let each table of the shards of each outage take the time until `now` out of its clocks. `now` may be earlier
        than the outage, if the machine's clock was set back.

        steady_now: the steady clock at `now`. All timers move by an outage's step, so that a step forward makes nothing
        due, and a step back to the right time brings every timer back to its place.
        """
        async with self.service.drain_tables():
            for unsettled, leases in leases_by_outage.items():
                began_at, step_ms, last_here = unsettled
                log.warning("the bot was away, or its clock was set: %+d s count for nobody", (now - began_at) // 1000)
                async with self._open_transaction(leases) as tx:
                    outage = outages.Outage(began_at, now, step_ms)
                    await outages.announce_outage(tx, outage, self.service.locked_tables)
                    if step_ms:
                        await presence.shift_due_times(tx, step_ms, now)
                    await presence.set_grace_end(tx, now + outages.GRACE)
                    if now > began_at:
                        await presence.add_outage(tx, began_at, now)
                    # With the shift: a kill in between would repeat it, or leave it.
                    await presence.save_online(tx, last_here[0])
                self._last_here.update({lease: last_here for lease in leases if lease in self._last_here})
            self.service.forget_tables()
            self._accept_step(now, steady_now)
        self.service.wake_workers()
