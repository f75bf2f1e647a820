"""A slice of `python -m tests.e2e`: the smallest table of every game, examples too."""

from __future__ import annotations

import pytest

from engines.kernel import games

from .whole_game import whole_game


@pytest.mark.parametrize("engine", games())
async def test_a_whole_game_by_clicks(engine: str) -> None:
    played = await whole_game(engine, games()[engine].seats[0], seed=3)
    assert played.violations == 0
    assert played.shown == played.scores
    assert played.slowest_ms < 3000
