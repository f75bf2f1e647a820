"""Facts and limits that follow from seats left open: excused in an emergency, merged within a day, never a lock-out."""

from __future__ import annotations

import pytest

from bot.table import TableService, preferences
from bot.table.knowing import servers
from bot.table.knowing.facts import facts
from bot.table.knowing.load import LEAST, MORE, Load, load_of, marked
from bot.table.knowing.servers import Server
from bot.table.life import vacancy
from bot.table.live import LiveTable
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.time.hours import HOUR
from engines.kernel import Refused
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

SERVER, DAYS = 1, 24


async def limit(tables: TableService) -> None:
    await servers.settle(tables.db, SERVER, Server(limited=True))


async def load(tables: TableService) -> Load:
    """Aoi's."""
    return await load_of(tables.db, AOI.id, SERVER, tables.clock())


def empty(live: LiveTable) -> int:
    """The seat that is open."""
    return next(one.seat for one in live.seats if one.is_vacant)


async def leaves(tables: TableService, players: Players, channel: int) -> int:
    """Aoi sits down at a table of three and gives the seat up; the table."""
    game = await players.open(MARCO, AOI, JULES, channel=channel)
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, AOI)
    return game


async def test_only_a_server_that_wants_it_limits_and_an_open_seat_can_always_be_taken(
    tables: TableService, players: Players
) -> None:
    left = await leaves(tables, players, 90)
    for channel in range(MORE):
        await seating.open_table(tables, SERVER, channel, AOI, "flotsam", Agreement(language="en"))
    assert await load(tables) == Load(3, 3)
    await limit(tables)
    with pytest.raises(Refused, match=r"server\.refused\.load"):
        await seating.open_table(tables, SERVER, 50, AOI, "flotsam", Agreement(language="en"))
    other = await seating.open_table(tables, SERVER, 51, MARCO, "flotsam", Agreement(language="en"))
    async with tables.at(other) as live:
        with pytest.raises(Refused, match=r"server\.refused\.load"):
            await seating.join(tables, live, AOI)
        await seating.join(tables, live, JULES)
    async with tables.at(left) as live:
        await vacancy.take(tables, live, AOI, empty(live))
    elsewhere = await seating.open_table(tables, SERVER + 1, 52, AOI, "flotsam", Agreement(language="en"))
    assert elsewhere and (await load(tables)).held == 4, "tables of another server are not this one's matter"


async def test_finished_games_raise_it_and_open_seats_lower_it_for_a_year(
    tables: TableService, players: Players, clock: Clock
) -> None:
    for channel in range(2):
        await players.finish(await players.open(AOI, MARCO, channel=channel))
    assert (await load(tables)).most == 2 + MORE
    await leaves(tables, players, 10)
    clock.pass_hours(2 * DAYS)
    assert (await load(tables)).most == 2 + MORE, "one in a year costs nothing"
    await leaves(tables, players, 11)
    assert (await load(tables)).most == MORE
    clock.pass_hours(1)
    await leaves(tables, players, 12)
    assert (await load(tables)).most == MORE, "left within the same day: one mark"
    for channel in range(13, 17):
        clock.pass_hours(2 * DAYS)
        await leaves(tables, players, channel)
    assert (await load(tables)).most == LEAST
    game = await leaves(tables, players, 30)
    async with tables.at(game) as live:
        await vacancy.take(tables, live, AOI, empty(live))
    clock.pass_hours(366 * DAYS)
    assert (await load(tables)).most == 2 + MORE, "a year ago is forgotten"


async def test_a_seat_taken_over_and_finished_makes_up_for_one(
    tables: TableService, players: Players, clock: Clock
) -> None:
    for channel in range(2):
        await leaves(tables, players, channel)
        clock.pass_hours(2 * DAYS)
    assert (await load(tables)).most == MORE - 2
    game = await players.open(MARCO, JULES, channel=40)
    async with tables.at(game) as live:
        await vacancy.offer(tables, live, JULES, AOI)
        await vacancy.take(tables, live, AOI, empty(live))
    assert (await load(tables)).most == MORE - 2, "not before the end"
    await players.finish(game)
    assert (await load(tables)).most == 1 + MORE - 1, "a finished game, and a mark made up for"


async def test_an_emergency_excuses_a_seat_in_the_facts_as_in_the_ratings(
    tables: TableService, players: Players, clock: Clock
) -> None:
    await players.finish(await players.open(AOI, MARCO, channel=1))
    clock.pass_hours(1)
    await preferences.emergency(tables, AOI)
    clock.pass_hours(1)
    await leaves(tables, players, 2)
    assert (await facts(tables.db, AOI.id, clock())).finished == 1
    clock.pass_hours(40 * DAYS)
    await leaves(tables, players, 3)
    assert (await facts(tables.db, AOI.id, clock())).finished == 0


def test_what_was_left_within_a_day_is_one_mark() -> None:
    """Edge case 24: the same person late at two tables at once is one mark; no chain of days."""
    assert [marked([int(at * HOUR) for at in times]) for times in ((), (0, 23.9), (0, 24), (0, 20, 30))] == [0, 1, 2, 2]
