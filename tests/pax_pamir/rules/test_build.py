"""R8.2 Gift and R8.3 Build; R8 paying the cost of an action."""

from __future__ import annotations

from typing import Any

import pytest

from engines.pax_pamir.actions import build as rules
from engines.pax_pamir.actions.build import perform_build
from engines.pax_pamir.actions.gift import perform_gift
from engines.pax_pamir.menu import list_starts
from engines.pax_pamir.table.state import State
from engines.pax_pamir.view import add_prompts, build_view
from tests.pax_pamir.table import STAGE, A, B, build_state, find_space, play_rule, set_player, update_derived

TOP = {f"T{column}": 30 + column for column in range(6)}


def list_rupees(s: State) -> dict[str, int]:
    return {
        name: s.market[find_space(name)].rupees
        for name in (*TOP, *(f"B{c}" for c in range(6)))
        if s.market[find_space(name)].rupees
    }


def test_e4_the_cost_of_three_blocks() -> None:
    """E4 k rupees to each row, one each on its k rightmost cards; rupees without a card are removed."""
    s = build_state(2, market={**TOP, "B0": 36, "B1": 37}, tribes={"kabul": {A: 1}})
    set_player(s, A, rupees=6, court=[10])
    play_rule(s, lambda t: perform_build(t, A, 10), "army:kabul", "army:kabul", "road:kabul_punjab")
    assert list_rupees(s) == {"T5": 1, "T4": 1, "T3": 1, "B1": 1, "B0": 1}
    assert (s.removed, s.players[A].rupees, s.current_turn.actions) == (1, 0, 1)
    assert sorted(s.current_turn.locked_cards) == [33, 34, 35, 36, 37]
    assert (s.armies["kabul"], s.roads["kabul_punjab"]) == ({"afghan": 2}, {"afghan": 1})


def test_r8_3_blocks_go_to_ruled_regions_and_their_borders() -> None:
    """R8.3 Armies in ruled regions, roads on their borders, any mix, any regions."""
    s = build_state(2, tribes={"punjab": {A: 1}, "persia": {A: 1, B: 1}})
    set_player(s, A, rupees=2, court=[10])
    assert [site.key for site in rules.list_build_sites(s, A)] == [
        "army:punjab",
        "road:kabul_punjab",
        "road:kandahar_punjab",
    ]
    assert "use:10:build" in {option.key for option in list_starts(s, A)}
    s.players[A].rupees = 1
    assert "use:10:build" not in {option.key for option in list_starts(s, A)}


def test_r8_3_first_block_is_mandatory_and_others_optional() -> None:
    """R8.3 The first block is not optional; after it one may stop."""
    s = build_state(2, market=TOP, tribes={"punjab": {A: 1}})
    set_player(s, A, rupees=9, court=[10])
    played = play_rule(s, lambda t: perform_build(t, A, 10), "army:punjab", "stop")
    option_keys = [{option.key for option in prompt.options} for prompt in played.prompts]
    assert ["stop" in keys for keys in option_keys] == [False, True]
    assert (s.players[A].rupees, s.armies["punjab"]) == (7, {"afghan": 1})


def test_r15_31_nation_building_with_odd_money() -> None:
    """R15.31 Event 112: 3 rupees pay for 2 blocks (cost 2); 5 blocks cost 6."""
    s = build_state(2, market=TOP, tribes={"punjab": {A: 1}})
    set_player(s, A, rupees=3, court=[10], events=[112])
    play_rule(s, lambda t: perform_build(t, A, 10), "army:punjab", "army:punjab")
    assert (s.players[A].rupees, s.armies["punjab"]) == (1, {"afghan": 2})
    s = build_state(2, market=TOP, tribes={"punjab": {A: 1}})
    set_player(s, A, rupees=9, court=[10], events=[112])
    play_rule(s, lambda t: perform_build(t, A, 10), *["army:punjab"] * 5, "stop")
    assert (s.players[A].rupees, s.armies["punjab"]) == (3, {"afghan": 5})
    assert list_rupees(s) == {"T5": 1, "T4": 1, "T3": 1}, "each pair of rupees on the next cards"


def test_e18_nation_building_and_infrastructure() -> None:
    """E18 With 5 rupees, event 112 and #78: four blocks for 4 rupees, then a free one."""
    s = build_state(2, market=TOP, tribes={"persia": {A: 1}})
    set_player(s, A, rupees=5, court=[78], events=[112])
    played = play_rule(s, lambda t: perform_build(t, A, 78), *["army:persia"] * 5)
    assert played.seat_questions[-1] == (A, "build.free")
    assert (s.players[A].rupees, s.armies["persia"]) == (1, {"afghan": 5})


def test_r11_infrastructure() -> None:
    """R11 #78: after any build action of its owner one more block, free, not optional; not without the card."""
    s = build_state(2, market=TOP, tribes={"persia": {A: 1}})
    set_player(s, A, rupees=2, court=[78, 10])
    played = play_rule(s, lambda t: perform_build(t, A, 10), "army:persia", "road:herat_persia")
    assert "stop" not in played.list_option_keys("build.free")
    assert (s.players[A].rupees, s.armies["persia"], s.roads["herat_persia"]) == (0, {"afghan": 1}, {"afghan": 1})
    s = build_state(2, market=TOP, tribes={"persia": {A: 1}})
    set_player(s, A, rupees=2, court=[10])
    play_rule(s, lambda t: perform_build(t, A, 10), "army:persia")


def test_r4_2_a_block_from_the_map() -> None:
    """R4.2, R8.3 With an empty supply a block is taken from the map; one placed this turn may not be."""
    s = build_state(2, market=TOP, armies={"herat": {"afghan": 12}}, tribes={"punjab": {A: 1}})
    set_player(s, A, rupees=4, court=[10])
    play_rule(s, lambda t: perform_build(t, A, 10), "army:punjab", "army:punjab")
    assert (s.armies["herat"], s.armies["punjab"]) == ({"afghan": 10}, {"afghan": 2})


def test_r7_1_a_hostage_builds_after_the_bribe_what_was_declared() -> None:
    """R7.1 The complete action is declared first; then the bribe; then it is carried out."""
    s = build_state(2, market=TOP, tribes={"punjab": {A: 1}})
    set_player(s, A, rupees=5, court=[10])
    s.spies[10] = [0, 2]
    played = play_rule(s, lambda t: perform_build(t, A, 10), "army:punjab", "road:kabul_punjab", "offer:1", "accept")
    assert [key for _, key in played.seat_questions] == ["build.ask", "build.ask", "bribe.ask", "bribe.reply"]
    assert played.list_option_keys("bribe.ask") == ["offer:1", "offer:0", "cancel"], (
        "4 of 5 rupees are needed for the blocks"
    )
    assert (s.players[A].rupees, s.players[B].rupees) == (0, 5)
    assert (s.armies["punjab"], s.roads["kabul_punjab"]) == ({"afghan": 1}, {"afghan": 1})
    assert list_rupees(s) == {"T5": 1, "T4": 1}


def test_r7_1_declared_blocks_are_seen_at_the_next_question() -> None:
    """R7.1 The army stands where it is declared; nothing is built yet."""
    s = build_state(2, market=TOP, tribes={"punjab": {A: 1}})
    set_player(s, A, rupees=5, court=[10])
    s.spies[10] = [0, 2]
    prompt = STAGE.find_prompt(s, lambda t: perform_build(t, A, 10), "army:punjab")
    regions = {region.id: region for region in add_prompts(build_view(s, A), {A: prompt.subject}).regions}
    assert (regions["punjab"].armies, s.armies["punjab"]) == ({"afghan": 1}, {})


def test_r10_a_declared_block_counts_in_the_forecast_of_a_check() -> None:
    """R10.1 The fourth block more than any other makes a coalition dominant before the build is carried out."""
    s = build_state(2, market=TOP, tribes={"punjab": {A: 1}}, armies={"kabul": {"afghan": 3}})
    set_player(s, A, rupees=5, court=[10])
    s.spies[10] = [0, 2]
    prompt = STAGE.find_prompt(s, lambda t: perform_build(t, A, 10), "army:punjab")
    before = build_view(s, A)
    after = add_prompts(before, {A: prompt.subject})
    assert (before.blocks["afghan"], before.dominant) == (3, None)
    assert (after.blocks["afghan"], after.dominant) == (4, "afghan")
    assert before.forecast != after.forecast


def test_r7_1_declared_build_does_not_happen_without_the_bribe() -> None:
    """R7 If the bribe is not settled, nothing has happened."""
    s = build_state(2, market=TOP, tribes={"punjab": {A: 1}})
    set_player(s, A, rupees=5, court=[10])
    s.spies[10] = [0, 2]
    play_rule(s, lambda t: perform_build(t, A, 10), "army:punjab", "stop", "cancel")
    assert (s.players[A].rupees, s.armies["punjab"], s.current_turn.used_cards, s.current_turn.actions) == (
        5,
        {},
        [],
        2,
    )
    assert list_rupees(s) == {}


# ---------------------------------------------------------------- gift


def test_r8_2_any_empty_space() -> None:
    """R8.2 Not necessarily the cheapest; its number is paid, half to each row."""
    s = build_state(2, market=TOP)
    set_player(s, A, rupees=6, court=[4], gifts=[2])
    played = play_rule(s, lambda t: perform_gift(t, A, 4), "6")
    assert played.list_option_keys("gift.ask") == ["4", "6"]
    assert (s.players[A].gifts, s.players[A].rupees, s.removed) == ([2, 6], 0, 3)
    assert list_rupees(s) == {"T5": 1, "T4": 1, "T3": 1}


def test_r8_2_with_all_three_full_it_is_illegal() -> None:
    s = build_state(2)
    set_player(s, A, rupees=9, court=[4], gifts=[2, 4, 6])
    assert "use:4:gift" not in {option.key for option in list_starts(s, A)}
    s.players[A].gifts = [4, 6]
    assert "use:4:gift" in {option.key for option in list_starts(s, A)}
    s.players[A].rupees = 1
    assert "use:4:gift" not in {option.key for option in list_starts(s, A)}


def test_r7_a_gift_that_the_full_bribe_leaves_within_reach() -> None:
    """R7 After three failed requests only the full bribe is left: of 5 rupees it leaves 3."""
    s = build_state(2)
    set_player(s, A, rupees=5, court=[4])
    s.spies[4] = [0, 2]
    s.current_turn.requests = 3
    play_rule(s, lambda t: perform_gift(t, A, 4), "pay")
    assert (s.players[A].gifts, s.players[A].rupees) == ([2], 1)


# ---------------------------------------------------------------- a hostage builds (R7.1)


def build_hostage(rupees: int, card: int = 10, **more: Any) -> State:
    """A rules Punjab; B holds A's card with two spies."""
    s = build_state(2, market=TOP, tribes={"punjab": {A: 1}}, **more)
    set_player(s, A, rupees=rupees, court=[card])
    s.spies[card] = [0, 2]
    return s


def test_r7_blocks_that_the_full_bribe_leaves_within_reach() -> None:
    """R7 After three failed requests only the full bribe is left: of 5 rupees it leaves one block."""
    s = build_hostage(rupees=5)
    s.current_turn.requests = 3
    played = play_rule(s, lambda t: perform_build(t, A, 10), "army:punjab", "pay")
    assert [key for _, key in played.seat_questions] == ["build.ask", "bribe.ask"]
    assert (s.players[A].rupees, s.armies["punjab"]) == (1, {"afghan": 1})


def test_r11_the_free_block_of_a_hostage() -> None:
    """R11 #78: the free block is declared too, and is not paid for."""
    s = build_hostage(rupees=4, card=78)
    play_rule(s, lambda t: perform_build(t, A, 78), "army:punjab", "stop", "road:kabul_punjab", "pay")
    assert (s.players[A].rupees, s.players[B].rupees) == (0, 6)
    assert (s.armies["punjab"], s.roads["kabul_punjab"]) == ({"afghan": 1}, {"afghan": 1})
    assert list_rupees(s) == {"T5": 1}


def test_r8_3_nation_building_of_a_hostage() -> None:
    """R8.3, R7 Event 112: three blocks cost 4, so 2 of 6 rupees remain for the bribe."""
    s = build_hostage(rupees=6)
    s.players[A].events = [112]
    update_derived(s)
    played = play_rule(s, lambda t: perform_build(t, A, 10), *["army:punjab"] * 3, "stop", "pay")
    assert played.list_option_keys("bribe.ask") == ["pay", "offer:1", "offer:0", "cancel"]
    assert (s.players[A].rupees, s.armies["punjab"]) == (0, {"afghan": 3})


def test_r4_2_a_hostage_takes_the_blocks_that_were_declared() -> None:
    """R4.2, R7.1 The piece that is taken is part of what is declared."""
    s = build_hostage(rupees=4, armies={"herat": {"afghan": 6}, "persia": {"afghan": 6}})
    play_rule(s, lambda t: perform_build(t, A, 10), "army:punjab", "army:persia", "stop", "pay")
    assert (s.armies["persia"], s.armies["herat"], s.armies["punjab"]) == ({"afghan": 5}, {"afghan": 6}, {"afghan": 1})


# ---------------------------------------------------------------- builds that end early


def build_losing_herat(**more: Any) -> State:
    """All blocks are in play. A rules Herat with a tribe and an army against a tribe of B."""
    s = build_state(2, armies={"herat": {"afghan": 1}, "kabul": {"afghan": 11}}, tribes={"herat": {A: 1, B: 1}}, **more)
    s.current_turn.placed_counts = {"army:kabul:afghan": 11}
    return s


def test_r8_3_a_build_ends_where_its_own_piece_limit_costs_the_rule() -> None:
    """R8.3, R4.2 The road is the last army of Herat: nobody rules there now, and no second block can be built."""
    s = build_losing_herat()
    set_player(s, A, loyalty="afghan", rupees=9, court=[10])
    played = play_rule(s, lambda t: perform_build(t, A, 10), "road:herat_persia")
    assert (s.roads["herat_persia"], s.rulers["herat"], s.players[A].rupees) == ({"afghan": 1}, None, 7)
    assert len(played.prompts) == 1


def test_r11_infrastructure_only_where_one_can_build() -> None:
    """R11 #78: mandatory if possible; here no region is ruled any more."""
    s = build_losing_herat()
    set_player(s, A, loyalty="afghan", rupees=2, court=[78])
    assert [key for _, key in play_rule(s, lambda t: perform_build(t, A, 78), "road:herat_persia").seat_questions] == [
        "build.ask"
    ]


def test_r8_3_a_build_ends_with_the_last_block() -> None:
    """R4.2 Eleven blocks were placed this turn: the twelfth can be built, and that is all."""
    s = build_state(2, armies={"kabul": {"afghan": 11}}, tribes={"punjab": {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=9, court=[10])
    s.current_turn.placed_counts = {"army:kabul:afghan": 11}
    play_rule(s, lambda t: perform_build(t, A, 10), "army:punjab")
    assert (s.armies["punjab"], s.players[A].rupees) == ({"afghan": 1}, 7)


@pytest.mark.parametrize(("rupees", "offered"), [(0, False), (1, False), (2, True)])
def test_r11_infrastructure_adds_to_a_build_and_makes_none(rupees: int, offered: bool) -> None:
    """R11, R8.3 [ours] With #78 too, no build without a block that is paid for: with a single rupee there is none."""
    s = build_state(2, market=TOP, tribes={"persia": {A: 1}})
    set_player(s, A, rupees=rupees, court=[78])
    assert ("use:78:build" in [option.key for option in list_starts(s, A)]) is offered
    if offered:
        played = play_rule(s, lambda t: perform_build(t, A, 78), "army:persia", "army:persia")
        assert "stop" not in played.list_option_keys("build.ask"), "the first block is paid for, or nothing is built"
        assert [key for _, key in played.seat_questions] == ["build.ask", "build.free"]
