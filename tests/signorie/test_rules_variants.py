"""R13 the variants, R14 hidden information."""

from __future__ import annotations

import pytest

from engines.kernel import AIDS, Match, Rng
from engines.signorie import GAME
from engines.signorie.actions.assignments import ALL_SLOTS, AssignmentChoice, iter_payable, perform_assignment
from engines.signorie.actions.helpers import use_helpers
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Marriage, Mission
from engines.signorie.data.ids import RewardId, SlotId
from engines.signorie.effects.marriages import perform_marriage
from engines.signorie.effects.missions import perform_mission
from engines.signorie.effects.perform import is_executable
from engines.signorie.phases.rewards import give_reward
from engines.signorie.problems import collect_tiles, list_problems
from engines.signorie.redeal import redeal_hidden
from engines.signorie.table.board import are_gates_open, compute_budget
from engines.signorie.table.state import City, State
from engines.signorie.view import View, build_view
from tests.signorie.stage import RED, YELLOW, build_city, build_state, count_men_on, parse_tile, play, set_family


def build_full_cities() -> dict[str, City]:
    return {name: build_city([], mission="gonzaga 5", marriage="medici 2") for name in ("milano", "roma", "napoli")}


def build_gates_state(seats: int = 2, **cities: City) -> State:
    return build_state(seats, cities=build_full_cities() | cities, variants=["open_gates"])


def test_r13_open_gates_mission() -> None:
    """R13 A man of rank 4 goes home through the open gates: VP, no tile, no meeple in a city."""
    state = build_gates_state()
    yellow = set_family(state, YELLOW, sm=5, men={"clergy": {6: 1, 7: 1}})
    play(state, lambda t: perform_mission(t, YELLOW, "city"))
    assert (yellow.points["missions"], yellow.stock["male"]) == (9, 6)
    assert count_men_on(state, YELLOW, "clergy") == {6: 1}
    assert not any(row.size for row in yellow.plan.values())
    assert not is_executable(state, YELLOW, compute_budget(yellow), Mission("city")), "rank 3 is too low"


def test_r13_open_gates_choice_of_the_man() -> None:
    """R13 Several men of rank 4: choose one, no city."""
    state = build_gates_state()
    set_family(state, YELLOW, men={"clergy": {8: 1}, "military": {7: 1}})
    played = play(state, lambda t: perform_mission(t, YELLOW, "city"), "mission:clergy:8:gates")
    assert played.list_option_keys("mission.choose") == ["mission:clergy:8:gates", "mission:military:7:gates"]
    assert state.players[YELLOW].vp == 13


def test_r13_open_gates_gives_no_face_down_tile() -> None:
    """R13 The helper's face-down tile is not given either."""
    state = build_gates_state()
    yellow = set_family(state, YELLOW, florins=4, w=1, men={"clergy": {8: 1}}, helpers=["y_bot", "g_bot"])
    stack = len(state.stack)
    play(state, lambda t: use_helpers(t, YELLOW, "yellow", 3), "use")
    play(state, lambda t: use_helpers(t, YELLOW, "grey", 3), "use")
    assert (yellow.points["marriages"], yellow.points["missions"]) == (8, 13)
    assert len(state.stack) == stack
    assert not any(row.size for row in yellow.plan.values())


@pytest.mark.parametrize(("florins", "legal"), [(3, False), (4, True), (9, True)])
def test_r13_open_gates_marriage(florins: int, legal: bool) -> None:
    """R13 A dowry of exactly 4."""
    state = build_gates_state()
    yellow = set_family(state, YELLOW, florins=florins, w=1, sw=8)
    assert is_executable(state, YELLOW, compute_budget(yellow), Marriage("city")) is legal
    if legal:
        play(state, lambda t: perform_marriage(t, YELLOW, "city"))
        assert (yellow.florins, yellow.stock["female"]) == (florins - 4, 9)


def test_r13_gates_are_closed() -> None:
    """R13 One free slot anywhere keeps them closed; without the option full cities stay closed."""
    assert not are_gates_open(build_gates_state(milano=build_city([4])))
    state = build_state(2, cities=build_full_cities())
    yellow = set_family(state, YELLOW, florins=9, w=1, men={"clergy": {8: 1}})
    assert not is_executable(state, YELLOW, compute_budget(yellow), Mission("city"))
    assert not is_executable(state, YELLOW, compute_budget(yellow), Marriage("city"))


def test_r15_27_only_used_cities_must_be_full() -> None:
    """R15.27 With 2 players three cities are in use."""
    assert are_gates_open(build_gates_state(2))


def test_r13_short_season() -> None:
    """R13 Six rounds from slot 2; the first round already pays 2 florins for a wedding."""
    match = Match.start(GAME, GAME.build_setup(2, options={"short_season": "on"}), bytes(32))
    seen = match.build_view(None)
    assert (seen.round, seen.rounds, seen.slot) == (1, 6, 2)
    state = match.state
    state.phase, state.rewarded, state.active, state.rewards[1] = "rewards", [YELLOW], None, RewardId("b_males")
    florins = state.players[YELLOW].florins
    play(state, give_reward, "bonus", "yes")
    assert state.players[YELLOW].florins == florins + 2


def test_r13_secret_letters() -> None:
    """R13 A used tile is turned: no player can use it this round. R15.26 Not by p_bot either, which turns tiles too."""
    state = build_state(variants=["secret_letters"], assignments={"red_m": "a_florins", "grey_f": "a_meeples"})
    yellow = set_family(state, YELLOW, florins=0, m=4, w=3, helpers=["p_bot"])
    played = play(state, lambda t: perform_assignment(t, YELLOW, AssignmentChoice(SlotId("red_m"), 2)))
    assert "The letter is sealed: “2/4/6 florins” cannot be used again this round." in played.sentences
    assert list(iter_payable(state, RED, compute_budget(state.players[RED]), [SlotId("red_m")])) == []
    played = play(state, lambda t: use_helpers(t, YELLOW, "purple", 3), "use", "assign:grey_f:1", "take:1:0")
    assert "assign:red_m:1" not in played.list_option_keys("assign.choose_any")
    assert state.turned == ["red_m", "grey_f"]
    assert yellow.florins == 4
    assert not {
        candidate.slot for candidate in iter_payable(state, RED, compute_budget(state.players[RED]), ALL_SLOTS)
    } & set(state.turned)


def test_r13_without_secret_letters_tiles_stay() -> None:
    """R13 Off by default."""
    state = build_state(assignments={"red_m": "a_florins"})
    set_family(state, YELLOW, m=1)
    play(state, lambda t: perform_assignment(t, YELLOW, AssignmentChoice(SlotId("red_m"), 1)))
    assert state.turned == []
    assert all(option.default == "off" for option in GAME.options if option != AIDS)


# ---------------------------------------------------------------- R14


def test_r14_all_seats_see_the_same() -> None:
    """R14 No player has private information."""
    state = build_state()
    assert build_view(state, None) == build_view(state, YELLOW) == build_view(state, RED)


def test_r14_redeal_changes_only_hidden_information() -> None:
    """R14 Hidden: the order of the stack, the faces of face-down tiles, the tiles removed at setup."""
    match = Match.start(GAME, GAME.build_setup(3), bytes(32))
    state = match.state
    for row in ("clergy", "wedding", "clergy"):
        state.players[1].plan[row].face_down.append(state.stack.pop())
    before, seen = collect_tiles(state), build_view(state, None)
    hidden = [list(state.stack), list(state.removed), list(state.players[1].plan["clergy"].face_down)]
    stacks = set()
    for seed in range(20):
        redeal_hidden(state, 0, Rng(bytes([seed] * 32)))
        assert sorted(collect_tiles(state), key=str) == sorted(before, key=str)
        assert list_problems(state) == []
        assert build_view(state, None) == seen
        stacks.add((tuple(state.stack), tuple(state.removed), tuple(state.players[1].plan["clergy"].face_down)))
    assert len(stacks) == 20
    assert [list(state.stack), list(state.removed), list(state.players[1].plan["clergy"].face_down)] != hidden


def test_r14_the_view_holds_no_hidden_tile() -> None:
    """R14 The stack and face-down tiles are numbers in the View."""
    state = build_state(stack=[parse_tile("este 5")] * 3)
    set_family(state, RED, plan={"clergy": ["?", "?", "sforza 3"]})
    seen: View = build_view(state, YELLOW)
    assert seen.stack == 3
    row = seen.mats[RED].plan[1]
    assert (row.id, row.face_down, row.tiles, row.vp) == ("clergy", 2, 3, 5)
    assert [(shield.house, shield.value) for shield in row.shields][2:] == [("sforza", 3), ("este", None)]


def test_r14_view_of_a_round() -> None:
    """R14 Open: dice, assignments, cities with their next slot, tracks with their stacks, all reward tiles."""
    state = build_state(
        3, pool={"red": [1, 6]}, cities={"roma": build_city([2, 3, 3, 4, 4])}, slot=3, variants=["secret_letters"]
    )
    set_family(state, RED, men={"clergy": {4: 2}}, disc=5, dice={"red": 4}, brides=1)
    state.turned = [SlotId("red_m")]
    seen: View = build_view(state, None)
    assert [(area.color, area.size, area.left) for area in seen.dice][1] == ("red", 3, (1, 6))
    assert [slot_view.slot for slot_view in seen.assignments if slot_view.is_turned] == ["red_m"]
    roma, milano = (next(c for c in seen.cities if c.id == city_id) for city_id in ("roma", "milano"))
    assert (roma.next, roma.slots[3].value, roma.slots[2].seat) == (3, 2, 2)
    assert (milano.is_used, milano.slots) == (False, ())
    assert seen.careers[1].slots[3].men == ((RED, 2),)
    assert seen.careers[1].slots[3].bonus == "florins"
    assert seen.initiative[5].discs == (RED,)
    assert [slot.status for slot in seen.rewards] == ["past", "past", "now", "future", "future", "future", "future"]
    red = seen.mats[RED]
    assert (red.dice, red.dice_sum, red.threshold, red.is_within_threshold) == ((("red", 4),), 4, 13, True)
    assert [(son.vp, son.is_married) for son in red.sons] == [(0, True), (2, False), (4, False), (6, False)]
    assert red.offspring_dice == 2
    assert [column.color for column in seen.columns] == list(CONTENT.columns)
