"""R7.2 Assignments: meeples are paid for the tile that lies on an assignment slot this round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engines.kernel import Msg, Option, Seat, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import Marriage, Mission, RaiseThreshold
from engines.signorie.data.ids import SlotId, TileId
from engines.signorie.effects.family import people_of
from engines.signorie.effects.perform import ahead, executable, perform, words
from engines.signorie.effects.voluntary import Voluntary, beside, silence
from engines.signorie.table.budget import Budget, budget
from engines.signorie.table.state import State

ALL_SLOTS = tuple(CONTENT.slots)


class Assign(NamedTuple):
    """A number of meeples for the tile on that slot."""

    slot: SlotId
    meeples: int


def payable(
    state: State, seat: Seat, have: Budget, slots: Sequence[SlotId], exactly: int | None = None
) -> Iterator[Assign]:
    """R7.2 Every slot and number of meeples that can be paid and whose effect can be carried out after paying.

    `exactly`: only this number of meeples (R9 assignment_any). R13, R15.26: a turned tile cannot be chosen.
    """
    for slot in slots:
        tile_id = state.assignments[slot]
        if slot in state.turned:
            continue
        tile, sex = CONTENT.tiles[tile_id], CONTENT.slots[slot].sex
        effects = CONTENT.tile_effects[tile_id]
        for meeples in range(tile.meeples_min, min(tile.meeples_max, have.supply(sex)) + 1):
            if exactly not in (None, meeples):
                continue
            effect = effects.paid(meeples)
            into_stock = 0 if isinstance(effect, RaiseThreshold) else meeples
            if executable(state, seat, have.without_meeples(sex, meeples, into_stock), effect):  # R15.9
                yield Assign(slot, meeples)


async def assignment(t: Table[State], seat: Seat, chosen: Assign) -> None:
    """R7.2 Pay, perform, and with Secret Letters (R13) turn the tile."""
    slot, meeples = chosen
    tile_id = t.state.assignments[slot]
    effect = CONTENT.tile_effects[tile_id].paid(meeples)
    pay_meeples(t.state, seat, chosen, into_threshold=isinstance(effect, RaiseThreshold))
    tile = Term(f"assignment_labels.{tile_id}")
    t.tell("assign.done", who=Who(seat), people=people_of(CONTENT.slots[slot].sex, meeples), tile=tile)
    await perform(t, seat, effect)
    if "secret_letters" in t.state.variants:
        t.state.turned.append(slot)
        t.tell("assign.turned", tile=tile)


def pay_meeples(state: State, seat: Seat, chosen: Assign, *, into_threshold: bool) -> None:
    """R7.2(1) From the supply, the sex that the slot shows. R7.2(2) To the own stock, or to the threshold space."""
    player, sex = state.players[seat], CONTENT.slots[chosen.slot].sex
    player.supply[sex] -= chosen.meeples
    (player.threshold if into_threshold else player.stock)[sex] += chosen.meeples


async def any_assignment(t: Table[State], seat: Seat, meeples: int, by: Voluntary | None = None) -> None:
    """R9 assignment_any (D14): any of the ten slots, for exactly so many meeples, or none if it is voluntary."""
    have = budget(t.state.players[seat])
    options = [option(t.state, seat, one, have) for one in payable(t.state, seat, have, ALL_SLOTS, meeples)]
    offered, default = beside(options, by), silence(options, by)
    chosen: Assign | None = await t.choose(
        seat, "assign.choose_any", offered, rule="R9", default=default, count=meeples
    )
    if chosen is None:
        return
    if by:
        by.told(t, seat)
    await assignment(t, seat, chosen)


def option(state: State, seat: Seat, chosen: Assign, have: Budget) -> Option:
    """`assign:red_m:2`."""
    sex, meeples = CONTENT.slots[chosen.slot].sex, chosen.meeples
    tile_id, left = state.assignments[chosen.slot], have.supply(sex) - meeples
    effect = CONTENT.tile_effects[tile_id].paid(meeples)
    if not isinstance(effect, Mission | Marriage):
        return _option(tile_id, chosen, left)
    after = have.without_meeples(sex, meeples, meeples)

    def detail() -> Msg:
        return Msg("assign.detail_effect", {"people": _left(chosen, left), "effect": ahead(state, seat, after, effect)})

    return msgspec.structs.replace(_option(tile_id, chosen, left), detail=detail)


@lru_cache(4096)
def _option(tile_id: TileId, chosen: Assign, left: int) -> Option:
    return Option(
        key=f"assign:{chosen.slot}:{chosen.meeples}",
        value=chosen,
        label=paying(tile_id, chosen),
        detail=Msg("assign.detail", {"people": _left(chosen, left)}),
        group=Msg("assign.group", {"color": Term(f"die_colors.{CONTENT.slots[chosen.slot].area}")}),
        place=f"assign:{chosen.slot}",
    )


def _left(chosen: Assign, left: int) -> Msg:
    """So many of the sex that was paid are left in the supply."""
    sex = CONTENT.slots[chosen.slot].sex
    return people_of(sex, left) if left else Msg(f"people.no_{sex}")


def paying(tile_id: TileId, chosen: Assign) -> Msg:
    """Who is paid for what."""
    paid = people_of(CONTENT.slots[chosen.slot].sex, chosen.meeples)
    effect = CONTENT.tile_effects[tile_id].paid(chosen.meeples)
    if isinstance(effect, Mission | Marriage):  # said in full below the label
        name = Term("terms.diplomatic_mission" if isinstance(effect, Mission) else "terms.marriage")
        return Msg("assign.label", {"people": paid, "effect": name})
    return Msg("assign.label", {"people": paid, "effect": words(effect)})
