"""The worked examples of characters, caravans and the end: W17 to W25, W29 to W32 (R18)."""

from __future__ import annotations

from engines.marco_polo_ii.rules.round.rolling import roll_dice
from engines.marco_polo_ii.table.scoring import compute_scores
from engines.marco_polo_ii.table.state import Caravan
from tests.marco_polo_ii.table import (
    A,
    B,
    C,
    begin_turn,
    build_state,
    format_stock,
    list_bonus_actions,
    list_keys,
    list_open_spaces,
    own_die,
    play,
    set_player,
    take_scripted_turn,
)


def test_w17_mongke() -> None:
    s = build_state()
    p = set_player(s, A, "mongke", coins=8, camels=4, dice=[2, 2], figures=["xian"])
    s.on_offer["jaipur"] = [None, None]
    walk = [f"step:0.{place}" for place in ("oasis_e", "fuzhou", "oasis_f", "jaipur")]
    take_scripted_turn(s, "space:travel_2", *walk, "oases:1", "yes")
    assert p.posts == ["jaipur"] and format_stock(p) == "C2 K1 VP6"
    s = build_state()
    set_player(s, A, "de_wu", coins=8, camels=4, dice=[2, 2], figures=["xian"])
    assert "to:0.jaipur" not in list_keys(s, "space:travel_2")


def test_w18_gantulga() -> None:
    s = build_state()
    p = set_player(s, A, "gantulga", coins=2, jade=1, dice=[3], figures=["pagan"])
    take_scripted_turn(s, "space:travel_1", "to:0.kabul", "yes")
    assert format_stock(p) == "" and p.posts == ["kabul"]
    s = build_state()
    set_player(s, A, "gantulga", coins=20, dice=[3, 3, 3], figures=["pagan"])
    open_spaces = list_open_spaces(s)
    assert "travel_1" in open_spaces and "travel_2" not in open_spaces and "travel_3" not in open_spaces


def test_w19_de_wu() -> None:
    s = build_state(dice={"guild": [own_die(B, 2), own_die(B, 6)]})
    p = set_player(s, A, "de_wu", coins=7, silk=2, dice=[3])
    take_scripted_turn(s, "space:guild", "guild:tailor", "improve:tailor", "yes")
    assert format_stock(p) == "K1 S1 J3"


def test_w20_isabella() -> None:
    s = build_state()
    p = set_player(s, A, "isabella")
    played = play(s, roll_dice, "pairs:4.0", rolls=[1, 2, 4, 4, 6, *[6] * 10])
    assert [option.key for option in played.prompts[0].options] == ["pairs:4.0", "pairs:4.1"]
    assert format_stock(p) == "C4 K2 VP1"
    s = build_state()
    p = set_player(s, A, "isabella")
    play(s, roll_dice, "pairs:4.1", rolls=[1, 2, 4, 4, 6, *[6] * 10])
    assert format_stock(p) == "C4 G1 VP1"
    begin_turn(s, A)
    p.camels = 1
    take_scripted_turn(
        s, "bonus:reroll", "reroll:6", "yes", "space:market_pepper", "dice:1", "offer:free_1", "yes", rolls=[1]
    )
    assert format_stock(p) == "C4 K1 P2 G1 VP1"


def test_w21_filippo() -> None:
    s = build_state(outposts={"kashgar": "op01"})
    filippo = set_player(s, B, "filippo")
    red = set_player(s, A, coins=20, camels=2, dice=[1], figures=["oasis_d"])
    take_scripted_turn(s, "space:travel_1", "to:0.kashgar", "yes")
    assert red.gold == 2 and filippo.outposts == ["op01"] and filippo.gold == 0
    begin_turn(s, B)
    filippo.dice = [1]
    take_scripted_turn(s, "filippo:op01", "space:market_pepper", "offer:free_1", "yes")
    assert filippo.gold == 2 and filippo.outposts == []

    s = build_state(outposts={"kashgar": "op01"})
    filippo = set_player(s, A, "filippo", coins=20, camels=2, dice=[1], figures=["oasis_d"])
    take_scripted_turn(s, "space:travel_1", "to:0.kashgar", "yes")
    assert filippo.gold == 0 and filippo.outposts == ["op01"]


def test_w22_abha() -> None:
    s = build_state()
    p = set_player(s, A, "abha", camels=2, gold=4, contracts=["c15"], dice=[1])
    take_scripted_turn(s, "fulfil:c15", "space:market_pepper", "offer:free_2", "yes")
    assert format_stock(p) == "C3 P1 J3 VP12"


def test_w23_mailin() -> None:
    s = build_state()
    p = set_player(s, A, "mailin", camels=2, dice=[3, 5])
    s.on_offer = {city: [None, None] for city in s.on_offer}
    take_scripted_turn(s, "space:travel_2", "to:0.xian", "to:1.karakorum", "yes")
    assert format_stock(p) == "" and p.posts == ["xian", "karakorum"] and p.figures == ["xian", "karakorum"]


def test_w24_completing_a_route() -> None:
    s = build_state(caravan=True)
    p = set_player(s, A, dice=[1], caravans=[Caravan("beijing", ["silk", "gold"])], tiles=["t02"])
    del s.routes["t02"]
    take_scripted_turn(s, "complete:0", "good:1.sell good:2.double", "space:market_pepper", "offer:free_2", "yes")
    assert format_stock(p) == "C3 P1 G2 VP4"
    assert p.caravans == [Caravan()] and p.tiles == [] and s.routes["t02"] is False


def test_w25_starting_a_route_and_moving() -> None:
    s = build_state(caravan=True)
    p = set_player(s, A, pepper=1, dice=[3], figures=["xian"])
    take_scripted_turn(s, "bonus:start", "route:t02.kabul", "space:market_silk", "offer:free_1", "to:jaipur", "yes")
    assert p.pepper == 0 and p.caravans == [Caravan("jaipur", ["pepper"])] and p.tiles == ["t02"]
    begin_turn(s, A)
    p.dice = [1]
    assert "to:hormuz" not in list_keys(s, "space:market_pepper", "offer:free_1")
    p.seals["tailor"] = False
    assert "to:hormuz" in list_keys(s, "space:market_pepper", "offer:free_1")
    s = build_state(caravan=True)
    for place in ("oasis_e", "beijing"):
        set_player(s, A, pepper=1, dice=[3], figures=[place])
        assert "bonus:start" not in list_bonus_actions(s)


def test_w29_vidal() -> None:
    s = build_state(caravan=True)
    p = set_player(s, A, "vidal", contracts=["c13"], dice=[1])
    take_scripted_turn(s, "fulfil:c13", "to:0.oasis_a", "space:market_pepper", "offer:free_2", "yes")
    assert p.fulfilled == ["c13"] and format_stock(p) == "C3 P1" and p.figures == ["oasis_a"]

    s = build_state(caravan=True)
    p = set_player(s, A, "vidal", contracts=["c13"], camels=1, gold=4, dice=[1])
    take_scripted_turn(s, "fulfil:c13", "pay", "stay", "space:market_pepper", "offer:free_2", "yes")
    assert format_stock(p) == "C3 P1 VP8"

    s = build_state(caravan=True, on_offer={"fuzhou": ["c05", "c31"]})
    p = set_player(s, A, "vidal", dice=[1], posts=["fuzhou"])
    take_scripted_turn(s, "space:contracts", "contract:c05", "yes")
    assert p.contracts == ["c05"] and format_stock(p) == "C3"

    s = build_state(caravan=True)
    p = set_player(s, A, "vidal", gold=2, silk=2, pepper=2, dice=[1])
    played = take_scripted_turn(s, "bonus:vidal", "space:market_pepper", "offer:free_2", "yes")
    assert format_stock(p) == "C3 P2 S1 G1 VP5"
    assert "bonus:vidal" not in [option.key for option in played.prompts[-1].side_actions]


def test_w30_donata() -> None:
    s = build_state(caravan=True)
    p = set_player(s, A, "donata", dice=[5], coins=5, tokens=["yellow"])
    take_scripted_turn(s, "space:market_gold_a", "dice:yellow", "offer:free_1", "yes")
    assert p.gold == 2 and p.tokens == [] and s.spaces["market_gold_a"] == []
    s = build_state(caravan=True, dice={"market_gold_a": [own_die(B, 5)]})
    p = set_player(s, A, "donata", dice=[5], coins=5, tokens=["yellow"])
    assert list_keys(s, "space:market_gold_a") == ["offer:free_1", "offer:free_2"]  # the token is not legal there
    take_scripted_turn(s, "space:market_gold_a", "offer:free_1", "yes")
    assert format_stock(p) == "K2 G2"


def test_w31_tebaldo() -> None:
    s = build_state(caravan=True)
    p = set_player(s, A, "tebaldo", gold=2, dice=[1], seals={"jeweler": False})
    take_scripted_turn(s, "improve:jeweler", "space:market_pepper", "offer:free_2", "yes")
    assert format_stock(p) == "C3 P1 G1 VP1"


def test_w32_final_scoring() -> None:
    s = build_state(3)
    s.phase, s.playing = "over", None
    p = set_player(
        s,
        A,
        "gantulga",
        posts=["xian", "karakorum", "lanzhou", "pagan", "turfan", "lhasa"],
        goal="g07",
        seals={"farmer": True},
        coins=27,
        pepper=1,
        silk=2,
        gold=1,
        jade=1,
        fulfilled=["c01", "c02", "c03", "c04"],
        points={"contracts": 35},
    )
    assert p.vp == 35
    set_player(s, B, "abha", fulfilled=["c05", "c06", "c07", "c08"])
    set_player(s, C, "de_wu", fulfilled=["c09", "c10"])
    parts = {
        seat: {msg.key: vp for msg, vp in next(x for x in compute_scores(s) if x.seat == seat).parts}
        for seat in s.seats
    }
    assert parts[A] == {
        "score.contracts": 35,
        "score.goal": 3,
        "score.crests": 23,
        "score.coins": 2,
        "score.goods": 2,
        "score.most_contracts": 8,
    }
    assert compute_scores(s)[0].total == 73
    assert parts[B]["score.most_contracts"] == 8 and parts[C]["score.most_contracts"] == 4
