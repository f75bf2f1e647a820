"""The land: paper-rimmed tiles of three hexes, painted once for each state of the terrain."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from render.kit.colour import WHITE
from render.kit.scene import Box, Disc, Line, Node, Nodes, Poly, Shape
from render.kit.spot import Point
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout, Pair, hexagon, inset, outline

Ground = tuple[tuple[Pair, tuple[str, ...]], ...]
"""Position and the terrains of its three spaces, for every area."""

RIM, LAND, SOFT = 3.5, 8, 2.4


@lru_cache(64)
def land(lay: Layout, ground: Ground) -> Nodes:
    """All tiles. Which of them is the genesis area is drawn on top: it changes each turn, the land rarely."""
    return tuple(node for at, terrains in ground for node in _tile(lay, at, terrains))


@dataclass(frozen=True, slots=True)
class GenesisRim:
    """Bronze outside and white inside the edge of an area whose hexes have sides of s px; its middle is (0, 0)."""

    s: float

    def shapes(self) -> tuple[Shape, ...]:
        lay = Layout(self.s, 0, 0)
        x, y = lay.middle((0, 0))
        around = outline(Layout(self.s, -x, -y), (0, 0))
        return (Poly(inset(around, 4), None, WHITE, 8), Poly(inset(around, -3), None, theme.BRONZE, 6))


@dataclass(frozen=True, slots=True)
class Overlaid:
    """The hexes of an area in the terrain of its token; hexes have sides of s px, the middle of the area is (0, 0)."""

    s: float
    terrain: str

    def shapes(self) -> tuple[Shape, ...]:
        x, y = Layout(self.s, 0, 0).middle((0, 0))
        nodes = _tile(Layout(self.s, -x, -y), (0, 0), (self.terrain,) * 3)
        return tuple(node for node in nodes if isinstance(node, Poly | Line))


def _tile(lay: Layout, at: Pair, terrains: tuple[str, ...]) -> Iterator[Node]:
    around = outline(lay, at)
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
                yield Line((middle, inner[_near(corner)]), theme.PAPER, 3)


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
