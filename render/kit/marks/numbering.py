"""Numbers of options: in which order they are given, and how they are laid on the places of a picture."""

from collections.abc import Mapping, Sequence
from typing import Any

from render.kit.look import Mark
from render.kit.marks.badges import badges, column
from render.kit.marks.standing import Ground, aside
from render.kit.scene import Anchor, Nodes, Sprite
from render.kit.spot import Spot

ROW = 60
"""px: what begins less far below the first thing of a row stands in the same row."""


def reading_order(spots: Sequence[Spot]) -> tuple[int, ...]:
    """The indices of the spots as one reads: by rank, row by row, from the left to the right."""
    order: list[int] = []
    for rank in sorted({spot.rank for spot in spots}):
        rows: list[list[int]] = []
        for i in sorted((i for i, spot in enumerate(spots) if spot.rank == rank), key=lambda i: spots[i].first[1]):
            if not rows or spots[i].first[1] - spots[rows[-1][0]].first[1] >= ROW:
                rows.append([])
            rows[-1].append(i)
        order += (i for row in rows for i in sorted(row, key=lambda i: spots[i].first[0]))
    return tuple(order)


def arranged(options: Sequence[tuple[str | None, Any]], anchors: Mapping[str, Anchor]) -> tuple[int, ...]:
    """The indices of options, each (place, group), in the order in which they are numbered.

    Groups follow each other as they first appear, and what lies on no place of the picture keeps its position within
    its group: an option that declines stays the last. Options on one place keep their order.
    """
    order: list[int] = []
    groups: list[Any] = []
    for _, group in options:
        if group not in groups:
            groups.append(group)
    for group in groups:
        members = [i for i, (_, of) in enumerate(options) if of == group]
        placed = [i for i in members if options[i][0] in anchors]
        spots = [anchors[place].spot for i in placed if (place := options[i][0]) is not None]
        sorted_ones = iter([placed[n] for n in reading_order(spots)])
        order += (next(sorted_ones) if i in placed else i for i in members)
    return tuple(order)


def numbers(marks: Sequence[Mark], anchors: Mapping[str, Anchor], ground: Ground) -> Nodes:
    """The badges of all options that lie on the picture; those of one place share a row that hides no word."""
    spots: dict[Spot, list[Mark]] = {}
    for mark in marks:
        if mark.place in anchors:
            spots.setdefault(anchors[mark.place].spot, []).append(mark)
    rows = [_row(here, spot) for spot, here in spots.items()]
    return tuple(badge for row in aside(rows, ground) for badge in row)


def _row(marks: Sequence[Mark], spot: Spot) -> tuple[Sprite, ...]:
    if spot.upright:
        return column(marks, *spot.first, spot.badge_r, spot.h)
    return badges(marks, *spot.first, spot.badge_r, spot.centred, spot.room, spot.point)
