"""How much canvas a node covers."""

from functools import lru_cache
from math import cos, radians, sin

from render.kit import fonts
from render.kit.icons import unfold
from render.kit.scene import Anchor, Arc, Box, Disc, Frames, Icon, Line, Node, Numeral, Piece, Poly, Sprite, Text
from render.kit.text import BASELINE, measure

Bounds = tuple[float, float, float, float]  # left, top, right, bottom
Band = tuple[int, int]  # of a picture: from where to where it reaches, in px from the top


def union(bounds: tuple[Bounds, ...]) -> Bounds:
    left, top, right, bottom = zip(*bounds, strict=True)
    return min(left), min(top), max(right), max(bottom)


def extent(node: Node) -> Bounds:
    """The rectangle around everything a node paints, in px; of an anchor that around the thing it names."""
    match node:
        case Anchor():
            return node.spot.x, node.spot.y, node.spot.x + node.spot.w, node.spot.y + node.spot.h
        case Frames():
            return 0, 0, 0, 0
        case Disc():
            return node.x - node.r, node.y - node.r, node.x + node.r, node.y + node.r
        case Arc():
            return _around(_on_arc(node), 0)
        case Box():
            return node.x, node.y, node.x + node.w, node.y + node.h
        case Poly():
            return _around(node.points, node.width / 2)
        case Line():
            return _around(node.points, node.width / 2)
        case Icon():
            left, top, right, bottom = _icon_extent(node.name, node.size, None if node.edge is None else node.width)
            return node.x + left, node.y + top, node.x + right, node.y + bottom
        case Numeral():
            half = numeral_width(node.text) * node.size / 2
            return node.x - half, node.y - node.size * 0.45, node.x + half, node.y + node.size * 0.45
        case Sprite():
            left, top, right, bottom = piece_extent(node.piece)
            k = node.scale
            return node.x + left * k, node.y + top * k, node.x + right * k, node.y + bottom * k
        case Text():
            width = measure(node.text, node.size, node.weight)
            left = node.x - {"l": 0.0, "m": width / 2, "r": width}[node.anchor]
            base = node.y + BASELINE * node.size
            return left, base - 0.88 * node.size, left + width, base + 0.22 * node.size


@lru_cache(maxsize=1024)
def piece_extent(piece: Piece) -> Bounds:
    return union(tuple(extent(shape) for shape in piece.shapes()))


@lru_cache(maxsize=1024)
def _icon_extent(name: str, size: float, rim: float | None) -> Bounds:
    """Around (0, 0); rim: the width of the line around the icon, if it has one."""
    edge = None if rim is None else "#000000"
    return union(tuple(extent(shape) for shape in unfold(Icon(name, 0, 0, size, "#000000", edge=edge, width=rim or 0))))


@lru_cache(maxsize=512)
def numeral_width(text: str) -> float:
    """Width of a numeral in em."""
    with fonts.LOCK:
        return fonts.font("bold", fonts.MASTER).getlength(text) / fonts.MASTER


def _on_arc(arc: Arc) -> tuple[tuple[float, float], ...]:
    """Points of both edges of an arc: its ends, and the extremes of the circle that lie on it."""
    end = arc.end if arc.end > arc.start else arc.end + 360
    quarters = (90 * n for n in range(-4, 9) if arc.start < 90 * n < end)
    angles = [radians(a) for a in (arc.start, *quarters, end)]
    return tuple((arc.x + cos(a) * r, arc.y + sin(a) * r) for a in angles for r in (arc.r, arc.r - arc.width))


def _around(points: tuple[tuple[float, float], ...], margin: float) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
