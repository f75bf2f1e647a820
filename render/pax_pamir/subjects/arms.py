"""Riders, foot, guns and elephants."""

from math import cos, pi, sin

from render.kit.surfaces.engraving import Plate
from render.pax_pamir.subjects.forms import build_placer, round_by, trace
from render.pax_pamir.subjects.landscape import draw_hills, draw_plain, draw_sky

HORSE = trace(
    "0,22 3,14 10,11 22,12 28,9 31,2 34,-4 36,-8 38,-5 43,-1 47,5 45,8 40,6 37,7 36,14 35,20 38,28 "
    "43,33 41,37 35,30 31,24 14,25 9,30 12,42 8,43 4,30 -4,34 -7,44 -10,43 -6,30"
)


def draw_rider(plate: Plate, x: float, y: float, s: float, hat: str = "turban", has_lance: bool = True) -> None:
    place = build_placer(x, y, s)
    plate.polygon(place(*HORSE), 60, 200, 70, 1.1)
    plate.polygon(place((0, 14), (-7, 18), (-9, 32), (-5, 34), (-2, 22)), 170, 220, 80, 0.9)
    plate.polygon(place((28, 9), (30, 1), (34, -4), (32, 4), (30, 12)), 200, 240, 70, 0.6)
    plate.polygon(place((10, 12), (14, -6), (18, -10), (24, -6), (25, 4), (22, 12)), 20, 130, 60, 1)
    plate.polygon(place((14, 9), (24, 9), (27, 22), (24, 24), (20, 15), (12, 15)), 40, 140, 60, 1)
    plate.oval(x + 20 * s, y - 14 * s, 4 * s, 5 * s, 10, 130, -30, 1)
    if hat == "turban":
        plate.oval(x + 19.6 * s, y - 18.5 * s, 6 * s, 4 * s, 0, 130, 20, 1)
        plate.polygon(place((14, -18), (8, -10), (10, -4), (15, -13)), 30, 90, 60, 0.8)
    else:
        plate.polygon(place((15, -16), (15, -24), (25, -24), (25, -16)), 170, 235, 80, 1)
    if has_lance:
        plate.line(place((8, 8), (44, -30)), 1.3)
        plate.polygon(place((38, -24), (44, -30), (46, -22), (42, -20)), 60, 150, 0, 0.8)


@round_by(2)
def draw_horsemen(plate: Plate) -> None:
    draw_sky(plate, 6, 40, 8)
    draw_hills(plate, 60, 11, 4, 40, 0.8)
    draw_plain(plate, 62)
    draw_rider(plate, 6, 50, 0.72)
    draw_rider(plate, 46, 52, 1.0)
    plate.line([(10, 92), (40, 94)], 0.8)
    plate.line([(50, 97), (92, 97)], 0.8)


@round_by(2)
def draw_cossacks(plate: Plate) -> None:
    draw_sky(plate, 6, 40, 8)
    draw_plain(plate, 58)
    draw_rider(plate, 8, 46, 0.7, hat="fur")
    draw_rider(plate, 46, 52, 1.0, hat="fur")
    for x in range(6, 96, 6):
        plate.line([(x, 90), (x + 2, 82)], 0.7)


def draw_musket(plate: Plate, x: float, y: float, s: float) -> None:
    plate.line([(x, y), (x + 4 * s, y - 46 * s)], 1.5)
    plate.line([(x + 4 * s, y - 46 * s), (x + 4.8 * s, y - 58 * s)], 0.9)


def draw_infantry(plate: Plate, hat: str = "shako") -> None:
    draw_sky(plate, 4, 34, 6)
    draw_hills(plate, 56, 4, 3, 40, 0.7)
    draw_plain(plate, 60)
    for x, y, s in ((84, 58, 0.74), (66, 60, 0.82), (46, 62, 0.9), (22, 66, 1.0)):
        place = build_placer(x, y, s)
        draw_musket(plate, x + 9 * s, y + 14 * s, s)
        plate.polygon(place((-11, 42), (-10, 4), (-5, -2), (6, -2), (11, 5), (11, 42)), 90, 200, 80, 1)
        plate.polygon(place((-9, 4), (-5, -1), (10, 26), (6, 30)), 0, 10, 0, 0.8)
        plate.polygon(place((9, 4), (5, -1), (-10, 26), (-6, 30)), 0, 20, 0, 0.8)
        plate.oval(x + 0.4 * s, y - 8 * s, 5 * s, 6.4 * s, 6, 130, -30, 1)
        if hat == "shako":
            plate.polygon(place((-6, -11), (-7, -26), (8, -26), (7, -11)), 160, 235, 84, 1)
            plate.line(place((-6, -11), (8, -11)), 1.6)
            plate.oval(x + 0.5 * s, y - 19 * s, 2 * s, 2 * s, 0, 20, 0, 0.7)
        elif hat == "feather":
            plate.oval(x + 0.5 * s, y - 20 * s, 8 * s, 9 * s, 150, 240, 60, 1)
            plate.polygon(place((-6, -14), (7, -14), (7, -10), (-6, -10)), 0, 60, 0, 0.8)
        elif hat == "turban":
            plate.oval(x + 0.5 * s, y - 15 * s, 8 * s, 5.4 * s, 0, 140, 20, 1)
            plate.line(place((-7, -14), (4, -19)), 0.7)
        else:
            plate.polygon(place((-5, -11), (-4, -30), (5, -31), (6, -11)), 170, 240, 70, 1)


@round_by(2)
def draw_rifles(plate: Plate) -> None:
    draw_sky(plate, 4, 36, 7)
    draw_hills(plate, 58, 11, 4, 50, 0.9)
    plate.polygon(trace("0,100 0,82 14,72 34,76 52,70 76,78 100,70 100,100"), 110, 190, 30, 1)
    plate.polygon([(52, 100), (58, 80), (74, 76), (92, 84), (98, 100)], 50, 150, 40, 1)
    for x, y, s in ((24, 56, 0.95), (60, 48, 1.1)):
        place = build_placer(x, y, s)
        plate.polygon(place((-14, 34), (-12, 12), (-4, 2), (8, 2), (15, 10), (12, 34)), 30, 150, 50, 1)
        plate.polygon(place((4, 8), (20, 4), (22, 9), (8, 16)), 20, 90, 20, 1)
        plate.oval(x + 1 * s, y - 4 * s, 5.6 * s, 6.6 * s, 8, 130, -30, 1)
        plate.oval(x, y - 10 * s, 8.6 * s, 5 * s, 0, 140, 20, 1)
        plate.line(place((-8, -9), (3, -14)), 0.8)
        plate.polygon(place((-8, -9), (-14, 0), (-11, 8), (-6, -3)), 30, 110, 70, 0.8)
        plate.line(place((-12, 14), (6, 6), (40, -6)), 2.2)
        plate.polygon(place((-20, 18), (-12, 11), (-8, 14), (-15, 24)), 130, 200, 0, 0.9)
        plate.line(place((40, -6), (46, -8)), 1)


def draw_cannon(plate: Plate) -> None:
    draw_sky(plate, 4, 40, 8)
    draw_hills(plate, 56, 9, 4, 40, 0.8)
    draw_plain(plate, 64)
    plate.polygon([(52, 74), (6, 90), (2, 96), (10, 97), (60, 84)], 110, 190, 12, 1.1)
    plate.polygon(trace("22,58 24,52 88,34 96,32 98,42 90,46 32,68 24,66"), 40, 220, -20, 1.2)
    plate.oval(22, 61, 4, 6, 60, 200, 0, 1)
    plate.oval(17, 62.5, 2.6, 2.6, 60, 200, 0, 1)
    for x in (40, 56, 72, 88):
        plate.line([(x - 1, 49 - (x - 40) * 0.27), (x + 3, 64 - (x - 40) * 0.34)], 1.2)
    plate.oval(56, 76, 21, 21, 20, 120, 0, 1.8)
    plate.oval(56, 76, 17, 17, 0, 30, 0, 1.2)
    for a in [i * pi / 5 for i in range(10)]:
        plate.polygon(
            [
                (56 + 4 * cos(a) - 1.4 * sin(a), 76 + 4 * sin(a) + 1.4 * cos(a)),
                (56 + 17 * cos(a) - 1.2 * sin(a), 76 + 17 * sin(a) + 1.2 * cos(a)),
                (56 + 17 * cos(a) + 1.2 * sin(a), 76 + 17 * sin(a) - 1.2 * cos(a)),
                (56 + 4 * cos(a) + 1.4 * sin(a), 76 + 4 * sin(a) - 1.4 * cos(a)),
            ],
            120,
            200,
            0,
            0.8,
        )
    plate.oval(56, 76, 5, 5, 60, 200, 0, 1.2)
    for i in range(3):
        plate.oval(10 + 9 * i, 94 - (5 if i == 1 else 0), 5, 5, 40, 240, 0, 0.9)


@round_by(2)
def draw_elephant(plate: Plate) -> None:
    draw_sky(plate, 4, 36, 7)
    draw_plain(plate, 72)
    body = trace(
        "10,62 10,50 16,40 28,34 48,33 60,36 66,32 76,31 84,36 88,44 90,56 92,68 90,80 86,84 82,82 85,76 "
        "85,66 81,58 76,58 70,58 66,62 66,92 54,92 54,72 36,70 30,72 31,92 18,92 16,74"
    )
    plate.polygon(body, 40, 190, 60, 1.3)
    plate.polygon([(62, 36), (70, 38), (74, 48), (70, 60), (62, 58), (58, 48)], 110, 180, 40, 1)
    plate.oval(80, 44, 1.4, 1.4, 255, 255, 0, 0)
    plate.polygon([(80, 58), (94, 64), (98, 60), (94, 67), (80, 63)], 0, 20, 0, 0.9)
    plate.line([(10, 56), (5, 70), (7, 76)], 1.2)
    plate.polygon([(22, 36), (58, 34), (60, 60), (46, 66), (28, 64), (20, 56)], 10, 60, 0, 1)
    for i in range(5):
        plate.line([(24 + 8 * i, 38), (24 + 8 * i, 62)], 0.8)
    for i in range(4):
        plate.polygon([(24 + 8 * i, 58), (28 + 8 * i, 52), (32 + 8 * i, 58)], 150, 220, 0, 0.6)
    plate.polygon([(24, 34), (22, 22), (58, 22), (56, 34)], 80, 180, 84, 1.1)
    plate.polygon([(20, 8), (40, 0), (60, 8), (60, 12), (20, 12)], 10, 120, 60, 1)
    for x in (24, 56):
        plate.line([(x, 12), (x, 22)], 1.4)
    plate.oval(40, 16, 4, 5, 10, 120, 0, 1)
    plate.oval(40, 12, 5, 2.6, 0, 90, 0, 0.9)
    plate.oval(64, 26, 3.4, 4, 20, 140, 0, 1)
    plate.polygon([(58, 36), (60, 29), (68, 29), (70, 36)], 60, 150, 60, 1)
