"""A redeal moves every card that a seat cannot know."""

from __future__ import annotations

from engines.quo_vadis import GAME
from tests.contract.privacy import count_moved_places, play_some_turns


def test_a_redeal_moves_every_hidden_place() -> None:
    match = play_some_turns(GAME, 3)
    moved = count_moved_places(match, 0)
    assert moved["deck.cards"] == len(match.state.deck.cards)
    assert moved["players.hand"] == sum(len(player.hand) for player in match.state.players[1:])
