"""R7.1 Hiring helpers, R9 using them, R11.1 a helper for free."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Arg, Msg, Option, Seat, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import (
    AssignmentAny,
    Effect,
    GainVp,
    HelperEffect,
    Marriage,
    Mission,
    Progress,
    VpPerMaleInCities,
)
from engines.signorie.data.ids import DieColor, HelperId
from engines.signorie.effects.perform import executable, perform, words
from engines.signorie.effects.voluntary import Voluntary
from engines.signorie.table.board import helper_discs_left, in_cities
from engines.signorie.table.budget import Budget, budget
from engines.signorie.table.state import State

from .assignments import ALL_SLOTS, any_assignment, payable

ALL_HELPERS = tuple(CONTENT.helpers)


class Hire(NamedTuple):
    """The main action of hiring into that helper slot."""

    helper: HelperId


def label(helper_id: HelperId) -> Term:
    return Term(f"helper_labels.{helper_id}")


def hireable(state: State, seat: Seat, have: Budget, color: DieColor) -> list[HelperId]:
    """R7.1 Empty, payable helper slots in the column that a die of this colour hires into.

    R15.18: a disc must be left in the shared supply.
    """
    if not helper_discs_left(state):
        return []
    taken = state.players[seat].helpers
    column = CONTENT.helpers_of[CONTENT.columns[color].hires_into]
    return [
        helper_id for helper_id in column if helper_id not in taken and CONTENT.helpers[helper_id].cost <= have.florins
    ]


def hire(t: Table[State], seat: Seat, helper_id: HelperId) -> None:
    """R7.1 Pay the slot's cost and put a helper disc there for the rest of the game; no immediate effect."""
    player, helper = t.state.players[seat], CONTENT.helpers[helper_id]
    player.florins -= helper.cost
    player.helpers.append(helper_id)
    column = Term(f"die_colors.{helper.column}")
    t.tell("helper.hired", who=Who(seat), helper=label(helper_id), color=column, cost=helper.cost, left=player.florins)


@lru_cache(4096)
def hire_option(seat: Seat, helper_id: HelperId, florins: int) -> Option:
    """`hire:y_mid`, when the player has so many florins."""
    left = florins - CONTENT.helpers[helper_id].cost
    return _slot_option(seat, helper_id, f"hire:{helper_id}", Hire(helper_id), "hire", left=left)


def _slot_option(seat: Seat, helper_id: HelperId, key: str, value: Hire | str, how: str, **more: Arg) -> Option:
    """A helper slot to choose. Sentences: `helper.<how>`, `helper.<how>_detail`, `helper.<how>_group`."""
    helper = CONTENT.helpers[helper_id]
    args: dict[str, Arg] = {"helper": label(helper_id), "color": Term(f"die_colors.{helper.column}")}
    args |= {"row": Term(f"helper_rows.{helper.row}"), "cost": helper.cost, **more}
    return Option(
        key=key,
        value=value,
        label=Msg(f"helper.{how}", args),
        detail=Msg(f"helper.{how}_detail", args),
        group=Msg(f"helper.{how}_group", args),
        place=f"mat:{seat}:helper:{helper_id}",
    )


# ---------------------------------------------------------------- using them


async def use_helpers(t: Table[State], seat: Seat, color: DieColor, pips: int) -> None:
    """R9, R6.2 The own helpers of the die's column, top to bottom, each used once or skipped (D8).

    Whether one is executable is judged when its turn comes, so one helper may make the next possible.
    """
    for helper_id in CONTENT.helpers_of[color]:
        if helper_id in t.state.players[seat].helpers:
            effect = in_numbers(t.state, seat, CONTENT.helper_effects[helper_id], pips)
            if usable(t.state, seat, effect):
                await offer_helper(t, seat, helper_id, effect)
            else:
                t.tell("helper.idle", who=Who(seat), helper=label(helper_id))


def in_numbers(state: State, seat: Seat, effect: HelperEffect, pips: int) -> Effect | AssignmentAny:
    """R9 What a helper is good for now: "+ die" is the pips of the die just placed, men in cities are counted."""
    match effect:
        case Progress(tracks=tracks, points="die"):
            return Progress(tracks, pips)
        case VpPerMaleInCities(vp=vp):
            return GainVp(vp * in_cities(state, seat, "male"))
        case _:
            return effect


def usable(state: State, seat: Seat, effect: Effect | AssignmentAny) -> bool:
    """R9 A question is put only for an executable helper."""
    have = budget(state.players[seat])
    if isinstance(effect, AssignmentAny):
        return any(payable(state, seat, have, ALL_SLOTS, effect.max_meeples))
    return executable(state, seat, have, effect)


async def offer_helper(t: Table[State], seat: Seat, helper_id: HelperId, effect: Effect | AssignmentAny) -> None:
    """R9 (D8) Use the helper, which must then be carried out, or skip it for this turn.

    Who has table option `every_step` is asked first. Else what only gains is used at once (what gains nothing is not),
    and where something must be decided or paid, leaving it out is one of the options.
    """
    name = label(helper_id)
    if t.state.every_step:
        options = _use_or_skip(seat, helper_id, effect)
        if not await t.choose(seat, "helper.choose", options, rule="R9", default="skip", helper=name):
            return
    elif isinstance(effect, GainVp) and not effect.vp:
        return
    by = Voluntary(name) if costs(effect) and not t.state.every_step else None
    if by is None:
        t.tell("helper.used", who=Who(seat), helper=name)
    if isinstance(effect, AssignmentAny):
        await any_assignment(t, seat, effect.max_meeples, by)
    else:
        await perform(t, seat, effect, by)


def costs(effect: Effect | AssignmentAny) -> bool:
    """Whether a player may want to do without: it takes a piece or florins, or moves what might better stay."""
    return isinstance(effect, AssignmentAny | Marriage | Mission | Progress)


@lru_cache(256)
def _use_or_skip(seat: Seat, helper_id: HelperId, effect: Effect | AssignmentAny) -> tuple[Option, Option]:
    place = f"mat:{seat}:helper:{helper_id}"
    use = Option("use", True, Msg("helper.use"), words(effect), place=place)
    return use, Option("skip", False, Msg("helper.skip"), Msg("helper.skip_detail"))


# ---------------------------------------------------------------- a free one


def can_place_free(state: State, seat: Seat) -> bool:
    """R11.1 b_helper: an empty slot and a disc exist."""
    return helper_discs_left(state) > 0 and len(state.players[seat].helpers) < len(ALL_HELPERS)


async def free_helper(t: Table[State], seat: Seat) -> None:
    """R11.1 b_helper (D12): a disc into any empty helper slot of any column; no cost, no activation."""
    taken = t.state.players[seat].helpers
    options = [_free_option(seat, name) for name in ALL_HELPERS if name not in taken]
    helper_id: HelperId = await t.choose(seat, "helper.choose_free", options, rule="R11.1", default=options[0].key)
    t.state.players[seat].helpers.append(helper_id)
    column = Term(f"die_colors.{CONTENT.helpers[helper_id].column}")
    t.tell("helper.placed", who=Who(seat), helper=label(helper_id), color=column)


@lru_cache(256)
def _free_option(seat: Seat, helper_id: HelperId) -> Option:
    """`helper:y_mid`."""
    return _slot_option(seat, helper_id, f"helper:{helper_id}", helper_id, "free")
