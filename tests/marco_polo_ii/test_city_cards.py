"""R8.7: every city card."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.payment import list_repeated_payments
from engines.marco_polo_ii.table.state import TravelRecord
from tests.marco_polo_ii.table import (
    A,
    B,
    begin_turn,
    build_state,
    format_stock,
    list_keys,
    list_open_spaces,
    own_die,
    render_label,
    set_player,
    take_scripted_turn,
)

DATA = CONTENT.data
EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
END = "yes"
PLAIN_EXCHANGES = [ident for ident, card in DATA.city_cards.items() if card.kind == "exchange" and not card.reward.move]


@pytest.mark.parametrize("card", PLAIN_EXCHANGES)
def test_r8_7_every_exchange(card: str) -> None:
    line = DATA.city_cards[card]
    s = build_state(cards={"card_common_1": card})
    rich: dict[str, Any] = {"coins": 20, "camels": 20, "pepper": 5, "silk": 5, "gold": 5, "jade": 5}
    p = set_player(s, A, dice=[3], **rich)
    if line.cost.any_good or line.reward.any_good:
        take_scripted_turn(s, "space:card_common_1", "good:silk good:silk", END)
        sign = 1 if line.reward.any_good else -1
        assert p.silk == 5 + 2 * sign
    else:
        take_scripted_turn(s, "space:card_common_1", "times:2", END)
        assert p.silk == 5 + 2 * (line.reward.silk - line.cost.silk)
    for name in ("coins", "camels", "pepper", "gold", "jade"):
        assert getattr(p, name) == rich[name] + 2 * (getattr(line.reward, name) - getattr(line.cost, name)), name
    assert p.vp == 2 * line.reward.vp


@pytest.mark.parametrize("card", [ident for ident, card in DATA.city_cards.items() if card.kind == "choice_exchange"])
@pytest.mark.parametrize("number", [0, 1])
def test_r8_7_every_choice(card: str, number: int) -> None:
    """k05 may make the VP negative."""
    line = DATA.city_cards[card].options[number]
    s = build_state(cards={"card_common_1": card})
    p = set_player(s, A, dice=[2], coins=9, camels=9)
    take_scripted_turn(s, "space:card_common_1", f"line:{number + 1}", "times:2", END)
    for name in ("coins", "camels"):
        assert getattr(p, name) == 9 + 2 * (getattr(line.reward, name) - getattr(line.cost, name))
    assert p.vp == 2 * (line.reward.vp - line.cost.vp)


def test_r8_7_later_repetitions_use_what_earlier_ones_brought() -> None:
    """R7 k23: 3 coins are enough for two jade, the first of which pays for the second."""
    s = build_state(cards={"card_common_1": "k23"})
    p = set_player(s, A, dice=[2], coins=3)
    assert list_keys(s, "space:card_common_1") == ["times:1", "times:2"]
    take_scripted_turn(s, "space:card_common_1", "times:2", END)
    assert format_stock(p) == "J1"


def test_r8_7_contracts_are_counted_by_their_real_number() -> None:
    for character in (None, "vidal"):
        s = build_state(cards={"card_common_1": "k02"}, caravan=True)
        p = set_player(s, A, character, dice=[6], fulfilled=["c01", "c02"])
        take_scripted_turn(s, "space:card_common_1", END)
        assert format_stock(p) == "VP2"


@pytest.mark.parametrize(
    ("card", "value", "gained"),
    [
        ("k06", 4, "C8"),
        ("k08", 3, "G1"),
        ("k08", 4, "G2"),
        ("k09", 2, "S1"),
        ("k09", 3, "S2"),
        ("k09", 6, "S3"),
        ("k10", 1, "P2"),
        ("k10", 5, "P3"),
        ("k10", 6, "P4"),
    ],
)
def test_r8_7_by_the_die(card: str, value: int, gained: str) -> None:
    s = build_state(cards={"card_common_1": card})
    p = set_player(s, A, dice=[value])
    take_scripted_turn(s, "space:card_common_1", END)
    assert format_stock(p) == gained


def test_r8_7_contracts_by_the_die() -> None:
    for value, number in ((3, 1), (4, 2)):
        s = build_state(cards={"card_common_1": "k11"})
        top = s.contract_pile.cards[::-1][:2]
        p = set_player(s, A, dice=[value])
        take_scripted_turn(s, "space:card_common_1", END, END)
        assert p.contracts == top[:number] and p.coins == number


def test_r8_7_own_city_bonuses() -> None:
    s = build_state(cards={"card_common_1": "k03"})
    p = set_player(s, A, dice=[4])
    assert "card_common_1" not in list_open_spaces(s)
    p.posts = ["kochi", "kashgar"]
    take_scripted_turn(s, "space:card_common_1", "bonus:cb1", END)
    assert format_stock(p) == "K3"
    begin_turn(s, A)
    s.spaces["card_common_1"], p.dice = [], [5]
    played = take_scripted_turn(s, "space:card_common_1", "bonus:cb1", "bonus:cb2", END)
    assert format_stock(p) == "C5 K6"
    assert [prompt for prompt in played.prompts if prompt.text.key == "bonus.own"][1].options[0].key == "no"


def test_r8_7_copying_the_marker_that_is_used_too() -> None:
    """R16.13"""
    s = build_state(cards={"card_common_1": "k03"}, bonuses={"turfan": "cb7"})
    p = set_player(s, A, dice=[5], posts=["turfan", "kochi"])
    played = take_scripted_turn(s, "space:card_common_1", "bonus:cb7", "copy:cb1", "bonus:cb1", END)
    assert format_stock(p) == "K6"
    asked = [(prompt, key) for prompt in played.prompts for key in ("copy:cb1", "bonus:cb1")]
    options = [option for prompt, key in asked for option in prompt.options if option.key == key]
    told = {render_label(option, lang) for option in options for lang in LANGS}
    assert told == {"Copy: 3 camels", "コピー：3ラクダ", "Gain: 3 camels", "獲得：3ラクダ"}, "steps of plans"
    s = build_state(cards={"card_common_1": "k03"}, bonuses={"turfan": "cb7"})
    p = set_player(s, A, dice=[5], posts=["turfan"])
    take_scripted_turn(s, "space:card_common_1", "copy:cb1", END)
    assert format_stock(p) == "K3"


def test_r8_7_steps_for_camels() -> None:
    s = build_state(cards={"card_common_1": "k19"}, on_offer=EMPTY)
    p = set_player(s, A, dice=[3], camels=4)
    s.record = TravelRecord(1, B)
    take_scripted_turn(s, "space:card_common_1", "to:0.xian", END)
    assert p.posts == ["xian"] and format_stock(p) == "" and s.record == TravelRecord(1, B)


def test_r8_7_a_seal_with_one_die() -> None:
    s = build_state(cards={"card_common_1": "k07"}, dice={"guild": [own_die(A, 1), own_die(A, 1)]})
    p = set_player(s, A, dice=[4], camels=1)
    take_scripted_turn(s, "space:card_common_1", "guild:jeweler", END)
    assert p.seals == {"jeweler": False} and format_stock(p) == "J3"


def test_r8_7_a_city_card_needs_an_own_post() -> None:
    s = build_state(cards={"card_lhasa_1": "k06"})
    p = set_player(s, A, dice=[4])
    assert "card_lhasa_1" not in list_open_spaces(s)
    p.posts = ["lhasa"]
    take_scripted_turn(s, "space:card_lhasa_1", END)
    assert p.coins == 8


@pytest.mark.parametrize(
    ("jade", "answers", "coins", "jade_left"),
    [
        (1, ("bonus:jade", "space:card_common_1", "times:2", "pay:2.0.2"), 11, 1),
        (1, ("bonus:jade", "space:card_common_1", "times:2", "pay:3.0.1"), 10, 2),
        (1, ("space:card_common_1", "times:2"), 9, 3),
        (0, ("space:card_common_1", "times:2", "pay:3.0.1"), 10, 1),
        (0, ("space:card_common_1", "times:2", "pay:4.0.0"), 9, 2),
        (0, ("space:card_common_1", "times:1"), 11, 1),
    ],
)
def test_r7_jade_of_one_exchange_pays_for_the_next(
    jade: int, answers: tuple[str, ...], coins: int, jade_left: int
) -> None:
    """R7 Jade that has just come may pay at once: it is asked for if there was none to ask about before."""
    s = build_state(cards={"card_common_1": "k23"})
    p = set_player(s, A, dice=[2], coins=13, pepper=1, jade=jade)
    take_scripted_turn(s, *answers, END)
    assert (p.coins, p.jade) == (coins, jade_left)


def test_r7_total_payments_of_an_exchange_are_all_that_single_ones_reach() -> None:
    for coins, jade, times in ((13, 1, 2), (13, 0, 3), (3, 2, 4), (12, 4, 6)):
        cost, gain = Cost(coins=2), Gain(jade=1)
        s = build_state()
        player = set_player(s, A, coins=coins, jade=jade)
        reached = {(coins, jade)}
        for _ in range(times):
            reached = {
                (c - (2 - share), j - share + 1)
                for c, j in reached
                for share in range(3)
                if share <= j and 2 - share <= c
            }
        payments = list_repeated_payments(player, cost, gain, times)
        assert {(coins - pay.coins, jade - pay.jade + times) for pay in payments} == reached


def test_r7_jade_of_a_contract_may_pay_for_its_movement() -> None:
    """R10 The jade comes before the movement; the player had none, so the share is asked for."""
    for answer, left in (("pay:2.0.0", "C1 J1 VP6"), ("pay:1.0.1", "C2 VP6")):
        s = build_state(on_offer=EMPTY)
        p = set_player(s, A, "abha", dice=[1], coins=3, camels=1, silk=3, contracts=["c07"], figures=["lanzhou"])
        take_scripted_turn(s, "fulfil:c07", "to:0.oasis_c", answer, "space:khan_1", END)
        p.coins, p.camels = p.coins - 4, p.camels - 2
        assert format_stock(p) == left
