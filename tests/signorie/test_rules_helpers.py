"""R9 all fifteen helpers, R10 all ten assignment tiles."""

from __future__ import annotations

from functools import partial

import pytest

from engines.signorie.actions.assignments import ALL_SLOTS, Assign, assignment, payable
from engines.signorie.actions.helpers import use_helpers
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import HelperId, SlotId, TileId
from engines.signorie.table.board import threshold
from engines.signorie.table.budget import budget
from engines.signorie.table.state import Meeple, State
from tests.signorie.stage import RED, YELLOW, city, disc, family, game, men_on, play


def helped(
    helper: str, *answers: str, pips: int = 3, state: State | None = None, dice: list[int] | None = None
) -> State:
    """Yellow (4 florins, 2 men, 1 woman) uses one helper, after a die of its column."""
    state = state or game(cities={"roma": city(marriage="este 2", mission="medici 5")})
    family(state, YELLOW, florins=4, m=2, w=1, sm=8, sw=8, helpers=[helper], men={"military": {2: 1}}, disc=0)
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
    """R9 "+3" on a career; "+ die" as many as the die just placed."""
    state = helped(helper, f"{'run' if steps > 1 else 'step'}:{track}:0", pips=pips)
    assert men_on(state, YELLOW, track)[steps] == 1


@pytest.mark.parametrize(("helper", "pips", "steps"), [("r_top", 6, 3), ("g_mid", 4, 4)])
def test_r9_initiative_helpers(helper: str, pips: int, steps: int) -> None:
    """R9 Initiative +3, initiative + die."""
    assert disc(helped(helper, "run:initiative", pips=pips), YELLOW) == steps


def test_r9_points_may_be_left() -> None:
    """R9 Use of fewer points is allowed, at least 1."""
    assert disc(helped("r_top", "step:initiative", "stop"), YELLOW) == 1


def test_r9_y_mid() -> None:
    """R9 One meeple of either sex."""
    assert helped("y_mid", "take:1:0").players[YELLOW].supply == {"male": 3, "female": 1}


def test_r9_y_bot() -> None:
    """R9 A marriage with a face-down tile: dowry and VP as usual, never the city's tile."""
    state = helped("y_bot", "marry:roma:3")
    yellow = state.players[YELLOW]
    assert (yellow.florins, yellow.points["marriages"]) == (1, 6)
    assert (len(yellow.plan["wedding"].face_down), yellow.plan["wedding"].face_up) == (1, [])
    assert state.cities["roma"].marriage is not None


def test_r9_g_bot() -> None:
    """R9 A mission with a face-down tile."""
    state = helped("g_bot")
    yellow = state.players[YELLOW]
    assert (yellow.points["missions"], len(yellow.plan["military"].face_down)) == (2, 1)
    assert state.cities["roma"].mission is not None


def test_r9_r_mid_and_b_bot() -> None:
    """R9 3 florins; 3 VP."""
    assert helped("r_mid").players[YELLOW].florins == 7
    assert helped("b_bot").players[YELLOW].points["helpers"] == 3


def test_r9_r_bot() -> None:
    """R9 A face-down tile into any row."""
    assert len(helped("r_bot", "row:clergy").players[YELLOW].plan["clergy"].face_down) == 1


@pytest.mark.parametrize(("pips", "men", "women"), [(3, 2, 2), (4, 3, 1)])
def test_r9_p_mid(pips: int, men: int, women: int) -> None:
    """R9 One offspring die, confirmed first."""
    assert helped("p_mid", "yes", dice=[pips]).players[YELLOW].supply == {"male": men, "female": women}


def test_r9_p_bot() -> None:
    """R9 Any of the ten slots for exactly one meeple, once; tiles that need two cannot be chosen."""
    state = game(cities={"roma": city()}, assignments={"light_blue_m": "a_florins"})
    helped("p_bot", "assign:light_blue_m:1", state=state)
    yellow = state.players[YELLOW]
    assert (yellow.florins, yellow.supply["male"], yellow.stock["male"]) == (6, 1, 9)
    family(state, YELLOW, m=2, w=2)
    offered = list(payable(state, YELLOW, budget(yellow), ALL_SLOTS, 1))
    assert {state.assignments[one.slot] for one in offered} == CONTENT.tiles.keys() - {"a_mission", "a_marriage"}
    assert all(one.meeples == 1 for one in offered)


@pytest.mark.parametrize("men", [0, 2])
def test_r9_b_mid(men: int) -> None:
    """R9 1 VP per own man in cities; R8.7 0 is allowed."""
    state = game(cities={"roma": city()})
    state.cities["roma"].slots[:4] = (
        [Meeple(YELLOW, "male")] * men + [Meeple(YELLOW, "female")] * 2 + [Meeple(RED, "male")] * (2 - men)
    )
    helped("b_mid", state=state)
    assert state.players[YELLOW].points["helpers"] == men


def test_r9_top_to_bottom_and_only_this_column() -> None:
    """R9 The column's own helpers, from top to bottom, whatever the order they were hired in; a skipped one is over."""
    state = game()
    family(state, YELLOW, florins=0, m=0, helpers=["r_bot", "b_bot", "r_mid"])
    answers = ("skip", "use", "row:clergy")
    played = play(state, lambda t: use_helpers(t, YELLOW, "red", 3), *answers)
    assert [str(prompt.text.args["helper"])[-7:-2] for prompt in played.prompts[:2]] == ["r_mid", "r_bot"]
    assert state.players[YELLOW].florins == 0


def test_r9_a_helper_may_make_the_next_possible() -> None:
    """R9 Executability is checked when its turn comes: without y_mid there is no woman to marry."""
    state = game(cities={"roma": city()})
    family(state, YELLOW, florins=2, w=0, sw=1, sm=1, helpers=["y_mid", "y_bot"])
    assert play(state, lambda t: use_helpers(t, YELLOW, "yellow", 3), "skip").questions == ["helper.choose"]
    answers = ("use", "take:0:1", "use", "marry:roma:2")
    play(state, lambda t: use_helpers(t, YELLOW, "yellow", 3), *answers)
    assert state.players[YELLOW].points["marriages"] == 4


def test_r9_no_question_for_a_helper_that_cannot_work() -> None:
    """R9 An inexecutable helper is not offered: nobody is in stock, the disc is on top, no man can be sent."""
    state = game()
    family(state, YELLOW, m=0, sm=0, sw=0, disc=9, helpers=["y_mid", "r_top", "g_mid", "g_bot", "p_mid"])
    for color in CONTENT.columns:
        assert play(state, partial(use_helpers, seat=YELLOW, color=color, pips=3)).questions == []


def test_r9_says_what_it_gives_now() -> None:
    """R9 The question shows what the helper would do."""
    state = game()
    family(state, YELLOW, helpers=["g_top", "b_mid"])
    played = play(state, lambda t: use_helpers(t, YELLOW, "grey", 5), "skip")
    assert played.detail("helper.choose", "use") == "up to 5 steps (military)"
    assert played.detail("helper.choose", "use", "ja") == "軍人を計5マスまで進める"


# ---------------------------------------------------------------- R10 assignment tiles


def assigned(tile: str, meeples: int, *answers: str, sex: str = "f", state: State | None = None) -> State:
    """Yellow (5 florins, 3 men, 3 women) pays for a tile lying in the red area."""
    state = state or game(cities={"roma": city()})
    slot = SlotId(f"red_{sex}")
    at = next(one for one, other in state.assignments.items() if other == tile)
    state.assignments[slot], state.assignments[at] = TileId(tile), state.assignments[slot]
    family(state, YELLOW, florins=5, m=3, w=3, sm=8, sw=8, men={"clergy": {1: 1}})
    chosen = Assign(slot, meeples)
    assert chosen in list(payable(state, YELLOW, budget(state.players[YELLOW]), [slot]))
    play(state, lambda t: assignment(t, YELLOW, chosen), *answers)
    return state


@pytest.mark.parametrize("meeples", [1, 2, 3])
@pytest.mark.parametrize("track", ["politician", "clergy", "military"])
def test_r10_careers(track: str, meeples: int) -> None:
    """R10 Two points per meeple on that career."""
    state = assigned(f"a_{track}", meeples, f"run:{track}:0")
    assert men_on(state, YELLOW, track)[2 * meeples] == 1


@pytest.mark.parametrize("meeples", [1, 2, 3])
def test_r10_initiative_florins_threshold(meeples: int) -> None:
    """R10 2k initiative points; 2k florins; threshold +3k, its meeples in the threshold space."""
    assert disc(assigned("a_initiative", meeples, "run:initiative"), YELLOW) == 2 * meeples
    assert assigned("a_florins", meeples).players[YELLOW].florins == 5 + 2 * meeples
    yellow = assigned("a_threshold", meeples).players[YELLOW]
    assert threshold(yellow) == 13 + 3 * meeples
    assert (yellow.threshold["female"], yellow.stock["female"]) == (meeples, 8)


def test_r10_face_down_takes_one_meeple() -> None:
    """R10 a_face_down: one meeple, one tile into any row."""
    state = assigned("a_face_down", 1, "row:wedding")
    assert len(state.players[YELLOW].plan["wedding"].face_down) == 1
    assert [one.meeples for one in payable(state, YELLOW, budget(state.players[YELLOW]), [SlotId("red_f")])] == [1]


def test_r10_marriage_needs_a_third_woman_if_women_pay() -> None:
    """R10 a_marriage: two meeples, city's tile; two women who pay cannot marry (R15.9)."""
    state = assigned("a_marriage", 2, "marry:roma:4")
    yellow = state.players[YELLOW]
    assert (yellow.supply["female"], yellow.points["marriages"]) == (0, 8)
    family(state, YELLOW, florins=5, w=2)
    assert list(payable(state, YELLOW, budget(yellow), [SlotId("red_f")])) == []


def test_r15_9_men_who_pay_cannot_go() -> None:
    """R15.9 Both men in supply pay for a career tile: nobody is left to enter, unless a man stands on the track."""
    state = game(assignments={"grey_m": "a_military"})
    yellow = family(state, YELLOW, m=2, men={"clergy": {1: 1}})
    assert list(payable(state, YELLOW, budget(yellow), [SlotId("grey_m")])) == [Assign(SlotId("grey_m"), 1)]
    family(state, YELLOW, m=2, men={"military": {1: 1}})
    assert list(payable(state, YELLOW, budget(yellow), [SlotId("grey_m")])) == [
        Assign(SlotId("grey_m"), 1),
        Assign(SlotId("grey_m"), 2),
    ]


def test_r10_mission() -> None:
    """R10 a_mission: two meeples, city's tile."""
    state = game(cities={"roma": city(mission="sforza 3")})
    yellow = assigned("a_mission", 2, state=state).players[YELLOW]
    assert yellow.points["missions"] == 1
    assert yellow.plan["clergy"].size == 1


def test_r10_meeples_just_paid_may_be_taken() -> None:
    """R10 a_meeples: always possible, as those just paid are in stock."""
    state = game()
    yellow = family(state, YELLOW, m=2, w=0, sm=0, sw=0)
    state.assignments[SlotId("red_m")], state.assignments[SlotId("light_blue_f")] = (
        TileId("a_meeples"),
        state.assignments[SlotId("red_m")],
    )
    assert len(list(payable(state, YELLOW, budget(yellow), [SlotId("red_m")]))) == 2
    played = play(state, lambda t: assignment(t, YELLOW, Assign(SlotId("red_m"), 2)))
    assert yellow.supply["male"] == 2
    assert played.questions == []


def test_r15_10_p_bot_adds_one_to_the_threshold_space() -> None:
    """R15.10 With p_bot only one meeple may be added, and only if there are 2 or fewer."""
    state = game()
    yellow = family(state, YELLOW)
    yellow.threshold["male"] = 3
    slots = [slot for slot, tile in state.assignments.items() if tile == "a_threshold"]
    assert list(payable(state, YELLOW, budget(yellow), slots, 1)) == []
    yellow.threshold["male"] = 2
    assert list(payable(state, YELLOW, budget(yellow), slots, 1)) == [Assign(slots[0], 1)]
