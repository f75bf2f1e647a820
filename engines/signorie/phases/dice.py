"""R6 Phase 2: players take dice, one per turn, until all have passed."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from engines.kernel import Arg, GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.actions.assignments import AssignmentChoice, describe_payment, iter_payable
from engines.signorie.actions.helpers import HireChoice, list_hireable, use_helpers
from engines.signorie.actions.hindrances import Hindrance, iter_hindrances
from engines.signorie.actions.main_action import find_signoria_effect, has_main_action, perform_main_action
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import DieColor, TileId
from engines.signorie.effects.perform import is_executable
from engines.signorie.table.board import Budget, compute_budget, compute_threshold, is_within_threshold
from engines.signorie.table.state import State

from .turn_summary import confirm_turn_end, take_snapshot

DATA = CONTENT.data
MAX_DICE = DATA.rounds.max_actions_per_round


class Die(NamedTuple):
    """A die of the pool. R15.21: dice of equal colour and pips are interchangeable."""

    color: DieColor
    """Also the column where it is placed."""
    pips: int
    """As rolled; they make the die cheaper (R6.1) and count for the threshold (R11)."""


async def take_turn(ctx: GameContext[State]) -> None:
    """R6 Play one turn: a die (or a pass), its main action, the helpers of its column. Then activate the next seat."""
    seat = ctx.state.active
    assert seat is not None
    dice = list_takeable_dice(ctx.state, seat)
    if dice:
        snapshot = take_snapshot(ctx.state, seat)
        options = list(build_die_options(ctx.state, seat, dice))
        die: Die | None = await ctx.choose(
            seat, "die.choose", [*options, _build_pass_option(ctx.state, seat)], rule="R6.1", default="pass"
        )
        if die is None:
            pass_round(ctx, seat, "pass.done")
            await confirm_pass(ctx, seat)
        else:
            place_die(ctx, seat, die, compute_die_cost(die))
            await perform_main_action(ctx, seat, die.color)
            await use_helpers(ctx, seat, die.color, die.pips)
            await confirm_turn_end(ctx, seat, snapshot)
    else:
        full = len(ctx.state.players[seat].dice) == MAX_DICE
        pass_round(ctx, seat, "pass.full" if full else "pass.stuck")  # R15.22
    ctx.state.active = find_next_seat(ctx.state, seat)
    if ctx.state.active is None:
        ctx.state.phase = "initiative"


def find_next_seat(state: State, seat: Seat) -> Seat | None:
    """R6 Return the next seat in turn order that has not passed, possibly `seat` itself; None if all have passed."""
    index = state.order.index(seat) + 1
    return next(
        (other for other in state.order[index:] + state.order[:index] if not state.players[other].has_passed), None
    )


def pass_round(ctx: GameContext[State], seat: Seat, key: str) -> None:
    """R6 Take the seat out of the rest of the phase. R15.24: the turn order does not change."""
    ctx.state.players[seat].has_passed = True
    ctx.log_event(key, who=SeatRef(seat), sum=ctx.state.players[seat].dice_sum)


def _build_pass_option(state: State, seat: Seat) -> Option:
    """R6 Build the option to take no more dice; its detail says whether the sum is within the threshold (R11)."""
    player = state.players[seat]
    key = "pass.detail_within" if is_within_threshold(player) else "pass.detail_above"
    sums: dict[str, Arg] = {"sum": player.dice_sum, "threshold": compute_threshold(player)}
    return Option("pass", None, Message("pass.label"), lambda: Message(key, sums))


async def confirm_pass(ctx: GameContext[State], seat: Seat) -> None:
    """R6 Ask the player to confirm a pass, which is final; show whether the sum is within the threshold (R11)."""
    player = ctx.state.players[seat]
    key = "pass.confirm_within" if is_within_threshold(player) else "pass.confirm_above"
    await ctx.confirm(
        seat,
        key,
        rule="R6",
        default="yes",
        button_key="pass.label",
        sum=player.dice_sum,
        threshold=compute_threshold(player),
    )


def compute_die_cost(die: Die) -> int:
    """R6.1 Return the cost in florins: slot value minus pips, at least 0."""
    return DIE_COSTS[die]


DIE_COSTS = {
    Die(column.color, pips): max(0, column.slot_value - pips) for column in DATA.column for pips in DATA.die.faces
}
DICE_WITH_COSTS = {
    column.color: {pips: (die := Die(column.color, pips), DIE_COSTS[die]) for pips in DATA.die.faces}
    for column in DATA.column
}
"""Colour -> pips -> (die, its cost)."""


def list_takeable_dice(state: State, seat: Seat, *, is_extra: bool = False) -> list[Die]:
    """R6.1 Return every die that the seat may take, one of each kind, colour by colour.

    `is_extra`: for the extra action (R11.2), i.e. beyond the limit, without cost, as if the seat's slots were empty.
    """
    player = state.players[seat]
    budget = compute_budget(player)
    placed = {} if is_extra else player.dice
    if len(placed) >= MAX_DICE:
        return []
    dice: list[Die] = []
    for color, pips_left in state.pool.items():
        if color in placed or not pips_left:
            continue
        kinds = dict.fromkeys(pips_left)
        if is_extra:
            if has_main_action(state, seat, budget, color):
                dice += (Die(color, pips) for pips in kinds)
            continue
        priced = DICE_WITH_COSTS[color]
        # R15.1: the cost is paid first, the action with the rest. An action possible with less is possible with more.
        for max_cost in sorted({cost for pips in kinds if (cost := priced[pips][1]) <= budget.florins}, reverse=True):
            if has_main_action(state, seat, budget.without_florins(max_cost), color):
                dice += (die for die, cost in map(priced.__getitem__, kinds) if cost <= max_cost)
                break
    return dice


def place_die(ctx: GameContext[State], seat: Seat, die: Die, cost: int) -> None:
    """R6.1 Move a die from the pool to the seat's board, where it stays until the round ends, and pay its cost."""
    player = ctx.state.players[seat]
    ctx.state.pool[die.color].remove(die.pips)
    player.dice[die.color] = die.pips
    player.florins -= cost
    key = "die.taken_paid" if cost else "die.taken"
    color = NounRef(f"die_colors.{die.color}")
    ctx.log_event(key, who=SeatRef(seat), color=color, pips=die.pips, cost=cost, left=player.florins)


OnlyAction = HireChoice | tuple[TileId, AssignmentChoice] | None
"""The only main action that a die allows: hire, an assignment tile with its payment, or the Signoria action (None)."""


def build_die_options(state: State, seat: Seat, dice: Sequence[Die], *, is_extra: bool = False) -> Iterator[Option]:
    """Yield an option for each die, e.g. `die:red:4`, grouped under the main actions that its colour allows.

    The detail shows the cost, the florins left and the new sum of the dice. If the die allows only one main action the
    detail names it too, because it will not be asked about.

    dice, is_extra: as in `list_takeable_dice`.
    """
    player = state.players[seat]
    limit, so_far = compute_threshold(player), player.dice_sum
    for color, dice_of_color in groupby(dice, key=itemgetter(0)):
        kinds = tuple(dice_of_color)
        costs = [0 if is_extra else DIE_COSTS[die] for die in kinds]
        group = partial(_build_group, state, seat, color, min(costs))
        for die, cost in zip(kinds, costs, strict=True):
            total = None if is_extra else so_far + die.pips
            key, label = _build_die_label(die)
            detail = partial(_build_die_detail, state, seat, die, cost, total, limit)
            yield Option(key, die, label, detail, group, key)


def iter_allowed_actions(state: State, seat: Seat, color: DieColor, budget: Budget) -> Iterator[str]:
    """Yield the main actions that a colour allows with this budget: `signoria`, assignment tiles, `hire`."""
    if is_executable(state, seat, budget, find_signoria_effect(color)):
        yield "signoria"
    for slot in dict.fromkeys(payment.slot for payment in iter_payable(state, seat, budget, CONTENT.slots_of[color])):
        yield state.assignments[slot]
    if list_hireable(state, seat, budget, color):
        yield "hire"


def find_only_action(state: State, seat: Seat, color: DieColor, budget: Budget) -> tuple[bool, OnlyAction]:
    """Return whether there is exactly one main action, and that action (None for the Signoria action)."""
    signoria = is_executable(state, seat, budget, find_signoria_effect(color))
    actions: list[OnlyAction] = [None] if signoria else []
    actions += (HireChoice(helper_id) for helper_id in list_hireable(state, seat, budget, color))
    if len(actions) > 1:
        return False, None
    for payment in iter_payable(state, seat, budget, CONTENT.slots_of[color]):
        if actions:
            return False, None
        actions.append((state.assignments[payment.slot], payment))
    return True, actions[0]


@cache
def _build_die_label(die: Die) -> tuple[str, Message]:
    """Return the key of a die option, which is also its place, and its label."""
    return f"die:{die.color}:{die.pips}", Message(
        "die.label", {"color": NounRef(f"die_colors.{die.color}"), "pips": die.pips}
    )


def _build_group(state: State, seat: Seat, color: DieColor, min_cost: int) -> Message:
    """Return the group heading of a colour: the main actions after taking its cheapest die, which allows the most."""
    actions = iter_allowed_actions(state, seat, color, compute_budget(state.players[seat]).without_florins(min_cost))
    return Message(
        "die.group",
        {"color": NounRef(f"die_colors.{color}"), "opens": tuple(_describe_action(color, it) for it in actions)},
    )


def _build_die_detail(state: State, seat: Seat, die: Die, cost: int, total: int | None, threshold: int) -> Message:
    """Return the detail of a die option. total: new sum of the dice; None where it no longer matters (R15.12)."""
    player = state.players[seat]
    is_sole, sole_action = find_only_action(state, seat, die.color, compute_budget(player).without_florins(cost))
    parts = [Message("die.costs", {"cost": cost, "left": player.florins - cost}) if cost else Message("die.free")]
    if total is not None:
        parts.append(Message("die.sum", {"sum": total, "threshold": threshold}))
        if total > threshold:
            parts.append(Message("die.above"))
    if is_sole:
        parts.append(_describe_only_action(die.color, sole_action))
    return Message("die.detail", {"parts": tuple(parts)})


def _describe_action(color: DieColor, action: str) -> Message:
    column = CONTENT.columns[color]
    match action:
        case "signoria":
            return Message("die.opens_action", {"action": NounRef(f"signoria_labels.{column.signoria}")})
        case "hire":
            return Message("die.opens_hire", {"color": NounRef(f"die_colors.{column.hires_into}")})
        case tile_id:
            return Message("die.opens_assignment", {"tile": NounRef(f"assignment_labels.{tile_id}")})


def _describe_only_action(color: DieColor, action: OnlyAction) -> Message:
    if action is None:
        return Message("die.only", {"action": NounRef(f"signoria_labels.{CONTENT.columns[color].signoria}")})
    if isinstance(action, HireChoice):
        cost = CONTENT.helpers[action.helper].cost
        return Message("die.only_hire", {"helper": NounRef(f"helper_labels.{action.helper}"), "cost": cost})
    return Message("die.only", {"action": describe_payment(*action)})


class ColorActions(NamedTuple):
    """The main actions that the dice of one colour allow, and the others."""

    actions: tuple[str, ...]
    """Allowed with the cheapest die, as in `iter_allowed_actions`; no other die of the colour allows more."""
    hindrances: tuple[Hindrance, ...]
    """The other main actions, each with the reason."""
    min_pips: tuple[tuple[str, int], ...]
    """Actions that need more than the fewest pips, because a dearer die leaves too few florins: (action, pips)."""


def list_color_actions(state: State, seat: Seat, *, is_extra: bool = False) -> dict[DieColor, ColorActions]:
    """Return the actions of each colour with a die that may be taken. is_extra: as in `list_takeable_dice`."""
    budget, kinds = compute_budget(state.players[seat]), dict[DieColor, list[Die]]()
    for die in list_takeable_dice(state, seat, is_extra=is_extra):
        kinds.setdefault(die.color, []).append(die)
    return {color: _compare_dice(state, seat, color, budget, dice, is_extra) for color, dice in kinds.items()}


def _compare_dice(
    state: State, seat: Seat, color: DieColor, budget: Budget, dice: list[Die], is_extra: bool
) -> ColorActions:
    pips_at: dict[int, int] = {}
    for die in sorted(dice, reverse=True):
        pips_at[0 if is_extra else DIE_COSTS[die]] = die.pips  # of the dice with the same cost, the fewest pips
    min_cost, *higher_costs = sorted(pips_at)
    actions = tuple(iter_allowed_actions(state, seat, color, budget.without_florins(min_cost)))
    hindrances = tuple(iter_hindrances(state, seat, color, budget.without_florins(min_cost), actions))
    min_pips = dict.fromkeys(actions, pips_at[min_cost])
    for cost in higher_costs:
        min_pips |= dict.fromkeys(iter_allowed_actions(state, seat, color, budget.without_florins(cost)), pips_at[cost])
    lowest_pips = min(pips_at.values())
    return ColorActions(
        actions, hindrances, tuple((action, pips) for action, pips in min_pips.items() if pips > lowest_pips)
    )
