"""Who stands where when a table ends before its game is over: kinds of ends kept apart."""

from __future__ import annotations

import pytest

from bot.table.life.ending import Standing, standings
from storage.play.games import Ending

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
