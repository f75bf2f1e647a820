"""A slice of `python -m tests.e2e`: a small table of every kind, and the example game with hidden hands."""

from __future__ import annotations

import pytest

from .whole_game import whole_game


@pytest.mark.parametrize(("engine", "seats"), [("flotsam", 3), ("pax_pamir", 1), ("signorie", 2)])
async def test_a_whole_game_by_clicks(engine: str, seats: int) -> None:
    played = await whole_game(engine, seats, seed=3)
    assert played.violations == 0
    assert played.shown == played.scores
    assert played.slowest_ms < 3000
