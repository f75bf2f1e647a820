"""Caravans, passes, ferries and herds."""

from math import cos, radians, sin

from render.kit.surfaces.engraving import Plate, build_arc
from render.pax_pamir.subjects.forms import build_placer, round_by, trace
from render.pax_pamir.subjects.landscape import draw_hills, draw_plain, draw_sky, draw_tower


def draw_camel(plate: Plate, x: float, y: float, s: float, light: float = 30, dark: float = 150) -> None:
    """A Bactrian camel with its load, 56 x 50 units at s = 1."""

    place = build_placer(x, y, s)
    e = dark + 50
    for leg in (
        ((9, 22), (13, 22), (12, 31), (12.6, 42), (9.6, 42), (9.6, 31)),
        ((31, 22), (35, 22), (33.4, 31), (34, 42), (31, 42), (31.6, 31)),
    ):
        plate.polygon(place(*leg), dark, e, 80, 0.9)
    plate.polygon(
        place(*trace("35,12 40,15 43,11 44,3 44,-5 47,-9 52,-8.6 56,-5 55,-2.4 49.6,-2.2 48,2 47.6,10 44.6,18 38,21")),
        light + 40,
        e,
        66,
        1.1,
    )
    plate.polygon(place((44.6, -7), (45, -11), (47.4, -8.6)), dark, e, 60, 0.8)
    plate.line(place((50.6, -6.2), (51.6, -6)), 1.2)
    plate.polygon(
        place(
            *trace("2,20 3,13 8,10 11,3 14,0 17,4 20,9 23,9 26,3 29,0 32,4 34,10 38,12 39,18 35,24 26,27 14,27 5,25")
        ),
        light,
        dark,
        62,
        1.1,
    )
    for near_leg in (
        ((4, 22), (9.6, 24), (8.6, 32), (9, 42), (5.8, 42), (5.4, 32)),
        ((28, 24), (34, 22), (33, 30), (32, 42), (28.8, 42), (29.4, 32)),
    ):
        plate.polygon(place(*near_leg), light + 40, dark + 20, 80, 1)
    plate.line(place((2.4, 16), (0, 22), (0.6, 27)), 1.4)
    plate.polygon(place((12, 9), (30, 9), (32, 22), (10, 22)), 0, 40, 0, 1.1, rounding=0)
    for i in range(4):
        plate.line(place((14.4 + 4 * i, 9.4), (13.6 + 4.4 * i, 21.6)), 0.8)
    for i in range(5):
        plate.polygon(
            place((10.4 + 4.3 * i, 22), (12.5 + 4.3 * i, 26), (14.6 + 4.3 * i, 22)), dark, e, 0, 0.7, rounding=0
        )
    plate.polygon(place((12.6, 9), (14, 4), (20, 3), (28, 4), (29.6, 9)), 60, 150, 30, 1)
    plate.line(place((54, -3), (60, 10)), 0.8)


@round_by(1)
def draw_caravan(plate: Plate) -> None:
    draw_sky(plate, 6, 40, 9)
    plate.oval(78, 22, 9, 9, 0, 30, 0, 1)
    draw_hills(plate, 60, 5, 4, 40, 0.9)
    draw_plain(plate, 62)
    draw_camel(plate, 2, 50, 0.62)
    draw_camel(plate, 40, 52, 0.98)
    for i in range(3):
        plate.line([(4 + 30 * i, 95 - i), (26 + 32 * i, 95 - i)], 0.7)


@round_by(1)
def draw_smugglers(plate: Plate) -> None:
    plate.polygon([(0, 0), (100, 0), (100, 64), (0, 64)], 120, 60, 0, 0, is_vertical=True)
    plate.oval(74, 18, 10, 10, 0, 0, 0, 0.8)
    plate.oval(79, 15, 9, 9, 120, 110, 0, 0)
    for x, y in ((14, 12), (34, 22), (52, 8), (92, 34), (24, 36)):
        plate.clear_polygon([(x, y - 1.6), (x + 1.6, y), (x, y + 1.6), (x - 1.6, y)])
    draw_plain(plate, 62, 60, 110)
    draw_camel(plate, 2, 48, 0.66, 60, 190)
    draw_camel(plate, 40, 50, 1.0, 60, 190)


@round_by(1)
def draw_tents(plate: Plate) -> None:
    draw_sky(plate, 4, 36, 7)
    draw_hills(plate, 54, 14, 4, 50, 1.0)
    draw_plain(plate, 58)
    for x, y, s in ((22, 70, 0.8), (80, 68, 0.74), (52, 84, 1.25)):
        place = build_placer(x, y, s)
        plate.polygon(place((-26, 10), (-20, -6), (-8, -16), (0, -13), (9, -17), (21, -6), (27, 10)), 150, 230, 70, 1.1)
        plate.polygon(place((-6, 10), (-3, -6), (4, -7), (8, 10)), 20, 60, 0, 1)
        for a in (-16, -10, 12, 18):
            plate.clear_line(place((a, -13 + abs(a) * 0.25), (a * 1.25, 9)), 0.6)
        plate.line(place((-8, -16), (-32, 12)), 0.8)
        plate.line(place((9, -17), (33, 12)), 0.8)
        plate.line(place((-8, -20), (-8, -16)), 1.2)
        plate.line(place((9, -21), (9, -17)), 1.2)
    plate.line([(30, 92), (28, 80)], 0.8)
    plate.oval(88, 90, 5, 3, 60, 180, 0, 0.9)


def draw_gorge(plate: Plate) -> None:
    draw_sky(plate, 2, 34, 7)
    draw_hills(plate, 60, 2, 2, 40, 1.0, 34, 70)
    plate.polygon([(40, 100), (46, 76), (50, 66), (54, 76), (62, 100)], 6, 30, 0, 0.9)
    plate.line([(50, 68), (48.6, 78), (51, 100)], 1)
    plate.polygon(trace("0,100 0,0 10,14 18,8 26,30 33,46 40,64 45,76 42,100"), 60, 210, -66, 1.2)
    plate.polygon(trace("58,100 55,76 60,62 66,40 74,20 82,24 90,6 100,0 100,100"), 110, 230, 66, 1.2)
    for i in range(4):
        plate.clear_line([(8 + 8 * i, 20 + 14 * i), (4 + 7 * i, 48 + 11 * i)], 0.8)
    for i in range(4):
        plate.clear_line([(92 - 8 * i, 20 + 14 * i), (97 - 7 * i, 48 + 11 * i)], 0.8)
    draw_tower(plate, 70, 30, 10, 16, 10, 120)
    for k in range(3):
        plate.oval(50 + (k - 1) * 3.2, 88 - k * 5, 1.6 - k * 0.3, 2.6 - k * 0.5, 230, 255, 0, 0)


def draw_road(plate: Plate) -> None:
    draw_sky(plate, 4, 36, 8)
    draw_hills(plate, 52, 7, 5, 50, 0.9)
    draw_plain(plate, 54)
    plate.polygon(trace("24,100 44,78 40,68 54,58 58,58 50,68 62,78 82,100"), 0, 14, 0, 1.2)
    for k in range(3):
        plate.line([(52 - 8 * k, 72 + 10 * k), (54 - 3 * k, 72 + 10 * k)], 0.7)
    for x, y, s in ((30, 82, 1.0), (70, 68, 0.6), (44, 60, 0.4)):
        plate.polygon(build_placer(x, y, s)((-5, 8), (-4, -8), (0, -12), (4, -8), (5, 8)), 20, 160, 84, 1)
    for x, y, s in ((88, 78, 1), (92, 66, 0.7), (12, 70, 0.8)):
        plate.line([(x, y), (x, y - 12 * s)], 1.4)
        plate.oval(x, y - 17 * s, 5 * s, 8 * s, 80, 200, 60, 0.9)


def draw_ferry(plate: Plate) -> None:
    draw_sky(plate, 4, 36, 7)
    draw_hills(plate, 46, 22, 4, 40, 0.7)
    plate.polygon([(0, 50), (100, 48), (100, 100), (0, 100)], 30, 70, 0, 0.8)
    for i in range(9):
        plate.line([(4 + i * 23 % 50, 56 + 4.4 * i), (30 + i * 31 % 66, 56 + 4.4 * i)], 0.8)
    plate.polygon([(8, 70), (94, 66), (84, 86), (20, 88)], 60, 190, 0, 1.3)
    plate.line([(12, 76), (90, 72)], 0.9)
    plate.line([(50, 68), (50, 12)], 1.6)
    plate.polygon([(50, 14), (84, 34), (80, 60), (52, 62)], 6, 80, 70, 1.1)
    plate.line([(50, 14), (86, 34)], 1.2)
    for x in (22, 32):
        plate.oval(x, 54, 3.6, 4.4, 10, 130, 0, 1)
        plate.oval(x, 50, 4.6, 2.8, 0, 110, 0, 0.9)
        plate.polygon([(x - 6, 70), (x - 5, 60), (x, 57), (x + 5, 60), (x + 6, 70)], 60, 160, 60, 1)
    plate.polygon([(38, 68), (38, 60), (46, 60), (46, 68)], 90, 180, 45, 0.9)
    plate.line([(92, 66), (100, 96)], 1.4)


def draw_steamer(plate: Plate) -> None:
    draw_sky(plate, 2, 40, 8)
    plate.polygon([(0, 72), (100, 70), (100, 100), (0, 100)], 40, 90, 0, 0.8)
    for i in range(5):
        plate.line([(4 + i * 29 % 40, 78 + 4 * i), (40 + i * 37 % 56, 78 + 4 * i)], 0.9)
    plate.polygon([(6, 62), (92, 58), (98, 56), (86, 80), (16, 82)], 110, 220, 0, 1.3)
    plate.oval(48, 66, 14, 14, 20, 110, 0, 1.2, part=(180, 360))
    for a in range(190, 360, 20):
        plate.line([(48, 66), (48 + 13 * cos(radians(a)), 66 + 13 * sin(radians(a)))], 0.9)
    plate.polygon([(42, 60), (43, 26), (52, 26), (53, 58)], 90, 210, 84, 1.1)
    plate.line([(20, 62), (20, 14)], 1.4)
    plate.line([(78, 60), (78, 12)], 1.4)
    plate.polygon([(20, 18), (36, 22), (34, 46), (20, 48)], 4, 60, 80, 1)
    plate.line([(78, 14), (96, 56)], 0.7)
    plate.line([(20, 16), (6, 62)], 0.7)
    for x, y, r in ((48, 20, 6), (58, 14, 8), (72, 9, 10), (88, 5, 11)):
        plate.oval(x, y, r, r * 0.7, 40, 140, 20, 0.8)


@round_by(2)
def draw_sheep(plate: Plate) -> None:
    draw_sky(plate, 6, 36, 7)
    draw_hills(plate, 52, 6, 4, 40, 0.7)
    draw_plain(plate, 54)
    for x, y, s in ((20, 60, 0.62), (84, 58, 0.58), (46, 76, 1.35)):
        place = build_placer(x, y, s)
        for a in (-12, -7, 7, 12):
            plate.polygon(place((a - 1.2, 6), (a + 1.2, 6), (a + 0.8, 17), (a - 0.8, 17)), 170, 230, 0, 0.6)
        wool = [(a * 0.98, b) for a, b in build_arc(0, 0, 18, 11, 0, 360, count=15)]
        plate.polygon(
            place(
                *[
                    (a + (1.6 if i % 2 else -0.4) * cos(i * 0.42), b + (1.6 if i % 2 else -0.4) * sin(i * 0.42))
                    for i, (a, b) in enumerate(wool)
                ]
            ),
            6,
            120,
            30,
            1.1,
        )
        for a, b in ((-11, -3), (-5, -6), (1, -3), (-8, 3), (-1, 4), (6, -5), (7, 3)):
            plate.line(build_placer(x, y, s)(*build_arc(a, b, 2.4, 2, 160, 380, count=6)), 0.7)
        plate.polygon(place((13, -8), (20, -12), (27, -6), (29, 0), (26, 4), (20, 2), (14, 0)), 120, 200, 40, 1.1)
        plate.polygon(place((14, -8), (9, -4), (11, 0), (16, -4)), 160, 220, 0, 0.8)
        plate.line(build_placer(x, y, s)(*build_arc(17, -8, 4, 4, 180, 400, count=8)), 1.4)
        plate.oval(x + 22 * s, y - 6 * s, 0.9, 0.9, 0, 0, 0, 1)
