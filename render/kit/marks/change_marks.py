"""Drawing of changes: frames, underlines, removed markers, crosses, arrows, in the colour of changes (`SIGNAL`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from render.kit.bounds import Bounds, measure_bounds
from render.kit.colour import INK, SIGNAL, SIGNAL_NIGHT, WHITE
from render.kit.marks.badges import RemovalCross
from render.kit.marks.changes import Change, ChangeFrame
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.placement import Placement, Point
from render.kit.scene import Anchor, Box, Disc, Node, Poly, Polyline, Sprite

_GAP, _LINE, _RIM = 1, 6, 3
_DISC_GAP = 8  # px from the edge of a token to the outer edge of its ring
_HEAD, _HALF, _SHAFT = 36.0, 20.0, 9.0  # px of an arrow: length and half width of its head, width of its shaft
_ARROW_GAP = 10  # px between an arrow and the pieces at its ends
_MAX_CROSSED = 1  # maximum number of pieces that an arrow may cross


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of marks of changes on one kind of ground."""

    line: str  # the signal colour
    rim: str  # separates the signal colour from any background


PAPER_INK, NIGHT_INK = Ink(SIGNAL, WHITE), Ink(SIGNAL_NIGHT, INK)


def draw_signals(frames: Sequence[ChangeFrame], anchors: Mapping[str, Anchor], ink: Ink) -> Iterator[Node]:
    """Draw the frames, then the removed markers and arrows of their changes."""
    for frame in frames:
        if frame.placement is not None:
            yield from draw_frame(frame.placement, ink)
    for frame in frames:
        for change in frame.changes:
            yield from draw_removed_marker(change, anchors, ink)
            yield from _draw_move_arrow(change, anchors, ink)


def draw_frame(placement: Placement, ink: Ink = PAPER_INK) -> Iterator[Node]:
    """Draw two lines around a field or a token; one line below a number."""
    x, y, w, h = placement.x, placement.y, placement.w, placement.h
    if placement.is_count:
        yield Polyline(((x + 2, y + h + 4), (x + w - 2, y + h + 4)), ink.line, _LINE)
    elif placement.outline:
        yield Poly(placement.outline, None, ink.rim, _LINE + 2 * _RIM)
        yield Poly(placement.outline, None, ink.line, _LINE)
    elif placement.is_round:
        (cx, cy), r = placement.centre, placement.radius + _DISC_GAP
        yield Disc(cx, cy, r + _RIM, None, ink.rim, _RIM + 1)
        yield Disc(cx, cy, r, None, ink.line, _LINE)
    else:
        for distance, colour, width in ((_GAP + _LINE + _RIM, ink.rim, _RIM + 1), (_GAP + _LINE, ink.line, _LINE)):
            yield Box(
                x - distance,
                y - distance,
                w + 2 * distance,
                h + 2 * distance,
                placement.radius + distance,
                None,
                colour,
                width,
            )


def draw_removed_marker(change: Change, anchors: Mapping[str, Anchor], ink: Ink) -> Iterator[Node]:
    """Draw the outline of a piece at its old place, if nothing stands there now; crossed out if it left the board."""
    old_anchor = change.origin or (change.old_anchor if change.new_anchor is None else None)
    if old_anchor is None or old_anchor.sprite is None:
        return
    piece = old_anchor.sprite
    bounds = measure_bounds(piece)
    others = [other for other in anchors.values() if other.sprite is not None]
    if any(
        has_overlap(bounds, measure_bounds(node))
        for other in others
        for node in (other, other.sprite)
        if node is not None
    ):
        return
    yield Sprite(piece.x, piece.y, RemovedMarker(piece.piece, old_anchor.background), piece.scale)
    if not change.has_moved_away and change.origin is None:
        yield Sprite(piece.x, piece.y, RemovalCross(ink.line, min(16, (bounds[3] - bounds[1]) / 3)))


def has_overlap(a: Bounds, b: Bounds) -> bool:
    """Return whether two rectangles overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _draw_move_arrow(change: Change, anchors: Mapping[str, Anchor], ink: Ink) -> Iterator[Node]:
    """Draw an arrow from the old place of a piece to its new one, unless it would cross several others or its path is
    drawn.
    """
    if (
        change.origin is None
        or change.new_anchor is None
        or change.origin.sprite is None
        or change.new_anchor.sprite is None
    ):
        return
    if change.new_anchor.has_drawn_path:
        return
    start, end = measure_bounds(change.origin.sprite), measure_bounds(change.new_anchor.sprite)
    others = [
        a
        for a in anchors.values()
        if a.sprite is not None and a.place not in (change.new_anchor.place, change.origin.place)
    ]
    if (
        sum(
            _is_crossing(_find_middle(start), _find_middle(end), measure_bounds(other.sprite))
            for other in others
            if other.sprite
        )
        > _MAX_CROSSED
    ):
        return
    yield from draw_arrow(*_clip_path(start, end), ink)


def _find_middle(box: Bounds) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _clip_path(start: Bounds, end: Bounds) -> tuple[Point, Point]:
    """Return the part of the line between two pieces that covers neither."""
    a, b = _find_middle(start), _find_middle(end)
    start_share, end_share = _measure_exit_share(a, b, start), _measure_exit_share(b, a, end)
    (ax, ay), (bx, by) = a, b
    return (ax + (bx - ax) * start_share, ay + (by - ay) * start_share), (
        bx + (ax - bx) * end_share,
        by + (ay - by) * end_share,
    )


def _measure_exit_share(a: Point, b: Point, box: Bounds) -> float:
    """Return the share of the line from a, the centre of a box, to b that lies inside the box."""
    dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
    half_w, half_h = (box[2] - box[0]) / 2 + _ARROW_GAP, (box[3] - box[1]) / 2 + _ARROW_GAP
    return min(half_w / dx if dx else 1.0, half_h / dy if dy else 1.0, 1.0)


def _is_crossing(a: Point, b: Point, box: Bounds) -> bool:
    """Return whether the line from a to b crosses a box, by clipping it to each pair of sides."""
    low, high = 0.0, 1.0
    for p, q, near, far in ((a[0], b[0], box[0], box[2]), (a[1], b[1], box[1], box[3])):
        if p == q:
            if not near <= p <= far:
                return False
            continue
        enter, leave = sorted(((near - p) / (q - p), (far - p) / (q - p)))
        low, high = max(low, enter), min(high, leave)
    return low <= high


def draw_arrow(start: Point, end: Point, ink: Ink = PAPER_INK) -> Iterator[Node]:
    """Draw an arrow from the old place of a piece to its new one; nothing if it would be too short for its head."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    if length < _HEAD:
        return
    ux, uy = (bx - ax) / length, (by - ay) / length

    def find_point(distance: float, sideways: float = 0) -> Point:
        return bx - ux * distance - uy * sideways, by - uy * distance + ux * sideways

    tip = (end, find_point(_HEAD, _HALF), find_point(_HEAD, -_HALF))
    shaft = (start, find_point(_HEAD - 4))
    yield Polyline(shaft, ink.rim, _SHAFT + 2 * _RIM)
    yield Poly(tip, ink.rim, ink.rim, 2 * _RIM)
    yield Polyline(shaft, ink.line, _SHAFT)
    yield Poly(tip, ink.line)
