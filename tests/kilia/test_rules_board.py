"""R8 to R10, R12 and R13: market, zones, abilities, contracts, achievements."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext, Rng
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import ACHIEVEMENTS, GOODS, ZONES, Zone
from engines.kilia.forecast import forecast_expansions
from engines.kilia.rules.achievements import count_earned_markers, place_due_markers, place_marker
from engines.kilia.rules.actions import list_actions
from engines.kilia.rules.contracts import build_fulfil_option, fulfil_contract, list_fulfillable, take_contract
from engines.kilia.rules.expansion import can_expand
from engines.kilia.rules.free_moves import list_free_moves, take_free_move
from engines.kilia.rules.market import list_open_spaces, place_merchant
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.queries import count_uses_left
from tests.check_each import check_each
from tests.kilia.stage import (
    RED,
    WHITE,
    YELLOW,
    Rule,
    bind_rule,
    build_table,
    count_zones,
    list_goods,
    list_used_coins,
    play,
    render_text,
    set_player,
)

OFFER = "W01 R13 B05 Y10 W10"


def run_silently(rule, *args) -> Rule:  # type: ignore[no-untyped-def]
    """Return a rule that runs without questions."""

    async def run(t):  # type: ignore[no-untyped-def]
        rule(t, *args)

    return run


# ---------------------------------------------------------------------- R8


@pytest.mark.parametrize(
    ("market", "expected"),
    [
        ("", ["M1", "M2", "M3"]),
        ("M1:W02", ["M1", "M2", "M3"]),
        ("M1:W02 M2:W03", ["M1", "M2", "M3", "M4"]),
        ("M2:W02 M3:W03", ["M1", "M2", "M3", "M5"]),
        ("M1:W02 M2:W03 M3:W04 M4:W05", ["M1", "M2", "M3", "M4", "M5"]),
        ("M1:W02 M2:W03 M3:W04 M4:W05 M5:W06", ["M1", "M2", "M3", "M4", "M5", "M6"]),
    ],
)
def test_r8_a_merchant_stands_on_merchants(market: str, expected: list[str]) -> None:
    assert list_open_spaces(set_player(build_table(offer=OFFER), WHITE, market=market)) == expected


@pytest.mark.parametrize("space", ["m1", "m3"])
def test_r8_m1_and_m3_give_any_good(space: str) -> None:
    """R18.19: also that of the player's own colour."""
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE)
    played = play(s, take_turn, f"space:{space}", "good:salt", "yes")
    assert list_goods(white) == (1, 0, 0, 0) and played.list_keys("good.ask") == [f"good:{good}" for good in GOODS]


@pytest.mark.parametrize(("space", "market"), [("m2", ""), ("m5", "M2:W02 M3:W03")])
def test_r8_m2_and_m5_give_three_coins(space: str, market: str) -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, market=market)
    play(s, take_turn, f"space:{space}", "yes")
    assert white.coins == 3


def test_r8_m4_gives_a_sprat() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, market="M1:W02 M2:W03")
    play(s, take_turn, "space:m4", "yes")
    assert white.sprat == "held" and s.sprats == 3


def test_r8_m6_gives_a_new_contract() -> None:
    s = build_table(offer=OFFER, contracts="C01 C02 C03 C04 C05")
    white = set_player(s, WHITE, market="M1:W02 M2:W03 M3:W04 M4:W05 M5:W06")
    played = play(s, take_turn, "space:m6", "contract:1", "yes")
    assert white.active == ["C01"] and played.find_prompt("contract.ask").timeout_answer == ("none",)
    assert s.wheels["full_market"].waiting == [WHITE]


def test_r8_stacking_gives_no_bonus_and_the_one_below_works_no_more() -> None:
    """R18.14: the coin on the covered merchant stays spent, the new one is unused."""
    s = build_table(offer="R13 W10 B05 Y10 W12")
    white = set_player(s, WHITE, market="M1:W02*1")
    played = play(s, take_turn, "stack:m1", "yes")
    assert [merchant.coins for merchant in white.market["M1"]] == [1, 0]
    assert count_uses_left(white, "M1") == 1 and list_goods(white) == (0, 0, 0, 0) and white.coins == 0
    assert "over the one there" in played.sentences[0]


def test_r8_activations_by_row() -> None:
    white = set_player(build_table(offer=OFFER), WHITE, market="M1:W02 M2:W03 M3:W04 M4:W05 M5:W06 M6:W07")
    assert [count_uses_left(white, space) for space in white.market] == [1, 1, 1, 2, 2, 3]


# ---------------------------------------------------------------------- R9


@pytest.mark.parametrize("zone", ZONES)
def test_r9_the_nth_card_costs_n_goods(zone: Zone) -> None:
    i = ZONES.index(zone)
    for count in range(4):
        s = build_table(offer=OFFER)
        goods_cases = [tuple(n if j == i else 0 for j in range(4)) for n in (count, count + 1)]
        cards = tuple(count if j == i else 0 for j in range(4))
        assert not can_expand(set_player(s, WHITE, zones=cards, goods=goods_cases[0]), zone)
        s = build_table(offer=OFFER)
        assert can_expand(set_player(s, WHITE, zones=cards, goods=goods_cases[1]), zone)
    s = build_table(offer=OFFER)
    assert not can_expand(
        set_player(s, WHITE, zones=tuple(4 if j == i else 0 for j in range(4)), goods=(9, 9, 9, 9)), zone
    )


def test_r9_the_same_ability_is_not_offered_twice() -> None:
    """Y10 and B02 both exchange salt and wheat."""
    s = build_table(offer="R13 B02 B05 Y09 W10", active=RED)
    set_player(s, RED, zones=(4, 1, 0, 0), goods=(0, 2, 0, 0), abilities="Y10")
    played = play(s, take_turn, "expand:1", "none", "yes")
    assert played.list_keys("learn.ask") == ["learn:3", "learn:4", "learn:5", "none"]
    assert played.find_prompt("learn.ask").timeout_answer == ("none",)


def test_r9_a_warehouse_goes_on_any_free_segment_either_way() -> None:
    """R18.15: the printed one on segment 3 is not free."""
    s = build_table(offer="Y14 W03 B05 Y10 W10")
    white = set_player(s, WHITE, goods=(0, 0, 0, 1), coins=1)
    played = play(s, take_turn, "expand:1", "build:2", "elsewhere", "segment:4", "turned", "yes")
    assert played.list_keys("build.where") == ["segment:1", "segment:2", "segment:4", "segment:5"]
    assert played.list_keys("build.way") == ["printed", "turned", "elsewhere"]
    assert played.find_prompt("build.way").timeout_answer == ("printed",)
    built = white.canal[3]
    assert built is not None and (built.card, built.is_turned) == ("W03", True) and white.coins == 0


def test_r9_both_sailings_are_listed_for_each_orientation() -> None:
    s = build_table(offer="Y14 W03 B05 Y10 W10")
    set_player(s, WHITE, goods=(0, 0, 0, 1), coins=1)
    played = play(s, take_turn, "expand:1", "build:2", "printed", "yes")
    assert played.render_detail("build.way", "printed") == "Now 1 brick, 2 coins; back 2 wood, 1 coin"
    assert played.render_detail("build.way", "turned") == "Now 1 brick, 1 wood, 1 coin; back 1 wood, 2 coins"


@pytest.mark.parametrize(("ships", "final"), [(4, False), (0, True)])
def test_r20_place_and_orientation_are_the_players_though_they_bring_nothing(ships: int, final: bool) -> None:
    """R16 Ship 5 shows every cell, and no ship sails in the final round; but the board is another one."""
    s = build_table(offer="Y14 W03 B05 Y10 W10", final=final)
    white = set_player(s, WHITE, zones=(0, 0, ships, 0), goods=(0, 0, 0, 1), coins=1)
    played = play(s, take_turn, "expand:1", "build:2", "elsewhere", "segment:5", "turned", "yes")
    built = white.canal[4]
    assert built is not None and (built.card, built.is_turned) == ("W03", True)
    assert s.building is None and s.building_segment is None
    assert (played.render_detail("build.way", "turned") == "No ship sails any more") == final


def test_r9_the_last_free_segment_is_not_asked_for() -> None:
    s = build_table(offer="Y14 W03 B05 Y10 W10")
    canal = {1: "Y02", 2: "Y03", 4: "Y04"}
    white = set_player(s, WHITE, zones=(0, 0, 0, 3), goods=(0, 0, 0, 4), coins=1, canal=canal)
    played = play(s, take_turn, "expand:1", "build:2", "turned", "yes")
    assert played.list_keys("build.way") == ["printed", "turned"] and white.canal[4] is not None


def test_r16_in_the_final_round_a_bigger_ship_brings_nothing_more() -> None:
    for final, brings in ((False, True), (True, False)):
        s = build_table(offer="B02 - - - -", final=final)
        set_player(s, WHITE, zones=(0, 0, 1, 0), goods=(0, 0, 2, 0))
        use = next(forecast_expansions(s, WHITE))
        assert (use.income[1] > use.income[0]) == brings


# ---------------------------------------------------------------------- R10


def test_r10_an_extra_action_follows_each_expansion_of_its_zone() -> None:
    s = build_table(offer="W01 W02 W03 Y10 W10")
    white = set_player(s, WHITE, zones=(1, 1, 0, 0), goods=(5, 0, 0, 0), abilities="R08")
    play(s, take_turn, "expand:1", "none", "expand:2", "none", "end", "yes")
    assert count_zones(white) == (3, 1, 0, 0) and list_goods(white) == (0, 0, 0, 0)


def test_r10_other_zones_bring_none() -> None:
    s = build_table(offer="B02 W02 W03 Y10 W10")
    set_player(s, WHITE, zones=(0, 1, 0, 0), goods=(0, 0, 1, 0), abilities="R08")
    played = play(s, take_turn, "expand:1", "yes")
    assert "action.extra" not in played.questions


# ---------------------------------------------------------------------- R12


def test_r12_rewards_come_in_order_so_coins_may_pay_for_the_new_contract() -> None:
    s = build_table(offer=OFFER, contracts="- C02 C03 C04 C05")
    white = set_player(s, WHITE, goods=(4, 0, 0, 0), active="C13", coins=1)
    play(s, bind_rule(fulfil_contract, WHITE, "C13"), "contract:2")
    assert white.active == ["C02"] and white.coins == 0 and white.fulfilled == ["C13"]


def test_r12_any_good_of_the_reward_is_chosen() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, goods=(3, 0, 0, 0), active="C01")
    played = play(s, bind_rule(fulfil_contract, WHITE, "C01"), "good:wheat")
    assert list_goods(white) == (0, 0, 0, 1) and white.coins == 1
    assert played.find_prompt("good.ask").timeout_answer == ("good:salt",)  # the good with the smallest stock


def test_r12_a_contract_may_be_left() -> None:
    s = build_table(contracts="C01 C02 C03 C04 C05")
    white = set_player(s, WHITE)
    play(s, bind_rule(take_contract, WHITE, "castle"), "none")
    assert white.active == [] and s.contracts[0] == "C01"


def test_r12_detail_of_a_contract_says_the_missing_goods() -> None:
    s = build_table(contracts="C01 C02 C03 C04 C05")
    set_player(s, WHITE, goods=(1, 3, 0, 0), coins=1)
    played = play(s, bind_rule(take_contract, WHITE, "castle"), "none")
    assert played.render_detail("contract.ask", "contract:1") == "Free; 1 salt short of fulfilling it now"
    assert played.render_detail("contract.ask", "contract:2") == "1 coin, leaves 0; you could fulfil it then"


def test_r12_contract_says_its_costs_and_the_resulting_stock() -> None:
    """SW: 2 brick and 1 wheat bring 2 salt and a coin. The goods that a merchant sells are named; its coin is in the
    sum.
    """
    s = build_table(2)
    white = set_player(s, WHITE, goods=(0, 1, 1, 1), coins=5, active="SW", market="M2:R02")
    option = build_fulfil_option(s, WHITE, "SW")
    assert render_text(option.label) == "Fulfil, 2 points: 2 bricks, 1 wheat → 2 salt, 1 coin"
    sold = "For 1 brick, 1 wheat, 1 brick from M2 (1 coin)"
    assert render_text(option.detail) == f"{sold}; then 2 salt, 0 bricks, 0 wheat, 5 coins"
    white.goods["brick"] = 8
    cheapest = render_text(build_fulfil_option(s, WHITE, "SW").detail)
    assert cheapest.startswith("Cheapest: 2 bricks, 1 wheat; then 2 salt, 6 bricks")


def test_points_of_the_own_zone_are_shown_at_their_source() -> None:
    s = build_table(offer=OFFER)
    set_player(s, WHITE, goods=(1, 1, 1, 1), coins=9)
    details = {option.key: render_text(option.detail) for option in list_actions(s, WHITE)}
    assert ": +3 points" in details["expand:1"] and "points" not in details["expand:2"]


@check_each("contract", CONTENT.contracts)
def test_r12_every_contract(contract: str) -> None:
    """The cost is paid, the gain received, the points counted; with one unit less the contract cannot be fulfilled."""
    printed = CONTENT.contracts[contract]
    cost, reward = printed.cost, printed.reward
    s = build_table(offer=OFFER, contracts="- - - - -")
    cost_goods = [getattr(cost, good) for good in GOODS]
    cost_goods[0] += cost.any
    s.players[WHITE].active = []
    white = set_player(s, WHITE, goods=cost_goods, coins=cost.coin, active=contract)
    assert list_fulfillable(white) == [contract]
    answers = ["good:wood"] * reward.any
    play(s, bind_rule(fulfil_contract, WHITE, contract), *answers)
    expected = [getattr(reward, good) for good in GOODS]
    expected[GOODS.index("wood")] += reward.any
    assert list(list_goods(white)) == expected and white.coins == reward.coin
    assert white.fulfilled == [contract] and printed.points > 0
    for i, number in enumerate((*cost_goods, cost.coin)):
        if number:
            s = build_table(offer=OFFER)
            short = [n - (j == i) for j, n in enumerate((*cost_goods, cost.coin))]
            assert list_fulfillable(set_player(s, WHITE, goods=short[:4], coins=short[4], active=contract)) == []


# ---------------------------------------------------------------------- R13


@pytest.mark.parametrize(
    ("achievement", "cards", "expected"),
    [
        ("one_zone_4", (3, 3, 3, 3), 0),
        ("one_zone_4", (4, 0, 0, 0), 1),
        ("one_zone_4", (4, 4, 0, 4), 3),
        ("two_zones_3", (3, 2, 2, 2), 0),
        ("two_zones_3", (3, 3, 0, 0), 1),
        ("two_zones_3", (4, 3, 3, 0), 1),
        ("two_zones_3", (4, 4, 3, 3), 2),
        ("four_zones_2", (2, 2, 2, 1), 0),
        ("four_zones_2", (2, 2, 2, 2), 1),
        ("four_zones_2", (4, 4, 4, 4), 1),
    ],
)
def test_r13_zones(achievement: str, cards: tuple[int, ...], expected: int) -> None:
    """R18.10: zones of four still count as zones of three."""
    assert count_earned_markers(set_player(build_table(offer=OFFER), WHITE, zones=cards), achievement) == expected  # type: ignore[arg-type]


def test_r13_contracts_and_market() -> None:
    s = build_table(offer=OFFER)
    for number, expected in ((2, 0), (3, 1), (5, 1), (6, 2), (9, 3)):
        s.players[WHITE].fulfilled = [f"C{n:02}" for n in range(1, number + 1)]
        assert count_earned_markers(s.players[WHITE], "three_contracts") == expected
    assert (
        count_earned_markers(
            set_player(build_table(), WHITE, market="M1:W02 M2:W03 M3:W04 M4:W05 M5:W06"), "full_market"
        )
        == 0
    )
    assert (
        count_earned_markers(
            set_player(build_table(), WHITE, market="M1:W02 M2:W03 M3:W04 M4:W05 M5:W06 M6:W07"), "full_market"
        )
        == 1
    )


def test_r13_markers_are_placed_at_once_and_by_themselves() -> None:
    """R18.11: before the improvement, whether the player likes it or not."""
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, zones=(3, 0, 0, 0), goods=(4, 0, 0, 0))
    played = play(s, take_turn, "expand:1", "none", "yes")
    assert s.wheels["one_zone_4"].waiting == [WHITE] and white.chips == 3
    assert (
        "White places a chip on “one zone expanded four times” (8 points at the council; 3 chips left)."
        in played.sentences[0]
    )


def test_r13_two_at_once() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, zones=(3, 3, 2, 2))
    white.chips = 4
    for wheel in s.wheels.values():
        wheel.markers = [[] for _ in wheel.markers]
    play(s, run_silently(place_due_markers, WHITE))
    waiting = [achievement for achievement in ACHIEVEMENTS if s.wheels[achievement].waiting]
    assert waiting == ["two_zones_3", "four_zones_2"]
    assert white.chips == 2


def test_r13_the_fourth_chip_triggers_the_final_round_once() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, chips=1)
    played = play(s, run_silently(place_marker, WHITE, "one_zone_4"))
    assert s.is_ending and white.chips == 0 and played.logged[-1].key == "marker.last"
    s.is_ending = False
    played = play(s, run_silently(place_marker, WHITE, "one_zone_4"))  # R18.13
    assert not s.is_ending and played.logged[0].key == "marker.good"


def test_r13_beyond_four_a_good_of_the_colour_is_placed_from_the_supply() -> None:
    s = build_table(offer=OFFER)
    yellow = set_player(s, YELLOW, goods=(0, 0, 0, 2), chips=0)
    played = play(s, run_silently(place_marker, YELLOW, "full_market"))
    assert list_goods(yellow) == (0, 0, 0, 2) and "places a wheat" in played.sentences[0]


def test_r13_fifteen_coins_can_be_paid_repeatedly() -> None:
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, coins=31)
    for left in (16, 1):
        assert "claim" in [option.key for option in list_free_moves(s, WHITE)]
        play(s, bind_rule(take_free_move, WHITE, ("claim", "")))
        assert white.coins == left
    assert s.wheels["fifteen_coins"].waiting == [WHITE, WHITE]
    assert "claim" not in [option.key for option in list_free_moves(s, WHITE)]
    assert list_used_coins(white) == {}


def test_the_price_of_a_merchant_is_paid_before_its_space_is_asked_for() -> None:
    """The player who chooses a space sees the coins that are left: 6 - 1 + 3, not 6 + 3."""
    s = build_table(offer=OFFER)
    white = set_player(s, WHITE, coins=6)
    stage = place_merchant(GameContext(s, Rng(bytes(32))), WHITE, 2)
    stage.send(None)  # the question
    assert white.coins == 5
    stage.close()
