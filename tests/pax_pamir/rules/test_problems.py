"""`list_problems` reports every kind of invalid State: each invariant is broken once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.pax_pamir import GAME
from engines.pax_pamir.table.state import Check, Space, State
from tests.pax_pamir.table import A, B, build_state, set_player

Break = Callable[[State], object]


def build_table() -> State:
    """Return a valid table with a bit of everything: two people and Wakhan."""
    s = build_state(
        2,
        wakhan=True,
        armies={"kabul": {"afghan": 2}},
        roads={"herat_kabul": {"afghan": 1}},
        tribes={"kabul": {A: 1}},
        spies={8: {B: 1}},
        market={"T0": (30, 1), "T1": 111},
        ai=(1, 8),
    )
    set_player(s, A, loyalty="afghan", court=[8], gifts=[2], prizes=[90])
    s.players[A].prizes = []
    s.unseen.append(90)
    set_player(s, B, loyalty="british", court=[4])
    s.current_turn.placed_counts = {"army:kabul:afghan": 1}
    return s


BROKEN: dict[str, tuple[Break, str]] = {
    "a card twice": (lambda s: s.deck.append(s.unseen[0]), "cards that are not in exactly one place"),
    "a card missing": (lambda s: s.unseen.pop(), "cards that are not in exactly one place"),
    "a card of Wakhan's twice": (lambda s: s.automa and s.automa.deck.append(1), "Wakhan's cards"),
    "more blocks than there are": (lambda s: s.armies["herat"].update({"afghan": 10}), "afghan blocks on the map"),
    "an empty place of blocks": (lambda s: s.roads["herat_persia"].update({"british": 0}), "blocks in herat_persia"),
    "blocks of nobody": (lambda s: s.armies["herat"].update({"french": 1}), "blocks in herat"),  # type: ignore[dict-item]
    "a spy on a card in no court": (lambda s: s.spies.update({61: [1, 0, 0]}), "spies on court card 61"),
    "no spies on a card": (lambda s: s.spies.update({4: [0, 0, 0]}), "spies on court card 4"),
    "tribes below zero": (lambda s: s.tribes["herat"].__setitem__(A, -1), "tribes in herat"),
    "another ruler": (lambda s: s.rulers.update({"kabul": B}), "kabul has ruler 1 instead of 0"),
    "more rupees than there are": (lambda s: setattr(s.players[A], "rupees", 40), "rupees more than there are"),
    "a market space missing": (lambda s: s.market.pop(5), "11 market spaces instead of 12"),
    "a market space in debt": (lambda s: setattr(s.market[3], "rupees", -1), "rupees in the market"),
    "rupees on the event that withdraws them": (lambda s: setattr(s.market[1], "rupees", 2), "2 rupees on event 111"),
    "a ring without somebody": (lambda s: s.ring.remove(A), "ring [1, 2] of 3 players"),
    "two of a colour": (lambda s: setattr(s.players[A], "color", s.players[B].color), "colours"),
    "nobody on turn": (lambda s: setattr(s, "turn", None), "nobody is on turn"),
    "actions below zero": (lambda s: setattr(s.current_turn, "actions", -1), "-1 actions left"),
    "a card used twice": (lambda s: s.current_turn.used_cards.extend([8, 8]), "used cards [8, 8]"),
    "more placed than there are": (
        lambda s: s.current_turn.placed_counts.update({"tribe:kabul:0": 2}),
        "2 pieces placed this turn",
    ),
    "placed where nothing is": (
        lambda s: s.current_turn.placed_counts.update({"spy:4:0": 1}),
        "at spy:4:0, where 0 are",
    ),
    "a debt of rupees": (lambda s: setattr(s.players[B], "rupees", -1), "player 1: -1 rupees"),
    "points of no check": (lambda s: setattr(s.players[B], "vp", 3), "3 VP are not those of the checks"),
    "a check that gave no points": (
        lambda s: s.checks.append(Check(1, False, None, (0, 0, 0), (1, 0, 0))),
        "player 0: 0 VP are not those of the checks",
    ),
    "more cylinders than there are": (lambda s: s.tribes["punjab"].__setitem__(A, 11), "cylinders in play"),
    "a gift twice": (lambda s: s.players[A].gifts.append(2), "gifts [2, 2]"),
    "a gift for nothing": (lambda s: s.players[A].gifts.append(5), "gifts [2, 5]"),
    "Wakhan with a loyalty": (lambda s: setattr(s.players[2], "loyalty", "russian"), "loyalty russian"),
    "Wakhan with a hand": (lambda s: s.players[2].hand.append(s.unseen.pop()), "Wakhan with hand"),
    "a person without a loyalty": (lambda s: setattr(s.players[B], "loyalty", None), "player 1: no loyalty"),
    "a patriot of another coalition": (
        lambda s: s.players[B].court.append(_take_unseen(s, 3)),
        "with patriots or prizes",
    ),
}


def _take_unseen(s: State, card: int) -> int:
    s.unseen.remove(card)
    return card


def test_the_table_is_sound() -> None:
    assert GAME.problems(build_table()) == []


@pytest.mark.parametrize(("spoil", "found"), BROKEN.values(), ids=BROKEN.keys())
def test_each_broken_invariant_is_reported(spoil: Break, found: str) -> None:
    s = build_table()
    spoil(s)
    assert any(found in problem for problem in GAME.problems(s)), GAME.problems(s)


def test_without_the_coin_limit_the_bank_may_owe() -> None:
    s = build_table()
    s.options.remove("coin_limit")
    s.players[A].rupees = 40
    s.market[5] = Space(None, 3)
    assert GAME.problems(s) == []
