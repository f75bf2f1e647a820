"""Asia as the chart shows it: coasts, lakes, rivers, ranges, deserts and the Great Wall, in px of the chart.

Drawn from general knowledge and bent to where the places of the game lie (`land/places.py`).
"""

from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from random import Random
from typing import NamedTuple

from render.kit import Point

Line = tuple[Point, ...]


class MountainRange(NamedTuple):
    """Mountains along a line."""

    line: Line  # from one end to the other, in px of the chart at the scale of the board
    number: int  # a third of the tries to find room for a mountain
    height: int
    """Height of a mountain in px."""
    spread: int
    """px beside the line."""


class River(NamedTuple):
    """A river from its source to its mouth."""

    line: Line  # in px of the chart at the scale of the board, without the bends of `meander_river`
    width: int
    """px at the mouth."""


class Area(NamedTuple):
    """An oval around (x, y)."""

    x: int  # of its middle, in px of the chart at the scale of the board
    y: int  # of its middle, in the same px
    rx: int  # half its width in px
    ry: int  # half its height in px


MAINLAND: Line = (
    *(
        (-300, -400),
        (1800, -400),
        (1800, 74),
        (1560, 74),
        (1512, 90),
        (1497, 114),
        (1505, 138),
        (1494, 182),
        (1500, 226),
    ),
    *(
        (1493, 274),
        (1499, 316),
        (1490, 358),
        (1476, 390),
        (1471, 418),
        (1481, 444),
        (1468, 480),
        (1446, 508),
        (1416, 530),
    ),
    *(
        (1388, 542),
        (1362, 560),
        (1326, 568),
        (1290, 556),
        (1258, 564),
        (1226, 552),
        (1190, 538),
        (1164, 534),
        (1140, 552),
    ),
    *(
        (1120, 576),
        (1098, 602),
        (1080, 630),
        (1086, 670),
        (1080, 706),
        (1060, 736),
        (1038, 746),
        (1024, 724),
        (1010, 692),
    ),
    *((992, 676), (968, 642), (948, 620), (922, 618), (900, 590), (874, 578), (846, 574), (820, 592), (800, 626)),
    *((774, 642), (742, 656), (716, 688), (694, 726), (668, 762), (640, 806), (540, 816), (486, 760), (462, 726)),
    *((446, 686), (438, 650), (418, 626), (394, 638), (376, 622), (350, 626), (330, 636), (312, 662), (298, 690)),
    *((262, 708), (226, 712), (186, 718), (146, 702), (108, 676), (72, 638), (46, 598), (24, 558), (-10, 538)),
    *((-40, 526), (-300, 526)),
)
ISLANDS: tuple[Line, ...] = (
    (*((-40, 626), (0, 626), (40, 670), (84, 708), (130, 730), (176, 746), (230, 786), (-40, 806)),),
    (
        *(
            (1118, 626),
            (1150, 592),
            (1204, 584),
            (1270, 592),
            (1340, 586),
            (1394, 598),
            (1426, 630),
            (1432, 676),
            (1416, 714),
        ),
        *((1372, 742), (1296, 754), (1204, 746), (1150, 716), (1124, 676)),
    ),
    (*((1560, 590), (1506, 586), (1480, 602), (1464, 638), (1470, 686), (1490, 730), (1520, 750), (1560, 756)),),
    (*((704, 712), (718, 720), (726, 738), (718, 758), (704, 754), (698, 732)),),
    (*((1484, 472), (1494, 480), (1492, 508), (1484, 528), (1477, 510), (1478, 486)),),
    (*((906, 670), (911, 676), (908, 686), (904, 680)),),
    (*((912, 698), (916, 706), (911, 714), (908, 705)),),
    (*((1236, 576), (1256, 574), (1262, 582), (1248, 590), (1236, 586)),),
    (*((1502, 542), (1512, 546), (1508, 566), (1498, 560)),),
)
LANDS = (MAINLAND, *ISLANDS)
LAKES = (
    (Area(6, 164, 34, 58), 0),
    (Area(252, 22, 58, 10), -8),
    (Area(1122, 26, 46, 9), -24),
    (Area(884, 302, 22, 10), 0),
    (Area(668, 172, 18, 9), 10),
)
"""Ovals, and the degrees by which they are turned."""
RIVERS = (
    River(
        (
            (836, 286),
            (880, 248),
            (960, 200),
            (1040, 136),
            (1108, 114),
            (1140, 186),
            (1172, 240),
            (1260, 212),
            (1350, 182),
            (1430, 200),
            (1495, 218),
        ),
        6,
    ),
    River(
        (
            (770, 386),
            (850, 432),
            (930, 422),
            (1036, 410),
            (1130, 386),
            (1230, 358),
            (1330, 338),
            (1420, 326),
            (1499, 318),
        ),
        6,
    ),
    River(((820, 378), (908, 454), (1000, 506), (1048, 560), (1076, 632)), 5),
    River(((880, 406), (892, 486), (902, 588)), 4),
    River(((618, 438), (700, 508), (786, 548), (846, 574)), 5),
    River(((520, 326), (452, 438), (396, 546), (338, 634)), 5),
    River(((356, 322), (262, 204), (150, 192), (40, 182)), 5),
    River(((20, 308), (84, 426), (46, 506), (24, 556)), 5),
)
RANGES = (
    MountainRange(((330, 286), (450, 336), (560, 390), (660, 438), (770, 456), (880, 438), (950, 406)), 64, 40, 26),
    MountainRange(((470, 278), (580, 308), (700, 282), (820, 286), (890, 326)), 44, 30, 20),
    MountainRange(((180, 136), (280, 182), (380, 200), (480, 154)), 40, 30, 18),
    MountainRange(((600, 16), (740, 26), (880, 14), (980, 20)), 40, 26, 10),
    MountainRange(((40, 286), (140, 336), (180, 466), (230, 586)), 34, 28, 22),
    MountainRange(((300, 406), (330, 466), (430, 496)), 30, 26, 14),
    MountainRange(((1090, 306), (1180, 338), (1300, 322), (1400, 316)), 40, 26, 16),
    MountainRange(((940, 326), (1040, 336), (1070, 436), (1010, 546), (1100, 486)), 52, 28, 26),
    MountainRange(((460, 606), (490, 746)), 16, 20, 10),
    MountainRange(((640, 546), (720, 586)), 14, 18, 14),
    MountainRange(((1120, 486), (1180, 516), (1300, 506)), 22, 22, 12),
    MountainRange(((1136, 626), (1210, 602), (1400, 626)), 20, 22, 8),
    MountainRange(((20, 16), (90, 10), (180, 16)), 16, 24, 6),
    MountainRange(((1010, 266), (1100, 216), (1180, 216)), 18, 24, 16),
    MountainRange(((760, 456), (700, 386), (640, 366)), 40, 34, 30),
    MountainRange(((1380, 236), (1440, 186)), 12, 22, 14),
)
DESERTS = (
    Area(600, 186, 130, 60),
    Area(940, 136, 110, 50),
    Area(1090, 76, 120, 40),
    Area(230, 116, 110, 40),
    Area(490, 526, 70, 50),
    Area(60, 706, 60, 30),
    Area(700, 96, 90, 40),
    Area(160, 286, 60, 40),
    Area(40, 396, 40, 40),
    Area(420, 236, 50, 30),
    Area(860, 186, 40, 30),
)
GREAT_WALL: Line = ((1502, 30), (1440, 16), (1380, 24), (1310, 16), (1240, 28), (1170, 20), (1090, 40), (1030, 28))
ROSE: Point = (372, 710)
"""Middle of the compass rose."""
_FINEST = 1.6
"""px: coasts are bent until their parts could move by no more."""


def roughen_line(line: Line, seed: int, share: float = 0.19) -> list[Point]:
    """Return a closed line whose parts are halved and bent sideways again and again, as coasts are."""
    random, points, reach = Random(seed), [*line, line[0]], 30.0
    while reach > _FINEST:
        finer = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            length = hypot(bx - ax, by - ay)
            if length >= 5:
                offset = random.uniform(-share, share)
                finer.append(((ax + bx) / 2 - (by - ay) * offset, (ay + by) / 2 + (bx - ax) * offset))
            finer.append((bx, by))
        points, reach = finer, reach / 2
    return points[:-1]


def list_coasts() -> list[list[Point]]:
    return [roughen_line(land, 11 + i) for i, land in enumerate(LANDS)]


def list_shores() -> list[list[Point]]:
    """Return the outlines of the lakes."""
    shores = []
    for area, angle in LAKES:
        turn = radians(angle)
        oval = ((area.rx * cos(i * pi / 10), area.ry * sin(i * pi / 10)) for i in range(20))
        points = tuple(
            (area.x + x * cos(turn) - y * sin(turn), area.y + x * sin(turn) + y * cos(turn)) for x, y in oval
        )
        shores.append(roughen_line(points, 5, 0.2))
    return shores


def meander_river(river: River) -> list[Point]:
    """Return the line of a river with bends."""
    random, points = Random(f"river {river.line[0]}"), [river.line[0]]
    for (ax, ay), (bx, by) in pairwise(river.line):
        for k in range(1, 11):
            share = k / 10
            bend = sin(share * pi * 2) * 6 + random.uniform(-1.6, 1.6)
            points.append((ax + (bx - ax) * share + 0.6 * bend, ay + (by - ay) * share + bend))
    return points
