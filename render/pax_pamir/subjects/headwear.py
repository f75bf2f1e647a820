"""Hats, turbans and helmets of the portraits."""

from math import cos, pi, sin
from random import Random

from render.kit.surfaces.engraving import Plate, build_arc
from render.pax_pamir.subjects.forms import round_by, trace


@round_by(0)
def wear_shako(plate: Plate, plume: float = True) -> None:
    plate.polygon([(33.5, 35), (31, 9), (69, 9), (66.5, 35)], 150, 225, 84, 1.2)
    plate.polygon([(30.4, 12), (31, 7.6), (50, 5.6), (69, 7.6), (69.6, 12)], 60, 120, 0, 1)
    plate.polygon([(33, 32), (67, 32), (65, 39.5), (50, 42), (35, 39.5)], 200, 245, 0, 1)
    plate.oval(50, 21, 6.4, 6.4, 0, 40, 0, 1)
    for a in range(8):
        plate.line([(50, 21), (50 + 6 * cos(a * pi / 4), 21 + 6 * sin(a * pi / 4))], 0.6)
    plate.line([(34, 30), (50, 35), (66, 30)], 1)
    if plume:
        plate.polygon([(47.5, 7), (46, -4), (50, -8), (54, -4), (52.5, 7)], 10, 60, 80, 0.9)


@round_by(0)
def wear_top_hat(plate: Plate) -> None:
    plate.polygon([(37.5, 32), (36, 4), (64, 4), (62.5, 32)], 150, 235, 84, 1.1)
    plate.polygon([(37.4, 32), (37, 25), (63, 25), (62.6, 32)], 230, 250, 0, 0.8)
    plate.oval(50, 32.5, 25, 4.6, 170, 235, 0, 1.1)
    plate.oval(50, 4.6, 14, 2.4, 120, 180, 0, 0.8)


def wear_fur_cap(plate: Plate, top: float = 8) -> None:
    plate.polygon(
        [(31.5, 36), (29, 24), (31, top + 5), (38, top), (62, top), (69, top + 5), (71, 24), (68.5, 36), (50, 33)],
        150,
        225,
        74,
        1,
    )
    random = Random(5)
    for _ in range(90):
        x, y = random.uniform(30, 70), random.uniform(top, 36)
        a = random.uniform(-0.5, 0.5)
        plate.line([(x, y), (x + 2 * sin(a), y + 2.6)], 0.5)
        plate.clear_line([(x + 1.2, y), (x + 1.2 + 2 * sin(a), y + 2.2)], 0.4)


def wear_kolah(plate: Plate) -> None:
    plate.polygon([(35, 36), (37.5, 2), (44, -5), (58, -3), (62.5, 4), (65, 36), (50, 32)], 165, 235, 70, 1.1)
    random = Random(8)
    for _ in range(60):
        x, y = random.uniform(37, 63), random.uniform(-2, 34)
        plate.clear_line(build_arc(x, y, 1.3, 1.2, 180, 360, count=5), 0.4)


def wear_turban(
    plate: Plate, has_jewel: bool = False, has_tail: bool = True, tall: float = 0, has_peak: bool = True
) -> None:
    if has_peak:
        plate.polygon([(41, 20), (45, 4 - tall), (50, -2 - tall), (55, 4 - tall), (59, 20)], 90, 170, 20, 1)
    if has_tail:
        plate.polygon([(68, 30), (80, 40), (83, 62), (77, 76), (71, 60), (66, 42)], 30, 110, 70, 1)
        plate.line([(73, 40), (77, 68)], 0.7)
    plate.polygon(trace("27,33 24.5,25 30,15 40,9 54,8 66,12 74,22 74,32 66,37 50,31 34,37"), 4, 120, 24, 1.2)
    for i in range(6):
        plate.line(
            [
                (26 + i * 0.4, 30 - i * 3.6),
                (42 + i * 2, 31 - i * 3.4),
                (60 + i * 2, 20 - i * 2.2),
                (70 - i * 2.5, 13.5 - i * 0.7),
            ],
            0.8,
        )
    for i in range(4):
        plate.line([(73.5, 30 - i * 3), (64, 33 - i * 2), (50, 26 - i * 3)], 0.8)
    if has_jewel:
        plate.oval(50, 17, 4.2, 5.2, 0, 90, 0, 1.1)
        plate.oval(50, 17, 1.8, 2.4, 200, 255, 0, 0.6)
        for k in (-1.4, -0.7, 0, 0.7, 1.4):
            plate.line([(50, 11), (50 + k * 2.4, 0 - 3 + abs(k)), (50 + k * 5, -8 + 1.6 * abs(k))], 1)


def wear_quoits(plate: Plate) -> None:
    plate.polygon(trace("32,36 30,26 37,2 47,-10 55,-10 64,2 70,26 68,36 50,31"), 150, 230, 20, 1.1)
    for i in range(8):
        plate.clear_line([(31 + i * 1.6, 30 - i * 5), (50, 25 - i * 4.6), (69 - i * 1.6, 31 - i * 5)], 0.6)
    for y, rx in ((26, 20), (15, 16), (5, 12)):
        plate.line(build_arc(50, y, rx, 4.2, 10, 170), 2.2)
        plate.clear_line(build_arc(50, y - 0.2, rx, 4.2, 14, 166), 0.8)


def wear_cap(plate: Plate) -> None:
    plate.oval(50, 30, 19, 12, 60, 180, 10, 1, part=(180, 360))
    plate.polygon([(31, 30), (69, 30), (69, 36), (50, 33), (31, 36)], 190, 240, 70, 1)
    random = Random(1)
    for x in range(32, 69, 2):
        plate.line([(x, 30), (x + random.uniform(-1, 1), 36)], 0.5)


def wear_hood(plate: Plate) -> None:
    plate.polygon(
        trace(
            "50,6 36,12 27,30 24,56 14,80 6,100 40,100 37,60 37,36 50,26 63,36 63,60 60,100 94,100 86,80 "
            "76,56 73,30 64,12"
        ),
        150,
        235,
        70,
        1.2,
    )
    for k in (-1.4, -1, 1, 1.4):
        plate.line([(50 + k * 9, 14 + abs(k) * 6), (50 + k * 20, 60), (50 + k * 26, 98)], 0.8)


@round_by(0)
def wear_kepi(plate: Plate) -> None:
    plate.polygon([(33, 34), (35, 14), (50, 10), (65, 14), (67, 34), (50, 30)], 70, 160, 84, 1.1)
    plate.polygon([(33, 30), (50, 26), (67, 30), (66, 40), (50, 38), (34, 40)], 190, 240, 0, 1)
    plate.line([(34, 24), (50, 20), (66, 24)], 2)
    plate.oval(50, 16, 3, 3, 0, 100, 0, 0.8)


def comb_hair(plate: Plate) -> None:
    plate.polygon(trace("35,42 34.4,32 40,25 50,23 61,25.5 65.6,33 65,42 62,36 54,31 44,33 38,37"), 150, 225, 60, 1)
