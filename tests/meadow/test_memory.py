"""What was seen of hidden cards is kept in imagined worlds: neither forgotten nor told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from engines.meadow import GAME
from engines.meadow.state import State, hand_of
from engines.meadow.view import redeal

from engines.kernel import Decision, Match, Rng, Seat, deal_anew, random_answer
from tests.contract.cases import cases
from tests.contract.privacy import Leak, check

Redeal = Callable[[State, Seat | None, Rng], None]


def after_the_first_pick() -> Match[State]:
    """Three keepers have each kept a flower and passed the basket on."""
    match = Match.start(GAME, GAME.setup(3), bytes(32))
    chance = Rng(bytes(32))
    while match.state.pick == 0:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, random_answer(match, prompt, chance)))
    return match


def test_a_seat_imagines_the_basket_that_it_passed_on_as_it_was() -> None:
    match = after_the_first_pick()
    passed = match.state.baskets[0]
    for n in range(20):
        world = match.world(0, Rng(bytes([n]) * 32)).state
        assert sorted(world.baskets[0]) == sorted(passed), "seat 0 passed it to seat 1"
        assert sorted(world.baskets[2]) == sorted(match.state.baskets[2]), "it lies before seat 0"
    others = {tuple(match.world(0, Rng(bytes([n]) * 32)).state.baskets[1]) for n in range(20)}
    assert len(others) > 1, "seat 0 has never seen it"


def test_the_scouted_flower_stays_on_top_for_the_scout_alone() -> None:
    match = after_the_first_pick()
    state = match.state
    top = state.pile.cards[-1]
    state.pile.seen[top] = [1]
    for n in range(10):
        redeal(state, 1, Rng(bytes([n]) * 32))
        assert state.pile.cards[-1] == top
    tops = set()
    for n in range(10):
        redeal(state, 0, Rng(bytes([n]) * 32))
        tops.add(state.pile.cards[-1])
    assert len(tops) > 1


def forgetful(s: State, seat: Seat | None, rng: Rng) -> None:
    """Deals all cards anew, also those that the seat has seen."""
    own = () if seat is None else (hand_of(seat), f"basket:{s.round}:{s.before(seat)}")
    moves = deal_anew({zone: cards for zone, cards in s.zones().items() if zone not in own}, rng)
    s.pile.dealt(moves, None)
    s.seen.dealt({}, seat)


def telling(s: State, seat: Seat | None, rng: Rng) -> None:
    """Leaves what the others have really seen in the State."""
    own = () if seat is None else (hand_of(seat), f"basket:{s.round}:{s.before(seat)}")
    deal_anew(
        {zone: cards for zone, cards in s.zones().items() if zone not in own},
        rng,
        may=lambda card, zone: s.seen.may(seat, card, zone),
        stays=lambda card, zone: zone == "pile" and s.pile.knows(seat, card),
    )


@pytest.mark.parametrize("wrong", [forgetful, telling], ids=lambda redeal: redeal.__name__)
def test_the_privacy_suite_notices_worlds_that_forget_and_worlds_that_tell(wrong: Redeal) -> None:
    with pytest.raises(Leak, match="has seen that"):
        for case in cases("meadow", 6):
            check(case, replace(GAME, redeal=wrong), pictures=0)
