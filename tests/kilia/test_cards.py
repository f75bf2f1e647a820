"""R2.2, R10 Every action card in each of its four uses."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kilia.council.scoring import tally
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, THINGS, ZONES, Exchange, ExtraAction, Points
from engines.kilia.payment.purse import Cost, purse_of
from engines.kilia.payment.ways import payable
from engines.kilia.rules.expansion import brings_extra_action
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.cargo import cargo
from engines.kilia.table.state import State
from tests.kilia.stage import WHITE, goods, owner, play, table, zones

CARDS = pytest.mark.parametrize("card", CONTENT.cards)


def offering(card: str) -> State:
    """The card in slot 1, and nothing else that could be taken."""
    return table(offer=f"{card} - - - -", contracts="- - - - -")


@CARDS
def test_r2_2_as_an_expansion(card: str) -> None:
    zone = CONTENT.cards[card].zone
    i = ZONES.index(zone)
    s = offering(card)
    white = owner(s, WHITE, goods=tuple(int(j == i) for j in range(4)))
    play(s, take_turn, "expand:1", "yes")
    assert zones(white) == tuple(int(j == i) for j in range(4)) and goods(white) == (0, 0, 0, 0)
    assert white.zones[zone] == [card]


@CARDS
def test_r2_2_as_a_merchant(card: str) -> None:
    good = CONTENT.good(card)
    s = offering(card)
    white = owner(s, WHITE)
    play(s, take_turn, "space:m2", "yes")
    assert white.market["M2"][0].card == card
    assert [g for g in GOODS if payable(purse_of(white), Cost((g,)))] == [good]


@CARDS
def test_r2_2_as_a_warehouse(card: str) -> None:
    """Ship 5 sees every cell, ship 1 the second with its bow to the right and the third with its bow to the left."""
    cells = CONTENT.cards[card].warehouse
    s = offering(card)
    white = owner(s, WHITE, zones=(0, 0, 0, 1), canal={1: card})
    white.canal[2] = None
    assert cargo(white).sure == cells[1] and cargo(white, side="right").sure == cells[2]
    white.canal[0].turned = True  # type: ignore[union-attr]
    assert cargo(white).sure == cells[2] and cargo(white, side="right").sure == cells[1]
    white.zones["shipyard"] = ["B01"] * 4
    everything = Counter(thing for cell in cells for thing in cell)
    assert Counter(cargo(white).sure) == everything
    assert set(everything) <= set(THINGS)


@CARDS
def test_r10_as_an_ability(card: str) -> None:
    s = offering(card)
    white = owner(s, WHITE, zones=(0, 1, 0, 0), goods=(1, 1, 1, 1))
    plain = (purse_of(white), [brings_extra_action(white, zone) for zone in ZONES], tally(s, WHITE).abilities)
    assert plain[1:] == ([False] * 4, 0)
    white.abilities = [card]
    match CONTENT.cards[card].ability:
        case Exchange(goods=(one, other)):
            two = Cost((one, one))
            assert not payable(plain[0], two) and payable(purse_of(white), two)
            assert payable(purse_of(white), Cost((other, other)))
        case ExtraAction(zone=own):
            assert [brings_extra_action(white, zone) for zone in ZONES] == [zone == own for zone in ZONES]
        case Points(good=good):
            white.goods[good] = 3
            assert tally(s, WHITE).abilities == 3


def test_r20_the_strips_and_abilities_as_a_whole() -> None:
    """Each good 60 times, coins 120; 36 exchanges, 28 extra actions, 32 points."""
    strips = Counter(thing for card in CONTENT.cards.values() for cell in card.warehouse for thing in cell)
    assert strips == {"salt": 60, "brick": 60, "wood": 60, "wheat": 60, "coin": 120}
    kinds = Counter(type(card.ability).__name__ for card in CONTENT.cards.values())
    assert kinds == {"Exchange": 36, "ExtraAction": 28, "Points": 32}
