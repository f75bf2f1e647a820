"""R14.5 Radicalize: choice of Wakhan's card, its payment, and its entry into her court."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel import GameContext, Message, Rng, SeatRef
from engines.pax_pamir.rules.market_changes import purchase_card
from engines.pax_pamir.rules.play import play_by_wakhan
from engines.pax_pamir.table import names
from engines.pax_pamir.table.state import State
from engines.pax_pamir.wakhan.radicalize import INSTRUCTIONS, MarketPick, choose_pick, list_candidates
from engines.pax_pamir.wakhan.turn import perform_radicalize
from tests.kernel.scripted import Played
from tests.pax_pamir.table import A, B, C, build_state, find_space, name_space, play_rule, set_player
from tests.pax_pamir.wakhan.table import FOUR_RUSSIANS, W, build_alone

CHECK = 101


def find_taken_space(s: State, entry: str) -> str:
    """Return the space from which she would take a card, or the reason why the entry is invalid."""
    choice = choose_pick(s, entry)
    return name_space(choice.space) if isinstance(choice, MarketPick) else choice.key.removeprefix("wakhan.")


def build_rich(rupees: int = 12, court: Any = (), **more: Any) -> State:
    """Return a table of one person and Wakhan: regions Transcaspia, Kabul, ..., loyalty Russian, arrows at T2."""
    s = build_alone(front=1, back=8, **more)
    set_player(s, W, rupees=rupees, court=court)
    return s


# ---------------------------------------------------------------- candidates


def test_r14_5_valid_are_cards_that_she_can_buy_but_no_check() -> None:
    s = build_rich(rupees=2, market={"T0": 9, "T1": CHECK, "T2": 61, "T3": 62, "B0": 111, "B1": 113, "B2": (None, 1)})
    assert [name_space(i) for i in list_candidates(s)] == ["T0", "T2", "B1"]
    s.current_turn.locked_cards = [61]
    assert [name_space(i) for i in list_candidates(s)] == ["T0", "B1"]


# ---------------------------------------------------------------- plain, along the arrows


def test_e19_wakhan_row_and_column() -> None:
    s = build_alone(front=3, back=8, market={"T0": 9, "T1": 61, "T2": 39, "T3": 111, "T4": 12, "T5": 5})
    set_player(s, W, rupees=3, court=[16])
    choice = choose_pick(s, "radicalize")
    assert isinstance(choice, MarketPick) and choice.space == find_space("T2")
    passed = choice.why.args["passed"]
    assert isinstance(passed, tuple)
    assert [(why.key, why.args["spaces"]) for why in passed if isinstance(why, Message)] == [
        ("wakhan.passed.dear", (names.name_space(find_space("T4")),)),
        ("wakhan.passed.unpurchasable", (names.name_space(find_space("T3")),)),
    ]
    play_rule(s, lambda t: perform_radicalize(t, "radicalize", choice))
    assert [(space.card, space.rupees) for space in s.market[:3]] == [(9, 1), (61, 1), (None, 0)]
    assert s.players[W].court == [39, 16] and s.players[W].hand == []
    assert s.current_turn.actions == 1


def test_r14_5_the_arrows_take_the_first_valid_card_to_the_left_then_in_the_other_row() -> None:
    s = build_rich(rupees=4, market={"T2": 39, "T0": 9, "B2": 61, "B1": 12, "B0": 7})  # arrows: B2
    market = s.market
    s.automa.discards[-1] = 2  # type: ignore[union-attr]  # front 2, back 8: column 2, bottom_right
    assert find_taken_space(s, "radicalize") == "B2"
    market[find_space("B2")].card = None
    assert find_taken_space(s, "radicalize") == "B1"
    s.current_turn.locked_cards = [12]
    assert find_taken_space(s, "radicalize") == "B0"
    s.current_turn.locked_cards = [12, 7]
    assert find_taken_space(s, "radicalize") == "T2"  # the same column, not the rightmost
    market[find_space("T2")].card = None
    assert find_taken_space(s, "radicalize") == "T0"
    market[find_space("T0")].card = None
    assert find_taken_space(s, "radicalize") == "unable.market"


def test_r14_5_the_arrows_may_take_an_event() -> None:
    s = build_alone(front=3, back=8, market={"T4": 113})
    assert find_taken_space(s, "radicalize") == "T4"


# ---------------------------------------------------------------- plain, with a dominance check in the market


def test_r14_5_with_a_check_and_a_dominant_coalition_its_cheapest_patriot() -> None:
    market = {"T0": CHECK, "T1": 98, "T2": 99, "B2": 87, "T3": 100, "B1": 88}
    s = build_rich(market=market, armies=FOUR_RUSSIANS)
    assert find_taken_space(s, "radicalize") == "T2"  # two for 2 rupees: the higher number
    s.market[find_space("T2")].card = s.market[find_space("B2")].card = None
    assert find_taken_space(s, "radicalize") == "T3"


def test_r14_5_with_a_check_and_no_patriot_most_armies_and_roads() -> None:
    s = build_rich(market={"T0": CHECK, "B0": 113, "T1": 1, "T3": 12}, armies=FOUR_RUSSIANS)
    assert find_taken_space(s, "radicalize") == "T3"
    s.market[find_space("T3")].card = None
    assert find_taken_space(s, "radicalize") == "B0"  # none has any: the cheapest, also an event


def test_r14_5_with_a_check_and_nobody_dominant_most_spies_and_tribes() -> None:
    s = build_rich(market={"T0": CHECK, "B0": 12, "T1": 1, "T3": 7, "B2": 113})
    assert find_taken_space(s, "radicalize") == "T1"  # three each, the cheaper one
    s.market[find_space("T1")].card = s.market[find_space("T3")].card = None
    assert find_taken_space(s, "radicalize") == "B0"
    choice = choose_pick(s, "radicalize")
    assert isinstance(choice, MarketPick) and choice.why.args == {"n": 0}


def test_r14_5_an_instruction_comes_before_the_check() -> None:
    s = build_rich(market={"T0": CHECK, "T1": 1, "B1": 7})
    assert find_taken_space(s, "rad_best_political") == "B1"


# ---------------------------------------------------------------- the thirteen instructions

FOUR = {"armies": FOUR_RUSSIANS}
CASES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("rad_if_military_favored_best_military", {"favored": "military"}, {"T0": 15, "T1": 98, "B1": 32, "B2": 1}, "T1"),
    ("rad_if_military_favored_best_military", {}, {"T0": 15}, "unless.favored"),
    ("rad_if_military_favored_best_military", {"favored": "military"}, {"T0": 9}, "unable.no_card"),
    ("rad_if_political_favored_best_economic", {}, {"T0": 9, "T2": 12, "B1": 7}, "T2"),
    ("rad_if_political_favored_best_economic", {"favored": "economic"}, {"T0": 9}, "unless.favored"),
    ("rad_if_political_favored_best_economic", {}, {"T0": 7}, "unable.no_card"),
    ("rad_best_political", {}, {"T0": 5, "T2": 7, "B1": 93, "T3": 1}, "B1"),
    ("rad_best_political", {}, {"T0": 1}, "unable.no_card"),
    ("rad_best_intelligence", {}, {"T0": 4, "T1": 2, "B3": 1}, "B3"),
    ("rad_best_intelligence", {}, {"T0": 7}, "unable.no_card"),
    ("rad_any_intelligence", {}, {"T0": 9, "T1": 4, "B3": 1}, "T1"),
    ("rad_any_intelligence", {}, {"T0": 9}, "unable.no_card"),
    ("rad_if_poor_most_net_rupees", {"rupees": 1}, {"T0": 9, "B0": (8, 1), "T1": 113, "B1": 30}, "T1"),
    ("rad_if_poor_most_net_rupees", {"rupees": 1}, {"T0": 9, "B0": (8, 1), "T1": 112, "B1": (30, 1)}, "B1"),
    ("rad_if_poor_most_net_rupees", {"rupees": 1}, {"T1": (61, 3), "B1": 30}, "T1"),
    ("rad_if_poor_most_net_rupees", {"rupees": 2}, {"B0": (8, 1)}, "unless.poor"),
    ("rad_if_poor_most_net_rupees", {"rupees": 1}, {"T0": 9, "T1": (61, 1)}, "unable.no_card"),
    ("rad_gain_region", {}, {"T0": 9, "T1": 5, "B1": 90}, "B1"),
    ("rad_gain_region", {"tribes": {"kabul": {W: 1}}}, {"T1": 5}, "unable.no_card"),
    ("rad_gain_region", {"tribes": {"herat": {A: 1}}}, {"T1": 57, "T2": 56}, "T2"),
    ("rad_most_blocks", {}, {"T0": 1, "T1": 32, "T3": 12}, "T3"),
    ("rad_most_blocks", {}, {"T0": 1}, "unable.no_card"),
    ("rad_if_none_dominant_most_cylinders", {}, {"T0": 9, "T1": 5, "T3": 7}, "T3"),
    ("rad_if_none_dominant_most_cylinders", FOUR, {"T0": 1}, "unless.none_dominant"),
    ("rad_if_none_dominant_most_cylinders", {}, {"T0": 9}, "unable.no_card"),
    ("rad_if_no_move_card_with_move", {"court": [15]}, {"T0": 61, "T1": 63, "T3": 1}, "T1"),
    ("rad_if_no_move_card_with_move", {"court": [4]}, {"T1": 9}, "unless.no_move"),
    ("rad_if_no_move_card_with_move", {}, {"T0": 5}, "unable.no_card"),
    ("rad_if_dominant_matching_patriot", FOUR, {"T0": 88, "T1": 87, "T3": 100}, "T1"),
    ("rad_if_dominant_matching_patriot", {}, {"T1": 87}, "unless.dominant"),
    ("rad_if_dominant_matching_patriot", FOUR, {"T0": 88}, "unable.no_card"),
    ("rad_if_court_full_best_political", {"court": [1, 2, 4]}, {"T0": 5, "T1": 7}, "T1"),
    ("rad_if_court_full_best_political", {"court": [1, 2, 26]}, {"T0": 5}, "unless.court_full"),
    ("rad_if_court_full_best_political", {"court": [1, 2, 4]}, {"T0": 9}, "unable.no_card"),
    ("rad_if_fewer_spies_best_intelligence", {"spies": {16: {A: 1}}}, {"T0": 4, "T1": 2}, "T1"),
    ("rad_if_fewer_spies_best_intelligence", {"spies": {16: {A: 1, W: 1}}}, {"T0": 4}, "unless.fewer_spies"),
    ("rad_if_fewer_spies_best_intelligence", {"spies": {16: {A: 1}}}, {"T0": 9}, "unable.no_card"),
]


@pytest.mark.parametrize(("entry", "table", "market", "expected"), CASES)
def test_r14_5_instruction(entry: str, table: Any, market: Any, expected: str) -> None:
    assert find_taken_space(build_rich(market=market, **table), entry) == expected


def test_r14_5_every_instruction_has_a_case_that_takes_and_one_that_does_not() -> None:
    takes = {entry for entry, *_, expected in CASES if "." not in expected}
    fails = {entry for entry, *_, expected in CASES if "." in expected}
    assert takes == fails == set(INSTRUCTIONS)


def test_r14_5_only_the_poor_instruction_takes_events() -> None:
    s = build_rich(rupees=1, market={"T0": (113, 2)})
    assert find_taken_space(s, "rad_if_poor_most_net_rupees") == "T0"
    assert all(
        find_taken_space(s, entry).startswith("un") for entry in INSTRUCTIONS if entry != "rad_if_poor_most_net_rupees"
    )


def test_r14_5_ties_go_to_the_cheapest_then_to_the_highest_number() -> None:
    assert find_taken_space(build_rich(market={"T1": 5, "B1": 6, "T2": 90}), "rad_best_political") == "B1"


def test_r14_5_gain_region_counts_the_armies_of_her_pragmatic_loyalty() -> None:
    """Herat: A rules with 3; #55 adds a tribe and an army, giving 4 with Russian armies and 3 with British ones."""
    table: Any = {"armies": {"herat": {"russian": 2, "afghan": 1}}, "tribes": {"herat": {A: 2}}, "market": {"T0": 55}}
    assert find_taken_space(build_alone(front=1, **table), "rad_gain_region") == "T0"
    assert find_taken_space(build_alone(front=5, **table), "rad_gain_region") == "unable.no_card"


# ---------------------------------------------------------------- bribes, ends, icons


def play_her_card(s: State, card: int) -> Played:
    s.players[W].hand = [card]
    s.unseen.remove(card)
    return play_rule(s, lambda t: play_by_wakhan(t, card))


def test_r14_5_she_pays_the_full_bribe_or_the_card_is_discarded() -> None:
    s = build_rich(rupees=2, tribes={"herat": {A: 2}}, armies={"herat": {"afghan": 3}})
    play_her_card(s, 61)
    assert (s.players[W].rupees, s.players[A].rupees, s.players[W].court) == (0, 6, [61])
    s = build_rich(rupees=1, tribes={"herat": {A: 2}})
    assert "wakhan.unpaid" in play_her_card(s, 61).message_keys
    assert (s.players[W].rupees, s.players[W].court, s.discards) == (1, [], [61])


@pytest.mark.parametrize(
    ("court", "events", "everybody"), [([42], [], []), ([], [107], []), ([], [], [107])], ids=["#42", "hers", "all"]
)
def test_r14_5_exemptions_from_bribes_apply(court: list[int], events: list[int], everybody: list[int]) -> None:
    for rupees in (4, 1):  # also where the bribe would be too much
        s = build_rich(rupees=rupees, tribes={"herat": {A: 2}}, globals=everybody)
        set_player(s, W, court=court, events=events)
        play_her_card(s, 61)
        assert (s.players[W].rupees, s.players[A].rupees) == (rupees, 4)
        assert 61 in s.players[W].court


def test_r14_5_the_card_enters_at_the_end_of_the_red_arrow() -> None:
    s = build_alone(front=3, back=8)
    set_player(s, W, court=[16])
    play_her_card(s, 39)
    assert s.players[W].court == [39, 16]
    s = build_alone(front=2, back=8)
    set_player(s, W, court=[16])
    play_her_card(s, 39)
    assert s.players[W].court == [16, 39]


def test_e20_the_blocks_are_of_her_pragmatic_loyalty() -> None:
    s = build_rich()
    play_her_card(s, 12)
    lying = {border: blocks for border, blocks in s.roads.items() if blocks}
    assert lying == {border: {"russian": 1} for border in ("kabul_transcaspia", "kabul_kandahar", "herat_kabul")}
    assert s.armies["kabul"] == {"russian": 1}
    s = build_rich()
    set_player(s, A, loyalty="russian")
    play_her_card(s, 12)
    assert s.armies["kabul"] == {"afghan": 1}


def test_r14_5_patriots_bring_her_pragmatic_blocks_and_no_change_of_loyalty() -> None:
    s = build_rich(court=[88])
    set_player(s, W, court=[88], prizes=[44], gifts=[2])
    play_her_card(s, 50)
    assert s.armies["kandahar"] == {"russian": 2}
    wakhan = s.players[W]
    assert (wakhan.court, wakhan.prizes, wakhan.gifts, wakhan.loyalty) == ([50, 88], [44], [2], None)


def test_r14_5_the_target_is_chosen_anew_for_each_spy() -> None:
    s = build_rich()
    set_player(s, A, court=[4])
    play_her_card(s, 1)  # three spies: A's card first, then her own, then both are hers: A's again
    assert s.spies == {4: [0, 2], 1: [0, 1]}


# ---------------------------------------------------------------- events that she buys


def test_r14_5_rumor_and_a_swap_of_hands_hit_the_seat_of_the_red_arrow() -> None:
    for front, target in ((3, B), (2, A)):
        s = build_state(2, wakhan=True, active=C, ai=(front, 8), market={"T0": 108, "B0": 114})
        play_rule(s, lambda t: purchase_card(t, C, 0))
        assert s.players[target].events == [108]
        swapped = next(
            message
            for message in play_rule(s, lambda t: purchase_card(t, C, find_space("B0"))).messages
            if message.key == "event.swapped"
        )
        assert swapped.args["other"] == SeatRef(target)


def test_r14_5_pashtunwali_keeps_the_favored_suit_and_rebuke_follows_her_order() -> None:
    s = build_rich(market={"T0": 115, "B0": 116}, favored="economic", armies={"punjab": {"afghan": 2}})
    play_rule(s, lambda t: purchase_card(t, W, 0))
    assert s.favored == "economic" and s.globals == [115]
    play_rule(s, lambda t: purchase_card(t, W, find_space("B0")))
    assert not s.armies["punjab"]


def test_r14_5_cards_of_a_swap_are_played_at_once() -> None:
    s = build_rich(market={"T0": 114})
    set_player(s, A, hand=[39, 67, 97])
    s.unseen = [card for card in s.unseen if card not in (39, 67, 97)]
    result = play_rule(s, lambda t: purchase_card(t, W, 0))
    assert s.players[A].hand == s.players[W].hand == []
    assert sorted(s.players[W].court) == [39, 67, 97]
    assert result.message_keys.count("wakhan.hand") == 1
    assert s.current_turn.actions == 1


def test_r14_5_a_person_who_swaps_with_her_makes_her_play() -> None:
    s = build_rich(market={"T0": 114})
    s.turn.player = A  # type: ignore[union-attr]
    set_player(s, A, hand=[39])
    play_rule(s, lambda t: purchase_card(t, A, 0))
    assert s.players[W].court == [39] and s.spies == {39: [0, 1]}


def test_r14_5_swapped_cards_come_in_random_order_each_with_its_bribe() -> None:
    orders = set()
    for seed in range(12):
        s = build_rich(rupees=1, market={"T0": 114}, tribes={"herat": {A: 1}, "persia": {A: 1}})
        set_player(s, A, hand=[61, 81])
        table = GameContext(s, Rng(bytes([seed] * 32)))
        script = purchase_card(table, W, 0)
        with pytest.raises(StopIteration):
            script.send(None)
        orders.add((tuple(s.players[W].court), tuple(s.discards)))
    # #81 first: its leverage pays the bribe for #61. #61 first: the last rupee is gone, and #81 is discarded.
    assert orders == {((61, 81), (114,)), ((61,), (114, 81))}
