"""The map's geometry: six lands between fourteen points, and the staircase of every border, in canvas px."""

from functools import cache
from itertools import pairwise

from render.kit.spot import Point

X, Y, W, H = 44, 144, 980, 598  # the map within its frame
FRAME = 8
_BLEED = 2  # the lands reach under the frame
_STEP = 24

_POINTS = {
    "A": (0.0, 0.0),
    "B": (0.44, 0.0),
    "C": (0.785, 0.0),
    "D": (1.0, 0.0),
    "E": (0.0, 0.50),
    "F": (0.0, 1.0),
    "G": (0.265, 1.0),
    "H": (0.50, 1.0),
    "I": (0.80, 1.0),
    "K": (1.0, 1.0),
    "L": (0.385, 0.40),
    "M": (0.205, 0.60),
    "N": (0.53, 0.56),
    "O": (0.735, 0.53),
}
_OUTLINES = {
    "transcaspia": "ABLME",
    "kabul": "BCONL",
    "punjab": "CDKIO",
    "persia": "EMGF",
    "herat": "MLNHG",
    "kandahar": "NOIH",
}
_BORDERS = {
    "persia_transcaspia": ("E", "M"),
    "herat_transcaspia": ("M", "L"),
    "kabul_transcaspia": ("L", "B"),
    "herat_persia": ("M", "G"),
    "herat_kabul": ("L", "N"),
    "herat_kandahar": ("N", "H"),
    "kabul_kandahar": ("N", "O"),
    "kabul_punjab": ("O", "C"),
    "kandahar_punjab": ("O", "I"),
}
_ANCHORS = {
    "transcaspia": (0.19, 0.265),
    "kabul": (0.595, 0.265),
    "punjab": (0.88, 0.43),
    "persia": (0.115, 0.775),
    "herat": (0.375, 0.785),
    "kandahar": (0.667, 0.785),
}
_ROOMS = {  # left and right end of what armies and tribes may cover
    "transcaspia": ((52, 424), (52, 424)),
    "kabul": ((462, 772), (468, 772)),
    "punjab": ((790, 1020), (790, 1020)),
    "persia": ((48, 262), (50, 288)),
    "herat": ((302, 540), (312, 538)),
    "kandahar": ((556, 784), (560, 804)),
}
_PILLS = {  # where roads lie: clear of names, rulers and pieces
    "persia_transcaspia": (144, 441),
    "herat_transcaspia": (333, 455),
    "kabul_transcaspia": (460, 223),
    "herat_persia": (283, 556),
    "herat_kabul": (497, 431),
    "herat_kandahar": (539, 556),
    "kabul_kandahar": (700, 452),
    "kabul_punjab": (808, 201),
    "kandahar_punjab": (838, 629),
}
_SIDES = {  # which way from its roads the land lies that a border names first; the other lies opposite
    "persia_transcaspia": (0, 1),
    "herat_transcaspia": (1, 1),
    "kabul_transcaspia": (1, 0),
    "herat_kabul": (-1, 1),
    "kabul_kandahar": (0, -1),
    "kabul_punjab": (-1, 0),
    "kandahar_punjab": (-1, 0),
}
STACKED = frozenset({"herat_persia", "herat_kandahar"})
"""Borders between two names, where roads stand above each other."""


def _at(fraction: tuple[float, float]) -> Point:
    x, y = fraction
    return round(X - _BLEED + x * (W + 2 * _BLEED)), round(Y - _BLEED + y * (H + 2 * _BLEED))


def anchor(region: str) -> Point:
    """The point around which a region's name, armies and tribes stand."""
    return _at(_ANCHORS[region])


def room(region: str, tribes: bool = False) -> tuple[float, float]:
    """Left and right end of the room for the armies, or for the tribes, of a region."""
    return _ROOMS[region][tribes]


def pill(border: str) -> Point:
    """Where the roads of a border lie: near its middle, clear of the regions' names."""
    return _PILLS[border]


def sides(border: str) -> tuple[int, int] | None:
    """Right and down, or left and up (-1), from a border's roads to the land that it names first; None for those
    between two names, which say what they join.
    """
    return _SIDES.get(border)


@cache
def staircase(border: str) -> tuple[Point, ...]:
    """A border from end to end, in level and upright steps."""
    return _stairs(*_BORDERS[border])


@cache
def outline(region: str) -> tuple[Point, ...]:
    """A land's polygon. Its inner sides are the very staircases of its borders."""
    corners = _OUTLINES[region]
    points: list[Point] = []
    for start, end in pairwise(corners + corners[0]):
        points += _side(start, end)[:-1]
    return tuple(points)


def _side(start: str, end: str) -> tuple[Point, ...]:
    if (start, end) in _BORDERS.values():
        return _stairs(start, end)
    if (end, start) in _BORDERS.values():
        return _stairs(end, start)[::-1]
    return _at(_POINTS[start]), _at(_POINTS[end])


def _stairs(start: str, end: str) -> tuple[Point, ...]:
    """Steps across the longer direction; the first and the last are half as long as the others."""
    (x0, y0), (x1, y1) = _at(_POINTS[start]), _at(_POINTS[end])
    dx, dy = x1 - x0, y1 - y0
    level = abs(dx) > abs(dy)
    steps = max(1, round(min(abs(dx), abs(dy)) / _STEP))
    points: list[Point] = [(x0, y0)]
    for step in range(steps):
        far, low, high = (step + 0.5) / steps, step / steps, (step + 1) / steps
        if level:
            x = round(x0 + dx * far)
            points += [(x, round(y0 + dy * low)), (x, round(y0 + dy * high))]
        else:
            y = round(y0 + dy * far)
            points += [(round(x0 + dx * low), y), (round(x0 + dx * high), y)]
    return (*points, (x1, y1))


def weave(region: str) -> tuple[tuple[Point, ...], ...]:
    """The stepped lozenge woven into a land around its anchor: three nested outlines, largest first."""
    x, y = anchor(region)
    narrow = region in ("punjab", "persia", "herat", "kandahar")
    columns, rows = (6, 5) if narrow else (8, 7)
    return tuple(_lozenge(x, y - 4, columns - cut, rows - cut) for cut in (0, 2, 3))


def _lozenge(x: float, y: float, columns: int, rows: int) -> tuple[Point, ...]:
    """A lozenge of steps 16 px wide and 13 px high."""
    w, h = 16.0, 13.0
    quarter = []
    for step in range(rows):
        reach = columns * (step + 0.6) / rows * w
        quarter += [(reach, -(rows - step) * h), (reach, -(rows - step - 1) * h)]
    right = [*quarter, *((dx, -dy) for dx, dy in reversed(quarter))]
    left = [(-dx, dy) for dx, dy in reversed(right)]
    return tuple((x + dx, y + dy) for dx, dy in (*right, *left))
