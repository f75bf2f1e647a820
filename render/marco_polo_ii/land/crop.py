"""An enlarged window of the map: complete cities, prices and pieces; roads and land are cut at its edge."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii.backdrop import draw_chart_frame
from render.marco_polo_ii.chart.sheet import SCALE
from render.marco_polo_ii.land.cities import draw_city, find_centre
from render.marco_polo_ii.land.places import HEIGHT, LEFT, PLACES, TOP, WIDTH, clip_segment
from render.marco_polo_ii.land.terrain import draw_prices, draw_roads
from render.marco_polo_ii.land.travellers import (
    draw_oases,
    draw_prices_above,
    draw_travellers,
    split_ledges,
)

_END = 10  # px of the board from the edge of a window to the ends of cut lines
_OVERHANG = 8  # px of the board by which the rim of a figure or caravan may lie on the frame of a window


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

    def contains_piece(self, box: kit.Bounds) -> bool:
        """Return whether a figure or caravan with these bounds is inside, except perhaps the end of its rim."""
        left, top, right, bottom = box
        return self.contains((left + _OVERHANG, top + _OVERHANG, right - _OVERHANG, bottom - _OVERHANG))

    def transform(self, node: kit.Node) -> kit.Node:
        return kit.transform_node(node, self.x - self.part[0] * self.k, self.y - self.part[1] * self.k, self.k)


def show_whole_map(x: float, y: float, k: float = 1) -> Window:
    """Return the window of the whole map whose upper left corner is at (x, y)."""
    return Window((LEFT, TOP, LEFT + WIDTH, TOP + HEIGHT), x, y, k)


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
    """Draw the window above its static part; cities and prices only if they fit completely."""
    lines = (piece for node in trails for piece in _clip_node(node, _find_inner_part(window)))
    return (
        *map(window.transform, lines),
        *draw_pieces(view, ctx, window),
        *draw_window_edge(window),
    )


@lru_cache(64)
def draw_static_window(window: Window) -> tuple[kit.Node, ...]:
    """Draw the static part of a window: the chart, roads and prices."""
    left, top, right, bottom = window.part
    part = ((left - LEFT) * SCALE, (top - TOP) * SCALE, (right - LEFT) * SCALE, (bottom - TOP) * SCALE)
    chart = kit.Ground(window.x, window.y, *window.size, "marco_polo_ii/chart", part)
    nodes: list[kit.Node] = [piece for node in draw_roads() for piece in _clip_node(node, _find_inner_part(window))]
    nodes += (node for name in CONTENT.data.routes for node in _keep_if_inside(tuple(draw_prices([name])), window))
    return (chart, *map(window.transform, nodes))


def _find_inner_part(window: Window) -> kit.Bounds:
    """Return the part in which lines end, so that their round ends lie below the frame."""
    left, top, right, bottom = window.part
    return left + _END, top + _END, right - _END, bottom - _END


def draw_pieces(view: View, ctx: kit.RenderContext, window: Window) -> Iterator[kit.Node]:
    """Draw oases, cities, figures and caravans of the window, and again the prices that they would cover."""
    travellers = draw_travellers(view, ctx, window.contains_piece)
    moving = (node for node in travellers if window.contains_piece(kit.measure_bounds(node)))
    ledges, pieces = split_ledges(moving)
    nodes: list[kit.Node] = [*ledges]
    nodes += (node for node in draw_oases() if window.contains(kit.measure_bounds(node)))
    for city in CONTENT.data.cities:
        if window.contains((*find_centre(city, ctx.lang), *find_centre(city, ctx.lang))):  # otherwise its plate is cut
            nodes += _keep_if_inside(tuple(draw_city(view, city, ctx)), window)
    nodes += pieces
    nodes += (node for price in draw_prices_above(pieces) for node in _keep_if_inside(price, window))
    return (window.transform(_remove_change_marks(node)) for node in nodes)


def _remove_change_marks(node: kit.Node) -> kit.Node:
    """Remove change marks from an anchor: in a question the numbers of options need the space."""
    return replace(node, shows=None, sprite=None, piece_kind="") if isinstance(node, kit.Anchor) else node


def _keep_if_inside(nodes: tuple[kit.Node, ...], window: Window) -> tuple[kit.Node, ...]:
    """Return all nodes, or none if one of them is not inside the window."""
    bounds = [kit.measure_bounds(node) for node in nodes if not isinstance(node, kit.Anchor)]
    return nodes if bounds and window.contains(kit.unite_bounds(tuple(bounds))) else ()


def _clip_node(node: kit.Node, part: kit.Bounds) -> Iterator[kit.Node]:
    """Cut a background shape at the edge of the window."""
    match node:
        case kit.Polyline():
            for start, end in pairwise(node.points):
                if (piece := clip_segment(start, end, part)) is not None:
                    yield kit.Polyline(piece, node.colour, node.width)
        case _:
            left, top, right, bottom = kit.measure_bounds(node)
            if part[0] <= left and part[1] <= top and right <= part[2] and bottom <= part[3]:
                yield node


def draw_window_edge(window: Window) -> Iterator[kit.Node]:
    """Draw the frame of the window, which hides the ends of cut lines."""
    return draw_chart_frame(window.x, window.y, *window.size)
