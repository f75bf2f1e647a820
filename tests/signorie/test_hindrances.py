"""Why a main action is closed: what is told is what lacks, and money is told for the die that leaves it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.signorie.data.ids import DieColor, SlotId, TileId
from engines.signorie.table.state import Meeple, State
from engines.signorie.view import Opening, view

from .pictures.boards import classic_state


def _opening(color: DieColor, pips: list[int], change: Callable[[State], None]) -> Opening:
    """Of the seat on turn, who has taken nothing yet; dice of this colour alone are left."""
    state = classic_state()
    mine = state.players[state.active or 0]
    mine.dice, mine.florins, mine.supply = {}, 9, {"male": 4, "female": 4}
    state.pool = {one: pips if one == color else [] for one in state.pool}
    change(state)
    [opening] = view(state, None).openings
    return opening


def _why(color: DieColor, action: str, change: Callable[[State], None]) -> tuple[str, int | None]:
    opening = _opening(color, [6], change)
    [shut] = [one for one in opening.closed if one.action == action]
    assert action not in opening.actions
    return shut.why, shut.short


def _florins(count: int) -> Callable[[State], None]:
    return lambda state: setattr(state.players[3], "florins", count)


def _people(men: int, women: int) -> Callable[[State], None]:
    return lambda state: state.players[3].supply.update({"male": men, "female": women})


def _nobody_on_tracks(state: State) -> None:
    state.players[3].careers = {track: [0] * 8 for track in state.players[3].careers}


def _beginner(state: State) -> None:
    """One man on the lowest rank, and no city that takes it."""
    _nobody_on_tracks(state)
    state.players[3].careers["clergy"][0] = 1
    for city in state.cities.values():
        city.slots[:2] = [_any(state)] * 2


def _any(state: State) -> Meeple:
    return next(slot for city in state.cities.values() for slot in city.slots if slot)


def _full(state: State) -> None:
    for city in state.cities.values():
        city.slots[:] = [_any(state)] * 8


def _no_tiles(state: State) -> None:
    state.stack = []


def _all_climbed(state: State) -> None:
    """Only a man at the very end, and none in the supply."""
    _nobody_on_tracks(state)
    state.players[3].careers["military"][7] = 1
    state.players[3].supply["male"] = 0


def _no_man(state: State) -> None:
    _nobody_on_tracks(state)
    state.players[3].supply["male"] = 0


@pytest.mark.parametrize(
    ("color", "action", "change", "why"),
    [
        ("red", "signoria", _florins(0), ("florins", None)),
        ("red", "signoria", _people(4, 0), ("woman", None)),
        ("red", "signoria", _full, ("city", None)),
        ("light_blue", "signoria", _nobody_on_tracks, ("career", None)),
        ("light_blue", "signoria", _full, ("city", None)),
        ("yellow", "hire", _florins(1), ("florins", None)),
        ("yellow", "a_politician", _people(0, 4), ("men", 1)),
        ("red", "a_mission", _people(4, 0), ("women", 2)),
        ("red", "a_mission", _nobody_on_tracks, ("career", None)),
        ("light_blue", "a_military", _all_climbed, ("top", None)),
        ("light_blue", "a_military", _no_man, ("man", None)),
        ("light_blue", "a_marriage", _people(1, 4), ("men", 1)),
        ("light_blue", "a_marriage", _people(2, 0), ("woman", None)),
        ("grey", "a_face_down", _no_tiles, ("tiles", None)),
    ],
)
def test_what_is_closed_says_what_lacks(
    color: DieColor, action: str, change: Callable[[State], None], why: tuple[str, int | None]
) -> None:
    assert _why(color, action, change) == why


def test_r8_2_a_man_whose_rank_no_city_takes_lacks_rank() -> None:
    assert _why("light_blue", "signoria", _beginner) == ("rank", None)


def test_r8_3_who_pays_all_her_women_has_no_bride() -> None:
    def change(state: State) -> None:
        state.assignments[SlotId("red_f")] = TileId("a_marriage")
        state.players[3].supply["female"] = 2

    assert _why("red", "a_marriage", change) == ("bride", None)


def test_what_only_a_die_of_more_pips_leaves_money_for_is_told() -> None:
    """R6.1: red 1 costs a florin. Of three it leaves a helper's price, but not the dowry of a place of value 3."""

    def change(state: State) -> None:
        state.players[3].florins = 3
        state.cities = {"milano": state.cities["milano"]}

    opening = _opening("red", [1, 1, 4], change)
    assert {"signoria", "hire", "a_threshold"} <= set(opening.actions)
    assert opening.from_pips == (("signoria", 4),)
