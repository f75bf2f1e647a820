"""The worked examples of the turn: W1 to W16, W26 to W28, W33, W34 (R18)."""

from __future__ import annotations

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.round.rolling import compute_shortfall, roll_dice
from engines.marco_polo_ii.table.state import TravelRecord
from tests.marco_polo_ii.table import (
    A,
    B,
    C,
    begin_turn,
    build_state,
    find_route,
    format_stock,
    list_keys,
    list_open_spaces,
    neutral_die,
    own_die,
    play,
    set_player,
    take_scripted_turn,
)

EMPTY = {city: [None, None] for city in CONTENT.contract_cities}


def test_w01_the_fee_with_two_players() -> None:
    s = build_state(2, dice={"market_gold_b": [neutral_die(5)]})
    p = set_player(s, A, coins=6, dice=[5])
    take_scripted_turn(s, "space:market_gold_b", "offer:free_1", "yes")
    assert format_stock(p) == "C1 G2"

    s = build_state(2, dice={"market_gold_b": [neutral_die(5)]})
    p = set_player(s, A, coins=4, jade=1, dice=[5])
    take_scripted_turn(s, "space:market_gold_b", "offer:free_1", "yes")
    assert format_stock(p) == "G2"

    s = build_state(2, dice={"market_gold_b": [neutral_die(5)]})
    set_player(s, A, coins=4, dice=[5])
    assert "market_gold_b" not in list_open_spaces(s)


def test_w02_an_offer_for_jade() -> None:
    s = build_state(offers={"pepper": "pepper_3"})
    p = set_player(s, A, jade=2, dice=[1])
    take_scripted_turn(s, "space:market_pepper", "offer:right", "yes")
    assert format_stock(p) == "P3 G1"

    s = build_state(offers={"pepper": "pepper_3"})
    set_player(s, A, jade=1, dice=[1])
    assert list_keys(s, "space:market_pepper") == ["offer:free_1", "offer:free_2", "offer:left"]


def test_w03_the_minimum_value_of_a_book() -> None:
    s = build_state()
    p = set_player(s, A, camels=2, dice=[4])
    open_spaces = list_open_spaces(s)
    assert "market_silk" in open_spaces and "market_pepper" in open_spaces and "market_gold_a" not in open_spaces
    take_scripted_turn(s, "bonus:adjust", "adjust:4.5", "space:market_gold_a", "offer:free_1", "yes")
    assert format_stock(p) == "G2"


def test_w04_khan_with_three_players() -> None:
    s = build_state(dice={"khan_1": [neutral_die(1)]})
    red = set_player(s, A, dice=[4, 6], black=[6])
    take_scripted_turn(s, "space:khan_2", "dice:4", "yes")
    assert format_stock(red) == "C4 K2" and s.spaces["khan_2"] == [own_die(A, 4)]
    begin_turn(s, B)
    green = set_player(s, B, dice=[3])
    assert "khan_3" not in list_open_spaces(s)
    green.dice = [4]
    take_scripted_turn(s, "space:khan_3", "yes")
    assert format_stock(green) == "C4 K2"
    begin_turn(s, A)
    assert list_keys(s, "space:khan_4") == ["yes"]  # the black 6 was the only legal die
    take_scripted_turn(s, "space:khan_4", "yes")
    assert format_stock(red) == "C8 K4"
    begin_turn(s, C)
    set_player(s, C, dice=[6])
    assert not [space for space in list_open_spaces(s) if space.startswith("khan")]


def test_w05_a_guild_seal_for_a_fee() -> None:
    s = build_state(dice={"guild": [own_die(B, 2), own_die(B, 6)]})
    p = set_player(s, A, coins=3, dice=[3, 5])
    assert list_keys(s, "space:guild") == ["guild:farmer", "guild:spicer", "guild:tailor"]
    take_scripted_turn(s, "space:guild", "guild:tailor", "yes")
    assert format_stock(p) == "J2" and p.seals == {"tailor": False}


def test_w06_improving_with_jade() -> None:
    s = build_state()
    p = set_player(s, A, coins=3, silk=2, jade=1, dice=[1], seals={"tailor": False})
    take_scripted_turn(s, "improve:tailor", "space:market_pepper", "offer:free_2", "yes")
    assert p.seals == {"tailor": True}
    assert format_stock(p) == "C3 K1 P1 S1"  # the offer was 1 pepper and 3 coins


def test_w07_middle_travel() -> None:
    s = build_state(outposts={"xian": "op04"})
    p = set_player(s, A, coins=8, camels=3, dice=[2, 5])
    take_scripted_turn(s, "space:travel_2", "to:0.xian", "no", "yes")
    assert format_stock(p) == "C13 K3" and p.posts == ["xian"] and s.outposts == {}
    assert s.record == TravelRecord(2, A)


def test_w08_upper_travel() -> None:
    s = build_state(outposts={"lanzhou": "op06"}, on_offer=EMPTY)
    p = set_player(s, A, camels=3, jade=1, dice=[4, 4, 6])
    way = find_route(s, ["karakorum", "lanzhou"], "space:travel_3", "to:0.xian")
    played = take_scripted_turn(s, "space:travel_3", "to:0.xian", way, "extra:lanzhou", "yes")
    assert played.list_option_keys("post.extra") == ["no", "extra:karakorum", "extra:lanzhou"]
    assert format_stock(p) == "J2" and p.posts == ["xian", "lanzhou"]


def test_w09_the_lowest_die_decides() -> None:
    s = build_state(dice={"travel_3": [own_die(B, 1)]})
    p = set_player(s, A, coins=5, dice=[1, 6, 6])
    assert list_keys(s, "space:travel_3") == ["to:0.fuzhou", "to:0.oasis_a"]  # 4 coins and the fee of 1
    take_scripted_turn(s, "space:travel_3", "to:0.oasis_a", "yes")
    assert format_stock(p) == "C4" and p.figures == ["oasis_a"]


def test_w10_the_travel_record() -> None:
    s = build_state()
    for seat, space, dice in (
        (A, "travel_2", [6, 6]),
        (B, "travel_1", [6]),
        (C, "travel_2", [6, 6]),
    ):
        begin_turn(s, seat)
        set_player(s, seat, coins=20, dice=dice)
        take_scripted_turn(s, f"space:{space}", "to:0.oasis_a", "yes")
        assert s.record == TravelRecord(2, C if seat == C else A)
    begin_turn(s, A)
    set_player(s, A, coins=20, black=[1], dice=[])
    take_scripted_turn(s, "space:travel_1", "to:0.beijing", "yes")
    assert s.record == TravelRecord(2, C)


def test_w11_taking_contracts() -> None:
    s = build_state(on_offer={"fuzhou": ["c05", "c31"]})
    p = set_player(s, A, dice=[1], posts=["fuzhou"], contracts=["s3", "c10"])
    s.contract_pile.cards = [ident for ident in s.contract_pile.cards if ident != "c10"]
    before = list(s.contract_pile.cards)
    take_scripted_turn(s, "space:contracts", "contract:c05 contract:c31", "yes")
    assert p.contracts == ["c05", "c31"] and format_stock(p) == "C3"
    assert s.contract_pile.cards == ["c10", *before[:-2]]
    assert s.on_offer["fuzhou"] == [before[-1], before[-2]]

    s = build_state(on_offer={"fuzhou": ["c05", "c31"]})
    p = set_player(s, A, dice=[1], posts=["fuzhou"], contracts=["s3", "c10"])
    played = take_scripted_turn(s, "space:contracts", "contract:c31", "discard:s3", "yes")
    assert played.list_option_keys("contract.discard") == ["discard:s3", "discard:c10"]
    assert p.contracts == ["c31", "c10"]


def test_w12_a_special_city() -> None:
    for value, seals, result in (
        (5, {"spicer": True}, "C6 P4"),
        (4, {"spicer": True}, "C4 P3"),
        (6, {"spicer": False}, "C2 P2"),
        (6, {}, "C2 P2"),
    ):
        s = build_state()
        p = set_player(s, A, dice=[value, 6], posts=["hormuz"], seals=seals, black=[1])
        take_scripted_turn(s, "space:special_hormuz_a", f"dice:{value}", "yes")
        assert format_stock(p) == result
        begin_turn(s, A)
        assert list_keys(s, "space:special_hormuz_b") == ["yes"]  # only the black die is legal


def test_w13_an_exchange() -> None:
    s = build_state(cards={"card_common_1": "k04"})
    p = set_player(s, A, coins=2, camels=5, dice=[3])
    played = take_scripted_turn(s, "space:card_common_1", "line:1", "times:3", "yes")
    assert played.list_option_keys("exchange.ask") == ["times:1", "times:2", "times:3"]
    assert format_stock(p) == "C11 K2"
    begin_turn(s, B)
    assert "card_common_1" not in list_open_spaces(s)


def test_w14_counting() -> None:
    for value, vp in ((5, 3), (2, 2)):
        s = build_state(cards={"card_common_1": "k01"})
        p = set_player(s, A, dice=[value], posts=["xian", "pagan", "kabul"])
        take_scripted_turn(s, "space:card_common_1", "yes")
        assert format_stock(p) == f"VP{vp}"
    s = build_state(cards={"card_common_1": "k01", "card_common_2": "k02"})
    set_player(s, A, dice=[6])
    assert not [space for space in list_open_spaces(s) if space.startswith("card_common")]


def test_w15_the_purse() -> None:
    s = build_state()
    p = set_player(s, A, dice=[2])
    take_scripted_turn(s, "bonus:purse", "purse:1.2", "yes")
    assert format_stock(p) == "C3" and s.next_seat == B

    s = build_state(dice={"purse": [own_die(A, 1)]})
    p = set_player(s, A, dice=[2, 6])
    take_scripted_turn(s, "bonus:purse", "purse:1.2", "space:market_pepper", "offer:free_1", "yes")
    assert format_stock(p) == "C3 K1 P2"

    s = build_state()
    p = set_player(s, A, dice=[2, 6])
    take_scripted_turn(s, "space:market_pepper", "dice:2", "offer:free_1", "bonus:purse", "purse:3.6", "yes")
    assert format_stock(p) == "K1 P2 J1"


def test_w16_compensation() -> None:
    s = build_state()
    for seat in (B, C):
        set_player(s, seat, dice=[6, 6, 6, 6, 6])
    p = set_player(s, A)
    played = play(s, roll_dice, "coins:1", rolls=[1, 1, 2, 3, 4, *[6] * 10])
    assert len(played.list_option_keys("roll.ask")) == 5 and format_stock(p) == "C1 K3"
    p.dice = [3, 3, 3, 3, 3]
    assert compute_shortfall(s, A) == 0


def test_w26_a_black_die_on_the_own_colour() -> None:
    s = build_state(dice={"travel_1": [own_die(A, 2)]})
    p = set_player(s, A, coins=6, dice=[3], black=[4])
    take_scripted_turn(s, "space:travel_1", "yes")
    assert p.dice == [3] and p.black == [] and format_stock(p) == ""
    s = build_state(dice={"travel_2": [own_die(A, 2), own_die(A, 3)]})
    set_player(s, A, coins=20, dice=[3], black=[4])
    assert "travel_2" not in list_open_spaces(s)


def test_w27_moving_a_post() -> None:
    s = build_state()
    posts = [city for city in CONTENT.trade_cities if city not in ("kochi", "hormuz", "balkh", "baghdad")]
    p = set_player(s, A, coins=2, camels=2, dice=[1], posts=list(posts), figures=["kabul"])
    take_scripted_turn(s, "space:travel_1", "to:0.balkh", "post:karakorum", "yes")
    assert p.posts == [*posts[1:], "balkh"] and p.vp == 0
    assert format_stock(p) == "C3 K1"


def test_w28_the_vp_of_the_last_posts() -> None:
    s = build_state(on_offer=EMPTY)
    posts = ["fuzhou", "pagan", "jaipur", "lhasa", "kabul", "sumatra", "kashgar", "turfan"]
    p = set_player(s, A, camels=9, dice=[4, 4, 6], posts=posts, figures=["oasis_a"])
    way = find_route(s, ["xian"], "space:travel_3", "to:0.lanzhou")
    take_scripted_turn(s, "space:travel_3", "to:0.lanzhou", way, "extra:xian", "yes")
    assert len(p.posts) == 10 and p.vp == 10
    begin_turn(s, A)
    set_player(s, A, coins=2, camels=2, dice=[1], figures=["kabul"])
    take_scripted_turn(s, "space:travel_1", "to:0.balkh", "yes")
    assert p.vp == 20


def test_w33_goods_of_choice() -> None:
    s = build_state()
    p = set_player(s, A, pepper=1, silk=1, jade=1, camels=1, dice=[1], contracts=["c21"])
    played = take_scripted_turn(s, "fulfil:c21", "pair:pepper.gold", "space:market_pepper", "offer:free_2", "yes")
    assert played.list_option_keys("goods.two") == ["pair:pepper.silk", "pair:pepper.gold", "pair:silk.gold"]
    assert format_stock(p) == "C3 P2 G1 VP4"
    s = build_state(cards={"card_common_1": "k17"})
    p = set_player(s, A, coins=8, dice=[4])
    take_scripted_turn(s, "space:card_common_1", "good:pepper good:gold good:gold good:gold", "yes")
    assert format_stock(p) == "P1 G3"


def test_w34_a_move_as_a_reward() -> None:
    s = build_state(outposts={"lanzhou": "op06"}, cards={"card_lanzhou_1": "k06"})
    p = set_player(s, A, camels=2, pepper=3, contracts=["s2"], dice=[1], figures=["xian"])
    s.record = TravelRecord(1, B)
    played = take_scripted_turn(s, "fulfil:s2", "to:0.lanzhou", "space:market_pepper", "offer:free_2", "yes")
    assert p.posts == ["lanzhou"] and format_stock(p) == "C3 P1 J2 VP3"
    assert s.record == TravelRecord(1, B)
    again = [prompt for prompt in played.prompts if prompt.text.key == "turn.ask"][-1]
    assert "space:card_lanzhou_1" not in [option.key for option in again.options]
    begin_turn(s, A)
    set_player(s, A, dice=[1])
    assert "card_lanzhou_1" in list_open_spaces(s)
