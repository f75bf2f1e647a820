"""R7 Main actions: the options that a die gives, and carrying one out."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from engines.kernel import GameContext, LazyText, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Effect, GainFlorins, Marriage, Mission, Offspring, Progress
from engines.signorie.data.ids import DieColor
from engines.signorie.effects.perform import describe_outcome, is_executable, perform_effect
from engines.signorie.table.board import Budget, compute_budget, count_family_dice
from engines.signorie.table.state import State

from .assignments import AssignmentChoice, build_assignment_option, iter_payable, perform_assignment
from .helpers import HireChoice, build_hire_option, hire_helper, list_hireable

DATA = CONTENT.data

SIGNORIA: dict[str, Effect] = {
    "florins": GainFlorins(DATA.signoria.florins.florins),
    "marriage": Marriage("city"),
    "offspring": Offspring("family"),
    "tracks": Progress(DATA.signoria.tracks.tracks, DATA.signoria.tracks.points_max),
    "mission": Mission("city"),
}
"""R7.3 The effects of the Signoria actions printed on the columns."""

ActionChoice = Literal["signoria"] | AssignmentChoice | HireChoice


def find_signoria_effect(color: DieColor) -> Effect:
    return SIGNORIA[CONTENT.columns[color].signoria]


def has_main_action(state: State, seat: Seat, budget: Budget, color: DieColor) -> bool:
    """R6.1 Return whether a player with this budget, after paying for the die, can carry out some main action."""
    return (
        is_executable(state, seat, budget, find_signoria_effect(color))
        or bool(list_hireable(state, seat, budget, color))
        or any(iter_payable(state, seat, budget, CONTENT.slots_of[color]))
    )


def iter_main_actions(state: State, seat: Seat, color: DieColor, budget: Budget) -> Iterator[Option]:
    """R7 Yield an option for each main action of the column that can be carried out in full with this budget (D2)."""
    if is_executable(state, seat, budget, find_signoria_effect(color)):
        yield _build_signoria_option(seat, color, partial(_build_signoria_detail, state, seat, color, budget))
    for choice in iter_payable(state, seat, budget, CONTENT.slots_of[color]):
        yield build_assignment_option(state, seat, choice, budget)
    for helper_id in list_hireable(state, seat, budget, color):
        yield build_hire_option(seat, helper_id, budget.florins)


async def perform_main_action(ctx: GameContext[State], seat: Seat, color: DieColor) -> None:
    """R7 Let the player choose one main action of the column (D2) and carry it out."""
    options = list(iter_main_actions(ctx.state, seat, color, compute_budget(ctx.state.players[seat])))
    colour, first = NounRef(f"die_colors.{color}"), options[0].key
    action: ActionChoice = await ctx.choose(seat, "action.choose", options, rule="R7", default=first, color=colour)
    if action == "signoria":
        await perform_signoria(ctx, seat, color)
    elif isinstance(action, AssignmentChoice):
        await perform_assignment(ctx, seat, action)
    else:
        hire_helper(ctx, seat, action.helper)


async def perform_signoria(ctx: GameContext[State], seat: Seat, color: DieColor) -> None:
    """R7.3 Carry out the Signoria action of the column."""
    ctx.log_event("signoria.used", who=SeatRef(seat), action=_build_signoria_noun(color))
    await perform_effect(ctx, seat, find_signoria_effect(color))


def _build_signoria_noun(color: DieColor) -> NounRef:
    return NounRef(f"signoria_labels.{CONTENT.columns[color].signoria}")


def _build_signoria_detail(state: State, seat: Seat, color: DieColor, budget: Budget) -> Message:
    """Return the detail of the Signoria action: its outcome; for florins the new total, as the label has the gain."""
    effect = find_signoria_effect(color)
    if isinstance(effect, GainFlorins):
        return Message("signoria.florins", {"total": budget.florins + effect.florins})
    if isinstance(effect, Offspring):
        effect = Offspring(count_family_dice(state.players[seat]))
    return describe_outcome(state, seat, budget, effect)


def _build_signoria_option(seat: Seat, color: DieColor, detail: LazyText) -> Option:
    return Option(
        key="signoria",
        value="signoria",
        label=Message("signoria.label", {"action": _build_signoria_noun(color)}),
        detail=detail,
        group=Message("signoria.group", {"action": NounRef("terms.signoria_action")}),
        place=f"mat:{seat}:signoria:{color}",
    )
