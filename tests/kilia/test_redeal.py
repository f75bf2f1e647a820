"""A redeal moves every card that a seat cannot know."""

from __future__ import annotations

from engines.kilia import GAME
from tests.contract.redeals import count_moved_places, play_some_turns


def test_a_redeal_moves_every_hidden_place() -> None:
    match = play_some_turns(GAME, 3)
    assert count_moved_places(match, 0) == {
        "deck": len(match.state.deck),
        "contract_deck": len(match.state.contract_deck),
    }
