"""At most six halos on a picture: around each change, or around what holds several of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from render.kit.marks import MAX_HALOS
from render.kit.scene import Nodes

_APART, _AREAS = 2, 3  # changes of an area that are marked one by one, and areas of a group


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
    """Halos by area. One or two changes of an area are marked by themselves, more by one halo around the area.

    If that gives more than six, the groups follow from the most telling to the least as long as room is left. A group
    that changed in more than three areas has no halo then, for that would say nothing; words tell. Only if nothing at
    all is marked so, whole groups are. `around` draws the halo of an area or group, which may be none.
    """
    by_group = {group: _of_areas([change for change in found if change.group == group], around) for group in groups}
    if sum(number for areas in by_group.values() for number, _ in areas.values()) <= MAX_HALOS:
        return {area: nodes for areas in by_group.values() for area, (_, nodes) in areas.items()}
    marks: Marks = {}
    room = MAX_HALOS
    for areas in by_group.values():
        number = sum(number for number, _ in areas.values())
        if len(areas) <= _AREAS and number > _APART:
            areas = {area: (1, around(area) or nodes) for area, (_, nodes) in areas.items()}
            number = len(areas)
        if len(areas) <= _AREAS and number <= room:
            marks |= {area: nodes for area, (_, nodes) in areas.items()}
            room -= number
    return marks or {group: around(group) for group, areas in by_group.items() if areas}


def shared(found: Sequence[Change], groups: Sequence[str], last: str, around: Callable[[str], Nodes]) -> Marks:
    """Halos by area, at most six, of which every group gets its share: round by round each marks its next area.

    found: within a group the most telling first. The group `last` has what the others leave. Of an area one or two
    changes are marked by themselves, more by one halo around the area, as they are when less than two halos are left.
    """
    *by_group, rest = (
        _of_areas([change for change in found if change.group == group], around).items() for group in (*groups, last)
    )
    marks: Marks = {}
    room = MAX_HALOS
    for areas in (*zip_longest(*by_group), tuple(rest)):
        for area, (number, nodes) in filter(None, areas):
            if number > room > 0 and (whole := around(area)):
                number, nodes = 1, whole
            if number <= room:
                marks[area] = nodes
                room -= number
    return marks


def _of_areas(found: Sequence[Change], around: Callable[[str], Nodes]) -> dict[str, tuple[int, Nodes]]:
    """Number of halos and what is drawn, by area."""
    areas: dict[str, list[Change]] = {}
    for change in dict.fromkeys(found):
        areas.setdefault(change.area, []).append(change)
    drawn: dict[str, tuple[int, Nodes]] = {}
    for area, changes in areas.items():
        number = len({change.halo for change in changes if change.halo})
        if number > _APART and (whole := around(area)):
            drawn[area] = 1, whole
        else:
            drawn[area] = number, tuple(node for change in changes for node in (*change.halo, *change.trail))
    return drawn
