"""The land of one game: plates of stone in the engraved sea, with ornament where the sea is free.

It depends on the game, so that it is laid when a picture first needs it: 0.1 s, because its hexes and its sea are
prerendered.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, dist

from PIL import Image, ImageChops, ImageFilter

from render.kit import Point
from render.kit.painting.grounds import cut_ground
from render.kit.painting.image_cache import keep_images
from render.kit.surfaces.noise import scale_tones
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout, Pair
from render.quo_vadis.scenery.ornament import draw_compass, draw_serpent, draw_title
from render.quo_vadis.scenery.tile import (
    Tile,
    draw_stone,
    draw_tile,
    draw_tile_mask,
    measure_stone,
)

_COARSE = 4  # px of the picture per px of the mask from which the coast lines are drawn
_COAST_LINES = ((150, 210), (104, 150), (66, 105), (36, 70))
"""Tone of the blurred land where a coast line is, and its strength."""
_USUAL_SIDE = 74  # px of a hex on the overview, at which the sizes of the coast were chosen
_LEGEND_X, _LEGEND_UP, _LEGEND_R = 130, 60, 110
"""Place without ornament in the lower left corner, for a legend: x, px above the edge, radius."""
_MARGIN = 24
"""px between the edge of the sea and an ornament."""
_FADE = 24  # px at the sides of an island over which the sea fades
_STEP = 20  # px between the places tried for an ornament


@dataclass(frozen=True, slots=True)
class Land:
    """The facts on which the drawing of the land depends."""

    lay: Layout
    """Position of the hexes, relative to the upper left corner of the sea."""
    tiles: tuple[tuple[Pair, Tile], ...]
    """Position of each area with the terrains of its three spaces."""


@dataclass(frozen=True, slots=True)
class Plate:
    """The facts on which the sprite of one plate depends."""

    side: float  # px of a side of its hexes
    terrains: Tile  # of its spaces a, b and c; a terrain token makes all three alike (R3.5)


@keep_images
def draw_land(land: Land, size: tuple[int, int]) -> Image.Image:
    """Draw the sea with all plates, as RGB."""
    side = land.lay.hex_side
    mask = _draw_land_mask(land, size)
    picture = cut_ground("quo_vadis/sea", (0, 0, *size))
    _draw_coast(picture, mask, side)
    for ornament, centre in place_ornaments(mask):
        left, top = round(centre[0] - ornament.width / 2), round(centre[1] - ornament.height / 2)
        picture.paste(ornament, (left, top), ornament)
    _draw_shadow(picture, mask, side)
    order = sorted(zip(land.tiles, _iter_corners(land), strict=True), key=lambda tile: tile[1][1])
    for _, corner in order:
        picture.paste(draw_stone(side), corner, draw_stone(side))
    for variant, ((_, terrains), corner) in enumerate(order):
        tile = draw_tile(side, terrains, variant)
        picture.paste(tile, corner, tile)
    return picture


def draw_island(land: Land, size: tuple[int, int]) -> Image.Image:
    """Draw the land with the sea near it alone, as RGBA."""
    mask = _draw_land_mask(land, size)
    island = draw_land(land, size).convert("RGBA")
    near = scale_tones(_blur_land(mask, land.lay.hex_side), 2.4)
    clear = Image.new("L", size)
    clear.paste(255, (_FADE, _FADE, size[0] - _FADE, size[1] - _FADE))
    island.putalpha(ImageChops.multiply(near, clear.filter(ImageFilter.GaussianBlur(_FADE / 2))))
    return island


def _draw_land_mask(land: Land, size: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", size)
    for corner in _iter_corners(land):
        mask.paste(255, corner, draw_tile_mask(land.lay.hex_side))
    return mask


def _iter_corners(land: Land) -> Iterator[tuple[int, int]]:
    """Yield the upper left corner of each plate's sprite."""
    half = draw_tile_mask(land.lay.hex_side).width / 2
    middles = (land.lay.find_middle(position) for position, _ in land.tiles)
    return ((round(x - half), round(y - half)) for x, y in middles)


def _draw_coast(sea: Image.Image, mask: Image.Image, side: float) -> None:
    """Draw shallows and coast lines around the land. They are smooth: a coarse mask gives the same."""
    near = _blur_land(mask, side)
    sea.paste(theme.SHALLOW, (0, 0), scale_tones(near, 0.62))
    sea.paste(theme.COAST_LINE, (0, 0), near.point([_find_line_strength(tone) for tone in range(256)]))


def _blur_land(mask: Image.Image, side: float) -> Image.Image:
    """Return a mask that is the darker the farther the land is."""
    coarse = mask.reduce(_COARSE)
    whole = ImageChops.lighter(coarse, ImageChops.offset(coarse, 0, max(1, measure_stone(side) // _COARSE)))
    blur = ImageFilter.GaussianBlur(34 * side / _USUAL_SIDE / _COARSE)
    return whole.filter(blur).resize(mask.size, Image.Resampling.BICUBIC)


def _find_line_strength(tone: int) -> int:
    """Return the strength of a coast line where the blurred land has a tone."""
    return max(0, *(strength - abs(tone - at) * strength // 5 for at, strength in _COAST_LINES))


def _draw_shadow(picture: Image.Image, mask: Image.Image, side: float) -> None:
    coarse = mask.reduce(2)
    moved = ImageChops.offset(coarse, int(0.035 * side), (measure_stone(side) + int(0.09 * side)) // 2)
    shadow = moved.filter(ImageFilter.GaussianBlur(0.035 * side)).resize(mask.size, Image.Resampling.BILINEAR)
    picture.paste(theme.DEEP, (0, 0), scale_tones(shadow, 0.6))


def place_ornaments(mask: Image.Image) -> Iterator[tuple[Image.Image, Point]]:
    """Yield the ornaments for which the sea has room, with their centres."""
    taken: list[tuple[float, float, float]] = [(_LEGEND_X, mask.height - _LEGEND_UP, _LEGEND_R)]
    for draw, size, r, half_height in (
        (draw_compass, 72, 96, 96),
        (draw_serpent, 66, 118, 118),
        (draw_title, 32, 142, 52),
    ):
        centre = _find_free_place(mask, r, half_height, taken)
        if centre is not None:
            taken.append((*centre, r))
            yield draw(size), centre


def _find_free_place(
    mask: Image.Image, r: int, half_height: int, taken: list[tuple[float, float, float]]
) -> Point | None:
    """Return the centre of a rectangle without land, 2 r wide, as far to a side as there is one."""
    middle, coarse = mask.width / 2, mask.reduce(_COARSE)
    columns = sorted(range(r + _MARGIN, mask.width - r - _MARGIN, _STEP), key=lambda x: -abs(x - middle))
    for x in columns:
        column = coarse.crop(((x - r) // _COARSE, 0, ceil((x + r) / _COARSE), coarse.height))
        rows_with_land: list[int] = column.getprojection()[1]
        for y in range(half_height + _MARGIN, mask.height - half_height - _MARGIN, _STEP):
            if any(rows_with_land[(y - half_height) // _COARSE : ceil((y + half_height) / _COARSE)]):
                continue
            if not any(dist((x, y), (ox, oy)) < r + other_r + 10 for ox, oy, other_r in taken):
                return x, y
    return None
