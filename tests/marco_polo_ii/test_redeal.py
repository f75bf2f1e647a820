"""A redeal moves every card that a seat cannot know."""

from __future__ import annotations

from engines.marco_polo_ii import GAME
from tests.contract.privacy import count_moved_places, play_some_turns


def test_a_redeal_moves_every_hidden_place() -> None:
    match = play_some_turns(GAME, 3)
    moved = count_moved_places(match, 0)
    assert moved["cards.cards"] == len(match.state.cards.cards)
    assert moved["letters.cards"] == len(match.state.contract_pile.cards)
    assert {"players.goal", "removed.silk", "tiles.silk"} <= moved.keys()
