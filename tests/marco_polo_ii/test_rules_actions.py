"""R6, R7, R8: placing dice, paying, the main actions."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kernel import GameContext, Rng
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Cost
from engines.marco_polo_ii.rules.payment import choose_payment, list_payments
from engines.marco_polo_ii.table.questions import MAX_OPTIONS
from engines.marco_polo_ii.table.state import State, TravelRecord
from tests.marco_polo_ii.table import (
    A,
    B,
    begin_turn,
    black_die,
    build_state,
    format_stock,
    list_bonus_actions,
    list_keys,
    list_open_spaces,
    neutral_die,
    own_die,
    set_player,
    take_scripted_turn,
)

DATA = CONTENT.data
EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
END = "yes"


def test_r6_a_fee_is_due_for_any_die() -> None:
    for die in (own_die(B, 6), black_die(A, 1), neutral_die(3)):
        s = build_state(dice={"market_pepper": [die]})
        p = set_player(s, A, coins=9, dice=[4])
        take_scripted_turn(s, "space:market_pepper", "offer:free_2", END)
        assert p.coins == 9 - 4 + 3


def test_r6_a_brown_space_takes_one_placement_and_no_fee() -> None:
    s = build_state(dice={"card_common_1": [own_die(B, 2)]}, cards={"card_common_2": "k06"})
    p = set_player(s, A, dice=[2])
    assert "card_common_1" not in list_open_spaces(s) and "card_common_2" in list_open_spaces(s)
    take_scripted_turn(s, "space:card_common_2", END)
    assert p.coins == 4


def test_r6_the_own_colour_once_over_both_spaces_of_a_special_city() -> None:
    s = build_state(dice={"special_balkh_a": [own_die(A, 2)]})
    set_player(s, A, dice=[6], posts=["balkh"])
    assert "special_balkh_b" not in list_open_spaces(s)
    s.spaces["special_balkh_a"] = [own_die(B, 2)]
    assert "special_balkh_b" in list_open_spaces(s)


def test_r6_gold_spaces_that_are_alike_are_offered_once() -> None:
    s = build_state()
    set_player(s, A, dice=[5], coins=9)
    assert "market_gold_b" not in list_open_spaces(s)
    s.spaces["market_gold_a"] = [own_die(A, 5)]
    assert "market_gold_a" not in list_open_spaces(s) and "market_gold_b" in list_open_spaces(s)


def test_r6_costs_add_up() -> None:
    """R16.5 The fee and the 2 coins of the space and the route."""
    s = build_state(dice={"travel_1": [own_die(B, 1)]})
    p = set_player(s, A, coins=4, dice=[3])
    assert "travel_1" not in list_open_spaces(s)
    p.coins = 5
    assert "travel_1" in list_open_spaces(s)
    p.dice, p.coins = [6], 7
    assert "travel_1" not in list_open_spaces(s)  # R16.3
    p.coins = 8
    assert "travel_1" in list_open_spaces(s)


def test_r7_the_player_may_be_asked_how_much_jade_to_pay() -> None:
    s = build_state(dice={"market_pepper": [own_die(B, 1)]})
    p = set_player(s, A, coins=3, jade=2, dice=[3])
    played = take_scripted_turn(s, "bonus:jade", "space:market_pepper", "pay:1.0.2", "offer:free_1", END)
    assert played.list_option_keys("pay.ask") == ["pay:3.0.0", "pay:2.0.1", "pay:1.0.2"]
    assert format_stock(p) == "C2 K1 P2"
    begin_turn(s, A)
    p.jade, p.dice = 1, [1]
    assert "bonus:jade" in list_bonus_actions(s)  # it holds for one turn


@pytest.mark.parametrize("cost", [Cost(coins=12, camels=7), Cost(coins=30, camels=6, jade=2), Cost(coins=4, camels=3)])
def test_r7_every_share_of_jade_can_be_chosen_in_short_questions(cost: Cost) -> None:
    """12 coins and 7 camels with 24 jade were 104 payments in one question: coins are asked for first then."""
    s = build_state()
    p = set_player(s, A, coins=20, camels=6, jade=24)
    s.turn.asks_jade = True

    def list_chosen(*answers: str) -> list[Cost]:
        """List the payments that can be chosen after these answers."""
        ctx: GameContext[State] = GameContext(s, Rng(bytes(32)))
        script = choose_payment(ctx, A, cost, list_payments(p, cost))
        try:
            (prompt,) = script.send(None).prompts
            for answer in answers:
                (prompt,) = script.send(prompt.parse_answer((answer,))).prompts
        except StopIteration as stop:
            return [stop.value]
        assert len(prompt.options) <= MAX_OPTIONS
        return [payment for option in prompt.options for payment in list_chosen(*answers, option.key)]

    assert Counter(list_chosen()) == Counter(list_payments(p, cost))


def test_r7_jade_never_stands_for_goods() -> None:
    s = build_state(cards={"card_common_1": "k12"})
    set_player(s, A, jade=5, dice=[3])
    assert "card_common_1" not in list_open_spaces(s)


@pytest.mark.parametrize("space", ["market_pepper", "market_silk", "market_gold_a"])
def test_r8_1_the_printed_offers(space: str) -> None:
    line = DATA.spaces[space]
    assert line.book is not None
    for number, offer in enumerate(DATA.books[line.book].free_offers, 1):
        s = build_state()
        p = set_player(s, A, dice=[5])
        take_scripted_turn(s, f"space:{space}", f"offer:free_{number}", END)
        assert all(getattr(p, good) == getattr(offer, good) for good in ("coins", "camels", "pepper", "silk", "gold"))


@pytest.mark.parametrize("tile", DATA.offer_tiles)
def test_r8_1_the_offers_of_a_tile(tile: str) -> None:
    line = DATA.offer_tiles[tile]
    space = next(ident for ident, space_line in DATA.spaces.items() if space_line.book == line.book)
    for side, jade, offer in (("left", line.left_jade, line.left), ("right", line.right_jade, line.right)):
        s = build_state(offers={line.book: tile})
        p = set_player(s, A, dice=[5], jade=3)
        take_scripted_turn(s, f"space:{space}", f"offer:{side}", END)
        assert p.jade == 3 - jade
        assert all(getattr(p, good) == getattr(offer, good) for good in ("coins", "camels", "pepper", "silk", "gold"))


def test_r8_2_khan_is_closed_after_four() -> None:
    s = build_state(dice={f"khan_{n}": [own_die(B if n == 1 else 2, n)] for n in range(1, 5)})
    set_player(s, A, dice=[6])
    assert not [space for space in list_open_spaces(s) if space.startswith("khan")]


@pytest.mark.parametrize(("value", "guilds"), [(1, 1), (2, 2), (3, 3), (4, 4), (6, 4)])
def test_r8_3_the_lower_die_decides_on_the_seal(value: int, guilds: int) -> None:
    s = build_state()
    p = set_player(s, A, dice=[value, 6])
    if guilds > 1:
        assert list_keys(s, "space:guild") == [f"guild:{guild}" for guild in GUILDS[:guilds]]
        take_scripted_turn(s, "space:guild", f"guild:{GUILDS[guilds - 1]}", END)
    else:
        take_scripted_turn(s, "space:guild", END)
    assert p.seals == {GUILDS[guilds - 1]: False} and p.jade == guilds - 1
    p.seals = dict.fromkeys(GUILDS, False)
    begin_turn(s, A)
    p.dice = [6, 6]
    assert "guild" not in list_open_spaces(s)


def test_r8_3_a_seal_is_part_of_what_a_turn_changed() -> None:
    s = build_state()
    set_player(s, A, dice=[1, 1])
    played = take_scripted_turn(s, "space:guild", END)
    assert played.render_detail("turn.ask", "space:guild").endswith(" · 2 dice, value 1")
    assert played.render_detail("turn.end", "yes") == "guild seals 0 → 1"


def test_r8_4_contracts_of_two_cities() -> None:
    s = build_state(on_offer={**EMPTY, "fuzhou": ["c05", "c31"], "xian": ["c01", None], "pagan": ["c02", "c03"]})
    p = set_player(s, A, dice=[1], posts=["fuzhou", "xian"])
    option_keys = list_keys(s, "space:contracts")
    assert option_keys == ["contract:c01", "contract:c05", "contract:c31"]
    take_scripted_turn(s, "space:contracts", "contract:c01 contract:c31", END)
    assert p.contracts == ["c01", "c31"] and format_stock(p) == "C3"


def test_r8_4_without_a_contract_the_action_is_closed() -> None:
    """R16.6"""
    s = build_state(on_offer={"fuzhou": [None, None]})
    set_player(s, A, dice=[1], posts=["fuzhou"])
    assert "contracts" not in list_open_spaces(s)


def test_r8_5_steps_by_the_lowest_die() -> None:
    for space, dice, far in (("travel_2", [6, 6], 3), ("travel_2", [2, 6], 2), ("travel_3", [4, 6, 6], 4)):
        s = build_state()
        set_player(s, A, coins=99, camels=99, jade=9, dice=dice)
        reached = {key.partition(".")[2] for key in list_keys(s, f"space:{space}")}
        assert reached == _list_reachable(far)


def _list_reachable(steps: int) -> set[str]:
    """Return the places 1 to `steps` steps from Beijing without seals; Beijing itself by going out and back."""
    edge, places = {"beijing"}, set[str]()
    for _ in range(steps):
        edge = {road.destination for place in edge for road in CONTENT.roads[place] if road.guild is None}
        places |= edge
    return places


def test_r8_5_a_city_with_an_own_post_and_beijing_bring_nothing() -> None:
    """R16.2"""
    s = build_state()
    p = set_player(s, A, coins=6, dice=[1], posts=["fuzhou"])
    take_scripted_turn(s, "space:travel_1", "to:0.fuzhou", END)
    assert p.posts == ["fuzhou"] and format_stock(p) == ""
    begin_turn(s, A)
    s.spaces["travel_1"] = []
    p.coins, p.dice = 6, [1]
    take_scripted_turn(s, "space:travel_1", "to:0.beijing", END)
    assert p.posts == ["fuzhou"] and p.figures == ["beijing"]


def test_r8_5_no_extra_post_without_a_post_left_or_on_other_spaces() -> None:
    s = build_state(on_offer=EMPTY)
    p = set_player(s, A, camels=9, coins=9, dice=[4, 4, 4], posts=list(CONTENT.trade_cities[3:14]))
    played = take_scripted_turn(s, "space:travel_3", "to:0.xian", "post:pagan", END)
    assert "post.extra" not in played.question_keys and len(p.posts) == 11
    s = build_state(on_offer=EMPTY)
    p = set_player(s, A, camels=9, dice=[3, 3], figures=["karakorum"])
    played = take_scripted_turn(s, "space:travel_2", "to:0.xian", END)
    assert "post.extra" not in played.question_keys and p.posts == ["xian"]


def test_r8_5_a_lower_record_changes_nothing() -> None:
    s = build_state()
    s.record = TravelRecord(2, B)
    set_player(s, A, coins=9, dice=[1])
    take_scripted_turn(s, "space:travel_1", "to:0.oasis_a", END)
    assert s.record == TravelRecord(2, B)


@pytest.mark.parametrize("city", DATA.special_cities)
def test_r8_6_every_special_city(city: str) -> None:
    line = DATA.special_cities[city]
    s = build_state()
    p = set_player(s, A, dice=[5])
    space = f"special_{city}_a"
    assert space not in list_open_spaces(s)
    p.posts, p.seals = [city], {line.guild: True}
    take_scripted_turn(s, f"space:{space}", END)
    bonus = DATA.guilds[line.guild].improved_bonus
    for name in ("vp", "coins", "camels", "pepper", "silk", "gold"):
        assert getattr(p, name) == getattr(line.reward, name) + 2 * getattr(bonus, name)
