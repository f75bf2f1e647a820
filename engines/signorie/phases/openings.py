"""What the dice of each colour open and what stays closed, for whoever shows them side by side (R6.1)."""

from __future__ import annotations

from typing import NamedTuple

from engines.kernel import Seat
from engines.signorie.actions.hindrances import Closed, closed
from engines.signorie.data.ids import DieColor
from engines.signorie.table.budget import Budget, budget
from engines.signorie.table.state import State

from .dice import DIE_COSTS, Die, opens, takeable


class Opened(NamedTuple):
    """actions: what the cheapest die of a colour makes possible, as of `opens`: no other one opens more. closed: the
    others, and why. from_pips: those that a die of fewer pips leaves no money for, with the pips that are enough.
    """

    actions: tuple[str, ...]
    closed: tuple[Closed, ...]
    from_pips: tuple[tuple[str, int], ...]


def openings(state: State, seat: Seat, *, extra: bool = False) -> dict[DieColor, Opened]:
    """For each colour with a die that may be taken. extra: as of `takeable`."""
    have, kinds = budget(state.players[seat]), dict[DieColor, list[Die]]()
    for die in takeable(state, seat, extra=extra):
        kinds.setdefault(die.color, []).append(die)
    return {color: _opened(state, seat, color, have, found, extra) for color, found in kinds.items()}


def _opened(state: State, seat: Seat, color: DieColor, have: Budget, dice: list[Die], extra: bool) -> Opened:
    pips_at: dict[int, int] = {}
    for die in sorted(dice, reverse=True):
        pips_at[0 if extra else DIE_COSTS[die]] = die.pips  # of those that cost as much the fewest
    least, *dearer = sorted(pips_at)
    actions = tuple(opens(state, seat, color, have.without_florins(least)))
    shut = tuple(closed(state, seat, color, have.without_florins(least), actions))
    enough = dict.fromkeys(actions, pips_at[least])
    for cost in dearer:
        enough |= dict.fromkeys(opens(state, seat, color, have.without_florins(cost)), pips_at[cost])
    fewest = min(pips_at.values())
    return Opened(actions, shut, tuple((action, pips) for action, pips in enough.items() if pips > fewest))
