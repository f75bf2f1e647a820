"""R9, R12, R13, R14: bonus actions, characters, caravans, the end."""

from __future__ import annotations

import pytest

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.rules.round.income import income
from engines.marco_polo_ii.rules.round.rolling import roll
from engines.marco_polo_ii.table.scoring import contracts_vp, crest_vp, final_parts, scores
from engines.marco_polo_ii.table.state import Caravan, State
from tests.marco_polo_ii.table import (
    A,
    B,
    C,
    asides,
    begin,
    black,
    game,
    keys,
    own,
    person,
    play,
    spaces_open,
    stock,
    turn,
)

DATA = CONTENT.data
EMPTY: dict[str, list[str | None]] = {city: [None, None] for city in CONTENT.contract_cities}
MARKET = ("space:market_pepper", "offer:free_2")  # 1 pepper, 3 coins
END = "yes"
NAMES = ("coins", "camels", "pepper", "silk", "gold", "jade")


@pytest.mark.parametrize("contract", CONTENT.contracts)
def test_r9_1_every_contract(contract: str) -> None:
    line = CONTENT.contracts[contract]
    s = game(on_offer=EMPTY)
    s.letters.cards = []
    p = person(s, A, dice=[1], contracts=[contract], **dict.fromkeys(NAMES, 9))
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
        s.letters.cards = ["c01" if contract != "c01" else "c02"]
        extra.append(END)
    dice = ["dice:1"] if rolls else []
    turn(s, f"fulfil:{contract}", *extra, "space:khan_1", *dice, END, rolls=rolls)
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
    s = game(on_offer={**EMPTY, "xian": ["c01", None]})
    p = person(s, A, dice=[1], contracts=["c10"], camels=2, silk=4, posts=["xian"])
    turn(s, "fulfil:c10", "contract:c01", *MARKET, END)
    assert p.contracts == ["c01"] and stock(p) == "C3 P1 VP7"


def test_r9_1_only_what_can_be_paid() -> None:
    s = game()
    p = person(s, A, dice=[1], contracts=["c06"], silk=2)
    assert "fulfil:c06" not in asides(s)
    p.jade = 1  # for the camel
    assert "fulfil:c06" in asides(s)


@pytest.mark.parametrize("guild", GUILDS)
def test_r9_2_every_seal(guild: str) -> None:
    line = next(line for id, line in DATA.guilds.items() if id == guild)
    s = game()
    p = person(s, A, dice=[1], seals={guild: False}, **dict.fromkeys(NAMES, 9))
    turn(s, f"improve:{guild}", *MARKET, END)
    market = {"coins": 3, "pepper": 1}
    for name in NAMES:
        bonus = getattr(line.improved_bonus, name) - getattr(line.improve_cost, name) + market.get(name, 0)
        assert getattr(p, name) == 9 + bonus
    assert p.seals == {guild: True} and p.vp == line.improved_bonus.vp
    begin(s, A)
    p.dice = [1]
    assert f"improve:{guild}" not in asides(s)


def test_r9_3_the_three_gains_of_the_purse() -> None:
    for number, gained in ((1, "C3"), (2, "K2"), (3, "J1")):
        s = game()
        p = person(s, A, black=[4])
        turn(s, "bonus:purse", f"purse:{number}.4b", END)
        assert stock(p) == gained and s.spaces["purse"] == [black(A, 4)]


def test_r9_4_rerolling() -> None:
    s = game()
    p = person(s, A, dice=[1, 1], camels=1)
    turn(s, "bonus:reroll", END, "space:market_pepper", "dice:1", "offer:free_2", END, rolls=[6])
    assert p.dice == [6] and p.camels == 0


def test_r9_5_adjusting() -> None:
    """R16.17 Only dice on the own board."""
    s = game()
    p = person(s, A, dice=[1, 6], camels=2)
    assert keys(s, "bonus:adjust") == ["adjust:1.2", "adjust:6.5"]
    turn(s, "bonus:adjust", "adjust:1.2", "space:market_pepper", "dice:6", "offer:free_2", END)
    assert p.dice == [2] and p.camels == 0


def test_r9_6_one_black_die_a_turn() -> None:
    s = game()
    p = person(s, A, dice=[1], camels=6)
    played = turn(s, "bonus:black", END, "space:market_pepper", "dice:1", "offer:free_2", END, rolls=[5])
    assert p.black == [5] and p.camels == 3
    assert "bonus:black" not in [option.key for option in played.prompts[-1].asides]
    begin(s, A)
    assert "bonus:black" in asides(s)
    person(s, B, black=[1, 1, 1, 1])
    assert "bonus:black" not in asides(s)


# ---------------------------------------------------------------- R12 characters


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


# ---------------------------------------------------------------- R13 caravans


def test_r13_what_may_be_loaded_and_where_it_starts() -> None:
    s = game(caravan=True)
    p = person(s, A, pepper=1, gold=2, jade=3, dice=[1], figures=["xian"])
    routes = keys(s, "bonus:start")
    assert set(routes) == {"route:t02.kabul", "route:t04.lhasa"}
    assert keys(s, "bonus:start", "route:t02.kabul") == [
        "load:1.0.0",
        "load:0.0.1",
        "load:1.0.1",
        "load:0.0.2",
    ]
    s.routes["t02"] = False
    assert set(keys(s, "bonus:start")) <= {"load:1.0.0", "load:0.0.1", "load:1.0.1", "load:0.0.2"}
    p.pepper = p.gold = 0
    assert "bonus:start" not in asides(s)


def test_r13_mailin_does_not_start_where_she_stands() -> None:
    s = game(caravan=True)
    person(s, A, "mailin", pepper=1, dice=[1], figures=["xian", "kabul"])
    assert "route:t02.kabul" not in keys(s, "bonus:start")
    s.players[A].character = "abha"
    assert "route:t02.kabul" in keys(s, "bonus:start")


@pytest.mark.parametrize(("space", "steps"), [("market_pepper", 1), ("market_silk", 2), ("market_gold_a", 3)])
def test_r13_steps_by_the_book(space: str, steps: int) -> None:
    s = game(caravan=True)
    person(s, A, dice=[6], caravans=[Caravan("kashgar", ["silk"])], tiles=["t02"])
    there = set(keys(s, f"space:{space}", "offer:free_1"))
    assert ("to:oasis_g" in there, "to:lhasa" in there) == (steps >= 2, steps >= 3)


def test_r13_start_move_and_complete_in_one_turn() -> None:
    """R16.31"""
    s = game(caravan=True)
    p = person(s, A, silk=2, dice=[5], figures=["xian"], seals={})
    p.silk = 2
    turn(
        s,
        "bonus:start",
        "route:t04.lhasa",
        "load:0.2.0",
        "space:market_gold_a",
        "offer:free_1",
        "to:lanzhou",
        END,
    )
    assert p.caravans == [Caravan("lanzhou", ["silk", "silk"])]
    begin(s, A)
    p.dice, p.figures = [1], ["oasis_a"]
    played = turn(s, *MARKET, "to:oasis_a", "complete:0", "good:1.upgrade good:2.double", END)
    assert played.keys("caravan.unload")[:3] == ["good:1.sell", "good:1.upgrade", "good:1.double"]
    assert p.gold == 3 and p.silk == 2 and p.caravans == [Caravan()]


def test_r13_gold_cannot_be_upgraded() -> None:
    s = game(caravan=True)
    person(s, A, dice=[1], caravans=[Caravan("beijing", ["gold"])], tiles=["t02"])
    assert keys(s, "complete:0") == ["good:1.sell", "good:1.double"]


# ---------------------------------------------------------------- R14 the end


def ended(players: int = 3) -> State:
    s = game(players)
    s.phase, s.playing = "over", None
    return s


@pytest.mark.parametrize(
    ("fulfilled", "players", "points"),
    [
        ((3, 2, 1), 3, [8, 4, 0]),
        ((3, 3, 1), 3, [8, 8, 4]),
        ((3, 1, 1), 3, [8, 4, 4]),
        ((2, 0, 0), 3, [8, 0, 0]),
        ((0, 0, 0), 3, [0, 0, 0]),
        ((2, 1), 2, [8, 0]),
    ],
)
def test_r14_5_most_contracts(fulfilled: tuple[int, ...], players: int, points: list[int]) -> None:
    s = ended(players)
    for seat, number in enumerate(fulfilled):
        person(s, seat, fulfilled=[f"c{n:02}" for n in range(number)])
    assert [contracts_vp(s, seat) for seat in s.seats] == points


def test_r14_5_vidal_counts_as_four() -> None:
    s = ended()
    person(s, A, "vidal")
    person(s, B, fulfilled=["c01", "c02", "c03"])
    assert [contracts_vp(s, seat) for seat in s.seats] == [8, 4, 0]


def test_r14_2_crests() -> None:
    """R16.34 A crest icon needs the crest itself; a crest counts once."""
    s = ended()
    p = person(s, A, "gantulga", posts=["karakorum", "jaipur", "baghdad"], goal="g01")
    assert dict(final_parts(s, A))["crests"] == crest_vp(2)  # one crest, and the rooster of the goal
    p.character = "de_wu"
    assert dict(final_parts(s, A))["crests"] == crest_vp(3)
    p.character = "tebaldo"
    assert dict(final_parts(s, A))["crests"] == crest_vp(3)
    assert [crest_vp(n) for n in (0, 1, 13, 14)] == [0, 1, 43, 43]


@pytest.mark.parametrize("goal", DATA.goals)
def test_r14_1_every_goal(goal: str) -> None:
    line = DATA.goals[goal]
    s = ended()
    p = person(s, A, goal=goal, posts=[CONTENT.cities_with[crest][0] for crest in line.crests])
    parts = dict(final_parts(s, A))
    assert parts["crests"] == crest_vp(2 * len(line.crests)) and parts["goal"] == 0
    p.seals = dict.fromkeys(line.seals, True)
    assert dict(final_parts(s, A))["goal"] == sum(DATA.guilds[guild].goal_vp for guild in line.seals)


def test_r14_3_r14_4_r14_6_coins_goods_and_loads() -> None:
    s = ended()
    person(s, A, coins=19, camels=9, pepper=1, silk=1, gold=1, jade=2, caravans=[Caravan("xian", ["gold", "pepper"])])
    parts = dict(final_parts(s, A))
    assert (parts["coins"], parts["goods"], parts["caravan_goods"]) == (1, 2, 4)


def test_r14_ties_are_broken_by_camels_and_then_shared() -> None:
    s = ended()
    for seat, camels in enumerate((2, 3, 3)):
        person(s, seat, camels=camels, goal="g11")
    assert [(score.seat, score.place) for score in scores(s)] == [(B, 1), (C, 1), (A, 3)]
