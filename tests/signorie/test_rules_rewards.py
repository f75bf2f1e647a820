"""R11 Phase 3, all fourteen reward tiles, R12 the end of the game."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext, Rng
from engines.signorie import GAME, is_over, play_turn
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import RewardId, Sex
from engines.signorie.phases.dice import Die, compute_die_cost
from engines.signorie.phases.rewards import give_reward, score_initiative, set_rewarded
from engines.signorie.phases.rounds import clean_up
from engines.signorie.table.scoring import compute_scores, score_end
from engines.signorie.table.state import Meeple, State
from tests.kernel.scripted import Played
from tests.signorie.stage import (
    BLUE,
    PURPLE,
    RED,
    YELLOW,
    build_city,
    build_state,
    count_men_on,
    find_disc_slot,
    parse_tile,
    play,
    set_family,
)


def build_context(state: State) -> GameContext[State]:
    return GameContext(state, Rng(bytes(32)))


def serve_tile(
    tile: str, *answers: str, state: State | None = None, slot: int = 2, **yellow: object
) -> tuple[State, Played]:
    """Serve Yellow the reward tile on that slot."""
    state = state or build_state(cities={"roma": build_city()})
    state.slot, state.phase, state.active, state.rewarded = slot, "rewards", None, [YELLOW]
    state.rewards[slot - 1] = RewardId(tile)
    set_family(state, YELLOW, **yellow)  # type: ignore[arg-type]
    return state, play(state, give_reward, *answers)


# ---------------------------------------------------------------- initiative, order, who is rewarded


@pytest.mark.parametrize(("slot", "vp"), list(enumerate([0, 0, 1, 2, 3, 4, 5, 7, 9, 12])))
def test_r11_initiative_vp(slot: int, vp: int) -> None:
    """R11(1) The VP of the slot."""
    state = build_state(phase="initiative")
    set_family(state, RED, disc=slot)
    score_initiative(build_context(state))
    assert state.players[RED].points["initiative"] == vp


def test_r11_order_within_a_slot_is_from_the_top() -> None:
    """R11(2) Higher slot first; within a slot the disc higher in the stack first; all return, the new first on top."""
    state = build_state(phase="initiative")
    state.initiative = [[BLUE, YELLOW], *([] for _ in range(8)), [PURPLE, RED]]
    score_initiative(build_context(state))
    assert state.order == [RED, PURPLE, YELLOW, BLUE]
    assert state.initiative[0] == [BLUE, YELLOW, PURPLE, RED]


def test_r11_threshold_decides() -> None:
    """R11(3) At most the threshold; no dice means 0, which qualifies; served in the new order."""
    state = build_state(order=[BLUE, RED, PURPLE, YELLOW])
    set_family(state, BLUE, dice={"red": 6, "grey": 6, "purple": 2})
    set_family(state, RED, dice={"red": 6, "grey": 6, "purple": 1})
    set_family(state, PURPLE, dice={"red": 6, "grey": 6, "purple": 4}).threshold["female"] = 1
    set_rewarded(build_context(state))
    assert state.rewarded == [RED, PURPLE, YELLOW]
    assert (state.phase, state.active) == ("rewards", None)


def test_r11_all_above_threshold_means_no_reward() -> None:
    """R11(3) All players are above the threshold: cleanup follows at once."""
    state = build_state()
    for seat in range(4):
        set_family(state, seat, dice={"red": 6, "grey": 6, "purple": 2})
    set_rewarded(build_context(state))
    assert state.phase == "cleanup"


def test_r15_12_fixed_for_all_before_the_first_reward() -> None:
    """R15.12 Changes during the rewards do not matter: the extra action empties the board."""
    state = build_state(reward="b_extra_action", phase="initiative", pool={"yellow": [6]})
    for seat in (YELLOW, PURPLE, BLUE):
        set_family(state, seat, dice={"red": 6, "grey": 6, "purple": 2})
    play(state, play_turn)
    assert state.rewarded == [RED]
    play(state, play_turn, "bonus", "die:yellow:6", "signoria", "no", "yes")
    assert state.phase == "cleanup"


# ---------------------------------------------------------------- R11.1 bonus tiles


def test_r15_13_florins_instead() -> None:
    """R15.13 3 florins may be chosen although the bonus is executable; the wedding is offered in both cases."""
    state, played = serve_tile("b_males", "florins", "yes", "yes", florins=0)
    assert played.question_keys == ["reward.choose", "wedding.choose", "reward.confirm"]
    assert state.players[YELLOW].florins == 3 + 2


def test_r11_1_not_offered_if_not_executable() -> None:
    """R11.1 No man is in stock: the 3 florins come without a question."""
    state, played = serve_tile("b_males", "no", "yes", sm=0, florins=0)
    assert played.question_keys == ["wedding.choose", "reward.confirm"]
    assert state.players[YELLOW].florins == 3


def test_r11_1_mission_and_marriage_with_city_tiles() -> None:
    """R15.15 Like the normal action, with the tiles that phase 2 left."""
    cities = {"roma": build_city(mission="medici 4", marriage="este 2")}
    state, _ = serve_tile(
        "b_mission", "bonus", "no", "yes", state=build_state(cities=cities), men={"politician": {3: 1}}
    )
    assert state.players[YELLOW].plan["politician"].face_up == [parse_tile("medici 4")]
    assert cities["roma"].slots[0] == Meeple(YELLOW, "male")
    state, _ = serve_tile("b_marriage", "bonus", "marry:roma:4", "no", "yes", state=state, florins=4, w=1)
    assert state.players[YELLOW].plan["wedding"].face_up == [parse_tile("este 2")]
    assert (state.players[YELLOW].florins, state.players[YELLOW].points["marriages"]) == (0, 8)


@pytest.mark.parametrize(("reward", "sex"), [("b_males", "male"), ("b_females", "female")])
def test_r11_1_two_meeples(reward: str, sex: Sex) -> None:
    """R11.1 Two men, or two women, from the stock."""
    state, _ = serve_tile(reward, "bonus", "no", "yes", m=0, w=0)
    assert (state.players[YELLOW].supply[sex], state.players[YELLOW].stock[sex]) == (2, 6)


def test_r11_1_careers() -> None:
    """R11.1 Four points on the three careers, not on the initiative."""
    steps = ("step:politician:0", "step:clergy:0", "run:clergy:1")
    state, played = serve_tile("b_careers", "bonus", *steps, "no", "yes", m=3)
    assert (count_men_on(state, YELLOW, "politician"), count_men_on(state, YELLOW, "clergy")) == ({1: 1}, {3: 1})
    assert not [key for key in played.list_option_keys("progress.choose") if "initiative" in key]


def test_r11_1_initiative_counts_for_the_next_round() -> None:
    """R11.1 Discs have just gone back to slot 0; the four points stay for the next round."""
    state, _ = serve_tile("b_initiative", "bonus", "run:initiative", "no", "yes")
    clean_up(build_context(state))
    assert find_disc_slot(state, YELLOW) == 4


def test_r11_1_face_down() -> None:
    """R11.1 A face-down tile into any row."""
    state, _ = serve_tile("b_face_down", "bonus", "row:military", "no", "yes")
    assert len(state.players[YELLOW].plan["military"].face_down) == 1


def test_r11_1_free_helper() -> None:
    """R11.1 Any empty slot of any column, no cost, no activation (D12)."""
    state, played = serve_tile("b_helper", "bonus", "helper:b_bot", "no", "yes", florins=0, helpers=["y_top"])
    assert state.players[YELLOW].helpers == ["y_top", "b_bot"]
    assert (state.players[YELLOW].florins, state.players[YELLOW].vp) == (0, 0)
    assert len(played.list_option_keys("helper.choose_free")) == 14


def test_r15_18_no_disc_for_a_free_helper() -> None:
    """R15.18 All 48 discs are on boards: the bonus is not offered."""
    state = build_state()
    for seat in range(4):
        set_family(state, seat, helpers=list(CONTENT.helpers)[:12])
    _, played = serve_tile("b_helper", "no", "yes", state=state, helpers=list(CONTENT.helpers)[:12])
    assert "reward.choose" not in played.question_keys


# ---------------------------------------------------------------- R11.2 extra action


def test_r11_2_extra_action() -> None:
    """R11.2 Own dice go out of the round, a die of the pool costs nothing, then its main action and helpers."""
    state = build_state(pool={"yellow": [], "red": [], "purple": [], "grey": [2, 5], "light_blue": []})
    dice = {"grey": 6, "red": 1}
    answers = ("bonus", "die:grey:2", "hire:p_top", "use", "run:military:0", "yes", "yes")
    state, played = serve_tile("b_extra_action", *answers, state=state, florins=2, m=1, dice=dice, helpers=["g_top"])
    yellow = state.players[YELLOW]
    assert (yellow.dice, yellow.helpers) == ({"grey": 2}, ["g_top", "p_top"])
    assert yellow.florins == 2 - 2 + 2, "the helper costs 2, the son brings 2"
    assert count_men_on(state, YELLOW, "military") == {2: 1}
    assert state.pool["grey"] == [5]
    assert (state.aside["grey"], state.aside["red"]) == (1, 1)
    assert played.list_option_keys("extra.choose") == ["die:grey:2", "die:grey:5"]


def test_r11_2_beyond_the_limit_of_four() -> None:
    """R11.2 A further action, also with four dice, and of a colour that was placed."""
    state = build_state(pool={color: [] for color in CONTENT.columns} | {"yellow": [1]})
    dice = {"yellow": 1, "red": 1, "purple": 1, "grey": 1}
    state, _ = serve_tile("b_extra_action", "bonus", "signoria", "no", "yes", state=state, florins=0, dice=dice)
    assert state.players[YELLOW].florins == 3


@pytest.mark.parametrize("florins", [3, 4, 5, 6, 30])
def test_r11_2_costs_nothing_however_many_florins_there_are(florins: int) -> None:
    """R11.2 A die that costs 3 in a turn (R6.1) is free here, for poor and rich alike."""
    state = build_state(pool={color: [] for color in CONTENT.columns} | {"grey": [1]})
    assert compute_die_cost(Die("grey", 1)) == 3
    answers = ("bonus", "signoria", "step:military:0", "stop", "no", "yes")
    state, played = serve_tile("b_extra_action", *answers, state=state, m=1, w=0, florins=florins)
    assert state.players[YELLOW].florins == florins
    assert ("die.taken" in played.message_keys, "die.taken_paid" in played.message_keys) == (True, False)


def test_r11_2_not_offered_without_an_executable_action() -> None:
    """R11.2 Dice are left, but none has an executable main action: the 3 florins."""
    state = build_state(pool={color: [] for color in CONTENT.columns} | {"light_blue": [6]})
    _, played = serve_tile("b_extra_action", "no", "yes", state=state, florins=0, m=0, w=0)
    assert played.question_keys[0] == "wedding.choose"


# ---------------------------------------------------------------- weddings


@pytest.mark.parametrize(("slot", "florins"), [(1, 0), (2, 2), (3, 2), (4, 2), (5, 2)])
@pytest.mark.parametrize(("brides", "vp"), list(enumerate([0, 2, 4, 6])))
def test_r11_weddings(slot: int, florins: int, brides: int, vp: int) -> None:
    """R11(3) The topmost empty son slot, its VP; 2 florins in slots 2 to 5; one more offspring die."""
    state, played = serve_tile("b_males", "florins", "yes", "yes", slot=slot, florins=0, brides=brides)
    yellow = state.players[YELLOW]
    assert (yellow.brides, yellow.points["sons"], yellow.florins) == (brides + 1, vp, 3 + florins)
    assert f"{brides + 2} offspring dice" in played.render_detail("wedding.choose", "yes")


def test_r15_14_at_most_four_weddings() -> None:
    """R15.14 With all sons married there is neither wedding nor florins, and no question without a choice."""
    state, played = serve_tile("b_males", sm=0, florins=0, brides=4)
    assert played.question_keys == []
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
    cities = {"roma": build_city(), "milano": build_city(), "napoli": build_city()}
    cities["roma"].slots[:4] = [
        Meeple(YELLOW, "male"),
        Meeple(YELLOW, "male"),
        Meeple(RED, "female"),
        Meeple(RED, "male"),
    ]
    cities["milano"].slots[:3] = [Meeple(YELLOW, "female"), Meeple(YELLOW, "female"), Meeple(YELLOW, "male")]
    helpers = ["y_top", "g_bot", "b_mid"]
    state, played = serve_tile(reward, state=build_state(cities=cities), slot=6, florins=4, helpers=helpers)
    assert state.players[YELLOW].points["rewards"] == vp
    assert played.question_keys == [], "without 5 florins there is nothing to decide, and no wedding"


def test_r11_3_purchase_once() -> None:
    """R11.3 Once, 5 florins for 5 VP."""
    state, played = serve_tile("v_helpers", "yes", "yes", slot=7, florins=10)
    assert (state.players[YELLOW].points["purchases"], state.players[YELLOW].florins) == (5, 5)
    assert played.render_detail("purchase.choose", "yes") == "+5 VP, leaves 5 florins"
    state, _ = serve_tile("v_helpers", "no", "yes", slot=7, florins=10)
    assert state.players[YELLOW].florins == 10


# ---------------------------------------------------------------- cleanup and the end


def test_r11_cleanup() -> None:
    """R11(4) Reward tile out, threshold meeples to the stock, dice back, next slot."""
    state = build_state(slot=3, phase="cleanup")
    yellow = set_family(state, YELLOW, dice={"red": 2}, sw=5)
    yellow.threshold["female"] = 3
    play(state, play_turn)
    assert (state.rewards[2], yellow.stock["female"], yellow.dice) == (None, 8, {})
    assert (state.slot, state.phase) == (4, "setup")


def test_r12_ends_after_the_last_slot() -> None:
    """R12 After reward slot 7 the game is over, and its points are logged."""
    state = build_state(slot=7, phase="cleanup")
    set_family(state, RED, men={"clergy": {7: 2}})
    played = play(state, play_turn)
    assert is_over(state)
    assert "Red scores: Men on career tracks +8." in played.sentences
    assert played.sentences[-1] == "Red wins with 8 VP."
    assert [score.place for score in GAME.scores(state)] == [1, 2, 3, 4]


def test_r12_each_man_is_rounded_down_for_himself() -> None:
    """R12(1) Two men on a slot of 7 VP give 3 and 3."""
    state = build_state()
    set_family(state, RED, men={"clergy": {6: 2, 1: 3}})
    score_end(state)
    assert state.players[RED].points["careers"] == 6


@pytest.mark.parametrize(
    ("tiles", "vp"),
    [([], 0), (["medici 5", "este 5"], 0), (["medici 5", "este 5", "?"], 11), (["?"] * 3, 3), (["?"] * 7, 7)],
)
def test_r12_rows(tiles: list[str], vp: int) -> None:
    """R12(2) A row counts from three tiles, face up or face down; face down is 1, whatever lies below."""
    state = build_state()
    set_family(state, RED, plan={"wedding": tiles})
    score_end(state)
    assert state.players[RED].points["wedding"] == vp


def test_r12_scores_add_up() -> None:
    """R12 The parts of a score add up to its total; florins, meeples and helpers are worth nothing."""
    state = build_state()
    red = set_family(state, RED, florins=50, m=9, helpers=["y_top"], men={"clergy": {8: 1}}, plan={"clergy": ["?"] * 4})
    red.points = {"start": 0, "missions": 13, "initiative": 4}
    score_end(state)
    best = compute_scores(state)[0]
    assert (best.seat, best.total) == (RED, 13 + 4 + 6 + 4)
    assert [(msg.key, vp) for msg, vp in best.parts] == [
        ("source.missions", 13),
        ("source.initiative", 4),
        ("source.careers", 6),
        ("source.clergy", 4),
    ]


def test_r12_tie_break_is_logged() -> None:
    """R12 With equal VP the earlier in the turn order wins, and the reason is logged."""
    state = build_state(slot=7, phase="cleanup", order=[PURPLE, RED, BLUE, YELLOW])
    played = play(state, play_turn)
    assert played.sentences[-2:] == ["Purple wins with 0 VP.", "Purple wins the tie, being earlier in turn order."]


def test_r15_28_no_upper_limit() -> None:
    """R15.28 The track wraps: VP have no maximum."""
    state = build_state()
    state.players[RED].points = {"missions": 248}
    state, _ = serve_tile("v_helpers", state=state, slot=6, florins=0)
    assert compute_scores(state)[0].total == 248
