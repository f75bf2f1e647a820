"""Each table takes an outage out of its clocks by itself: once, before anything of it fires, and whatever is killed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.table import Table, TableService
from bot.table.background import timer_worker
from bot.table.background.bot_presence import BotPresence
from bot.table.deadline import deadlines, outages
from bot.table.personal import table_inbox
from storage import Database, Transaction
from storage.kinds import TimerKind
from storage.messages import inbox_rows, outbox_rows
from storage.time import clocks, timers
from tests.table.conftest import AOI, MARCO, Clock, Players

HOUR = 3_600_000


class KilledThere(BaseException):
    """The bot was killed."""


@pytest.fixture
async def tables(players: Players, service: TableService, clock: Clock) -> list[int]:
    """Three tables with running clocks; the bot was last here an hour after they began."""
    found = [await players.start_table(AOI, MARCO, channel=number, pace="steady") for number in (7, 8, 9)]
    clock.pass_hours(1)
    await BotPresence(service, lambda _: True).settle_outage_at_start()
    return found


async def load_times(db: Database, table_ids: list[int], now: int) -> list[object]:
    """Return of each table what its clocks have counted until now, and in how many ms its timers are due."""
    times: list[object] = []
    for table_id in table_ids:
        rows = (await clocks.load_clocks(db, table_id)).values()
        times.append([row.used_ms + now - row.running_since for row in rows if row.running_since is not None])
        times.append([(row.kind, row.key, row.due_at - now) for row in await timers.load_timers(db, table_id)])
    return times


@pytest.mark.parametrize("step", range(1, 10))
async def test_settling_goes_on_after_a_kill_at_any_transaction(
    service: TableService, tables: list[int], clock: Clock, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Its transactions: the notice, the presence, then two of each table."""
    before = await load_times(service.db, tables, clock())
    transaction, count = Database.transaction, 0

    @asynccontextmanager
    async def die_before_commit(db: Database) -> AsyncIterator[Transaction]:
        nonlocal count
        count += 1
        async with transaction(db) as tx:
            yield tx
            if count == step:
                raise KilledThere

    async def start_again(hours_later: int) -> None:
        clock.pass_hours(hours_later)
        presence = BotPresence(TableService(service.db, clock, "en"), lambda _: True)
        await presence.settle_outage_at_start()
        await presence.settle_tables()

    with monkeypatch.context() as dead:
        dead.setattr(Database, "transaction", die_before_commit)
        if step <= 8:
            with pytest.raises(KilledThere):
                await start_again(10)
        else:
            await start_again(10)
            assert count == 8
    await start_again(5)
    assert await load_times(service.db, tables, clock()) == before
    assert await inbox_rows.list_games(service.db) == []


async def test_nothing_of_a_table_is_due_before_its_outage_is_settled(
    service: TableService, tables: list[int], clock: Clock
) -> None:
    """After a step forward all timers and messages seem due."""
    async with service.db.transaction() as tx:
        await outages.announce_outage(tx, outages.Outage(clock(), clock() + 900 * HOUR, 900 * HOUR))
        for table_id in tables:
            await timers.set_timer(tx, table_id, TimerKind.EXPIRY, "", clock() + HOUR)
    service.forget_tables()
    clock.pass_hours(900)
    assert await timers.load_next_timer(service.db) is None
    assert await outbox_rows.load_ready_rows(service.db, clock()) == []
    async with service.lock_table(tables[1]):
        pass
    row = await timers.load_next_timer(service.db)
    assert row is not None and row.game == tables[1] and row.due_at > clock()
    assert {row.game for row in await outbox_rows.load_ready_rows(service.db, clock())} == {tables[1]}


async def test_damaged_table_keeps_its_outage_and_no_other_table_waits(
    service: TableService, tables: list[int], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await load_times(service.db, tables, clock())
    arm_timers = deadlines.arm_timers

    async def fail(tx: Transaction, table: Table, now: int) -> None:
        if table.id == tables[0]:
            raise ValueError("damaged")
        await arm_timers(tx, table, now)

    clock.pass_hours(10)
    presence = BotPresence(service, lambda _: True)
    with monkeypatch.context() as damaged:
        damaged.setattr(deadlines, "arm_timers", fail)
        await presence.settle_outage_at_start()
        await presence.settle_tables()
        assert (await load_times(service.db, tables, clock()))[2:] == before[2:]
        assert await inbox_rows.list_games(service.db) == [tables[0]]
    await table_inbox.work_all_inboxes(service)
    assert await load_times(service.db, tables, clock()) == before


async def test_timer_of_before_finds_its_table_settled(service: TableService, tables: list[int], clock: Clock) -> None:
    """The worker has loaded it just before the outage was noticed."""
    row = await timers.load_next_timer(service.db)
    assert row is not None
    before = await load_times(service.db, tables, clock())
    clock.pass_hours(900)
    await BotPresence(service, lambda _: True).settle_outage_at_start()
    await timer_worker.serve_timer(service, row)
    nth = tables.index(row.game)
    assert (await load_times(service.db, tables, clock()))[2 * nth : 2 * nth + 2] == before[2 * nth : 2 * nth + 2]
