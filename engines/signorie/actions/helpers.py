"""R7.1 Hiring helpers, R9 using them, R11.1 placing a helper for free."""

from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Arg, GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.data import effect_types
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import SEXES, DieColor, HelperId
from engines.signorie.effects.optional import OptionalEffect
from engines.signorie.effects.perform import describe_effect, is_executable, perform_effect
from engines.signorie.table.board import (
    Budget,
    compute_budget,
    count_family_dice,
    count_helper_discs_left,
    count_in_cities,
)
from engines.signorie.table.state import State

from .assignments import ALL_SLOTS, choose_assignment, iter_payable

ALL_HELPERS = tuple(CONTENT.helpers)


class HireChoice(NamedTuple):
    """The choice of a helper slot to hire into, as a main action."""

    helper: HelperId
    """Empty helper slot, in the column that the die's column hires into (R7.1)."""


def name_helper(helper_id: HelperId) -> NounRef:
    return NounRef(f"helper_labels.{helper_id}")


def list_hireable(state: State, seat: Seat, budget: Budget, color: DieColor) -> list[HelperId]:
    """R7.1 Return the empty, affordable helper slots of the column that a die of this colour hires into.

    R15.18: a disc must be left in the shared supply.
    """
    if not count_helper_discs_left(state):
        return []
    hired = state.players[seat].helpers
    column = CONTENT.helpers_of[CONTENT.columns[color].hires_into]
    return [
        helper_id
        for helper_id in column
        if helper_id not in hired and CONTENT.helpers[helper_id].cost <= budget.florins
    ]


def hire_helper(ctx: GameContext[State], seat: Seat, helper_id: HelperId) -> None:
    """R7.1 Pay the slot's cost and put a helper disc there for the rest of the game. It has no immediate effect."""
    player, helper = ctx.state.players[seat], CONTENT.helpers[helper_id]
    player.florins -= helper.cost
    player.helpers.append(helper_id)
    column = NounRef(f"die_colors.{helper.column}")
    ctx.log_event(
        "helper.hired",
        who=SeatRef(seat),
        helper=name_helper(helper_id),
        color=column,
        cost=helper.cost,
        left=player.florins,
    )


@lru_cache(4096)
def build_hire_option(seat: Seat, helper_id: HelperId, florins: int) -> Option:
    """Build the option to hire into a slot, e.g. `hire:y_mid`. florins: in hand before hiring."""
    florins_left = florins - CONTENT.helpers[helper_id].cost
    return _build_slot_option(seat, helper_id, f"hire:{helper_id}", HireChoice(helper_id), "hire", left=florins_left)


def _build_slot_option(
    seat: Seat, helper_id: HelperId, key: str, value: HireChoice | str, kind: str, **more: Arg
) -> Option:
    """Build an option for a helper slot. Its catalogue keys are `helper.<kind>`, `helper.<kind>_detail`, `…_group`."""
    helper = CONTENT.helpers[helper_id]
    args: dict[str, Arg] = {"helper": name_helper(helper_id), "color": NounRef(f"die_colors.{helper.column}")}
    args |= {"row": NounRef(f"helper_rows.{helper.row}"), "cost": helper.cost, **more}
    return Option(
        key=key,
        value=value,
        label=Message(f"helper.{kind}", args),
        detail=Message(f"helper.{kind}_detail", args),
        group=Message(f"helper.{kind}_group", args),
        place=f"mat:{seat}:helper:{helper_id}",
    )


# ---------------------------------------------------------------- using helpers


async def use_helpers(ctx: GameContext[State], seat: Seat, color: DieColor, pips: int) -> None:
    """R9, R6.2 Use or skip each of the seat's helpers in the die's column, top to bottom (D8).

    Feasibility is checked when the helper's turn comes, so one helper may make the next one possible.
    """
    for helper_id in CONTENT.helpers_of[color]:
        if helper_id in ctx.state.players[seat].helpers:
            effect = resolve_effect(ctx.state, seat, CONTENT.helper_effects[helper_id], pips)
            if is_usable(ctx.state, seat, effect):
                await offer_helper(ctx, seat, helper_id, effect)
            else:
                ctx.log_event("helper.idle", who=SeatRef(seat), helper=name_helper(helper_id))


def resolve_effect(
    state: State, seat: Seat, effect: effect_types.HelperEffect, pips: int
) -> effect_types.Effect | effect_types.AssignmentAny:
    """R9 Return the effect with its present numbers: "+ die" = pips of the die just placed; men in cities counted."""
    match effect:
        case effect_types.Progress(tracks=tracks, points="die"):
            return effect_types.Progress(tracks, pips)
        case effect_types.VpPerMaleInCities(vp=vp):
            return effect_types.GainVp(vp * count_in_cities(state, seat, "male"))
        case _:
            return effect


def is_usable(state: State, seat: Seat, effect: effect_types.Effect | effect_types.AssignmentAny) -> bool:
    """R9 Return whether the helper's effect can be carried out; otherwise the helper is not offered."""
    budget = compute_budget(state.players[seat])
    if isinstance(effect, effect_types.AssignmentAny):
        return any(iter_payable(state, seat, budget, ALL_SLOTS, effect.max_meeples))
    return is_executable(state, seat, budget, effect)


async def offer_helper(
    ctx: GameContext[State], seat: Seat, helper_id: HelperId, effect: effect_types.Effect | effect_types.AssignmentAny
) -> None:
    """R9 (D8) Use the helper, or skip it for this turn. A helper that is used must be carried out.

    With the table option `every_step`, and where the helper takes the last of a stock, the player is asked first.
    Otherwise helpers that only gain are used without a question (unless they would gain nothing), and for helpers with
    a decision or a payment, the question about it offers to skip the helper.
    """
    name = name_helper(helper_id)
    if ctx.state.asks_every_step or takes_last(ctx.state, seat, effect):
        options = _build_use_options(seat, helper_id, effect)
        if not await ctx.choose(seat, "helper.choose", options, rule="R9", default="skip", helper=name):
            return
    elif isinstance(effect, effect_types.GainVp) and not effect.vp:
        return
    optional = OptionalEffect(name) if may_decline(effect) and not ctx.state.asks_every_step else None
    if optional is None:
        ctx.log_event("helper.used", who=SeatRef(seat), helper=name)
    if isinstance(effect, effect_types.AssignmentAny):
        await choose_assignment(ctx, seat, effect.max_meeples, optional)
    else:
        await perform_effect(ctx, seat, effect, optional)


def takes_last(state: State, seat: Seat, effect: effect_types.Effect | effect_types.AssignmentAny) -> bool:
    """Return whether the effect may take the last man or woman of the player's stock, or the last city tile: other
    actions of the player may then be gone.
    """
    stock = state.players[seat].stock
    match effect:
        case effect_types.TakeMeeples(count=count):
            return any(0 < stock[sex] <= count for sex in SEXES)
        case effect_types.Offspring(dice=dice):
            return any(
                0 < stock[sex] <= (count_family_dice(state.players[seat]) if dice == "family" else dice)
                for sex in SEXES
            )
        case effect_types.FaceDownTile():
            return len(state.stack) <= 1
        case _:
            return False


def may_decline(effect: effect_types.Effect | effect_types.AssignmentAny) -> bool:
    """Return whether a player may want to skip the effect: it costs pieces or florins, or moves pieces."""
    return isinstance(
        effect, effect_types.AssignmentAny | effect_types.Marriage | effect_types.Mission | effect_types.Progress
    )


@lru_cache(256)
def _build_use_options(
    seat: Seat, helper_id: HelperId, effect: effect_types.Effect | effect_types.AssignmentAny
) -> tuple[Option, Option]:
    place = f"mat:{seat}:helper:{helper_id}"
    use = Option("use", True, Message("helper.use"), describe_effect(effect), place=place)
    return use, Option("skip", False, Message("helper.skip"), Message("helper.skip_detail"))


# ---------------------------------------------------------------- placing a helper for free


def can_place_free_helper(state: State, seat: Seat) -> bool:
    """R11.1 b_helper: Return whether there are an empty helper slot and a helper disc."""
    return count_helper_discs_left(state) > 0 and len(state.players[seat].helpers) < len(ALL_HELPERS)


async def place_free_helper(ctx: GameContext[State], seat: Seat) -> None:
    """R11.1 b_helper (D12): Put a disc in any empty helper slot of any column; no cost, no activation."""
    hired = ctx.state.players[seat].helpers
    options = [_build_free_option(seat, name) for name in ALL_HELPERS if name not in hired]
    helper_id: HelperId = await ctx.choose(seat, "helper.choose_free", options, rule="R11.1", default=options[0].key)
    ctx.state.players[seat].helpers.append(helper_id)
    column = NounRef(f"die_colors.{CONTENT.helpers[helper_id].column}")
    ctx.log_event("helper.placed", who=SeatRef(seat), helper=name_helper(helper_id), color=column)


@lru_cache(256)
def _build_free_option(seat: Seat, helper_id: HelperId) -> Option:
    """Build the option to place a helper for free, e.g. `helper:y_mid`."""
    return _build_slot_option(seat, helper_id, f"helper:{helper_id}", helper_id, "free")
