"""A process connects the shards that it holds: none of them waits for another, and none is forgotten."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_ui import shard_connections
from bot.discord_ui.shard_connections import ShardConnections
from bot.operating_system import read_steady_clock
from bot.table import TableService
from bot.table.background.bot_presence import BotPresence
from bot.table.service import table_service
from storage import Database, DatabaseAddress, DatabaseFull
from storage.kinds import Job
from storage.shards.ownership import ID_SHIFT
from tests.table.conftest import AOI, MARCO, Clock, Players

pytestmark = pytest.mark.sqlite_only(reason="writes without a lease")


class Gateway:
    """The client of a process: connects one shard when it may."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.may_connect = asyncio.Event()
        self.connections: dict[int, Any] = {}

    def get_shard(self, shard_id: int) -> Any:
        return self.connections.get(shard_id)

    async def launch_shard(self, gateway: object, shard_id: int) -> None:
        self.calls.append(f"connect {shard_id}")
        await self.may_connect.wait()

        async def disconnect() -> None:
            self.calls.append(f"disconnect {shard_id}")

        self.connections[shard_id] = SimpleNamespace(is_closed=lambda: False, disconnect=disconnect)

    async def wait_for_session_starts(self) -> None:
        self.calls.append("ask")

    def resume_tables(self, shards: Collection[int]) -> None:
        self.calls.append(f"take up {sorted(shards)}")

    def end_after_upgrade(self) -> None:
        self.calls.append("end")


class ConnectingProcess:
    """A process that holds shard 0 of 2."""

    def __init__(self, db: Database) -> None:
        self.ownership = db.ownership
        self.ownership.shard_count, self.ownership.tokens, self.ownership.resting = 2, {0: 1}, {0}
        self.ownership.trusted_until_ms = read_steady_clock() + 3_600_000
        self._tokens = itertools.count(2)
        self.gateway = Gateway()
        self.surplus: int | None = None
        self.service = TableService(db, Clock(), "en")
        self.presence = BotPresence(self.service, self.is_reached)
        keeper: Any = SimpleNamespace(
            ownership=self.ownership,
            session=SimpleNamespace(owner=1, shard_count=2),
            shards_changed=asyncio.Event(),
            find_surplus=lambda: self.surplus,
            is_superseded=False,
            give_back=self.give_back,
        )
        self.has_deliveries = False
        sender: Any = SimpleNamespace(finish_foreign_deliveries=self.finish_deliveries)
        client: Any = self.gateway
        self.connections = ShardConnections(client, self.service, keeper, self.presence, sender)

    def is_reached(self, shard: int) -> bool:
        return self.connections.is_shard_connected(shard)

    async def finish_deliveries(self, seconds: float) -> bool:
        self.gateway.calls.append("finish deliveries")
        return not self.has_deliveries

    async def give_back(self, shard: int) -> None:
        del self.ownership.tokens[shard]
        self.gateway.calls.append(f"give back {shard}")

    def take_shard(self, shard: int) -> None:
        self.ownership.resting.add(shard)
        self.ownership.tokens[shard] = next(self._tokens)
        self.connections.keeper.shards_changed.set()

    async def wait_until_served_again(self) -> None:
        """Wait until both shards are served, and a look longer. The next try is far away."""
        async with asyncio.timeout(60):
            while self.ownership.served_shards != (0, 1):
                await asyncio.sleep(0.01)
        tries = len(self.gateway.calls)
        await asyncio.sleep(0.1)
        assert len(self.gateway.calls) == tries and self.connections._next_return_ms > read_steady_clock()

    async def wait_for(self, *calls: str) -> None:
        """Wait until the last calls are these."""
        async with asyncio.timeout(60):
            while self.gateway.calls[-len(calls) :] != list(calls):
                await asyncio.sleep(0.01)


@pytest.fixture
async def process(database: DatabaseAddress) -> AsyncIterator[ConnectingProcess]:
    async with await Database.open(database) as db:
        process = ConnectingProcess(db)
        tasks = [asyncio.create_task(work()) for work in (process.connections.run, process.connections.keep_launching)]
        yield process
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_no_take_up_waits_for_a_connection(process: ConnectingProcess) -> None:
    """One that cannot be opened keeps no other shard from being taken up. The starts of the day are asked for first."""
    await process.wait_for("take up [0]", "ask", "connect 0")
    process.take_shard(1)
    await process.wait_for("connect 0", "take up [1]")
    assert process.ownership.served_shards == (0, 1)
    process.gateway.may_connect.set()
    await process.wait_for("take up [1]", "ask", "connect 1")
    process.connections.mark_ready(0)
    assert process.presence.attended_shards == {0}
    assert process.connections.problem == "Discord is not connected for all of the shards 0, 1"
    process.connections.mark_ready(1)
    assert process.presence.attended_shards == {0, 1} and process.connections.problem is None


async def test_a_process_ends_once_newer_ones_serve_all_tables(process: ConnectingProcess) -> None:
    await process.wait_for("connect 0")
    keeper: Any = process.connections.keeper
    keeper.is_superseded = True
    keeper.shards_changed.set()
    await process.wait_for("connect 0", "end")


async def test_a_connection_of_a_shard_that_was_given_back_meanwhile_is_closed(process: ConnectingProcess) -> None:
    await process.wait_for("connect 0")
    del process.ownership.tokens[0]
    process.connections._connected.discard(0)
    process.gateway.may_connect.set()
    await process.wait_for("connect 0", "disconnect 0")
    process.connections.mark_ready(0)
    assert not process.connections.is_shard_connected(0)


async def test_a_shard_that_is_held_and_not_served_is_reported(
    process: ConnectingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def raise_disk_full() -> frozenset[int]:
        process.gateway.calls.append("disk full")
        raise DatabaseFull("disk is full")

    process.gateway.may_connect.set()
    await process.wait_for("connect 0")
    process.connections.mark_ready(0)
    monkeypatch.setattr(process.presence, "start_serving_shards", raise_disk_full)
    process.take_shard(1)
    await process.wait_for("disk full")
    assert process.connections.problem is None
    monkeypatch.setattr(shard_connections, "REST_MS", -1)
    assert process.connections.problem == "this process holds the shards 1 and does not serve them"


async def test_a_shard_at_which_something_is_under_way_is_served_again_for_a_while(
    process: ConnectingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of another shard keeps nobody waiting. The workers then look at what they have left out meanwhile."""
    monkeypatch.setattr(table_service, "DRAIN_SECONDS", 0.05)
    monkeypatch.setattr(shard_connections, "POLL_SECONDS", 0.02)
    process.gateway.may_connect.set()
    await process.wait_for("connect 0")
    process.take_shard(1)
    await process.wait_for("connect 1")
    clock = process.service.clock
    assert isinstance(clock, Clock)
    tables = [await Players(process.service, clock).start_table(AOI, MARCO, channel=number) for number in (7, 8)]
    async with process.service.db.transaction() as tx:
        await tx.execute("UPDATE games SET guild_id = ? WHERE id = ?", (1 << ID_SHIFT, tables[1]))
    process.service.forget_tables()
    process.gateway.calls.clear()
    async with process.service.lock_table(tables[0]):
        async with process.service.lock_table(tables[1]):
            process.service.outbox_ready.clear()
            process.service.timers_changed.clear()
            process.surplus = 1
            await process.wait_for("finish deliveries")
            await process.wait_until_served_again()
            assert process.service.outbox_ready.is_set() and process.service.timers_changed.is_set()
        process.has_deliveries = True
        process.connections._next_return_ms = 0
        await process.wait_for("finish deliveries", "finish deliveries")
        await process.wait_until_served_again()
        process.has_deliveries = False
        process.connections._next_return_ms = 0
        await process.wait_for(*["finish deliveries"] * 3, "give back 1")
        process.surplus = None
    assert list(process.ownership.tokens) == [0]


async def test_a_shard_that_was_given_back_stays_connected_for_a_while(
    process: ConnectingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the process takes it again, it is connected anew; it ends only after the last one is disconnected."""
    monkeypatch.setattr(shard_connections, "POLL_SECONDS", 0.02)
    calls, home, keeper = process.gateway.calls, 1 << ID_SHIFT, process.connections.keeper
    process.gateway.may_connect.set()
    await process.wait_for("connect 0")
    process.take_shard(1)
    await process.wait_for("connect 1")
    process.connections.mark_ready(1)

    async def give_shard_back() -> None:
        process.surplus = 1
        await process.wait_for("give back 1")
        process.surplus = None
        assert process.ownership.was_given_back(home) and not process.ownership.was_given_back(0)
        assert not process.connections.is_shard_connected(1)

    await give_shard_back()
    process.take_shard(1)
    assert not process.ownership.was_given_back(home)
    await process.wait_for("ask", "disconnect 1", "connect 1")
    monkeypatch.setattr(shard_connections, "LEAVE_SECONDS", 0.2)
    await give_shard_back()
    monkeypatch.setattr(keeper, "is_superseded", True)
    async with asyncio.timeout(60):
        while "end" not in calls:
            await asyncio.sleep(0.01)
    assert calls[calls.index("end") - 1] == "disconnect 1" and process.ownership.given_back_shards == set()


async def test_a_shard_that_was_given_back_twice_is_left_by_the_second_time(
    process: ConnectingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was taken in between, and given back while another shard was still being connected."""
    monkeypatch.setattr(shard_connections, "POLL_SECONDS", 0.02)
    leaving = []
    await process.wait_for("connect 0")
    for seconds in (1.0, 60.0):
        monkeypatch.setattr(shard_connections, "LEAVE_SECONDS", seconds)
        process.take_shard(1)
        async with asyncio.timeout(60):
            while process.ownership.served_shards != (0, 1):
                await asyncio.sleep(0.01)
        process.surplus = 1
        await process.wait_for("give back 1")
        process.surplus = None
        leaving.append(process.connections._disconnect_tasks[1])
    await asyncio.wait(leaving[:1])
    assert process.ownership.was_given_back(1 << ID_SHIFT) and process.connections._disconnect_tasks == {1: leaving[1]}
    await process.connections.close()


async def test_an_identify_that_is_given_up_waits_for_no_lock(
    process: ConnectingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []

    @asynccontextmanager
    async def wait_for_ever(_: Database, job: Job, place: int) -> AsyncIterator[None]:
        try:
            await asyncio.sleep(3600)
        finally:
            steps.append(f"job {job} at {place} given up")
        yield

    monkeypatch.setattr(Database, "hold_job", wait_for_ever)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(process.connections.wait_for_identify(3), timeout=0.05)
    async with asyncio.timeout(60):
        while not steps:
            await asyncio.sleep(0.01)
    assert steps == [f"job {Job.IDENTIFY} at 3 given up"]
