"""What is asked and what is not: nothing with one sensible answer, nothing done and paid that was not announced."""

from __future__ import annotations

import pytest

from engines.kernel import catalogue, read
from engines.signorie.actions.helpers import use_helpers
from engines.signorie.data.effect_types import Progress
from engines.signorie.data.ids import DieColor, HelperId
from engines.signorie.effects.perform import perform
from engines.signorie.effects.tracks import walk_options
from engines.signorie.phases.dice import take_turn
from engines.signorie.phases.rewards import serve_reward
from engines.signorie.phases.turn_summary import before, told
from engines.signorie.table.state import State
from tests.signorie.stage import RED, YELLOW, city, disc, family, game, men_on, play


@pytest.mark.parametrize(("helper", "column"), [("r_mid", "red"), ("b_bot", "light_blue")])
def test_a_helper_that_only_gains_is_not_asked_about(helper: str, column: DieColor) -> None:
    state = game(every_step=False)
    yellow = family(state, YELLOW, florins=0, helpers=[helper])
    played = play(state, lambda t: use_helpers(t, YELLOW, column, 3))
    assert played.questions == []
    assert (yellow.florins, yellow.vp) in ((3, 0), (0, 3))
    assert "helper.used" in [told.key for told in played.told]
    asked = game()
    family(asked, YELLOW, florins=0, helpers=[helper])
    assert play(asked, lambda t: use_helpers(t, YELLOW, column, 3), "use").questions == ["helper.choose"]


def test_a_helper_that_gains_nothing_is_left_out() -> None:
    state = game(every_step=False)
    yellow = family(state, YELLOW, helpers=["b_mid"])
    played = play(state, lambda t: use_helpers(t, YELLOW, "light_blue", 3))
    assert (played.questions, list(played.told), yellow.vp) == ([], [], 0)


def test_a_helper_that_cannot_work_is_told() -> None:
    state = game(every_step=False)
    family(state, YELLOW, helpers=["g_bot"])
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
def test_what_costs_something_may_be_left_out_in_the_same_question(
    helper: str, column: DieColor, key: str, use: str
) -> None:
    def table() -> State:
        state = game(every_step=False, cities={"roma": city()}, assignments={"red_f": "a_florins"})
        family(state, YELLOW, florins=5, m=2, w=2, men={"military": {2: 1}}, helpers=[helper])
        return state

    played = play(table(), lambda t: use_helpers(t, YELLOW, column, 3), "skip")
    assert played.questions == [key]
    assert list(played.told) == []
    (prompt,) = played.prompts
    assert prompt.default == ("skip",)
    played = play(table(), lambda t: use_helpers(t, YELLOW, column, 3), use)
    assert played.questions == [key]
    assert played.told[0].key == "helper.used"


def test_a_roll_is_asked_once() -> None:
    state = game(every_step=False)
    family(state, YELLOW, helpers=["p_mid"])
    played = play(state, lambda t: use_helpers(t, YELLOW, "purple", 3), "yes", dice=[2])
    assert played.questions == ["offspring.confirm"]


def test_a_son_marries_and_points_are_bought_at_the_end_unasked() -> None:
    state = game(every_step=False, phase="rewards", slot=3, reward="b_males")
    state.rewarded = [YELLOW]
    yellow = family(state, YELLOW, florins=4)
    assert play(state, serve_reward, "florins", "yes").questions == ["reward.choose", "reward.confirm"]
    assert (yellow.brides, yellow.florins) == (1, 9)
    for slot, questions in ((6, ["purchase.choose", "reward.confirm"]), (7, [])):
        state = game(every_step=False, phase="rewards", slot=slot, reward="v_helpers")
        state.rewarded = [YELLOW]
        yellow = family(state, YELLOW, florins=6)
        assert play(state, serve_reward, *["yes"] * len(questions)).questions == questions
        assert (yellow.florins, yellow.vp) == (1, 5)


def test_a_piece_goes_any_number_of_steps_in_one_answer() -> None:
    state = game(every_step=False)
    family(state, YELLOW, m=0, men={"clergy": {2: 1}})
    keys = [option.key for option in walk_options(state, YELLOW, ("clergy", "initiative"), 4)]
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
    played = play(state, lambda t: perform(t, YELLOW, effect), "walk:clergy:2:2", "run:initiative")
    assert played.questions == ["progress.choose"] * 2
    assert (men_on(state, YELLOW, "clergy"), disc(state, YELLOW)) == ({4: 1}, 2)


# ---------------------------------------------------------------- nothing unannounced


def test_a_die_says_what_its_colour_opens() -> None:
    state = game(every_step=False, pool={"red": [2], "light_blue": [6]}, cities={"roma": city()})
    family(state, YELLOW, florins=2, m=3, w=1)
    played = play(state, take_turn, "pass", "yes")
    groups = {option.key: read(option.group) for option in played.prompts[0].options if option.group is not None}
    red = played.words.render(groups["die:red:2"], "en")
    assert red.startswith("Red: Marriage, ") and red.endswith(", hire in yellow")
    blue = played.words.render(groups["die:light_blue:6"], "en")
    assert "Diplomatic mission" not in blue, "there is no man to send"


def test_the_only_action_of_a_die_is_announced() -> None:
    """147 of 2,211 dice of computer players led to one action, which was done and paid at once."""
    state = game(every_step=False, pool={"light_blue": [1]})
    yellow = family(state, YELLOW, florins=8, m=0, w=0)
    yellow.helpers = [HelperId("g_top"), HelperId("g_mid")]
    played = play(state, take_turn, "die:light_blue:1", "yes")
    detail = played.detail("die.choose", "die:light_blue:1")
    assert detail == "costs 4, leaves 4, sum 1/13, only to hire “Mission (face-down tile)” for 4"
    assert yellow.florins == 0
    assert "florins 8 → 0" in played.detail("turn.confirm", "yes")
    assert "helper “Mission (face-down tile)” hired" in played.detail("turn.confirm", "yes")


def test_an_action_with_one_way_says_which() -> None:
    state = game(every_step=False, pool={"red": [3]}, cities={"roma": city([4, 4], marriage="medici 3")})
    family(state, YELLOW, florins=4, m=1, w=1)
    played = play(state, take_turn, "die:red:3", "signoria", "yes")
    detail = played.detail("action.choose", "signoria")
    assert detail == "Roma: dowry 4 (+8 VP, leaves 0 florins; takes Medici 3)"


def test_the_dice_above_the_threshold_are_called_so() -> None:
    state = game(every_step=False, pool={"yellow": [6]})
    family(state, YELLOW, dice={"red": 6, "grey": 6})
    detail = play(state, take_turn, "pass", "yes").detail("die.choose", "die:yellow:6")
    assert detail == "free, sum 18/13, above the threshold"


def test_a_supply_without_women_says_so() -> None:
    state = game(every_step=False, assignments={"red_f": "a_florins"})
    family(state, YELLOW, m=4, w=1)
    state.pool["red"] = [3]
    played = play(state, take_turn, "die:red:3", "assign:red_f:1", "yes")
    assert played.detail("action.choose", "assign:red_f:1") == "left in your supply: no women"


# ---------------------------------------------------------------- the confirmation


def test_the_confirmation_lists_what_changed_and_nothing_else() -> None:
    state = game(every_step=False, pool={"light_blue": [5]}, cities={"roma": city(mission="medici 3")}, active=RED)
    family(state, RED, florins=3, m=2, men={"politician": {4: 1}})
    played = play(state, take_turn, "die:light_blue:5", "signoria", "yes")
    changes = played.detail("turn.confirm", "yes").split(", ")
    assert changes[0] == "+4 VP (now 4)"
    assert "the man on 4 of the politician track leaves" in changes
    assert "a man in Roma" in changes
    assert changes[-1] == "sum of dice 5/13"
    assert not [change for change in changes if change.startswith(("florins", "men", "women"))]


def test_two_men_who_enter_the_same_space_are_one_change() -> None:
    state = game(every_step=False)
    family(state, RED, m=1)
    was = before(state, RED)
    state.players[RED].careers["military"][1] += 2
    said = catalogue("engines.signorie").render(told(state, RED, was), "en")
    assert said == "a new man on 2 of the military track ×2"


def test_a_reward_that_is_impossible_says_so() -> None:
    state = game(every_step=False, phase="rewards", slot=2, reward="b_face_down", stack=[])
    state.rewarded = [YELLOW]
    family(state, YELLOW, florins=0, brides=4)
    played = play(state, serve_reward)
    assert played.sentences == ["Yellow cannot use the reward “1 face-down tile” now and takes 3 florins."]


def test_a_reward_of_two_women_with_one_in_stock_offers_one() -> None:
    state = game(every_step=False, phase="rewards", slot=2, reward="b_females")
    state.rewarded = [YELLOW]
    family(state, YELLOW, w=10, sw=1)
    played = play(state, serve_reward, "bonus", "yes")
    assert played.detail("reward.choose", "bonus") == "take 1 woman"
