"""The static part of the map: land and sea, roads, prices of routes."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import hypot

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Route
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.places import COASTS, HEIGHT, LEFT, TOP, WIDTH, find_price_centre, find_road
from render.marco_polo_ii.pieces.goods import CoinDisc, Run, build_good_icon, build_label, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import GuildSeal

_PEAKS = ((640, 380, 1.0), (700, 410, 0.8), (900, 440, 0.9))
_DUNES = ((520, 430), (236, 610), (690, 530), (1180, 330), (1420, 560), (1010, 290))
_WAVES = ((350, 850), (860, 838), (940, 800), (1510, 740), (1380, 870), (1060, 846))


@cache
def draw_terrain() -> kit.Nodes:
    """Draw the static part of the map: land, coasts, roads and prices."""
    return (
        kit.Box(LEFT, TOP, WIDTH, HEIGHT, 0, theme.SEA),
        *draw_land(),
        *draw_roads(),
        *draw_prices(),
        *_draw_border(),
    )


def draw_land() -> Iterator[kit.Node]:
    """Draw mainland and island, with dunes, peaks and waves."""
    right, bottom = LEFT + WIDTH, TOP + HEIGHT
    for coast in COASTS:
        points = tuple((min(max(x, LEFT), right), min(max(y, TOP), bottom)) for x, y in coast)
        yield kit.Poly(points, theme.LAND, theme.COAST, 5)
    for x, y, k in _PEAKS:
        yield kit.Poly(((x - 40 * k, y + 30 * k), (x, y - 34 * k), (x + 40 * k, y + 30 * k)), theme.DUNE)
    for x, y in _DUNES:
        yield kit.Arc(x, y, 12, 200, 340, theme.DUNE, 3)
        yield kit.Arc(x + 24, y, 12, 200, 340, theme.DUNE, 3)
    for x, y in _WAVES:
        yield kit.Arc(x, y, 9, 20, 160, theme.COAST, 3)
        yield kit.Arc(x + 18, y, 9, 20, 160, theme.COAST, 3)


def draw_roads() -> Iterator[kit.Node]:
    """Draw the roads of all routes, stitched where a seal is needed."""
    lines = {name: find_road(name) for name in CONTENT.data.routes}
    for line in lines.values():
        yield kit.Polyline(line, theme.CASING, 13)
    for line in lines.values():
        yield kit.Polyline(line, theme.ROAD, 6)
    for name, line in lines.items():
        if CONTENT.data.routes[name].guild is not None:
            for start, end in pairwise(line):
                yield from _draw_stitches(start, end)


def _draw_stitches(start: kit.Point, end: kit.Point) -> Iterator[kit.Node]:
    """Draw light dashes along a road that needs a seal."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    offset = 8.0
    while offset + 8 < length:
        yield kit.Polyline(
            ((ax + ux * offset, ay + uy * offset), (ax + ux * (offset + 8), ay + uy * (offset + 8))), theme.CASING, 3
        )
        offset += 20


def draw_prices(names: Iterable[str] | None = None) -> Iterator[kit.Node]:
    """Draw the prices of these routes (None: of all)."""
    for name in CONTENT.data.routes if names is None else names:
        route = CONTENT.data.routes[name]
        x, y = find_price_centre(name)
        run = _build_cost(route)
        if (pill := find_price_pill(name)) is not None:
            yield pill
            yield from run.draw_at(pill.x + pill.w - run.w - 14, y)
            x = pill.x
        if route.guild is not None:
            yield kit.Sprite(x, y, GuildSeal(route.guild, 46))


@cache
def find_price_pill(name: str) -> kit.Box | None:
    """Return the pill behind the price of a route; None if the route has no price."""
    route, (x, y) = CONTENT.data.routes[name], find_price_centre(name)
    run, seal = _build_cost(route), 46 if route.guild is not None else 0
    if not run.w:
        return None
    w = run.w + 28 + (18 if seal else 0)
    return kit.Box(x - w / 2 + seal / 4, y - 21, w, 42, 21, theme.PANEL, theme.ROAD, 2)


@cache
def measure_price(name: str) -> kit.Bounds | None:
    """Return the bounds of a route's price and seal; None if it has neither."""
    route, (x, y), pill = CONTENT.data.routes[name], find_price_centre(name), find_price_pill(name)
    boxes = [] if pill is None else [(pill.x, pill.y, pill.x + pill.w, pill.y + pill.h)]
    if route.guild is not None:
        seal_x = pill.x if pill is not None else x
        boxes.append((seal_x - 23, y - 23, seal_x + 23, y + 23))
    return kit.unite_bounds(tuple(boxes)) if boxes else None


def _build_cost(route: Route) -> Run:
    """Return the cost of a route in icons, coins first."""
    runs = [wrap_node(kit.Sprite(0, 0, CoinDisc(str(route.coins), 18.6)), 37.2)] if route.coins else []
    for key in ("camels", "jade"):
        if n := getattr(route, key):
            runs.append(join_runs([wrap_node(build_good_icon(key, 30), 30), build_label(str(n), kit.BODY)], 3))
    return join_runs(runs)


def _draw_border() -> Iterator[kit.Node]:
    """Draw the border of the map, and the paper around it, which hides anything outside."""
    yield kit.Box(LEFT - 8, TOP - 8, WIDTH + 16, HEIGHT + 16, 24, None, theme.PAPER, 10)
    yield kit.Box(LEFT, TOP, WIDTH, HEIGHT, 16, None, theme.PLUM, 4)
