"""R12: each character, by the effect of its power."""

from __future__ import annotations

import pytest

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.income import gain_income
from engines.marco_polo_ii.rules.round.rolling import roll_dice
from engines.marco_polo_ii.table.state import Caravan
from tests.marco_polo_ii.table import (
    NAMES,
    WORDS,
    A,
    B,
    C,
    begin_turn,
    build_state,
    format_stock,
    list_keys,
    list_open_spaces,
    own_die,
    play,
    render_label,
    set_player,
    take_scripted_turn,
)

EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
MARKET = ("space:market_pepper", "offer:free_2")  # 1 pepper, 3 coins
END = "yes"


def test_r12_mongke_only_oases() -> None:
    """A movement of oases only is legal; each different one counts once; the first one only if re-entered."""
    s = build_state()
    p = set_player(s, A, "mongke", coins=2, jade=1, dice=[1], figures=["oasis_d"])
    take_scripted_turn(s, "space:travel_1", "step:0.oasis_g", "oases:0", END)
    assert p.figures == ["oasis_g"] and format_stock(p) == "K1 VP3"


def test_r12_mongke_lower_travel_through_oases() -> None:
    """R16.24"""
    s = build_state(on_offer=EMPTY)
    p = set_player(s, A, "mongke", coins=4, dice=[6], figures=["beijing"])
    take_scripted_turn(s, "space:travel_1", "step:0.xian", "step:0.oasis_e", "oases:2", END)
    assert p.figures == ["oasis_e"] and p.posts == [] and format_stock(p) == "C6 VP6"


def test_r12_de_wu_with_two_dice() -> None:
    s = build_state()
    set_player(s, A, "de_wu", dice=[2, 4])
    assert list_keys(s, "space:guild") == ["dice:2", "dice:4", "dice:2+4"]


def test_r12_abha_and_jade_of_every_source() -> None:
    s = build_state()
    p = set_player(s, A, "abha", dice=[1, 5])
    take_scripted_turn(s, "bonus:purse", "purse:3.5", *MARKET, END)
    assert format_stock(p) == "C3 P1 J1 VP1"
    s = build_state()
    p = set_player(s, A, "abha", posts=["hormuz"])
    play(s, gain_income)
    assert format_stock(p) == "C2 J2 VP2"


def test_r12_equal_incomes_of_mailin_have_the_names_of_their_cities() -> None:
    """With the amount alone, both were "Gain this income a second time: 5 coins"."""
    s = build_state(bonuses={"kochi": "cb2", "kashgar": "cb2"})
    set_player(s, A, "mailin", posts=["kochi", "kashgar"])
    prompt = play(s, gain_income, "double:bonus:kochi").find_prompt("income.ask_one")
    assert {render_label(option) for option in prompt.options} == {
        "City bonus of Kochi: 5 coins",
        "City bonus of Kashgar: 5 coins",
    }
    assert WORDS.render(prompt.text, "en", NAMES) == "Gain this income a second time: choose one."
    set_player(s, A, "mongke", posts=["baghdad"])
    prompt = play(s, gain_income, "bonus:baghdad.pepper.silk").find_prompt("income.ask_one")
    assert WORDS.render(prompt.text, "en", NAMES) == "City bonus of Baghdad: choose one."


def test_r12_mailin_gains_one_income_twice() -> None:
    s = build_state()
    p = set_player(s, A, "mailin", posts=["baghdad", "kochi"])
    played = play(s, gain_income, "bonus:baghdad.pepper.silk double:bonus:baghdad.silk.gold")
    assert format_stock(p) == "K3 P1 S2 G1"
    assert "double:bonus:kochi" in played.list_option_keys("income.ask")


def test_r12_mailin_in_one_city() -> None:
    """R16.26"""
    s = build_state(on_offer=EMPTY)
    p = set_player(s, A, "mailin", dice=[3, 3], figures=["oasis_a", "oasis_a"])
    take_scripted_turn(s, "space:travel_2", "to:0.xian", "to:1.xian", END)
    assert p.figures == ["xian", "xian"] and p.posts == ["xian"]


def test_r12_mailin_one_step_is_one_figure() -> None:
    s = build_state()
    p = set_player(s, A, "mailin", coins=2, dice=[3])
    played = take_scripted_turn(s, "space:travel_1", END)
    assert "move.second" not in played.question_keys and p.figures == ["oasis_a", "beijing"]


def test_r12_filippo_gets_tiles_after_they_are_resolved() -> None:
    s = build_state(outposts={"xian": "op10", "lanzhou": "op01"}, on_offer=EMPTY)
    filippo = set_player(s, B, "filippo")
    set_player(s, A, coins=2, camels=1, dice=[1], figures=["oasis_a"])
    take_scripted_turn(s, "space:travel_1", "to:0.xian", "to:0.lanzhou", END)
    assert filippo.outposts == ["op01", "op10"]


def test_r12_isabella_and_black_dice() -> None:
    s = build_state()
    p = set_player(s, A, "isabella", dice=[1], camels=3)
    take_scripted_turn(s, "bonus:black", END, "space:market_pepper", "dice:1", "offer:free_2", END, rolls=[6])
    assert format_stock(p) == "C5 P1"


@pytest.mark.parametrize(
    ("dice", "answer", "gained"),
    [
        ([1, 1, 6, 6, 6], "pairs:1.1 pairs:6.1", "C2 J2"),
        ([2, 2, 5, 5, 5], "pairs:2.1 pairs:5.0", "S1 VP3"),
        ([3, 3, 3, 3, 6], "pairs:3.2", "C2 G2"),
        ([4, 4, 4, 1, 2], "pairs:4.1", "C2 K1 G1 VP1"),
    ],
)
def test_r12_isabellas_pairs(dice: list[int], answer: str, gained: str) -> None:
    s = build_state()
    p = set_player(s, A, "isabella")
    play(s, roll_dice, answer, rolls=[*dice, *[6] * 10])
    assert format_stock(p) == gained


def test_r12_isabella_is_asked_once_for_pairs_and_compensation() -> None:
    """R4.6"""
    s = build_state()
    p = set_player(s, A, "isabella")
    played = play(s, roll_dice, "coins:3 pairs:1.0 pairs:3.1", rolls=[1, 1, 3, 3, 4, *[6] * 10])
    assert len(played.prompts) == 1 and format_stock(p) == "C7 K1 G1"
    labels = [render_label(option) for option in played.prompts[0].options]
    assert labels[:2] == ["Low roll: 3 coins", "Low roll: 2 coins, 1 camel"], "what an amount is for, before the amount"
    assert all(label.startswith(("Low roll: ", "Dice showing 1: ", "Dice showing 3: ")) for label in labels)
    assert render_label(played.prompts[0].options[0], "ja") == "低い出目の補填：3コイン"


def test_r12_gantulga_pays_no_routes_in_any_movement() -> None:
    s = build_state(cards={"card_common_1": "k19"})
    p = set_player(s, A, "gantulga", dice=[1], camels=2)
    s.on_offer = dict(EMPTY)
    take_scripted_turn(s, "space:card_common_1", "to:0.karakorum", END)
    assert p.posts == ["karakorum"] and format_stock(p) == ""


def test_r12_tebaldo_goes_further() -> None:
    s = build_state(caravan=True)
    p = set_player(s, A, "tebaldo", dice=[1], caravans=[Caravan("xian", ["silk"])], tiles=["t02"])
    option_keys = list_keys(s, "space:market_pepper", "offer:free_1")
    p.character = "abha"
    assert "to:pagan" not in list_keys(s, "space:market_pepper", "offer:free_1") and "to:pagan" in option_keys


def test_r12_piedro_has_two_caravans() -> None:
    """R16.33"""
    s = build_state(caravan=True)
    p = set_player(s, A, "piedro", dice=[1], tiles=["t01", "t02"], figures=["xian"])
    p.caravans = [Caravan("xian", ["pepper"]), Caravan("oasis_e", ["gold"])]
    del s.routes["t01"], s.routes["t02"]
    take_scripted_turn(s, "complete:0", "good:1.sell", "tile:t02", *MARKET, "to:xian", END)
    assert format_stock(p) == "C3 P1 J1 VP5" and p.tiles == ["t01"] and s.routes["t02"] is False
    assert p.caravans == [Caravan(), Caravan("xian", ["gold"])]


def test_r12_donata_tokens_and_city_cards() -> None:
    s = build_state(caravan=True, cards={"card_lhasa_1": "k06", "card_kabul_1": "k06"})
    p = set_player(s, A, "donata", dice=[1], tokens=["yellow", "red"])
    set_player(s, B, posts=["lhasa"])  # yellow
    take_scripted_turn(s, "space:card_lhasa_1", END)
    assert p.coins == 12 and p.tokens == ["red"] and s.spaces["card_lhasa_1"] == []
    begin_turn(s, A)
    take_scripted_turn(s, "space:card_kabul_1", END)  # red belongs to nobody, Kabul has no post
    assert p.tokens == [] and p.coins == 24


def test_r12_donata_cannot_use_tokens_without_a_die_nor_in_a_full_purse() -> None:
    s = build_state(caravan=True)
    p = set_player(s, A, "donata", dice=[2], tokens=["red"])
    assert list_keys(s, "bonus:purse") == [f"purse:{n}.{piece}" for n in (1, 2, 3) for piece in ("2", "red")]
    s.spaces["purse"] = [own_die(B, 1)]
    assert list_keys(s, "bonus:purse") == ["purse:1.2", "purse:2.2", "purse:3.2"]
    played = take_scripted_turn(s, "space:market_pepper", "dice:2", "offer:free_2", END)
    assert "bonus:purse" not in [option.key for option in played.prompts[-1].side_actions] and p.tokens == ["red"]


def test_r12_donata_uses_the_lower_of_die_and_token() -> None:
    """R16.30"""
    s = build_state(caravan=True)
    p = set_player(s, A, "donata", dice=[3], tokens=["red"])
    assert list_keys(s, "space:guild") == ["guild:farmer", "guild:spicer", "guild:tailor"]
    take_scripted_turn(s, "space:guild", "guild:tailor", END)
    assert s.spaces["guild"] == [own_die(A, 3)] and p.tokens == []


def test_r12_donata_on_khans_favour() -> None:
    """R16.29"""
    s = build_state(caravan=True, dice={"khan_1": [own_die(B, 5)]})
    p = set_player(s, A, "donata", dice=[2], tokens=["red"])
    take_scripted_turn(s, "space:khan_2", END)
    assert s.spaces["khan_2"] == [] and format_stock(p) == "C4 K2"
    begin_turn(s, C)
    set_player(s, C, dice=[5])
    assert "khan_2" in list_open_spaces(s)
