"""The map's geometry: six lands between fourteen points, and the staircase of every border, in canvas px."""

from functools import cache
from itertools import pairwise

from render.kit.spot import Point

X, Y, W, H = 44, 144, 980, 638  # the map within its frame
FRAME = 8
_BLEED = 2  # the lands reach under the frame
_STEP = 24
_OUTER = 0.6  # so near its ends a border has its steps, of how near equal ones would be: its middle is one line

_CORNERS: dict[str, Point] = {  # four corners of the map, and where borders end
    "A": (X - _BLEED, Y - _BLEED),
    "B": (476, Y - _BLEED),
    "C": (776, Y - _BLEED),
    "D": (X + W + _BLEED, Y - _BLEED),
    "E": (X - _BLEED, 442),
    "F": (X - _BLEED, Y + H + _BLEED),
    "G": (278, Y + H + _BLEED),
    "H": (456, Y + H + _BLEED),
    "I": (828, Y + H + _BLEED),
    "K": (X + W + _BLEED, Y + H + _BLEED),
    "L": (416, 442),
    "M": (242, 482),
    "N": (604, 482),
    "O": (800, 424),
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
_ANCHORS: dict[str, Point] = {
    "transcaspia": (224, 283),
    "kabul": (622, 283),
    "punjab": (908, 372),
    "persia": (124, 652),
    "herat": (395, 652),
    "kandahar": (697, 652),
}
_ROOMS = {  # left and right end of what armies and tribes may cover
    "transcaspia": ((52, 420), (52, 420)),
    "kabul": ((460, 776), (460, 776)),
    "punjab": ((808, 1021), (808, 1020)),
    "persia": ((48, 258), (48, 262)),
    "herat": ((274, 522), (272, 496)),
    "kandahar": ((540, 800), (528, 800)),
}
_ROADS = {  # how high roads lie on upright borders: well off the corners, clear of names, rulers and pieces
    "kabul_transcaspia": 224,
    "herat_persia": 594,
    "herat_kandahar": 594,
    "kabul_punjab": 224,
    "kandahar_punjab": 522,
}
UPWARDS = frozenset({"kabul_transcaspia", "herat_persia", "herat_kandahar", "kabul_punjab"})
"""Borders whose roads have pieces below them: more of them stand higher."""
TOP = Y + 22
"""No higher than that, or the border would not be seen above them."""
BETWEEN_NAMES = frozenset({"herat_persia", "herat_kandahar"})
"""Borders whose roads stand between two names."""


def anchor(region: str) -> Point:
    """The point around which a region's name, armies and tribes stand."""
    return _ANCHORS[region]


def room(region: str, tribes: bool = False) -> tuple[float, float]:
    """Left and right end of the room for the armies, or for the tribes, of a region."""
    return _ROOMS[region][tribes]


def is_upright(border: str) -> bool:
    """Whether the border runs down the map, so that what crosses it is level."""
    (x0, y0), (x1, y1) = (_CORNERS[end] for end in _BORDERS[border])
    return abs(y1 - y0) > abs(x1 - x0)


def road(border: str) -> Point:
    """Where the roads of a border lie: on it, in its middle or near it, where it is one straight line."""
    (x0, y0), (x1, y1) = (_CORNERS[end] for end in _BORDERS[border])
    return (x0 + x1) / 2, _ROADS.get(border, (y0 + y1) / 2)


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
    return _CORNERS[start], _CORNERS[end]


def _stairs(start: str, end: str) -> tuple[Point, ...]:
    """Steps across the longer direction, as many near one end as near the other: between them is one straight line."""
    (x0, y0), (x1, y1) = _CORNERS[start], _CORNERS[end]
    dx, dy = x1 - x0, y1 - y0
    level = abs(dx) > abs(dy)
    steps = 2 * max(1, round(min(abs(dx), abs(dy)) / _STEP / 2))
    points: list[Point] = [(x0, y0)]
    for step in range(steps):
        far, low, high = (step + 0.5) / steps, step / steps, (step + 1) / steps
        far = far * _OUTER if far < 0.5 else 1 - (1 - far) * _OUTER
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
