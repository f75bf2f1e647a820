"""R16 The worked examples of the rules, E1 to E25, as they are written there."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext, Rng, Setup
from engines.signorie.data.effect_types import Offspring, Progress
from engines.signorie.effects.missions import can_send_man, perform_mission
from engines.signorie.effects.perform import perform_effect
from engines.signorie.effects.tiles import lay_face_down
from engines.signorie.phases.dice import take_turn
from engines.signorie.phases.rewards import gain_initiative_vp, give_reward, set_rewarded, set_turn_order
from engines.signorie.phases.rounds import clean_up
from engines.signorie.phases.setup import new_game
from engines.signorie.table.board import can_lay_face_up, compute_row_vp, compute_threshold, is_within_threshold
from engines.signorie.table.scoring import compute_scores, score_end
from engines.signorie.table.state import Meeple, State
from tests.signorie.stage import (
    BLUE,
    PURPLE,
    RED,
    VALUES,
    YELLOW,
    build_city,
    build_state,
    count_men_on,
    find_disc_slot,
    list_free_values,
    parse_tile,
    play,
    set_family,
)


def test_e1_setup() -> None:
    """Order yellow, blue, red, purple: florins 6, 7, 7, 8; discs purple, red, blue, yellow from the bottom."""

    class Order(Rng):
        def shuffle(self, items):  # type: ignore[no-untyped-def]
            if items == [0, 1, 2, 3]:
                items[:] = [YELLOW, BLUE, RED, PURPLE]

    state = new_game(Setup(4, ("yellow", "red", "purple", "blue")), GameContext(None, Order(bytes(32))))
    assert [state.players[seat].florins for seat in state.order] == [6, 7, 7, 8]
    assert state.initiative[0] == [PURPLE, RED, BLUE, YELLOW]


def test_e2_die_cost() -> None:
    """The light-blue 1 costs 5-1; the man takes a 1 in Roma for +1 VP; Gonzaga is not in the military row and stays."""
    state = build_state(pool={"light_blue": [1, 2, 5, 6]}, cities={"roma": build_city(mission="gonzaga 3")}, active=RED)
    red = set_family(state, RED, florins=7, m=3, men={"military": {1: 1}})
    played = play(state, take_turn, "die:light_blue:1", "signoria", "yes")
    assert red.florins == 3
    assert red.vp == 1
    assert state.cities["roma"].mission == parse_tile("gonzaga 3")
    assert list_free_values(state.cities["roma"]) == [1, 2, 2, 3, 3, 4, 4]
    assert red.dice_sum == 1
    assert played.render_detail("die.choose", "die:light_blue:1") == "costs 4 florins, leaves 3, sum 1/13"
    assert "The tile Gonzaga 3 does not fit the plan and stays in Roma." in played.sentences


def test_e3_pass() -> None:
    """Blue passes with a 4 on his board: he is skipped for the rest of the phase, and rewarded."""
    state = build_state(active=BLUE)
    blue = set_family(state, BLUE, dice={"red": 4})
    played = play(state, take_turn, "pass", "yes")
    assert played.question_keys == ["die.choose", "pass.confirm_within"]
    assert blue.has_passed
    assert state.active == YELLOW
    state.active = PURPLE
    play(state, take_turn, "pass", "yes")
    assert state.active == YELLOW, "blue is skipped"
    assert is_within_threshold(blue)


def test_e4_hire() -> None:
    """Red 2 at no cost hires into yellow middle for 3. There is no helper in the red column, so
    there is no question.
    """
    state = build_state(pool={"red": [2, 2, 2, 2]}, active=RED)
    red = set_family(state, RED, florins=5)
    played = play(state, take_turn, "die:red:2", "hire:y_mid", "yes")
    assert red.florins == 2
    assert red.helpers == ["y_mid"]
    assert played.question_keys == ["die.choose", "action.choose", "turn.confirm"]


@pytest.mark.parametrize(("start", "end"), [(0, 6), (5, 9)])
def test_e5_initiative_assignment(start: int, end: int) -> None:
    """Three men for a_initiative: six steps; from slot 5 the disc reaches the top and two points are lost."""
    state = build_state(assignments={"purple_m": "a_initiative"}, active=RED)
    red = set_family(state, RED, m=4, sm=8, disc=start)
    play(state, take_turn, "die:purple:3", "assign:purple_m:3", "run:initiative", "yes")
    assert (red.supply["male"], red.stock["male"]) == (1, 11)
    assert find_disc_slot(state, RED) == end


def test_e6_tracks() -> None:
    """Grey 4: initiative, politician 1, politician 2, military 0, one step at a time."""
    state = build_state(pool={"grey": [4, 4, 4, 4]}, active=RED)
    red = set_family(state, RED, m=4, men={"politician": {1: 1}})
    steps = ("step:initiative", "step:politician:1", "step:politician:2", "step:military:0")
    florins = red.florins
    played = play(state, take_turn, "die:grey:4", "signoria", *steps, "yes")
    assert find_disc_slot(state, RED) == 1
    assert count_men_on(state, RED, "politician") == {3: 1}
    assert count_men_on(state, RED, "military") == {1: 1}
    assert red.supply["male"] == 3
    assert red.florins == florins
    expected = "Red advances: initiative +1 (no VP yet), politician 1 → 3, a new man on military to 1."
    assert expected in played.sentences


def test_e7_plan_row() -> None:
    """Orsini 3, Orsini 2 and one face down: no third Orsini, but Medici or Este, and any number face down. Worth 6."""
    state = build_state()
    red = set_family(state, RED, plan={"military": ["orsini 3", "orsini 2", "?"]})
    assert not can_lay_face_up(red, "military", parse_tile("orsini 5"))
    assert can_lay_face_up(red, "military", parse_tile("medici 2"))
    assert can_lay_face_up(red, "military", parse_tile("este 2"))
    assert compute_row_vp(red.plan["military"]) == 6
    for _ in range(9):
        lay_face_down(GameContext(state, Rng(bytes(32))), RED, "military")
    assert compute_row_vp(red.plan["military"]) == 3 + 2 + 10


def test_e8_mission_with_tile() -> None:
    """Military 8 to Milano's 3: +13 VP, Medici 4 is taken into the military row, the mission slot is empty."""
    state = build_state(cities={"milano": build_city([3, 4, 4], mission="medici 4")})
    red = set_family(state, RED, men={"military": {8: 1}})
    play(state, lambda t: perform_mission(t, RED, "city"))
    assert red.points["missions"] == 13
    assert red.plan["military"].face_up == [parse_tile("medici 4")]
    assert state.cities["milano"].mission is None
    assert list_free_values(state.cities["milano"]) == [4, 4]


def test_e9_mission_without_tile() -> None:
    """Politician 7 (9 VP, rank 4) to Milano's 4, no tile there. Politician 6 would not have been legal."""
    state = build_state(cities={"milano": build_city([4, 4])})
    blue = set_family(state, BLUE, men={"politician": {7: 1}})
    play(state, lambda t: perform_mission(t, BLUE, "city"))
    assert blue.vp == 9
    assert not any(row.size for row in blue.plan.values())
    assert list_free_values(state.cities["milano"]) == [4]
    set_family(state, BLUE, men={"politician": {6: 1}})
    assert not can_send_man(state, BLUE)


def test_e10_marriage() -> None:
    """Dowry 1 to 4 in Firenze; 4 paid: +8 VP. Blue has a Sforza in the wedding row, so the tile stays."""
    state = build_state(
        cities={"firenze": build_city([1, 2, 2, 3, 3, 4, 4], marriage="sforza 5")}, pool={"red": [2]}, active=BLUE
    )
    blue = set_family(state, BLUE, florins=6, w=2, plan={"wedding": ["sforza 2"]})
    played = play(state, take_turn, "die:red:2", "signoria", "marry:firenze:4", "yes")
    assert played.list_option_keys("marriage.choose") == [f"marry:firenze:{dowry}" for dowry in (1, 2, 3, 4)]
    assert played.render_detail("marriage.choose", "marry:firenze:4") == (
        "+8 VP, leaves 2 florins; Sforza 5 does not fit, stays"
    )
    assert (blue.florins, blue.vp, blue.supply["female"]) == (2, 8, 1)
    assert state.cities["firenze"].marriage == parse_tile("sforza 5")
    assert list_free_values(state.cities["firenze"]) == [2, 2, 3, 3, 4, 4]


def build_state_after_e11() -> State:
    state = build_state(slot=1, reward="b_mission", phase="initiative")
    state.initiative = [[], [YELLOW], [], [], [], [BLUE, PURPLE], [], [], [RED], []]
    return state


def test_e11_initiative() -> None:
    """VP 9, 4, 4, 0; new order red, purple (on top), blue, yellow; slot 0 yellow, blue, purple, red from the bottom."""
    state = build_state_after_e11()
    table = GameContext(state, Rng(bytes(32)))
    gain_initiative_vp(table)
    set_turn_order(table)
    assert [state.players[seat].vp for seat in (RED, BLUE, PURPLE, YELLOW)] == [9, 4, 4, 0]
    assert state.order == [RED, PURPLE, BLUE, YELLOW]
    assert state.initiative[0] == [YELLOW, BLUE, PURPLE, RED]
    assert not any(state.initiative[1:])


def test_e12_reward_slot_1() -> None:
    """Blue and yellow are rewarded: a mission with its tile and a wedding without florins; 3 florins and a wedding."""
    state = build_state_after_e11()
    state.cities = {"venezia": build_city(mission="medici 3")}
    for seat, dice in ((RED, (5, 5, 5)), (PURPLE, (5, 5, 4)), (BLUE, (6, 6)), (YELLOW, (5, 4))):
        set_family(state, seat, dice=dict(zip(("yellow", "red", "purple"), dice, strict=False)))
    blue = set_family(state, BLUE, dice=state.players[BLUE].dice, men={"politician": {2: 1}})
    yellow = set_family(state, YELLOW, dice=state.players[YELLOW].dice, men={"clergy": {1: 1}})

    async def serve_rewards(ctx: GameContext[State]) -> None:
        set_turn_order(ctx)
        set_rewarded(ctx)
        assert ctx.state.rewarded == [BLUE, YELLOW]
        await give_reward(ctx)
        await give_reward(ctx)

    florins = (blue.florins, yellow.florins)
    played = play(state, serve_rewards, "bonus", "yes", "yes", "florins", "yes", "yes")
    assert blue.points["missions"] == 2
    assert blue.plan["politician"].face_up == [parse_tile("medici 3")]
    assert (blue.brides, blue.points["sons"], blue.florins) == (1, 0, florins[0])
    assert (yellow.brides, yellow.points["sons"], yellow.florins) == (1, 0, florins[1] + 3)
    assert state.phase == "cleanup"
    assert "Red is not rewarded: sum of dice 15, threshold 13." in played.sentences


def test_e13_end_scoring() -> None:
    """Rows 9 + 9 + 0 + 0, men 4 + 4 + 6: 32."""
    state = build_state()
    yellow = set_family(
        state,
        YELLOW,
        men={"politician": {7: 1}, "clergy": {5: 1, 2: 1}, "military": {8: 1}},
        plan={
            "politician": ["medici 2", "medici 3", "gonzaga 4"],
            "clergy": ["sforza 4", "orsini 3", "?", "?"],
            "military": ["este 5", "gonzaga 2"],
            "wedding": ["medici 4", "sforza 2"],
        },
    )
    score_end(state)
    assert yellow.points == {"start": 0, "careers": 14, "politician": 9, "clergy": 9, "military": 0, "wedding": 0}
    assert yellow.vp == 32


def test_e14_using_some_helpers() -> None:
    """Light-blue 3, two women for 4 florins, b_top three steps, b_mid +3 VP, b_bot skipped; top to bottom only."""
    state = build_state(assignments={"light_blue_f": "a_florins"}, active=RED, cities={"roma": build_city()})
    state.cities["roma"].slots[:3] = [Meeple(RED, "male")] * 3
    red = set_family(state, RED, florins=6, w=3, sw=8, m=2, helpers=["b_bot", "b_mid", "b_top"])
    steps = ("step:military:0", "step:military:1", "step:military:2")
    answers = ("die:light_blue:3", "assign:light_blue_f:2", "use", *steps, "use", "skip", "yes")
    played = play(state, take_turn, *answers)
    assert (red.florins, red.supply["female"], red.stock["female"]) == (8, 1, 10)
    assert count_men_on(state, RED, "military") == {3: 1}
    assert red.supply["male"] == 1
    assert red.points["helpers"] == 3
    helpers = [prompt.text.args["helper"] for prompt in played.prompts if prompt.text.key == "helper.choose"]
    assert [str(term) for term in helpers] == [
        f"NounRef(path='helper_labels.b_{row}')" for row in ("top", "mid", "bot")
    ]


def test_e15_die_helper() -> None:
    """Military + 4 from slot 2 to slot 6: 2 florins on 4, the disc to 1 on 6."""
    state = build_state(pool={"grey": [4, 4, 4, 4]}, active=RED, assignments={"grey_f": "a_florins"})
    red = set_family(state, RED, florins=0, men={"military": {2: 1}}, helpers=["g_top"])
    steps = [f"step:military:{slot}" for slot in (2, 3, 4, 5)]
    play(state, take_turn, "die:grey:4", "assign:grey_f:1", "use", *steps, "yes")
    assert count_men_on(state, RED, "military") == {6: 1}
    assert red.florins == 2 + 2
    assert find_disc_slot(state, RED) == 1


def test_e16_offspring() -> None:
    """Two brides, so 3 dice: 2, 5, 6. One woman comes; no men are in stock, so the other two give nothing."""
    state = build_state()
    purple = set_family(state, PURPLE, brides=2, sm=0, sw=5, w=0)
    played = play(state, lambda t: perform_effect(t, PURPLE, Offspring("family")), "yes", dice=[2, 5, 6])
    assert (purple.supply["female"], purple.stock["female"]) == (1, 4)
    assert purple.stock["male"] == 0
    assert played.sentences == [
        "Purple rolls 2, 5, 6 with 3 offspring dice: 1 woman for the supply; the others were not in stock."
    ]


@pytest.mark.parametrize(("meeples", "rewarded"), [(2, True), (1, False)])
def test_e17_threshold(meeples: int, rewarded: bool) -> None:
    """Dice 18: two meeples raise the threshold to 19, one to 16 only. After cleanup they are in the stock."""
    state = build_state(slot=2)
    yellow = set_family(state, YELLOW, dice={"yellow": 6, "red": 5, "purple": 4, "grey": 3}, sm=8)
    yellow.threshold["male"] = meeples
    assert compute_threshold(yellow) == 13 + 3 * meeples
    assert is_within_threshold(yellow) is rewarded
    clean_up(GameContext(state, Rng(bytes(32))))
    assert yellow.stock["male"] == 8 + meeples
    assert yellow.threshold == {"male": 0, "female": 0}


def test_e18_helper_marriage() -> None:
    """Yellow 1, 3 florins, y_mid takes a woman, y_bot a marriage: dowry 2 to 4; the tile stays, one comes face down."""
    cities = {"roma": build_city([2, 2, 3, 3, 4, 4], marriage="medici 3"), "napoli": build_city([3, 3, 4, 4])}
    state = build_state(pool={"yellow": [1]}, cities=cities, active=BLUE)
    blue = set_family(state, BLUE, florins=1, w=1, sw=4, helpers=["y_mid", "y_bot"])
    stack = len(state.stack)
    answers = ("die:yellow:1", "signoria", "use", "take:0:1", "use", "marry:roma:4", "yes")
    played = play(state, take_turn, *answers)
    assert [key for key in played.list_option_keys("marriage.choose") if "roma" in key] == [
        f"marry:roma:{d}" for d in (2, 3, 4)
    ]
    assert (blue.florins, blue.vp, blue.supply["female"]) == (0, 8, 1)
    assert state.cities["roma"].marriage == parse_tile("medici 3")
    assert (len(blue.plan["wedding"].face_down), len(state.stack)) == (1, stack - 1)


def test_e19_extra_action() -> None:
    """Red's four dice go away, light-blue 1 costs nothing, a mission; no helper is cheap enough; then a wedding, +2."""
    pool = {"yellow": [], "red": [], "purple": [6], "grey": [2], "light_blue": [1]}
    state = build_state(slot=3, reward="b_extra_action", phase="rewards", pool=pool, cities={"roma": build_city()})
    state.rewarded = [RED]
    dice = {"yellow": 2, "red": 3, "purple": 4, "grey": 4}
    red = set_family(state, RED, florins=1, dice=dice, men={"military": {3: 1}}, helpers=["g_top", "b_mid"])
    answers = ("bonus", "die:light_blue:1", "signoria", "use", "yes", "yes")
    played = play(state, give_reward, *answers)
    assert red.dice == {"light_blue": 1}
    assert state.pool["light_blue"] == []
    assert state.aside == {"yellow": 1, "red": 1, "purple": 1, "grey": 1, "light_blue": 0}
    assert played.list_option_keys("extra.choose") == ["die:purple:6", "die:grey:2", "die:light_blue:1"]
    assert not [key for key in played.list_option_keys("action.choose") if key.startswith("hire")]
    assert red.points["missions"] == 3
    assert red.points["helpers"] == 1, "b_mid counts the man just sent"
    assert (red.brides, red.florins) == (1, 1 + 2)


def test_e20_vp_tile_and_purchase() -> None:
    """Women in three cities: +12 VP; 5 florins for 5 VP, once."""
    cities = {name: build_city() for name in ("milano", "roma", "napoli")}
    state = build_state(slot=6, reward="v_cities_female", phase="rewards", cities=cities)
    state.rewarded = [PURPLE]
    for name, women in (("milano", 2), ("roma", 1), ("napoli", 1)):
        cities[name].slots[:women] = [Meeple(PURPLE, "female")] * women
    purple = set_family(state, PURPLE, florins=11)
    played = play(state, give_reward, "yes", "yes")
    assert (purple.points["rewards"], purple.points["purchases"], purple.florins) == (12, 5, 6)
    assert played.question_keys == ["purchase.choose", "reward.confirm"]


def test_e21_two_meeple_assignment() -> None:
    """Two women for a_mission, clergy 4 to Napoli's 2: +4 VP, no tile; no woman is needed for the mission itself."""
    state = build_state(
        assignments={"red_f": "a_mission"}, cities={"napoli": build_city([2, 2, 3, 3, 4, 4])}, pool={"red": [2]}
    )
    yellow = set_family(state, YELLOW, w=2, sw=8, men={"clergy": {4: 1}})
    play(state, take_turn, "die:red:2", "assign:red_f:2", "yes")
    assert (yellow.supply["female"], yellow.stock["female"], yellow.vp) == (0, 10, 4)
    assert state.cities["napoli"].slots[2] == Meeple(YELLOW, "male")
    assert not any(row.size for row in yellow.plan.values())


def test_e22_bonus_slot_in_passing() -> None:
    """Clergy 3 to 6 with the disc on top: 2 florins on the way, the initiative step is lost."""
    state = build_state()
    yellow = set_family(state, YELLOW, florins=1, m=0, men={"clergy": {3: 1}}, disc=9)
    played = play(state, lambda t: perform_effect(t, YELLOW, Progress(("clergy",), 3)), "run:clergy:3")
    assert count_men_on(state, YELLOW, "clergy") == {6: 1}
    assert yellow.florins == 3
    assert find_disc_slot(state, YELLOW) == 9
    assert played.sentences == ["Yellow advances: clergy 3 → 7.", "Yellow gains 2 florins on the way."]


def test_e23_any_assignment() -> None:
    """p_bot after a purple die pays the last man for a_politician in grey_m: politician 5 to 7, disc +1 on the way."""
    state = build_state(assignments={"grey_m": "a_politician", "purple_f": "a_florins"}, active=RED)
    red = set_family(state, RED, florins=5, m=1, sm=8, w=1, men={"politician": {5: 1}}, helpers=["p_bot"])
    answers = ("die:purple:3", "assign:purple_f:1", "use", "assign:grey_m:1", "run:politician:5", "yes")
    played = play(state, take_turn, *answers)
    assert all(key.endswith("_m:1") for key in played.list_option_keys("assign.choose_any")), "no woman is left to pay"
    assert (red.supply["male"], red.stock["male"]) == (0, 9)
    assert count_men_on(state, RED, "politician") == {7: 1}
    assert find_disc_slot(state, RED) == 1


@pytest.mark.parametrize(("florins", "legal"), [(5, True), (3, False)])
def test_e24_open_gates(florins: int, legal: bool) -> None:
    """All slots full: a marriage pays exactly 4, +8 VP, the woman goes to the stock, no tile. Not with 3 florins."""
    cities = {name: build_city([], marriage="medici 2") for name in ("milano", "venezia", "firenze", "roma", "napoli")}
    assert sum(len(city_state.slots) for city_state in cities.values()) == 5 * len(VALUES)
    state = build_state(
        cities=cities, pool={"red": [2]}, active=BLUE, variants=["open_gates"], assignments={"red_f": "a_threshold"}
    )
    blue = set_family(state, BLUE, florins=florins, m=0, w=1, sw=8)
    answers = ("die:red:2", "signoria", "yes") if legal else ("die:red:2", "assign:red_f:1", "yes")
    played = play(state, take_turn, *answers)
    assert ("signoria" in played.list_option_keys("action.choose")) is legal
    if legal:
        assert (blue.florins, blue.vp) == (1, 8)
        assert (blue.supply["female"], blue.stock["female"]) == (0, 9)
        assert not blue.plan["wedding"].size
        assert cities["roma"].marriage == parse_tile("medici 2")


def test_e25_tie() -> None:
    """Red and yellow both have 148; red is earlier in the order purple, red, blue, yellow and wins."""
    state = build_state(order=[PURPLE, RED, BLUE, YELLOW])
    for seat, vp in ((YELLOW, 148), (RED, 148), (PURPLE, 90), (BLUE, 91)):
        state.players[seat].points = {"missions": vp}
    assert [(score.seat, score.place) for score in compute_scores(state)] == [
        (RED, 1),
        (YELLOW, 2),
        (BLUE, 3),
        (PURPLE, 4),
    ]
