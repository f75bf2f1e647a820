"""The landscape of the end: the Hindu Kush at dusk, a fort on its rock above the plain, a caravan going home."""

from itertools import pairwise
from math import cos, pi, radians, sin
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from render.kit.colour import mix_colours, parse_rgb
from render.kit.surfaces.engraving import Plate
from render.kit.surfaces.noise import draw_sky
from render.pax_pamir.subjects.ways import draw_camel

Points = list[tuple[float, float]]

WIDTH, HORIZON = 1600, 606
_HEIGHT, _SCALE = HORIZON + 14, 2
_SKY = (
    *((0.0, "#181E38"), (0.34, "#3A3660"), (0.56, "#965C62"), (0.74, "#E69C68"), (0.86, "#FAD090")),
    (1.0, "#FEE4B2"),
)
_SUN = (700.0, 452.0)
_RANGES = (  # foot, height, face, shaded face, line, seed, step, snow
    (430, 170, "#D6947E", "#96606C", "#6C4256", 21, 190, "#FFE8CE"),
    (492, 130, "#985C5C", "#683C4C", "#48283C", 8, 160, ""),
    (548, 84, "#623A42", "#422636", "#2C1A2A", 13, 130, ""),
)
_WALLS = (  # x, foot, width, height
    *((112, 492, 380, 74), (96, 500, 62, 128), (446, 506, 66, 124)),
    *((244, 486, 116, 172), (176, 480, 44, 104), (384, 480, 46, 110)),
)
_WINDOWS = ((262, 360), (286, 344), (312, 344), (334, 360), (116, 410), (466, 420), (192, 400), (400, 398))
_OUTLINE, _LIGHT_WALL, _DARK_WALL = "#321E28", "#CE9670", "#7A4E4C"
BANNER = (302, 206)
"""The upper end of the fort's flagpole."""


def draw_dusk() -> Image.Image:
    """Draw the landscape at twice its size, and reduce it."""
    dusk = draw_sky(WIDTH * _SCALE, _HEIGHT * _SCALE, _SKY)
    _shine(dusk)
    draw, random = ImageDraw.Draw(dusk), Random(5)
    x, y = _SUN
    draw.ellipse(_scale_box(x - 74, y - 74, x + 74, y + 74), fill="#FFF0C4")
    for _ in range(46):
        left, top, r = random.uniform(0, WIDTH), random.uniform(0, 210), random.choice((1.0, 1.0, 1.6))
        star = [(left, top - 2 * r), (left + 0.6 * r, top), (left, top + 2 * r), (left - 0.6 * r, top)]
        draw.polygon(_scale(star), fill="#FFF4D6")
    for foot, height, face, shade, line, seed, step, snow in _RANGES:
        _draw_range(draw, foot, height, (face, shade, line, snow), Random(seed), step)
    _draw_plain(draw, random)
    _draw_fort(draw)
    _draw_caravan(dusk)
    return dusk.reduce(_SCALE)


def _scale(points: Points) -> Points:
    return [(x * _SCALE, y * _SCALE) for x, y in points]


def _scale_box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * _SCALE, top * _SCALE, right * _SCALE, bottom * _SCALE


def _shine(dusk: Image.Image) -> None:
    """Draw rays and a glow around the sun."""
    rays = Image.new("L", (WIDTH, _HEIGHT))
    draw, (x, y) = ImageDraw.Draw(rays), _SUN
    for i in range(96):
        angle, far = -pi * (i + 0.5) / 96, 520 if i % 2 else 330
        ends = (x + 92 * cos(angle), y + 92 * sin(angle), x + far * cos(angle), y + far * sin(angle))
        draw.line(ends, fill=46, width=2)
    dusk.paste(parse_rgb("#FFE8B0"), (0, 0), rays.resize(dusk.size))
    glow = Image.new("L", (WIDTH // 4, _HEIGHT // 4))
    box = ((x - 250) / 4, (y - 210) / 4, (x + 250) / 4, (y + 210) / 4)
    ImageDraw.Draw(glow).ellipse(box, fill=170)
    dusk.paste(parse_rgb("#FFE2A0"), (0, 0), glow.filter(ImageFilter.GaussianBlur(28)).resize(dusk.size))


def _roughen(points: Points, rough: float, random: Random) -> Points:
    """Return the line with its middles displaced, again and again."""
    while rough > 2:
        finer = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            finer += [((ax + bx) / 2, (ay + by) / 2 + random.uniform(-rough, rough)), (bx, by)]
        points, rough = finer, rough * 0.56
    return points


def _draw_range(
    draw: ImageDraw.ImageDraw,
    foot: float,
    height: float,
    colours: tuple[str, str, str, str],
    random: Random,
    step: float,
) -> None:
    """Draw a range of mountains; colours: of the lit and the shaded face, of the lines, of snow if there is any."""
    face, _, line, _ = colours
    peaks: Points = []
    x, is_peak = -20.0, True
    while x < WIDTH + 20 + step:
        rise = random.uniform(0.55, 1) if is_peak else random.uniform(-0.1, 0.28)
        peaks.append((x, foot - rise * height))
        x, is_peak = x + step * random.uniform(0.34, 0.7), not is_peak
    ridge: Points = []
    for a, b in pairwise(peaks):
        ridge += _roughen([a, b], min(10, 0.09 * height), random)[:-1]
    draw.polygon(_scale([*ridge, (WIDTH + 80, _HEIGHT), (-20, _HEIGHT)]), fill=face)
    for left, peak, right in zip(peaks, peaks[1:], peaks[2:], strict=False):
        if peak[1] < left[1] and peak[1] < right[1]:
            _draw_peak(draw, (left, peak, right), foot + 0.42 * height, height, colours, random)
    draw.line(_scale(ridge), fill=line, width=4, joint="curve")


def _draw_peak(
    draw: ImageDraw.ImageDraw,
    corners: tuple[tuple[float, float], ...],
    base: float,
    height: float,
    colours: tuple[str, str, str, str],
    random: Random,
) -> None:
    """Draw the shaded face of a peak with its hatching, strokes on the lit one, and its snow."""
    (lx, ly), (x, y), (rx, ry) = corners
    face, shade, line, snow = colours
    w, h = rx - x, ry - y
    side = [(x + w * share + random.uniform(-3, 3), y + h * share) for share in (0.35, 0.7)]
    end = [(rx + 0.2 * w, base), (x + 0.1 * w, base), (x + 0.16 * w, y + (base - y) * 0.42)]
    draw.polygon(_scale([(x, y), *side, (rx, ry), *end]), fill=shade)
    count = max(6, int(w / 5))
    for i in range(count):
        share = (i + 0.5) / count
        px, py = x + w * share, y + h * share
        foot = min(base, py + height * (0.75 - 0.4 * share))
        draw.line(_scale([(px, py), (px - w * 0.16 * (1 - share), foot)]), fill=line, width=2)
    for i in range(5):
        share = (i + 1) / 6
        px, py = x + (lx - x) * share, y + (ly - y) * share
        stroke = [(px, py), (px + (x - lx) * 0.05, py + height * 0.22 * (1 - share))]
        draw.line(_scale(stroke), fill=mix_colours(face, line, 0.5), width=2)
    if snow:
        k = 0.32
        left = [(x + (lx - x) * k, y + (ly - y) * k), (x + (lx - x) * k * 0.55, y + (ly - y) * k * 0.66)]
        middle = [(x - 4, y + h * k * 0.8), (x + w * k * 0.4, y + h * k * 0.56), (x + w * k, y + h * k)]
        draw.polygon(_scale([(x, y), *left, *middle]), fill=snow)


def _draw_plain(draw: ImageDraw.ImageDraw, random: Random) -> None:
    line = _roughen([(-10, 566), (WIDTH + 10, 566)], 6, Random(3))
    draw.polygon(_scale([*line, (WIDTH, _HEIGHT), (-10, _HEIGHT)]), fill="#3C262E")
    for _ in range(70):
        x, y = random.uniform(-60, WIDTH), 574 + random.uniform(0, 28)
        draw.line(_scale([(x, y), (x + random.uniform(40, 150), y)]), fill="#5C3C3C", width=2)


def _draw_fort(draw: ImageDraw.ImageDraw) -> None:
    rock: Points = [(40, 606), (74, 520), (120, 486), (180, 470), (430, 470), (486, 492), (528, 536), (560, 606)]
    draw.polygon(_scale(rock), fill="#523236")
    for i, x in enumerate(range(76, 520, 15)):
        y = 488 + (i % 4) * 26
        draw.line(_scale([(x, y), (x + 10 - (i % 3) * 8, y + 26)]), fill="#341E2A", width=3)
    draw.line(_scale(rock), fill="#281824", width=4)
    for x, foot, w, h in _WALLS:
        _draw_wall(draw, x, foot, w, h)
    arch = [(302 + 24 * cos(radians(a)), 446 + 26 * sin(radians(a))) for a in range(180, 361, 20)]
    draw.polygon(_scale([(278, 486), (278, 446), *arch, (326, 486)]), fill="#2C1A26", outline=_OUTLINE)
    for x, y in _WINDOWS:
        draw.rectangle(_scale_box(x, y, x + 7, y + 15), fill="#FFD678", outline=_OUTLINE, width=2)
    draw.line(_scale([(302, 306), BANNER]), fill=_OUTLINE, width=8)


def _draw_wall(draw: ImageDraw.ImageDraw, x: float, foot: float, w: float, h: float) -> None:
    """Draw a wall or tower: battlements, a shaded side, joints on the lit one."""
    top = foot - h
    draw.polygon(_scale([(x, foot), (x + 0.03 * w, top), (x + 0.97 * w, top), (x + w, foot)]), fill=_LIGHT_WALL)
    shaded = [(x + 0.58 * w, foot), (x + 0.58 * w, top), (x + 0.97 * w, top), (x + w, foot)]
    draw.polygon(_scale(shaded), fill=_DARK_WALL)
    count = max(3, int(w / 12))
    for i in range(count):
        left = x + w * (0.03 + 0.94 * i / count)
        box = _scale_box(left, top - 9, left + 0.94 * w / count * 0.56, top)
        draw.rectangle(box, fill=_LIGHT_WALL if left < x + 0.56 * w else _DARK_WALL, outline=_OUTLINE, width=2)
    for i in range(int(w * 0.42 / 5)):
        left = x + 0.58 * w + 5 * i
        draw.line(_scale([(left, top), (left, foot)]), fill="#4E2E38", width=2)
    for i in range(int(h / 12)):
        y = top + 12 * i + 8
        joint = [(x + 0.05 * w + (i % 2) * 9, y), (x + w * (0.3 + 0.12 * (i % 3)), y)]
        draw.line(_scale(joint), fill="#A06A58", width=2)
    draw.line(_scale([(x, foot), (x + 0.03 * w, top), (x + 0.97 * w, top), (x + w, foot)]), fill=_OUTLINE, width=4)


def _draw_caravan(dusk: Image.Image) -> None:
    """Draw three camels in the lines of the vignettes."""
    for x, y, size in ((620, 520, 96), (720, 514, 104), (840, 506, 116)):
        plate = Plate(size, 4.6)
        plate.rounding = 1
        draw_camel(plate, 14, 34, 1.36, 10, 110)
        corner = (x - 40) * _SCALE, y * _SCALE
        for mask, colour in zip(reversed(plate.finish()), ("#C48864", "#2E1A22"), strict=True):
            dusk.paste(parse_rgb(colour), corner, mask.resize((size * _SCALE, size * _SCALE)))
