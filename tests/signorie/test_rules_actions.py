"""R6 and R7: taking dice, passing, and the three kinds of main action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import pytest

from engines.kernel import LANGS, Lang, Message, load_catalogue, resolve_text
from engines.signorie import play_turn
from engines.signorie.actions.assignments import AssignmentChoice, iter_payable
from engines.signorie.actions.helpers import list_hireable
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SlotId
from engines.signorie.phases.dice import Die, list_takeable_dice, take_turn
from engines.signorie.table.board import Budget, compute_budget, compute_threshold
from tests.signorie.stage import BLUE, PURPLE, RED, YELLOW, build_city, build_state, count_men_on, play, set_family

FULL = {name: build_city([]) for name in ("milano", "venezia", "firenze", "roma", "napoli")}


def list_pips(color: str, dice: Iterable[Die]) -> list[int]:
    return [die.pips for die in dice if die.color == color]


def test_r6_turns_go_round_in_turn_order() -> None:
    """R6 One die or a pass per turn, in turn order; the last player left goes on alone."""
    state = build_state(order=[BLUE, YELLOW, RED, PURPLE], active=BLUE)
    seats = []
    for answers in (["pass", "yes"], ["die:yellow:3", "signoria", "yes"], ["pass", "yes"], ["pass", "yes"]):
        seats.append(state.active)
        play(state, take_turn, *answers)
    assert seats == [BLUE, YELLOW, RED, PURPLE]
    assert [state.active] == [YELLOW], "he goes on alone"
    play(state, take_turn, "pass", "yes")
    assert (state.active, state.phase) == (None, "initiative")
    play(state, play_turn)
    assert state.phase == "rewards"


def test_r6_passing_is_final_and_keeps_the_order() -> None:
    """R15.23 Passing at once is allowed: sum 0, rewarded. R15.24 The order does not change by passing."""
    state = build_state(order=[RED, YELLOW, BLUE, PURPLE], active=RED)
    played = play(state, take_turn, "pass", "yes")
    assert played.question_keys[-1] == "pass.confirm_within"
    assert played.render_detail("die.choose", "pass") == "No more dice this round; sum 0/13: you will be rewarded"
    assert state.order == [RED, YELLOW, BLUE, PURPLE]
    for _ in range(3):
        play(state, take_turn, "pass", "yes")
    play(state, play_turn)
    assert RED in state.rewarded


def test_r15_22_pass_by_itself() -> None:
    """R15.22 With four dice, or with no legal die, the engine passes without a question."""
    state = build_state()
    set_family(state, YELLOW, dice={"yellow": 1, "red": 1, "purple": 1, "grey": 1})
    played = play(state, take_turn)
    assert played.sentences == ["Yellow has used every action and passes (sum of dice: 4)."]
    state = build_state(pool={"yellow": [1], "red": [], "purple": [], "grey": [], "light_blue": [1]})
    set_family(state, YELLOW, florins=3, dice={"yellow": 2})
    played = play(state, take_turn)
    assert played.sentences == ["Yellow can take no die and has to pass (sum of dice: 2)."]
    assert state.players[YELLOW].has_passed


def test_r6_1_takeable_dice() -> None:
    """R6.1 A die may not be of a colour already placed, nor too dear; it costs the slot's value minus its pips."""
    state = build_state(
        pool={"yellow": [1], "red": [3], "purple": [1, 2, 5], "grey": [1, 3, 4, 6], "light_blue": [1, 2, 6]}
    )
    set_family(state, YELLOW, florins=2, dice={"red": 1}, men={"clergy": {1: 1}})
    dice = list_takeable_dice(state, YELLOW)
    assert list_pips("red", dice) == []
    assert list_pips("purple", dice) == [1, 2, 5]
    assert list_pips("grey", dice) == [3, 4, 6]
    assert list_pips("light_blue", dice) == [6]


def test_r6_1_pips_above_the_slot_value_give_nothing_back() -> None:
    """R6.1 A yellow 6 costs nothing and gives 3 florins, as a yellow 1."""
    state = build_state(pool={"yellow": [6]})
    yellow = set_family(state, YELLOW, florins=0)
    play(state, take_turn, "die:yellow:6", "signoria", "yes")
    assert (yellow.florins, yellow.dice) == (3, {"yellow": 6})
    assert state.pool["yellow"] == []


def test_r15_1_cost_first() -> None:
    """R15.1 The marriage is judged with the money left after the die: of 3 florins red 1 (cost 1) leaves 2."""
    only_3s = {"roma": build_city([3, 3, 4, 4])}
    state = build_state(
        pool={"red": [1, 2]}, cities=only_3s, assignments={"red_m": "a_threshold", "red_f": "a_mission"}
    )
    set_family(state, YELLOW, florins=3, m=0, w=1, helpers=["y_top", "y_mid", "y_bot"])
    assert list_pips("red", list_takeable_dice(state, YELLOW)) == [2]


def test_r6_1_a_die_needs_an_executable_main_action() -> None:
    """R6.2 A die can never be taken only for its helpers."""
    state = build_state(
        pool={"light_blue": [6]}, assignments={"light_blue_m": "a_florins", "light_blue_f": "a_meeples"}
    )
    helpers = ["b_top", "b_bot", "g_top", "g_mid", "g_bot"]
    set_family(state, YELLOW, florins=9, m=0, w=0, helpers=helpers)
    assert list_pips("light_blue", list_takeable_dice(state, YELLOW)) == []
    set_family(state, YELLOW, florins=9, m=0, w=1, helpers=helpers)
    assert list_pips("light_blue", list_takeable_dice(state, YELLOW)) == [6]


def test_r15_21_equal_dice_are_offered_once() -> None:
    """R15.21 Dice of equal colour and value are interchangeable."""
    state = build_state(pool={"yellow": [3, 3, 3, 5]})
    played = play(state, take_turn, "pass", "yes")
    assert [key for key in played.list_option_keys("die.choose") if "yellow" in key] == ["die:yellow:3", "die:yellow:5"]
    assert played.list_option_keys("die.choose")[-1] == "pass"


def test_r6_2_money_of_the_action_cannot_pay_the_die() -> None:
    """R6.1 Without a florin, the light-blue 4 (cost 1) is out of reach, even if its assignment would bring florins."""
    state = build_state(pool={"light_blue": [4]}, assignments={"light_blue_m": "a_florins"})
    set_family(state, YELLOW, florins=0)
    assert list_pips("light_blue", list_takeable_dice(state, YELLOW)) == []


def test_r7_1_hire() -> None:
    """R7.1 An empty slot in the column of the ring, its cost; no immediate effect; one disc in each slot."""
    state = build_state(pool={"yellow": [1]})
    yellow = set_family(state, YELLOW, florins=4, helpers=["b_top"])
    played = play(state, take_turn, "die:yellow:1", "hire:b_bot", "yes")
    assert [key for key in played.list_option_keys("action.choose") if "hire" in key] == ["hire:b_mid", "hire:b_bot"]
    assert (yellow.florins, yellow.helpers, yellow.vp) == (0, ["b_top", "b_bot"], 0)
    assert (
        played.render_detail("action.choose", "hire:b_bot")
        == "costs 4, leaves 0 florins; light blue column, bottom slot"
    )


def test_r7_1_hire_is_judged_after_the_die_cost() -> None:
    """R7.1 The slot's cost must be payable after the die's."""
    state = build_state()
    set_family(state, YELLOW, florins=3)
    assert list_hireable(state, YELLOW, compute_budget(state.players[YELLOW]).without_florins(1), "red") == ["y_top"]


def test_r15_18_helper_discs_run_out() -> None:
    """R15.18 48 discs on the boards: no more hiring."""
    state = build_state()
    for seat in range(4):
        set_family(state, seat, florins=20, helpers=list(CONTENT.helpers)[:12])
    assert list_hireable(state, YELLOW, compute_budget(state.players[YELLOW]), "yellow") == []
    state.players[RED].helpers.pop()
    assert list_hireable(state, YELLOW, compute_budget(state.players[YELLOW]), "yellow") == ["b_top", "b_mid", "b_bot"]


def test_r7_2_assignment_pays_the_sex_of_the_slot() -> None:
    """R7.2 Meeples of the slot's sex go from the supply to the player's stock; the effect is done k times."""
    state = build_state(assignments={"yellow_f": "a_florins"})
    yellow = set_family(state, YELLOW, florins=0, m=4, w=3, sw=8)
    play(state, take_turn, "die:yellow:3", "assign:yellow_f:3", "yes")
    assert (yellow.supply, yellow.stock["female"], yellow.florins) == ({"male": 4, "female": 0}, 11, 6)


def test_r7_2_only_the_supply_pays_and_the_tile_stays() -> None:
    """R7.2 Men on tracks cannot pay; the tile can be used again, by any player."""
    state = build_state(assignments={"yellow_m": "a_florins"})
    set_family(state, YELLOW, m=1, men={"clergy": {3: 2}})
    set_family(state, RED, m=4)
    have = compute_budget(state.players[YELLOW])
    assert list(iter_payable(state, YELLOW, have, [SlotId("yellow_m")])) == [AssignmentChoice(SlotId("yellow_m"), 1)]
    play(state, take_turn, "die:yellow:3", "assign:yellow_m:1", "yes")
    assert list(iter_payable(state, RED, compute_budget(state.players[RED]), [SlotId("yellow_m")])) == [
        AssignmentChoice(SlotId("yellow_m"), k) for k in (1, 2, 3)
    ]


def test_r7_2_two_meeples_or_none() -> None:
    """R7.2 a_mission and a_marriage ask for exactly two meeples and are done once."""
    state = build_state(assignments={"grey_m": "a_mission"})
    set_family(state, YELLOW, m=3, men={"military": {1: 1}})
    assert list(iter_payable(state, YELLOW, compute_budget(state.players[YELLOW]), [SlotId("grey_m")])) == [
        AssignmentChoice(SlotId("grey_m"), 2)
    ]


def test_r7_3_signoria_actions() -> None:
    """R7.3 3 florins; a marriage; offspring with 1 + brides dice; 4 points; a mission."""
    state = build_state(pool={"purple": [3]}, cities={"roma": build_city()})
    yellow = set_family(state, YELLOW, florins=9, brides=1, sm=8, sw=8, m=0, w=0)
    played = play(state, take_turn, "die:purple:3", "signoria", "yes", dice=[4, 1])
    assert (yellow.supply["male"], yellow.supply["female"]) == (1, 1)
    assert played.render_detail("action.choose", "signoria") == "roll 2 offspring dice"
    assert played.question_keys == ["die.choose", "action.choose", "offspring.confirm"], (
        "a roll is not asked about twice"
    )


@pytest.mark.parametrize("lang", LANGS)
def test_signoria_action_is_named_once(lang: Lang) -> None:
    """A lone button of a group has the name of the group, unless the option says it."""
    words = load_catalogue("engines.signorie")
    state = build_state(pool={"purple": [3]}, cities={"roma": build_city()})
    set_family(state, YELLOW, florins=9, brides=1, sm=8, sw=8, m=0, w=0)
    played = play(state, take_turn, "die:purple:3", "signoria", "yes", dice=[4, 1])
    question = next(prompt for prompt in played.prompts if prompt.text.key == "action.choose")
    option = next(candidate for candidate in question.options if candidate.key == "signoria")
    assert option.group is not None
    label, group = (words.render(cast(Message, resolve_text(said)), lang) for said in (option.label, option.group))
    assert label.startswith(group) and len(label) > len(group) + 2


def test_r7_3_tracks_need_at_least_one_point() -> None:
    """R7.3 One to four points on any mix of the careers and the initiative."""
    state = build_state(pool={"grey": [4]})
    set_family(state, YELLOW, m=2, men={"clergy": {2: 1}})
    played = play(state, take_turn, "die:grey:4", "signoria", "step:clergy:2", "stop", "yes")
    assert "stop" not in played.list_option_keys("progress.choose")
    assert count_men_on(state, YELLOW, "clergy") == {3: 1}


def test_r7_only_fully_executable_actions_are_offered() -> None:
    """R6 Exactly one main action, and only fully executable ones are offered (D2)."""
    state = build_state(pool={"red": [2]}, cities=FULL, assignments={"red_m": "a_florins", "red_f": "a_marriage"})
    set_family(state, YELLOW, florins=2, m=1, w=3)
    played = play(state, take_turn, "die:red:2", "assign:red_m:1", "yes")
    assert played.list_option_keys("action.choose") == ["assign:red_m:1", "hire:y_top"]


def test_r4_turn_ends_with_list_of_changes() -> None:
    """R4 The confirmation sums up the turn."""
    state = build_state(pool={"yellow": [2]})
    set_family(state, YELLOW, florins=1)
    played = play(state, take_turn, "die:yellow:2", "signoria", "yes")
    confirm = played.prompts[-1]
    assert confirm.kind == "confirm"
    assert played.render_detail("turn.confirm", "yes") == "florins 1 → 4, sum of dice 2/13"


def test_payment_reduces_later_resources() -> None:
    """R15.9 Meeples just paid are not available for the effect, and go to stock (threshold: not) before it starts."""
    have = Budget(7, 4, 3, 8, 8)
    assert have.without_meeples("male", 2, 2) == Budget(7, 2, 3, 10, 8)
    assert have.without_meeples("female", 3, 0) == Budget(7, 4, 0, 8, 8)


@pytest.mark.parametrize(("meeples", "raised"), [(0, 13), (1, 16), (2, 19), (3, 22)])
def test_r11_threshold(meeples: int, raised: int) -> None:
    """R11 13, and 3 more for each own meeple in the threshold space, 22 at most."""
    state = build_state()
    state.players[RED].threshold["female"] = meeples
    assert compute_threshold(state.players[RED]) == raised
