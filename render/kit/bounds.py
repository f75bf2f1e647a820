"""Measuring the part of the canvas that a node covers."""

from functools import lru_cache
from math import cos, radians, sin

from render.kit import scene
from render.kit.icons import unfold_icon
from render.kit.illustration import Ground, Vignette
from render.kit.text import BASELINE, measure_text

from . import fonts

Bounds = tuple[float, float, float, float]  # left, top, right, bottom
Band = tuple[int, int]  # part of a picture: top and bottom, in px from its upper edge


def unite_bounds(bounds: tuple[Bounds, ...]) -> Bounds:
    """Return the smallest rectangle around all bounds."""
    left, top, right, bottom = zip(*bounds, strict=True)
    return min(left), min(top), max(right), max(bottom)


def measure_bounds(node: scene.Node) -> Bounds:
    """Return the rectangle around everything that a node paints, in px; for an anchor, around the
    thing that it names.
    """
    match node:
        case scene.Anchor():
            return (
                node.placement.x,
                node.placement.y,
                node.placement.x + node.placement.w,
                node.placement.y + node.placement.h,
            )
        case scene.FrameLayer():
            return 0, 0, 0, 0
        case scene.Disc():
            return node.x - node.r, node.y - node.r, node.x + node.r, node.y + node.r
        case scene.Arc():
            return _find_bounds(_list_arc_points(node), 0)
        case scene.Box() | Ground() | Vignette() | scene.Inset():
            return node.x, node.y, node.x + node.w, node.y + node.h
        case scene.Poly():
            return _find_bounds(node.points, node.width / 2)
        case scene.Polyline():
            return _find_bounds(node.points, node.width / 2)
        case scene.Icon():
            left, top, right, bottom = _measure_icon_bounds(
                node.name, node.size, None if node.edge is None else node.width
            )
            return node.x + left, node.y + top, node.x + right, node.y + bottom
        case scene.Numeral():
            half = measure_numeral(node.text) * node.size / 2
            return node.x - half, node.y - node.size * 0.45, node.x + half, node.y + node.size * 0.45
        case scene.Sprite():
            left, top, right, bottom = measure_piece_bounds(node.piece)
            k = node.scale
            return node.x + left * k, node.y + top * k, node.x + right * k, node.y + bottom * k
        case scene.TextRun():
            width = measure_text(node.text, node.size, node.weight)
            left = node.x - {"l": 0.0, "m": width / 2, "r": width}[node.anchor]
            base = node.y + BASELINE * node.size
            return left, base - 0.88 * node.size, left + width, base + 0.22 * node.size


@lru_cache(maxsize=1024)
def measure_piece_bounds(piece: scene.Piece) -> Bounds:
    """Return the bounds of a piece around (0, 0)."""
    return unite_bounds(tuple(measure_bounds(shape) for shape in piece.shapes()))


@lru_cache(maxsize=1024)
def _measure_icon_bounds(name: str, size: float, rim: float | None) -> Bounds:
    """Return the bounds around (0, 0). rim: the width of the line around the icon, if it has one."""
    edge = None if rim is None else "#000000"
    return unite_bounds(
        tuple(
            measure_bounds(shape)
            for shape in unfold_icon(scene.Icon(name, 0, 0, size, "#000000", edge=edge, width=rim or 0))
        )
    )


@lru_cache(maxsize=512)
def measure_numeral(text: str) -> float:
    """Return the width of a numeral in em."""
    return measure_text(text, fonts.MASTER) / fonts.MASTER


def _list_arc_points(arc: scene.Arc) -> tuple[tuple[float, float], ...]:
    """Return points of both edges of an arc: its ends, and the extremes of the circle that lie on it."""
    end = arc.end if arc.end > arc.start else arc.end + 360
    quarters = (90 * n for n in range(-4, 9) if arc.start < 90 * n < end)
    angles = [radians(a) for a in (arc.start, *quarters, end)]
    return tuple((arc.x + cos(a) * r, arc.y + sin(a) * r) for a in angles for r in (arc.r, arc.r - arc.width))


def _find_bounds(points: tuple[tuple[float, float], ...], margin: float) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
