"""Everything drawn on top of the board for one reader: what changed, and the numbers of the options."""

from engines.signorie.view import View
from render.kit.halos import Marks
from render.kit.look import Look, Mark
from render.kit.spot import Spot
from render.signorie.board.changes import changes
from render.signorie.board.header import reward_centres
from render.signorie.layout import spot


def compared(before: object) -> View | None:
    """The View to compare with. TypeError if it is one of another game."""
    if before is None or isinstance(before, View):
        return before
    raise TypeError(f"before: expected a View of Signorie, got {type(before).__name__}")


def overlay(view: View, look: Look, only: str | None = None) -> Marks:
    """Nodes by area or group (`changes`); with `only` no changes outside of that group."""
    rewards = reward_centres(view, look.lang)
    marks: Marks = {}
    if (before := compared(look.before)) is not None:
        marks = changes(before, view, rewards, only)
    spots: dict[Spot, tuple[str, list[Mark]]] = {}
    for mark in look.marks:
        if (found := spot(mark.place, view, rewards)) is not None:
            area, where = found
            spots.setdefault(where, (area, []))[1].append(mark)
    for where, (area, numbers) in spots.items():
        marks[area] = (*marks.get(area, ()), *where.numbers(numbers))
    return marks
