"""Where hexes, middles and outlines of areas lie on a picture, for a map of any extent."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sqrt

from engines.quo_vadis.table.geometry import hexes
from render.kit.spot import Point

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """s: side of a hex in px; (dx, dy): where the middle of the board's coordinates lies."""

    s: float
    dx: float
    dy: float

    def hex(self, at: Pair, slot: int) -> Point:
        """The centre of a space."""
        q, r = hexes(at)[slot]
        return self.dx + self.s * sqrt(3) * (q + r / 2), self.dy + self.s * 1.5 * r

    def middle(self, at: Pair) -> Point:
        """The number of an area stands on the corner that its three hexes share."""
        return _middle(self, at)

    def corner(self, at: Pair, slot: int, along: float, across: float = 0) -> Point:
        """A point of a hex: `along` the axis from the number outwards and `across` it, in s from the centre."""
        (x, y), (ux, uy), (px, py) = _axes(self, at, slot)
        return x + self.s * (along * ux + across * px), y + self.s * (along * uy + across * py)


@lru_cache(1 << 10)
def _middle(lay: Layout, at: Pair) -> Point:
    points = [lay.hex(at, slot) for slot in range(3)]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


@lru_cache(1 << 11)
def _axes(lay: Layout, at: Pair, slot: int) -> tuple[Point, Point, Point]:
    """The centre of a space, the direction from the number outwards, and that across it."""
    (x, y), (mx, my) = lay.hex(at, slot), lay.middle(at)
    length = hypot(x - mx, y - my)
    ux, uy = (x - mx) / length, (y - my) / length
    return (x, y), (ux, uy), (uy, -ux) if slot == 1 else (-uy, ux)


def layout(positions: Sequence[Pair], x: float, y: float, w: float, h: float, most: float = 92) -> Layout:
    """The largest map of these areas that fits a field, its box in the middle of it."""
    return _layout(tuple(positions), x, y, w, h, most)


@lru_cache(256)
def _layout(positions: tuple[Pair, ...], x: float, y: float, w: float, h: float, most: float) -> Layout:
    unit = Layout(1, 0, 0)
    points = [unit.hex(at, slot) for at in positions for slot in range(3)]
    left, right = min(px for px, _ in points) - sqrt(3) / 2, max(px for px, _ in points) + sqrt(3) / 2
    top, bottom = min(py for _, py in points) - 1, max(py for _, py in points) + 1
    s = min(most, w / (right - left), h / (bottom - top))
    return Layout(s, x + w / 2 - s * (left + right) / 2, y + h / 2 - s * (top + bottom) / 2)


def hexagon(centre: Point, s: float) -> tuple[Point, ...]:
    """The corners of a pointed hex, clockwise from the upper right one."""
    x, y = centre
    half = s * sqrt(3) / 2
    return (
        (x + half, y - s / 2),
        (x + half, y + s / 2),
        (x, y + s),
        (x - half, y + s / 2),
        (x - half, y - s / 2),
        (x, y - s),
    )


def outline(lay: Layout, at: Pair) -> tuple[Point, ...]:
    """The twelve corners around an area, clockwise."""
    edges: dict[tuple[float, float], tuple[Point, Point]] = {}
    shared: set[tuple[float, float]] = set()
    for slot in range(3):
        corners = hexagon(lay.hex(at, slot), lay.s)
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            key = (round((a[0] + b[0]) / 2, 1), round((a[1] + b[1]) / 2, 1))
            if key in edges:
                shared.add(key)
            edges[key] = (a, b)
    following = {_key(a): (a, b) for key, (a, b) in edges.items() if key not in shared}
    start = next(iter(following))
    points, here = [], start
    while True:
        a, b = following[here]
        points.append(a)
        here = _key(b)
        if here == start:
            return tuple(points)


def _key(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def inset(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A clockwise outline moved inwards; a negative number moves it outwards."""
    found = []
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        n1, n2 = _normal(before, (x, y)), _normal((x, y), after)
        k = by / (1 + n1[0] * n2[0] + n1[1] * n2[1])
        found.append((x + k * (n1[0] + n2[0]), y + k * (n1[1] + n2[1])))
    return tuple(found)


def _normal(a: Point, b: Point) -> Point:
    """To the inside of a clockwise outline (y down)."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    return -(b[1] - a[1]) / length, (b[0] - a[0]) / length
