"""Walls, towers and towns."""

from math import cos, radians, sin
from random import Random

from render.kit.surfaces.engraving import Plate, build_arc
from render.pax_pamir.subjects.forms import trace
from render.pax_pamir.subjects.landscape import draw_hills, draw_plain, draw_sky, draw_tower
from render.pax_pamir.subjects.ways import draw_camel


def draw_citadel(plate: Plate) -> None:
    draw_sky(plate, 4, 34, 7)
    draw_hills(plate, 54, 8, 4, 40, 0.9)
    plate.polygon([(0, 100), (4, 80), (24, 70), (76, 68), (98, 80), (100, 100)], 50, 150, 40, 1)
    plate.box(16, 46, 68, 28, 20, 110, 84, 1.1)
    for i in range(8):
        plate.box(18 + 8 * i, 42.6, 4.4, 4, 60, 120, 84, 0.8)
    draw_tower(plate, 8, 80, 17, 42)
    draw_tower(plate, 75, 80, 17, 44, 60, 200)
    draw_tower(plate, 37, 76, 26, 46)
    plate.polygon([(43, 76), (43, 62), (50, 54), (57, 62), (57, 76)], 235, 250, 84, 1)
    plate.line([(50, 26), (50, 8)], 1.1)
    plate.polygon([(50, 8), (66, 12), (50, 17)], 60, 160, 0, 0.9)
    for i in range(5):
        plate.line([(8 + 20 * i, 90 + i % 2 * 4), (20 + 20 * i, 88 + i % 2 * 4)], 0.7)


def draw_ark(plate: Plate) -> None:
    draw_sky(plate, 4, 30, 6)
    draw_plain(plate, 80)
    plate.polygon([(2, 84), (8, 34), (92, 34), (98, 84)], 20, 150, 80, 1.2)
    for i in range(3):
        plate.line([(6, 50 + 11 * i), (95, 50 + 11 * i)], 0.6)
    for i in range(8):
        plate.line([(10 + 11 * i, 36), (8.4 + 11.6 * i, 84)], 0.8)
    for x in (34, 58):
        plate.polygon([(x - 4, 86), (x - 3, 26), (x + 11, 26), (x + 12, 86)], 20, 180, 84, 1.1)
        plate.oval(x + 4, 26, 7, 6, 10, 150, 0, 1, part=(180, 360))
        plate.line([(x + 4, 20), (x + 4, 14)], 1)
    plate.polygon([(45.5, 86), (45.5, 58), (50, 50), (55, 58), (55, 86)], 235, 250, 84, 1)
    plate.polygon([(30, 96), (45, 84), (57, 84), (70, 96)], 0, 40, 0, 1)
    for i in range(2):
        plate.oval(12 + 13 * i, 34, 4, 4, 20, 130, 0, 0.9, part=(180, 360))
    for i in range(2):
        plate.oval(80 + 10 * i, 34, 4, 4, 20, 130, 0, 0.9, part=(180, 360))


def draw_city(plate: Plate) -> None:
    draw_sky(plate, 4, 30, 6)
    draw_hills(plate, 44, 12, 5, 40, 0.8)
    random = Random(4)
    for row, (y, s) in enumerate(((58, 0.8), (72, 1.0), (90, 1.25))):
        x = -4.0 + row * 3
        while x < 100:
            w, h = random.uniform(12, 18) * s, random.uniform(10, 17) * s
            plate.box(x, y - h, w, h + 12, 10, 100, 84, 1)
            plate.polygon(
                [(x + w * 0.68, y - h), (x + w, y - h), (x + w, y + 12), (x + w * 0.68, y + 12)], 120, 170, 84, 0
            )
            for i in range(2):
                plate.box(x + w * (0.16 + 0.26 * i), y - h * 0.62, w * 0.12, h * 0.26, 240, 250, 0, 0)
            x += w + 1
    plate.oval(60, 40, 12, 13, 4, 150, 60, 1.1, part=(180, 360))
    plate.box(48, 39, 24, 10, 20, 120, 84, 1)
    plate.line([(60, 27), (60, 20)], 1)
    for x in (34, 84):
        plate.polygon([(x - 2.4, 62), (x - 1.8, 22), (x + 1.8, 22), (x + 2.4, 62)], 10, 150, 84, 1)
        plate.oval(x, 21, 3, 3.4, 60, 200, 0, 0.9)
        plate.line([(x - 3.2, 30), (x + 3.2, 30)], 1.6)


def draw_minaret(plate: Plate) -> None:
    draw_sky(plate, 2, 50, 10)
    draw_hills(plate, 72, 31, 2, 90, 1.5, -10, 46)
    draw_hills(plate, 72, 33, 2, 90, 1.4, 58, 112)
    draw_plain(plate, 80)
    plate.polygon([(40, 88), (42, 52), (58, 52), (60, 88)], 10, 170, 84, 1.1)
    plate.polygon([(43, 50), (44.5, 24), (55.5, 24), (57, 50)], 10, 170, 84, 1.1)
    plate.polygon([(45.6, 22), (46.4, 8), (53.6, 8), (54.4, 22)], 10, 170, 84, 1)
    plate.oval(50, 8, 4, 4.6, 40, 200, 0, 1, part=(180, 360))
    plate.line([(50, 3.4), (50, -2)], 0.9)
    for y, w in ((52, 10), (24, 7.5), (8, 5)):
        plate.box(50 - w, y - 2, 2 * w, 3, 120, 200, 0, 0.9)
    for y in (82, 76, 70, 64, 58, 45, 40, 35, 30):
        plate.line([(44, y), (47, y - 2), (50, y), (53, y - 2), (56, y)], 0.7)
    plate.line([(0, 92), (30, 88), (60, 94), (100, 88)], 1.2)
    plate.line([(0, 96), (34, 92), (66, 98), (100, 92)], 0.8)


def draw_bridge(plate: Plate) -> None:
    draw_sky(plate, 4, 34, 7)
    draw_hills(plate, 52, 19, 4, 40, 0.9)
    plate.polygon([(0, 62), (30, 48), (70, 48), (100, 62), (100, 92), (0, 92)], 20, 110, 0, 1.2)
    for x, r, h in ((16, 9, 18), (50, 13, 26), (84, 9, 18)):
        plate.polygon(
            [(x - r, 92), (x - r, 92 - h), *build_arc(x, 92 - h, r, r * 1.1, 180, 360), (x + r, 92)], 190, 240, 84, 1.1
        )
        for a in [radians(180 + 180 * k / 6) for k in range(7)]:
            plate.line(
                [
                    (x + (r + 0.4) * cos(a), 92 - h + r * 1.1 * sin(a)),
                    (x + (r + 4) * cos(a), 92 - h + (r * 1.1 + 4) * sin(a)),
                ],
                0.8,
            )
    plate.polygon(trace("0,58 30,44 70,44 100,58 100,63 70,49 30,49 0,63"), 0, 50, 0, 1)
    for i in range(1):
        plate.line([(6 + 8 * i, 0), (6 + 8 * i, 0)], 0.1)
    plate.polygon([(0, 92), (100, 92), (100, 100), (0, 100)], 40, 90, 0, 0.8)
    for i in range(7):
        plate.line([(4 + 14 * i, 95 + i % 2 * 2), (14 + 14 * i, 95 + i % 2 * 2)], 0.9)
    draw_camel(plate, 44, 24, 0.46)


def draw_village(plate: Plate) -> None:
    draw_sky(plate, 2, 24, 5)
    plate.polygon(trace("-6,76 14,40 26,22 36,34 48,8 62,30 76,18 106,70 106,100 -6,100"), 20, 150, -58, 1.2)
    plate.polygon([(48, 8), (62, 30), (58, 54), (52, 34)], 140, 210, -60, 0)
    plate.clear_polygon([(48, 8), (43, 20), (47, 18), (50, 22), (54, 18)])
    random = Random(9)
    for y, s, n in ((60, 0.7, 6), (72, 0.9, 6), (86, 1.15, 5)):
        for i in range(n):
            x = 4 + 96 * i / n + random.uniform(-3, 3)
            w, h = 12 * s + 3, 10 * s + random.uniform(0, 5)
            plate.box(x, y - h, w, h + 10, 6, 90, 84, 1)
            plate.polygon(
                [(x + w * 0.7, y - h), (x + w, y - h), (x + w, y + 10), (x + w * 0.7, y + 10)], 130, 190, 84, 0
            )
            plate.box(x + w * 0.22, y - h * 0.6, w * 0.16, h * 0.3, 240, 250, 0, 0)
    draw_tower(plate, 42, 62, 16, 28, 10, 140)
