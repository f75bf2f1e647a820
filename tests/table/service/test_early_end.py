"""Final places when a table ends before its game is over, by kind of ending."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.admin import moderation
from bot.table.seats import open_seats
from bot.table.service.early_end import SeatStanding, rank_seats
from storage.play import results
from storage.play.games import GameEnding
from tests.table.conftest import AOI, JULES, MARCO, Players
from tests.table.short import A, B, build_turn, use_turn

SCORES = (SeatStanding(2, 1, 50), SeatStanding(0, 2, 40), SeatStanding(3, 2, 40), SeatStanding(1, 4, 10))


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, build_turn(A, B), A)


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
def test_places(ending: GameEnding, left: tuple[int, ...], winner: int | None, places: dict[int, int]) -> None:
    """Edge cases 36 and 37: a tie with the vacated seat; the player who left was winning."""
    assert {standing.seat: standing.place for standing in rank_seats(ending, SCORES, left, winner)} == places


async def test_resigned_player_is_in_the_results(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
        await players.answer(table, B, "take")
        await open_seats.resign_seat(service, table, AOI)
    places = {row.person: (row.place, row.rated) for row in await results.load_results(service.db, table_id)}
    assert places == {MARCO.id: (1, 0), AOI.id: (2, 0)}


async def test_early_and_void_games_have_no_results(service: TableService, players: Players) -> None:
    early, void = await players.start_table(AOI, MARCO, channel=1), await players.start_table(AOI, JULES, channel=2)
    async with service.lock_table(early) as table:
        await open_seats.resign_seat(service, table, AOI)
    async with service.lock_table(void) as table:
        await players.answer(table, A, "take")
        await players.answer(table, B, "take")
        await moderation.end_table_now(service, table, MARCO, "void", "")
    assert await results.load_results(service.db, early) == await results.load_results(service.db, void) == []
