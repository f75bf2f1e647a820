"""The plate of one area: three hexes in relief with their borders and rim, the stone below it, the light of genesis.

All areas have the same outline, so that each sprite serves all of them; the middle of the area is its centre.
"""

from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit import Point
from render.kit.colour import mix_colours
from render.kit.painting.image_cache import keep_images
from render.kit.surfaces.noise import draw_grain, mix_by_mask
from render.kit.surfaces.relief import parse_rgba
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout, compute_hex_corners, compute_outline, inset_outline
from render.quo_vadis.scenery.hexes import load_hex

TILE_INSET = 0.05
"""Distance of a plate's edge from the outline of its area, in hex sides."""
_REACH = 2.3
"""Half the side of a sprite, in hex sides."""
_SAMPLES = 3
_MAX_GLOW_SIDE = 104  # px: on a larger hex the light of genesis stays as wide as here

Tile = tuple[str, ...]
"""Terrains of the three spaces of an area."""


def measure_tile(side: float) -> int:
    """Return the side of the sprite of a plate in px, an even number."""
    return 2 * ceil(_REACH * side)


def measure_stone(side: float) -> int:
    """Return the height of the stone below a plate in px."""
    return max(7, int(side * 0.13))


@lru_cache(maxsize=16)
def _place_tile(side: float) -> tuple[Layout, tuple[Point, ...]]:
    """Return the layout of an area in the middle of a sprite, and its outline there."""
    x, y = Layout(side, 0, 0).find_middle((0, 0))
    half = measure_tile(side) / 2
    lay = Layout(side, half - x, half - y)
    return lay, inset_outline(compute_outline(lay, (0, 0)), TILE_INSET * side)


def _draw_polygon_mask(size: int, points: tuple[Point, ...]) -> Image.Image:
    mask = Image.new("L", (size * _SAMPLES, size * _SAMPLES))
    ImageDraw.Draw(mask).polygon([(x * _SAMPLES, y * _SAMPLES) for x, y in points], fill=255)
    return mask.reduce(_SAMPLES)


@lru_cache(maxsize=8)
def draw_tile_mask(side: float) -> Image.Image:
    """Return the mask of a plate."""
    return _draw_polygon_mask(measure_tile(side), _place_tile(side)[1])


@lru_cache(maxsize=24)
def _draw_hex_mask(side: float, slot: int) -> Image.Image:
    corners = compute_hex_corners(_place_tile(side)[0].find_hex_centre((0, 0), slot), 1.005 * side)
    return _draw_polygon_mask(measure_tile(side), corners)


def _close(points: tuple[Point, ...]) -> list[Point]:
    """Return a closed line through points, in px of a large drawing, whose last corner is joined like the others."""
    return [(x * _SAMPLES, y * _SAMPLES) for x, y in (*points, *points[:2])]


@lru_cache(maxsize=8)
def _draw_borders(side: float) -> Image.Image:
    """Draw the borders between the spaces, and the rim: dark stone and linen."""
    size, (lay, outline) = measure_tile(side), _place_tile(side)
    big = Image.new("RGBA", (size * _SAMPLES, size * _SAMPLES), parse_rgba(theme.LINEN, 0))
    draw = ImageDraw.Draw(big)
    middle = size * _SAMPLES / 2
    for slot in range(3):
        (ax, ay), (bx, by) = lay.find_hex_centre((0, 0), slot), lay.find_hex_centre((0, 0), (slot + 1) % 3)
        x, y = (middle + 1.92 * (sum(ends) / 2 * _SAMPLES - middle) for ends in ((ax, bx), (ay, by)))
        draw.line((middle, middle + 2, x, y + 2), fill=theme.RIM_STONE, width=round(0.045 * side * _SAMPLES))
        draw.line((middle, middle, x, y), fill=theme.LINEN, width=max(3, round(0.03 * side * _SAMPLES)))
    draw.line(_close(outline), fill=theme.RIM_STONE, width=round(0.085 * side * _SAMPLES), joint="curve")
    rim = inset_outline(outline, 0.012 * side)
    draw.line(_close(rim), fill=theme.LINEN, width=round(0.05 * side * _SAMPLES), joint="curve")
    return big.convert("RGBa").reduce(_SAMPLES).convert("RGBA")


@keep_images
def draw_tile(side: float, terrains: Tile, variant: int = 0) -> Image.Image:
    """Draw the upper face of a plate as RGBA."""
    size, (lay, _) = measure_tile(side), _place_tile(side)
    face = Image.new("RGB", (size, size))
    for slot, terrain in enumerate(terrains):
        x, y = lay.find_hex_centre((0, 0), slot)
        cell = load_hex(terrain, side, variant + slot)
        left, top = round(x - cell.width / 2), round(y - cell.height / 2)
        mask = _draw_hex_mask(side, slot).crop((left, top, left + cell.width, top + cell.height))
        face.paste(cell, (left, top), mask)
    tile = face.convert("RGBA")
    tile.putalpha(draw_tile_mask(side))
    tile.alpha_composite(_draw_borders(side))
    return tile


@lru_cache(maxsize=8)
def draw_stone(side: float) -> Image.Image:
    """Draw the stone below a plate as RGBA, as it stands out of the sea."""
    size, height = measure_tile(side), measure_stone(side)
    mask, stone = draw_tile_mask(side), Image.new("L", (size, size))
    for step in range(height + 1):
        stone = ImageChops.lighter(stone, ImageChops.offset(mask, 0, step))
    grain = Image.blend(draw_grain(size, size, 11, 9, 60), draw_grain(size, size, 12, 60, 4), 0.5)
    rock = mix_by_mask(theme.ROCK[0], theme.ROCK[1], grain)
    foot = ImageChops.subtract(stone, ImageChops.offset(stone, 0, -3))
    rock.paste(mix_colours(theme.ROCK[0], "#000000", 0.6), (0, 0), foot)
    rock.putalpha(stone)
    return rock


@lru_cache(maxsize=6)
def draw_glow(side: float) -> Image.Image:
    """Draw the golden light around the genesis area, with a rim of dark, gold and cream."""
    size, outline = measure_tile(side), _place_tile(side)[1]
    q = min(side, _MAX_GLOW_SIDE)
    big = Image.new("RGBA", (size * _SAMPLES, size * _SAMPLES), (255, 206, 96, 0))
    _draw_rim(big, outline, -0.02 * q, 0.26 * q, "#FFCE60")
    big = big.filter(ImageFilter.BoxBlur(0.09 * q * _SAMPLES)).filter(ImageFilter.BoxBlur(0.07 * q * _SAMPLES))
    for distance, width, colour in ((0.03, 0.15, "#5E360E"), (0.035, 0.10, "#FFCC5C"), (0.05, 0.03, "#FFF6D6")):
        _draw_rim(big, outline, distance * q, width * q, colour)
    return big.convert("RGBa").reduce(_SAMPLES).convert("RGBA")


def _draw_rim(big: Image.Image, outline: tuple[Point, ...], distance: float, width: float, colour: str) -> None:
    line = _close(inset_outline(outline, distance))
    ImageDraw.Draw(big).line(line, fill=colour, width=max(2, round(width * _SAMPLES)), joint="curve")
