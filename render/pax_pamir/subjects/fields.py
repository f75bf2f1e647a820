"""Fields, wells and oases."""

from math import cos, radians, sin
from random import Random

from render.kit.surfaces.engraving import Plate
from render.pax_pamir.subjects.forms import build_placer, round_by
from render.pax_pamir.subjects.landscape import draw_hills, draw_palm, draw_plain, draw_sky


def draw_qanat(plate: Plate) -> None:
    draw_sky(plate, 4, 32, 7)
    draw_hills(plate, 46, 21, 5, 50, 0.8)
    draw_plain(plate, 48)
    for x, y, r in ((22, 54, 3.4), (31, 60, 4.6), (43, 69, 6.6), (60, 84, 10)):
        plate.oval(x, y, r * 1.7, r * 0.8, 60, 190, 0, 1)
        plate.oval(x, y - r * 0.14, r * 0.9, r * 0.4, 245, 255, 0, 0.6)
        for a in (-0.9, -0.5, 0.5, 0.9):
            plate.line([(x + a * r, y - 0.5 * r), (x + a * 1.5 * r, y + 0.1 * r)], 0.6)
    plate.line([(52, 78), (52, 62), (70, 62), (70, 82)], 1.4)
    plate.oval(61, 62, 3, 3, 0, 120, 0, 1)
    plate.line([(61, 64), (61, 78)], 0.8)
    for x, y in ((80, 62), (90, 68), (72, 56)):
        plate.polygon([(x - 1, y), (x - 1, y - 9), (x + 1, y - 9), (x + 1, y)], 200, 230, 0, 0.5)
        plate.oval(x, y - 12, 5, 7.4, 60, 200, 60, 0.9)
    for i in range(4):
        plate.line([(76 + 4 * i, 74 + 3 * i), (96, 70 + 3 * i)], 0.8)


@round_by(2)
def draw_poppies(plate: Plate) -> None:
    draw_sky(plate, 4, 30, 6)
    draw_hills(plate, 46, 6, 5, 40, 0.7)
    draw_plain(plate, 50)
    random = Random(6)
    for x, y in [(random.uniform(2, 98), random.uniform(54, 70)) for _ in range(40)]:
        plate.line([(x, y), (x + 1, y - 3)], 0.6)
    for x, y, s, kind in (
        (16, 62, 0.7, "pod"),
        (86, 60, 0.8, "pod"),
        (32, 40, 1.15, "flower"),
        (66, 46, 1.25, "pod"),
        (84, 34, 0.8, "flower"),
        (50, 68, 0.8, "flower"),
    ):
        plate.line([(x, y + 6 * s), (x + 1.5, 80), (x - 1, 100)], 1.6)
        plate.polygon([(x, 92), (x - 10, 82), (x - 15, 88), (x - 6, 96)], 90, 170, 30, 0.9)
        if kind == "pod":
            plate.oval(x, y, 9 * s, 11 * s, 0, 170, 84, 1.2)
            for k in (-1, 0, 1):
                plate.line([(x + k * 4 * s, y - 9 * s + abs(k) * 2), (x + k * 6 * s, y + 7 * s - abs(k) * 2)], 0.7)
            plate.polygon(
                build_placer(x, y, s)(
                    (-8, -11), (-5.5, -16), (-2.4, -12.6), (0, -17), (2.4, -12.6), (5.5, -16), (8, -11)
                ),
                60,
                150,
                0,
                1,
            )
        else:
            for a0, d0, d1 in ((0, 40, 130), (180, 10, 90), (90, 10, 80)):
                q = radians(a0)
                cx, cy = x + 7 * s * cos(q), y + 4 * s * sin(q)
                plate.oval(cx, cy, 9 * s, 8 * s, d0, d1, a0 + 60, 1.1)
            plate.oval(x, y - 1 * s, 3.4 * s, 3.6 * s, 170, 250, 0, 1)


@round_by(2)
def draw_wheat(plate: Plate) -> None:
    draw_sky(plate, 4, 36, 7)
    draw_hills(plate, 48, 16, 4, 40, 0.7)
    draw_plain(plate, 52)
    for x in range(2, 100, 3):
        plate.line([(x, 100), (x + 2, 60 + x * 7 % 9)], 0.7)
    for x, lean, top in ((18, -8, 34), (36, -3, 22), (52, 2, 16), (68, 6, 24), (84, 10, 36)):
        plate.line([(x * 0.6 + 20, 100), (x, 70), (x + lean, top)], 1.2)
        for k in range(6):
            y = top + 5 * k
            c = x + lean * (1 - (y - top) / (70 - top))
            for sg in (-1, 1):
                plate.polygon(
                    [(c, y + 3), (c + sg * 5, y - 1), (c + sg * 4.4, y - 6), (c + sg * 0.6, y - 2)], 20, 150, 60, 0.8
                )
        plate.line([(x + lean, top), (x + lean * 1.3, top - 9)], 0.8)
    plate.polygon([(34, 84), (66, 82), (68, 88), (34, 90)], 130, 200, 20, 1)


def draw_oasis(plate: Plate) -> None:
    draw_sky(plate, 4, 36, 8)
    plate.oval(24, 20, 8, 8, 0, 20, 0, 1)
    draw_hills(plate, 56, 16, 4, 30, 0.6)
    draw_plain(plate, 58)
    draw_palm(plate, 62, 72, 46)
    draw_palm(plate, 78, 76, 38)
    draw_palm(plate, 44, 70, 32)
    plate.oval(54, 86, 42, 10, 30, 80, 0, 1.1)
    for i in range(4):
        plate.line([(26 + 6 * i, 82 + 3 * i), (60 + 6 * i, 82 + 3 * i)], 0.8)
    plate.polygon([(6, 78), (16, 66), (28, 78)], 60, 160, 70, 1)
    for i in range(4):
        plate.line([(88 + 2 * i, 80), (90 + 2.4 * i, 68)], 0.8)
