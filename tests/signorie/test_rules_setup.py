"""R2, R3, R5: components, setup, and the start of a round."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kernel import GameContext, Rng, Setup
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SlotId
from engines.signorie.phases.rounds import begin_round
from engines.signorie.phases.setup import new_game
from engines.signorie.problems import collect_tiles as tiles_of
from engines.signorie.problems import list_problems
from engines.signorie.table.state import State
from tests.signorie.stage import COLORS, build_city, build_state, list_all_tiles, parse_tile


def set_up_game(seats: int, *variants: str, seed: int = 0) -> State:
    setup = Setup(seats, COLORS[:seats], dict.fromkeys(variants, "on"))
    return new_game(setup, GameContext(None, Rng(bytes([seed] * 32))))


def start_round(state: State, seed: int = 1) -> State:
    begin_round(GameContext(state, Rng(bytes([seed] * 32))))
    return state


def test_r1_round_structure() -> None:
    """R1 Seven rounds, dice of five colours, four actions each, threshold 13."""
    data = CONTENT.data
    assert data.rounds.count == 7
    assert len(data.die.colors) == 5
    assert data.rounds.max_actions_per_round == 4
    assert data.threshold.base == 13


def test_r2_components() -> None:
    """R2 12 men, 11 women, 16 brides, 48 discs, 9 + 5 reward tiles, 54 alliance tiles, 10 assignments."""
    data = CONTENT.data
    assert (data.setup.males_total, data.setup.females_total) == (12, 11)
    assert (data.supply.brides, data.supply.helper_discs) == (16, 48)
    assert Counter(reward.kind for reward in data.reward_tile) == {"bonus": 9, "vp": 5}
    assert len(data.assignment_tile) == 10
    assert len(list_all_tiles()) == 54
    assert {tile.value for tile in list_all_tiles()} == {2, 3, 4, 5}


def test_r2_1_player_board() -> None:
    """R2.1 Slot values 1 to 5; a helper goes to the column to the left, from the leftmost to the rightmost."""
    columns = CONTENT.data.column
    assert [column.slot_value for column in columns] == [1, 2, 3, 4, 5]
    assert [column.signoria for column in columns] == ["florins", "marriage", "offspring", "tracks", "mission"]
    for i, column in enumerate(columns):
        assert column.hires_into == columns[i - 1].color
    assert all(len(helpers) == 3 for helpers in CONTENT.helpers_of.values())
    assert CONTENT.helpers_of["yellow"] == ("y_top", "y_mid", "y_bot"), "top to bottom"


def test_r2_1_plans_differ_only_in_their_houses() -> None:
    """R2.1 Career rows of four shields, one house twice; the wedding row has every house once."""
    for plan in CONTENT.data.plan.values():
        for career in CONTENT.data.career_track.tracks:
            assert sorted(Counter(plan.list_shields(career)).values()) == [1, 1, 2]
        assert sorted(plan.wedding) == sorted(CONTENT.data.houses.ids)


def test_r2_2_main_board() -> None:
    """R2.2 Three tracks of eight slots with ranks 1 to 4, bonus slots 4 and 6; city slots 1, 1, 2, 2, 3, 3, 4, 4."""
    track = CONTENT.data.career_track
    assert (len(track.vp), set(track.rank)) == (8, {1, 2, 3, 4})
    assert (track.bonus_slot_4.slot, track.bonus_slot_6.slot) == (4, 6)
    assert CONTENT.data.city_rule.slot_values == (1, 1, 2, 2, 3, 3, 4, 4)
    for color in CONTENT.columns:
        assert [CONTENT.slots[slot].sex for slot in CONTENT.slots_of[color]] == ["male", "female"]


@pytest.mark.parametrize(
    ("seats", "dice", "cities", "removed", "stack"), [(2, 2, 3, 2, 42), (3, 3, 4, 1, 48), (4, 4, 5, 0, 54)]
)
def test_r3_by_number_of_players(seats: int, dice: int, cities: int, removed: int, stack: int) -> None:
    """R3 Dice per colour, cities in use and alliance tiles depend on the number of players."""
    state = set_up_game(seats)
    assert len(state.cities) == cities
    assert len(state.stack) == stack
    assert Counter(tile.house for tile in state.removed) == (
        dict.fromkeys(CONTENT.data.houses.ids, removed) if removed else {}
    )
    assert Counter(tiles_of(state)) == Counter(list_all_tiles())
    start_round(state)
    assert all(len(pips) == dice for pips in state.pool.values())
    assert list_problems(state) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r3_families(seats: int) -> None:
    """R3 4 men and 3 women in supply, 8 and 8 in stock, 5 florins and 1 / 2 / 2 / 3 more by place in the order."""
    state = set_up_game(seats)
    for place, seat in enumerate(state.order):
        player = state.players[seat]
        assert player.florins == 5 + (1, 2, 2, 3)[place]
        assert (player.supply, player.stock) == ({"male": 4, "female": 3}, {"male": 8, "female": 8})
        assert (player.vp, player.helpers, player.brides) == (0, [], 0)
    assert state.initiative[0] == state.order[::-1]


def test_r3_cities_and_order_are_random() -> None:
    """R3 Unused cities and the turn order are drawn; used cities keep their printed order."""
    states = [set_up_game(2, seed=seed) for seed in range(30)]
    assert len({tuple(state.cities) for state in states}) > 3
    assert {tuple(state.order) for state in states} == {(0, 1), (1, 0)}
    printed = [city.id for city in CONTENT.data.city]
    assert all(list(state.cities) == [city_id for city_id in printed if city_id in state.cities] for state in states)


@pytest.mark.parametrize(("variants", "empty"), [((), 0), (("short_season",), 1)])
def test_r3_reward_row(variants: tuple[str, ...], empty: int) -> None:
    """R3 Bonus tiles up to slot 5, VP tiles on 6 and 7. R13 Short Season leaves slot 1 empty and starts at slot 2."""
    state = set_up_game(4, *variants)
    assert state.rewards[:empty] == [None] * empty
    kinds = [CONTENT.rewards[reward].kind for reward in state.rewards if reward is not None]
    assert kinds == ["bonus"] * (5 - empty) + ["vp"] * 2
    assert len(set(state.rewards)) == 7
    assert state.slot == 1 + empty


def test_r5_city_tiles_stay_and_gaps_are_filled() -> None:
    """R5(1) Tiles left over stay; empty slots get one from the stack, face up."""
    state = build_state(
        cities={"milano": build_city(mission="este 4"), "roma": build_city()}, stack=[parse_tile("este 2")] * 9
    )
    start_round(state)
    assert state.cities["milano"].mission == parse_tile("este 4")
    assert len(state.stack) == 6
    assert all(city_state.marriage and city_state.mission for city_state in state.cities.values())


def test_r5_short_stack() -> None:
    """R5(1) Cities in list order, marriage before mission; then slots stay empty."""
    state = build_state(
        cities={"milano": build_city(), "roma": build_city()},
        stack=[parse_tile("este 2"), parse_tile("orsini 3"), parse_tile("medici 5")],
    )
    start_round(state)
    milano, roma = state.cities["milano"], state.cities["roma"]
    assert (milano.marriage, milano.mission) == (parse_tile("medici 5"), parse_tile("orsini 3")), "the top one first"
    assert (roma.marriage, roma.mission) == (parse_tile("este 2"), None)
    start_round(state)
    assert roma.mission is None


def test_r5_dice_and_assignments() -> None:
    """R5(2) All dice are rolled. R5(3) Ten tiles lie on ten slots, anew every round. R5(4) No player has passed."""
    state = build_state()
    state.players[0].has_passed = True
    state.turned = [SlotId("red_m")]
    state.aside["red"] = 2
    deals = set()
    for seed in range(20):
        start_round(state, seed)
        deals.add(tuple(state.assignments.values()))
        assert sorted(state.assignments.values()) == sorted(CONTENT.tiles)
        assert all(len(pips) == 4 and set(pips) <= {1, 2, 3, 4, 5, 6} for pips in state.pool.values())
    assert len(deals) == 20
    assert not any(player.has_passed for player in state.players)
    assert (state.turned, state.aside["red"]) == ([], 0)
    assert (state.phase, state.active) == ("actions", state.order[0])
