"""The map's geometry: six lands between fourteen points, and the staircase of every border, in canvas px."""

from functools import cache
from itertools import pairwise

from render.scene import Point

X, Y, W, H = 44, 146, 980, 548  # the map's frame
FRAME = 8
_INSET = 5  # the lands begin under the frame
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
    "persia_transcaspia": "EM",
    "herat_transcaspia": "ML",
    "kabul_transcaspia": "LB",
    "herat_persia": "MG",
    "herat_kabul": "LN",
    "herat_kandahar": "NH",
    "kabul_kandahar": "NO",
    "kabul_punjab": "OC",
    "kandahar_punjab": "OI",
}
_ANCHORS = {
    "transcaspia": (0.19, 0.265),
    "kabul": (0.595, 0.265),
    "punjab": (0.888, 0.43),
    "persia": (0.115, 0.795),
    "herat": (0.375, 0.82),
    "kandahar": (0.655, 0.82),
}
_PILL_OFFSETS = {
    "kabul_transcaspia": (0.01, 0.06),
    "herat_transcaspia": (0.0, 0.02),
    "herat_kabul": (0.01, 0.0),
    "kabul_punjab": (0.02, -0.17),
    "kandahar_punjab": (0.03, 0.18),
}


def _at(fraction: tuple[float, float]) -> Point:
    x, y = fraction
    return X + _INSET + x * (W - 2 * _INSET), Y + _INSET + y * (H - 2 * _INSET)


def anchor(region: str) -> Point:
    """The point around which a region's name, armies and tribes stand."""
    return _at(_ANCHORS[region])


def pill(border: str) -> Point:
    """Where the roads of a border lie: near its middle, clear of the regions' names."""
    a, b = (_POINTS[end] for end in _BORDERS[border])
    dx, dy = _PILL_OFFSETS.get(border, (0.0, 0.0))
    return _at(((a[0] + b[0]) / 2 + dx, (a[1] + b[1]) / 2 + dy))


@cache
def staircase(border: str) -> tuple[Point, ...]:
    """A border from end to end, in level and upright steps."""
    start, end = _BORDERS[border]
    return _stairs(start, end)


@cache
def outline(region: str) -> tuple[Point, ...]:
    """A land's polygon. Its inner sides are the very staircases of its borders."""
    corners = _OUTLINES[region]
    points: list[Point] = []
    for start, end in pairwise(corners + corners[0]):
        points += _side(start, end)[:-1]
    return tuple(points)


def _side(start: str, end: str) -> tuple[Point, ...]:
    if start + end in _BORDERS.values():
        return _stairs(start, end)
    if end + start in _BORDERS.values():
        return _stairs(end, start)[::-1]
    return _at(_POINTS[start]), _at(_POINTS[end])


def _stairs(start: str, end: str) -> tuple[Point, ...]:
    """Steps across the longer direction; the first and the last are half as long as the others."""
    (x0, y0), (x1, y1) = _at(_POINTS[start]), _at(_POINTS[end])
    dx, dy = x1 - x0, y1 - y0
    level = abs(dx) > abs(dy)
    steps = max(1, round(min(abs(dx), abs(dy)) / _STEP))
    points = [(x0, y0)]
    for step in range(steps):
        far, risen = (step + 0.5) / steps, (step + 1) / steps
        if level:
            points += [(x0 + dx * far, y0 + dy * step / steps), (x0 + dx * far, y0 + dy * risen)]
        else:
            points += [(x0 + dx * step / steps, y0 + dy * far), (x0 + dx * risen, y0 + dy * far)]
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
