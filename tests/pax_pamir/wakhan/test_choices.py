"""R14.1-R14.4, R14.7, R14.8: Wakhan's cards, loyalty, arrows and choices."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel import Match
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.rules.cleanup import discard_excess_court_cards
from engines.pax_pamir.rules.decisions import (
    choose_block_to_take,
    choose_by_priority,
    choose_court_discard,
    choose_cylinder_to_take,
    choose_rebuked_region,
    choose_road_target,
    choose_spy_target,
    explain_priority,
)
from engines.pax_pamir.rules.pieces import choose_cylinder_source, put_cylinder
from engines.pax_pamir.rules.play import play_by_wakhan
from engines.pax_pamir.table import wakhan_cards as choices
from engines.pax_pamir.table.derived import compute_influence, find_ruler
from engines.pax_pamir.table.places import SUPPLY, Army, Gift, Road, Spy, Tribe
from engines.pax_pamir.table.scoring import compute_check_points
from engines.pax_pamir.wakhan.actions import find_printed_action
from engines.pax_pamir.wakhan.radicalize import INSTRUCTIONS
from tests.pax_pamir.table import A, B, build_state, play_rule, set_player
from tests.pax_pamir.wakhan.table import FOUR_RUSSIANS, W, build_alone

# ---------------------------------------------------------------- R14.1, her cards


@pytest.mark.parametrize("card", CONTENT.data.wakhan_card, ids=lambda card: f"card{card.id}")
def test_r14_3_each_of_the_24_cards_is_sound(card: Any) -> None:
    assert sorted(card.loyalty_order) == sorted(COALITIONS)
    assert sorted(card.region_order) == sorted(CONTENT.regions)
    assert sorted(card.back_columns) == [0, 1, 2, 3, 4, 5]
    assert sorted(card.back_rows) == ["bottom_right", "top_left"]
    assert 0 <= card.column_arrow <= 5
    assert card.actions[2] == "radicalize"
    actions = {action for court in CONTENT.data.court_card for action in court.actions}
    assert all(
        entry in INSTRUCTIONS or entry == "radicalize" or find_printed_action(entry) in actions
        for entry in card.actions
    )


def test_r14_3_there_are_24_cards_and_they_use_all_thirteen_instructions() -> None:
    assert [card.id for card in CONTENT.data.wakhan_card] == list(range(1, 25))
    assert len(INSTRUCTIONS) == 13
    assert {entry for card in CONTENT.data.wakhan_card for entry in card.actions} >= set(INSTRUCTIONS)


@pytest.mark.parametrize("seed", range(4))
def test_r14_1_wakhan_sits_before_the_last_chooser_and_takes_the_first_turn(seed: int) -> None:
    setup = GAME.build_setup(2, options={"wakhan": "two"})
    match = Match.start(GAME, setup, bytes([seed] * 32))
    s = match.state
    first = s.current_turn.player
    assert s.ring == [first, 2, 1 - first]
    assert len(s.deck) == 46 and s.automa is not None and len(s.automa.deck) == 24
    wakhan = s.players[2]
    assert (wakhan.rupees, wakhan.vp, wakhan.loyalty, wakhan.hand) == (4, 0, None, [])
    s.players[first].loyalty = "afghan"
    s.current_turn.player = 1 - first
    play_rule(s, GAME.play_turn, "british")
    assert s.current_turn.player == 2


def test_r14_1_with_one_person_they_alternate() -> None:
    s = Match.start(GAME, GAME.build_setup(1), bytes(32)).state
    assert s.ring == [1, 0] and len(s.deck) == 40
    play_rule(s, GAME.play_turn, "russian")
    assert s.current_turn.player == 1


# ---------------------------------------------------------------- R14.2, loyalty


def test_r14_2_pragmatic_loyalty_is_the_first_coalition_of_the_card_that_no_person_is_loyal_to() -> None:
    s = build_state(2, wakhan=True, ai=(1,))  # Russian, Afghan, British
    set_player(s, A, loyalty="british")
    set_player(s, B, loyalty="british")
    assert choices.find_pragmatic_loyalty(s) == "russian"
    set_player(s, A, loyalty="russian")
    assert choices.find_pragmatic_loyalty(s) == "afghan"
    set_player(s, B, loyalty="afghan")
    assert choices.find_pragmatic_loyalty(s) == "british"


def test_r14_2_she_rules_with_the_most_numerous_coalition() -> None:
    s = build_alone(armies={"herat": {"british": 2, "russian": 1}}, tribes={"herat": {W: 1, A: 1}})
    assert find_ruler(s, "herat") == W  # 1 + 2 against 1 + 0
    set_player(s, A, loyalty="british")
    assert find_ruler(s, "herat") is None  # 3 against 3
    s.armies["herat"] = {"british": 2, "russian": 3}
    assert find_ruler(s, "herat") == W


def test_r14_2_she_takes_part_in_every_successful_check_with_what_she_has_of_that_coalition() -> None:
    s = build_alone()
    set_player(s, W, court=[87, 88], prizes=[44, 79], gifts=[2])  # patriots and prizes: Russian, British
    assert [compute_influence(s, W, coalition) for coalition in ("russian", "british", "afghan")] == [4, 4, 2]
    set_player(s, A, loyalty="russian", court=[69])
    assert compute_check_points(s, "russian", is_final=False) == [3, 5]
    assert compute_check_points(s, "afghan", is_final=False) == [0, 5]


# ---------------------------------------------------------------- R14.3, arrows


def test_r14_3_the_arrows_point_from_the_front_to_the_back() -> None:
    s = build_alone(front=3, back=8)
    assert (choices.read_black_arrow(s), choices.read_red_arrow(s)) == (4, "top_left")
    s = build_alone(front=2, back=8)
    assert (choices.read_black_arrow(s), choices.read_red_arrow(s)) == (2, "bottom_right")


def test_r14_5_the_red_arrow_points_at_the_previous_seat_or_the_next() -> None:
    left, right = (build_state(2, wakhan=True, ai=(front, 8)) for front in (3, 2))
    assert left.ring == [B, 2, A]
    assert choices.order_people_by_arrow(left) == [B, A]
    assert choices.order_people_by_arrow(right) == [A, B]
    assert choices.find_red_seat(build_alone(front=3)) == choices.find_red_seat(build_alone(front=2)) == A


# ---------------------------------------------------------------- R14.4, priority


@pytest.mark.parametrize(
    ("hers", "others", "table", "first", "why"),
    [
        ([1], [4], {}, 4, "an opponent's card before her own of higher rank"),
        ([], [5, 1], {}, 5, "favored suit"),
        ([], [99, 35], {}, 99, "irregulars are always favored"),
        ([], [87, 88], {"armies": FOUR_RUSSIANS}, 87, "patriot of the dominant coalition"),
        ([], [60, 98], {"armies": FOUR_RUSSIANS}, 60, "prize of the dominant coalition"),
        ([], [3, 1], {}, 3, "any patriot"),
        ([], [85, 1], {}, 85, "leverage"),
        ([], [1, 2], {}, 1, "highest rank"),
        ([], [39, 18], {}, 39, "highest number"),
    ],
)
def test_r14_4_each_filter_decides(hers: list[int], others: list[int], table: Any, first: int, why: str) -> None:
    s = build_alone(**table)
    set_player(s, W, court=hers)
    set_player(s, A, loyalty="british", court=others)
    assert choose_by_priority(s, [*hers, *others]) == first, why
    assert choose_by_priority(s, [*others[::-1], *hers]) == first, why


@pytest.mark.parametrize(
    ("hers", "others", "table", "why"),
    [
        ([1], [4], {}, "outside"),
        ([], [5, 1], {}, "favored"),
        ([], [87, 88], {"armies": FOUR_RUSSIANS}, "patriot_dominant"),
        ([], [60, 98], {"armies": FOUR_RUSSIANS}, "prize_dominant"),
        ([], [3, 1], {}, "patriot"),
        ([], [85, 1], {}, "leveraged"),
        ([], [1, 2], {}, "rank"),
        ([], [39, 18], {}, "number"),
        ([], [39], {}, "only"),
    ],
)
def test_r14_4_she_says_by_what_the_first_is_ahead(hers: list[int], others: list[int], table: Any, why: str) -> None:
    s = build_alone(**table)
    set_player(s, W, court=hers)
    set_player(s, A, loyalty="british", court=others)
    assert explain_priority(s, [*hers, *others]).key == f"wakhan.priority.{why}"


def test_r14_5_the_log_says_why_a_spy_goes_to_a_card() -> None:
    s = build_alone()
    set_player(s, A, loyalty="british", court=[1])
    set_player(s, W, hand=[2])
    result = play_rule(s, lambda t: play_by_wakhan(t, 2))
    spies = [sentence for sentence in result.sentences if "spy" in sentence]
    assert spies == [
        "Wakhan places 1 spy on Mohan Lal #1 (not in her court, R14.4), "
        "1 spy on Jan-Fishan Khan #2 (the only one that fits, R14.4), 1 Russian army in Kabul."
    ]


def test_r14_4_new_tactics_favors_the_military_cards_of_its_holder() -> None:
    s = build_alone()
    set_player(s, A, court=[15, 1], events=[105])
    assert choose_by_priority(s, [15, 1]) == 15


def test_r14_4_the_filters_come_in_this_order() -> None:
    """Each card passes one filter fewer than the card before it."""
    s = build_alone(armies=FOUR_RUSSIANS, favored="economic")
    set_player(s, A, court=[81, 61, 87, 60, 88, 85, 98])
    set_player(s, W, court=[12])
    ranked = [81, 61, 87, 60, 88, 85, 98, 12]
    assert [choose_by_priority(s, ranked[n:]) for n in range(len(ranked))] == ranked


# ---------------------------------------------------------------- R14.5, her pieces


def test_r14_5_a_spy_goes_where_she_is_not_ahead_of_everybody() -> None:
    s = build_alone(spies={1: {W: 1}})
    set_player(s, A, court=[1, 4])
    assert choose_spy_target(s, [1, 4]).value == 4  # no spies at all: she is not ahead
    s.spies = {1: [1, 1], 4: [0, 1]}
    assert choose_spy_target(s, [1, 4]).value == 1  # one each
    s.spies = {1: [0, 1], 4: [1, 1]}
    assert choose_spy_target(s, [1, 4]).value == 4  # ahead on #1 only: as many as another player is not ahead
    s.spies = {1: [0, 1], 4: [0, 1]}
    assert choose_spy_target(s, [1, 4]).value == 1  # ahead everywhere: any card, by priority


def test_r14_5_a_spy_compares_with_every_player_not_with_all_together() -> None:
    s = build_state(2, wakhan=True, ai=(1, 8), spies={1: {A: 1, B: 1, 2: 2}})
    set_player(s, A, court=[1, 4])
    assert choose_spy_target(s, [1, 4]).value == 4


def test_e20_wakhan_roads() -> None:
    s = build_alone(front=1)
    roads = [choose_road_target(s, "kabul", nth) for nth in range(5)]
    assert roads == ["kabul_transcaspia", "kabul_kandahar", "herat_kabul", "kabul_punjab", "kabul_transcaspia"]


def test_r14_5_she_rebukes_the_first_region_with_a_tribe_or_an_army() -> None:
    s = build_alone(
        front=1, armies={"punjab": {"afghan": 1}}, tribes={"herat": {W: 1}}, roads={"herat_kabul": {"afghan": 1}}
    )
    assert choose_rebuked_region(s) == "herat"
    s.armies["persia"] = {"british": 1}
    assert choose_rebuked_region(s) == "persia"


# ---------------------------------------------------------------- R14.7, piece limits


def test_r14_7_she_takes_an_army_of_the_first_region_then_a_road() -> None:
    s = build_alone(front=1)  # transcaspia, kabul, kandahar, persia, herat, punjab
    assert choose_block_to_take(s, [Army("herat"), Road("kabul_transcaspia"), Army("kandahar")]) == Army("kandahar")
    assert choose_block_to_take(s, [Road("herat_persia"), Road("herat_kabul")]) == Road("herat_kabul")
    assert choose_block_to_take(s, [Road("herat_transcaspia"), Road("kabul_transcaspia")]) == Road("kabul_transcaspia")


def test_r14_7_she_takes_a_tribe_of_the_first_region_then_a_spy_by_priority_never_a_gift() -> None:
    s = build_alone(front=1)
    set_player(s, A, court=[4, 1])
    assert choose_cylinder_to_take(s, [Spy(1), Gift(2), Tribe("herat"), Tribe("persia")]) == Tribe("persia")
    assert choose_cylinder_to_take(s, [Gift(2), Spy(4), Spy(1)]) == Spy(1)
    assert choose_cylinder_to_take(s, [Gift(2)]) is None


def test_r14_7_placement_without_a_removable_piece_is_skipped_and_logged() -> None:
    s = build_alone(tribes={"kabul": {W: 9}})
    set_player(s, W, gifts=[2])
    s.current_turn.placed_counts = {"tribe:kabul:1": 9}
    result = play_rule(s, lambda t: choose_cylinder_source(t, W))
    assert (result.result, result.seat_questions, result.message_keys) == (None, [], ["piece.no_cylinder"])


def test_r14_7_pieces_placed_this_turn_stay() -> None:
    s = build_alone(front=1, tribes={"kabul": {W: 4}, "persia": {W: 5}})

    async def place_two(t: Any) -> Any:
        await put_cylinder(t, W, SUPPLY, Tribe("transcaspia"))
        return await choose_cylinder_source(t, W)

    assert play_rule(s, place_two).result == Tribe("kabul")  # not the one in Transcaspia, her first region


# ---------------------------------------------------------------- R14.8, discards


@pytest.mark.parametrize(
    ("court", "table", "leaves", "why"),
    [
        ([24, 98], {}, 98, "non-political"),
        ([88, 1], {}, 1, "non-patriot"),
        ([54, 1], {}, 1, "no leverage"),
        ([4, 1], {"spies": {1: {A: 1}}}, 1, "most spies of others over hers"),
        ([1, 2], {"spies": {1: {A: 2, W: 2}, 2: {A: 1}}}, 2, "others' spies less hers, not others' spies"),
        ([4, 1], {"spies": {4: {A: 1, W: 1}}}, 1, "fewest spies"),
        ([2, 4], {}, 4, "lowest rank"),
        ([9, 15], {"favored": "economic"}, 15, "not the favored suit"),
        ([16, 15], {}, 15, "lowest number"),
    ],
)
def test_r14_8_each_filter_decides(court: list[int], table: Any, leaves: int, why: str) -> None:
    s = build_alone(**table)
    set_player(s, W, court=court)
    assert choose_court_discard(s).value == leaves, why


def test_r14_8_the_favored_suit_itself_counts_not_what_makes_bonus_actions() -> None:
    """New Tactics makes #15 count as favored (R4.7), and yet military is not the favored suit."""
    s = build_alone()
    set_player(s, W, court=[16, 15], events=[105])
    assert choose_court_discard(s).value == 15


def test_r14_8_filter_that_excludes_all_cards_is_skipped() -> None:
    s = build_alone()
    set_player(s, W, court=[7, 5, 44])  # political cards only
    assert choose_court_discard(s).value == 5


def test_r14_8_she_discards_in_cleanup_without_being_asked() -> None:
    s = build_alone()
    set_player(s, W, court=[1, 2, 4, 98])
    play_rule(s, lambda t: discard_excess_court_cards(t, W))
    assert s.players[W].court == [1, 2, 98]
