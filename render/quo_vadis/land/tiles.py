"""The land: tiles of three hexes with a paper rim, drawn once for each state of the terrain."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from render import kit
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout, Pair, compute_hex_corners, compute_outline, inset_outline

TileTerrains = tuple[tuple[Pair, tuple[str, ...]], ...]
"""Position of each area with the terrains of its three spaces."""

RIM_WIDTH, LAND_INSET, CORNER_RADIUS = 3.5, 8, 2.4


@lru_cache(64)
def draw_tiles(lay: Layout, tile_terrains: TileTerrains) -> kit.Nodes:
    """Draw all tiles. The genesis rim is drawn on top, since it changes each turn and the land rarely."""
    return tuple(node for position, terrains in tile_terrains for node in _draw_tile(lay, position, terrains))


@dataclass(frozen=True, slots=True)
class GenesisRim:
    """The rim of the genesis area: bronze outside and white inside its edge. Its middle is (0, 0)."""

    s: float
    """Side of a hex in px."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        lay = Layout(self.s, 0, 0)
        x, y = lay.find_middle((0, 0))
        around = compute_outline(Layout(self.s, -x, -y), (0, 0))
        return (
            kit.Poly(inset_outline(around, 4), None, kit.WHITE, 8),
            kit.Poly(inset_outline(around, -3), None, theme.BRONZE, 6),
        )


@dataclass(frozen=True, slots=True)
class TerrainOverlay:
    """The hexes of an area in the terrain of its token. The middle of the area is (0, 0)."""

    s: float
    """Side of a hex in px."""
    terrain: str

    def shapes(self) -> tuple[kit.Shape, ...]:
        x, y = Layout(self.s, 0, 0).find_middle((0, 0))
        nodes = _draw_tile(Layout(self.s, -x, -y), (0, 0), (self.terrain,) * 3)
        return tuple(node for node in nodes if isinstance(node, kit.Poly | kit.Polyline))


def _draw_tile(lay: Layout, position: Pair, terrains: tuple[str, ...]) -> Iterator[kit.Node]:
    around = compute_outline(lay, position)
    rim = inset_outline(around, RIM_WIDTH + 3.2)
    yield kit.Poly(rim, theme.PAPER, theme.PAPER, 6.4)
    inner = dict(zip(map(_round_point, around), inset_outline(around, LAND_INSET + CORNER_RADIUS), strict=True))
    middle = lay.find_middle(position)
    for slot, terrain in enumerate(terrains):
        corners = [
            inner.get(_round_point(corner), corner)
            for corner in compute_hex_corners(lay.find_hex_centre(position, slot), lay.hex_side)
        ]
        colour = theme.TERRAIN[terrain]
        yield kit.Poly(tuple(corners), colour, colour, 2 * CORNER_RADIUS)
    for slot in range(3):
        for corner in compute_hex_corners(lay.find_hex_centre(position, slot), lay.hex_side):
            if _round_point(corner) in inner and _is_shared_corner(lay, position, corner):
                yield kit.Polyline((middle, inner[_round_point(corner)]), theme.PAPER, 3)


def _round_point(point: kit.Point) -> kit.Point:
    return round(point[0]), round(point[1])


def _is_shared_corner(lay: Layout, position: Pair, corner: kit.Point) -> bool:
    """Return whether exactly two hexes of the area meet in a corner."""
    hex_count = sum(
        _round_point(other) == _round_point(corner)
        for slot in range(3)
        for other in compute_hex_corners(lay.find_hex_centre(position, slot), lay.hex_side)
    )
    return hex_count == 2


def draw_sky(x: float, y: float, w: float, h: float) -> kit.Nodes:
    """Draw the sky behind the land, with a chain of small stars along its upper and lower edge."""
    return (
        kit.Box(x, y, w, h, 22, theme.SKY, corners=(False, False, False, True)),
        *draw_stars(x, y + 20, w),
        *draw_stars(x, y + h - 20, w),
    )


@lru_cache(32)
def draw_stars(x: float, y: float, w: float, colour: str = theme.SKY_2) -> kit.Nodes:
    """Draw fifteen stars on a hairline."""
    points = [(x + 40 + (w - 80) * i / 14, y + (5 if i % 2 else -5)) for i in range(15)]
    dots = (kit.Disc(px, py, 5 if i % 3 == 0 else 3.4, colour) for i, (px, py) in enumerate(points))
    return (kit.Polyline(tuple(points), colour, 1.6), *dots)
