"""Coordinates of cities, oases, bends of roads and prices, in px of the board picture."""

from engines.marco_polo_ii.data.content import CONTENT
from render import kit

LEFT, TOP, WIDTH, HEIGHT = 44, 146, 1512, 756
_DX, _DY = 44, 132  # origin of the coordinates below


def _offset_points(points: dict[str, kit.Point]) -> dict[str, kit.Point]:
    return {name: (x + _DX, y + _DY) for name, (x, y) in points.items()}


PLACES = _offset_points(
    {
        "beijing": (1388, 80),
        "karakorum": (1004, 86),
        "xian": (1246, 278),
        "fuzhou": (1356, 446),
        "pagan": (945, 504),
        "jaipur": (592, 520),
        "lanzhou": (962, 246),
        "lhasa": (742, 352),
        "kabul": (414, 421),
        "sumatra": (1282, 676),
        "kashgar": (124, 86),
        "turfan": (578, 84),
        "kochi": (556, 690),
        "hormuz": (205, 684),
        "balkh": (288, 253),
        "baghdad": (124, 410),
        "oasis_a": (1200, 142),
        "oasis_b": (802, 74),
        "oasis_c": (745, 222),
        "oasis_d": (400, 150),
        "oasis_e": (1110, 376),
        "oasis_f": (770, 626),
        "oasis_g": (530, 262),
        "oasis_h": (318, 546),
        "oasis_i": (70, 258),
        "oasis_j": (92, 542),
        "oasis_k": (985, 680),
    }
)
_ROW = 120  # px: height of a row of cities in reading order
_READING_ORDER = sorted(
    PLACES, key=lambda place: (place in CONTENT.data.oases, PLACES[place][1] // _ROW, PLACES[place][0])
)
RANK = {place: rank for rank, place in enumerate(_READING_ORDER)}
"""Place -> position in the numbering: cities first, then oases, both in reading order."""
_BENDS: dict[str, tuple[kit.Point, ...]] = {
    "r04": ((1470, 200), (1470, 330)),
    "r19": ((1150, 572),),
    "r39": ((1140, 745), (770, 745)),
    "r43": ((30, 610), (30, 480)),
}
_PRICES = _offset_points(
    {
        "r03": (1228, 82),
        "r04": (1470, 264),
        "r05": (1126, 176),
        "r06": (1110, 263),
        "r08": (737, 78),
        "r09": (874, 154),
        "r10": (802, 228),
        "r11": (660, 152),
        "r12": (744, 271),
        "r13": (461, 127),
        "r14": (330, 102),
        "r15": (464, 206),
        "r16": (214, 174),
        "r19": (1240, 526),
        "r20": (716, 587),
        "r21": (1050, 422),
        "r22": (830, 598),
        "r23": (610, 446),
        "r24": (859, 424),
        "r25": (627, 304),
        "r27": (372, 341),
        "r28": (366, 515),
        "r29": (431, 541),
        "r30": (272, 602),
        "r31": (142, 257),
        "r32": (90, 312),
        "r33": (112, 503),
        "r34": (130, 594),
        "r35": (575, 610),
        "r37": (1078, 679),
        "r38": (1340, 566),
        "r39": (905, 745),
        "r40": (700, 652),
        "r41": (412, 600),
        "r43": (30, 545),
    }
)


def find_road(name: str) -> tuple[kit.Point, ...]:
    """Return the line of a route, from its first end to the second."""
    route = CONTENT.data.routes[name]
    bends = tuple((x + _DX, y + _DY) for x, y in _BENDS.get(name, ()))
    return (PLACES[route.a], *bends, PLACES[route.b])


def find_price_centre(name: str) -> kit.Point:
    """Return the centre of a route's price."""
    if name in _PRICES:
        return _PRICES[name]
    (ax, ay), (bx, by) = find_road(name)
    return (ax + bx) / 2, (ay + by) / 2


def clip_segment(start: kit.Point, end: kit.Point, part: kit.Bounds) -> tuple[kit.Point, kit.Point] | None:
    """Clip a straight line to a rectangle (Liang and Barsky); None if it is outside."""
    (ax, ay), (bx, by) = start, end
    first, last = 0.0, 1.0
    for delta, near, far in ((bx - ax, part[0] - ax, part[2] - ax), (by - ay, part[1] - ay, part[3] - ay)):
        if not delta:
            if near > 0 or far < 0:
                return None
            continue
        low, high = sorted((near / delta, far / delta))
        first, last = max(first, low), min(last, high)
    if first >= last:
        return None
    return (ax + (bx - ax) * first, ay + (by - ay) * first), (ax + (bx - ax) * last, ay + (by - ay) * last)
