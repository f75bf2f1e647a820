"""R7 Main actions: what a die lets its player do, and doing it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from engines.kernel import Lazy, Msg, Option, Seat, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Effect, GainFlorins, Marriage, Mission, Offspring, Progress
from engines.signorie.data.ids import DieColor
from engines.signorie.effects.perform import ahead, executable, perform
from engines.signorie.table.board import family_dice
from engines.signorie.table.budget import Budget, budget
from engines.signorie.table.state import State

from .assignments import Assign, assignment, option, payable
from .helpers import Hire, hire, hire_option, hireable

DATA = CONTENT.data

SIGNORIA: dict[str, Effect] = {
    "florins": GainFlorins(DATA.signoria.florins.florins),
    "marriage": Marriage("city"),
    "offspring": Offspring("family"),
    "tracks": Progress(DATA.signoria.tracks.tracks, DATA.signoria.tracks.points_max),
    "mission": Mission("city"),
}
"""R7.3 The Signoria action printed for a column."""

Action = Literal["signoria"] | Assign | Hire


def signoria_effect(color: DieColor) -> Effect:
    return SIGNORIA[CONTENT.columns[color].signoria]


def any_main_action(state: State, seat: Seat, have: Budget, color: DieColor) -> bool:
    """R6.1 Whether a player with this budget (the die is paid) can carry out some main action of the column."""
    return (
        executable(state, seat, have, signoria_effect(color))
        or bool(hireable(state, seat, have, color))
        or any(payable(state, seat, have, CONTENT.slots_of[color]))
    )


def main_actions(state: State, seat: Seat, color: DieColor, have: Budget) -> Iterator[Option]:
    """R7 Every main action of the column that can be carried out in full with this budget (D2)."""
    if executable(state, seat, have, signoria_effect(color)):
        yield _signoria_option(seat, color, partial(_signoria_detail, state, seat, color, have))
    for chosen in payable(state, seat, have, CONTENT.slots_of[color]):
        yield option(state, seat, chosen, have)
    for helper_id in hireable(state, seat, have, color):
        yield hire_option(seat, helper_id, have.florins)


async def main_action(t: Table[State], seat: Seat, color: DieColor) -> None:
    """R7 Exactly one main action of the column (D2)."""
    options = list(main_actions(t.state, seat, color, budget(t.state.players[seat])))
    colour, first = Term(f"die_colors.{color}"), options[0].key
    action: Action = await t.choose(seat, "action.choose", options, rule="R7", default=first, color=colour)
    if action == "signoria":
        await signoria(t, seat, color)
    elif isinstance(action, Assign):
        await assignment(t, seat, action)
    else:
        hire(t, seat, action.helper)


async def signoria(t: Table[State], seat: Seat, color: DieColor) -> None:
    """R7.3 The action printed on the column."""
    t.tell("signoria.used", who=Who(seat), action=_signoria_label(color))
    await perform(t, seat, signoria_effect(color))


def _signoria_label(color: DieColor) -> Term:
    return Term(f"signoria_labels.{CONTENT.columns[color].signoria}")


def _signoria_detail(state: State, seat: Seat, color: DieColor, have: Budget) -> Msg:
    """What the action brings; of florins the sum, because the label says how many come."""
    effect = signoria_effect(color)
    if isinstance(effect, GainFlorins):
        return Msg("signoria.florins", {"total": have.florins + effect.florins})
    if isinstance(effect, Offspring):
        effect = Offspring(family_dice(state.players[seat]))
    return ahead(state, seat, have, effect)


def _signoria_option(seat: Seat, color: DieColor, detail: Lazy) -> Option:
    return Option(
        key="signoria",
        value="signoria",
        label=Msg("signoria.label", {"action": _signoria_label(color)}),
        detail=detail,
        group=Msg("signoria.group", {"action": Term("terms.signoria_action")}),
        place=f"mat:{seat}:signoria:{color}",
    )
