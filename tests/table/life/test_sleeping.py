"""A table that nobody comes to: it sleeps, calls once, is put away, and is never deleted."""

from __future__ import annotations

import pytest

from bot.table import TableService, preferences
from bot.table.life import relief, sleeping, vacancy
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import Refused
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import games
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, MARCO, Clock, Players
from tests.table.short import A, notices, told

from .conftest import EMMA, pass_days

DAY_MS = 86_400_000


async def empty(tables: TableService, players: Players) -> int:
    """Nobody is left who would be called."""
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await relief.leave(tables, live, MARCO)
        await vacancy.offer(tables, live, AOI, None)
        assert live.pauses == {"asleep"}
    return game


async def test_it_calls_once_and_is_put_away(tables: TableService, players: Players, clock: Clock) -> None:
    game = await empty(tables, players)
    while not tables.thinking.empty():
        tables.thinking.get_nowait()
    await pass_days(tables, clock, 13.5)
    assert (await told(tables, game)).count("life.asleep_call") == 0
    await pass_days(tables, clock, 40)
    calls = [notice for notice in await notices(tables, game) if notice.msg.key == "life.asleep_call"]
    assert [call.mention for call in calls] == [(MARCO.id,)]
    assert tables.thinking.empty(), "no computer player goes on by itself"
    assert await tables.find(7) == game
    await pass_days(tables, clock, 7)
    row = await games.get(tables.db, game)
    assert row is not None and row.status == "playing" and row.archived_at is not None
    assert (await told(tables, game))[-1] == "life.archived"
    await seating.open_table(tables, 1, 7, EMMA, "flotsam", Agreement(language="en"))


async def test_a_table_that_was_put_away_is_fetched_again(tables: TableService, players: Players, clock: Clock) -> None:
    """Edge case 40."""
    game = await empty(tables, players)
    await pass_days(tables, clock, 61)
    again = TableService(tables.db, tables.clock, "en")
    async with again.at(game) as live:
        assert live.row.archived_at is not None and live.match is not None
        with pytest.raises(Refused, match="relief"):
            await sleeping.come(again, live, MARCO)
        await relief.come_back(again, live, MARCO)
        woken = await games.get(tables.db, game)
        assert woken is not None and woken.archived_at is None and not live.pauses
        with pytest.raises(Refused, match="awake"):
            await sleeping.come(again, live, MARCO)


async def test_not_where_another_table_stands_by_now(tables: TableService, players: Players, clock: Clock) -> None:
    game = await empty(tables, players)
    await pass_days(tables, clock, 61)
    await seating.open_table(tables, 1, 7, EMMA, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="archived_channel"):
            await relief.come_back(tables, live, MARCO)
    async with tables.at(game) as live:
        assert live.is_archived


async def test_whoever_takes_a_seat_wakes_it(tables: TableService, players: Players) -> None:
    game = await empty(tables, players)
    async with tables.at(game) as live:
        await vacancy.take(tables, live, EMMA, A)
        assert not live.pauses
    assert "life.awake" in await told(tables, game)


async def test_where_nobody_moves_for_four_weeks(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="none")
    clock.pass_hours(27 * 24)
    await sleeping.look(tables)
    async with tables.at(game) as live:
        assert not live.pauses
    clock.pass_hours(24)
    await sleeping.look(tables)
    async with tables.at(game) as live:
        assert live.pauses == {"asleep"}
        await players.say(live, A, "take")
        assert not live.pauses, "a move wakes it"
    spent = await outbox.newest_first(tables.db, game, Saying.SPENT)
    assert [row.key.partition(":")[0] for row in spent] == ["asleep"], "its post goes"
    await sleeping.look(tables)
    async with tables.at(game) as live:
        assert not live.pauses


async def test_holidays_of_all_are_no_sleep(tables: TableService, players: Players, clock: Clock) -> None:
    """Edge case 14."""
    game = await players.open(AOI, MARCO, pace="slow")
    clock.pass_hours(20 * 24)
    for person in (AOI, MARCO):
        await preferences.go_away(tables, person, clock(), clock() + 9 * DAY_MS)
    clock.pass_hours(8.5 * 24)
    await sleeping.look(tables)
    async with tables.at(game) as live:
        assert not live.pauses
    assert {row.kind for row in await timer_rows.of_game(tables.db, game)} <= {"late", "reminder"}
