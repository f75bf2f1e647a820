"""R12: each character, by what changes when its power is used."""

from __future__ import annotations

import pytest

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.income import income
from engines.marco_polo_ii.rules.round.rolling import roll
from engines.marco_polo_ii.table.state import Caravan
from tests.marco_polo_ii.table import (
    A,
    B,
    C,
    begin,
    game,
    keys,
    own,
    person,
    play,
    spaces_open,
    stock,
    turn,
)

EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
MARKET = ("space:market_pepper", "offer:free_2")  # 1 pepper, 3 coins
END = "yes"


def test_r12_mongke_only_oases() -> None:
    """A movement of oases only is legal; each different one counts once; the first one only if re-entered."""
    s = game()
    p = person(s, A, "mongke", coins=2, jade=1, dice=[1], figures=["oasis_d"])
    turn(s, "space:travel_1", "to:0.oasis_g", "oases:0", END)
    assert p.figures == ["oasis_g"] and stock(p) == "K1 VP3"


def test_r12_mongke_lower_travel_through_oases() -> None:
    """R16.24"""
    s = game(on_offer=EMPTY)
    p = person(s, A, "mongke", coins=4, dice=[6], figures=["beijing"])
    turn(s, "space:travel_1", "to:0.oasis_e", "oases:2", END)
    assert p.figures == ["oasis_e"] and p.posts == [] and stock(p) == "C6 VP6"


def test_r12_de_wu_with_two_dice() -> None:
    s = game()
    person(s, A, "de_wu", dice=[2, 4])
    assert keys(s, "space:guild") == ["dice:2", "dice:4", "dice:2+4"]


def test_r12_abha_and_jade_of_every_source() -> None:
    s = game()
    p = person(s, A, "abha", dice=[1, 5])
    turn(s, "bonus:purse", "purse:3.5", *MARKET, END)
    assert stock(p) == "C3 P1 J1 VP1"
    s = game()
    p = person(s, A, "abha", posts=["hormuz"])
    play(s, income)
    assert stock(p) == "C2 J2 VP2"


def test_r12_mailin_gains_one_income_twice() -> None:
    s = game()
    p = person(s, A, "mailin", posts=["baghdad", "kochi"])
    played = play(s, income, "bonus:baghdad.pepper.silk double:bonus:baghdad.silk.gold")
    assert stock(p) == "K3 P1 S2 G1"
    assert "double:bonus:kochi" in played.keys("income.ask")


def test_r12_mailin_in_one_city() -> None:
    """R16.26"""
    s = game(on_offer=EMPTY)
    p = person(s, A, "mailin", dice=[3, 3], figures=["oasis_a", "oasis_a"])
    turn(s, "space:travel_2", "to:0.xian", "to:1.xian", END)
    assert p.figures == ["xian", "xian"] and p.posts == ["xian"]


def test_r12_mailin_one_step_is_one_figure() -> None:
    s = game()
    p = person(s, A, "mailin", coins=2, dice=[3])
    played = turn(s, "space:travel_1", END)
    assert "move.second" not in played.questions and p.figures == ["oasis_a", "beijing"]


def test_r12_filippo_gets_tiles_after_they_are_resolved() -> None:
    s = game(outposts={"xian": "op10", "lanzhou": "op01"}, on_offer=EMPTY)
    filippo = person(s, B, "filippo")
    person(s, A, coins=2, camels=1, dice=[1], figures=["oasis_a"])
    turn(s, "space:travel_1", "to:0.xian", "to:0.lanzhou", END)
    assert filippo.outposts == ["op01", "op10"]


def test_r12_isabella_and_black_dice() -> None:
    s = game()
    p = person(s, A, "isabella", dice=[1], camels=3)
    turn(s, "bonus:black", END, "space:market_pepper", "dice:1", "offer:free_2", END, rolls=[6])
    assert stock(p) == "C5 P1"


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
    s = game()
    p = person(s, A, "isabella")
    play(s, roll, answer, rolls=[*dice, *[6] * 10])
    assert stock(p) == gained


def test_r12_isabella_is_asked_once_for_pairs_and_compensation() -> None:
    """R4.6"""
    s = game()
    p = person(s, A, "isabella")
    played = play(s, roll, "coins:3 pairs:1.0 pairs:3.1", rolls=[1, 1, 3, 3, 4, *[6] * 10])
    assert len(played.prompts) == 1 and stock(p) == "C7 K1 G1"


def test_r12_gantulga_pays_no_routes_in_any_movement() -> None:
    s = game(cards={"card_common_1": "k19"})
    p = person(s, A, "gantulga", dice=[1], camels=2)
    s.on_offer = dict(EMPTY)
    turn(s, "space:card_common_1", "to:0.karakorum", END)
    assert p.posts == ["karakorum"] and stock(p) == ""


def test_r12_tebaldo_goes_further() -> None:
    s = game(caravan=True)
    p = person(s, A, "tebaldo", dice=[1], caravans=[Caravan("xian", ["silk"])], tiles=["t02"])
    there = keys(s, "space:market_pepper", "offer:free_1")
    p.character = "abha"
    assert "to:pagan" not in keys(s, "space:market_pepper", "offer:free_1") and "to:pagan" in there


def test_r12_piedro_has_two_caravans() -> None:
    """R16.33"""
    s = game(caravan=True)
    p = person(s, A, "piedro", dice=[1], tiles=["t01", "t02"], figures=["xian"])
    p.caravans = [Caravan("xian", ["pepper"]), Caravan("oasis_e", ["gold"])]
    del s.routes["t01"], s.routes["t02"]
    turn(s, "complete:0", "good:1.sell", "tile:t02", *MARKET, "to:xian", END)
    assert stock(p) == "C3 P1 J1 VP5" and p.tiles == ["t01"] and s.routes["t02"] is False
    assert p.caravans == [Caravan(), Caravan("xian", ["gold"])]


def test_r12_donata_tokens_and_city_cards() -> None:
    s = game(caravan=True, cards={"card_lhasa_1": "k06", "card_kabul_1": "k06"})
    p = person(s, A, "donata", dice=[1], tokens=["yellow", "red"])
    person(s, B, posts=["lhasa"])  # yellow
    turn(s, "space:card_lhasa_1", END)
    assert p.coins == 12 and p.tokens == ["red"] and s.spaces["card_lhasa_1"] == []
    begin(s, A)
    turn(s, "space:card_kabul_1", END)  # red belongs to nobody, Kabul has no post
    assert p.tokens == [] and p.coins == 24


def test_r12_donata_cannot_use_tokens_without_a_die_nor_in_a_full_purse() -> None:
    s = game(caravan=True)
    p = person(s, A, "donata", dice=[2], tokens=["red"])
    assert keys(s, "bonus:purse") == [f"purse:{n}.{piece}" for n in (1, 2, 3) for piece in ("2", "red")]
    s.spaces["purse"] = [own(B, 1)]
    assert keys(s, "bonus:purse") == ["purse:1.2", "purse:2.2", "purse:3.2"]
    played = turn(s, "space:market_pepper", "dice:2", "offer:free_2", END)
    assert "bonus:purse" not in [option.key for option in played.prompts[-1].asides] and p.tokens == ["red"]


def test_r12_donata_the_lower_of_die_and_token() -> None:
    """R16.30"""
    s = game(caravan=True)
    p = person(s, A, "donata", dice=[3], tokens=["red"])
    assert keys(s, "space:guild") == ["guild:farmer", "guild:spicer", "guild:tailor"]
    turn(s, "space:guild", "guild:tailor", END)
    assert s.spaces["guild"] == [own(A, 3)] and p.tokens == []


def test_r12_donata_on_khans_favour() -> None:
    """R16.29"""
    s = game(caravan=True, dice={"khan_1": [own(B, 5)]})
    p = person(s, A, "donata", dice=[2], tokens=["red"])
    turn(s, "space:khan_2", END)
    assert s.spaces["khan_2"] == [] and stock(p) == "C4 K2"
    begin(s, C)
    person(s, C, dice=[5])
    assert "khan_2" in spaces_open(s)
