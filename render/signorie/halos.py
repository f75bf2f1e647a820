"""At most six halos on a picture: around each change, or around what holds several of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from render.marks import MAX_HALOS
from render.scene import Nodes

_APART, _AREAS = 2, 3  # halos and areas that one group may have before it is marked as a whole


@dataclass(frozen=True, slots=True)
class Change:
    """One change, the `group` and within it the `area` of the picture that it belongs to.

    `trail` (ghost, arrow) is drawn with the halo only, not with that of an area.
    """

    group: str
    area: str
    halo: Nodes
    trail: Nodes = ()


Marks = dict[str, Nodes]
"""Nodes by area or group."""


def halos(found: Sequence[Change], groups: Sequence[str], around: Callable[[str], Nodes]) -> Marks:
    """Every change by itself if that gives six halos or fewer.

    Otherwise, from the most telling group to the least and as long as room is left: one or two changes of a group by
    themselves, more by their areas, more than three areas by one halo for the group. `around` draws the halo of an area
    or group; where it is empty, the whole would say nothing, and words tell.
    """
    if len({change.halo for change in found if change.halo}) <= MAX_HALOS:
        return _apart(found)
    marks: Marks = {}
    room = MAX_HALOS
    for group in groups:
        mine = [change for change in found if change.group == group]
        number = len({change.halo for change in mine if change.halo})
        some = _apart(mine)
        if number > _APART:
            areas = tuple(dict.fromkeys(change.area for change in mine if change.halo))
            some = {name: halo for name in (areas if len(areas) <= _AREAS else (group,)) if (halo := around(name))}
            number = len(some)
        if number <= room:
            marks |= some
            room -= number
    return marks


def _apart(found: Sequence[Change]) -> Marks:
    marks: Marks = {}
    for change in dict.fromkeys(found):
        marks[change.area] = (*marks.get(change.area, ()), *change.halo, *change.trail)
    return marks
