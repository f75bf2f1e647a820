"""Where a piece stood that stands there no more: its outline in dashes, empty, in no colour of any seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from render.kit.colour import mix, on
from render.kit.extent import extent
from render.kit.scene import Arc, Box, Disc, Icon, Line, Numeral, Piece, Poly, Shape
from render.kit.spot import Point

LINE, _SIGN = 0.28, 0.2  # how much of the paper its line and its letters have
_WIDTH, _DASH, _GAP = 3.0, 9.0, 7.0  # px of a piece as it is drawn
_WHOLE = 0.6  # what is at least so wide, as a share of the widest, is the body of a piece and not a sign on it


@dataclass(frozen=True, slots=True)
class Ghost:
    """A piece that stood here: its outline in dashes with the signs and letters on it, so that it tells whose it was.

    paper: the ground on which it is seen
    """

    piece: Piece
    paper: str

    def shapes(self) -> tuple[Shape, ...]:
        """The outermost body alone is drawn, of an icon the silhouette; of all others what is smaller than a body."""
        line, sign = (mix(on(self.paper), self.paper, share) for share in (LINE, _SIGN))
        filled = [shape for shape in self.piece.shapes() if not isinstance(shape, Line | Arc) and _is_filled(shape)]
        bodies = [shape for shape in filled if not isinstance(shape, Numeral)]
        most = max((_across(shape) for shape in bodies), default=0.0)
        outline = next((shape for shape in bodies if _across(shape) >= _WHOLE * most), None)
        drawn: list[Shape] = []
        for shape in filled:
            if shape == outline:
                drawn += _outlined(shape, line, self.paper)
            elif isinstance(shape, Numeral):
                drawn.append(replace(shape, colour=sign))
            elif _across(shape) < _WHOLE * most:
                drawn.append(_pale(shape, sign, self.paper))
        return tuple(drawn)


def _is_filled(shape: Disc | Box | Poly | Icon | Numeral) -> bool:
    return isinstance(shape, Numeral) or shape.fill is not None


def _across(shape: Shape) -> float:
    left, _, right, _ = extent(shape)
    return right - left


def _pale(shape: Shape, sign: str, paper: str) -> Shape:
    """A sign on a piece: an icon in the colour of letters, else its outline."""
    match shape:
        case Icon():
            return replace(shape, fill=sign, ground=paper, edge=None, width=0)
        case Disc() | Box() | Poly():
            return replace(shape, fill=paper, edge=sign, width=2)
        case _:
            return shape


def _outlined(shape: Shape, line: str, paper: str) -> Iterator[Shape]:
    """A body without its colour; that of an icon has an even line, for its edges are not known."""
    match shape:
        case Icon():
            yield replace(shape, fill=paper, ground=paper, edge=line, width=_WIDTH)
        case Disc(x, y, r):
            yield Disc(x, y, r, paper)
            count = max(6, round(2 * pi * r / (_DASH + _GAP)))
            turn = 360 / count
            for i in range(count):
                yield Arc(x, y, r, turn * i, turn * i + turn * _DASH / (_DASH + _GAP), line, _WIDTH)
        case Box():
            yield replace(shape, fill=paper, edge=None, width=0)
            yield from _dashed(_corners(shape), line)
        case Poly(points):
            yield Poly(points, paper)
            yield from _dashed(points, line)
        case _:
            return


def _corners(box: Box) -> tuple[Point, ...]:
    """The outline of a box, its round corners as polygons."""
    x, y, w, h, r = box.x, box.y, box.w, box.h, min(box.radius, box.w / 2, box.h / 2)
    points: list[Point] = []
    middles = ((x + r, y + r), (x + w - r, y + r), (x + w - r, y + h - r), (x + r, y + h - r))
    edges = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    for nth, (middle, edge, rounded) in enumerate(zip(middles, edges, box.corners, strict=True)):
        if not rounded or not r:
            points.append(edge)
            continue
        for step in range(4):
            angle = pi + (nth + step / 3) * pi / 2
            points.append((middle[0] + r * cos(angle), middle[1] + r * sin(angle)))
    return tuple(points)


def _dashed(points: Sequence[Point], line: str) -> Iterator[Line]:
    """Along each side of a polygon, dashes at both of its ends; short sides are whole."""
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        length = hypot(bx - ax, by - ay)
        if not length:
            continue
        count = max(1, round((length + _GAP) / (_DASH + _GAP)))
        dash = (length - _GAP * (count - 1)) / count
        for i in range(count):
            start, end = (i * (dash + _GAP)) / length, (i * (dash + _GAP) + dash) / length
            yield Line(
                ((ax + (bx - ax) * start, ay + (by - ay) * start), (ax + (bx - ax) * end, ay + (by - ay) * end)),
                line,
                _WIDTH,
            )
