"""Table limits that follow from seats given up: emergencies excuse, one day counts once, and nobody is locked out."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.clock.waking_hours import HOUR
from bot.table.lobby import seating
from bot.table.personal import preferences
from bot.table.player_records.habits import load_habits
from bot.table.player_records.table_limit import EXTRA_TABLES, MIN_LIMIT, TableCount, count_lapses, load_table_count
from bot.table.seats import open_seats
from bot.table.state.table import Table
from bot.table.terms import server_settings
from bot.table.terms.server_settings import ServerSettings
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

SERVER, DAYS = 1, 24


async def enable_limit(service: TableService) -> None:
    await server_settings.store_server_settings(service.db, SERVER, ServerSettings(is_limited=True))


async def load_aoi_count(service: TableService) -> TableCount:
    """Load Aoi's table count."""
    return await load_table_count(service.db, AOI.id, SERVER, service.clock())


def find_open_seat(table: Table) -> int:
    """Return the open seat."""
    return next(assignment.seat for assignment in table.seats if assignment.is_vacant)


async def leave_seat(service: TableService, players: Players, channel: int) -> int:
    """Start a table of three, let Aoi give up her seat, and return the table's id."""
    table_id = await players.start_table(MARCO, AOI, JULES, channel=channel)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, AOI)
    return table_id


async def test_limit_is_optional_and_never_applies_to_open_seats(service: TableService, players: Players) -> None:
    left_game = await leave_seat(service, players, 90)
    for channel in range(EXTRA_TABLES):
        await seating.open_table(service, SERVER, channel, AOI, "flotsam", TableTerms(language="en"))
    assert await load_aoi_count(service) == TableCount(3, 3)
    await enable_limit(service)
    with pytest.raises(Refused, match=r"server\.refused\.load"):
        await seating.open_table(service, SERVER, 50, AOI, "flotsam", TableTerms(language="en"))
    other = await seating.open_table(service, SERVER, 51, MARCO, "flotsam", TableTerms(language="en"))
    async with service.lock_table(other) as table:
        with pytest.raises(Refused, match=r"server\.refused\.load"):
            await seating.join_table(service, table, AOI)
        await seating.join_table(service, table, JULES)
    async with service.lock_table(left_game) as table:
        await open_seats.take_seat(service, table, AOI, find_open_seat(table))
    elsewhere = await seating.open_table(service, SERVER + 1, 52, AOI, "flotsam", TableTerms(language="en"))
    assert elsewhere and (await load_aoi_count(service)).tables == 4, (
        "tables of another server are not this one's matter"
    )


async def test_finished_games_raise_the_limit_and_given_up_seats_lower_it(
    service: TableService, players: Players, clock: Clock
) -> None:
    for channel in range(2):
        await players.play_to_end(await players.start_table(AOI, MARCO, channel=channel))
    assert (await load_aoi_count(service)).limit == 2 + EXTRA_TABLES
    await leave_seat(service, players, 10)
    clock.pass_hours(2 * DAYS)
    assert (await load_aoi_count(service)).limit == 2 + EXTRA_TABLES, "one in a year costs nothing"
    await leave_seat(service, players, 11)
    assert (await load_aoi_count(service)).limit == EXTRA_TABLES
    clock.pass_hours(1)
    await leave_seat(service, players, 12)
    assert (await load_aoi_count(service)).limit == EXTRA_TABLES, "left within the same day: one mark"
    for channel in range(13, 17):
        clock.pass_hours(2 * DAYS)
        await leave_seat(service, players, channel)
    assert (await load_aoi_count(service)).limit == MIN_LIMIT
    table_id = await leave_seat(service, players, 30)
    async with service.lock_table(table_id) as table:
        await open_seats.take_seat(service, table, AOI, find_open_seat(table))
    clock.pass_hours(366 * DAYS)
    assert (await load_aoi_count(service)).limit == 2 + EXTRA_TABLES, "a year ago is forgotten"


async def test_finished_takeover_offsets_one_mark(service: TableService, players: Players, clock: Clock) -> None:
    for channel in range(2):
        await leave_seat(service, players, channel)
        clock.pass_hours(2 * DAYS)
    assert (await load_aoi_count(service)).limit == EXTRA_TABLES - 2
    table_id = await players.start_table(MARCO, JULES, channel=40)
    async with service.lock_table(table_id) as table:
        await open_seats.offer_own_seat(service, table, JULES, AOI)
        await open_seats.take_seat(service, table, AOI, find_open_seat(table))
    assert (await load_aoi_count(service)).limit == EXTRA_TABLES - 2, "not before the end"
    await players.play_to_end(table_id)
    assert (await load_aoi_count(service)).limit == 1 + EXTRA_TABLES - 1, "a finished game, and a mark made up for"


async def test_emergency_excuses_a_seat_in_player_habits(service: TableService, players: Players, clock: Clock) -> None:
    await players.play_to_end(await players.start_table(AOI, MARCO, channel=1))
    clock.pass_hours(1)
    await preferences.start_emergency(service, AOI)
    clock.pass_hours(1)
    await leave_seat(service, players, 2)
    assert (await load_habits(service.db, AOI.id, clock())).finished == 1
    clock.pass_hours(40 * DAYS)
    await leave_seat(service, players, 3)
    assert (await load_habits(service.db, AOI.id, clock())).finished == 0


def test_seats_left_within_a_day_count_as_one_mark() -> None:
    """Edge case 24: seats given up within a day of the first one count as one mark; the window does not slide."""
    assert [count_lapses([int(at * HOUR) for at in times]) for times in ((), (0, 23.9), (0, 24), (0, 20, 30))] == [
        0,
        1,
        2,
        2,
    ]
