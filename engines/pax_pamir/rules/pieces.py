"""R4.2 Placing pieces: from the supply, or taken from the table where that is empty; and one step of a move (R8.4)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any, NamedTuple

from engines.kernel import Msg, Option, Table, Term, Who, say
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.places import (
    SUPPLY,
    Block,
    Cylinder,
    Place,
    Supply,
    block_places,
    cylinder_places,
    piece_words,
    place_words,
)
from engines.pax_pamir.table.questions import TakeBlock, TakeCylinder
from engines.pax_pamir.table.state import State

from .aftermath import Change
from .decide import decide


class Piece(NamedTuple):
    """A piece on its place. why: why Wakhan places it there"""

    place: Place
    coalition: Coalition | None = None
    why: Msg | None = None

    def words(self, number: int) -> Msg:
        """ "2 Afghan armies in Herat\""""
        plain = piece_words(self.place, self.coalition, number)
        return plain if self.why is None else Msg(f"{plain.key}_why", {**plain.args, "why": self.why})


class Placed(NamedTuple):
    """R4.2 Pieces that a player has placed one after another: equal ones are counted."""

    who: Who | Term
    pieces: tuple[Piece, ...]

    def sentence(self) -> Msg:
        counted = tuple(piece.words(len(list(equal))) for piece, equal in groupby(self.pieces))
        return say("piece.placed", who=self.who, pieces=counted)

    def joined(self, later: object, /) -> Placed | None:
        if isinstance(later, Placed) and later.who == self.who:
            return Placed(self.who, (*self.pieces, *later.pieces))
        return None


# ---------------------------------------------------------------- where a piece comes from


async def block_to_place(
    t: Table[State], chooser: int, coalition: Coalition, target: Block | None = None
) -> Block | Supply | None:
    """R4.2 Where the block to be placed comes from: the supply, a place that the chooser names, None if there is none.

    target: where it goes, if that is known already
    """
    s = t.state
    if s.block_supply(coalition) > 0:
        return SUPPLY
    places = block_places(s, coalition)
    if not places:
        t.tell("piece.no_block", who=s.named(chooser), coalition=Term(f"coalition.{coalition}"))
        return None

    async def leave(t: Table[State], place: Block) -> None:
        if target is not None:
            await put_block(t, coalition, place, target, chooser)
        else:
            async with Change(t) as board:
                board.remove_block(coalition, place)

    taken: Block = await decide(
        t,
        chooser,
        "piece.block",
        [_option(s, chooser, place, leave) for place in places],
        TakeBlock(coalition, tuple(places)),
        rule="R4.2",
        default=places[0].key,
        coalition=Term(f"coalition.{coalition}"),
    )
    return taken


async def cylinder_to_place(t: Table[State], player: int, target: Cylinder | None = None) -> Cylinder | Supply | None:
    """R4.2 Where the player's cylinder to be placed comes from, as of `block_to_place`."""
    s = t.state
    if s.supply(player) > 0:
        return SUPPLY
    places = cylinder_places(s, player)

    async def leave(t: Table[State], place: Cylinder) -> None:
        if target is not None:
            await put_cylinder(t, player, place, target)
        else:
            async with Change(t) as board:
                board.remove_cylinder(player, place)

    taken: Cylinder | None = None
    if places:
        options = [_option(s, player, place, leave) for place in places]
        about = TakeCylinder(tuple(places))
        taken = await decide(t, player, "piece.cylinder", options, about, rule="R4.2", default=places[0].key)
    if taken is None:
        t.tell("piece.no_cylinder", who=s.named(player))
    return taken


def _option(s: State, chooser: int, place: Place, leave: Callable[[Table[State], Any], Any]) -> Option:
    """A piece to be taken, with what that means: it goes to its target, or only leaves while that is still open."""

    def detail() -> Msg:
        return consequences.of(s, lambda t: leave(t, place), chooser)

    return Option(place.key, place, place_words(place), detail, place=place.spot)


# ---------------------------------------------------------------- placing


async def put_block(
    t: Table[State], coalition: Coalition, source: Block | Supply, target: Block, by: int, counts: bool = True
) -> None:
    """R4.2 Place a block: first the piece, then what its departure means.

    source: what `block_to_place` said; counts: whether it counts as placed this turn (not for #3)
    """
    s = t.state
    async with Change(t) as board:
        board.add_block(coalition, target, counts)
        if not isinstance(source, Supply):
            board.remove_block(coalition, source)
            side = Term(f"coalition.{coalition}")
            t.tell("piece.block_taken", who=s.named(by), coalition=side, source=place_words(source))
        t.tell_fact(Placed(s.named(by), (Piece(target, coalition),)))


async def put_cylinder(
    t: Table[State], player: int, source: Cylinder | Supply, target: Cylinder, why: Msg | None = None
) -> None:
    """R4.2 Place a cylinder: first the piece, then what its departure means.

    Taking a tribe and putting it back as a tribe in the same region is no loss. why: why Wakhan places it there
    """
    s = t.state
    async with Change(t) as board:
        board.add_cylinder(player, target)
        if not isinstance(source, Supply):
            board.remove_cylinder(player, source)
            t.tell("piece.cylinder_taken", who=s.named(player), source=place_words(source))
        t.tell_fact(Placed(s.named(player), (Piece(target, why=why),)))
