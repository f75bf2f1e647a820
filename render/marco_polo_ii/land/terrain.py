"""The roads and the prices of routes, which never change."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import hypot

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Route
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.places import find_price_centre, find_road
from render.marco_polo_ii.pieces.goods import CoinDisc, Run, build_good_icon, build_label, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import GuildSeal


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
    return kit.Box(x - w / 2 + seal / 4, y - 21, w, 42, 21, theme.PANEL, theme.ROAD, 2, material="pill")


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
    runs = [wrap_node(kit.Sprite(0, 0, CoinDisc(str(route.coins), 23.5)), 45)] if route.coins else []
    for key in ("camels", "jade"):
        if n := getattr(route, key):
            runs.append(join_runs([wrap_node(build_good_icon(key, 33), 32), build_label(str(n), kit.BODY)], 3))
    return join_runs(runs)
