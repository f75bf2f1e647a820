"""Lobbies that are not started close by themselves, after a warning a day before."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import TableService, consent
from bot.table.background import timer_worker
from bot.table.lobby import seating
from bot.table.notices.outbox import Notice
from bot.table.terms.table_terms import TableTerms
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import games as game_rows
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, MARCO, Clock, Players


async def fire_due_timers(service: TableService, clock: Clock) -> None:
    while (row := await timer_rows.load_next_timer(service.db)) is not None and row.due_at <= clock():
        await timer_worker.serve_timer(service, row)


async def load_notices(service: TableService, table_id: int) -> list[Notice]:
    rows = await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.NOTICE)
    return [msgspec.json.decode(row.payload, type=Notice) for row in reversed(rows)]


async def open_lobby(service: TableService) -> int:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.add_computer(service, table, AOI)
    return table_id


async def load_status(service: TableService, table_id: int) -> str:
    row = await game_rows.load_game(service.db, table_id)
    assert row is not None
    return row.status


async def test_a_table_that_is_not_started_closes_after_14_days(service: TableService, clock: Clock) -> None:
    table_id, opened = await open_lobby(service), clock()
    clock.pass_hours(13 * 24 - 0.1)
    await fire_due_timers(service, clock)
    assert await load_notices(service, table_id) == []
    clock.pass_hours(0.1)
    await fire_due_timers(service, clock)
    [warning] = await load_notices(service, table_id)
    assert warning.mention == (AOI.id, MARCO.id)
    assert warning.msg.args["at"] == opened // 1000 + 14 * 86_400
    clock.pass_hours(23.9)
    await fire_due_timers(service, clock)
    assert await load_status(service, table_id) == "open"
    clock.pass_hours(0.1)
    await fire_due_timers(service, clock)
    assert await load_status(service, table_id) == "ended"
    assert [notice.msg.key for notice in await load_notices(service, table_id)] == ["notice.expires", "notice.expired"]
    assert await timer_rows.load_next_timer(service.db) is None
    await seating.open_table(service, 1, 7, MARCO, "flotsam", TableTerms(language="en"))


async def test_late_warning_still_gives_a_day(service: TableService, clock: Clock) -> None:
    table_id = await open_lobby(service)
    clock.pass_hours(20 * 24)
    await fire_due_timers(service, clock)
    assert await load_status(service, table_id) == "open"
    clock.pass_hours(24)
    await fire_due_timers(service, clock)
    assert await load_status(service, table_id) == "ended"


async def test_a_table_that_has_started_does_not_close(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="none")
    assert not [row for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "expiry"]
    clock.pass_hours(30 * 24)
    await fire_due_timers(service, clock)
    assert await load_status(service, table_id) == "playing"


@pytest.mark.parametrize("key", ["warn", "close"])
async def test_leftover_timer_does_no_harm(service: TableService, players: Players, clock: Clock, key: str) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="none")
    async with service.db.transaction() as tx:
        await timer_rows.set_timer(tx, table_id, "expiry", key, clock())
    before = len(await load_notices(service, table_id))
    await fire_due_timers(service, clock)
    assert await load_status(service, table_id) == "playing"
    assert len(await load_notices(service, table_id)) == before


async def test_a_table_that_its_host_closes_is_not_closed_again(service: TableService, clock: Clock) -> None:
    table_id = await open_lobby(service)
    async with service.lock_table(table_id) as table:
        await consent.end_open_table(service, table, AOI)
    assert await timer_rows.load_timers(service.db, table_id) == []
