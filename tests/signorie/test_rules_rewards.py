"""R11 Phase 3, all fourteen reward tiles, R12 the end of the game."""

from __future__ import annotations

import pytest

from engines.kernel import Rng, Table
from engines.signorie import GAME, over, turn
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import RewardId, Sex
from engines.signorie.phases.dice import Die, die_cost
from engines.signorie.phases.rewards import fix_rewarded, score_initiative, serve_reward
from engines.signorie.phases.rounds import clean_up
from engines.signorie.table.scoring import end_scoring, scores
from engines.signorie.table.state import Meeple, State
from tests.kernel.scripted import Played
from tests.signorie.stage import BLUE, PURPLE, RED, YELLOW, city, disc, family, game, men_on, play, tile


def table(state: State) -> Table[State]:
    return Table(state, Rng(bytes(32)))


def rewarded(
    tile: str, *answers: str, state: State | None = None, slot: int = 2, **yellow: object
) -> tuple[State, Played]:
    """Yellow is served the tile on that slot."""
    state = state or game(cities={"roma": city()})
    state.slot, state.phase, state.active, state.rewarded = slot, "rewards", None, [YELLOW]
    state.rewards[slot - 1] = RewardId(tile)
    family(state, YELLOW, **yellow)  # type: ignore[arg-type]
    return state, play(state, serve_reward, *answers)


# ---------------------------------------------------------------- initiative, order, who is rewarded


@pytest.mark.parametrize(("slot", "vp"), list(enumerate([0, 0, 1, 2, 3, 4, 5, 7, 9, 12])))
def test_r11_initiative_vp(slot: int, vp: int) -> None:
    """R11(1) The VP of the slot."""
    state = game(phase="initiative")
    family(state, RED, disc=slot)
    score_initiative(table(state))
    assert state.players[RED].points["initiative"] == vp


def test_r11_order_within_a_slot_is_from_the_top() -> None:
    """R11(2) Higher slot first; within a slot the disc higher in the stack first; all return, the new first on top."""
    state = game(phase="initiative")
    state.initiative = [[BLUE, YELLOW], *([] for _ in range(8)), [PURPLE, RED]]
    score_initiative(table(state))
    assert state.order == [RED, PURPLE, YELLOW, BLUE]
    assert state.initiative[0] == [BLUE, YELLOW, PURPLE, RED]


def test_r11_threshold_decides() -> None:
    """R11(3) At most the threshold; no dice means 0, which qualifies; served in the new order."""
    state = game(order=[BLUE, RED, PURPLE, YELLOW])
    family(state, BLUE, dice={"red": 6, "grey": 6, "purple": 2})
    family(state, RED, dice={"red": 6, "grey": 6, "purple": 1})
    family(state, PURPLE, dice={"red": 6, "grey": 6, "purple": 4}).threshold["female"] = 1
    fix_rewarded(table(state))
    assert state.rewarded == [RED, PURPLE, YELLOW]
    assert (state.phase, state.active) == ("rewards", None)


def test_r11_nobody_rewarded() -> None:
    """R11(3) Everybody above the threshold: straight to cleanup."""
    state = game()
    for seat in range(4):
        family(state, seat, dice={"red": 6, "grey": 6, "purple": 2})
    fix_rewarded(table(state))
    assert state.phase == "cleanup"


def test_r15_12_fixed_for_all_before_the_first_reward() -> None:
    """R15.12 What happens while rewards are given changes nothing: the extra action empties the board."""
    state = game(reward="b_extra_action", phase="initiative", pool={"yellow": [6]})
    for seat in (YELLOW, PURPLE, BLUE):
        family(state, seat, dice={"red": 6, "grey": 6, "purple": 2})
    play(state, turn)
    assert state.rewarded == [RED]
    play(state, turn, "bonus", "die:yellow:6", "signoria", "no", "yes")
    assert state.phase == "cleanup"


# ---------------------------------------------------------------- R11.1 bonus tiles


def test_r15_13_florins_instead() -> None:
    """R15.13 3 florins may be chosen although the bonus is executable; the wedding is offered in both cases."""
    state, played = rewarded("b_males", "florins", "yes", "yes", florins=0)
    assert played.questions == ["reward.choose", "wedding.choose", "reward.confirm"]
    assert state.players[YELLOW].florins == 3 + 2


def test_r11_1_not_offered_if_not_executable() -> None:
    """R11.1 No man is in stock: the 3 florins come unasked."""
    state, played = rewarded("b_males", "no", "yes", sm=0, florins=0)
    assert played.questions == ["wedding.choose", "reward.confirm"]
    assert state.players[YELLOW].florins == 3


def test_r11_1_mission_and_marriage_with_city_tiles() -> None:
    """R15.15 Like the normal action, with the tiles that phase 2 left."""
    cities = {"roma": city(mission="medici 4", marriage="este 2")}
    state, _ = rewarded("b_mission", "bonus", "no", "yes", state=game(cities=cities), men={"politician": {3: 1}})
    assert state.players[YELLOW].plan["politician"].face_up == [tile("medici 4")]
    assert cities["roma"].slots[0] == Meeple(YELLOW, "male")
    state, _ = rewarded("b_marriage", "bonus", "marry:roma:4", "no", "yes", state=state, florins=4, w=1)
    assert state.players[YELLOW].plan["wedding"].face_up == [tile("este 2")]
    assert (state.players[YELLOW].florins, state.players[YELLOW].points["marriages"]) == (0, 8)


@pytest.mark.parametrize(("reward", "sex"), [("b_males", "male"), ("b_females", "female")])
def test_r11_1_two_meeples(reward: str, sex: Sex) -> None:
    """R11.1 Two men, or two women, from the stock."""
    state, _ = rewarded(reward, "bonus", "no", "yes", m=0, w=0)
    assert (state.players[YELLOW].supply[sex], state.players[YELLOW].stock[sex]) == (2, 6)


def test_r11_1_careers() -> None:
    """R11.1 Four points on the three careers, not on the initiative."""
    steps = ("step:politician:0", "step:clergy:0", "run:clergy:1")
    state, played = rewarded("b_careers", "bonus", *steps, "no", "yes", m=3)
    assert (men_on(state, YELLOW, "politician"), men_on(state, YELLOW, "clergy")) == ({1: 1}, {3: 1})
    assert not [key for key in played.keys("progress.choose") if "initiative" in key]


def test_r11_1_initiative_counts_for_the_next_round() -> None:
    """R11.1 Discs have just gone back to slot 0; the four points stay for the next round."""
    state, _ = rewarded("b_initiative", "bonus", "run:initiative", "no", "yes")
    clean_up(table(state))
    assert disc(state, YELLOW) == 4


def test_r11_1_face_down() -> None:
    """R11.1 A face-down tile into any row."""
    state, _ = rewarded("b_face_down", "bonus", "row:military", "no", "yes")
    assert len(state.players[YELLOW].plan["military"].face_down) == 1


def test_r11_1_free_helper() -> None:
    """R11.1 Any empty slot of any column, no cost, no activation (D12)."""
    state, played = rewarded("b_helper", "bonus", "helper:b_bot", "no", "yes", florins=0, helpers=["y_top"])
    assert state.players[YELLOW].helpers == ["y_top", "b_bot"]
    assert (state.players[YELLOW].florins, state.players[YELLOW].vp) == (0, 0)
    assert len(played.keys("helper.choose_free")) == 14


def test_r15_18_no_disc_for_a_free_helper() -> None:
    """R15.18 All 48 discs are on boards: the bonus is not offered."""
    state = game()
    for seat in range(4):
        family(state, seat, helpers=list(CONTENT.helpers)[:12])
    _, played = rewarded("b_helper", "no", "yes", state=state, helpers=list(CONTENT.helpers)[:12])
    assert "reward.choose" not in played.questions


# ---------------------------------------------------------------- R11.2 extra action


def test_r11_2_extra_action() -> None:
    """R11.2 Own dice go out of the round, a die of the pool costs nothing, then its main action and helpers."""
    state = game(pool={"yellow": [], "red": [], "purple": [], "grey": [2, 5], "light_blue": []})
    dice = {"grey": 6, "red": 1}
    answers = ("bonus", "die:grey:2", "hire:p_top", "use", "run:military:0", "yes", "yes")
    state, played = rewarded("b_extra_action", *answers, state=state, florins=2, m=1, dice=dice, helpers=["g_top"])
    yellow = state.players[YELLOW]
    assert (yellow.dice, yellow.helpers) == ({"grey": 2}, ["g_top", "p_top"])
    assert yellow.florins == 2 - 2 + 2, "the helper costs 2, the son brings 2"
    assert men_on(state, YELLOW, "military") == {2: 1}
    assert state.pool["grey"] == [5]
    assert (state.aside["grey"], state.aside["red"]) == (1, 1)
    assert played.keys("extra.choose") == ["die:grey:2", "die:grey:5"]


def test_r11_2_beyond_the_limit_of_four() -> None:
    """R11.2 A further action, also with four dice, and of a colour that was placed."""
    state = game(pool={color: [] for color in CONTENT.columns} | {"yellow": [1]})
    dice = {"yellow": 1, "red": 1, "purple": 1, "grey": 1}
    state, _ = rewarded("b_extra_action", "bonus", "signoria", "no", "yes", state=state, florins=0, dice=dice)
    assert state.players[YELLOW].florins == 3


@pytest.mark.parametrize("florins", [3, 4, 5, 6, 30])
def test_r11_2_costs_nothing_however_many_florins_there_are(florins: int) -> None:
    """R11.2 A die that costs 3 in a turn (R6.1) is free here, for the poor and for the rich."""
    state = game(pool={color: [] for color in CONTENT.columns} | {"grey": [1]})
    assert die_cost(Die("grey", 1)) == 3
    answers = ("bonus", "signoria", "step:military:0", "stop", "no", "yes")
    state, played = rewarded("b_extra_action", *answers, state=state, m=1, w=0, florins=florins)
    assert state.players[YELLOW].florins == florins
    assert ("die.taken" in played.keys_told, "die.taken_paid" in played.keys_told) == (True, False)


def test_r11_2_not_offered_without_an_executable_action() -> None:
    """R11.2 Dice are left, but none has an executable main action: the 3 florins."""
    state = game(pool={color: [] for color in CONTENT.columns} | {"light_blue": [6]})
    _, played = rewarded("b_extra_action", "no", "yes", state=state, florins=0, m=0, w=0)
    assert played.questions[0] == "wedding.choose"


# ---------------------------------------------------------------- weddings


@pytest.mark.parametrize(("slot", "florins"), [(1, 0), (2, 2), (3, 2), (4, 2), (5, 2)])
@pytest.mark.parametrize(("brides", "vp"), list(enumerate([0, 2, 4, 6])))
def test_r11_weddings(slot: int, florins: int, brides: int, vp: int) -> None:
    """R11(3) The topmost empty son slot, its VP; 2 florins in slots 2 to 5; one more offspring die."""
    state, played = rewarded("b_males", "florins", "yes", "yes", slot=slot, florins=0, brides=brides)
    yellow = state.players[YELLOW]
    assert (yellow.brides, yellow.points["sons"], yellow.florins) == (brides + 1, vp, 3 + florins)
    assert f"{brides + 2} offspring dice" in played.detail("wedding.choose", "yes")


def test_r15_14_at_most_four_weddings() -> None:
    """R15.14 With all sons married neither wedding nor florins; with nothing to decide, nothing is asked."""
    state, played = rewarded("b_males", sm=0, florins=0, brides=4)
    assert played.questions == []
    assert state.players[YELLOW].florins == 3


def test_r15_19_brides_never_run_out() -> None:
    """R15.19 16 brides, four families with four sons."""
    assert CONTENT.data.supply.brides == 4 * CONTENT.data.brides.sons


# ---------------------------------------------------------------- R11.3 VP tiles


@pytest.mark.parametrize(
    ("reward", "vp"),
    [("v_helpers", 6), ("v_cities_male", 8), ("v_cities_female", 4), ("v_males", 6), ("v_females", 4)],
)
def test_r11_3_vp_tiles(reward: str, vp: int) -> None:
    """R11.3 2 per helper (R15.17 free ones too); 4 per city with a man / woman; 2 per man / woman in cities."""
    cities = {"roma": city(), "milano": city(), "napoli": city()}
    cities["roma"].slots[:4] = [
        Meeple(YELLOW, "male"),
        Meeple(YELLOW, "male"),
        Meeple(RED, "female"),
        Meeple(RED, "male"),
    ]
    cities["milano"].slots[:3] = [Meeple(YELLOW, "female"), Meeple(YELLOW, "female"), Meeple(YELLOW, "male")]
    helpers = ["y_top", "g_bot", "b_mid"]
    state, played = rewarded(reward, state=game(cities=cities), slot=6, florins=4, helpers=helpers)
    assert state.players[YELLOW].points["rewards"] == vp
    assert played.questions == [], "without 5 florins there is nothing to decide, and no wedding"


def test_r11_3_purchase_once() -> None:
    """R11.3 Once, 5 florins for 5 VP."""
    state, played = rewarded("v_helpers", "yes", "yes", slot=7, florins=10)
    assert (state.players[YELLOW].points["purchases"], state.players[YELLOW].florins) == (5, 5)
    assert played.detail("purchase.choose", "yes") == "+5 VP, leaves 5 florins"
    state, _ = rewarded("v_helpers", "no", "yes", slot=7, florins=10)
    assert state.players[YELLOW].florins == 10


# ---------------------------------------------------------------- cleanup and the end


def test_r11_cleanup() -> None:
    """R11(4) Reward tile out, threshold meeples to the stock, dice back, next slot."""
    state = game(slot=3, phase="cleanup")
    yellow = family(state, YELLOW, dice={"red": 2}, sw=5)
    yellow.threshold["female"] = 3
    play(state, turn)
    assert (state.rewards[2], yellow.stock["female"], yellow.dice) == (None, 8, {})
    assert (state.slot, state.phase) == (4, "setup")


def test_r12_ends_after_the_last_slot() -> None:
    """R12 After reward slot 7 the game is over, and its points are told."""
    state = game(slot=7, phase="cleanup")
    family(state, RED, men={"clergy": {7: 2}})
    played = play(state, turn)
    assert over(state)
    assert "Red scores: Men on career tracks +8." in played.sentences
    assert played.sentences[-1] == "Red wins with 8 VP."
    assert [score.place for score in GAME.scores(state)] == [1, 2, 3, 4]


def test_r12_each_man_is_rounded_down_for_himself() -> None:
    """R12(1) Two men on a slot of 7 VP give 3 and 3."""
    state = game()
    family(state, RED, men={"clergy": {6: 2, 1: 3}})
    end_scoring(state)
    assert state.players[RED].points["careers"] == 6


@pytest.mark.parametrize(
    ("tiles", "vp"),
    [([], 0), (["medici 5", "este 5"], 0), (["medici 5", "este 5", "?"], 11), (["?"] * 3, 3), (["?"] * 7, 7)],
)
def test_r12_rows(tiles: list[str], vp: int) -> None:
    """R12(2) A row counts from three tiles, face up or face down; face down is 1, whatever lies below."""
    state = game()
    family(state, RED, plan={"wedding": tiles})
    end_scoring(state)
    assert state.players[RED].points["wedding"] == vp


def test_r12_scores_add_up() -> None:
    """R12 The parts of a score add up to its total; florins, meeples and helpers are worth nothing."""
    state = game()
    red = family(state, RED, florins=50, m=9, helpers=["y_top"], men={"clergy": {8: 1}}, plan={"clergy": ["?"] * 4})
    red.points = {"start": 0, "missions": 13, "initiative": 4}
    end_scoring(state)
    best = scores(state)[0]
    assert (best.seat, best.total) == (RED, 13 + 4 + 6 + 4)
    assert [(msg.key, vp) for msg, vp in best.parts] == [
        ("source.missions", 13),
        ("source.initiative", 4),
        ("source.careers", 6),
        ("source.clergy", 4),
    ]


def test_r12_a_tie_is_told() -> None:
    """R12 Equal VP: the earlier in the turn order wins, and why is said."""
    state = game(slot=7, phase="cleanup", order=[PURPLE, RED, BLUE, YELLOW])
    played = play(state, turn)
    assert played.sentences[-2:] == ["Purple wins with 0 VP.", "Purple wins the tie, being earlier in turn order."]


def test_r15_28_no_upper_limit() -> None:
    """R15.28 The track wraps: VP are just counted on."""
    state = game()
    state.players[RED].points = {"missions": 248}
    state, _ = rewarded("v_helpers", state=state, slot=6, florins=0)
    assert scores(state)[0].total == 248
