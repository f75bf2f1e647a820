"""The gateway connections of a process that shares its database: one for each shard that it has leased.

After a shard was leased, the clocks of its tables are first corrected for the time in which no process served them, so
that no press comes before that; then the shard is connected. A shard that is due to another process is given back once
nothing is under way there. It stays connected until the other process has had time to connect it, since Discord does
not repeat a press for which no process was connected.
"""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import discord
import yarl

from bot.operating_system import read_steady_clock
from bot.table import TableService
from bot.table.background.bot_presence import BotPresence
from storage import StorageError
from storage.kinds import Job
from storage.shards.ownership import find_shard

from .outbox.sender import Sender

if TYPE_CHECKING:  # its driver is an extra
    from storage.shards.leases import LeaseKeeper

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""Interval at which to look for shards that could not be taken up or given back before."""
IDENTIFY_SECONDS = 5.0
"""Time in which Discord lets the bot open one session at each place, all processes counted."""
REST_MS = 30_000
"""Time after which a shard that is still not served is reported."""
LEAVE_SECONDS = 15.0
"""Time for which a shard that was given back stays connected. Its next process takes it within two seconds, and waits
up to five until it may open a session.
"""
FINISH_SECONDS = 5.0
"""Time that deliveries under way may take before a shard is kept for another while."""
RETRY_MS = 30_000
"""Time for which a shard is served again after it could not be given back: nothing is served there during a try."""


class ShardedClient(Protocol):
    """The part of the bot that the connections need."""

    def get_shard(self, shard_id: int, /) -> discord.shard.ShardInfo | None: ...

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None: ...

    async def wait_for_session_starts(self) -> None:
        """Wait if the bot has used up its starts of the day."""
        ...

    def resume_tables(self, shards: Collection[int]) -> None:
        """Continue in the background what was under way at the tables of shards that the bot has begun to serve."""
        ...

    def end_after_upgrade(self) -> None:
        """End, because processes of a newer version serve all tables."""
        ...


class ShardConnections:
    """Connects the shards that a process has leased, and disconnects those that it gives back."""

    def __init__(
        self, client: ShardedClient, service: TableService, keeper: "LeaseKeeper", presence: BotPresence, sender: Sender
    ) -> None:
        self.keeper = keeper
        self._client, self._service, self._presence, self._sender = client, service, presence, sender
        self._connected: set[int] = set()
        """Shards that Discord's gateway was asked for."""
        self._ready: set[int] = set()
        """Shards whose servers Discord has sent."""
        self._identify_tasks: set[asyncio.Task[None]] = set()
        """Tasks that keep other processes from identifying."""
        self._disconnect_tasks: dict[int, asyncio.Task[None]] = {}
        """Shards that were given back and are still connected, with the tasks that disconnect them."""
        self._launch_event = asyncio.Event()
        """Set when there may be a shard to connect."""
        self._resting_since: dict[int, int] = {}
        """By shard: the time of the steady clock at which it began to rest."""
        self._next_return_ms = 0
        """The time of that clock before which no shard is given back, because one could not be given back just now."""
        self.ready_event = asyncio.Event()
        """Set once Discord has sent the servers of a shard."""

    @property
    def is_connected(self) -> bool:
        """Whether presses at all tables of this process reach it; False without a table."""
        served_shards = self.keeper.ownership.served_shards
        return bool(served_shards) and all(map(self.is_shard_connected, served_shards))

    def is_shard_connected(self, shard: int) -> bool:
        """Return whether presses at the tables of a shard reach this process."""
        info = self._client.get_shard(shard)
        return shard in self._ready and info is not None and not info.is_closed()

    @property
    def problem(self) -> str | None:
        """Why this process serves no table although it should, in words; None if all is well."""
        ownership = self.keeper.ownership
        if not ownership.is_trusted(read_steady_clock()):
            return "the leases of its shards could not be prolonged"
        now = read_steady_clock()
        if late := [shard for shard, since in self._resting_since.items() if now - since > REST_MS]:
            return f"this process holds the shards {', '.join(map(str, late))} and does not serve them"
        if ownership.tokens and not self.is_connected:
            return f"Discord is not connected for all of the shards {', '.join(map(str, ownership.shards))}"
        return None

    async def run(self) -> None:
        """Serve the shards that this process takes, and give back those that others should have, until cancelled."""
        while True:
            self.keeper.shards_changed.clear()
            self._note_resting_shards()
            try:
                await self._serve_new_shards()
                await self._give_surplus_back()
            except StorageError as error:
                log.error("a shard cannot be taken up or given back now: %s", error)
            self._note_resting_shards()
            if self.keeper.is_superseded and not self._disconnect_tasks:
                self._client.end_after_upgrade()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self.keeper.shards_changed.wait()

    def _note_resting_shards(self) -> None:
        ownership, now = self.keeper.ownership, read_steady_clock()
        resting = ownership.resting.intersection(ownership.tokens)
        self._resting_since = {shard: self._resting_since.get(shard, now) for shard in sorted(resting)}

    async def keep_launching(self) -> None:
        """Connect the served shards one after another, until cancelled. This may take long, so nothing waits for it."""
        while True:
            self._launch_event.clear()
            for shard in self.keeper.ownership.served_shards:
                if shard in self._connected:
                    continue
                await self._client.wait_for_session_starts()
                if shard in self.keeper.ownership.served_shards:
                    self._connected.add(shard)
                    await self._leave_at_once(shard)  # the earlier session
                    await self._client.launch_shard(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, shard)
                    if shard not in self._connected:  # it was given back meanwhile
                        await self._disconnect(shard)
            await self._launch_event.wait()

    def _begin_to_leave(self, shard: int) -> None:
        """Disconnect a shard that was given back, once its next process has had time to connect it."""

        async def leave() -> None:
            await asyncio.sleep(LEAVE_SECONDS)
            await self._disconnect(shard)

        def forget_shard(ended_task: asyncio.Task[None]) -> None:
            if self._disconnect_tasks.get(shard) is ended_task:
                self.keeper.ownership.given_back_shards.discard(shard)
                del self._disconnect_tasks[shard]

        if shard in self._disconnect_tasks:  # taken and given back again, before it was connected
            self._disconnect_tasks[shard].cancel()
        self.keeper.ownership.given_back_shards.add(shard)
        self._disconnect_tasks[shard] = asyncio.create_task(leave(), name=f"leaving shard {shard}")
        self._disconnect_tasks[shard].add_done_callback(forget_shard)

    async def _leave_at_once(self, shard: int) -> None:
        if shard in self._disconnect_tasks:
            task = self._disconnect_tasks[shard]
            task.cancel()
            await asyncio.wait({task})
            await self._disconnect(shard)

    async def _disconnect(self, shard: int) -> None:
        info = self._client.get_shard(shard)
        if info is not None:
            await info.disconnect()

    async def _serve_new_shards(self) -> None:
        new_shards = await self._presence.start_serving_shards()
        if new_shards:
            shards = ", ".join(map(str, self.keeper.ownership.served_shards))
            log.info("this process, owner %d of leases, serves the shards %s now", self.keeper.session.owner, shards)
            self._client.resume_tables(new_shards)
        if not self._connected.issuperset(self.keeper.ownership.served_shards):
            self._launch_event.set()
        if new_shards:
            await self._presence.settle_tables()

    async def _give_surplus_back(self) -> None:
        """Give a shard back that another process should have, unless something is under way there for too long."""
        ownership, shard = self.keeper.ownership, self.keeper.find_surplus()
        if shard is None or read_steady_clock() < self._next_return_ms:
            return
        ownership.resting.add(shard)  # nothing new begins there
        try:
            is_idle = await self._sender.finish_foreign_deliveries(FINISH_SECONDS)
            if not is_idle or not await self._service.finish_foreign_tables():
                self._next_return_ms = read_steady_clock() + RETRY_MS
                return
            async with self._service.db.transaction():  # after those that hold no table
                self._service.forget_foreign_tables()
            try:
                await self.keeper.give_back(shard)
            finally:  # also if the server did not hear of it: this process has forgotten its token
                self._connected.discard(shard)
                self._ready.discard(shard)
                self._begin_to_leave(shard)
        finally:
            ownership.resting.discard(shard)
            self._service.wake_workers()  # if it was kept: they have not looked at its rows meanwhile
        log.info("shard %d was given back for another process", shard)

    def mark_ready(self, shard: int) -> None:
        """Record that Discord has sent the servers of a shard, unless it was given back meanwhile."""
        if shard not in self._connected:
            return
        self._ready.add(shard)
        log.info("shard %d is connected", shard)
        self.ready_event.set()

    def knows_guild(self, guild: int) -> bool:
        """Return whether Discord has said if the bot is on this server."""
        return find_shard(guild, self.keeper.session.shard_count) in self._ready

    async def wait_for_identify(self, place: int) -> None:
        """Wait until Discord lets this process open a session, and keep the others from it for as long as it must be.

        place: of the shard among those that Discord lets the bot open at the same time: the remainder of its number by
        `max_concurrency`. discord.py ends the bot if this raises: without the database it waits for as long as another
        process might need.
        """
        may_identify: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        turn = asyncio.create_task(self._hold_identify_lock(may_identify, place), name="identifying")
        self._identify_tasks.add(turn)
        turn.add_done_callback(self._identify_tasks.discard)
        try:
            await may_identify
        except asyncio.CancelledError:  # it has taken too long for discord.py, which tries again
            turn.cancel()
            raise

    async def _hold_identify_lock(self, may_identify: asyncio.Future[None], place: int) -> None:
        def let_identify() -> None:
            if not may_identify.done():
                may_identify.set_result(None)

        try:
            async with self._service.db.hold_job(Job.IDENTIFY, place):
                let_identify()
                await asyncio.sleep(IDENTIFY_SECONDS)
        except StorageError as error:
            log.warning("whether another process opens a session of the gateway is not known: %s", error)
            await asyncio.sleep(IDENTIFY_SECONDS)
            let_identify()

    async def close(self) -> None:
        """Let others identify."""
        tasks = [*self._identify_tasks, *self._disconnect_tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
