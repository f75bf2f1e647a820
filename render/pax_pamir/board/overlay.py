"""Everything drawn on top of the overview for one reader: what changed, and the numbers of the options."""

from dataclasses import dataclass

from engines.pax_pamir.view import View
from render.kit.look import Look, Mark
from render.kit.scene import Box, Disc, Nodes
from render.kit.spot import Spot
from render.pax_pamir.board.changes import changes
from render.pax_pamir.board.places import spot


def compared(before: object) -> View | None:
    """The View to compare with. TypeError if it is one of another game."""
    if before is None or isinstance(before, View):
        return before
    raise TypeError(f"before: expected a View of Pax Pamir, got {type(before).__name__}")


@dataclass(frozen=True, slots=True)
class Changed:
    """What changed: frames, which lie below names and pieces, and arrows, ghosts and crosses, which lie above roads."""

    frames: Nodes = ()
    trails: Nodes = ()


def changed(view: View, look: Look, only: str | None = None) -> Changed:
    """What changed since the View that the reader saw last; with `only` in that group alone."""
    before = compared(look.before)
    if before is None:
        return Changed()
    marks = [node for nodes in changes(before, view, look.lang, only).values() for node in nodes]
    frames = tuple(node for node in marks if isinstance(node, Box | Disc))
    return Changed(frames, tuple(node for node in marks if not isinstance(node, Box | Disc)))


def numbers(view: View, look: Look, part: str | None = None, window: tuple[float, float, float] = (0, 0, 1)) -> Nodes:
    """The badges; of one `part` only, and moved and enlarged as that part is: (dx, dy, k)."""
    spots: dict[Spot, list[Mark]] = {}
    for mark in look.marks:
        found = spot(mark.place, view, look)
        if found is not None and part in (None, found[0]):
            spots.setdefault(found[1].moved(*window), []).append(mark)
    nodes: Nodes = ()
    for where, marks in spots.items():
        nodes = (*nodes, *where.numbers(marks))
    return nodes
