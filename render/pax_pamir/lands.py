"""Geometry of the map in canvas px: six regions between fourteen points, with stepped borders."""

from functools import cache
from itertools import pairwise

from render import kit

X, Y, W, H = 44, 144, 980, 638  # the map within its frame
FRAME = 8
_BLEED = 2  # regions extend this far under the frame
_STEP = 24
_STEP_SHIFT = 0.6  # factor that moves the steps of a border towards its ends, so that its middle is one straight line

CORNERS: dict[str, kit.Point] = {  # the four corners of the map, and the ends of borders
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
OUTLINES = {
    "transcaspia": "ABLME",
    "kabul": "BCONL",
    "punjab": "CDKIO",
    "persia": "EMGF",
    "herat": "MLNHG",
    "kandahar": "NOIH",
}
BORDERS = {
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
_ANCHORS: dict[str, kit.Point] = {
    "transcaspia": (224, 283),
    "kabul": (622, 283),
    "punjab": (908, 372),
    "persia": (124, 652),
    "herat": (395, 652),
    "kandahar": (697, 652),
}
_PIECE_LIMITS = {  # left and right limit of armies, then of tribes
    "transcaspia": ((52, 420), (52, 420)),
    "kabul": ((460, 776), (460, 776)),
    "punjab": ((808, 1021), (808, 1020)),
    "persia": ((48, 258), (48, 262)),
    "herat": ((274, 522), (272, 496)),
    "kandahar": ((540, 800), (528, 800)),
}
_BENDS = {"persia": 20}
"""px by which a border bends into the room of a region's armies: their numbers stand on it only if they are many."""
_ROAD_Y = {  # y of the roads on upright borders: away from corners, names, rulers and pieces
    "kabul_transcaspia": 224,
    "herat_persia": 594,
    "herat_kandahar": 594,
    "kabul_punjab": 224,
    "kandahar_punjab": 522,
}
GROWS_UPWARDS = frozenset({"kabul_transcaspia", "herat_persia", "herat_kandahar", "kabul_punjab"})
"""Borders with pieces below their roads: a taller stack of roads grows upwards."""
ROADS_TOP = Y + 22
"""Upper limit (y) of roads, so that the border stays visible above them."""
BETWEEN_NAMES = frozenset({"herat_persia", "herat_kandahar"})
"""Borders whose roads lie between two region names."""


def find_anchor(region: str) -> kit.Point:
    """Return the point around which a region's name, armies and tribes are arranged."""
    return _ANCHORS[region]


def find_piece_limits(region: str, has_tribes: bool = False) -> tuple[float, float]:
    """Return the left and right limit of a region's armies, or of its tribes."""
    return _PIECE_LIMITS[region][has_tribes]


def find_bend(region: str) -> float:
    """Return the width in px at the right end of a region that its armies take only if they are many."""
    return _BENDS.get(region, 0)


def is_upright(border: str) -> bool:
    """Tell whether the border runs mostly from top to bottom, so that roads cross it horizontally."""
    (x0, y0), (x1, y1) = (CORNERS[end] for end in BORDERS[border])
    return abs(y1 - y0) > abs(x1 - x0)


def find_road_centre(border: str) -> kit.Point:
    """Return the centre of a border's roads: on the straight part in or near the middle of the border."""
    (x0, y0), (x1, y1) = (CORNERS[end] for end in BORDERS[border])
    return (x0 + x1) / 2, _ROAD_Y.get(border, (y0 + y1) / 2)


@cache
def build_staircase(border: str) -> tuple[kit.Point, ...]:
    """Return the points of a border from end to end, in horizontal and vertical steps."""
    return _build_stairs(*BORDERS[border])


@cache
def build_outline(region: str) -> tuple[kit.Point, ...]:
    """Return the polygon of a region; its inner sides are exactly the stepped borders."""
    corners = OUTLINES[region]
    points: list[kit.Point] = []
    for start, end in pairwise(corners + corners[0]):
        points += _build_side(start, end)[:-1]
    return tuple(points)


def _build_side(start: str, end: str) -> tuple[kit.Point, ...]:
    if (start, end) in BORDERS.values():
        return _build_stairs(start, end)
    if (end, start) in BORDERS.values():
        return _build_stairs(end, start)[::-1]
    return CORNERS[start], CORNERS[end]


def _build_stairs(start: str, end: str) -> tuple[kit.Point, ...]:
    """Return a stepped line. Half of the steps are near each end; the middle is one straight line."""
    (x0, y0), (x1, y1) = CORNERS[start], CORNERS[end]
    dx, dy = x1 - x0, y1 - y0
    is_horizontal = abs(dx) > abs(dy)
    steps = 2 * max(1, round(min(abs(dx), abs(dy)) / _STEP / 2))
    points: list[kit.Point] = [(x0, y0)]
    for step in range(steps):
        share, step_start, step_end = (step + 0.5) / steps, step / steps, (step + 1) / steps
        share = share * _STEP_SHIFT if share < 0.5 else 1 - (1 - share) * _STEP_SHIFT
        if is_horizontal:
            x = round(x0 + dx * share)
            points += [(x, round(y0 + dy * step_start)), (x, round(y0 + dy * step_end))]
        else:
            y = round(y0 + dy * share)
            points += [(round(x0 + dx * step_start), y), (round(x0 + dx * step_end), y)]
    return (*points, (x1, y1))
