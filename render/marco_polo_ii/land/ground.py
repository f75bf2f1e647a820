"""What never changes on the map: land and sea, roads, what they cost."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import hypot

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Route
from render.kit.extent import Bounds, union
from render.kit.scene import BODY, Arc, Box, Line, Node, Nodes, Poly, Sprite
from render.kit.spot import Point
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.places import COASTS, HEIGHT, LEFT, TOP, WIDTH, price, road
from render.marco_polo_ii.pieces.goods import CoinDisc, Run, glyph, good, label, row
from render.marco_polo_ii.pieces.people import GuildSeal

_PEAKS = ((640, 380, 1.0), (700, 410, 0.8), (900, 440, 0.9))
_DUNES = ((520, 430), (236, 610), (690, 530), (1180, 330), (1420, 560), (1010, 290))
_WAVES = ((350, 850), (860, 838), (940, 800), (1510, 740), (1380, 870), (1060, 846))


@cache
def ground() -> Nodes:
    """Land, coasts, roads and prices."""
    return (Box(LEFT, TOP, WIDTH, HEIGHT, 0, theme.SEA), *land(), *roads(), *prices(), *_frame())


def land() -> Iterator[Node]:
    """Mainland and island, with dunes, peaks and waves."""
    right, bottom = LEFT + WIDTH, TOP + HEIGHT
    for coast in COASTS:
        points = tuple((min(max(x, LEFT), right), min(max(y, TOP), bottom)) for x, y in coast)
        yield Poly(points, theme.LAND, theme.COAST, 5)
    for x, y, k in _PEAKS:
        yield Poly(((x - 40 * k, y + 30 * k), (x, y - 34 * k), (x + 40 * k, y + 30 * k)), theme.DUNE)
    for x, y in _DUNES:
        yield Arc(x, y, 12, 200, 340, theme.DUNE, 3)
        yield Arc(x + 24, y, 12, 200, 340, theme.DUNE, 3)
    for x, y in _WAVES:
        yield Arc(x, y, 9, 20, 160, theme.COAST, 3)
        yield Arc(x + 18, y, 9, 20, 160, theme.COAST, 3)


def roads() -> Iterator[Node]:
    """All routes, stitched where a seal is needed."""
    lines = {name: road(name) for name in CONTENT.data.routes}
    for line in lines.values():
        yield Line(line, theme.CASING, 13)
    for line in lines.values():
        yield Line(line, theme.ROAD, 6)
    for name, line in lines.items():
        if CONTENT.data.routes[name].guild is not None:
            for start, end in pairwise(line):
                yield from _stitches(start, end)


def _stitches(start: Point, end: Point) -> Iterator[Node]:
    """Light dashes along a road for which a seal is needed."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    at = 8.0
    while at + 8 < length:
        yield Line(((ax + ux * at, ay + uy * at), (ax + ux * (at + 8), ay + uy * (at + 8))), theme.CASING, 3)
        at += 20


def prices(names: Iterable[str] | None = None) -> Iterator[Node]:
    """What routes cost, all or these."""
    for name in CONTENT.data.routes if names is None else names:
        route = CONTENT.data.routes[name]
        x, y = price(name)
        run = _cost(route)
        if (pill := pill_of(name)) is not None:
            yield pill
            yield from run.at(pill.x + pill.w - run.w - 14, y)
            x = pill.x
        if route.guild is not None:
            yield Sprite(x, y, GuildSeal(route.guild, 46))


@cache
def pill_of(name: str) -> Box | None:
    """The field under the price of a route; None where there is none."""
    route, (x, y) = CONTENT.data.routes[name], price(name)
    run, seal = _cost(route), 46 if route.guild is not None else 0
    if not run.w:
        return None
    w = run.w + 28 + (18 if seal else 0)
    return Box(x - w / 2 + seal / 4, y - 21, w, 42, 21, theme.PANEL, theme.ROAD, 2)


@cache
def price_box(name: str) -> Bounds | None:
    """All that tells the price of a route, with the seal that it needs; None where there is none."""
    route, (x, y), pill = CONTENT.data.routes[name], price(name), pill_of(name)
    boxes = [] if pill is None else [(pill.x, pill.y, pill.x + pill.w, pill.y + pill.h)]
    if route.guild is not None:
        at = pill.x if pill is not None else x
        boxes.append((at - 23, y - 23, at + 23, y + 23))
    return union(tuple(boxes)) if boxes else None


def _cost(route: Route) -> Run:
    """What a route costs, coins first."""
    runs = [glyph(Sprite(0, 0, CoinDisc(str(route.coins), 18.6)), 37.2)] if route.coins else []
    for key in ("camels", "jade"):
        if n := getattr(route, key):
            runs.append(row([glyph(good(key, 30), 30), label(str(n), BODY)], 3))
    return row(runs)


def _frame() -> Iterator[Node]:
    """The border of the map, and the paper around it that hides what lies beyond."""
    yield Box(LEFT - 8, TOP - 8, WIDTH + 16, HEIGHT + 16, 24, None, theme.PAPER, 10)
    yield Box(LEFT, TOP, WIDTH, HEIGHT, 16, None, theme.PLUM, 4)
