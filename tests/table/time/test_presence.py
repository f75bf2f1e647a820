"""Time in which nobody could answer counts for nobody: the bot was stopped, cut off, or its clock was set."""

from __future__ import annotations

import asyncio

import pytest

from bot.table import TableService
from bot.table.time import presence as presence_module
from bot.table.time import timers
from bot.table.time.presence import Presence
from storage import DatabaseFull
from storage.messages import outbox
from storage.time import presence as presence_rows
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

HOUR = 3_600_000


class Steady:
    """Milliseconds since some beginning; only goes forward."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


class Here:
    def __init__(self) -> None:
        self.connected = True

    def __call__(self) -> bool:
        return self.connected


@pytest.fixture
def steady() -> Steady:
    return Steady()


@pytest.fixture
def here() -> Here:
    return Here()


@pytest.fixture
async def presence(tables: TableService, steady: Steady, here: Here) -> Presence:
    found = Presence(tables, here, steady)
    await found.arrive()
    return found


async def bids_open(tables: TableService, players: Players) -> int:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await players.say(live, 0, "raise:tea", "raise:silk")
        await players.say(live, 0, "yes")
    return game


async def due(tables: TableService, clock: Clock, kind: str = "timeout") -> set[float]:
    """In how many hours."""
    return {(row.due_at - clock()) / HOUR for row in await timer_rows.of_game(tables.db, 1) if row.kind == kind}


async def let_run(tables: TableService, clock: Clock) -> None:
    while (row := await timer_rows.earliest(tables.db)) is not None and row.due_at <= clock():
        await timers.fire(tables, row)


async def test_a_weekend_without_the_bot_ends_nobodys_turn(
    tables: TableService, players: Players, clock: Clock, presence: Presence
) -> None:
    game = await bids_open(tables, players)
    assert await due(tables, clock) == {72}
    clock.pass_hours(70)
    again = TableService(tables.db, clock, "en")
    arrived = Presence(again, lambda: True)
    await arrived.arrive()
    await arrived.rearm()
    assert await due(again, clock) == {72}
    clock.pass_hours(71)
    await let_run(again, clock)
    async with again.at(game) as live:
        assert live.waiting == (0, 1, 2)


async def test_nobody_runs_out_in_the_first_hour_after(
    tables: TableService, players: Players, clock: Clock, steady: Steady, here: Here, presence: Presence
) -> None:
    await bids_open(tables, players)
    clock.pass_hours(71.9)
    steady.now += int(71.9 * HOUR)
    presence._last = clock(), steady()
    here.connected = False
    clock.pass_hours(0.05)
    steady.now += int(0.05 * HOUR)
    await presence.look()
    here.connected = True
    await presence.look()
    assert min(await due(tables, clock)) >= 1


async def test_while_discord_is_away_no_time_passes(
    tables: TableService, players: Players, clock: Clock, steady: Steady, here: Here, presence: Presence
) -> None:
    await bids_open(tables, players)
    here.connected = False
    for _ in range(10):
        clock.pass_hours(1)
        steady.now += HOUR
        await presence.look()
    here.connected = True
    await presence.look()
    assert {round(hours, 1) for hours in await due(tables, clock)} == {72}


async def test_looking_every_half_minute_moves_nothing(
    tables: TableService, players: Players, clock: Clock, steady: Steady, presence: Presence
) -> None:
    await bids_open(tables, players)
    for _ in range(120):
        clock.now += 30_000
        steady.now += 30_000
        await presence.look()
    assert await due(tables, clock) == {71}


@pytest.mark.parametrize("jump", [-24, 24])
async def test_a_clock_that_is_set_neither_silences_the_bot_nor_ends_turns(
    tables: TableService, players: Players, clock: Clock, steady: Steady, presence: Presence, jump: int
) -> None:
    await bids_open(tables, players)
    before = await due(tables, clock, "reminder")
    clock.pass_hours(jump)
    steady.now += 30_000
    await presence.look()
    assert {round(hours) for hours in await due(tables, clock)} == {72}
    if jump < 0:
        assert {round(hours) for hours in await due(tables, clock, "reminder")} == {round(hours) for hours in before}
    assert len(await outbox.ready(tables.db, clock())) == 1  # what was to be said can be said now


async def test_what_cannot_be_stored_ends_nothing_and_is_tried_again(
    tables: TableService, clock: Clock, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise DatabaseFull("database or disk is full")

    arriving = Presence(tables, here)
    with monkeypatch.context() as disk:
        disk.setattr(presence_rows, "here", full)
        await arriving.arrive()
        assert not arriving.is_here
        keeping = asyncio.create_task(arriving.keep())
        disk.setattr(presence_module, "LOOK_SECONDS", 0.0)
        await asyncio.sleep(0.05)
        assert not keeping.done() and not arriving.is_here
    keeping.cancel()
    await arriving.look()
    there = arriving
    assert there.is_here
