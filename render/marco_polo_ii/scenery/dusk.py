"""The landscape of the end: dusk on the silk road, cities of many peoples below the ranges, the caravan coming home."""

from itertools import pairwise
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from render.kit import Point
from render.kit.colour import parse_rgb
from render.kit.surfaces.noise import draw_sky
from render.marco_polo_ii.chart.ornaments import CAMEL, CAMEL_H, CAMEL_RIDER, SADDLECLOTH
from render.marco_polo_ii.chart.skylines import FOOT, cut_skyline

WIDTH, HEIGHT = 1600, 580
_SCALE = 2
_SKY = ((0.0, "#2E1A30"), (0.3, "#702C40"), (0.55, "#C45844"), (0.74, "#EC9C58"), (1.0, "#FAD68C"))
_SKY_H = 460
_SUN, _SUN_R = (480, 310), 142
_RANGES = (  # foot, height, seed, face, ridge, strokes
    (410, 160, 5, "#964E56", "#E29678", "#7A3A48"),
    (446, 106, 9, "#743646", "#BE685E", "#582638"),
)
_SKYLINES = (("balkh", 210), ("lhasa", 230), ("pagan", 190), ("xian", 260), ("karakorum", 190))
"""Cities from west to east, and the widths of their plates."""
_CITIES_X, _CITIES_FOOT, _CITIES_INK, _CITIES_BODY = 704, 468, "#D87A5C", "#3C162C"
_DUNES = (  # middle, height and length of the waves, phase, sand, lines
    (490, 13, 165, 1.0, "#E2965C", "#C4704A"),
    (540, 17, 210, 3.1, "#CE784A", "#A8543E"),
    (600, 15, 260, 5.2, "#964A3C", "#743434"),
)
_CREST_LIGHT = "#FFE2A0"
_CAMEL_COUNT, _CAMEL_PITCH, _CAMEL_SCALE = 7, 98, 1.5
_CAMEL_COLOUR, _CAMEL_SHADOW, _HEM = "#341624", "#964A3C", "#FADC96"
_CLOTHS = ("#A6302E", "#265478", "#D6A03C")
_HAT = ((15, -5), (19, -10), (23, -5))


def draw_dusk() -> Image.Image:
    """Draw the landscape at twice its size, and reduce it."""
    dusk = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE))
    dusk.paste(draw_sky(WIDTH * _SCALE, _SKY_H * _SCALE, _SKY))
    _draw_sun(dusk)
    draw = ImageDraw.Draw(dusk)
    for foot, height, seed, face, ridge, strokes in _RANGES:
        _draw_range(draw, foot, height, Random(seed), (face, ridge, strokes))
    x = _CITIES_X
    for city, width in _SKYLINES:
        _paste_skyline(dusk, city, x, width)
        x += round(0.86 * width)
    _draw_dune(draw, *_DUNES[0])
    _draw_dune(draw, *_DUNES[1])
    for i in range(_CAMEL_COUNT):
        _draw_camel(draw, i)
    _draw_dune(draw, *_DUNES[2])
    return dusk.reduce(_SCALE)


def _scale(*points: Point) -> list[Point]:
    return [(x * _SCALE, y * _SCALE) for x, y in points]


def _draw_sun(dusk: Image.Image) -> None:
    """Draw level lines in the sky, rays and a glow around the sun, and its disc."""
    light = Image.new("L", dusk.size)
    draw, (x, y), r = ImageDraw.Draw(light), _SUN, _SUN_R
    for i in range(144):
        angle, is_short = i * pi / 72, i % 3 > 0
        near, far = 1.06 * r, (1.5 if is_short else 2.6) * r
        ends = ((x + reach * cos(angle), y + reach * sin(angle)) for reach in (near, far))
        draw.line(_scale(*ends), fill=150 if is_short else 95, width=3)
    for i in range(60):
        level = HEIGHT * (0.02 + 0.0126 * i)
        draw.line(_scale((0, level), (WIDTH, level + 4 * sin(i))), fill=26, width=2)
    dusk.paste(parse_rgb("#FFE2A0"), (0, 0), light)
    glow = Image.new("L", (WIDTH // 4, HEIGHT // 4))
    ImageDraw.Draw(glow).ellipse([side / 4 for side in (x - 1.6 * r, y - 1.6 * r, x + 1.6 * r, y + 1.6 * r)], fill=150)
    dusk.paste(parse_rgb("#FFDC96"), (0, 0), glow.filter(ImageFilter.GaussianBlur(26)).resize(dusk.size))
    draw = ImageDraw.Draw(dusk)
    for radius, fill, outline in ((r, "#FFE8B2", None), (r - 8, None, "#EEB468")):
        box = _scale((x - radius, y - radius), (x + radius, y + radius))
        draw.ellipse(box, fill=fill, outline=outline, width=4)


def _draw_range(
    draw: ImageDraw.ImageDraw, foot: float, height: float, random: Random, colours: tuple[str, str, str]
) -> None:
    """Draw mountains: peaks and saddles in turn, strokes on the sides that lie in shadow."""
    face, ridge, strokes = colours
    peaks: list[Point] = [(0, foot)]
    x = 0.0
    while x < WIDTH:
        x += random.uniform(30, 95)
        peaks.append((x, foot - random.uniform(0.15, 1) * height))
        x += random.uniform(25, 80)
        peaks.append((x, foot - random.uniform(0, 0.3) * height))
    line = [
        (ax + (bx - ax) * k / 6, ay + (by - ay) * k / 6 + random.uniform(-4.5, 4.5))
        for (ax, ay), (bx, by) in pairwise(peaks)
        for k in range(6)
    ]
    draw.polygon(_scale((0, HEIGHT), *line, (WIDTH, HEIGHT)), fill=face)
    draw.line(_scale(*line), fill=ridge, width=4, joint="curve")
    for (ax, ay), (bx, by) in pairwise(line):
        if by <= ay + 1.5:
            continue
        for k in range(3):
            px, py = ax + (bx - ax) * k / 3, ay + (by - ay) * k / 3
            draw.line(_scale((px, py + 2), (px - 8, py + 23 + random.uniform(0, 20))), fill=strokes, width=2)


def _paste_skyline(dusk: Image.Image, city: str, x: float, width: int) -> None:
    """Paste a skyline as a silhouette, its left edge at x."""
    lines, body = cut_skyline(city, width * _SCALE)
    corner = round(x * _SCALE), round((_CITIES_FOOT - FOOT * width) * _SCALE)
    dusk.paste(parse_rgb(_CITIES_BODY), corner, body)
    dusk.paste(parse_rgb(_CITIES_INK), corner, lines.point(lambda tone: tone * 5 // 6))


def _draw_dune(
    draw: ImageDraw.ImageDraw, middle: float, height: float, length: float, phase: float, sand: str, lines: str
) -> None:
    """Draw a dune with its ripples, and light on its crest."""
    crest = [(x, _find_crest(x, middle, height, length, phase)) for x in range(0, WIDTH + 10, 10)]
    draw.polygon(_scale((0, HEIGHT), *crest, (WIDTH, HEIGHT)), fill=sand)
    for k in range(1, 9):
        draw.line(_scale(*((x, y + 1.6 * k * k + 2) for x, y in crest)), fill=lines, width=2, joint="curve")
    draw.line(_scale(*crest), fill=_CREST_LIGHT, width=5, joint="curve")


def _find_crest(x: float, middle: float, height: float, length: float, phase: float) -> float:
    """Return the y of a dune's crest."""
    return middle - height * sin(x / length + phase) - 0.36 * height * sin(x / (0.37 * length) + 2 * phase)


def _draw_camel(draw: ImageDraw.ImageDraw, i: int) -> None:
    """Draw a camel of the caravan on the middle dune: every second with a rider, all but the first on a rope."""
    middle, height, length, phase = _DUNES[1][:4]
    x = 0.06 * WIDTH + _CAMEL_PITCH * i
    y = middle - height * sin(x / length + phase) + 3

    def place(points: tuple[Point, ...]) -> list[Point]:
        return [(x + a * _CAMEL_SCALE, y + (b - CAMEL_H) * _CAMEL_SCALE) for a, b in points]

    shadow = ((px + 30, y + 0.32 * (y - py)) for px, py in place(CAMEL))
    draw.polygon(_scale(*shadow), fill=_CAMEL_SHADOW)
    draw.polygon(_scale(*place(CAMEL)), fill=_CAMEL_COLOUR)
    draw.polygon(_scale(*place(SADDLECLOTH)), fill=_CLOTHS[i % 3])
    draw.line(_scale(*place(((9, 18), (30, 18)))), fill=_HEM, width=4)
    if i % 2 == 0:
        draw.ellipse(_scale(*place(((16, -8), (22, -2)))), fill=_CAMEL_COLOUR)
        draw.polygon(_scale(*place(CAMEL_RIDER)), fill=_CAMEL_COLOUR)
        draw.polygon(_scale(*place(_HAT)), fill="#ECC882")
    if i:
        draw.line(_scale((x, y - 13), (x - 23, y - 39)), fill=_CAMEL_COLOUR, width=3)
