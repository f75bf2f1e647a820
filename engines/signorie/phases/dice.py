"""R6 Phase 2: players take dice, one per turn, until all have passed."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Arg, Msg, Option, Seat, Table, Term, Who
from engines.signorie.actions.helpers import use_helpers
from engines.signorie.actions.main_action import any_main_action, main_action
from engines.signorie.data.content import CONTENT
from engines.signorie.table.board import threshold, within_threshold
from engines.signorie.table.budget import budget
from engines.signorie.table.state import State

from .turn_summary import before, confirm_end

DATA = CONTENT.data
MAX_DICE = DATA.rounds.max_actions_per_round


class Die(NamedTuple):
    """A die of the pool. R15.21: dice of equal colour and pips are interchangeable."""

    color: str
    pips: int


PASS = Option("pass", None, Msg("pass.label"), Msg("pass.detail"))


async def take_turn(t: Table[State]) -> None:
    """R6 One turn: a die (or a pass), its main action, the helpers of its column; then the next player."""
    seat = t.state.active
    assert seat is not None
    dice = takeable(t.state, seat)
    if dice:
        was = before(t.state, seat)
        options = [die_option(t.state, seat, die, die_cost(die)) for die in dice]
        die: Die | None = await t.choose(seat, "die.choose", [*options, PASS], rule="R6.1", default="pass")
        if die is None:
            pass_round(t, seat, "pass.done")
            await confirm_pass(t, seat)
        else:
            place_die(t, seat, die, die_cost(die))
            await main_action(t, seat, die.color)
            await use_helpers(t, seat, die.color, die.pips)
            await confirm_end(t, seat, was)
    else:
        full = len(t.state.players[seat].dice) == MAX_DICE
        pass_round(t, seat, "pass.full" if full else "pass.stuck")  # R15.22
    t.state.active = following(t.state, seat)
    if t.state.active is None:
        t.state.phase = "initiative"


def following(state: State, seat: Seat) -> Seat | None:
    """R6 The next seat in turn order that has not passed; None when all have. The last one left goes on alone."""
    at = state.order.index(seat) + 1
    return next((next_ for next_ in state.order[at:] + state.order[:at] if not state.players[next_].passed), None)


def pass_round(t: Table[State], seat: Seat, key: str) -> None:
    """R6 Out for the rest of the phase. R15.24: the turn order does not change."""
    t.state.players[seat].passed = True
    t.tell(key, who=Who(seat), sum=t.state.players[seat].dice_sum)


async def confirm_pass(t: Table[State], seat: Seat) -> None:
    """R6 A pass is final; the player sees whether it leaves him within his threshold (R11)."""
    player = t.state.players[seat]
    key = "pass.confirm_within" if within_threshold(player) else "pass.confirm_above"
    await t.confirm(seat, key, rule="R6", default="yes", sum=player.dice_sum, threshold=threshold(player))


def die_cost(die: Die) -> int:
    """R6.1 What the slot's value exceeds the pips by; surplus pips give nothing back."""
    return DIE_COSTS[die]


DIE_COSTS = {
    Die(column.color, pips): max(0, column.slot_value - pips) for column in DATA.column for pips in DATA.die.faces
}


def takeable(state: State, seat: Seat, *, extra: bool = False) -> list[Die]:
    """R6.1 Every die that may be taken, one of each kind.

    `extra`: for the extra action (R11.2): beyond the limit, without cost, as if all own slots were empty.
    """
    player = state.players[seat]
    have = budget(player)
    placed = {} if extra else player.dice
    if len(placed) >= MAX_DICE:
        return []
    dice: list[Die] = []
    for color, pips_left in state.pool.items():
        if color in placed:
            continue
        legal: dict[int, bool] = {}
        for pips in dict.fromkeys(pips_left):
            die = Die(color, pips)
            cost = 0 if extra else die_cost(die)
            if cost > have.florins:
                continue
            if cost not in legal:  # R15.1: the cost first, the action with what is left
                legal[cost] = any_main_action(state, seat, have.without_florins(cost), color)
            if legal[cost]:
                dice.append(die)
    return dice


def place_die(t: Table[State], seat: Seat, die: Die, cost: int) -> None:
    """R6.1 The die leaves the pool and lies on the board until the round ends; the cost is paid at once."""
    player = t.state.players[seat]
    t.state.pool[die.color].remove(die.pips)
    player.dice[die.color] = die.pips
    player.florins -= cost
    key = "die.taken_paid" if cost else "die.taken"
    color = Term(f"die_colors.{die.color}")
    t.tell(key, who=Who(seat), color=color, pips=die.pips, cost=cost, left=player.florins)


def die_option(state: State, seat: Seat, die: Die, cost: int) -> Option:
    """`die:red:4`, with what it costs, what remains, and the sum of the dice then."""
    player = state.players[seat]
    return _die_option(die, cost, player.florins - cost, player.dice_sum + die.pips, threshold(player))


@lru_cache(16384)
def _die_option(die: Die, cost: int, left: int, total: int, threshold: int) -> Option:
    color = Term(f"die_colors.{die.color}")
    action = Term(f"signoria_labels.{CONTENT.columns[die.color].signoria}")
    args: dict[str, Arg] = {"color": color, "pips": die.pips, "cost": cost, "left": left, "action": action}
    args |= {"sum": total, "threshold": threshold}
    return Option(
        key=f"die:{die.color}:{die.pips}",
        value=die,
        label=Msg("die.label", args),
        detail=Msg(_detail_key(cost, above=total > threshold), args),
        group=Msg("die.group", args),
        place=f"die:{die.color}:{die.pips}",
    )


def _detail_key(cost: int, *, above: bool) -> str:
    """What a die costs and, if the dice are then above the threshold, that there will be no reward (R11)."""
    if above:
        return "die.detail_above" if cost else "die.detail_free_above"
    return "die.detail" if cost else "die.detail_free"
