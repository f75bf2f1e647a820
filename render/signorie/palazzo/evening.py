"""The ground of the end: a frieze, a great arch with all five cities at evening, and a marble wall."""

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.surfaces.noise import draw_sky, scale_tones
from render.kit.surfaces.relief import move_mask
from render.signorie import theme
from render.signorie.backdrop import FRIEZE_H, HORIZON
from render.signorie.layout import HEIGHT, WIDTH
from render.signorie.palazzo.cities import LANDMARKS, Tones
from render.signorie.palazzo.mouldings import (
    cast_band_shadow,
    draw_column,
    draw_roundel,
    draw_verde,
    lay_cornice,
)
from render.signorie.palazzo.skyline import SAMPLES, Skyline
from render.signorie.palazzo.wall import draw_carrara

_ARCH_FOOT = 650
_LEFT, _RIGHT, _TOP, _SPRING = 60, 860, 206, 526
_STONES, _RING = 31, 34
_SUN = 460, 500
_DUSK = ((0.0, "#4A548A"), (0.3, "#606896"), (0.5, "#D69280"), (0.68, "#FCCE8A"), (1.0, "#FFE8BA"))
_CITIES = (
    ("napoli", 752, 604, Tones("#ECC4A0", "#C49696", "#623E40")),
    ("milano", 168, 604, Tones("#F6D6B8", "#CCA8A0", "#623E40")),
    ("roma", 604, 612, Tones("#FAE0BA", "#CEAA96", "#623E40")),
    ("venezia", 318, 612, Tones("#FADCB4", "#CEA896", "#623E40")),
    ("firenze", 460, 626, Tones("#FCE6C4", "#D2AC92", "#623E40")),
)
"""Each city, the middle and the base of its skyline, and its tones, from back to front."""


def draw_evening() -> Image.Image:
    """Draw the poster without words and pieces; dark stone for the points lies below its wall."""
    poster = draw_verde(HEIGHT, 52)
    wall = draw_carrara(HORIZON, 61).resize((WIDTH * SAMPLES, HORIZON * SAMPLES), Image.Resampling.BICUBIC)
    _open_arch(wall)
    poster.paste(wall.reduce(SAMPLES), (0, 0))
    poster.paste(draw_verde(FRIEZE_H, 62), (0, 0))
    draw = ImageDraw.Draw(poster)
    draw.line((0, FRIEZE_H - 19, WIDTH, FRIEZE_H - 19), fill=theme.INLAY, width=3)
    lay_cornice(poster, FRIEZE_H - 18, 18)
    cast_band_shadow(poster, FRIEZE_H, 16)
    lay_cornice(poster, HORIZON - 14)
    cast_band_shadow(poster, HORIZON)
    return poster


def _open_arch(wall: Image.Image) -> None:
    opening = Image.new("L", wall.size)
    draw, k = ImageDraw.Draw(opening), SAMPLES
    draw.ellipse((_LEFT * k, _TOP * k, _RIGHT * k, (2 * _SPRING - _TOP) * k), fill=255)
    draw.rectangle((0, _SPRING * k, wall.width, wall.height), fill=0)
    draw.rectangle((_LEFT * k, (_SPRING - 1) * k, _RIGHT * k, _ARCH_FOOT * k), fill=255)
    wall.paste(_draw_view(wall.size), (0, 0), opening)
    around = ImageChops.invert(move_mask(opening, 14, 26).filter(ImageFilter.GaussianBlur(20)))
    wall.paste("#28140E", (0, 0), scale_tones(ImageChops.multiply(around, opening), 110 / 255))
    draw = ImageDraw.Draw(wall)
    _set_stones(draw)
    for x in (_LEFT - 17, _RIGHT + 17):
        draw_column(draw, x, _SPRING - 10, HORIZON - 12, k, 30)
    for x in (_LEFT + 22, _RIGHT - 22):
        draw_roundel(draw, x, _TOP + 54, 42, k)


def _draw_view(size: tuple[int, int]) -> Image.Image:
    """Draw the five cities by a river under the setting sun."""
    view, k = draw_sky(*size, _DUSK), SAMPLES
    _draw_sun(view)
    for city, x, base, tones in _CITIES:
        LANDMARKS[city](Skyline(view, x, base), tones)
    draw = ImageDraw.Draw(view)
    draw.rectangle((_LEFT * k, 606 * k, _RIGHT * k, 660 * k), fill="#9696A0")
    for i in range(18):
        level = (609 + 3 * i) * k
        line = ((_LEFT + i % 3 * 40) * k, level, (_RIGHT - i % 2 * 60) * k, level)
        draw.line(line, fill="#F6CEA0" if i % 2 else "#707088", width=3)
    for i in range(16):
        reach, y = 90 - 4 * i + 30 * (i % 3), 610 + 2.6 * i
        draw.line(((_SUN[0] - reach) * k, y * k, (_SUN[0] + reach) * k, y * k), fill="#FFECBE", width=3)
    return view


def _draw_sun(view: Image.Image) -> None:
    """Draw the glow of the sun, its rays and clouds above it."""
    (x, y), k = _SUN, SAMPLES
    glow = Image.new("L", (WIDTH // 4, HORIZON // 4))
    ImageDraw.Draw(glow).ellipse(((x - 260) / 4, (y - 230) / 4, (x + 260) / 4, (y + 230) / 4), fill=190)
    view.paste("#FFE6AA", (0, 0), glow.filter(ImageFilter.GaussianBlur(26)).resize(view.size))

    def draw_rays(draw: ImageDraw.ImageDraw) -> None:
        for i in range(120):
            turn, reach = -pi * i / 120, 500 if i % 2 else 330
            ends = (150, reach)
            draw.line([((x + r * cos(turn)) * k, (y + r * sin(turn)) * k) for r in ends], fill=70, width=3)

    view.paste("#FFF0C8", (0, 0), _draw_mask(view.size, draw_rays))
    clouds = _draw_mask(view.size, _draw_clouds).filter(ImageFilter.GaussianBlur(5))
    view.paste("#FFE2C4", (0, 0), scale_tones(clouds, 0.6))


def _draw_mask(size: tuple[int, int], draw_on: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    mask = Image.new("L", size)
    draw_on(ImageDraw.Draw(mask))
    return mask


def _draw_clouds(draw: ImageDraw.ImageDraw) -> None:
    random, k = Random(8), SAMPLES
    for _ in range(12):
        x, y, size = random.uniform(_LEFT, _RIGHT), random.uniform(220, 400), random.uniform(30, 70)
        for _ in range(7):
            puff_x, puff_y = x + random.uniform(-size, size), y + random.uniform(-4, 5)
            r = size * random.uniform(0.3, 0.8)
            draw.ellipse(
                ((puff_x - r) * k, (puff_y - 0.22 * r) * k, (puff_x + r) * k, (puff_y + 0.22 * r) * k), fill=190
            )


def _set_stones(draw: ImageDraw.ImageDraw) -> None:
    """Set the stones of the great arch, half an ellipse."""
    k, x = SAMPLES, (_LEFT + _RIGHT) / 2
    rx, ry = (_RIGHT - _LEFT) / 2, _SPRING - _TOP

    def place(out: float, turn: float) -> tuple[float, float]:
        return (x + (rx + out) * cos(turn)) * k, (_SPRING + (ry + out) * sin(turn)) * k

    for stone in range(_STONES):
        start, end = (pi + pi * n / _STONES for n in (stone, stone + 1))
        corners = ((_RING, start), (_RING, end), (-1, end), (-1, start))
        outline = [place(*corner) for corner in corners]
        draw.polygon(outline, fill=theme.VOUSSOIRS[stone % 2], outline=theme.MORTAR)
    for out, colour in ((_RING, "#FFFCF2"), (0, "#6E503C")):
        box = (
            (x - rx - out) * k,
            (_SPRING - ry - out) * k,
            (x + rx + out) * k,
            (_SPRING + ry + out) * k,
        )
        draw.arc(box, 180, 360, fill=colour, width=4)
