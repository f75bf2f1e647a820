"""Small engravings of the chart: mountains, dunes, trees, camels, yurts, ships, waves."""

from collections.abc import Iterable
from math import cos, radians, sin
from random import Random

from PIL import Image, ImageDraw

from render.kit import Point
from render.marco_polo_ii.chart.sheet import INK, SCALE

CAMEL: tuple[Point, ...] = (
    *((0, 30), (2, 16), (8, 12), (13, 2), (19, 12), (25, 1), (31, 12), (36, 12), (38, 2), (40, -6), (47, -7)),
    *((50, -3), (45, -1), (43, 6), (40, 18), (37, 21), (37, 42), (34, 42), (33, 24), (14, 24), (12, 42)),
    *((9, 42), (8, 25), (3, 42), (0, 42)),
)
"""The outline of a camel with two humps that walks to the right; its feet stand at y 42."""
CAMEL_H = 42
CAMEL_RIDER: tuple[Point, ...] = ((14, 6), (18, -3), (21, -3), (26, 8))
SADDLECLOTH: tuple[Point, ...] = ((9, 13), (30, 13), (28, 23), (11, 23))
_HILL_INK, _DUNE_INK, _WAVE_INK = "#7A5638", "#A07442", "#466C76"
_LEAF, _CROWN, _NEEDLES = "#465432", "#A0A870", "#969E70"
_SNOW_FROM = 27  # px: higher mountains have snow


class Pen:
    """Draws on the chart in px of the board, around a point and with a scale of its own."""

    def __init__(self, chart: Image.Image) -> None:
        self._draw = ImageDraw.Draw(chart)
        """Draws on the chart."""
        self._x, self._y, self._k = 0.0, 0.0, 1.0
        """The point to draw around, and the scale."""

    def move(self, x: float, y: float, k: float = 1) -> None:
        """Draw around (x, y) from now on, k times as large."""
        self._x, self._y, self._k = x, y, k

    def _place(self, points: Iterable[Point]) -> list[Point]:
        return [((self._x + x * self._k) * SCALE, (self._y + y * self._k) * SCALE) for x, y in points]

    def line(self, points: Iterable[Point], colour: str = INK, width: int = 2) -> None:
        """Draw a line; width: in px of the drawn chart."""
        self._draw.line(self._place(points), fill=colour, width=width, joint="curve")

    def polygon(self, points: Iterable[Point], fill: str, outline: str | None = None, width: int = 1) -> None:
        self._draw.polygon(self._place(points), fill=fill, outline=outline, width=width)

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, outline: str | None = None) -> None:
        corners = self._place(((left, top), (right, bottom)))
        self._draw.rectangle((*corners[0], *corners[1]), fill=fill, outline=outline, width=2)

    def oval(self, x: float, y: float, rx: float, ry: float, fill: str | None, outline: str, width: int = 2) -> None:
        corners = self._place(((x - rx, y - ry), (x + rx, y + ry)))
        self._draw.ellipse((*corners[0], *corners[1]), fill=fill, outline=outline, width=width)

    def arc(self, x: float, y: float, rx: float, ry: float, part: tuple[float, float], colour: str, width: int) -> None:
        """Draw a part of an oval, from one angle to another."""
        corners = self._place(((x - rx, y - ry), (x + rx, y + ry)))
        self._draw.arc((*corners[0], *corners[1]), *part, fill=colour, width=width)


def draw_mountain(pen: Pen, x: float, y: float, width: float, height: float, random: Random) -> None:
    """Draw a mountain whose foot is at (x, y), hatched on its dark side."""
    pen.move(x, y)
    w, h = width, height
    top = (random.uniform(-0.08, 0.08) * w, -h)
    left = ((-0.56 * w, 0), (-0.38 * w, -0.36 * h), (-0.2 * w, -0.62 * h), top)
    right = (top, (0.13 * w, -0.7 * h), (0.3 * w, -0.36 * h), (0.56 * w, 0))
    pen.polygon((*left, *right[1:]), "#F2E4C4")
    pen.polygon((*right, (0.06 * w, 0), (-0.02 * w, -0.4 * h)), "#D6BA8E")
    count = max(4, int(w / 5.6))
    for i in range(count):
        share = i / count
        start = (w * (0.02 + 0.5 * share), -h * (1 - share) * 0.96)
        end = (w * (0.05 + 0.26 * share), min(0, max(-0.05 * h * (1 - share), start[1]), start[1] + 0.6 * h))
        pen.line((start, end), _HILL_INK, 2 if share < 0.6 else 1)
    for share in (0.3, 0.54):
        pen.line(((-0.48 * w * share, -h * (1 - share)), (-0.52 * w * share, -h * (0.74 - share))), _HILL_INK, 1)
    pen.line(left, _HILL_INK, 2)
    pen.line(right, _HILL_INK, 3)
    if h > _SNOW_FROM:
        snow = (top, (-0.13 * w, -0.74 * h), (-0.02 * w, -0.68 * h), (0.06 * w, -0.78 * h))
        pen.polygon(snow, "#FCF8EE")


def draw_dune(pen: Pen, x: float, y: float) -> None:
    w = 22
    pen.move(x - 14, y)
    pen.arc(w / 2, 0, w / 2, 0.34 * w, (190, 330), _DUNE_INK, 3)
    pen.arc(0.91 * w, 0.03 * w, 0.39 * w, 0.23 * w, (196, 340), _DUNE_INK, 2)
    for i in range(4):
        start = w * (0.5 + 0.1 * i)
        pen.line(((start, -w * (0.3 - 0.05 * i)), (start + 0.1 * w, -w * (0.12 - 0.03 * i))), _DUNE_INK, 1)


def draw_palm(pen: Pen, x: float, y: float) -> None:
    h = 21
    pen.move(x, y)
    pen.line(((0, 0), (0.08 * h, -0.6 * h), (0.02 * h, -h)), INK, 3)
    for degrees in (-150, -120, -60, -30, -178, -2):
        dx, dy = cos(radians(degrees)) * h, sin(radians(degrees)) * h
        leaf = ((0.02 * h, -h), (0.02 * h + 0.3 * dx, -h + 0.18 * dy), (0.02 * h + 0.46 * dx, -0.86 * h + 0.04 * dy))
        pen.line(leaf, _LEAF, 3)


def draw_pine(pen: Pen, x: float, y: float) -> None:
    h = 17
    pen.move(x, y)
    pen.line(((0, 0), (0, -0.4 * h)))
    for i in range(3):
        foot, half = -h * (0.2 + 0.25 * i), h * (0.3 - 0.07 * i)
        pen.polygon(((-half, foot), (half, foot), (0, foot - 0.36 * h)), _NEEDLES, INK)


def draw_tree(pen: Pen, x: float, y: float) -> None:
    h = 17
    pen.move(x, y)
    pen.line(((0, 0), (0, -0.4 * h)))
    pen.oval(0, -0.65 * h, 0.34 * h, 0.35 * h, _CROWN, INK)
    for i in range(3):
        side = h * (0.05 + 0.09 * i)
        pen.line(((side, -0.8 * h), (side, -0.42 * h)), INK, 1)


def draw_camels(pen: Pen, x: float, y: float) -> None:
    """Draw three camels one behind the other."""
    for dx, dy in ((-32, 0), (-8, -1), (15, 0)):
        pen.move(x + dx, y + dy, 0.42)
        pen.polygon(((a, b - 42) for a, b in CAMEL), "#684228")
        pen.polygon(((a, b - 42) for a, b in SADDLECLOTH), "#A84232")


def draw_yurt(pen: Pen, x: float, y: float) -> None:
    pen.move(x, y, 0.8)
    pen.box(-14, -9, 14, 0, "#F4E7C8", INK)
    pen.polygon(((-16, -9), (-4, -18), (4, -18), (16, -9)), "#E2CCA0", INK)
    pen.box(-3, -7, 3, 0, "#963C2E")


def draw_ship(pen: Pen, x: float, y: float, k: float, *, is_junk: bool) -> None:
    """Draw a junk with two battened sails, or a dhow with one."""
    pen.move(x, y, k)
    hull = ((-26, 0), (-30, -9), (-20, -5), (18, -5), (30, -10), (24, 3), (14, 8), (-16, 8))
    pen.polygon(hull, "#8C5E36", INK)
    for i in range(4):
        pen.line(((-24 + i, 2 * i - 1), (24 - 2 * i, 2 * i - 1)), INK, 1)
    if is_junk:
        for mast, h, half in ((-12, 34, 11), (8, 42, 14)):
            pen.line(((mast, -5), (mast, -h - 3)), INK, 3)
            sail = ((mast - half, -9), (mast - half + 2, -h), (mast + half, -h - 4), (mast + half - 1, -9))
            pen.polygon(sail, "#CE7854", INK)
            for i in range(1, 5):
                left, right = (mast - half, -9 - (h - 9) * i / 5), (mast + half, -9 - (h - 5) * i / 5)
                pen.line((left, right), INK, 2)
    else:
        pen.line(((0, -5), (0, -40)), INK, 3)
        pen.polygon(((-18, -10), (-4, -44), (22, -12)), "#FAF0D6", INK)
        for i in range(5):
            pen.line(((3 + 3.4 * i, 4 * i - 31), (3 + 3.4 * i, -11)), INK, 1)
    for i in range(3):
        pen.arc(22 * i - 24, 10.5, 10, 4.5, (200, 340), _WAVE_INK, 3)


def draw_waves(pen: Pen, x: float, y: float) -> None:
    pen.move(x, y)
    for i in range(2):
        pen.arc(12 * i - 6, -3, 6, 4, (200, 340), _WAVE_INK, 3)


def draw_rose(pen: Pen, x: float, y: float) -> None:
    """Draw the compass rose: the short points first, then those of the compass above them."""
    pen.move(x, y)
    for is_long in (False, True):
        for i in range(16):
            if is_long != (i % 2 == 0):
                continue
            angle, length = radians(22.5 * i), 46 if i % 4 == 0 else 32 if i % 2 == 0 else 22
            tip = (length * sin(angle), -length * cos(angle))
            for side, colour in ((-1, "#842C26"), (1, "#FAF0D6")):
                turn = angle + 0.42 * side
                pen.polygon(((0, 0), (8 * sin(turn), -8 * cos(turn)), tip), colour, INK)
    for r in (30, 33):
        pen.oval(0, 0, r, r, None, INK)
