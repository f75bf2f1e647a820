"""A slice of `python -m tests.e2e`: the smallest table of every game, examples too.

Played without first-game aids and, except for one example, without drawing: random players need neither, and both are
most of the bot's work. (`tests/playground/test_whole_game.py` draws; so does `python -m tests.e2e`.)
"""

from __future__ import annotations

import pytest

from bot.discord_ui.page.layout import MAX_BYTES
from engines.kernel import AIDS, load_games
from tests.discovered import list_shipped_games, mark_slice, pick_game

from .whole_game import LONGEST_NAMES, play_whole_game

OTHER_GAMES = {*list_shipped_games()} - {pick_game()}
DRAWN = next(name for name in load_games() if name not in list_shipped_games())


@pytest.mark.parametrize("engine", mark_slice(load_games(), lambda engine: engine not in OTHER_GAMES))
async def test_a_whole_game_by_clicks(engine: str) -> None:
    game = load_games()[engine]
    options = {AIDS.id: "off"} if AIDS in game.options else {}
    played = await play_whole_game(engine, game.seat_counts[0], seed=3, options=options, plain=engine != DRAWN)
    assert played.violations == []
    assert played.shown_scores == played.scores
    assert played.slowest_ms < 3000
    assert 0 < played.largest_message_bytes <= MAX_BYTES


async def test_messages_of_a_crowded_table_stay_small() -> None:
    """Posts in both languages and names as long as can be: `python -m tests.e2e --engine NAME --crowded`."""
    played = await play_whole_game(DRAWN, 4, seed=3, plain=True, language="both", names=LONGEST_NAMES)
    assert played.violations == []
    assert 0 < played.largest_message_bytes <= MAX_BYTES
