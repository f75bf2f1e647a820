"""The skylines of the cities by culture, on plates 100 units wide with the foot of the walls at y 36."""

from collections.abc import Callable, Mapping
from functools import cache
from math import cos, sin

from PIL import Image, ImageDraw, ImageFilter

from engines.marco_polo_ii.data.content import CONTENT
from render.kit import Point
from render.kit.surfaces.engraving import Plate
from render.marco_polo_ii.chart.sheet import INK

_PAPER, _HALO = "#F8EED4", "#FAF0D6"
_INK_TONE, _BODY_TONE, _HALO_TONE = 172, 235, 150
FOOT = 44 / 108
"""y of the foot of a skyline as a share of its plate."""
_TOP_ROW = 90  # px: cities above have little room for a skyline
_PALM_LEAVES = (-2.9, -2.3, -0.8, -0.2, 0.4, 2.8)  # radians


class _Skyline:
    """Draws forms on a plate, each with one tone that grows darker by `fall` from left to right."""

    def __init__(self, plate: Plate) -> None:
        self._plate = plate

    def polygon(self, points: tuple[Point, ...], tone: float, fall: float = 70, outline: float = 1) -> None:
        self._plate.polygon(points, tone - 0.35 * fall, tone + 0.65 * fall, -14, outline)

    def box(self, x: float, y: float, w: float, h: float, tone: float, fall: float = 70, outline: float = 1) -> None:
        self.polygon(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), tone, fall, outline)

    def ball(self, x: float, y: float, rx: float, ry: float, tone: float, fall: float, outline: float) -> None:
        self._plate.oval(x, y, rx, ry, tone - 0.35 * fall, tone + 0.65 * fall, -14, outline)

    def dome(self, x: float, y: float, rx: float, ry: float, outline: float = 0.9) -> None:
        self._plate.oval(x, y, rx, ry, 8, 157, -14, outline, part=(180, 360))

    def line(self, points: tuple[Point, ...], width: float = 1) -> None:
        self._plate.line(points, width)


def _draw_roof(sky: _Skyline, x: float, y: float, w: float, h: float = 4) -> None:
    """Draw a roof with upturned eaves around (x, y)."""
    half = w / 2
    left = ((x - half - 3, y + 1), (x - half - 4.4, y - 1.4), (x - half + 2, y - 0.4), (x - 0.3 * w, y - h))
    sky.polygon((*left, *((2 * x - a, b) for a, b in reversed(left))), 190, 40, 0.7)


def _draw_chinese(sky: _Skyline) -> None:
    """Draw a gate in its wall, and pagodas."""
    sky.box(8, 25, 84, 11, 50, 60)
    for i in range(14):
        sky.box(9 + i * 6, 23, 3, 2.4, 60, 0, 0.5)
    sky.box(38, 15, 24, 10, 30, 80)
    _draw_roof(sky, 50, 15, 30)
    sky.box(42, 7.5, 16, 4, 30, 80)
    _draw_roof(sky, 50, 8, 20, 5)
    sky.polygon(((45, 36), (45, 29.5), (50, 26.5), (55, 29.5), (55, 36)), 245, 0, 0.7)
    for x in (82, 18):
        for i in range(5):
            w, y = 13 - 1.7 * i, 21 - 4.6 * i
            sky.box(x - w / 2 + 1.4, y - 0.4, w - 2.8, 3.6, 40, 90, 0.6)
            _draw_roof(sky, x, y, w, 1.8)
        sky.line(((x, 1.5), (x, -2)), 0.8)


def _draw_persian(sky: _Skyline) -> None:
    """Draw a portal with its dome between minarets."""
    for x, w, h in ((6, 20, 10), (74, 20, 11), (24, 14, 14)):
        sky.box(x, 36 - h, w, h, 30, 90)
    sky.box(36, 16, 28, 20, 30, 90)
    sky.polygon(((42, 36), (42, 26), (50, 18.5), (58, 26), (58, 36)), 225, 20, 0.8)
    sky.dome(50, 16, 12.5, 12)
    sky.line(((50, 4), (50, -1)), 0.8)
    sky.dome(16, 26, 8, 8, 0.8)
    sky.dome(84, 25, 8, 8, 0.8)
    for x in (31, 69):
        sky.box(x - 1.8, 5, 3.6, 31, 40, 150, 0.7)
        sky.polygon(((x - 2.8, 6), (x + 2.8, 6), (x, 0)), 190, 20, 0.6)
        sky.box(x - 2.8, 12, 5.6, 1.8, 120, 30, 0.5)


def _draw_arabian(sky: _Skyline) -> None:
    """Draw houses with wind towers."""
    for x, w, h in ((4, 22, 12), (26, 20, 16), (48, 24, 13), (72, 22, 15)):
        sky.box(x, 36 - h, w, h, 30, 90)
    for x, h in ((14, 26), (36, 31), (82, 29)):
        sky.box(x - 4, 36 - h, 8, h, 30, 150, 0.8)
        for i in range(3):
            sky.box(x - 2.7 + 2 * i, 38 - h, 1.2, 6, 240, 0, 0)
    sky.dome(60, 23, 10, 10)
    sky.line(((60, 13), (60, 8)), 0.8)


def _draw_indian(sky: _Skyline) -> None:
    """Draw three temple towers between palms."""
    for x, w, h in ((50, 18, 36), (26, 14, 26), (74, 14, 26)):
        left = ((-0.5, 0.0), (-0.5, 0.4), (-0.42, 0.7), (-0.2, 0.94))
        outline = (*left, (0.0, 1.0), *((-a, b) for a, b in reversed(left)))
        sky.polygon(tuple((x + w * a, 36 - h * b) for a, b in outline), 40, 150, 0.9)
        for i in range(1, 7):
            y = 36 - 0.13 * h * i
            sky.line(((x - 0.46 * w, y), (x + 0.46 * w, y)), 0.5)
        sky.ball(x, 36 - h, 2.4, 1.6, 120, 60, 0.6)
        sky.polygon(((x - 2.6, 36), (x - 2.6, 31), (x, 28.4), (x + 2.6, 31), (x + 2.6, 36)), 240, 0, 0.5)
    for x in (8, 92):
        _draw_palm(sky, x, x + 1, 16, (8, 5))


def _draw_palm(sky: _Skyline, x: float, top_x: float, top: float, reach: tuple[float, float]) -> None:
    sky.line(((x, 36), (top_x, top)), 1.3)
    for angle in _PALM_LEAVES:
        tip = (top_x + reach[0] * cos(angle), top - 1 + reach[1] * sin(angle))
        sky.line(((top_x, top), tip), 1.1)


def _draw_burmese(sky: _Skyline) -> None:
    """Draw three stupas on a terrace."""
    sky.box(6, 31, 88, 5, 50, 60)
    for x, w, h in ((50, 34, 34), (20, 20, 24), (80, 20, 24)):
        left = ((-0.5, 0.0), (-0.42, 0.16), (-0.3, 0.3), (-0.22, 0.56), (-0.06, 0.72))
        outline = (*left, (0.0, 1.0), *((-a, b) for a, b in reversed(left)))
        sky.polygon(tuple((x + w * a, 32 - h * b) for a, b in outline), 40, 150, 0.9)
        for i in range(1, 4):
            half, y = w * (0.5 - 0.08 * i), 32 - 0.09 * h * i
            sky.line(((x - half, y), (x + half, y)), 0.6)


def _draw_tibetan(sky: _Skyline) -> None:
    """Draw a fortress of monks on its hill."""
    sky.polygon(((0, 36), (14, 24), (36, 16), (62, 14), (86, 24), (100, 36)), 70, 60, 0.8)
    for x, y, w, h in ((16, 20, 24, 14), (60, 18, 26, 16), (32, 8, 36, 26)):
        sky.polygon(((x, y + h), (x + 2, y), (x + w - 2, y), (x + w, y + h)), 20, 90, 0.9)
        sky.box(x + 1, y - 1.6, w - 2, 3, 215, 20, 0.5)
        for row in range(h // 7):
            for column in range(w // 6):
                sky.box(x + 3.4 + column * 6, y + 4 + row * 6.4, 2, 3, 240, 0, 0)
    sky.box(44, 1.6, 12, 6, 180, 50, 0.7)
    _draw_roof(sky, 50, 2, 14, 3)


def _draw_mongolian(sky: _Skyline) -> None:
    """Draw yurts between banners of horsehair."""
    for x, w in ((20, 26), (78, 30), (48, 36)):
        h, half = 0.42 * w, w / 2
        sky.box(x - half, 36 - h, w, h, 20, 120)
        roof = ((x - half - 1.6, 36 - h), (x - 0.16 * w, 36 - 1.9 * h), (x + 0.16 * w, 36 - 1.9 * h))
        sky.polygon((*roof, (x + half + 1.6, 36 - h)), 60, 130, 0.9)
        sky.box(x - 0.09 * w, 36 - 0.8 * h, 0.18 * w, 0.8 * h, 225, 0, 0.6)
        sky.line(((x - half, 36 - 0.5 * h), (x - 0.1 * w, 36 - 0.5 * h)), 0.6)
    for x in (4, 64, 96):
        sky.line(((x, 36), (x, 2)))
        sky.polygon(((x - 3, 5), (x + 3, 5), (x + 2, 13), (x, 10), (x - 2, 13)), 220, 10, 0.5)


def _draw_malay(sky: _Skyline) -> None:
    """Draw houses on stilts with saddle roofs, between palms."""
    for x, w in ((26, 34), (72, 38)):
        for share in (-0.36, -0.12, 0.12, 0.36):
            sky.line(((x + w * share, 36), (x + w * share, 29)), 1.1)
        sky.box(x - 0.4 * w, 21, 0.8 * w, 8, 40, 90)
        roof = ((-0.62, 9), (-0.34, 17), (0, 18.5), (0.34, 17), (0.62, 9), (0.46, 22), (-0.46, 22))
        sky.polygon(tuple((x + w * share, y) for share, y in roof), 150, 60, 0.9)
        for i in range(6):
            sky.line(((x + w * (0.135 * i - 0.34), 17), (x + w * (0.145 * i - 0.36), 22)), 0.5)
    for x in (6, 50, 95):
        _draw_palm(sky, x, x + 1.4, 12, (9, 6))


_CULTURES: tuple[tuple[Callable[[_Skyline], None], tuple[str, ...]], ...] = (
    (_draw_chinese, ("beijing", "xian", "fuzhou", "lanzhou")),
    (_draw_mongolian, ("karakorum",)),
    (_draw_tibetan, ("lhasa",)),
    (_draw_burmese, ("pagan",)),
    (_draw_indian, ("jaipur", "kochi")),
    (_draw_persian, ("kabul", "balkh", "kashgar", "turfan")),
    (_draw_arabian, ("baghdad", "hormuz")),
    (_draw_malay, ("sumatra",)),
)
SKYLINES: Mapping[str, Callable[[_Skyline], None]] = {city: draw for draw, cities in _CULTURES for city in cities}
"""City -> how its skyline is drawn."""


@cache
def cut_skyline(city: str, width: int) -> tuple[Image.Image, Image.Image]:
    """Return the masks of the ink and of the body of a skyline; width: px of its plate."""
    plate = Plate(width, 2.4)
    SKYLINES[city](_Skyline(plate))
    return plate.finish()


def paste_skyline(
    chart: Image.Image, city: str, x: float, foot: float, width: int, ink: str = INK, paper: str = _PAPER
) -> None:
    """Draw the skyline of a city with the middle of its foot at (x, foot), on lighter paper."""
    halo = Image.new("L", (round(1.5 * width), round(0.9 * width)))
    ImageDraw.Draw(halo).ellipse((0.22 * width, 0.2 * width, 1.28 * width, 0.78 * width), fill=_HALO_TONE)
    soft = halo.filter(ImageFilter.GaussianBlur(0.07 * width))
    chart.paste(_HALO, (round(x - 0.75 * width), round(foot - 0.6 * width)), soft)
    lines, body = cut_skyline(city, width)
    corner = round(x - width / 2), round(foot - FOOT * width)
    chart.paste(paper, corner, body.point(lambda tone: tone * _BODY_TONE // 255))
    chart.paste(ink, corner, lines.point(lambda tone: tone * _INK_TONE // 255))


def choose_width(city: str, y: float) -> int:
    """Return the width of the plate of a skyline; y: middle of the city on the chart."""
    if y < _TOP_ROW:
        return 112 if city != CONTENT.start else 100
    return 150 if CONTENT.data.cities[city].kind == "small" else 178
