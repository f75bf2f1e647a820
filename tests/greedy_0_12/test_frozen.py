"""The frozen players of 0.12.0 depend on no player of today and can play the games of today."""

import ast
from pathlib import Path

import pytest

from engines.kernel import Decision, Match, Rng, choose_line, load_games
from tests.greedy_0_12 import FROZEN_PLAYERS

FOLDER = Path(__file__).parent


def test_frozen_players_import_no_player_of_today() -> None:
    imported = {
        f"{path.relative_to(FOLDER)}: {name}"
        for path in FOLDER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }
    assert imported
    assert [entry for entry in imported if ".computer" in entry or "kernel.search" in entry] == []


@pytest.mark.parametrize("game_id", FROZEN_PLAYERS)
def test_frozen_player_plays_todays_game(game_id: str) -> None:
    game = load_games()[game_id]
    match = Match.start(game, game.build_setup(game.seat_counts[0]), bytes(32))
    rng = Rng(bytes(32))
    while match.position < 10:
        assert match.open_prompts is not None
        seat = match.waiting_seats[0]
        keys = choose_line(match, seat, FROZEN_PLAYERS[game_id], rng)[0]
        match.apply(Decision(match.step, seat, keys))
