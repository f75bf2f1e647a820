"""Questions are asked only where there is a real choice, and nothing is done or paid without announcement."""

from __future__ import annotations

import pytest

from engines.kernel import load_catalogue, resolve_text
from engines.signorie.actions.helpers import use_helpers
from engines.signorie.data.effect_types import Progress
from engines.signorie.data.ids import DieColor, HelperId
from engines.signorie.effects.perform import perform_effect
from engines.signorie.effects.tracks import build_walk_options
from engines.signorie.phases.dice import take_turn
from engines.signorie.phases.rewards import give_reward
from engines.signorie.phases.turn_summary import summarize_changes, take_snapshot
from engines.signorie.table.state import State
from tests.signorie.stage import RED, YELLOW, build_city, build_state, count_men_on, find_disc_slot, play, set_family


@pytest.mark.parametrize(("helper", "column"), [("r_mid", "red"), ("b_bot", "light_blue")])
def test_helper_with_only_gains_works_without_question(helper: str, column: DieColor) -> None:
    state = build_state(every_step=False)
    yellow = set_family(state, YELLOW, florins=0, helpers=[helper])
    played = play(state, lambda t: use_helpers(t, YELLOW, column, 3))
    assert played.question_keys == []
    assert (yellow.florins, yellow.vp) in ((3, 0), (0, 3))
    assert "helper.used" in [message.key for message in played.messages]
    other_state = build_state()
    set_family(other_state, YELLOW, florins=0, helpers=[helper])
    assert play(other_state, lambda t: use_helpers(t, YELLOW, column, 3), "use").question_keys == ["helper.choose"]


def test_helper_without_gain_is_skipped() -> None:
    state = build_state(every_step=False)
    yellow = set_family(state, YELLOW, helpers=["b_mid"])
    played = play(state, lambda t: use_helpers(t, YELLOW, "light_blue", 3))
    assert (played.question_keys, list(played.messages), yellow.vp) == ([], [], 0)


def test_helper_that_cannot_work_is_logged() -> None:
    state = build_state(every_step=False)
    set_family(state, YELLOW, helpers=["g_bot"])
    played = play(state, lambda t: use_helpers(t, YELLOW, "grey", 3))
    assert played.sentences == ["Yellow has no use for the helper “Mission (face-down tile)” now."]


@pytest.mark.parametrize(
    ("helper", "column", "key", "use"),
    [
        ("r_top", "red", "progress.helper", "run:initiative"),
        ("y_bot", "yellow", "marriage.helper", "marry:roma:1"),
        ("g_bot", "grey", "mission.helper", "mission:military:2:roma"),
        ("p_bot", "purple", "assign.choose_any", "assign:red_f:1"),
    ],
)
def test_costly_effect_can_be_declined_in_the_same_question(helper: str, column: DieColor, key: str, use: str) -> None:
    def build_table() -> State:
        state = build_state(every_step=False, cities={"roma": build_city()}, assignments={"red_f": "a_florins"})
        set_family(state, YELLOW, florins=5, m=2, w=2, men={"military": {2: 1}}, helpers=[helper])
        return state

    played = play(build_table(), lambda t: use_helpers(t, YELLOW, column, 3), "skip")
    assert played.question_keys == [key]
    assert list(played.messages) == []
    (prompt,) = played.prompts
    assert prompt.default == ("skip",)
    played = play(build_table(), lambda t: use_helpers(t, YELLOW, column, 3), use)
    assert played.question_keys == [key]
    assert played.messages[0].key == "helper.used"


def test_a_roll_is_asked_once() -> None:
    state = build_state(every_step=False)
    set_family(state, YELLOW, helpers=["p_mid"])
    played = play(state, lambda t: use_helpers(t, YELLOW, "purple", 3), "yes", dice=[2])
    assert played.question_keys == ["offspring.confirm"]


def test_wedding_and_final_purchase_need_no_question() -> None:
    state = build_state(every_step=False, phase="rewards", slot=3, reward="b_males")
    state.rewarded = [YELLOW]
    yellow = set_family(state, YELLOW, florins=4)
    assert play(state, give_reward, "florins", "yes").question_keys == ["reward.choose", "reward.confirm"]
    assert (yellow.brides, yellow.florins) == (1, 9)
    for slot, questions in ((6, ["purchase.choose", "reward.confirm"]), (7, [])):
        state = build_state(every_step=False, phase="rewards", slot=slot, reward="v_helpers")
        state.rewarded = [YELLOW]
        yellow = set_family(state, YELLOW, florins=6)
        assert play(state, give_reward, *["yes"] * len(questions)).question_keys == questions
        assert (yellow.florins, yellow.vp) == (1, 5)


def test_a_piece_goes_any_number_of_steps_in_one_answer() -> None:
    state = build_state(every_step=False)
    set_family(state, YELLOW, m=0, men={"clergy": {2: 1}})
    keys = [option.key for option in build_walk_options(state, YELLOW, ("clergy", "initiative"), 4)]
    assert keys == [
        "step:clergy:2",
        "walk:clergy:2:2",
        "walk:clergy:2:3",
        "run:clergy:2",
        "step:initiative",
        "walk:initiative:2",
        "walk:initiative:3",
        "run:initiative",
    ]
    effect = Progress(("clergy", "initiative"), 4)
    played = play(state, lambda t: perform_effect(t, YELLOW, effect), "walk:clergy:2:2", "run:initiative")
    assert played.question_keys == ["progress.choose"] * 2
    assert (count_men_on(state, YELLOW, "clergy"), find_disc_slot(state, YELLOW)) == ({4: 1}, 2)


# ---------------------------------------------------------------- nothing unannounced


def test_die_says_the_actions_of_its_colour() -> None:
    state = build_state(every_step=False, pool={"red": [2], "light_blue": [6]}, cities={"roma": build_city()})
    set_family(state, YELLOW, florins=2, m=3, w=1)
    played = play(state, take_turn, "pass", "yes")
    groups = {
        option.key: resolve_text(option.group) for option in played.prompts[0].options if option.group is not None
    }
    red = played.catalogue.render(groups["die:red:2"], "en")
    assert red.startswith("Red: Marriage, ") and red.endswith(", hire in yellow")
    blue = played.catalogue.render(groups["die:light_blue:6"], "en")
    assert "Diplomatic mission" not in blue, "there is no man to send"


def test_the_only_action_of_a_die_is_announced() -> None:
    """147 of 2,211 dice of computer players led to a single action, which was done and paid at once."""
    state = build_state(every_step=False, pool={"light_blue": [1]})
    yellow = set_family(state, YELLOW, florins=8, m=0, w=0)
    yellow.helpers = [HelperId("g_top"), HelperId("g_mid")]
    played = play(state, take_turn, "die:light_blue:1", "yes")
    detail = played.render_detail("die.choose", "die:light_blue:1")
    assert detail == "costs 4 florins, leaves 4, sum 1/13, only to hire “Mission (face-down tile)” for 4"
    assert yellow.florins == 0
    assert "florins 8 → 0" in played.render_detail("turn.confirm", "yes")
    assert "helper “Mission (face-down tile)” hired" in played.render_detail("turn.confirm", "yes")


def test_action_with_one_result_says_it() -> None:
    state = build_state(every_step=False, pool={"red": [3]}, cities={"roma": build_city([4, 4], marriage="medici 3")})
    set_family(state, YELLOW, florins=4, m=1, w=1)
    played = play(state, take_turn, "die:red:3", "signoria", "yes")
    detail = played.render_detail("action.choose", "signoria")
    assert detail == "Marry to Roma: dowry 4 (+8 VP, leaves 0 florins; takes Medici 3)"


def test_dice_above_the_threshold_are_labelled() -> None:
    state = build_state(every_step=False, pool={"yellow": [6]})
    set_family(state, YELLOW, dice={"red": 6, "grey": 6})
    detail = play(state, take_turn, "pass", "yes").render_detail("die.choose", "die:yellow:6")
    assert detail == "free, sum 18/13, no reward"


def test_missing_women_are_named() -> None:
    state = build_state(every_step=False, assignments={"red_f": "a_florins"})
    set_family(state, YELLOW, m=4, w=1)
    state.pool["red"] = [3]
    played = play(state, take_turn, "die:red:3", "assign:red_f:1", "yes")
    assert played.render_detail("action.choose", "assign:red_f:1") == "left in your supply: no women"


# ---------------------------------------------------------------- the confirmation


def test_confirmation_lists_only_changes() -> None:
    state = build_state(
        every_step=False, pool={"light_blue": [5]}, cities={"roma": build_city(mission="medici 3")}, active=RED
    )
    set_family(state, RED, florins=3, m=2, men={"politician": {4: 1}})
    played = play(state, take_turn, "die:light_blue:5", "signoria", "yes")
    changes = played.render_detail("turn.confirm", "yes").split(", ")
    assert changes[0] == "+4 VP (now 4)"
    assert "the man on 4 of the politician track leaves" in changes
    assert "a man in Roma" in changes
    assert changes[-1] == "sum of dice 5/13"
    assert not [change for change in changes if change.startswith(("florins", "men", "women"))]


def test_two_men_entering_one_space_are_one_change() -> None:
    state = build_state(every_step=False)
    set_family(state, RED, m=1)
    was = take_snapshot(state, RED)
    state.players[RED].careers["military"][1] += 2
    said = load_catalogue("engines.signorie").render(summarize_changes(state, RED, was), "en")
    assert said == "a new man on 2 of the military track ×2"


def test_impossible_reward_says_so() -> None:
    state = build_state(every_step=False, phase="rewards", slot=2, reward="b_face_down", stack=[])
    state.rewarded = [YELLOW]
    set_family(state, YELLOW, florins=0, brides=4)
    played = play(state, give_reward)
    assert played.sentences == ["Yellow cannot use the reward “1 face-down tile” now and takes 3 florins."]


def test_a_reward_of_two_women_with_one_in_stock_offers_one() -> None:
    state = build_state(every_step=False, phase="rewards", slot=2, reward="b_females")
    state.rewarded = [YELLOW]
    set_family(state, YELLOW, w=10, sw=1)
    played = play(state, give_reward, "bonus", "yes")
    assert played.render_detail("reward.choose", "bonus") == "take 1 woman"


def test_a_reward_of_two_women_says_how_many_there_are_then() -> None:
    """Beside "Take 2 women" it said "take 2 women"."""
    state = build_state(every_step=False, phase="rewards", slot=2, reward="b_females")
    state.rewarded = [YELLOW]
    set_family(state, YELLOW, m=1, w=3, sw=2)
    played = play(state, give_reward, "bonus", "yes")
    assert played.render_detail("reward.choose", "bonus") == "Your supply then: 1 man and 5 women"


@pytest.mark.parametrize(
    ("helper", "column", "answers"),
    [("y_mid", "yellow", ["take:0:1"]), ("p_mid", "purple", ["yes"]), ("r_bot", "red", ["row:clergy"])],
)
def test_helper_that_takes_the_last_of_a_stock_is_asked_for(helper: str, column: DieColor, answers: list[str]) -> None:
    """The last man or tile may be what another action of the turn needs."""
    state = build_state(every_step=False)
    set_family(state, YELLOW, helpers=[helper], sm=1, sw=4)
    del state.stack[1:]
    assert play(state, lambda t: use_helpers(t, YELLOW, column, 3), "skip").question_keys == ["helper.choose"]
    plenty = build_state(every_step=False)
    set_family(plenty, YELLOW, helpers=[helper], sm=4, sw=4)
    played = play(plenty, lambda t: use_helpers(t, YELLOW, column, 3), *answers, dice=[1])
    assert "helper.choose" not in played.question_keys


@pytest.mark.parametrize(
    ("slot", "keys"),
    [(1, ["reward.choose", "wedding.choose", "reward.confirm"]), (2, ["reward.choose", "reward.confirm"])],
)
def test_wedding_without_florins_is_asked_for(slot: int, keys: list[str]) -> None:
    """Only four sons can marry: a wedding that brings no florins may be better left for later."""
    state = build_state(every_step=False, phase="rewards", slot=slot, reward="b_males")
    state.rewarded = [YELLOW]
    set_family(state, YELLOW, florins=0, m=1, w=1, sm=4, sw=4)
    answers = ["florins", "no", "yes"] if slot == 1 else ["florins", "yes"]
    assert play(state, give_reward, *answers).question_keys == keys
