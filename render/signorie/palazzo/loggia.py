"""The loggia: five arches on a wall of serpentine, each with the view of its city, above steps."""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import kit
from render.kit.surfaces.noise import draw_gradient, draw_sky, mix_by_mask, scale_tones
from render.kit.surfaces.relief import move_mask
from render.kit.surfaces.texture import draw_marble
from render.signorie import theme
from render.signorie.layout import ARCADE_H, BAY_W, CITIES, COLUMN_PITCH, LEFT, WIDTH
from render.signorie.palazzo.cities import LANDMARKS, Tones
from render.signorie.palazzo.mouldings import Arcade, draw_column, draw_roundel, lay_cornice
from render.signorie.palazzo.skyline import SAMPLES, Skyline

SKIES = {
    "milano": ((0.0, "#688CB0"), (0.55, "#C4D0CE"), (1.0, "#F6D2B2")),
    "venezia": ((0.0, "#4684AA"), (0.6, "#AAD4D2"), (1.0, "#F4ECCC")),
    "firenze": ((0.0, "#6080A8"), (0.5, "#E8C89C"), (1.0, "#FABE76")),
    "roma": ((0.0, "#3E74AC"), (0.6, "#A8CAD8"), (1.0, "#F6E4BA")),
    "napoli": ((0.0, "#56568A"), (0.5, "#CE8882"), (1.0, "#FCC47C")),
}
_STONES = 22  # voussoirs of an arch
_RING = 13  # px that they stand out from the opening


BOARD_ARCADE = Arcade(18, (150, 197), 140, 370, 0.92)


def draw_loggia() -> Image.Image:
    """Draw the loggia of the board with its cornice and its steps."""
    wall = _draw_wall(ARCADE_H)
    draw_bays(wall, BOARD_ARCADE)
    lay_cornice(wall, 0, 18, SAMPLES)
    _lay_steps(wall, BOARD_ARCADE.foot)
    return wall.reduce(SAMPLES)


def _draw_wall(height: int, seed: int = 21) -> Image.Image:
    marble = draw_marble(WIDTH, height, seed, "#3A6E60", "#224C42", "#96BEAA", 40, 90)
    return marble.resize((WIDTH * SAMPLES, height * SAMPLES), Image.Resampling.BICUBIC)


def draw_large_loggia(height: int, arcade: Arcade) -> Image.Image:
    """Draw the loggia at double height, with its lozenges below the arches."""
    wall = _draw_wall(height, 23)
    draw_bays(wall, arcade)
    draw = ImageDraw.Draw(wall)
    k, foot = SAMPLES, arcade.foot
    draw.rectangle((0, foot * k, WIDTH * k, (foot + 22) * k), fill="#F6EEDE")
    draw.line((0, foot * k, WIDTH * k, foot * k), fill="#FFFCF4", width=2 * k)
    draw.rectangle((0, (foot + 19) * k, WIDTH * k, (foot + 22) * k), fill="#BEAC8C")
    _inlay_lozenges(draw, foot + 10)
    return wall.reduce(k)


def draw_bays(wall: Image.Image, arcade: Arcade) -> None:
    """Open the arches with their views in a wall of SAMPLES times its size."""
    k = SAMPLES
    for i, city in enumerate(CITIES):
        _open_bay(wall, LEFT + COLUMN_PITCH * i, city, arcade)
    draw = ImageDraw.Draw(wall)
    spring, tablet_top = arcade.spring, arcade.tablet[0] + 8
    for i in range(len(CITIES) + 1):
        x = LEFT - 9 + COLUMN_PITCH * i
        blocks = round((tablet_top - spring) / 20) if tablet_top - spring > 40 else 0
        for block in range(blocks):  # a stilted arch stands on blocks
            upper, lower = (spring + (tablet_top - spring) * n / blocks for n in (block, block + 1))
            box = ((x - 9) * k, upper * k, (x + 9) * k, lower * k)
            draw.rectangle(box, fill=_choose_stone(block + 1), outline=theme.MORTAR)
        draw_column(draw, x, tablet_top, arcade.foot, k)
    for i in range(1, len(CITIES)):
        draw_roundel(draw, LEFT - 9 + COLUMN_PITCH * i, arcade.crown + 32, 30, k)


def _choose_stone(number: int) -> str:
    return theme.VOUSSOIRS[number % 2]


def _open_bay(wall: Image.Image, x: int, city: str, arcade: Arcade) -> None:
    k, r = SAMPLES, BAY_W // 2
    middle, spring = x + r, arcade.spring
    left, top, w, h = (x - 16) * k, (arcade.crown - 18) * k, (BAY_W + 32) * k, (arcade.foot - arcade.crown + 18) * k
    opening = Image.new("L", (w, h))
    draw = ImageDraw.Draw(opening)
    draw.ellipse((16 * k, 18 * k, 16 * k + BAY_W * k, (18 + BAY_W) * k), fill=255)
    draw.rectangle((16 * k, (18 + r) * k, 16 * k + BAY_W * k, h), fill=255)
    view = Image.new("RGB", (w, h))
    view.paste(_draw_interior(city, arcade), (16 * k, 18 * k))
    wall.paste(view, (left, top), opening)
    around = ImageChops.invert(move_mask(opening, 8, 18).filter(ImageFilter.GaussianBlur(14)))
    wall.paste("#1E120A", (left, top), scale_tones(ImageChops.multiply(around, opening), 95 / 255))
    _set_stones(ImageDraw.Draw(wall), middle, spring, r)


def _draw_interior(city: str, arcade: Arcade) -> Image.Image:
    """Draw what is behind an arch: the city, the tablet of its name, and a plain ivory floor for the meeples."""
    k, w = SAMPLES, BAY_W * SAMPLES
    upper, lower = ((y - arcade.crown) * k for y in arcade.tablet)
    foot = (arcade.foot - arcade.crown) * k
    interior = Image.new("RGB", (w, foot))
    interior.paste(draw_lunette(city, upper // k + 18, arcade.base, arcade.scale))
    interior.paste(mix_by_mask("#FCF7EC", "#F2E9D6", draw_gradient(w, foot - lower)), (0, lower))
    draw = ImageDraw.Draw(interior)
    draw.rectangle((0, upper, w, lower), fill="#F6EEDE")
    draw.rectangle((0, upper, w, upper + 3 * k), fill="#FFFCF4")
    draw.rectangle((0, lower - 4 * k, w, lower), fill="#CEBEA0")
    draw.line((0, upper - k, w, upper - k), fill="#6E583E", width=2)
    draw.line((0, lower, w, lower), fill="#968060", width=2)
    y, r = (upper + lower) / 2, 6 * k
    for x in (14 * k, w - 14 * k):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=theme.INLAY, outline=theme.INLAY_EDGE, width=2)
    return interior


def _set_stones(draw: ImageDraw.ImageDraw, x: float, y: float, r: float) -> None:
    """Set the stones of an arch around (x, y), and its keystone."""
    k, outer, inner = SAMPLES, r + _RING, r - 1
    limit = r + 9  # px from the middle: beyond it the stones of the next arch begin

    def place(radius: float, turn: float) -> tuple[float, float]:
        side = max(-limit, min(limit, radius * cos(turn)))
        return (x + side) * k, (y + radius * sin(turn)) * k

    for stone in range(_STONES):
        start, end = (pi + pi * n / _STONES for n in (stone, stone + 1))
        edge = [(outer, start), (outer, (start + end) / 2), (outer, end), (inner, end), (inner, start)]
        draw.polygon([place(*corner) for corner in edge], fill=_choose_stone(stone), outline=theme.MORTAR)
    for radius, turns, colour in ((outer, (200, 340), "#FFFCF2"), (inner, (180, 360), "#6E503C")):
        draw.arc(((x - radius) * k, (y - radius) * k, (x + radius) * k, (y + radius) * k), *turns, fill=colour, width=3)
    top = y - r
    keystone = ((-13, -17), (13, -17), (9, 12), (-9, 12))
    draw.polygon([((x + dx) * k, (top + dy) * k) for dx, dy in keystone], fill="#FCF7EA", outline=theme.MORTAR)
    seal = ((x - 6) * k, (top - 8) * k, (x + 6) * k, (top + 4) * k)
    draw.ellipse(seal, fill=theme.INLAY, outline=theme.INLAY_EDGE, width=2)


@lru_cache(maxsize=16)
def draw_lunette(city: str, height: int, base: int, scale: float = 1.0) -> Image.Image:
    """Draw the view through an arch, SAMPLES times as large: sky, city, and light above the ground.

    height, base: px from the crown of the arch to the end of the view, and to the ground.
    """
    k, width = SAMPLES, BAY_W
    view = _draw_sky(city, height)
    (_, zenith), _, (_, horizon) = SKIES[city]
    tones = Tones(
        kit.mix_colours(horizon, "#FFF4DC", 0.45),
        kit.mix_colours(horizon, zenith, 0.45),
        kit.mix_colours("#422C1E", zenith, 0.22),
    )
    LANDMARKS[city](Skyline(view, width / 2, base, scale), tones)
    haze = Image.new("L", view.size)
    haze.paste(draw_gradient(width * k, 40 * k), (0, (base - 30) * k))
    view.paste("#FFF0D4", (0, 0), scale_tones(haze, 0.25))
    return view


def _draw_sky(city: str, height: int) -> Image.Image:
    """Draw a sky with a few clouds and the level lines of an engraving."""
    k, width = SAMPLES, BAY_W
    sky = draw_sky(width * k, height * k, SKIES[city])
    clouds, lines = (Image.new("L", sky.size) for _ in range(2))
    draw = ImageDraw.Draw(clouds)
    for left, top, right, foot in _place_clouds(Random(city), width, height):
        draw.ellipse((left * k, top * k, right * k, foot * k), fill=200)
    sky.paste("#FFF8E8", (0, 0), scale_tones(clouds.filter(ImageFilter.GaussianBlur(3)), 0.6))
    draw = ImageDraw.Draw(lines)
    for y in range(0, sky.height, 6):
        draw.line((0, y, sky.width, y), fill=max(0, 64 - y * 60 // sky.height))
    sky.paste("#1E3C60", (0, 0), lines)
    return sky


def _place_clouds(random: Random, width: int, height: int) -> Iterator[tuple[float, float, float, float]]:
    for _ in range(5):
        x, y, size = random.uniform(0, width), random.uniform(0.1, 0.6) * height, random.uniform(16, 34)
        for _ in range(6):
            puff_x, puff_y = x + random.uniform(-size, size), y + random.uniform(-3, 4)
            r = size * random.uniform(0.3, 0.8)
            yield puff_x - r, puff_y - 0.3 * r, puff_x + r, puff_y + 0.3 * r


def _lay_steps(wall: Image.Image, top: int) -> None:
    """Lay three steps inlaid with lozenges from `top` down."""
    draw, k = ImageDraw.Draw(wall), SAMPLES
    for i, (dy, colour) in enumerate(((0, "#F6EEDE"), (14, "#E2D6BE"), (30, "#CCBCA0"))):
        y, joint = (top + dy) * k, (top + dy + (13 if i < 2 else 17)) * k
        draw.rectangle((0, y, wall.width, y + 20 * k), fill=colour)
        draw.line((0, y, wall.width, y), fill="#FFFCF4", width=3)
        draw.line((0, joint, wall.width, joint), fill=kit.mix_colours(colour, "#3C2814", 0.45), width=2)
    _inlay_lozenges(draw, top + 21)


def _inlay_lozenges(draw: ImageDraw.ImageDraw, y: float) -> None:
    k, colours = SAMPLES, (theme.SERPENTINE, "#BE7058", theme.SERPENTINE, theme.INLAY)
    for i in range(WIDTH // 25):
        x = 12.5 + 25 * i
        outline = ((x - 9, y), (x, y - 4.6), (x + 9, y), (x, y + 4.6))
        draw.polygon([(px * k, py * k) for px, py in outline], fill=colours[i % 4])
