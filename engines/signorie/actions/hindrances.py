"""Why a main action cannot be carried out: the first thing that lacks, for whoever shows what is closed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple, assert_never

from engines.kernel import Seat
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import (
    Effect,
    FaceDownTile,
    GainFlorins,
    GainVp,
    Marriage,
    Mission,
    Offspring,
    Progress,
    RaiseThreshold,
    TakeMeeples,
)
from engines.signorie.data.ids import DieColor, SlotId
from engines.signorie.effects.marriages import lowest_dowry
from engines.signorie.effects.missions import lowest_rank, men
from engines.signorie.effects.perform import executable
from engines.signorie.table.board import helper_discs_left
from engines.signorie.table.budget import Budget
from engines.signorie.table.state import State

from .main_action import signoria_effect

Why = Literal[
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
"""What lacks: money, a city with a free place, a woman to marry once others are paid, any woman, men or women to pay
with, a man on a career, one of enough rank, a man to climb, a slot above, meeples in stock, tiles, room for a higher
threshold, helper discs.
"""


class Closed(NamedTuple):
    """A main action (`signoria`, an assignment tile, `hire`) and why it is closed. short: meeples that lack to pay."""

    action: str
    why: Why
    short: int | None


def closed(state: State, seat: Seat, color: DieColor, have: Budget, opened: Collection[str]) -> Iterator[Closed]:
    """Of all main actions of a colour those that are not among the `opened`, without turned tiles (R13)."""
    if "signoria" not in opened and (why := hindrance(state, seat, have, signoria_effect(color))):
        yield Closed("signoria", why, None)
    for slot in CONTENT.slots_of[color]:
        if state.assignments[slot] not in opened and slot not in state.turned:
            yield _unpayable(state, seat, slot, have)
    if "hire" not in opened:
        yield from _hire(state, seat, color)


def _unpayable(state: State, seat: Seat, slot: SlotId, have: Budget) -> Closed:
    """R7.2, R8.3: who is paid with must be there, then what the tile does must be possible after paying."""
    tile_id, sex = state.assignments[slot], CONTENT.slots[slot].sex
    least = CONTENT.tiles[tile_id].meeples_min
    effect = CONTENT.tile_effects[tile_id].paid(least)
    if (short := least - have.supply(sex)) > 0:
        return Closed(tile_id, "men" if sex == "male" else "women", short)
    after = have.without_meeples(sex, least, 0 if isinstance(effect, RaiseThreshold) else least)
    why = hindrance(state, seat, after, effect)
    if why is None:
        raise ValueError(f"expected {tile_id} to be closed for seat {seat}, but it can be paid (R7.2)")
    return Closed(tile_id, "bride" if why == "woman" and sex == "female" else why, None)


def _hire(state: State, seat: Seat, color: DieColor) -> Iterator[Closed]:
    """R7.1, R15.18. Where the column is full nothing lacks."""
    column = CONTENT.helpers_of[CONTENT.columns[color].hires_into]
    if not helper_discs_left(state):
        yield Closed("hire", "discs", None)
    elif any(helper_id not in state.players[seat].helpers for helper_id in column):
        yield Closed("hire", "florins", None)


def hindrance(state: State, seat: Seat, have: Budget, effect: Effect) -> Why | None:
    """Why an effect cannot be carried out with this budget; None if it can (`executable`)."""
    if executable(state, seat, have, effect):
        return None
    match effect:
        case Marriage():
            if not have.women:
                return "woman"
            return "city" if lowest_dowry(state) is None else "florins"
        case Mission():
            if not men(state, seat):
                return "career"
            return "city" if lowest_rank(state) is None else "rank"
        case Progress(tracks=tracks):
            careers = state.players[seat].careers
            standing = any(any(careers[track]) for track in tracks if track != "initiative")
            return "top" if standing or tracks == ("initiative",) else "man"
        case TakeMeeples() | Offspring():
            return "stock"
        case FaceDownTile():
            return "tiles"
        case RaiseThreshold():
            return "threshold"
        case GainFlorins() | GainVp():
            raise ValueError(f"expected {effect} to be possible always (R8.7)")
    assert_never(effect)
