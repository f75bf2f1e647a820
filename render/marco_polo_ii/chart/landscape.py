"""The landscape of the chart: each ornament looks for a free place of its own in the parts of Asia that have it."""

from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from math import hypot
from random import Random

from PIL import Image, ImageFilter

from render.kit import Bounds
from render.marco_polo_ii.chart import ornaments
from render.marco_polo_ii.chart.clearings import is_free
from render.marco_polo_ii.chart.geography import DESERTS, GREAT_WALL, RANGES, ROSE, Area
from render.marco_polo_ii.chart.ornaments import Pen
from render.marco_polo_ii.chart.sheet import INK, SCALE, draw_land_mask, draw_sheet
from render.marco_polo_ii.land.places import HEIGHT, WIDTH

_LAND = 128
"""Tone of the mask of the land from which a px is land."""
_LEAST_MOUNTAIN = 11  # px high
_DHOW, _JUNK = 0.78, 0.82
_QUIET_SHARE, _QUIET_BLUR = 0.3, 14
"""The finished engraving is blended with its own blur, so that it steps back behind figures and posts."""

_HERDS = ((9, Area(600, 176, 200, 90)), (16, Area(1080, 116, 240, 90)))
"""Tries, and where caravans walk."""
_CAMPS = Area(960, 106, 160, 90)
_PALMS = (
    *(Area(950, 586, 140, 60), Area(1280, 676, 200, 60), Area(620, 676, 80, 90)),
    *(Area(1000, 676, 60, 60), Area(680, 546, 120, 60)),
)
_TREES = (Area(1300, 386, 140, 140), Area(1180, 446, 140, 70), Area(1100, 546, 80, 60))
_PINES = (
    *(Area(520, 16, 300, 30), Area(900, 46, 300, 30), Area(300, 36, 200, 30)),
    *(Area(1250, 46, 160, 40), Area(1430, 136, 40, 80)),
)
_SHIPS = ((812, 708, 0.78, False), (1452, 582, 0.72, True), (750, 686, 0.62, False))
"""x, y and scale of ships that have a place by themselves, and whether each is a junk."""


class _Landscape:
    """The chart while ornaments are set on it."""

    def __init__(self) -> None:
        self.chart = draw_sheet()
        """The chart, on which the ornaments are drawn."""
        self._land = draw_land_mask().reduce(SCALE)
        """Light where there is land, in px of the board."""
        self.pen = Pen(self.chart)
        self.occupied: list[Bounds] = []
        """Rectangles of the ornaments that are drawn."""
        self.random = Random(9)

    def is_land(self, x: float, y: float) -> bool:
        tone = self._land.getpixel((int(min(max(x, 0), WIDTH - 1)), int(min(max(y, 0), HEIGHT - 1))))
        return isinstance(tone, int | float) and tone > _LAND

    def scatter(
        self,
        tries: int,
        area: Area,
        size: tuple[float, float],
        draw: Callable[[Pen, float, float], None],
        gap: float,
        *,
        is_at_sea: bool = False,
        road_distance: float = 8,
    ) -> None:
        """Draw an ornament of this size wherever one of the tries finds room for it, its foot at the found point."""
        w, h = size
        for _ in range(tries):
            x, y = self.random.gauss(area.x, 0.6 * area.rx), self.random.gauss(area.y, 0.6 * area.ry)
            if not (0 < x < WIDTH - 1 and 0 < y < HEIGHT - 1) or self.is_land(x, y) == is_at_sea:
                continue
            box = (x - w / 2 - gap, y - h - gap, x + w / 2 + gap, y + gap)
            if is_free(box, self.occupied, road_distance):
                self.occupied.append(box)
                draw(self.pen, x, y)


@cache
def draw_landscape() -> Image.Image:
    """Draw the chart at twice the size of the board, without roads, cities and prices."""
    landscape = _Landscape()
    _draw_wall(landscape)
    _draw_mountains(landscape)
    for tries, area in _HERDS:
        landscape.scatter(tries, area, (66, 22), ornaments.draw_camels, 3)
    landscape.scatter(60, _CAMPS, (30, 20), ornaments.draw_yurt, 4)
    for desert in DESERTS:
        landscape.scatter(70, desert, (30, 10), ornaments.draw_dune, 2, road_distance=5)
    for areas, tries, size, draw in (
        (_PALMS, 90, (16, 24), ornaments.draw_palm),
        (_TREES, 90, (14, 18), ornaments.draw_tree),
        (_PINES, 80, (12, 18), ornaments.draw_pine),
    ):
        for area in areas:
            landscape.scatter(tries, area, size, draw, 2)
    _draw_seas(landscape)
    blur = landscape.chart.filter(ImageFilter.GaussianBlur(_QUIET_BLUR))
    return Image.blend(landscape.chart, blur, _QUIET_SHARE)


def _draw_wall(landscape: _Landscape) -> None:
    """Draw the Great Wall with its battlements and towers."""
    pen = landscape.pen
    pen.move(0, 0)
    pen.line(GREAT_WALL, INK, 13)
    pen.line(GREAT_WALL, "#E8D2A8", 8)
    for (ax, ay), (bx, by) in pairwise(GREAT_WALL):
        count = int(hypot(bx - ax, by - ay) / 7)
        for i in range(count):
            x, y = ax + (bx - ax) * i / count, ay + (by - ay) * i / count
            pen.box(x - 1.4, y - 6, x + 1.4, y - 3, INK)
    for x, y in GREAT_WALL[1:-1]:
        pen.box(x - 6, y - 13, x + 6, y + 4, "#F0DEB8", INK)
        pen.polygon(((x - 8, y - 13), (x + 8, y - 13), (x, y - 19)), "#964636", INK)
        landscape.occupied.append((x - 10, y - 22, x + 10, y + 8))


def _draw_mountains(landscape: _Landscape) -> None:
    """Draw the ranges, from north to south; a mountain without room becomes smaller, or is left out."""
    random = landscape.random
    found: list[tuple[float, float, float, float]] = []
    for line, number, size, spread in RANGES:
        for _ in range(3 * number):
            along = random.uniform(0, len(line) - 1.001)
            (ax, ay), (bx, by), share = line[int(along)], line[int(along) + 1], along % 1
            x = ax + (bx - ax) * share + 0.8 * random.uniform(-spread, spread)
            y = ay + (by - ay) * share + random.uniform(-spread, spread)
            height = size * random.uniform(0.7, 1.15)
            for h in (height, 0.72 * height, 0.5 * height):
                w = 1.5 * h
                if h <= _LEAST_MOUNTAIN or not landscape.is_land(x, y):
                    continue
                is_apart = all(abs(x - a) > 0.24 * (w + other_w) or abs(y - b) > 5 for a, b, other_w, _ in found)
                if is_apart and is_free((x - w / 2, y - h, x + w / 2, y), (), 0):
                    found.append((x, y, w, h))
                    break
    for x, y, w, h in sorted(found, key=lambda mountain: mountain[1]):
        ornaments.draw_mountain(landscape.pen, x, y, w, h, random)
    landscape.occupied += ((x - w / 2, y - h, x + w / 2, y) for x, y, w, h in found)


def _draw_seas(landscape: _Landscape) -> None:
    x, y = ROSE
    ornaments.draw_rose(landscape.pen, x, y)
    landscape.occupied.append((x - 50, y - 50, x + 50, y + 50))
    for x, y, k, is_junk in _SHIPS:
        if is_free((x - 32 * k, y - 44 * k, x + 32 * k, y + 14 * k), landscape.occupied, 3):
            ornaments.draw_ship(landscape.pen, x, y, k, is_junk=is_junk)
            landscape.occupied.append((x - 34 * k, y - 46 * k, x + 34 * k, y + 16 * k))
    for tries, area, size, is_junk, k in (
        (900, Area(1300, 586, 300, 160), (62, 46), True, _JUNK),
        (260, Area(820, 676, 140, 70), (60, 44), False, _DHOW),
        (160, Area(330, 676, 70, 60), (60, 44), False, _DHOW),
    ):
        draw = partial(_draw_afloat, k=k, is_junk=is_junk)
        landscape.scatter(tries, area, size, draw, 1, is_at_sea=True, road_distance=4)
    for tries, area in ((700, Area(820, 686, 800, 120)), (200, Area(1490, 406, 60, 200))):
        landscape.scatter(tries, area, (28, 10), ornaments.draw_waves, 7, is_at_sea=True, road_distance=4)


def _draw_afloat(pen: Pen, x: float, y: float, k: float, *, is_junk: bool) -> None:
    """Draw a ship whose lowest wave is at y."""
    ornaments.draw_ship(pen, x, y - 10, k, is_junk=is_junk)
