"""The option numbers of one place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from render.kit.marks.badges import NumberBadge, NumberPill
from render.kit.marks.mark_layout import MarkCanvas, shift_numbers
from render.kit.placement import Placement
from render.kit.render_context import Mark
from render.kit.scene import Anchor, Nodes, Sprite

_BADGE_RIM = 6  # px: width of the two rings around a badge


def draw_number_row(
    marks: Sequence[Mark],
    x: float,
    y: float,
    r: float = 24,
    centred: bool = False,
    max_width: float | None = None,
    tip_side: int = 0,
) -> tuple[Sprite, ...]:
    """Draw the option numbers of one place, in a row that begins with a badge around (x, y) or is centred there. A
    number for an end of the place points to its side.

    Chosen options share a check, and more than two numbers a pill: `3–6`, `1, 6, 11`. A row wider than `max_width` px
    is scaled down.
    """
    if tip_side and len(marks) == 1:
        return (Sprite(x, y, NumberBadge(marks[0].number, marks[0].is_chosen, r, tip_side)),)
    pieces = _build_badges(marks, r)
    width = _measure_row(pieces)
    if max_width is not None and width > max_width and len(pieces) > 1:  # a pill then has larger figures
        pieces = _build_badges(marks, r, max_single=1)
        width = _measure_row(pieces)
    if max_width is not None and width > max_width:
        rims = 2 * _BADGE_RIM * len(pieces)
        small = r * (max_width - rims) / (width - rims)
        pieces, width, x = (
            tuple(replace(piece, r=small) for piece in pieces),
            max_width,
            x if centred else x - r + small,
        )
        r = small
    left = x - width / 2 if centred else x - r - _BADGE_RIM
    nodes: list[Sprite] = []
    for piece in pieces:
        nodes.append(Sprite(left + r + _BADGE_RIM, y, piece))
        left += _measure_row((piece,))
    return tuple(nodes)


def draw_number_column(marks: Sequence[Mark], x: float, y: float, r: float, max_height: float) -> tuple[Sprite, ...]:
    """Draw the same in a column around (x, y), within `max_height` px; more than three are one pill."""
    pieces = _build_badges(marks, r, max_single=3)
    r = min(r, max_height / (2 * len(pieces)) - _BADGE_RIM)
    pitch = 2 * (r + _BADGE_RIM)
    first = y - pitch * (len(pieces) - 1) / 2
    return tuple(Sprite(x, first + pitch * i, replace(piece, r=r)) for i, piece in enumerate(pieces))


def _build_badges(marks: Sequence[Mark], r: float, max_single: int = 2) -> tuple[NumberBadge | NumberPill, ...]:
    """Build the check of the chosen options, then the open numbers: up to `max_single` badges, more as a pill."""
    chosen = [mark.number for mark in marks if mark.is_chosen]
    numbers = sorted(mark.number for mark in marks if not mark.is_chosen)
    checks = (NumberBadge(min(chosen), True, r),) if chosen else ()
    if len(numbers) > max_single:
        return (*checks, NumberPill(", ".join(_format_ranges(numbers)), r))
    return (*checks, *(NumberBadge(number, False, r) for number in numbers))


def _format_ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Format ascending numbers: `1`, `3–6`."""
    start = numbers[0]
    for number, next_number in zip(numbers, (*numbers[1:], None), strict=True):
        if next_number != number + 1:
            middle = "–" if number - start > 1 else ", "
            yield str(start) if number == start else f"{start}{middle}{number}"
            start = next_number or 0


def _measure_row(pieces: Sequence[NumberBadge | NumberPill]) -> float:
    """Return the width of badges side by side, with their rims."""
    return sum(
        2 * (piece.r + _BADGE_RIM) + (piece.extra_width if isinstance(piece, NumberPill) else 0) for piece in pieces
    )


ROW_HEIGHT = 60
"""px: a thing less far below the first thing of a row belongs to the same row."""


def sort_by_reading_order(spots: Sequence[Placement]) -> tuple[int, ...]:
    """Return the indices of the placements in reading order: by rank, row by row, from left to right."""
    order: list[int] = []
    for rank in sorted({placement.rank for placement in spots}):
        rows: list[list[int]] = []
        for i in sorted(
            (i for i, placement in enumerate(spots) if placement.rank == rank),
            key=lambda i: spots[i].first_number_centre[1],
        ):
            if not rows or spots[i].first_number_centre[1] - spots[rows[-1][0]].first_number_centre[1] >= ROW_HEIGHT:
                rows.append([])
            rows[-1].append(i)
        order += (i for row in rows for i in sorted(row, key=lambda i: spots[i].first_number_centre[0]))
    return tuple(order)


def arrange_options(options: Sequence[tuple[str | None, Any]], anchors: Mapping[str, Anchor]) -> tuple[int, ...]:
    """Return the indices of options, each (place, group), in the order in which they are numbered.

    Groups keep the order of their first appearance, and an option without a place on the picture keeps its position
    within its group: an option that declines stays the last. Options on one place keep their order.
    """
    order: list[int] = []
    groups: list[Any] = []
    for _, group in options:
        if group not in groups:
            groups.append(group)
    for group in groups:
        members = [i for i, (_, option_group) in enumerate(options) if option_group == group]
        placed_members = [i for i in members if options[i][0] in anchors]
        spots = [anchors[place].placement for i in placed_members if (place := options[i][0]) is not None]
        sorted_indices = iter([placed_members[n] for n in sort_by_reading_order(spots)])
        order += (next(sorted_indices) if i in placed_members else i for i in members)
    return tuple(order)


def group_by_placement(marks: Sequence[Mark], anchors: Mapping[str, Anchor]) -> dict[Placement, list[Mark]]:
    """Return the options that are on the picture, by the places of their numbers."""
    spots: dict[Placement, list[Mark]] = {}
    for mark in marks:
        if mark.place in anchors:
            spots.setdefault(anchors[mark.place].placement, []).append(mark)
    return spots


def draw_numbers(marks: Sequence[Mark], anchors: Mapping[str, Anchor], canvas: MarkCanvas) -> Nodes:
    """Draw the badges of all options on the picture; those of one place share a row that hides no word."""
    rows = [
        _draw_number_group(marks_here, placement)
        for placement, marks_here in group_by_placement(marks, anchors).items()
    ]
    return tuple(badge for row in shift_numbers(rows, canvas) for badge in row)


def _draw_number_group(marks: Sequence[Mark], placement: Placement) -> tuple[Sprite, ...]:
    if placement.is_upright:
        return draw_number_column(marks, *placement.first_number_centre, placement.number_radius, placement.h)
    return draw_number_row(
        marks,
        *placement.first_number_centre,
        placement.number_radius,
        placement.is_centred,
        placement.max_width,
        placement.tip_side,
    )
