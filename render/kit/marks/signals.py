"""How changes are drawn: frames, underlines, ghosts, crosses, arrows, in a colour that nothing else has."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from render.kit.colour import INK, SIGNAL, SIGNAL_NIGHT, WHITE
from render.kit.extent import Bounds, extent
from render.kit.marks.changes import Change, Framed
from render.kit.marks.ghost import Ghost
from render.kit.scene import Anchor, Box, Disc, Line, Node, Poly, Sprite
from render.kit.spot import Point, Spot
from render.kit.tokens import Cross

_GAP, _LINE, _RIM = 1, 6, 3
_DISC_GAP = 8  # from the edge of a token to the outer edge of its ring
_HEAD, _HALF, _SHAFT = 36.0, 20.0, 9.0  # an arrow: length and half width of its head, width of its shaft
_CLEAR = 10  # px between an arrow and what it joins
_CROSSED = 1  # so many pieces an arrow may cross


@dataclass(frozen=True, slots=True)
class Ink:
    """The signal colour, and that of the line beside it which tells the two apart on any ground."""

    line: str
    rim: str


PAPER, NIGHT = Ink(SIGNAL, WHITE), Ink(SIGNAL_NIGHT, INK)


def signals(shown: Sequence[Framed], anchors: Mapping[str, Anchor], ink: Ink) -> Iterator[Node]:
    """The frames, then ghosts and arrows of what has one or lies in one."""
    for one in shown:
        if one.spot is not None:
            yield from frame(one.spot, ink)
    for one in shown:
        for change in one.changes:
            yield from gone(change, anchors, ink)
            yield from _arrow(change, anchors, ink)


def frame(spot: Spot, ink: Ink = PAPER) -> Iterator[Node]:
    """Two lines around a field or a token; one line below a number."""
    x, y, w, h = spot.x, spot.y, spot.w, spot.h
    if spot.counted:
        yield Line(((x + 2, y + h + 4), (x + w - 2, y + h + 4)), ink.line, _LINE)
    elif spot.outline:
        yield Poly(spot.outline, None, ink.rim, _LINE + 2 * _RIM)
        yield Poly(spot.outline, None, ink.line, _LINE)
    elif spot.is_round:
        (cx, cy), r = spot.centre, spot.radius + _DISC_GAP
        yield Disc(cx, cy, r + _RIM, None, ink.rim, _RIM + 1)
        yield Disc(cx, cy, r, None, ink.line, _LINE)
    else:
        for out, colour, width in ((_GAP + _LINE + _RIM, ink.rim, _RIM + 1), (_GAP + _LINE, ink.line, _LINE)):
            yield Box(x - out, y - out, w + 2 * out, h + 2 * out, spot.radius + out, None, colour, width)


def gone(change: Change, anchors: Mapping[str, Anchor], ink: Ink) -> Iterator[Node]:
    """Where a piece stood, if nothing stands there now; crossed out if it left the board."""
    there = change.start or (change.then if change.now is None else None)
    if there is None or there.ghost is None:
        return
    piece = there.ghost
    here = extent(piece)
    standing = [other for other in anchors.values() if other.ghost is not None]
    if any(meet(here, extent(node)) for other in standing for node in (other, other.ghost) if node is not None):
        return
    yield Sprite(piece.x, piece.y, Ghost(piece.piece, there.paper), piece.scale)
    if not change.left and change.start is None:
        yield Sprite(piece.x, piece.y, Cross(ink.line, min(16, (here[3] - here[1]) / 3)))


def meet(a: Bounds, b: Bounds) -> bool:
    """Whether two rectangles overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _arrow(change: Change, anchors: Mapping[str, Anchor], ink: Ink) -> Iterator[Node]:
    """From where a piece stood to where it stands, unless it would cross several others or its way is drawn."""
    if change.start is None or change.now is None or change.start.ghost is None or change.now.ghost is None:
        return
    if change.now.told:
        return
    start, end = extent(change.start.ghost), extent(change.now.ghost)
    others = [
        a for a in anchors.values() if a.ghost is not None and a.place not in (change.now.place, change.start.place)
    ]
    if sum(_meets(_middle(start), _middle(end), extent(other.ghost)) for other in others if other.ghost) > _CROSSED:
        return
    yield from arrow(*_between(start, end), ink)


def _middle(box: Bounds) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _between(start: Bounds, end: Bounds) -> tuple[Point, Point]:
    """The part of the way between two pieces that lies on neither."""
    a, b = _middle(start), _middle(end)
    leave, reach = _way_out(a, b, start), _way_out(b, a, end)
    (ax, ay), (bx, by) = a, b
    return (ax + (bx - ax) * leave, ay + (by - ay) * leave), (bx + (ax - bx) * reach, by + (ay - by) * reach)


def _way_out(a: Point, b: Point, box: Bounds) -> float:
    """The share of the way from a, the middle of a box, to b that lies within it."""
    dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
    half_w, half_h = (box[2] - box[0]) / 2 + _CLEAR, (box[3] - box[1]) / 2 + _CLEAR
    return min(half_w / dx if dx else 1.0, half_h / dy if dy else 1.0, 1.0)


def _meets(a: Point, b: Point, box: Bounds) -> bool:
    """Whether the line from a to b passes over a box: it is cut to the box side by side."""
    low, high = 0.0, 1.0
    for p, q, near, far in ((a[0], b[0], box[0], box[2]), (a[1], b[1], box[1], box[3])):
        if p == q:
            if not near <= p <= far:
                return False
            continue
        enter, leave = sorted(((near - p) / (q - p), (far - p) / (q - p)))
        low, high = max(low, enter), min(high, leave)
    return low <= high


def arrow(start: Point, end: Point, ink: Ink = PAPER) -> Iterator[Node]:
    """An arrow from where a piece stood to where it stands; None where it would be too short for its head."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    if length < _HEAD:
        return
    ux, uy = (bx - ax) / length, (by - ay) / length

    def back(far: float, aside: float = 0) -> Point:
        return bx - ux * far - uy * aside, by - uy * far + ux * aside

    tip = (end, back(_HEAD, _HALF), back(_HEAD, -_HALF))
    shaft = (start, back(_HEAD - 4))
    yield Line(shaft, ink.rim, _SHAFT + 2 * _RIM)
    yield Poly(tip, ink.rim, ink.rim, 2 * _RIM)
    yield Line(shaft, ink.line, _SHAFT)
    yield Poly(tip, ink.line)
