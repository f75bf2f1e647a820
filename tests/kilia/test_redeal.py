"""Decks have a random order: at the start, after a refreshed offer, and in a redeal."""

from __future__ import annotations

from engines.kernel import Match, Rng
from engines.kilia import GAME
from engines.kilia.rules.free_moves import take_free_move
from tests.contract.privacy import count_moved_places, play_some_turns
from tests.kilia.stage import WHITE, bind_rule, build_table, play, set_player


def test_a_redeal_moves_every_hidden_place() -> None:
    match = play_some_turns(GAME, 3)
    assert count_moved_places(match, 0) == {
        "deck": len(match.state.deck),
        "contract_deck": len(match.state.contract_deck),
    }


def test_decks_begin_in_another_order_in_each_game() -> None:
    matches = [Match.start(GAME, GAME.build_setup(3), bytes([n] * 32)) for n in range(5)]
    assert len({tuple(match.state.deck) for match in matches}) == 5
    assert len({tuple(match.state.contract_deck) for match in matches}) == 5


def test_r7_3_refreshed_cards_go_anywhere_into_the_deck() -> None:
    depths = set()
    for n in range(10):
        s = build_table(offer="W01 R13 B05 Y10 W10", deck="Y21 R02 R03 R04 R05 R06 R07 R08 B01 B02")
        set_player(s, WHITE, coins=7)
        play(s, bind_rule(take_free_move, WHITE, ("refresh", "")), "refresh", rng=Rng(bytes([n] * 32)))
        depths.add(s.deck.index("W01"))
    assert len(depths) > 4
