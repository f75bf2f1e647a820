"""Who stands where when a table ends before its game is over: kinds of ends kept apart."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.life import moderating, vacancy
from bot.table.life.ending import Standing, standings
from storage.play import results
from storage.play.games import Ending
from tests.table.conftest import AOI, JULES, MARCO, Players
from tests.table.short import A, B

SCORES = (Standing(2, 1, 50), Standing(0, 2, 40), Standing(3, 2, 40), Standing(1, 4, 10))


@pytest.mark.parametrize(
    ("ending", "left", "winner", "places"),
    [
        ("finished", (), None, {2: 1, 0: 2, 3: 2, 1: 4}),
        ("agreed", (), None, {2: 1, 0: 2, 3: 2, 1: 4}),
        ("conceded", (0, 2, 3), 1, {1: 1, 2: 2, 0: 3, 3: 3}),
        ("vacated", (2,), None, {0: 1, 3: 1, 1: 3, 2: 4}),
        ("vacated", (0,), None, {2: 1, 3: 2, 1: 3, 0: 4}),
        ("void", (2,), None, {}),
    ],
)
def test_places(ending: Ending, left: tuple[int, ...], winner: int | None, places: dict[int, int]) -> None:
    """Edge cases 36 and 37: a tie with the vacated seat; the leaver was winning."""
    assert {one.seat: one.place for one in standings(ending, SCORES, left, winner)} == places


async def test_who_gave_up_stands_in_the_result_too(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await players.say(live, A, "take")
        await players.say(live, B, "take")
        await vacancy.resign(tables, live, AOI)
    found = {row.person: (row.place, row.rated) for row in await results.of_game(tables.db, game)}
    assert found == {MARCO.id: (1, 0), AOI.id: (2, 0)}


async def test_no_result_of_what_had_not_begun_or_is_void(tables: TableService, players: Players) -> None:
    early, void = await players.open(AOI, MARCO, channel=1), await players.open(AOI, JULES, channel=2)
    async with tables.at(early) as live:
        await vacancy.resign(tables, live, AOI)
    async with tables.at(void) as live:
        await players.say(live, A, "take")
        await players.say(live, B, "take")
        await moderating.end(tables, live, MARCO, "void", "")
    assert await results.of_game(tables.db, early) == await results.of_game(tables.db, void) == []
