"""R8 to R10, R12 and R13: market, zones, abilities, contracts, achievements."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest

from engines.kernel import Rng, Table
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import ACHIEVEMENTS, GOODS, ZONES, Zone
from engines.kilia.outlook import expansions
from engines.kilia.rules.achievements import earned, place_due_markers, place_marker
from engines.kilia.rules.actions import actions
from engines.kilia.rules.contracts import fulfil, fulfil_option, fulfillable, take_contract
from engines.kilia.rules.expansion import expandable
from engines.kilia.rules.free_moves import free_moves, take_free_move
from engines.kilia.rules.market import open_spaces, place_merchant
from engines.kilia.rules.turn import take_turn
from engines.kilia.table.holdings import uses_left
from tests.kilia.stage import RED, WHITE, YELLOW, Rule, goods, owner, play, seated, table, used, words, zones

OFFER = "W01 R13 B05 Y10 W10"


def at_once(rule, *args) -> Rule:  # type: ignore[no-untyped-def]
    """A rule that asks nothing."""

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
    assert open_spaces(owner(table(offer=OFFER), WHITE, market=market)) == expected


@pytest.mark.parametrize("space", ["m1", "m3"])
def test_r8_m1_and_m3_give_any_good(space: str) -> None:
    """R18.19: also that of the own colour."""
    s = table(offer=OFFER)
    white = owner(s, WHITE)
    played = play(s, take_turn, f"space:{space}", "good:salt", "yes")
    assert goods(white) == (1, 0, 0, 0) and played.keys("good.ask") == [f"good:{good}" for good in GOODS]


@pytest.mark.parametrize(("space", "market"), [("m2", ""), ("m5", "M2:W02 M3:W03")])
def test_r8_m2_and_m5_give_three_coins(space: str, market: str) -> None:
    s = table(offer=OFFER)
    white = owner(s, WHITE, market=market)
    play(s, take_turn, f"space:{space}", "yes")
    assert white.coins == 3


def test_r8_m4_gives_a_sprat() -> None:
    s = table(offer=OFFER)
    white = owner(s, WHITE, market="M1:W02 M2:W03")
    play(s, take_turn, "space:m4", "yes")
    assert white.sprat == "held" and s.sprats == 3


def test_r8_m6_gives_a_new_contract() -> None:
    s = table(offer=OFFER, contracts="C01 C02 C03 C04 C05")
    white = owner(s, WHITE, market="M1:W02 M2:W03 M3:W04 M4:W05 M5:W06")
    played = play(s, take_turn, "space:m6", "contract:1", "yes")
    assert white.active == ["C01"] and played.prompt("contract.ask").silence == ("none",)
    assert s.wheels["full_market"].waiting == [WHITE]


def test_r8_stacking_gives_no_bonus_and_the_one_below_works_no_more() -> None:
    """R18.14: the coin on the covered merchant stays spent, the new one is unused."""
    s = table(offer="R13 W10 B05 Y10 W12")
    white = owner(s, WHITE, market="M1:W02*1")
    played = play(s, take_turn, "stack:m1", "yes")
    assert [merchant.coins for merchant in white.market["M1"]] == [1, 0]
    assert uses_left(white, "M1") == 1 and goods(white) == (0, 0, 0, 0) and white.coins == 0
    assert "over the one there" in played.sentences[0]


def test_r8_activations_by_row() -> None:
    white = owner(table(offer=OFFER), WHITE, market="M1:W02 M2:W03 M3:W04 M4:W05 M5:W06 M6:W07")
    assert [uses_left(white, space) for space in white.market] == [1, 1, 1, 2, 2, 3]


# ---------------------------------------------------------------------- R9


@pytest.mark.parametrize("zone", ZONES)
def test_r9_the_nth_card_costs_n_goods(zone: Zone) -> None:
    i = ZONES.index(zone)
    for count in range(4):
        s = table(offer=OFFER)
        held = [tuple(n if j == i else 0 for j in range(4)) for n in (count, count + 1)]
        cards = tuple(count if j == i else 0 for j in range(4))
        assert not expandable(owner(s, WHITE, zones=cards, goods=held[0]), zone)
        s = table(offer=OFFER)
        assert expandable(owner(s, WHITE, zones=cards, goods=held[1]), zone)
    s = table(offer=OFFER)
    assert not expandable(owner(s, WHITE, zones=tuple(4 if j == i else 0 for j in range(4)), goods=(9, 9, 9, 9)), zone)


def test_r9_the_same_ability_is_not_offered_twice() -> None:
    """Y10 and B02 both exchange salt and wheat."""
    s = table(offer="R13 B02 B05 Y09 W10", active=RED)
    owner(s, RED, zones=(4, 1, 0, 0), goods=(0, 2, 0, 0), abilities="Y10")
    played = play(s, take_turn, "expand:1", "none", "yes")
    assert played.keys("learn.ask") == ["learn:3", "learn:4", "learn:5", "none"]
    assert played.prompt("learn.ask").silence == ("none",)


def test_r9_a_warehouse_goes_on_any_free_segment_either_way() -> None:
    """R18.15: the printed one on segment 3 is not free."""
    s = table(offer="Y14 W03 B05 Y10 W10")
    white = owner(s, WHITE, goods=(0, 0, 0, 1), coins=1)
    played = play(s, take_turn, "expand:1", "build:2", "elsewhere", "segment:4", "turned", "yes")
    assert played.keys("build.where") == ["segment:1", "segment:2", "segment:4", "segment:5"]
    assert played.keys("build.way") == ["printed", "turned", "elsewhere"]
    assert played.prompt("build.way").silence == ("printed",)
    built = white.canal[3]
    assert built is not None and (built.card, built.turned) == ("W03", True) and white.coins == 0


def test_r9_both_sailings_are_told_for_each_way_round() -> None:
    s = table(offer="Y14 W03 B05 Y10 W10")
    owner(s, WHITE, goods=(0, 0, 0, 1), coins=1)
    played = play(s, take_turn, "expand:1", "build:2", "printed", "yes")
    assert played.detail("build.way", "printed") == "Now 1 brick, 2 coins; back 2 wood, 1 coin"
    assert played.detail("build.way", "turned") == "Now 1 brick, 1 wood, 1 coin; back 1 wood, 2 coins"


def test_r20_the_largest_ship_shows_all_so_the_way_round_is_not_asked() -> None:
    s = table(offer="Y14 W03 B05 Y10 W10")
    white = owner(s, WHITE, zones=(0, 0, 4, 0), goods=(0, 0, 0, 1), coins=1)
    played = play(s, take_turn, "expand:1", "build:2", "yes")
    assert "build.way" not in played.asked and white.canal[0] is not None


def test_r16_in_the_final_round_no_ship_sails_so_the_way_round_is_not_asked() -> None:
    s = table(offer="Y14 W03 B05 Y10 W10", final=True)
    white = owner(s, WHITE, goods=(0, 0, 0, 1), coins=1)
    played = play(s, take_turn, "expand:1", "build:2", "yes")
    assert "build.way" not in played.asked
    built = white.canal[0]
    assert built is not None and (built.card, built.turned) == ("W03", False)


def test_r16_in_the_final_round_a_bigger_ship_brings_nothing_more() -> None:
    for final, brings in ((False, True), (True, False)):
        s = table(offer="B02 - - - -", final=final)
        owner(s, WHITE, zones=(0, 0, 1, 0), goods=(0, 0, 2, 0))
        use = next(expansions(s, WHITE))
        assert (use.income[1] > use.income[0]) == brings


# ---------------------------------------------------------------------- R10


def test_r10_an_extra_action_follows_each_expansion_of_its_zone() -> None:
    s = table(offer="W01 W02 W03 Y10 W10")
    white = owner(s, WHITE, zones=(1, 1, 0, 0), goods=(5, 0, 0, 0), abilities="R08")
    play(s, take_turn, "expand:1", "none", "expand:2", "none", "end", "yes")
    assert zones(white) == (3, 1, 0, 0) and goods(white) == (0, 0, 0, 0)


def test_r10_other_zones_bring_none() -> None:
    s = table(offer="B02 W02 W03 Y10 W10")
    owner(s, WHITE, zones=(0, 1, 0, 0), goods=(0, 0, 1, 0), abilities="R08")
    played = play(s, take_turn, "expand:1", "yes")
    assert "action.extra" not in played.asked


# ---------------------------------------------------------------------- R12


def test_r12_rewards_come_in_order_so_coins_may_pay_for_the_new_contract() -> None:
    s = table(offer=OFFER, contracts="- C02 C03 C04 C05")
    white = owner(s, WHITE, goods=(4, 0, 0, 0), active="C13", coins=1)
    play(s, seated(fulfil, WHITE, "C13"), "contract:2")
    assert white.active == ["C02"] and white.coins == 0 and white.fulfilled == ["C13"]


def test_r12_any_good_of_the_reward_is_chosen() -> None:
    s = table(offer=OFFER)
    white = owner(s, WHITE, goods=(3, 0, 0, 0), active="C01")
    played = play(s, seated(fulfil, WHITE, "C01"), "good:wheat")
    assert goods(white) == (0, 0, 0, 1) and white.coins == 1
    assert played.prompt("good.ask").silence == ("good:salt",)  # the one held least


def test_r12_a_contract_may_be_left() -> None:
    s = table(contracts="C01 C02 C03 C04 C05")
    white = owner(s, WHITE)
    play(s, seated(take_contract, WHITE, "castle"), "none")
    assert white.active == [] and s.contracts[0] == "C01"


def test_r12_its_detail_says_what_is_missing() -> None:
    s = table(contracts="C01 C02 C03 C04 C05")
    owner(s, WHITE, goods=(1, 3, 0, 0), coins=1)
    played = play(s, seated(take_contract, WHITE, "castle"), "none")
    assert played.detail("contract.ask", "contract:1") == "Free; 1 salt short of fulfilling it now"
    assert played.detail("contract.ask", "contract:2") == "1 coin, leaves 0; you could fulfil it then"


def test_r12_a_contract_says_what_is_handed_in_and_what_is_held_afterwards() -> None:
    """SW: 2 brick and 1 wheat bring 2 salt and a coin. What a merchant sells is said, and its coin is in the sum."""
    s = table(2)
    white = owner(s, WHITE, goods=(0, 1, 1, 1), coins=5, active="SW", market="M2:R02")
    option = fulfil_option(s, WHITE, "SW")
    assert words(option.label) == "Fulfil, 2 points: 2 bricks, 1 wheat → 2 salt, 1 coin"
    sold = "For 1 brick, 1 wheat, 1 brick from M2 (1 coin)"
    assert words(option.detail) == f"{sold}; then 2 salt, 0 bricks, 0 wheat, 5 coins"
    white.goods["brick"] = 8
    cheapest = words(fulfil_option(s, WHITE, "SW").detail)
    assert cheapest.startswith("Cheapest: 2 bricks, 1 wheat; then 2 salt, 6 bricks")


def test_no_option_and_no_sentence_names_a_card_by_its_number() -> None:
    """R13, SW: the numbers of cards stand on no picture."""
    s = table(offer=OFFER, contracts="C01 C02 C03 C04 C05")
    owner(s, WHITE, goods=(1, 1, 1, 1), coins=9, active="SW", market="M2:R02")
    for answers in (
        ("expand:1", "contract:2"),
        ("expand:2", "pay:brick1+", "learn:4"),
        ("merchant:2", "space:m1", "good:salt"),
    ):
        played = play(deepcopy(s), take_turn, *answers, "yes")
        told = [*played.sentences, *(words(prompt.text) for prompt in played.prompts)]
        for prompt in played.prompts:
            for option in (*prompt.options, *prompt.asides):
                told += [words(text) for text in (option.label, option.detail) if text is not None]
        assert not [text for text in told if re.search(r"\b([WRBY]\d\d|C\d\d|SW)\b", text)]


def test_points_of_the_own_zone_are_told_where_they_arise() -> None:
    s = table(offer=OFFER)
    owner(s, WHITE, goods=(1, 1, 1, 1), coins=9)
    details = {option.key: words(option.detail) for option in actions(s, WHITE)}
    assert ": +3 points" in details["expand:1"] and "points" not in details["expand:2"]


@pytest.mark.parametrize("contract", CONTENT.contracts)
def test_r12_every_contract(contract: str) -> None:
    """What it costs goes, what it gives comes, its points count; with one unit less it cannot be fulfilled."""
    printed = CONTENT.contracts[contract]
    cost, reward = printed.cost, printed.reward
    s = table(offer=OFFER, contracts="- - - - -")
    held = [getattr(cost, good) for good in GOODS]
    held[0] += cost.any
    s.players[WHITE].active = []
    white = owner(s, WHITE, goods=held, coins=cost.coin, active=contract)
    assert fulfillable(white) == [contract]
    answers = ["good:wood"] * reward.any
    play(s, seated(fulfil, WHITE, contract), *answers)
    expected = [getattr(reward, good) for good in GOODS]
    expected[GOODS.index("wood")] += reward.any
    assert list(goods(white)) == expected and white.coins == reward.coin
    assert white.fulfilled == [contract] and printed.points > 0
    for i, number in enumerate((*held, cost.coin)):
        if number:
            s = table(offer=OFFER)
            short = [n - (j == i) for j, n in enumerate((*held, cost.coin))]
            assert fulfillable(owner(s, WHITE, goods=short[:4], coins=short[4], active=contract)) == []


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
    assert earned(owner(table(offer=OFFER), WHITE, zones=cards), achievement) == expected  # type: ignore[arg-type]


def test_r13_contracts_and_market() -> None:
    s = table(offer=OFFER)
    for number, expected in ((2, 0), (3, 1), (5, 1), (6, 2), (9, 3)):
        s.players[WHITE].fulfilled = [f"C{n:02}" for n in range(1, number + 1)]
        assert earned(s.players[WHITE], "three_contracts") == expected
    assert earned(owner(table(), WHITE, market="M1:W02 M2:W03 M3:W04 M4:W05 M5:W06"), "full_market") == 0
    assert earned(owner(table(), WHITE, market="M1:W02 M2:W03 M3:W04 M4:W05 M5:W06 M6:W07"), "full_market") == 1


def test_r13_markers_are_placed_at_once_and_by_themselves() -> None:
    """R18.11: before the improvement, whether the player likes it or not."""
    s = table(offer=OFFER)
    white = owner(s, WHITE, zones=(3, 0, 0, 0), goods=(4, 0, 0, 0))
    played = play(s, take_turn, "expand:1", "none", "yes")
    assert s.wheels["one_zone_4"].waiting == [WHITE] and white.chips == 3
    assert (
        "White places a chip on “one zone expanded four times” (8 points at the council; 3 chips left)."
        in played.sentences[0]
    )


def test_r13_two_at_once() -> None:
    s = table(offer=OFFER)
    white = owner(s, WHITE, zones=(3, 3, 2, 2))
    white.chips = 4
    for wheel in s.wheels.values():
        wheel.placed = [[] for _ in wheel.placed]
    play(s, at_once(place_due_markers, WHITE))
    waiting = [achievement for achievement in ACHIEVEMENTS if s.wheels[achievement].waiting]
    assert waiting == ["two_zones_3", "four_zones_2"]
    assert white.chips == 2


def test_r13_the_fourth_chip_triggers_the_final_round_once() -> None:
    s = table(offer=OFFER)
    white = owner(s, WHITE, chips=1)
    played = play(s, at_once(place_marker, WHITE, "one_zone_4"))
    assert s.ending and white.chips == 0 and played.told[-1].key == "marker.last"
    s.ending = False
    played = play(s, at_once(place_marker, WHITE, "one_zone_4"))  # R18.13
    assert not s.ending and played.told[0].key == "marker.good"


def test_r13_beyond_four_a_good_of_the_colour_is_placed_from_the_supply() -> None:
    s = table(offer=OFFER)
    yellow = owner(s, YELLOW, goods=(0, 0, 0, 2), chips=0)
    played = play(s, at_once(place_marker, YELLOW, "full_market"))
    assert goods(yellow) == (0, 0, 0, 2) and "places a wheat" in played.sentences[0]


def test_r13_fifteen_coins_as_often_as_one_likes() -> None:
    s = table(offer=OFFER)
    white = owner(s, WHITE, coins=31)
    for left in (16, 1):
        assert "claim" in [option.key for option in free_moves(s, WHITE)]
        play(s, seated(take_free_move, WHITE, ("claim", "")))
        assert white.coins == left
    assert s.wheels["fifteen_coins"].waiting == [WHITE, WHITE]
    assert "claim" not in [option.key for option in free_moves(s, WHITE)]
    assert used(white) == {}


def test_the_price_of_a_merchant_is_paid_before_its_space_is_asked_for() -> None:
    """Whoever chooses a space sees the coins that are left: 6 - 1 + 3, not 6 + 3."""
    s = table(offer=OFFER)
    white = owner(s, WHITE, coins=6)
    stage = place_merchant(Table(s, Rng(bytes(32))), WHITE, 2)
    stage.send(None)  # the question
    assert white.coins == 5
    stage.close()
