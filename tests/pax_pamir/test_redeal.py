"""A redeal moves every card that a seat cannot know."""

from __future__ import annotations

import copy

from engines.kernel import Rng
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import CONTENT
from tests.contract.privacy import count_moved_places, play_some_turns


def test_a_redeal_moves_every_hidden_place() -> None:
    match = play_some_turns(GAME, 3)
    moved = count_moved_places(match, 0)
    assert moved["deck"] == len(match.state.deck)
    assert moved["players.hand"] == sum(len(player.hand) for player in match.state.players[1:])


def test_a_redeal_moves_the_checks_within_their_piles() -> None:
    """R3.3 Nobody knows how deep a check lies."""
    state = play_some_turns(GAME, 3, decisions=1).state
    depths = set()
    for n in range(20):
        redealt = copy.deepcopy(state)
        GAME.redeal(redealt, 0, Rng(bytes(32), 1000 * n))
        depths.add(tuple(index for index, card in enumerate(redealt.deck) if card in CONTENT.checks))
    assert len(depths) > 10
