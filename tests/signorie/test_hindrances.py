"""Reasons why a main action is closed: the missing resource; money only for the die that leaves too little."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.signorie.data.ids import DieColor, SlotId, TileId
from engines.signorie.table.state import Meeple, State
from engines.signorie.view import ColorActionsView, build_view

from .pictures.boards import build_classic_state


def _find_opening(color: DieColor, pips: list[int], change: Callable[[State], None]) -> ColorActionsView:
    """Return the opening of this colour for the active seat, which has taken nothing; only dice of this colour are
    left.
    """
    state = build_classic_state()
    mine = state.players[state.active or 0]
    mine.dice, mine.florins, mine.supply = {}, 9, {"male": 4, "female": 4}
    state.pool = {die_color: pips if die_color == color else [] for die_color in state.pool}
    change(state)
    [opening] = build_view(state, None).color_actions
    return opening


def _find_reason(color: DieColor, action: str, change: Callable[[State], None]) -> tuple[str, int | None]:
    opening = _find_opening(color, [6], change)
    [shut] = [candidate for candidate in opening.closed_actions if candidate.action == action]
    assert action not in opening.actions
    return shut.why, shut.missing


def _set_florins(count: int) -> Callable[[State], None]:
    return lambda state: setattr(state.players[3], "florins", count)


def _set_supply(men: int, women: int) -> Callable[[State], None]:
    return lambda state: state.players[3].supply.update({"male": men, "female": women})


def _clear_tracks(state: State) -> None:
    state.players[3].careers = {track: [0] * 8 for track in state.players[3].careers}


def _leave_low_man(state: State) -> None:
    """Leave one man on the lowest rank, and no city that takes him."""
    _clear_tracks(state)
    state.players[3].careers["clergy"][0] = 1
    for city in state.cities.values():
        city.slots[:2] = [_find_meeple(state)] * 2


def _find_meeple(state: State) -> Meeple:
    return next(slot for city in state.cities.values() for slot in city.slots if slot)


def _fill_all_cities(state: State) -> None:
    for city in state.cities.values():
        city.slots[:] = [_find_meeple(state)] * 8


def _empty_stack(state: State) -> None:
    state.stack = []


def _move_man_to_top(state: State) -> None:
    """Leave only a man at the very end of a track, and none in the supply."""
    _clear_tracks(state)
    state.players[3].careers["military"][7] = 1
    state.players[3].supply["male"] = 0


def _remove_men(state: State) -> None:
    _clear_tracks(state)
    state.players[3].supply["male"] = 0


@pytest.mark.parametrize(
    ("color", "action", "change", "why"),
    [
        ("red", "signoria", _set_florins(0), ("florins", None)),
        ("red", "signoria", _set_supply(4, 0), ("woman", None)),
        ("red", "signoria", _fill_all_cities, ("city", None)),
        ("light_blue", "signoria", _clear_tracks, ("career", None)),
        ("light_blue", "signoria", _fill_all_cities, ("city", None)),
        ("yellow", "hire", _set_florins(1), ("florins", None)),
        ("yellow", "a_politician", _set_supply(0, 4), ("men", 1)),
        ("red", "a_mission", _set_supply(4, 0), ("women", 2)),
        ("red", "a_mission", _clear_tracks, ("career", None)),
        ("light_blue", "a_military", _move_man_to_top, ("top", None)),
        ("light_blue", "a_military", _remove_men, ("man", None)),
        ("light_blue", "a_marriage", _set_supply(1, 4), ("men", 1)),
        ("light_blue", "a_marriage", _set_supply(2, 0), ("woman", None)),
        ("grey", "a_face_down", _empty_stack, ("tiles", None)),
    ],
)
def test_closed_action_names_the_missing_resource(
    color: DieColor, action: str, change: Callable[[State], None], why: tuple[str, int | None]
) -> None:
    assert _find_reason(color, action, change) == why


def test_r8_2_man_without_accepting_city_lacks_rank() -> None:
    assert _find_reason("light_blue", "signoria", _leave_low_man) == ("rank", None)


def test_r8_3_paying_all_women_leaves_no_bride() -> None:
    def change(state: State) -> None:
        state.assignments[SlotId("red_f")] = TileId("a_marriage")
        state.players[3].supply["female"] = 2

    assert _find_reason("red", "a_marriage", change) == ("bride", None)


def test_action_affordable_only_with_higher_die_says_so() -> None:
    """R6.1: red 1 costs a florin. Of three it leaves a helper's price, but not the dowry of a place of value 3."""

    def change(state: State) -> None:
        state.players[3].florins = 3
        state.cities = {"milano": state.cities["milano"]}

    opening = _find_opening("red", [1, 1, 4], change)
    assert {"signoria", "hire", "a_threshold"} <= set(opening.actions)
    assert opening.min_pips == (("signoria", 4),)
