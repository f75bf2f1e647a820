"""Outages count for no clock: the bot was stopped or disconnected, or the system clock was changed."""

from __future__ import annotations

import asyncio

import pytest

from bot.table import TableService
from bot.table.background import bot_presence as presence_module
from bot.table.background import timer_worker
from bot.table.background.bot_presence import BotPresence
from storage import DatabaseFull
from storage.messages import outbox_rows
from storage.time import presence as presence_rows
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

HOUR = 3_600_000


class MonotonicClock:
    """Monotonic clock in milliseconds."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


class Connection:
    def __init__(self) -> None:
        self.is_connected = True

    def __call__(self, shard: int) -> bool:
        return self.is_connected


@pytest.fixture
def steady() -> MonotonicClock:
    return MonotonicClock()


@pytest.fixture
def here() -> Connection:
    return Connection()


@pytest.fixture
async def presence(service: TableService, steady: MonotonicClock, here: Connection) -> BotPresence:
    arrived_presence = BotPresence(service, here, steady)
    await arrived_presence.settle_outage_at_start()
    return arrived_presence


async def start_bidding(service: TableService, players: Players) -> int:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await players.answer(table, 0, "raise:tea", "raise:silk")
        await players.answer(table, 0, "yes")
    return table_id


async def load_due_hours(service: TableService, clock: Clock, kind: str = "timeout") -> set[float]:
    """Return the hours until the table's timers of this kind."""
    return {(row.due_at - clock()) / HOUR for row in await timer_rows.load_timers(service.db, 1) if row.kind == kind}


async def fire_due_timers(service: TableService, clock: Clock) -> None:
    while (row := await timer_rows.load_next_timer(service.db)) is not None and row.due_at <= clock():
        await timer_worker.serve_timer(service, row)


async def test_weekend_outage_ends_no_turn(
    service: TableService, players: Players, clock: Clock, presence: BotPresence
) -> None:
    table_id = await start_bidding(service, players)
    assert await load_due_hours(service, clock) == {72}
    clock.pass_hours(70)
    again = TableService(service.db, clock, "en")
    arrived = BotPresence(again, lambda _: True)
    await arrived.settle_outage_at_start()
    await arrived.settle_tables()
    assert await load_due_hours(again, clock) == {72}
    clock.pass_hours(71)
    await fire_due_timers(again, clock)
    async with again.lock_table(table_id) as table:
        assert table.waiting == (0, 1, 2)


async def test_no_timeout_in_the_first_hour_after_an_outage(
    service: TableService,
    players: Players,
    clock: Clock,
    steady: MonotonicClock,
    here: Connection,
    presence: BotPresence,
) -> None:
    await start_bidding(service, players)
    clock.pass_hours(71.9)
    steady.now += int(71.9 * HOUR)
    presence._last_here = {(0, 0): (clock(), steady())}
    here.is_connected = False
    clock.pass_hours(0.05)
    steady.now += int(0.05 * HOUR)
    await presence.check_presence()
    here.is_connected = True
    await presence.check_presence()
    assert min(await load_due_hours(service, clock)) >= 1


async def test_no_time_passes_while_discord_is_unreachable(
    service: TableService,
    players: Players,
    clock: Clock,
    steady: MonotonicClock,
    here: Connection,
    presence: BotPresence,
) -> None:
    await start_bidding(service, players)
    here.is_connected = False
    for _ in range(10):
        clock.pass_hours(1)
        steady.now += HOUR
        await presence.check_presence()
    here.is_connected = True
    await presence.check_presence()
    assert {round(hours, 1) for hours in await load_due_hours(service, clock)} == {72}


async def test_regular_checks_do_not_move_deadlines(
    service: TableService, players: Players, clock: Clock, steady: MonotonicClock, presence: BotPresence
) -> None:
    await start_bidding(service, players)
    for _ in range(120):
        clock.now += 30_000
        steady.now += 30_000
        await presence.check_presence()
    assert await load_due_hours(service, clock) == {71}


@pytest.mark.parametrize("jump", [-24, 24])
async def test_changed_system_clock_moves_no_deadline(
    service: TableService, players: Players, clock: Clock, steady: MonotonicClock, presence: BotPresence, jump: int
) -> None:
    await start_bidding(service, players)
    before = await load_due_hours(service, clock, "reminder")
    clock.pass_hours(jump)
    steady.now += 30_000
    await presence.check_presence()
    assert {round(hours) for hours in await load_due_hours(service, clock)} == {72}
    if jump < 0:
        assert {round(hours) for hours in await load_due_hours(service, clock, "reminder")} == {
            round(hours) for hours in before
        }
    assert len(await outbox_rows.load_ready_rows(service.db, clock())) == 1  # the pending message can be sent now


async def test_unwritable_presence_is_retried(
    service: TableService, clock: Clock, here: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def raise_disk_full(*_: object) -> None:
        raise DatabaseFull("database or disk is full")

    arriving = BotPresence(service, here)
    with monkeypatch.context() as disk:
        disk.setattr(presence_rows, "save_online", raise_disk_full)
        await arriving.settle_outage_at_start()
        assert not arriving.is_here
        keeping = asyncio.create_task(arriving.keep_checking())
        disk.setattr(presence_module, "CHECK_SECONDS", 0.0)
        await asyncio.sleep(0.05)
        assert not keeping.done() and not arriving.is_here
    keeping.cancel()
    await arriving.check_presence()
    restored = arriving
    assert restored.is_here
