"""R4.2 Placement of pieces from the supply, or from the table if the supply is empty."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any, NamedTuple

from engines.kernel import GameContext, Message, NounRef, Option, SeatRef, message
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.places import (
    SUPPLY,
    Block,
    Cylinder,
    Place,
    Supply,
    list_block_places,
    list_cylinder_places,
    name_piece,
    name_place,
)
from engines.pax_pamir.table.questions import TakeBlock, TakeCylinder
from engines.pax_pamir.table.state import State

from .board_changes import Change
from .decisions import decide


class PlacedPiece(NamedTuple):
    """A piece at its place."""

    place: Place
    """The place where it has been put, which also tells its kind."""
    coalition: Coalition | None = None
    """Coalition of a block; None for a cylinder."""
    why: Message | None = None
    """Wakhan's reason for the place."""

    def build_words(self, number: int) -> Message:
        """Return a text of this many equal pieces: "2 Afghan armies in Herat"."""
        plain = name_piece(self.place, self.coalition, number)
        return plain if self.why is None else Message(f"{plain.key}_why", {**plain.args, "why": self.why})


class Placed(NamedTuple):
    """R4.2 A player placed these pieces, one after another. The message counts equal ones."""

    player: SeatRef | NounRef
    """The one who places, as the message names them."""
    pieces: tuple[PlacedPiece, ...]
    """In the order of placing; merging appends later ones."""

    def build_message(self) -> Message:
        piece_texts = tuple(piece.build_words(len(list(equal))) for piece, equal in groupby(self.pieces))
        return message("piece.placed", who=self.player, pieces=piece_texts)

    def merge_with(self, later: object, /) -> Placed | None:
        if isinstance(later, Placed) and later.player == self.player:
            return Placed(self.player, (*self.pieces, *later.pieces))
        return None


# ---------------------------------------------------------------- sources of pieces


async def choose_block_source(
    ctx: GameContext[State], chooser: int, coalition: Coalition, target: Block | None = None
) -> Block | Supply | None:
    """R4.2 Return the source of a block to be placed: the supply, a place that the chooser names, or None.

    target: the block's new place, if already known
    """
    s = ctx.state
    if s.count_block_supply(coalition) > 0:
        return SUPPLY
    places = list_block_places(s, coalition)
    if not places:
        ctx.log_event("piece.no_block", who=s.name_player(chooser), coalition=NounRef(f"coalition.{coalition}"))
        return None

    async def take_away(ctx: GameContext[State], place: Block) -> None:
        if target is not None:
            await put_block(ctx, coalition, place, target, chooser)
        else:
            async with Change(ctx) as board:
                board.remove_block(coalition, place)

    taken: Block = await decide(
        ctx,
        chooser,
        "piece.block",
        [_build_option(s, chooser, place, take_away) for place in places],
        TakeBlock(coalition, tuple(places)),
        rule="R4.2",
        default=places[0].key,
        coalition=NounRef(f"coalition.{coalition}"),
    )
    return taken


async def choose_cylinder_source(
    ctx: GameContext[State], player: int, target: Cylinder | None = None
) -> Cylinder | Supply | None:
    """R4.2 Return the source of a cylinder to be placed, as `choose_block_source` does for blocks."""
    s = ctx.state
    if s.count_supply(player) > 0:
        return SUPPLY
    places = list_cylinder_places(s, player)

    async def take_away(ctx: GameContext[State], place: Cylinder) -> None:
        if target is not None:
            await put_cylinder(ctx, player, place, target)
        else:
            async with Change(ctx) as board:
                board.remove_cylinder(player, place)

    taken: Cylinder | None = None
    if places:
        options = [_build_option(s, player, place, take_away) for place in places]
        subject = TakeCylinder(tuple(places))
        taken = await decide(ctx, player, "piece.cylinder", options, subject, rule="R4.2", default=places[0].key)
    if taken is None:
        ctx.log_event("piece.no_cylinder", who=s.name_player(player))
    return taken


def _build_option(s: State, chooser: int, place: Place, take_away: Callable[[GameContext[State], Any], Any]) -> Option:
    """Return the option to take a piece from a place.

    take_away: moves the piece to its target, or only removes it if the target is not yet known; for the detail.
    """

    def detail() -> Message:
        return consequences.describe_results(s, lambda t: take_away(t, place), chooser)

    return Option(place.key, place, name_place(place), detail, place=place.option_place)


# ---------------------------------------------------------------- placing


async def put_block(
    ctx: GameContext[State],
    coalition: Coalition,
    source: Block | Supply,
    target: Block,
    by: int,
    counts_as_placed: bool = True,
) -> None:
    """R4.2 Place a block, then handle the consequences of its departure from the source.

    source: from `choose_block_source`; by: the player who places it; counts_as_placed: False for #3
    """
    s = ctx.state
    async with Change(ctx) as board:
        board.add_block(coalition, target, counts_as_placed)
        if not isinstance(source, Supply):
            board.remove_block(coalition, source)
            side = NounRef(f"coalition.{coalition}")
            ctx.log_event("piece.block_taken", who=s.name_player(by), coalition=side, source=name_place(source))
        ctx.log_fact(Placed(s.name_player(by), (PlacedPiece(target, coalition),)))


async def put_cylinder(
    ctx: GameContext[State], player: int, source: Cylinder | Supply, target: Cylinder, why: Message | None = None
) -> None:
    """R4.2 Place a cylinder, then handle the consequences of its departure from the source.

    A tribe that is taken and placed again in the same region is no loss. why: Wakhan's reason for the target
    """
    s = ctx.state
    async with Change(ctx) as board:
        board.add_cylinder(player, target)
        if not isinstance(source, Supply):
            board.remove_cylinder(player, source)
            ctx.log_event("piece.cylinder_taken", who=s.name_player(player), source=name_place(source))
        ctx.log_fact(Placed(s.name_player(player), (PlacedPiece(target, why=why),)))
