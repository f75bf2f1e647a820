"""R7.2 Assignments: players pay meeples to use the tile on an assignment slot."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engines.kernel import GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Marriage, Mission, RaiseThreshold
from engines.signorie.data.ids import SlotId, TileId
from engines.signorie.effects.family import describe_people_of_sex
from engines.signorie.effects.optional import OptionalEffect, add_skip, find_default_key
from engines.signorie.effects.perform import describe_effect, describe_outcome, is_executable, perform_effect
from engines.signorie.table.board import Budget, compute_budget
from engines.signorie.table.state import State

ALL_SLOTS = tuple(CONTENT.slots)


class AssignmentChoice(NamedTuple):
    """The choice of an assignment slot and of the number of meeples to pay."""

    slot: SlotId
    """Assignment slot whose tile is used; it decides the sex of the meeples."""
    meeples: int
    """Number of meeples to pay (R7.2(1))."""


def iter_payable(
    state: State, seat: Seat, budget: Budget, slots: Sequence[SlotId], required_meeples: int | None = None
) -> Iterator[AssignmentChoice]:
    """R7.2 Yield each slot and number of meeples that can be paid and whose effect is executable after paying.

    `required_meeples`: only this number (R9 assignment_any). R13, R15.26: a turned tile cannot be chosen.
    """
    for slot in slots:
        tile_id = state.assignments[slot]
        if slot in state.turned:
            continue
        tile, sex = CONTENT.tiles[tile_id], CONTENT.slots[slot].sex
        effects = CONTENT.tile_effects[tile_id]
        for meeples in range(tile.meeples_min, min(tile.meeples_max, budget.count_meeples(sex)) + 1):
            if required_meeples not in (None, meeples):
                continue
            effect = effects.build_effect(meeples)
            into_stock = 0 if isinstance(effect, RaiseThreshold) else meeples
            if is_executable(state, seat, budget.without_meeples(sex, meeples, into_stock), effect):  # R15.9
                yield AssignmentChoice(slot, meeples)


async def perform_assignment(ctx: GameContext[State], seat: Seat, choice: AssignmentChoice) -> None:
    """R7.2 Pay, carry out the effect, and with Secret Letters (R13) turn the tile face down."""
    slot, meeples = choice
    tile_id = ctx.state.assignments[slot]
    effect = CONTENT.tile_effects[tile_id].build_effect(meeples)
    pay_meeples(ctx.state, seat, choice, counts_for_threshold=isinstance(effect, RaiseThreshold))
    tile = NounRef(f"assignment_labels.{tile_id}")
    ctx.log_event(
        "assign.done", who=SeatRef(seat), people=describe_people_of_sex(CONTENT.slots[slot].sex, meeples), tile=tile
    )
    await perform_effect(ctx, seat, effect)
    if "secret_letters" in ctx.state.variants:
        ctx.state.turned.append(slot)
        ctx.log_event("assign.turned", tile=tile)


def pay_meeples(state: State, seat: Seat, choice: AssignmentChoice, *, counts_for_threshold: bool) -> None:
    """R7.2(1), (2) Move meeples of the slot's sex from the supply to the player's stock or the threshold space."""
    player, sex = state.players[seat], CONTENT.slots[choice.slot].sex
    player.supply[sex] -= choice.meeples
    (player.threshold if counts_for_threshold else player.stock)[sex] += choice.meeples


async def choose_assignment(
    ctx: GameContext[State], seat: Seat, meeples: int, optional: OptionalEffect | None = None
) -> None:
    """R9 assignment_any (D14): Let the player choose any of the ten slots, for exactly `meeples` meeples.

    optional: the effect's helper, if the player may still decline to use it.
    """
    budget = compute_budget(ctx.state.players[seat])
    options = [
        build_assignment_option(ctx.state, seat, choice, budget)
        for choice in iter_payable(ctx.state, seat, budget, ALL_SLOTS, meeples)
    ]
    offered_options, default = add_skip(options, optional), find_default_key(options, optional)
    chosen_option: AssignmentChoice | None = await ctx.choose(
        seat, "assign.choose_any", offered_options, rule="R9", default=default, count=meeples
    )
    if chosen_option is None:
        return
    if optional:
        optional.log_use(ctx, seat)
    await perform_assignment(ctx, seat, chosen_option)


def build_assignment_option(state: State, seat: Seat, choice: AssignmentChoice, budget: Budget) -> Option:
    """Build the option of an assignment, e.g. `assign:red_m:2`.

    A mission or marriage gets a detail that depends on the state; the rest of the option is cached.
    """
    sex, meeples = CONTENT.slots[choice.slot].sex, choice.meeples
    tile_id, remaining = state.assignments[choice.slot], budget.count_meeples(sex) - meeples
    effect = CONTENT.tile_effects[tile_id].build_effect(meeples)
    if not isinstance(effect, Mission | Marriage):
        return _build_option(tile_id, choice, remaining)
    after = budget.without_meeples(sex, meeples, meeples)

    def detail() -> Message:
        return Message(
            "assign.detail_effect",
            {"people": _describe_remaining(choice, remaining), "effect": describe_outcome(state, seat, after, effect)},
        )

    return msgspec.structs.replace(_build_option(tile_id, choice, remaining), detail=detail)


@lru_cache(4096)
def _build_option(tile_id: TileId, choice: AssignmentChoice, remaining: int) -> Option:
    return Option(
        key=f"assign:{choice.slot}:{choice.meeples}",
        value=choice,
        label=describe_payment(tile_id, choice),
        detail=Message("assign.detail", {"people": _describe_remaining(choice, remaining)}),
        group=Message("assign.group", {"color": NounRef(f"die_colors.{CONTENT.slots[choice.slot].area}")}),
        place=f"assign:{choice.slot}",
    )


def _describe_remaining(choice: AssignmentChoice, remaining: int) -> Message:
    """Return the message with the meeples of the paid sex that remain in the supply."""
    sex = CONTENT.slots[choice.slot].sex
    return describe_people_of_sex(sex, remaining) if remaining else Message(f"people.no_{sex}")


def describe_payment(tile_id: TileId, choice: AssignmentChoice) -> Message:
    """Return the label of an assignment: the meeples to pay, and its effect."""
    people = describe_people_of_sex(CONTENT.slots[choice.slot].sex, choice.meeples)
    effect = CONTENT.tile_effects[tile_id].build_effect(choice.meeples)
    if isinstance(effect, Mission | Marriage):  # the detail describes it in full
        name = NounRef("terms.diplomatic_mission" if isinstance(effect, Mission) else "terms.marriage")
        return Message("assign.label", {"people": people, "effect": name})
    return Message("assign.label", {"people": people, "effect": describe_effect(effect)})
