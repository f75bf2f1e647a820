"""Everything drawn on top of the board for one reader: what changed, and the numbers of the options."""

from engines.signorie.view import View
from render.look import Look, Mark
from render.marks import badges
from render.scene import Nodes
from render.signorie.changes import changes
from render.signorie.header import reward_centres
from render.signorie.layout import Spot, spot


def earlier(look: Look) -> View | None:
    """The View to compare with. TypeError if it is one of another game."""
    if look.before is None or isinstance(look.before, View):
        return look.before
    raise TypeError(f"before: expected a View of Signorie, got {type(look.before).__name__}")


def overlay(view: View, look: Look) -> dict[str, Nodes]:
    """Nodes by area: `header`, `tracks`, `seats`, `arcade`, `city:<id>`, `dice:<colour>`."""
    rewards = reward_centres(view, look.lang)
    marks: dict[str, Nodes] = {}
    if (before := earlier(look)) is not None:
        marks = changes(before, view, rewards)
    spots: dict[Spot, tuple[str, list[Mark]]] = {}
    for mark in look.marks:
        if (found := spot(mark.place, view, rewards)) is not None:
            area, where = found
            spots.setdefault(where, (area, []))[1].append(mark)
    for where, (area, numbers) in spots.items():
        marks[area] = (*marks.get(area, ()), *badges(numbers, *where.badge, where.badge_r, where.centred))
    return marks
