"""R2.2, R10 Every action card in each of its four uses."""

from __future__ import annotations

from collections import Counter

from engines.kilia.council.scoring import compute_tally
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, THINGS, ZONES, Exchange, ExtraAction, PointsAbility
from engines.kilia.payment.options import can_pay
from engines.kilia.payment.purse import Cost, build_purse
from engines.kilia.rules.expansion import may_act_again
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.cargo import compute_cargo
from engines.kilia.table.state import State
from tests.check_each import check_each
from tests.kilia.stage import WHITE, build_table, count_zones, list_goods, play, set_player

CARDS = check_each("card", CONTENT.cards)


def build_offer(card: str) -> State:
    """Offer the card in slot 1, and no other card that could be taken."""
    return build_table(offer=f"{card} - - - -", contracts="- - - - -")


@CARDS
def test_r2_2_as_an_expansion(card: str) -> None:
    zone = CONTENT.cards[card].zone
    i = ZONES.index(zone)
    s = build_offer(card)
    white = set_player(s, WHITE, goods=tuple(int(j == i) for j in range(4)))
    play(s, take_turn, "expand:1", "yes")
    assert count_zones(white) == tuple(int(j == i) for j in range(4)) and list_goods(white) == (0, 0, 0, 0)
    assert white.zones[zone] == [card]


@CARDS
def test_r2_2_as_a_merchant(card: str) -> None:
    good = CONTENT.find_good(card)
    s = build_offer(card)
    white = set_player(s, WHITE)
    play(s, take_turn, "space:m2", "yes")
    assert white.market["M2"][0].card == card
    assert [g for g in GOODS if can_pay(build_purse(white), Cost((g,)))] == [good]


@CARDS
def test_r9_each_orientation_leaves_another_board(card: str) -> None:
    cells = [sorted(cell) for cell in CONTENT.cards[card].warehouse]
    assert cells != cells[::-1], "a card that looks the same both ways need not be asked about"


@CARDS
def test_r2_2_as_a_warehouse(card: str) -> None:
    """Ship 5 sees every cell, ship 1 the second with its bow to the right and the third with its bow to the left."""
    cells = CONTENT.cards[card].warehouse
    s = build_offer(card)
    white = set_player(s, WHITE, zones=(0, 0, 0, 1), canal={1: card})
    white.canal[2] = None
    assert (
        compute_cargo(white).certain_things == cells[1]
        and compute_cargo(white, side="right").certain_things == cells[2]
    )
    white.canal[0].is_turned = True  # type: ignore[union-attr]
    assert (
        compute_cargo(white).certain_things == cells[2]
        and compute_cargo(white, side="right").certain_things == cells[1]
    )
    white.zones["shipyard"] = ["B01"] * 4
    everything = Counter(thing for cell in cells for thing in cell)
    assert Counter(compute_cargo(white).certain_things) == everything
    assert set(everything) <= set(THINGS)


@CARDS
def test_r10_as_an_ability(card: str) -> None:
    s = build_offer(card)
    white = set_player(s, WHITE, zones=(0, 1, 0, 0), goods=(1, 1, 1, 1))
    plain = (build_purse(white), [may_act_again(white, zone) for zone in ZONES], compute_tally(s, WHITE).abilities)
    assert plain[1:] == ([False] * 4, 0)
    white.abilities = [card]
    match CONTENT.cards[card].ability:
        case Exchange(goods=(one, other)):
            two = Cost((one, one))
            assert not can_pay(plain[0], two) and can_pay(build_purse(white), two)
            assert can_pay(build_purse(white), Cost((other, other)))
        case ExtraAction(zone=own):
            assert [may_act_again(white, zone) for zone in ZONES] == [zone == own for zone in ZONES]
        case PointsAbility(good=good):
            white.goods[good] = 3
            assert compute_tally(s, WHITE).abilities == 3


def test_r20_the_strips_and_abilities_as_a_whole() -> None:
    """Each good 60 times, coins 120; 36 exchanges, 28 extra actions, 32 points."""
    strips = Counter(thing for card in CONTENT.cards.values() for cell in card.warehouse for thing in cell)
    assert strips == {"salt": 60, "brick": 60, "wood": 60, "wheat": 60, "coin": 120}
    kinds = Counter(type(card.ability).__name__ for card in CONTENT.cards.values())
    assert kinds == {"Exchange": 36, "ExtraAction": 28, "PointsAbility": 32}
