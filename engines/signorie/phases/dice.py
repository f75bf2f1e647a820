"""R6 Phase 2: players take dice, one per turn, until all have passed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from engines.kernel import Arg, Msg, Option, Seat, Table, Term, Who
from engines.signorie.actions.assignments import Assign, payable, paying
from engines.signorie.actions.helpers import Hire, hireable, use_helpers
from engines.signorie.actions.main_action import any_main_action, main_action, signoria_effect
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import DieColor, TileId
from engines.signorie.effects.perform import executable
from engines.signorie.table.board import threshold, within_threshold
from engines.signorie.table.budget import Budget, budget
from engines.signorie.table.state import State

from .turn_summary import before, confirm_end

DATA = CONTENT.data
MAX_DICE = DATA.rounds.max_actions_per_round


class Die(NamedTuple):
    """A die of the pool. R15.21: dice of equal colour and pips are interchangeable."""

    color: DieColor
    pips: int


async def take_turn(t: Table[State]) -> None:
    """R6 One turn: a die (or a pass), its main action, the helpers of its column; then the next player."""
    seat = t.state.active
    assert seat is not None
    dice = takeable(t.state, seat)
    if dice:
        was = before(t.state, seat)
        options = list(die_options(t.state, seat, dice))
        die: Die | None = await t.choose(
            seat, "die.choose", [*options, _pass(t.state, seat)], rule="R6.1", default="pass"
        )
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


def _pass(state: State, seat: Seat) -> Option:
    """R6 To take no more dice; whether that leaves the player within the threshold (R11)."""
    player = state.players[seat]
    key = "pass.detail_within" if within_threshold(player) else "pass.detail_above"
    sums: dict[str, Arg] = {"sum": player.dice_sum, "threshold": threshold(player)}
    return Option("pass", None, Msg("pass.label"), lambda: Msg(key, sums))


async def confirm_pass(t: Table[State], seat: Seat) -> None:
    """R6 A pass is final; the player sees whether it leaves him within his threshold (R11)."""
    player = t.state.players[seat]
    key = "pass.confirm_within" if within_threshold(player) else "pass.confirm_above"
    await t.confirm(
        seat, key, rule="R6", default="yes", yes="pass.label", sum=player.dice_sum, threshold=threshold(player)
    )


def die_cost(die: Die) -> int:
    """R6.1 What the slot's value exceeds the pips by; surplus pips give nothing back."""
    return DIE_COSTS[die]


DIE_COSTS = {
    Die(column.color, pips): max(0, column.slot_value - pips) for column in DATA.column for pips in DATA.die.faces
}
PRICED = {
    column.color: {pips: (die := Die(column.color, pips), DIE_COSTS[die]) for pips in DATA.die.faces}
    for column in DATA.column
}
"""The dice of each colour by their pips, with their cost."""


def takeable(state: State, seat: Seat, *, extra: bool = False) -> list[Die]:
    """R6.1 Every die that may be taken, one of each kind, colour by colour.

    `extra`: for the extra action (R11.2): beyond the limit, without cost, as if all own slots were empty.
    """
    player = state.players[seat]
    have = budget(player)
    placed = {} if extra else player.dice
    if len(placed) >= MAX_DICE:
        return []
    dice: list[Die] = []
    for color, pips_left in state.pool.items():
        if color in placed or not pips_left:
            continue
        kinds = dict.fromkeys(pips_left)
        if extra:
            if any_main_action(state, seat, have, color):
                dice += (Die(color, pips) for pips in kinds)
            continue
        priced = PRICED[color]
        # R15.1: the cost first, the action with what is left. Who can act with less can act with more.
        for most in sorted({cost for pips in kinds if (cost := priced[pips][1]) <= have.florins}, reverse=True):
            if any_main_action(state, seat, have.without_florins(most), color):
                dice += (die for die, cost in map(priced.__getitem__, kinds) if cost <= most)
                break
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


Only = Hire | tuple[TileId, Assign] | None
"""The one main action that a die allows: to hire, a tile and how it is paid, or the Signoria action."""


def die_options(state: State, seat: Seat, dice: Sequence[Die], *, extra: bool = False) -> Iterator[Option]:
    """`die:red:4` under what its colour opens, with what it costs, what remains, the sum of the dice then, and the main
    action if there is only one: it is not asked about.

    dice, extra: as of `takeable`.
    """
    player = state.players[seat]
    limit, so_far = threshold(player), player.dice_sum
    for color, found in groupby(dice, key=itemgetter(0)):
        kinds = tuple(found)
        costs = [0 if extra else DIE_COSTS[die] for die in kinds]
        group = partial(_group, state, seat, color, min(costs))
        for die, cost in zip(kinds, costs, strict=True):
            total = None if extra else so_far + die.pips
            key, label = _die_words(die)
            detail = partial(_die_detail, state, seat, die, cost, total, limit)
            yield Option(key, die, label, detail, group, key)


def opens(state: State, seat: Seat, color: DieColor, have: Budget) -> Iterator[str]:
    """The main actions that a colour makes possible with this budget: `signoria`, assignment tiles, `hire`."""
    if executable(state, seat, have, signoria_effect(color)):
        yield "signoria"
    for slot in dict.fromkeys(chosen.slot for chosen in payable(state, seat, have, CONTENT.slots_of[color])):
        yield state.assignments[slot]
    if hireable(state, seat, have, color):
        yield "hire"


def only_action(state: State, seat: Seat, color: DieColor, have: Budget) -> tuple[bool, Only]:
    """Whether there is just one main action, and which: None for the Signoria action."""
    signoria = executable(state, seat, have, signoria_effect(color))
    ways: list[Only] = [None] if signoria else []
    ways += (Hire(helper_id) for helper_id in hireable(state, seat, have, color))
    if len(ways) > 1:
        return False, None
    for chosen in payable(state, seat, have, CONTENT.slots_of[color]):
        if ways:
            return False, None
        ways.append((state.assignments[chosen.slot], chosen))
    return True, ways[0]


@cache
def _die_words(die: Die) -> tuple[str, Msg]:
    """The key, which is also the place, and the label."""
    return f"die:{die.color}:{die.pips}", Msg("die.label", {"color": Term(f"die_colors.{die.color}"), "pips": die.pips})


def _group(state: State, seat: Seat, color: DieColor, least: int) -> Msg:
    """What the cheapest die of a colour makes possible: no other one opens more."""
    opened = opens(state, seat, color, budget(state.players[seat]).without_florins(least))
    return Msg("die.group", {"color": Term(f"die_colors.{color}"), "opens": tuple(_opened(color, it) for it in opened)})


def _die_detail(state: State, seat: Seat, die: Die, cost: int, total: int | None, threshold: int) -> Msg:
    """total: of the dice, None where it does not count any more (R15.12)."""
    player = state.players[seat]
    sole, only = only_action(state, seat, die.color, budget(player).without_florins(cost))
    parts = [Msg("die.costs", {"cost": cost, "left": player.florins - cost}) if cost else Msg("die.free")]
    if total is not None:
        parts.append(Msg("die.sum", {"sum": total, "threshold": threshold}))
        if total > threshold:
            parts.append(Msg("die.above"))
    if sole:
        parts.append(_only(die.color, only))
    return Msg("die.detail", {"parts": tuple(parts)})


def _opened(color: DieColor, what: str) -> Msg:
    column = CONTENT.columns[color]
    match what:
        case "signoria":
            return Msg("die.opens_action", {"action": Term(f"signoria_labels.{column.signoria}")})
        case "hire":
            return Msg("die.opens_hire", {"color": Term(f"die_colors.{column.hires_into}")})
        case tile_id:
            return Msg("die.opens_assignment", {"tile": Term(f"assignment_labels.{tile_id}")})


def _only(color: DieColor, only: Only) -> Msg:
    if only is None:
        return Msg("die.only", {"action": Term(f"signoria_labels.{CONTENT.columns[color].signoria}")})
    if isinstance(only, Hire):
        cost = CONTENT.helpers[only.helper].cost
        return Msg("die.only_hire", {"helper": Term(f"helper_labels.{only.helper}"), "cost": cost})
    return Msg("die.only", {"action": paying(*only)})
