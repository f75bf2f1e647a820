"""Tables that nobody starts close by themselves, and their people know it a day before."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import TableService, consent
from bot.table.announce import Notice
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.time import timers
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import games as game_rows
from storage.time import timers as timer_rows

from .conftest import AOI, MARCO, Clock, Players


async def run(tables: TableService, clock: Clock) -> None:
    while (row := await timer_rows.earliest(tables.db)) is not None and row.due_at <= clock():
        await timers.fire(tables, row)


async def told(tables: TableService, game: int) -> list[Notice]:
    rows = await outbox.newest_first(tables.db, game, Saying.NOTICE)
    return [msgspec.json.decode(row.payload, type=Notice) for row in reversed(rows)]


async def lobby(tables: TableService) -> int:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.add_computer(tables, live, AOI)
    return game


async def status(tables: TableService, game: int) -> str:
    row = await game_rows.get(tables.db, game)
    assert row is not None
    return row.status


async def test_a_table_that_is_not_started_closes_after_14_days(tables: TableService, clock: Clock) -> None:
    game, opened = await lobby(tables), clock()
    clock.pass_hours(13 * 24 - 0.1)
    await run(tables, clock)
    assert await told(tables, game) == []
    clock.pass_hours(0.1)
    await run(tables, clock)
    [warned] = await told(tables, game)
    assert warned.mention == (AOI.id, MARCO.id)
    assert warned.msg.args["at"] == opened // 1000 + 14 * 86_400
    clock.pass_hours(23.9)
    await run(tables, clock)
    assert await status(tables, game) == "open"
    clock.pass_hours(0.1)
    await run(tables, clock)
    assert await status(tables, game) == "ended"
    assert [notice.msg.key for notice in await told(tables, game)] == ["notice.expires", "notice.expired"]
    assert await timer_rows.earliest(tables.db) is None
    await seating.open_table(tables, 1, 7, MARCO, "flotsam", Agreement(language="en"))


async def test_its_people_have_a_day_also_when_they_are_told_late(tables: TableService, clock: Clock) -> None:
    game = await lobby(tables)
    clock.pass_hours(20 * 24)
    await run(tables, clock)
    assert await status(tables, game) == "open"
    clock.pass_hours(24)
    await run(tables, clock)
    assert await status(tables, game) == "ended"


async def test_a_table_that_has_started_does_not_close(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="none")
    assert not [row for row in await timer_rows.of_game(tables.db, game) if row.kind == "expiry"]
    clock.pass_hours(30 * 24)
    await run(tables, clock)
    assert await status(tables, game) == "playing"


@pytest.mark.parametrize("key", ["warn", "close"])
async def test_a_timer_left_behind_does_no_harm(tables: TableService, players: Players, clock: Clock, key: str) -> None:
    game = await players.open(AOI, MARCO, pace="none")
    async with tables.db.transaction() as tx:
        await timer_rows.put(tx, game, "expiry", key, clock())
    before = len(await told(tables, game))
    await run(tables, clock)
    assert await status(tables, game) == "playing"
    assert len(await told(tables, game)) == before


async def test_a_table_that_its_host_closes_is_not_closed_again(tables: TableService, clock: Clock) -> None:
    game = await lobby(tables)
    async with tables.at(game) as live:
        await consent.end_open_table(tables, live, AOI)
    assert await timer_rows.of_game(tables.db, game) == []
