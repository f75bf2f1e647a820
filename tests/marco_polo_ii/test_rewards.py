"""R10, R11: rewards, outpost tiles, city bonuses, new posts."""

from __future__ import annotations

import pytest

from engines.marco_polo_ii.data.content import CONTENT
from tests.marco_polo_ii.table import A, B, begin_turn, build_state, format_stock, set_player, take_scripted_turn

EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
END = "yes"


@pytest.mark.parametrize(
    ("tile", "answers", "rolls", "gained"),
    [
        ("op01", [], [], "G2"),
        ("op02", [], [], "S2"),
        ("op03", [], [], "P3"),
        ("op04", [], [], "C5"),
        ("op05", [], [], "K4"),
        ("op06", [], [], "J2"),
        ("op07", [], [], "VP3"),
        ("op08", ["yes"], [4], ""),
        ("op09", ["yes"], [], "C2"),
        ("op10", ["to:0.oasis_a"], [], ""),
    ],
)
def test_r11_every_outpost_tile(tile: str, answers: list[str], rolls: list[int], gained: str) -> None:
    s = build_state(outposts={"xian": tile}, on_offer=EMPTY)
    p = set_player(s, A, coins=2, dice=[1], figures=["oasis_a"])
    take_scripted_turn(s, "space:travel_1", "to:0.xian", *answers, END, rolls=rolls)
    assert format_stock(p) == gained and s.outposts == {} and p.posts == ["xian"]
    assert (p.black, len(p.contracts)) == (rolls, int(tile == "op09"))
    assert p.figures == (["oasis_a"] if tile == "op10" else ["xian"])


@pytest.mark.parametrize(
    ("marker", "answers", "gained"),
    [
        ("cb1", [], "K3"),
        ("cb2", [], "C5"),
        ("cb3", [], "VP3"),
        ("cb4", ["pair:pepper.silk"], "P1 S1"),
        ("cb5", [], "J2"),
        ("cb6", [], "C3 K1"),
        ("cb7", ["copy:cb3"], "VP3"),
    ],
)
def test_r11_every_city_bonus(marker: str, answers: list[str], gained: str) -> None:
    """R16.10 Every player who comes to the city receives it."""
    s = build_state(bonuses={"turfan": marker, "kochi": "cb3"})
    for seat in (A, B):
        s.spaces["travel_1"] = []
        begin_turn(s, seat)
        p = set_player(s, seat, coins=2, camels=1, dice=[1], figures=["oasis_d"])
        take_scripted_turn(s, "space:travel_1", *answers, END)
        assert format_stock(p) == gained and s.bonuses["turfan"] == marker


def test_r11_a_contract_of_the_new_city() -> None:
    s = build_state(on_offer={"xian": ["c01", "c02"]})
    p = set_player(s, A, coins=2, dice=[1], figures=["oasis_a"], contracts=["c10", "s3"])
    s.contract_pile.cards = [ident for ident in s.contract_pile.cards if ident not in ("c01", "c02", "c10")]
    take_scripted_turn(s, "space:travel_1", "to:0.xian", "contract:c02", "discard:s3", END)
    assert p.contracts == ["c10", "c02"]


def test_r11_card_and_special_spaces_open_next_turn() -> None:
    """R16.8 Contracts of a city count at once."""
    s = build_state(on_offer={**EMPTY, "xian": ["c01", "c02"]}, cards={"card_lanzhou_1": "k06"})
    p = set_player(s, A, pepper=3, camels=1, contracts=["s2"], dice=[1], figures=["oasis_a"])
    played = take_scripted_turn(s, "fulfil:s2", "to:0.xian", "no", "space:contracts", "contract:c01", END)
    assert p.contracts == ["c01"] and played.question_keys.count("turn.ask") == 2


def test_r10_a_contract_from_the_pile_without_a_free_slot() -> None:
    s = build_state(cards={"card_common_1": "k11"})
    s.contract_pile.cards = ["c20", "c21"]
    p = set_player(s, A, dice=[1], contracts=["c01", "s1"])
    played = take_scripted_turn(s, "space:card_common_1", "yes", "discard:c21", END)
    assert played.list_option_keys("contract.discard_one") == ["discard:c21", "discard:c01", "discard:s1"]
    assert p.contracts == ["c01", "s1"] and s.contract_pile.cards[0] == "c21"
    s = build_state(cards={"card_common_1": "k11"})
    s.contract_pile.cards = []
    p = set_player(s, A, dice=[1])
    take_scripted_turn(s, "space:card_common_1", END)
    assert p.contracts == [] and p.coins == 1


def test_r10_a_black_die_if_one_is_left() -> None:
    s = build_state(outposts={"xian": "op08"}, on_offer=EMPTY)
    for seat in (B,):
        set_player(s, seat, black=[1] * 5)
    p = set_player(s, A, coins=2, dice=[1], figures=["oasis_a"])
    take_scripted_turn(s, "space:travel_1", "to:0.xian", END)
    assert p.black == []


def test_r10_a_move_is_optional_and_may_end_on_an_oasis() -> None:
    """R16.9"""
    for answer, place in (("stay", "beijing"), ("to:0.oasis_a", "oasis_a")):
        s = build_state()
        p = set_player(s, A, pepper=3, camels=1, contracts=["s2"], dice=[1])
        take_scripted_turn(s, "fulfil:s2", answer, "space:market_pepper", "offer:free_1", END)
        assert p.figures == [place]


def test_r8_4_contract_lies_in_the_slot_that_was_freed() -> None:
    """R10 Two discarded at once go under the pile by their slots, not by their age."""
    s = build_state(cards={"card_common_1": "k11"}, on_offer={**EMPTY, "fuzhou": ["c05", "c31"]})
    s.contract_pile.cards = [f"c{n}" for n in range(10, 22)]
    p = set_player(s, A, dice=[1, 1], contracts=["c02", "c01"], posts=["fuzhou"])
    take_scripted_turn(s, "space:card_common_1", "yes", "discard:c02", END)
    assert p.contracts == ["c21", "c01"]
    begin_turn(s, A)
    take_scripted_turn(s, "space:contracts", "contract:c05 contract:c31", END)
    assert p.contracts == ["c05", "c31"] and s.contract_pile.cards[:2] == ["c01", "c21"]


def test_r9_1_fulfilled_contract_frees_its_slot() -> None:
    s = build_state(on_offer={**EMPTY, "fuzhou": ["c05", "c31"]})
    cost = CONTENT.contracts["c05"].cost
    p = set_player(s, A, dice=[1], contracts=["c05", "c01"], camels=cost.camels, pepper=9, silk=9, gold=9, jade=9)
    p.posts = ["fuzhou"]
    s.on_offer["fuzhou"] = ["c40", "c31"]
    take_scripted_turn(s, "fulfil:c05", "good:gold", "space:contracts", "contract:c31", END)
    assert p.contracts == ["c31", "c01"]
