"""Reasons why main actions cannot be carried out: the first missing requirement of each, for pictures."""

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple, assert_never

from engines.kernel import Seat
from engines.signorie.data import effect_types
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import DieColor, SlotId
from engines.signorie.effects.marriages import find_lowest_dowry
from engines.signorie.effects.missions import find_lowest_rank, list_men
from engines.signorie.effects.perform import is_executable
from engines.signorie.table.board import Budget, count_helper_discs_left
from engines.signorie.table.state import State

from .main_action import find_signoria_effect

HindranceReason = Literal[
    "florins",
    "city",
    "bride",
    "woman",
    "men",
    "women",
    "career",
    "rank",
    "man",
    "top",
    "stock",
    "tiles",
    "threshold",
    "discs",
]
"""The missing requirement, in the order above: florins; a city with a free slot; a woman to marry after the payment;
any woman; men to pay; women to pay; a man on a career track; a man of sufficient rank; a man who can advance; a slot
above; meeples in stock; alliance tiles; space in the threshold space; helper discs.
"""


class Hindrance(NamedTuple):
    """A main action that is impossible, with the reason."""

    action: str
    """`signoria`, an assignment tile, or `hire`."""
    why: HindranceReason
    """First requirement that is missing."""
    missing: int | None
    """Number of meeples missing for the payment; None for other reasons."""


def iter_hindrances(
    state: State, seat: Seat, color: DieColor, budget: Budget, allowed: Collection[str]
) -> Iterator[Hindrance]:
    """Yield the main actions of a colour that are not in `allowed`, except turned tiles (R13)."""
    if "signoria" not in allowed and (why := find_hindrance(state, seat, budget, find_signoria_effect(color))):
        yield Hindrance("signoria", why, None)
    for slot in CONTENT.slots_of[color]:
        if state.assignments[slot] not in allowed and slot not in state.turned:
            yield _find_payment_hindrance(state, seat, slot, budget)
    if "hire" not in allowed:
        yield from _iter_hire_hindrances(state, seat, color)


def _find_payment_hindrance(state: State, seat: Seat, slot: SlotId, budget: Budget) -> Hindrance:
    """R7.2, R8.3: Return why an assignment is impossible: too few meeples to pay, or its effect impossible afterwards.

    ValueError if it is possible.
    """
    tile_id, sex = state.assignments[slot], CONTENT.slots[slot].sex
    min_meeples = CONTENT.tiles[tile_id].meeples_min
    effect = CONTENT.tile_effects[tile_id].build_effect(min_meeples)
    if (missing := min_meeples - budget.count_meeples(sex)) > 0:
        return Hindrance(tile_id, "men" if sex == "male" else "women", missing)
    after = budget.without_meeples(
        sex, min_meeples, 0 if isinstance(effect, effect_types.RaiseThreshold) else min_meeples
    )
    why = find_hindrance(state, seat, after, effect)
    if why is None:
        raise ValueError(f"expected {tile_id} to be closed for seat {seat}, but it can be paid (R7.2)")
    return Hindrance(tile_id, "bride" if why == "woman" and sex == "female" else why, None)


def _iter_hire_hindrances(state: State, seat: Seat, color: DieColor) -> Iterator[Hindrance]:
    """R7.1, R15.18: Yield why hiring is impossible; nothing if all slots of the column are occupied."""
    column = CONTENT.helpers_of[CONTENT.columns[color].hires_into]
    if not count_helper_discs_left(state):
        yield Hindrance("hire", "discs", None)
    elif any(helper_id not in state.players[seat].helpers for helper_id in column):
        yield Hindrance("hire", "florins", None)


def find_hindrance(state: State, seat: Seat, budget: Budget, effect: effect_types.Effect) -> HindranceReason | None:
    """Return why an effect cannot be carried out with this budget; None if it can."""
    if is_executable(state, seat, budget, effect):
        return None
    match effect:
        case effect_types.Marriage():
            if not budget.women:
                return "woman"
            return "city" if find_lowest_dowry(state) is None else "florins"
        case effect_types.Mission():
            if not list_men(state, seat):
                return "career"
            return "city" if find_lowest_rank(state) is None else "rank"
        case effect_types.Progress(tracks=tracks):
            careers = state.players[seat].careers
            has_men = any(any(careers[track]) for track in tracks if track != "initiative")
            return "top" if has_men or tracks == ("initiative",) else "man"
        case effect_types.TakeMeeples() | effect_types.Offspring():
            return "stock"
        case effect_types.FaceDownTile():
            return "tiles"
        case effect_types.RaiseThreshold():
            return "threshold"
        case effect_types.GainFlorins() | effect_types.GainVp():
            raise ValueError(f"expected {effect} to be possible always (R8.7)")
    assert_never(effect)
