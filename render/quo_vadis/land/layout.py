"""Positions of hexes, middles and outlines of areas on a picture, for a map of any size."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sqrt

from engines.quo_vadis.table.geometry import list_hexes
from render import kit

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """Scale and offset of a map on a picture."""

    hex_side: float
    """Side of a hex in px."""
    dx: float
    """x of the origin of the hex coordinates."""
    dy: float
    """y of the origin."""

    def find_hex_centre(self, position: Pair, slot: int) -> kit.Point:
        """Return the centre of a space."""
        q, r = list_hexes(position)[slot]
        return self.dx + self.hex_side * sqrt(3) * (q + r / 2), self.dy + self.hex_side * 1.5 * r

    def find_middle(self, position: Pair) -> kit.Point:
        """Return the corner that the three hexes of an area share, where its number is."""
        return _compute_middle(self, position)

    def find_point(self, position: Pair, slot: int, along: float, across: float = 0) -> kit.Point:
        """Return a point of a hex: `along` the axis from the number outwards and `across` it, in hex sides."""
        (x, y), (ux, uy), (px, py) = _compute_axes(self, position, slot)
        return x + self.hex_side * (along * ux + across * px), y + self.hex_side * (along * uy + across * py)


@lru_cache(1 << 10)
def _compute_middle(lay: Layout, position: Pair) -> kit.Point:
    points = [lay.find_hex_centre(position, slot) for slot in range(3)]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


@lru_cache(1 << 11)
def _compute_axes(lay: Layout, position: Pair, slot: int) -> tuple[kit.Point, kit.Point, kit.Point]:
    """Return the centre of a space, the direction from the number outwards, and the direction across it."""
    (x, y), (mx, my) = lay.find_hex_centre(position, slot), lay.find_middle(position)
    length = hypot(x - mx, y - my)
    ux, uy = (x - mx) / length, (y - my) / length
    return (x, y), (ux, uy), (uy, -ux) if slot == 1 else (-uy, ux)


def fit_layout(positions: Sequence[Pair], x: float, y: float, w: float, h: float, max_side: float = 92) -> Layout:
    """Return the largest layout of these areas that fits a rectangle, centred in it. max_side: limit of a hex in px."""
    return _fit_layout(tuple(positions), x, y, w, h, max_side)


@lru_cache(256)
def _fit_layout(positions: tuple[Pair, ...], x: float, y: float, w: float, h: float, max_side: float) -> Layout:
    unit = Layout(1, 0, 0)
    points = [unit.find_hex_centre(position, slot) for position in positions for slot in range(3)]
    left, right = min(px for px, _ in points) - sqrt(3) / 2, max(px for px, _ in points) + sqrt(3) / 2
    top, bottom = min(py for _, py in points) - 1, max(py for _, py in points) + 1
    s = min(max_side, w / (right - left), h / (bottom - top))
    return Layout(s, x + w / 2 - s * (left + right) / 2, y + h / 2 - s * (top + bottom) / 2)


def compute_hex_corners(centre: kit.Point, s: float) -> tuple[kit.Point, ...]:
    """Return the corners of a pointed hex, clockwise from the upper right one."""
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


def compute_outline(lay: Layout, position: Pair) -> tuple[kit.Point, ...]:
    """Return the twelve corners around an area, clockwise."""
    edges: dict[tuple[float, float], tuple[kit.Point, kit.Point]] = {}
    shared: set[tuple[float, float]] = set()
    for slot in range(3):
        corners = compute_hex_corners(lay.find_hex_centre(position, slot), lay.hex_side)
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            key = (round((a[0] + b[0]) / 2, 1), round((a[1] + b[1]) / 2, 1))
            if key in edges:
                shared.add(key)
            edges[key] = (a, b)
    following = {_round_key(a): (a, b) for key, (a, b) in edges.items() if key not in shared}
    start = next(iter(following))
    points, current = [], start
    while True:
        a, b = following[current]
        points.append(a)
        current = _round_key(b)
        if current == start:
            return tuple(points)


def _round_key(point: kit.Point) -> kit.Point:
    return round(point[0], 1), round(point[1], 1)


def inset_outline(points: Sequence[kit.Point], distance: float) -> tuple[kit.Point, ...]:
    """Return a clockwise outline moved inwards; a negative number moves it outwards."""
    inset_points = []
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        n1, n2 = _compute_normal(before, (x, y)), _compute_normal((x, y), after)
        k = distance / (1 + n1[0] * n2[0] + n1[1] * n2[1])
        inset_points.append((x + k * (n1[0] + n2[0]), y + k * (n1[1] + n2[1])))
    return tuple(inset_points)


def _compute_normal(a: kit.Point, b: kit.Point) -> kit.Point:
    """Return the unit normal towards the inside of a clockwise outline (y down)."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    return -(b[1] - a[1]) / length, (b[0] - a[0]) / length
