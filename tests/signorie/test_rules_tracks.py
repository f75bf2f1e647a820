"""R8.1 Progress on the tracks, and R11: the effect of initiative from a reward."""

from __future__ import annotations

from engines.kernel import load_catalogue, resolve_text
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Progress
from engines.signorie.data.ids import Track
from engines.signorie.effects.perform import perform_effect
from engines.signorie.effects.tracks import build_walk_options, raise_disc
from engines.signorie.table.state import Phase
from tests.signorie.stage import BLUE, PURPLE, RED, YELLOW, build_state, count_men_on, find_disc_slot, play, set_family

from .test_rules_effects import can_execute

ALL: tuple[Track, ...] = ("politician", "clergy", "military", "initiative")
WORDS = load_catalogue("engines.signorie")
CLERGY = Progress(("clergy",), 3)


def test_r8_1_entering_costs_a_point() -> None:
    """R15.5 A man from the supply enters slot 1 for one point, without a bonus."""
    state = build_state()
    yellow = set_family(state, YELLOW, florins=1, m=2)
    play(state, lambda t: perform_effect(t, YELLOW, CLERGY), "step:clergy:0", "step:clergy:0", "step:clergy:1")
    assert count_men_on(state, YELLOW, "clergy") == {1: 1, 2: 1}
    assert (yellow.supply["male"], yellow.florins) == (0, 1)


def test_r8_1_points_may_be_split_and_left() -> None:
    """R8.1 Any split among tracks and men. R15.16 Points may be left, but the first step must be made."""
    state = build_state()
    set_family(state, YELLOW, m=0, men={"politician": {1: 1, 5: 1}})
    steps = ("step:politician:5", "step:politician:1", "step:initiative", "stop")
    played = play(state, lambda t: perform_effect(t, YELLOW, Progress(ALL, 6)), *steps)
    assert count_men_on(state, YELLOW, "politician") == {2: 1, 6: 1}
    assert find_disc_slot(state, YELLOW) == 2, "one step, and one for the bonus slot"
    assert "stop" not in played.list_option_keys("progress.choose")
    assert played.prompts[1].options[-1].key == "stop"


def test_r8_1_initiative_option_says_the_resulting_place() -> None:
    """R8.1, R11 The first steps bring no VP, and the board prints no number there: their use is the turn order."""
    state = build_state()
    set_family(state, YELLOW, m=0)
    raise_disc(state, BLUE)
    raise_disc(state, BLUE)
    played = play(state, lambda t: perform_effect(t, YELLOW, Progress(("initiative",), 3)), "step:initiative", "stop")
    assert played.render_label("progress.choose", "step:initiative") == "Initiative +1: no VP yet"
    assert played.render_detail("progress.choose", "step:initiative") == "1 point; then no. 2 of 4 in round 2"
    later = play(state, lambda t: perform_effect(t, YELLOW, Progress(("initiative",), 3)), "step:initiative", "stop")
    assert later.render_label("progress.choose", "step:initiative") == "Initiative +1: no VP → 1"
    assert later.render_detail("progress.choose", "step:initiative") == "1 point; then no. 1 of 4 in round 2"


def test_r11_initiative_from_a_reward_decides_the_round_after_the_next() -> None:
    """R11(1) The order of the next round is fixed before the first reward; in the last round
    nothing is left to decide.
    """
    state = build_state()

    def describe_walk(phase: Phase, slot: int) -> str:
        state.phase, state.slot = phase, slot
        walk, *_ = build_walk_options(state, YELLOW, ("initiative",), 1)
        assert walk.detail is not None
        return WORDS.render(resolve_text(walk.detail), "en")

    last = CONTENT.data.rounds.count
    assert describe_walk("rewards", 2) == "1 point; then no. 1 of 4 in round 4"
    assert describe_walk("rewards", last - 1) == "1 point"
    assert describe_walk("actions", last - 1) == f"1 point; then no. 1 of 4 in round {last}"
    assert describe_walk("actions", last) == "1 point"


def test_r8_1_run_is_many_steps_at_once() -> None:
    """R8.1 `run` spends all points left on one piece; both bonus slots on the way count (R15.6)."""
    state = build_state()
    yellow = set_family(state, YELLOW, florins=0, m=1)
    played = play(state, lambda t: perform_effect(t, YELLOW, Progress(("military",), 6)), "run:military:0")
    assert count_men_on(state, YELLOW, "military") == {6: 1}
    assert (yellow.florins, find_disc_slot(state, YELLOW)) == (2, 1)
    assert played.render_detail("progress.choose", "run:military:0") == (
        "6 points; then rank III; +2 florins, initiative +1"
    )
    assert played.sentences == [
        "Yellow advances: a new man on military to 7.",
        "Yellow gains 2 florins on the way.",
        "Yellow rises 1 step in initiative (no VP yet).",
    ]


def test_r8_1_bonus_each_time_a_man_enters() -> None:
    """R8.1 Every man who enters slot 4 brings 2 florins."""
    state = build_state()
    yellow = set_family(state, YELLOW, florins=0, m=0, men={"clergy": {3: 2}})
    play(state, lambda t: perform_effect(t, YELLOW, CLERGY), "step:clergy:3", "step:clergy:3", "stop")
    assert yellow.florins == 4


def test_r8_1_tops() -> None:
    """R8.1 No piece leaves the top. R15.7 Surplus initiative steps are lost; nothing is executable at the top."""
    state = build_state()
    set_family(state, YELLOW, m=0, men={"clergy": {8: 1}}, disc=9)
    assert not can_execute(state, YELLOW, Progress(("clergy", "initiative"), 4))
    set_family(state, YELLOW, men={"clergy": {7: 1}}, disc=8)
    play(state, lambda t: perform_effect(t, YELLOW, Progress(("initiative",), 4)))
    assert find_disc_slot(state, YELLOW) == 9
    assert can_execute(state, YELLOW, CLERGY)


def test_r8_1_stacking() -> None:
    """R8.1 A disc lands on top; the discs that it leaves keep their order. R15.8 At the top a lost step does not lift
    it.
    """
    state = build_state()
    state.initiative = [[PURPLE, BLUE, RED], [YELLOW], *([] for _ in range(7)), []]
    raise_disc(state, BLUE)
    assert state.initiative[:2] == [[PURPLE, RED], [YELLOW, BLUE]]
    state.initiative = [[], *([] for _ in range(8)), [RED, YELLOW]]
    raise_disc(state, RED)
    assert state.initiative[9] == [RED, YELLOW]


def test_r8_1_many_men_share_a_slot() -> None:
    """R8.1 Any number of men of any family may share a slot; one of them at a time moves."""
    state = build_state()
    set_family(state, YELLOW, m=0, men={"clergy": {2: 3}})
    played = play(state, lambda t: perform_effect(t, YELLOW, Progress(("clergy",), 1)))
    assert count_men_on(state, YELLOW, "clergy") == {2: 2, 3: 1}
    assert played.question_keys == [], "one way only: nobody is asked"
