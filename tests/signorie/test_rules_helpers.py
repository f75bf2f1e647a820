"""R9 all fifteen helpers, R10 all ten assignment tiles."""

from __future__ import annotations

from functools import partial

import pytest

from engines.signorie.actions.assignments import ALL_SLOTS, AssignmentChoice, iter_payable, perform_assignment
from engines.signorie.actions.helpers import use_helpers
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import HelperId, SlotId, TileId
from engines.signorie.table.board import compute_budget, compute_threshold
from engines.signorie.table.state import Meeple, State
from tests.signorie.stage import RED, YELLOW, build_city, build_state, count_men_on, find_disc_slot, play, set_family


def use_helper(
    helper: str, *answers: str, pips: int = 3, state: State | None = None, dice: list[int] | None = None
) -> State:
    """Return the state after Yellow (4 florins, 2 men, 1 woman) has used one helper, after a die of its column."""
    state = state or build_state(cities={"roma": build_city(marriage="este 2", mission="medici 5")})
    set_family(state, YELLOW, florins=4, m=2, w=1, sm=8, sw=8, helpers=[helper], men={"military": {2: 1}}, disc=0)
    color = CONTENT.helpers[HelperId(helper)].column
    play(state, lambda t: use_helpers(t, YELLOW, color, pips), "use", *answers, dice=dice or [])
    return state


@pytest.mark.parametrize(
    ("helper", "track", "pips", "steps"),
    [
        ("y_top", "politician", 1, 3),
        ("p_top", "clergy", 1, 3),
        ("b_top", "military", 1, 3),
        ("g_top", "military", 5, 5),
        ("g_top", "military", 1, 1),
    ],
)
def test_r9_career_helpers(helper: str, track: str, pips: int, steps: int) -> None:
    """R9 "+3" on a career; "+ die" is as many steps as the pips of the die just placed."""
    state = use_helper(helper, f"{'run' if steps > 1 else 'step'}:{track}:0", pips=pips)
    assert count_men_on(state, YELLOW, track)[steps] == 1


@pytest.mark.parametrize(("helper", "pips", "steps"), [("r_top", 6, 3), ("g_mid", 4, 4)])
def test_r9_initiative_helpers(helper: str, pips: int, steps: int) -> None:
    """R9 Initiative +3, initiative + die."""
    assert find_disc_slot(use_helper(helper, "run:initiative", pips=pips), YELLOW) == steps


def test_r9_points_may_be_left() -> None:
    """R9 A player may use fewer points, at least 1."""
    assert find_disc_slot(use_helper("r_top", "step:initiative", "stop"), YELLOW) == 1


def test_r9_y_mid() -> None:
    """R9 One meeple of either sex."""
    assert use_helper("y_mid", "take:1:0").players[YELLOW].supply == {"male": 3, "female": 1}


def test_r9_y_bot() -> None:
    """R9 A marriage with a face-down tile: dowry and VP as usual, never the city's tile."""
    state = use_helper("y_bot", "marry:roma:3")
    yellow = state.players[YELLOW]
    assert (yellow.florins, yellow.points["marriages"]) == (1, 6)
    assert (len(yellow.plan["wedding"].face_down), yellow.plan["wedding"].face_up) == (1, [])
    assert state.cities["roma"].marriage is not None


def test_r9_g_bot() -> None:
    """R9 A mission with a face-down tile."""
    state = use_helper("g_bot")
    yellow = state.players[YELLOW]
    assert (yellow.points["missions"], len(yellow.plan["military"].face_down)) == (2, 1)
    assert state.cities["roma"].mission is not None


def test_r9_r_mid_and_b_bot() -> None:
    """R9 3 florins; 3 VP."""
    assert use_helper("r_mid").players[YELLOW].florins == 7
    assert use_helper("b_bot").players[YELLOW].points["helpers"] == 3


def test_r9_r_bot() -> None:
    """R9 A face-down tile into any row."""
    assert len(use_helper("r_bot", "row:clergy").players[YELLOW].plan["clergy"].face_down) == 1


@pytest.mark.parametrize(("pips", "men", "women"), [(3, 2, 2), (4, 3, 1)])
def test_r9_p_mid(pips: int, men: int, women: int) -> None:
    """R9 One offspring die, confirmed first."""
    assert use_helper("p_mid", "yes", dice=[pips]).players[YELLOW].supply == {"male": men, "female": women}


def test_r9_p_bot() -> None:
    """R9 Any of the ten slots for exactly one meeple, once; tiles that need two cannot be chosen."""
    state = build_state(cities={"roma": build_city()}, assignments={"light_blue_m": "a_florins"})
    use_helper("p_bot", "assign:light_blue_m:1", state=state)
    yellow = state.players[YELLOW]
    assert (yellow.florins, yellow.supply["male"], yellow.stock["male"]) == (6, 1, 9)
    set_family(state, YELLOW, m=2, w=2)
    offered = list(iter_payable(state, YELLOW, compute_budget(yellow), ALL_SLOTS, 1))
    assert {state.assignments[candidate.slot] for candidate in offered} == CONTENT.tiles.keys() - {
        "a_mission",
        "a_marriage",
    }
    assert all(candidate.meeples == 1 for candidate in offered)


@pytest.mark.parametrize("men", [0, 2])
def test_r9_b_mid(men: int) -> None:
    """R9 1 VP per own man in cities; R8.7 0 is allowed."""
    state = build_state(cities={"roma": build_city()})
    state.cities["roma"].slots[:4] = (
        [Meeple(YELLOW, "male")] * men + [Meeple(YELLOW, "female")] * 2 + [Meeple(RED, "male")] * (2 - men)
    )
    use_helper("b_mid", state=state)
    assert state.players[YELLOW].points["helpers"] == men


def test_r9_top_to_bottom_and_only_this_column() -> None:
    """R9 The column's own helpers work from top to bottom, in whatever order they were hired; a skipped one is over."""
    state = build_state()
    set_family(state, YELLOW, florins=0, m=0, helpers=["r_bot", "b_bot", "r_mid"])
    answers = ("skip", "use", "row:clergy")
    played = play(state, lambda t: use_helpers(t, YELLOW, "red", 3), *answers)
    assert [str(prompt.text.args["helper"])[-7:-2] for prompt in played.prompts[:2]] == ["r_mid", "r_bot"]
    assert state.players[YELLOW].florins == 0


def test_r9_helper_can_enable_the_next() -> None:
    """R9 Executability is checked at the helper's turn: without y_mid there is no woman to marry."""
    state = build_state(cities={"roma": build_city()})
    set_family(state, YELLOW, florins=2, w=0, sw=1, sm=1, helpers=["y_mid", "y_bot"])
    assert play(state, lambda t: use_helpers(t, YELLOW, "yellow", 3), "skip").question_keys == ["helper.choose"]
    answers = ("use", "take:0:1", "use", "marry:roma:2")
    play(state, lambda t: use_helpers(t, YELLOW, "yellow", 3), *answers)
    assert state.players[YELLOW].points["marriages"] == 4


def test_r9_no_question_for_a_helper_that_cannot_work() -> None:
    """R9 An inexecutable helper is not offered: the stock is empty, the disc is on top, no man can be sent."""
    state = build_state()
    set_family(state, YELLOW, m=0, sm=0, sw=0, disc=9, helpers=["y_mid", "r_top", "g_mid", "g_bot", "p_mid"])
    for color in CONTENT.columns:
        assert play(state, partial(use_helpers, seat=YELLOW, color=color, pips=3)).question_keys == []


def test_r9_question_shows_current_effect() -> None:
    """R9 The question shows what the helper would do."""
    state = build_state()
    set_family(state, YELLOW, helpers=["g_top", "b_mid"])
    played = play(state, lambda t: use_helpers(t, YELLOW, "grey", 5), "skip")
    assert played.render_detail("helper.choose", "use") == "up to 5 steps (military)"
    assert played.render_detail("helper.choose", "use", "ja") == "軍人を計5マスまで進める"


# ---------------------------------------------------------------- R10 assignment tiles


def pay_assignment(tile: str, meeples: int, *answers: str, sex: str = "f", state: State | None = None) -> State:
    """Return the state after Yellow (5 florins, 3 men, 3 women) has paid for a tile lying in the red area."""
    state = state or build_state(cities={"roma": build_city()})
    slot = SlotId(f"red_{sex}")
    at = next(slot_id for slot_id, other in state.assignments.items() if other == tile)
    state.assignments[slot], state.assignments[at] = TileId(tile), state.assignments[slot]
    set_family(state, YELLOW, florins=5, m=3, w=3, sm=8, sw=8, men={"clergy": {1: 1}})
    chosen = AssignmentChoice(slot, meeples)
    assert chosen in list(iter_payable(state, YELLOW, compute_budget(state.players[YELLOW]), [slot]))
    play(state, lambda t: perform_assignment(t, YELLOW, chosen), *answers)
    return state


@pytest.mark.parametrize("meeples", [1, 2, 3])
@pytest.mark.parametrize("track", ["politician", "clergy", "military"])
def test_r10_careers(track: str, meeples: int) -> None:
    """R10 Two points per meeple on that career."""
    state = pay_assignment(f"a_{track}", meeples, f"run:{track}:0")
    assert count_men_on(state, YELLOW, track)[2 * meeples] == 1


@pytest.mark.parametrize("meeples", [1, 2, 3])
def test_r10_initiative_florins_threshold(meeples: int) -> None:
    """R10 2k initiative points; 2k florins; threshold +3k, its meeples in the threshold space."""
    assert find_disc_slot(pay_assignment("a_initiative", meeples, "run:initiative"), YELLOW) == 2 * meeples
    assert pay_assignment("a_florins", meeples).players[YELLOW].florins == 5 + 2 * meeples
    yellow = pay_assignment("a_threshold", meeples).players[YELLOW]
    assert compute_threshold(yellow) == 13 + 3 * meeples
    assert (yellow.threshold["female"], yellow.stock["female"]) == (meeples, 8)


def test_r10_face_down_takes_one_meeple() -> None:
    """R10 a_face_down: one meeple, one tile into any row."""
    state = pay_assignment("a_face_down", 1, "row:wedding")
    assert len(state.players[YELLOW].plan["wedding"].face_down) == 1
    assert [
        candidate.meeples
        for candidate in iter_payable(state, YELLOW, compute_budget(state.players[YELLOW]), [SlotId("red_f")])
    ] == [1]


def test_r10_marriage_needs_a_third_woman_if_women_pay() -> None:
    """R10 a_marriage: two meeples, city's tile; two women who pay cannot marry (R15.9)."""
    state = pay_assignment("a_marriage", 2, "marry:roma:4")
    yellow = state.players[YELLOW]
    assert (yellow.supply["female"], yellow.points["marriages"]) == (0, 8)
    set_family(state, YELLOW, florins=5, w=2)
    assert list(iter_payable(state, YELLOW, compute_budget(yellow), [SlotId("red_f")])) == []


def test_r15_9_men_who_pay_cannot_go() -> None:
    """R15.9 Both men in supply pay for a career tile: no man is left to enter, unless one stands on the track."""
    state = build_state(assignments={"grey_m": "a_military"})
    yellow = set_family(state, YELLOW, m=2, men={"clergy": {1: 1}})
    assert list(iter_payable(state, YELLOW, compute_budget(yellow), [SlotId("grey_m")])) == [
        AssignmentChoice(SlotId("grey_m"), 1)
    ]
    set_family(state, YELLOW, m=2, men={"military": {1: 1}})
    assert list(iter_payable(state, YELLOW, compute_budget(yellow), [SlotId("grey_m")])) == [
        AssignmentChoice(SlotId("grey_m"), 1),
        AssignmentChoice(SlotId("grey_m"), 2),
    ]


def test_r10_mission() -> None:
    """R10 a_mission: two meeples, city's tile."""
    state = build_state(cities={"roma": build_city(mission="sforza 3")})
    yellow = pay_assignment("a_mission", 2, state=state).players[YELLOW]
    assert yellow.points["missions"] == 1
    assert yellow.plan["clergy"].size == 1


def test_r10_meeples_just_paid_may_be_taken() -> None:
    """R10 a_meeples: always possible, as those just paid are in stock."""
    state = build_state()
    yellow = set_family(state, YELLOW, m=2, w=0, sm=0, sw=0)
    state.assignments[SlotId("red_m")], state.assignments[SlotId("light_blue_f")] = (
        TileId("a_meeples"),
        state.assignments[SlotId("red_m")],
    )
    assert len(list(iter_payable(state, YELLOW, compute_budget(yellow), [SlotId("red_m")]))) == 2
    played = play(state, lambda t: perform_assignment(t, YELLOW, AssignmentChoice(SlotId("red_m"), 2)))
    assert yellow.supply["male"] == 2
    assert played.question_keys == []


def test_r15_10_p_bot_adds_one_to_the_threshold_space() -> None:
    """R15.10 With p_bot only one meeple may be added, and only if there are 2 or fewer."""
    state = build_state()
    yellow = set_family(state, YELLOW)
    yellow.threshold["male"] = 3
    slots = [slot for slot, tile in state.assignments.items() if tile == "a_threshold"]
    assert list(iter_payable(state, YELLOW, compute_budget(yellow), slots, 1)) == []
    yellow.threshold["male"] = 2
    assert list(iter_payable(state, YELLOW, compute_budget(yellow), slots, 1)) == [AssignmentChoice(slots[0], 1)]
