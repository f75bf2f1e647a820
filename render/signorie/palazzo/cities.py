"""The five cities as seen through the arches of the loggia. The landmark of each stands in the middle."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt

from render import kit
from render.signorie.palazzo.skyline import Skyline

_IVORY, _ROSE, _UMBER, _GOLD = "#F6EFE0", "#C98F7A", "#422C1E", "#D6AA54"
_COPPER, _COPPER_SHADE = "#869CA0", "#465A62"  # roofs of Rome
_TILE, _TILE_SHADE = "#BA543A", "#702C24"  # roofs of Florence
_BOAT = "#262228"


@dataclass(frozen=True, slots=True)
class Tones:
    """The tones of a city in its light."""

    front: str
    """Of the nearest walls."""
    back: str
    """Of the walls behind them."""
    shade: str
    """Of the sides away from the light."""


def _draw_milano(town: Skyline, tones: Tones) -> None:
    """The cathedral with its spires."""
    for x, h in ((-130, 34), (-108, 44), (92, 42), (112, 32)):
        town.draw_box(x, 0, 22, h, tones.back, tones.shade)
    right = ((0, 96), (34, 70), (58, 60), (84, 44), (84, 0))
    left = tuple((-x, y) for x, y in reversed(right[1:]))
    town.draw_polygon((*left, *right), tones.front, tones.shade)
    spires = ((84, 62), (68, 74), (52, 82), (36, 92), (20, 102))
    for x, h in (*((-x, h) for x, h in spires), (0, 122), *reversed(spires)):
        needle = ((x - 4, 30), (x - 2.4, h - 16), (x, h), (x + 2.4, h - 16), (x + 4, 30))
        town.draw_polygon(needle, tones.front, tones.shade)
    for x in range(-72, 73, 16):
        town.draw_polygon(((x - 4, 8), (x - 4, 34), (x, 42), (x + 4, 34), (x + 4, 8)), tones.shade)
    town.draw_line(((0, 122), (0, 130)), _GOLD, 4)
    town.draw_oval(0, 131.5, 2.6, 2.5, _GOLD)


def _draw_venezia(town: Skyline, tones: Tones) -> None:
    """The bell tower and the domes above the lagoon."""
    front, shade = tones.front, tones.shade
    for x, w, h in ((-140, 34, 30), (-104, 30, 36), (66, 34, 34), (100, 44, 28)):
        town.draw_box(x, 4, w, h, tones.back, shade)
        town.draw_arches(x + 2, 10, w // 8, 8, 8, shade)
    town.draw_box(-8, 4, 16, 92, kit.mix_colours(front, "#BE5C42", 0.55), shade)
    town.draw_box(-10, 90, 20, 5, _IVORY, shade)
    town.draw_box(-8, 95, 16, 10, front, shade)
    town.draw_arches(-8, 96, 3, 5.3, 5, shade)
    town.draw_polygon(((-9, 105), (9, 105), (0, 132)), "#608A78", shade)
    town.draw_line(((0, 132), (0, 138)), _GOLD, 4)
    for x, r in ((-64, 17), (-36, 20), (36, 20), (64, 17)):
        town.draw_box(x - r * 0.8, 4, r * 1.6, 40, front, shade)
        town.draw_dome(x, 44, r, r * 1.15, kit.mix_colours(front, "#7896A0", 0.5), shade, 4)
        town.draw_line(((x, 44 + r * 1.15), (x, 52 + r * 1.15)), _GOLD, 3)
    town.draw_arches(-78, 8, 19, 8.2, 14, shade)
    town.draw_box(-165, -46, 330, 51, "#60A0A4")
    for i in range(9):
        town.draw_line(((20 * (i % 2) - 140, 1 - 4 * i), (140, 1 - 4 * i)), "#84BCBC")
    for x, side in ((-92, 1), (84, -1)):
        hull = ((-24, -4), (-28, 5), (-16, -1), (16, -1), (26, 8), (22, -3), (10, -8), (-12, -8))
        town.draw_polygon(((x + dx, y) for dx, y in hull), _BOAT)
        town.draw_line(((x + 8 * side, -2), (x + 8 * side, 14)), _BOAT, 4)


def _draw_firenze(town: Skyline, tones: Tones) -> None:
    """The great dome between the bell tower and the tower of the town hall."""
    back, shade = tones.back, tones.shade
    hills = ((-165, 0), (-165, 24), (-96, 40), (-30, 30), (60, 42), (165, 22), (165, 0))
    town.draw_polygon(hills, kit.mix_colours(back, "#6E8260", 0.5))
    for x, w, h in ((-134, 26, 34), (-110, 20, 42), (84, 24, 40), (110, 30, 32)):
        town.draw_box(x, 0, w, h, back, shade)
        town.draw_polygon(((x - 2, h), (x + w + 2, h), (x + w / 2, h + 8)), "#AC543C", shade)
    town.draw_box(-44, 0, 88, 46, _IVORY, shade)
    town.draw_box(-34, 46, 68, 14, kit.mix_colours(_IVORY, _ROSE, 0.3), shade)
    for x in (-22, 0, 22):
        town.draw_oval(x, 53, 4, 4, shade)
    town.draw_dome(0, 60, 37, 54, _TILE, _TILE_SHADE, 8, 0.84)
    heights = [j / 10 for j in range(11)]
    for side in (-0.5, 0, 0.5):
        town.draw_line([(side * 37 * sqrt(1 - h * h), 60 + 54 * h**0.9) for h in heights], _IVORY, 4)
    town.draw_box(-6, 112, 12, 9, _IVORY, shade)
    town.draw_polygon(((-7, 121), (7, 121), (0, 132)), _IVORY, shade)
    town.draw_oval(0, 135, 2.6, 3, _GOLD)
    marble, stone = kit.mix_colours(_IVORY, _ROSE, 0.22), kit.mix_colours(back, "#966846", 0.5)
    town.draw_box(-86, 0, 19, 86, marble, shade)
    for y in (66, 44):
        town.draw_arches(-85, y, 2, 8.6, 9, shade)
    town.draw_box(-88, 86, 23, 5, _IVORY, shade)
    town.draw_box(70, 0, 15, 74, stone, shade)
    town.draw_box(66, 74, 23, 9, stone, shade)
    for i in range(4):
        town.draw_box(66 + 6.6 * i, 83, 4, 4, stone, shade)
    town.draw_box(73, 87, 9, 14, stone, shade)
    town.draw_polygon(((72, 101), (83, 101), (77.5, 110)), "#784634", shade)


def _draw_roma(town: Skyline, tones: Tones) -> None:
    """The dome on its drum above a temple front, between pines."""
    front, shade = tones.front, tones.shade
    for x, w, h in ((-146, 26, 30), (120, 26, 28)):
        town.draw_box(x, 0, w, h, tones.back, shade)
    for x in (-100, 104):
        town.draw_line(((x, 0), (x, 30)), _UMBER, 5)
        town.draw_dome(x, 28, 17, 11, "#4A6846", "#28422E")
    town.draw_box(-58, 0, 116, 40, _IVORY, shade)
    town.draw_polygon(((-26, 40), (26, 40), (0, 54)), _IVORY, shade)
    for x in range(-54, 54, 14):
        town.draw_box(x, 6, 5, 32, kit.mix_colours(_IVORY, front, 0.4), shade)
    town.draw_box(-32, 44, 64, 22, kit.mix_colours(_IVORY, front, 0.3), shade)
    town.draw_arches(-31, 46, 8, 7.8, 10, shade)
    town.draw_dome(0, 66, 34, 44, _COPPER, _COPPER_SHADE, 8, 0.9)
    town.draw_box(-6, 108, 12, 11, _IVORY, shade)
    town.draw_polygon(((-7, 119), (7, 119), (0, 130)), _COPPER, shade)
    town.draw_line(((0, 130), (0, 140)), _GOLD, 4)
    town.draw_line(((-4, 136), (4, 136)), _GOLD, 4)
    for x in (-72, 72):
        town.draw_box(x - 12, 0, 24, 36, front, shade)
        town.draw_dome(x, 36, 12, 15, _COPPER, _COPPER_SHADE, 4)
    town.draw_box(-126, 0, 44, 24, kit.mix_colours(front, "#BE966E", 0.5), shade)
    for y in (12, 2):
        town.draw_arches(-125, y, 6, 7.2, 6, shade)
    town.draw_box(84, 0, 7, 64, _IVORY, shade)
    town.draw_oval(87.5, 68, 2.5, 4, _GOLD)


def _draw_napoli(town: Skyline, tones: Tones) -> None:
    """The volcano above the castle and the sails of the bay."""
    shade = tones.shade
    left = ((-165, 0), (-165, 16), (-96, 38), (-54, 66), (-20, 104), (-8, 108), (2, 102))
    right = ((12, 108), (20, 106), (60, 66), (104, 38), (165, 20), (165, 0))
    town.draw_polygon((*left, *right), "#685474", "#423254")
    smoke = ((4, 116, 9), (12, 124, 12), (26, 131, 14), (44, 134, 15), (62, 132, 12))
    for i, (x, y, r) in enumerate(smoke):
        town.draw_oval(x, y, r, 0.7 * r, kit.mix_colours("#FACEA0", "#C88C8C", i / 6))
    town.draw_polygon(((-5, 104), (2, 96), (9, 104)), "#F0783C")
    town.draw_box(-165, -46, 330, 64, "#5C7094")
    for i in range(10):
        town.draw_line(((24 * (i % 2) - 140, 14 - 4 * i), (140, 14 - 4 * i)), "#8692A8")
    castle = kit.mix_colours(tones.front, "#785C50", 0.5)
    for x, w, h in ((-122, 24, 46), (-84, 22, 40), (-60, 20, 50)):
        town.draw_box(x, 6, w, h, castle, shade)
        for i in range(4):
            town.draw_box(x - 1 + i * (w + 2) / 4, 6 + h, (w + 2) / 6, 5, castle, shade)
    town.draw_box(-100, 6, 20, 34, kit.mix_colours(tones.front, "#785C50", 0.4), shade)
    town.draw_box(-90, 6, 34, 30, _IVORY, shade)
    town.draw_arches(-84, 6, 1, 18, 16, shade)
    for x, k in ((84, 1.0), (40, 0.7)):
        hull = ((x - 22 * k, 4), (x + 22 * k, 4), (x + 16 * k, -4), (x - 16 * k, -4))
        town.draw_polygon(hull, "#583628", shade)
        town.draw_line(((x, 4), (x, 40 * k)), _UMBER, 4)
        town.draw_polygon(((x - 14 * k, 10), (x + 2, 38 * k), (x + 16 * k, 10)), _IVORY, shade)


LANDMARKS: Mapping[str, Callable[[Skyline, Tones], None]] = {
    "milano": _draw_milano,
    "venezia": _draw_venezia,
    "firenze": _draw_firenze,
    "roma": _draw_roma,
    "napoli": _draw_napoli,
}
"""The drawing of each city."""
