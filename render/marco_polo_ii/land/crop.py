"""An enlarged window of the map: complete cities, prices and pieces; roads and land are cut at its edge."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.cities import draw_city, find_centre
from render.marco_polo_ii.land.places import HEIGHT, LEFT, PLACES, TOP, WIDTH, clip_segment
from render.marco_polo_ii.land.terrain import draw_land, draw_prices, draw_roads
from render.marco_polo_ii.land.travellers import draw_oases, draw_prices_above, draw_travellers


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the map and its position in a picture."""

    part: kit.Bounds
    """Left, top, right, bottom on the map of the board picture."""
    x: float
    """Left edge in the picture."""
    y: float
    """Top edge in the picture."""
    k: float
    """Scale."""

    @property
    def size(self) -> tuple[float, float]:
        left, top, right, bottom = self.part
        return (right - left) * self.k, (bottom - top) * self.k

    def contains(self, box: kit.Bounds) -> bool:
        left, top, right, bottom = self.part
        return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom

    def transform(self, node: kit.Node) -> kit.Node:
        return kit.transform_node(node, self.x - self.part[0] * self.k, self.y - self.part[1] * self.k, self.k)


def fit_window(
    view: View,
    places: Iterable[str],
    ctx: kit.RenderContext,
    position: tuple[float, float],
    max_size: tuple[float, float],
    max_scale: float,
) -> Window:
    """Return the window that shows all of these places.

    position: its upper left corner in the picture; max_size: in px.
    """
    left, top, right, bottom = kit.unite_bounds(tuple(_measure_place(view, name, ctx) for name in places))
    k = min(max_scale, max_size[0] / (right - left), max_size[1] / (bottom - top))
    k = max(0.1, int(k * 10 + 1e-6) / 10)  # few scales, as pieces are drawn and cached once per scale
    w, h = min(max_size[0] / k, WIDTH), min(max_size[1] / k, HEIGHT)
    x = min(max((left + right - w) / 2, LEFT), LEFT + WIDTH - w)
    y = min(max((top + bottom - h) / 2, TOP), TOP + HEIGHT - h)
    return Window((x, y, x + w, y + h), *position, k)


def _measure_place(view: View, name: str, ctx: kit.RenderContext) -> kit.Bounds:
    """Return the bounds of a place with its chips, and a margin for its number."""
    if name in CONTENT.data.oases:
        x, y = PLACES[name]
        return max(LEFT, x - 60), max(TOP, y - 40), min(LEFT + WIDTH, x + 50), min(TOP + HEIGHT, y + 56)
    left, top, right, bottom = kit.unite_bounds(tuple(kit.measure_bounds(node) for node in draw_city(view, name, ctx)))
    return (
        max(LEFT, left - 40),
        max(TOP, top - 8),
        min(LEFT + WIDTH, right + 40),
        min(TOP + HEIGHT, bottom + 8),
    )


def draw_window(
    view: View, ctx: kit.RenderContext, window: Window, trails: Iterable[kit.Node] = ()
) -> tuple[kit.Node, ...]:
    """Draw the window from the sea up; cities and prices only if they fit completely."""
    lines = (piece for node in trails for piece in _clip_node(node, window.part))
    return (
        *draw_static_window(window),
        *map(window.transform, lines),
        *draw_pieces(view, ctx, window),
        *draw_window_edge(window, theme.PLUM),
    )


@lru_cache(64)
def draw_static_window(window: Window) -> tuple[kit.Node, ...]:
    """Draw the static part of a window: sea, land, roads and prices."""
    nodes: list[kit.Node] = [kit.Box(*window.part[:2], *_measure_size(window.part), 0, theme.SEA)]
    for node in (*draw_land(), *draw_roads()):
        nodes += _clip_node(node, window.part)
    nodes += (node for name in CONTENT.data.routes for node in _keep_if_inside(tuple(draw_prices([name])), window))
    return tuple(map(window.transform, nodes))


def draw_pieces(view: View, ctx: kit.RenderContext, window: Window) -> Iterator[kit.Node]:
    """Draw oases, cities, figures and caravans of the window, and again the prices that they would cover."""
    nodes: list[kit.Node] = [node for node in draw_oases() if window.contains(kit.measure_bounds(node))]
    for city in CONTENT.data.cities:
        if window.contains((*find_centre(city, ctx.lang), *find_centre(city, ctx.lang))):  # otherwise its plate is cut
            nodes += _keep_if_inside(tuple(draw_city(view, city, ctx)), window)
    moving = [node for node in draw_travellers(view, ctx) if window.contains(kit.measure_bounds(node))]
    nodes += moving
    nodes += (node for price in draw_prices_above(moving) for node in _keep_if_inside(price, window))
    return (window.transform(_remove_change_marks(node)) for node in nodes)


def _remove_change_marks(node: kit.Node) -> kit.Node:
    """Remove change marks from an anchor: in a question the numbers of options need the space."""
    return replace(node, shows=None, ghost=None, piece_kind="") if isinstance(node, kit.Anchor) else node


def _measure_size(part: kit.Bounds) -> tuple[float, float]:
    return part[2] - part[0], part[3] - part[1]


def _keep_if_inside(nodes: tuple[kit.Node, ...], window: Window) -> tuple[kit.Node, ...]:
    """Return all nodes, or none if one of them is not inside the window."""
    bounds = [kit.measure_bounds(node) for node in nodes if not isinstance(node, kit.Anchor)]
    return nodes if bounds and window.contains(kit.unite_bounds(tuple(bounds))) else ()


def _clip_node(node: kit.Node, part: kit.Bounds) -> Iterator[kit.Node]:
    """Cut a background shape at the edge of the window."""
    match node:
        case kit.Poly() if node.edge is not None:
            points = _clip_polygon(node.points, part)
            if len(points) > 2:
                yield kit.Poly(points, node.fill, node.edge, node.width)
        case kit.Polyline():
            for start, end in pairwise(node.points):
                if (piece := clip_segment(start, end, part)) is not None:
                    yield kit.Polyline(piece, node.colour, node.width)
        case _:
            left, top, right, bottom = kit.measure_bounds(node)
            if part[0] <= left and part[1] <= top and right <= part[2] and bottom <= part[3]:
                yield node


def _clip_polygon(points: tuple[kit.Point, ...], part: kit.Bounds) -> tuple[kit.Point, ...]:
    """Clip a polygon to a rectangle (Sutherland and Hodgman)."""
    for axis, limit, sign in ((0, part[0], 1), (0, part[2], -1), (1, part[1], 1), (1, part[3], -1)):
        clipped: list[kit.Point] = []
        for start, end in pairwise((*points, points[0])):
            a, b = sign * (start[axis] - limit), sign * (end[axis] - limit)
            if a >= 0:
                clipped.append(start)
            if (a >= 0) != (b >= 0):
                share = a / (a - b)
                clipped.append((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
        points = tuple(clipped)
        if not points:
            break
    return points


def draw_window_edge(window: Window, paper: str) -> Iterator[kit.Node]:
    """Draw the background around the window, and its border."""
    (w, h), x, y = window.size, window.x, window.y
    yield kit.Box(x - 10, y - 10, w + 20, h + 20, 26, None, paper, 12)
    yield kit.Box(x, y, w, h, 16, None, theme.NEUTRAL_LINE, 4)
