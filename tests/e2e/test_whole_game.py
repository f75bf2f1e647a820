"""A slice of `python -m tests.e2e`: the smallest table of every game, examples too.

Without first-game aids, and but for one of the examples without drawing: who presses by chance neither reads nor looks,
and that is most of the bot's work. (`tests/playground/test_whole_game.py` draws; so does `python -m tests.e2e`.)
"""

from __future__ import annotations

import pytest

from engines.kernel import AIDS, games
from tests.discovered import shipped

from .whole_game import whole_game

DRAWN = next(name for name in games() if name not in shipped())


@pytest.mark.parametrize("engine", games())
async def test_a_whole_game_by_clicks(engine: str) -> None:
    game = games()[engine]
    options = {AIDS.id: "off"} if AIDS in game.options else {}
    played = await whole_game(engine, game.seats[0], seed=3, options=options, plain=engine != DRAWN)
    assert played.violations == 0
    assert played.shown == played.scores
    assert played.slowest_ms < 3000
