"""The land: paper-rimmed tiles of three hexes, painted once for each state of the terrain."""

from collections.abc import Iterator
from functools import lru_cache

from render.kit.colour import WHITE
from render.kit.scene import Box, Disc, Line, Node, Nodes, Poly
from render.kit.spot import Point
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout, Pair, hexagon, inset, outline

Ground = tuple[tuple[Pair, tuple[str, ...]], ...]
"""Position and the terrains of its three spaces, for every area."""

RIM, LAND, SOFT = 3.5, 8, 2.4


@lru_cache(64)
def land(lay: Layout, ground: Ground, genesis: Pair | None) -> Nodes:
    """All tiles, the genesis area in bronze and white."""
    return tuple(node for at, terrains in ground for node in _tile(lay, at, terrains, at == genesis))


def _tile(lay: Layout, at: Pair, terrains: tuple[str, ...], genesis: bool) -> Iterator[Node]:
    around = outline(lay, at)
    if genesis:
        yield Poly(inset(around, -3), theme.BRONZE, theme.BRONZE, 6)
        yield Poly(inset(around, 2), WHITE, WHITE, 4)
    else:
        rim = inset(around, RIM + 3.2)
        yield Poly(rim, theme.PAPER, theme.PAPER, 6.4)
    inner = dict(zip(map(_near, around), inset(around, LAND + SOFT), strict=True))
    middle = lay.middle(at)
    for slot, terrain in enumerate(terrains):
        corners = [inner.get(_near(corner), corner) for corner in hexagon(lay.hex(at, slot), lay.s)]
        colour = theme.TERRAIN[terrain]
        yield Poly(tuple(corners), colour, colour, 2 * SOFT)
    for slot in range(3):
        for corner in hexagon(lay.hex(at, slot), lay.s):
            if _near(corner) in inner and _shared(lay, at, corner):
                yield Line((middle, inner[_near(corner)]), WHITE if genesis else theme.PAPER, 3)


def _near(point: Point) -> Point:
    return round(point[0]), round(point[1])


def _shared(lay: Layout, at: Pair, corner: Point) -> bool:
    """Whether two hexes of the area meet in a corner."""
    near = sum(_near(other) == _near(corner) for slot in range(3) for other in hexagon(lay.hex(at, slot), lay.s))
    return near == 2


def sky(x: float, y: float, w: float, h: float) -> Nodes:
    """The field behind the land, with a chain of small stars along its upper and lower edge."""
    return (
        Box(x, y, w, h, 22, theme.SKY, corners=(False, False, False, True)),
        *stars(x, y + 20, w),
        *stars(x, y + h - 20, w),
    )


@lru_cache(32)
def stars(x: float, y: float, w: float, colour: str = theme.SKY_2) -> Nodes:
    """Fifteen stars on a hairline."""
    points = [(x + 40 + (w - 80) * i / 14, y + (5 if i % 2 else -5)) for i in range(15)]
    dots = (Disc(px, py, 5 if i % 3 == 0 else 3.4, colour) for i, (px, py) in enumerate(points))
    return (Line(tuple(points), colour, 1.6), *dots)
