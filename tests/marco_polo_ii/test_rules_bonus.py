"""R9: bonus actions."""

from __future__ import annotations

from typing import Any

import pytest

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from tests.marco_polo_ii.table import (
    A,
    B,
    begin_turn,
    black_die,
    build_state,
    find_question,
    format_stock,
    list_bonus_actions,
    list_keys,
    render_label,
    set_player,
    take_scripted_turn,
)

DATA = CONTENT.data
EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
MARKET = ("space:market_pepper", "offer:free_2")  # 1 pepper, 3 coins
END = "yes"
NAMES = ("coins", "camels", "pepper", "silk", "gold", "jade")
NINE: dict[str, Any] = dict.fromkeys(NAMES, 9)


@pytest.mark.parametrize("contract", CONTENT.contracts)
def test_r9_1_every_contract(contract: str) -> None:
    line = CONTENT.contracts[contract]
    s = build_state(on_offer=EMPTY)
    s.contract_pile.cards = []
    p = set_player(s, A, dice=[1], contracts=[contract], **NINE)
    extra, rolls = [], []
    if line.reward.any_good:
        extra.append("good:pepper")
    if line.reward.two_different:
        extra.append("pair:pepper.silk")
    if line.reward.black_die:
        extra.append(END)
        rolls.append(3)
    if line.reward.move:
        extra.append("to:0.oasis_a")
    if line.reward.draw_contract:
        s.contract_pile.cards = ["c01" if contract != "c01" else "c02"]
        extra.append(END)
    dice = ["dice:1"] if rolls else []
    take_scripted_turn(s, f"fulfil:{contract}", *extra, "space:khan_1", *dice, END, rolls=rolls)
    chosen = {"pepper": bool(line.reward.any_good + line.reward.two_different), "silk": bool(line.reward.two_different)}
    khan = {"coins": 4, "camels": 2}
    for name in NAMES:
        wanted = 9 - getattr(line.cost, name) + getattr(line.reward, name) + chosen.get(name, 0) + khan.get(name, 0)
        assert getattr(p, name) == wanted, name
    assert p.vp == line.reward.vp and p.fulfilled == [contract]
    assert len(p.black) == line.reward.black_die
    assert p.figures == (["oasis_a"] if line.reward.move else ["beijing"])
    assert len(p.contracts) == line.reward.draw_contract


def test_r9_1_a_face_up_contract_as_a_reward() -> None:
    s = build_state(on_offer={**EMPTY, "xian": ["c01", None]})
    p = set_player(s, A, dice=[1], contracts=["c10"], camels=2, silk=4, posts=["xian"])
    take_scripted_turn(s, "fulfil:c10", "contract:c01", *MARKET, END)
    assert p.contracts == ["c01"] and format_stock(p) == "C3 P1 VP7"


def test_r9_1_only_what_can_be_paid() -> None:
    s = build_state()
    p = set_player(s, A, dice=[1], contracts=["c06"], silk=2)
    assert "fulfil:c06" not in list_bonus_actions(s)
    p.jade = 1  # for the camel
    assert "fulfil:c06" in list_bonus_actions(s)


@pytest.mark.parametrize("guild", GUILDS)
def test_r9_2_every_seal(guild: str) -> None:
    line = next(line for ident, line in DATA.guilds.items() if ident == guild)
    s = build_state()
    p = set_player(s, A, dice=[1], seals={guild: False}, **NINE)
    take_scripted_turn(s, f"improve:{guild}", *MARKET, END)
    market = {"coins": 3, "pepper": 1}
    for name in NAMES:
        bonus = getattr(line.improved_bonus, name) - getattr(line.improve_cost, name) + market.get(name, 0)
        assert getattr(p, name) == 9 + bonus
    assert p.seals == {guild: True} and p.vp == line.improved_bonus.vp
    begin_turn(s, A)
    p.dice = [1]
    assert f"improve:{guild}" not in list_bonus_actions(s)


def test_r9_3_the_three_gains_of_the_purse() -> None:
    for number, gained in ((1, "C3"), (2, "K2"), (3, "J1")):
        s = build_state()
        p = set_player(s, A, black=[4])
        take_scripted_turn(s, "bonus:purse", f"purse:{number}.4b", END)
        assert format_stock(p) == gained and s.spaces["purse"] == [black_die(A, 4)]


def test_r9_4_rerolling() -> None:
    s = build_state()
    p = set_player(s, A, dice=[1, 1], camels=1)
    take_scripted_turn(s, "bonus:reroll", END, "space:market_pepper", "dice:1", "offer:free_2", END, rolls=[6])
    assert p.dice == [6] and p.camels == 0


def test_r9_5_adjusting() -> None:
    """R16.17 Only dice on the player's own board."""
    s = build_state()
    p = set_player(s, A, dice=[1, 6], camels=2)
    assert list_keys(s, "bonus:adjust") == ["adjust:1.2", "adjust:6.5"]
    option = find_question(s, "bonus:adjust").options[0]
    words = [render_label(option), render_label(option, "ja")]
    assert words == ["Turn the 1 into a 2", "1の目を2に"], "below a number of its own, 1 → 2 was three numbers"
    take_scripted_turn(s, "bonus:adjust", "adjust:1.2", "space:market_pepper", "dice:6", "offer:free_2", END)
    assert p.dice == [2] and p.camels == 0


def test_r9_6_one_black_die_a_turn() -> None:
    s = build_state()
    p = set_player(s, A, dice=[1], camels=6)
    played = take_scripted_turn(s, "bonus:black", END, "space:market_pepper", "dice:1", "offer:free_2", END, rolls=[5])
    assert p.black == [5] and p.camels == 3
    assert "bonus:black" not in [option.key for option in played.prompts[-1].side_actions]
    begin_turn(s, A)
    assert "bonus:black" in list_bonus_actions(s)
    set_player(s, B, black=[1, 1, 1, 1])
    assert "bonus:black" not in list_bonus_actions(s)
