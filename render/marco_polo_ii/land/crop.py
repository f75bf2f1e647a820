"""A window on the map, drawn larger: whole cities, pills and pieces, roads and land cut at its edge."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render.kit.extent import Bounds, extent, union
from render.kit.look import Look
from render.kit.scene import Anchor, Box, Line, Node, Poly, place
from render.kit.spot import Point
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.cities import block, middle
from render.marco_polo_ii.land.ground import land, prices, roads
from render.marco_polo_ii.land.places import HEIGHT, LEFT, PLACES, TOP, WIDTH, segment
from render.marco_polo_ii.land.travellers import oases, prices_above, travellers


@dataclass(frozen=True, slots=True)
class Window:
    """Part of the overview's map (left, top, right, bottom), drawn `k` times as large from (x, y) on."""

    part: Bounds
    x: float
    y: float
    k: float

    @property
    def size(self) -> tuple[float, float]:
        left, top, right, bottom = self.part
        return (right - left) * self.k, (bottom - top) * self.k

    def holds(self, box: Bounds) -> bool:
        left, top, right, bottom = self.part
        return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom

    def moved(self, node: Node) -> Node:
        return place(node, self.x - self.part[0] * self.k, self.y - self.part[1] * self.k, self.k)


def around(
    view: View, places: Iterable[str], look: Look, at: tuple[float, float], room: tuple[float, float], most: float
) -> Window:
    """The window of `room` px from `at` on that holds all of these places, at most so many times as large."""
    left, top, right, bottom = union(tuple(_reach(view, one, look) for one in places))
    k = min(most, room[0] / (right - left), room[1] / (bottom - top))
    k = max(0.1, int(k * 10 + 1e-6) / 10)  # few scales: pieces are drawn once for each
    w, h = min(room[0] / k, WIDTH), min(room[1] / k, HEIGHT)
    x = min(max((left + right - w) / 2, LEFT), LEFT + WIDTH - w)
    y = min(max((top + bottom - h) / 2, TOP), TOP + HEIGHT - h)
    return Window((x, y, x + w, y + h), *at, k)


def _reach(view: View, one: str, look: Look) -> Bounds:
    """All that is drawn at a place, and a margin for its number."""
    if one in CONTENT.data.oases:
        x, y = PLACES[one]
        return max(LEFT, x - 60), max(TOP, y - 40), min(LEFT + WIDTH, x + 50), min(TOP + HEIGHT, y + 56)
    left, top, right, bottom = union(tuple(extent(node) for node in block(view, one, look)))
    return (
        max(LEFT, left - 40),
        max(TOP, top - 8),
        min(LEFT + WIDTH, right + 40),
        min(TOP + HEIGHT, bottom + 8),
    )


def cropped(view: View, look: Look, window: Window, trails: Iterable[Node] = ()) -> tuple[Node, ...]:
    """What lies in the window, from the sea up; of cities and pills only whole ones."""
    lines = (piece for node in trails for piece in _cut(node, window.part))
    return (*ground(window), *map(window.moved, lines), *pieces(view, look, window), *edge(window, theme.PLUM))


@lru_cache(64)
def ground(window: Window) -> tuple[Node, ...]:
    """What never changes there: sea, land, roads and prices."""
    nodes: list[Node] = [Box(*window.part[:2], *_size(window.part), 0, theme.SEA)]
    for node in (*land(), *roads()):
        nodes += _cut(node, window.part)
    nodes += (node for name in CONTENT.data.routes for node in _whole(tuple(prices([name])), window))
    return tuple(map(window.moved, nodes))


def pieces(view: View, look: Look, window: Window) -> Iterator[Node]:
    """Oases, cities, figures and caravans in the window, and the prices that would lie below them."""
    nodes: list[Node] = [node for node in oases() if window.holds(extent(node))]
    for city in CONTENT.data.cities:
        if window.holds((*middle(city, look.lang), *middle(city, look.lang))):  # else its plate is cut
            nodes += _whole(tuple(block(view, city, look)), window)
    moving = [node for node in travellers(view, look) if window.holds(extent(node))]
    nodes += moving
    nodes += (node for price in prices_above(moving) for node in _whole(price, window))
    return (window.moved(_unmarked(node)) for node in nodes)


def _unmarked(node: Node) -> Node:
    """A question shows no marks of what changed: its numbers need the room."""
    return replace(node, shows=None, ghost=None, mover="") if isinstance(node, Anchor) else node


def _size(part: Bounds) -> tuple[float, float]:
    return part[2] - part[0], part[3] - part[1]


def _whole(nodes: tuple[Node, ...], window: Window) -> tuple[Node, ...]:
    """All of these, or none if one of them leaves the window."""
    seen = [extent(node) for node in nodes if not isinstance(node, Anchor)]
    return nodes if seen and window.holds(union(tuple(seen))) else ()


def _cut(node: Node, part: Bounds) -> Iterator[Node]:
    """A shape of the ground, cut at the edge of the window."""
    match node:
        case Poly() if node.edge is not None:
            points = _polygon(node.points, part)
            if len(points) > 2:
                yield Poly(points, node.fill, node.edge, node.width)
        case Line():
            for start, end in pairwise(node.points):
                if (piece := segment(start, end, part)) is not None:
                    yield Line(piece, node.colour, node.width)
        case _:
            left, top, right, bottom = extent(node)
            if part[0] <= left and part[1] <= top and right <= part[2] and bottom <= part[3]:
                yield node


def _polygon(points: tuple[Point, ...], part: Bounds) -> tuple[Point, ...]:
    """A polygon inside a rectangle (Sutherland and Hodgman)."""
    for axis, limit, sign in ((0, part[0], 1), (0, part[2], -1), (1, part[1], 1), (1, part[3], -1)):
        kept: list[Point] = []
        for one, other in pairwise((*points, points[0])):
            a, b = sign * (one[axis] - limit), sign * (other[axis] - limit)
            if a >= 0:
                kept.append(one)
            if (a >= 0) != (b >= 0):
                share = a / (a - b)
                kept.append((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
        points = tuple(kept)
        if not points:
            break
    return points


def edge(window: Window, paper: str) -> Iterator[Node]:
    """The ground around the window, and its border."""
    (w, h), x, y = window.size, window.x, window.y
    yield Box(x - 10, y - 10, w + 20, h + 20, 26, None, paper, 12)
    yield Box(x, y, w, h, 16, None, theme.NEUTRAL_LINE, 4)
