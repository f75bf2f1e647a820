"""R6, R7, R8: placing dice, paying, the main actions."""

from __future__ import annotations

import pytest

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.table.state import Travelled
from tests.marco_polo_ii.table import (
    A,
    B,
    asides,
    begin,
    black,
    game,
    keys,
    neutral,
    own,
    person,
    spaces_open,
    stock,
    turn,
)

DATA = CONTENT.data
EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
END = "yes"


def test_r6_a_fee_is_due_for_any_die() -> None:
    for die in (own(B, 6), black(A, 1), neutral(3)):
        s = game(dice={"market_pepper": [die]})
        p = person(s, A, coins=9, dice=[4])
        turn(s, "space:market_pepper", "offer:free_2", END)
        assert p.coins == 9 - 4 + 3


def test_r6_a_brown_space_takes_one_placement_and_no_fee() -> None:
    s = game(dice={"card_common_1": [own(B, 2)]}, cards={"card_common_2": "k06"})
    p = person(s, A, dice=[2])
    assert "card_common_1" not in spaces_open(s) and "card_common_2" in spaces_open(s)
    turn(s, "space:card_common_2", END)
    assert p.coins == 4


def test_r6_the_own_colour_once_over_both_spaces_of_a_special_city() -> None:
    s = game(dice={"special_balkh_a": [own(A, 2)]})
    person(s, A, dice=[6], posts=["balkh"])
    assert "special_balkh_b" not in spaces_open(s)
    s.spaces["special_balkh_a"] = [own(B, 2)]
    assert "special_balkh_b" in spaces_open(s)


def test_r6_gold_spaces_that_are_alike_are_offered_once() -> None:
    s = game()
    person(s, A, dice=[5], coins=9)
    assert "market_gold_b" not in spaces_open(s)
    s.spaces["market_gold_a"] = [own(A, 5)]
    assert "market_gold_a" not in spaces_open(s) and "market_gold_b" in spaces_open(s)


def test_r6_costs_add_up() -> None:
    """R16.5 The fee and the 2 coins of the space and the route."""
    s = game(dice={"travel_1": [own(B, 1)]})
    p = person(s, A, coins=4, dice=[3])
    assert "travel_1" not in spaces_open(s)
    p.coins = 5
    assert "travel_1" in spaces_open(s)
    p.dice, p.coins = [6], 7
    assert "travel_1" not in spaces_open(s)  # R16.3
    p.coins = 8
    assert "travel_1" in spaces_open(s)


def test_r7_the_player_may_be_asked_how_much_jade_to_pay() -> None:
    s = game(dice={"market_pepper": [own(B, 1)]})
    p = person(s, A, coins=3, jade=2, dice=[3])
    played = turn(s, "bonus:jade", "space:market_pepper", "pay:1.0.2", "offer:free_1", END)
    assert played.keys("pay.ask") == ["pay:3.0.0", "pay:2.0.1", "pay:1.0.2"]
    assert stock(p) == "C2 K1 P2"
    begin(s, A)
    p.jade, p.dice = 1, [1]
    assert "bonus:jade" in asides(s)  # it holds for one turn


def test_r7_jade_never_stands_for_goods() -> None:
    s = game(cards={"card_common_1": "k12"})
    person(s, A, jade=5, dice=[3])
    assert "card_common_1" not in spaces_open(s)


@pytest.mark.parametrize("space", ["market_pepper", "market_silk", "market_gold_a"])
def test_r8_1_the_printed_offers(space: str) -> None:
    line = DATA.spaces[space]
    assert line.book is not None
    for number, offer in enumerate(DATA.books[line.book].free_offers, 1):
        s = game()
        p = person(s, A, dice=[5])
        turn(s, f"space:{space}", f"offer:free_{number}", END)
        assert all(getattr(p, good) == getattr(offer, good) for good in ("coins", "camels", "pepper", "silk", "gold"))


@pytest.mark.parametrize("tile", DATA.offer_tiles)
def test_r8_1_the_offers_of_a_tile(tile: str) -> None:
    line = DATA.offer_tiles[tile]
    space = next(ident for ident, one in DATA.spaces.items() if one.book == line.book)
    for side, jade, offer in (("left", line.left_jade, line.left), ("right", line.right_jade, line.right)):
        s = game(offers={line.book: tile})
        p = person(s, A, dice=[5], jade=3)
        turn(s, f"space:{space}", f"offer:{side}", END)
        assert p.jade == 3 - jade
        assert all(getattr(p, good) == getattr(offer, good) for good in ("coins", "camels", "pepper", "silk", "gold"))


def test_r8_2_khan_is_closed_after_four() -> None:
    s = game(dice={f"khan_{n}": [own(B if n == 1 else 2, n)] for n in range(1, 5)})
    person(s, A, dice=[6])
    assert not [space for space in spaces_open(s) if space.startswith("khan")]


@pytest.mark.parametrize(("value", "guilds"), [(1, 1), (2, 2), (3, 3), (4, 4), (6, 4)])
def test_r8_3_the_lower_die_decides_on_the_seal(value: int, guilds: int) -> None:
    s = game()
    p = person(s, A, dice=[value, 6])
    if guilds > 1:
        assert keys(s, "space:guild") == [f"guild:{guild}" for guild in GUILDS[:guilds]]
        turn(s, "space:guild", f"guild:{GUILDS[guilds - 1]}", END)
    else:
        turn(s, "space:guild", END)
    assert p.seals == {GUILDS[guilds - 1]: False} and p.jade == guilds - 1
    p.seals = dict.fromkeys(GUILDS, False)
    begin(s, A)
    p.dice = [6, 6]
    assert "guild" not in spaces_open(s)


def test_r8_3_a_seal_is_part_of_what_a_turn_changed() -> None:
    s = game()
    person(s, A, dice=[1, 1])
    played = turn(s, "space:guild", END)
    assert played.detail("turn.ask", "space:guild").endswith(" · 2 dice, value 1")
    assert played.detail("turn.end", "yes") == "guild seals 0 → 1"


def test_r8_4_contracts_of_two_cities() -> None:
    s = game(on_offer={**EMPTY, "fuzhou": ["c05", "c31"], "xian": ["c01", None], "pagan": ["c02", "c03"]})
    p = person(s, A, dice=[1], posts=["fuzhou", "xian"])
    there = keys(s, "space:contracts")
    assert there == ["contract:c01", "contract:c05", "contract:c31"]
    turn(s, "space:contracts", "contract:c01 contract:c31", END)
    assert p.contracts == ["c01", "c31"] and stock(p) == "C3"


def test_r8_4_without_a_contract_the_action_is_closed() -> None:
    """R16.6"""
    s = game(on_offer={"fuzhou": [None, None]})
    person(s, A, dice=[1], posts=["fuzhou"])
    assert "contracts" not in spaces_open(s)


def test_r8_5_steps_by_the_lowest_die() -> None:
    for space, dice, far in (("travel_2", [6, 6], 3), ("travel_2", [2, 6], 2), ("travel_3", [4, 6, 6], 4)):
        s = game()
        person(s, A, coins=99, camels=99, jade=9, dice=dice)
        reached = {key.partition(".")[2] for key in keys(s, f"space:{space}")}
        assert reached == _within(far)


def _within(steps: int) -> set[str]:
    """Places in 1 to so many steps from Beijing without seals; the start itself by going out and back."""
    edge, seen = {"beijing"}, set[str]()
    for _ in range(steps):
        edge = {road.to for place in edge for road in CONTENT.roads[place] if road.guild is None}
        seen |= edge
    return seen


def test_r8_5_a_city_with_an_own_post_and_beijing_bring_nothing() -> None:
    """R16.2"""
    s = game()
    p = person(s, A, coins=6, dice=[1], posts=["fuzhou"])
    turn(s, "space:travel_1", "to:0.fuzhou", END)
    assert p.posts == ["fuzhou"] and stock(p) == ""
    begin(s, A)
    s.spaces["travel_1"] = []
    p.coins, p.dice = 6, [1]
    turn(s, "space:travel_1", "to:0.beijing", END)
    assert p.posts == ["fuzhou"] and p.figures == ["beijing"]


def test_r8_5_no_extra_post_without_a_post_left_or_on_other_spaces() -> None:
    s = game(on_offer=EMPTY)
    p = person(s, A, camels=9, coins=9, dice=[4, 4, 4], posts=list(CONTENT.trade_cities[3:14]))
    played = turn(s, "space:travel_3", "to:0.xian", "post:pagan", END)
    assert "post.extra" not in played.questions and len(p.posts) == 11
    s = game(on_offer=EMPTY)
    p = person(s, A, camels=9, dice=[3, 3], figures=["karakorum"])
    played = turn(s, "space:travel_2", "to:0.xian", END)
    assert "post.extra" not in played.questions and p.posts == ["xian"]


def test_r8_5_a_lower_record_changes_nothing() -> None:
    s = game()
    s.record = Travelled(2, B)
    person(s, A, coins=9, dice=[1])
    turn(s, "space:travel_1", "to:0.oasis_a", END)
    assert s.record == Travelled(2, B)


@pytest.mark.parametrize("city", DATA.special_cities)
def test_r8_6_every_special_city(city: str) -> None:
    line = DATA.special_cities[city]
    s = game()
    p = person(s, A, dice=[5])
    space = f"special_{city}_a"
    assert space not in spaces_open(s)
    p.posts, p.seals = [city], {line.guild: True}
    turn(s, f"space:{space}", END)
    bonus = DATA.guilds[line.guild].improved_bonus
    for name in ("vp", "coins", "camels", "pepper", "silk", "gold"):
        assert getattr(p, name) == getattr(line.reward, name) + 2 * getattr(bonus, name)
