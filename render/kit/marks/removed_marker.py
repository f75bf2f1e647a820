"""The marker of a removed piece: its empty dashed outline at its old place, in no seat's colour."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from render.kit.bounds import measure_bounds
from render.kit.colour import mix_colours, pick_ink
from render.kit.placement import Point
from render.kit.scene import Arc, Box, Disc, Icon, Numeral, Piece, Poly, Polyline, Shape

LINE_SHARE, _SIGN_SHARE = 0.28, 0.2  # shares of ink in the colours of its line and its letters
_WIDTH, _DASH, _GAP = 3.0, 9.0, 7.0  # px, in the piece's own scale
_BODY_SHARE = 0.6  # share of the largest width from which a shape is a body of the piece and not a sign on it


@dataclass(frozen=True, slots=True)
class RemovedMarker:
    """A removed piece: its dashed outline with the signs and letters on it, which show the owner."""

    piece: Piece  # as it looked there
    background: str
    """The background of the marker."""

    def shapes(self) -> tuple[Shape, ...]:
        """Draw only the outermost body, for an icon its silhouette; of the other shapes those that are smaller than a
        body.
        """
        line, sign = (
            mix_colours(pick_ink(self.background), self.background, share) for share in (LINE_SHARE, _SIGN_SHARE)
        )
        filled = [shape for shape in self.piece.shapes() if not isinstance(shape, Polyline | Arc) and _is_filled(shape)]
        bodies = [shape for shape in filled if not isinstance(shape, Numeral)]
        max_width = max((_measure_width(shape) for shape in bodies), default=0.0)
        outline = next((shape for shape in bodies if _measure_width(shape) >= _BODY_SHARE * max_width), None)
        drawn: list[Shape] = []
        for shape in filled:
            if shape == outline:
                drawn += _draw_outline(shape, line, self.background)
            elif isinstance(shape, Numeral):
                drawn.append(replace(shape, colour=sign))
            elif _measure_width(shape) < _BODY_SHARE * max_width:
                drawn.append(_fade_sign(shape, sign, self.background))
        return tuple(drawn)


def _is_filled(shape: Disc | Box | Poly | Icon | Numeral) -> bool:
    return isinstance(shape, Numeral) or shape.fill is not None


def _measure_width(shape: Shape) -> float:
    left, _, right, _ = measure_bounds(shape)
    return right - left


def _fade_sign(shape: Shape, sign: str, paper: str) -> Shape:
    """Return a sign on a piece: an icon in the colour of letters, otherwise its outline."""
    match shape:
        case Icon():
            return replace(shape, fill=sign, background=paper, edge=None, width=0)
        case Disc() | Box() | Poly():
            return replace(shape, fill=paper, edge=sign, width=2)
        case _:
            return shape


def _draw_outline(shape: Shape, line: str, paper: str) -> Iterator[Shape]:
    """Draw a body without its colour; an icon has a plain line, because its edges are unknown."""
    match shape:
        case Icon():
            yield replace(shape, fill=paper, background=paper, edge=line, width=_WIDTH)
        case Disc(x, y, r):
            yield Disc(x, y, r, paper)
            count = max(6, round(2 * pi * r / (_DASH + _GAP)))
            turn = 360 / count
            for i in range(count):
                yield Arc(x, y, r, turn * i, turn * i + turn * _DASH / (_DASH + _GAP), line, _WIDTH)
        case Box():
            yield replace(shape, fill=paper, edge=None, width=0)
            yield from _draw_dashes(_list_corners(shape), line)
        case Poly(points):
            yield Poly(points, paper)
            yield from _draw_dashes(points, line)
        case _:
            return


def _list_corners(box: Box) -> tuple[Point, ...]:
    """Return the outline of a box, with its round corners as polygons."""
    x, y, w, h, r = box.x, box.y, box.w, box.h, min(box.radius, box.w / 2, box.h / 2)
    points: list[Point] = []
    middles = ((x + r, y + r), (x + w - r, y + r), (x + w - r, y + h - r), (x + r, y + h - r))
    edges = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    for nth, (middle, edge, is_rounded) in enumerate(zip(middles, edges, box.corners, strict=True)):
        if not is_rounded or not r:
            points.append(edge)
            continue
        for step in range(4):
            angle = pi + (nth + step / 3) * pi / 2
            points.append((middle[0] + r * cos(angle), middle[1] + r * sin(angle)))
    return tuple(points)


def _draw_dashes(points: Sequence[Point], line: str) -> Iterator[Polyline]:
    """Draw dashes along each side of a polygon, with one at both ends; short sides are solid."""
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        length = hypot(bx - ax, by - ay)
        if not length:
            continue
        count = max(1, round((length + _GAP) / (_DASH + _GAP)))
        dash = (length - _GAP * (count - 1)) / count
        for i in range(count):
            start, end = (i * (dash + _GAP)) / length, (i * (dash + _GAP) + dash) / length
            yield Polyline(
                ((ax + (bx - ax) * start, ay + (by - ay) * start), (ax + (bx - ax) * end, ay + (by - ay) * end)),
                line,
                _WIDTH,
            )
