"""Imagined worlds keep the hidden cards that a seat has seen: it neither forgets nor reveals them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from engines.meadow import GAME
from engines.meadow.state import State, name_hand_zone
from engines.meadow.view import redeal_hidden

from engines.kernel import Decision, Match, Rng, Seat, pick_random_answer, redeal_cards
from tests.contract.cases import build_cases
from tests.contract.privacy import Leak, check_privacy

Redeal = Callable[[State, Seat | None, Rng], None]


def play_first_pick() -> Match[State]:
    """Return a game in which three keepers have each kept a flower and passed the basket on."""
    match = Match.start(GAME, GAME.build_setup(3), bytes(32))
    rng = Rng(bytes(32))
    while match.state.passes == 0:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    return match


def test_imagined_world_keeps_the_passed_basket() -> None:
    match = play_first_pick()
    passed = match.state.baskets[0]
    for n in range(20):
        world = match.imagine_world(0, Rng(bytes([n]) * 32)).state
        assert sorted(world.baskets[0]) == sorted(passed), "seat 0 passed it to seat 1"
        assert sorted(world.baskets[2]) == sorted(match.state.baskets[2]), "it lies before seat 0"
    others = {tuple(match.imagine_world(0, Rng(bytes([n]) * 32)).state.baskets[1]) for n in range(20)}
    assert len(others) > 1, "seat 0 has never seen it"


def test_the_scouted_flower_stays_on_top_for_the_scout_alone() -> None:
    match = play_first_pick()
    state = match.state
    top = state.pile.cards[-1]
    state.pile.known_by[top] = [1]
    for n in range(10):
        redeal_hidden(state, 1, Rng(bytes([n]) * 32))
        assert state.pile.cards[-1] == top
    tops = set()
    for n in range(10):
        redeal_hidden(state, 0, Rng(bytes([n]) * 32))
        tops.add(state.pile.cards[-1])
    assert len(tops) > 1


def redeal_forgetting(s: State, seat: Seat | None, rng: Rng) -> None:
    """Redeal all cards, including those that the seat has seen."""
    own_zones = () if seat is None else (name_hand_zone(seat), f"basket:{s.round}:{s.find_basket_origin(seat)}")
    moves = redeal_cards({zone: cards for zone, cards in s.list_hidden_zones().items() if zone not in own_zones}, rng)
    s.pile.apply_redeal(moves, None)
    s.knowledge.apply_redeal({}, seat)


def redeal_leaking(s: State, seat: Seat | None, rng: Rng) -> None:
    """Redeal, but leave in the State the card knowledge that the other seats really have."""
    own_zones = () if seat is None else (name_hand_zone(seat), f"basket:{s.round}:{s.find_basket_origin(seat)}")
    redeal_cards(
        {zone: cards for zone, cards in s.list_hidden_zones().items() if zone not in own_zones},
        rng,
        may_lie=lambda card, zone: s.knowledge.may_lie_in(seat, card, zone),
        must_stay=lambda card, zone: zone == "pile" and s.pile.is_known_to(seat, card),
    )


@pytest.mark.parametrize("wrong", [redeal_forgetting, redeal_leaking], ids=lambda redeal: redeal.__name__)
def test_privacy_suite_detects_forgetting_and_leaking_worlds(wrong: Redeal) -> None:
    with pytest.raises(Leak, match="has seen that"):
        for case in build_cases("meadow", 6):
            check_privacy(case, replace(GAME, redeal=wrong), pictures=0)
