"""Markets, crafts and mines."""

from render.kit.surfaces.engraving import Plate, build_arc
from render.pax_pamir.subjects.forms import build_placer, trace
from render.pax_pamir.subjects.landscape import draw_plain, draw_sky


def draw_bazaar(plate: Plate) -> None:
    draw_sky(plate, 4, 26, 5)
    for x, w, h in ((-8, 46, 58), (62, 46, 56), (22, 56, 70)):
        plate.box(x, 100 - h, w, h, 10, 90, 84, 1.1)
        a, b, top = x + w * 0.16, x + w * 0.84, 100 - h * 0.8
        plate.polygon(
            [(a, 100), (a, top + 16), *build_arc((a + b) / 2, top + 16, (b - a) / 2, 17, 180, 360), (b, 100)],
            185,
            235,
            84,
            1.1,
        )
        plate.oval(x + w / 2, 100 - h, w * 0.32, h * 0.24, 6, 160, 60, 1.1, part=(180, 360))
        plate.line([(x + w / 2, 100 - h * 1.24), (x + w / 2, 100 - h * 1.36)], 1.2)
    plate.polygon([(14, 66), (50, 60), (86, 66), (90, 74), (50, 68), (10, 74)], 0, 30, 80, 1)
    for i in range(5):
        plate.polygon(
            [
                (18 + 14 * i, 66.4 - (6 - abs(i - 2.5) * 2)),
                (25 + 14 * i, 65 - (6 - abs(i - 2) * 2)),
                (25 + 14 * i, 74 - (6 - abs(i - 2) * 2)),
                (18 + 14 * i, 75 - (6 - abs(i - 2.5) * 2)),
            ],
            150,
            200,
            80,
            0.7,
        )
    for x, y, r in ((30, 92, 8), (48, 95, 6), (60, 91, 9), (76, 94, 6)):
        plate.polygon(
            [(x - r, y - r * 0.4), (x - r * 0.8, 100), (x + r * 0.8, 100), (x + r, y - r * 0.4)], 60, 170, 20, 1
        )
        for k in range(3):
            plate.oval(x + (k - 1) * r * 0.6, y - r * 0.6 - (3 if k == 1 else 0), r * 0.42, r * 0.42, 10, 140, 0, 0.8)


def draw_serai(plate: Plate) -> None:
    draw_sky(plate, 4, 30, 6)
    draw_plain(plate, 82)
    plate.box(4, 40, 92, 46, 20, 100, 84, 1.1)
    for i in range(10):
        plate.box(5 + 9.4 * i, 36, 5, 5, 60, 120, 84, 0.8)
    plate.box(30, 22, 40, 64, 10, 90, 84, 1.2)
    plate.polygon([(36, 86), (36, 48), *build_arc(50, 48, 14, 18, 180, 360), (64, 86)], 200, 245, 84, 1.1)
    plate.polygon([(33, 25), (67, 25), (67, 29), (33, 29)], 120, 180, 45, 0.8)
    for x in (12, 80):
        plate.polygon([(x - 3, 80), (x - 3, 62), *build_arc(x + 4, 62, 7, 8, 180, 360), (x + 11, 80)], 190, 235, 84, 1)
    for x, s in ((14, 1.0), (76, 0.95)):
        plate.polygon(build_placer(x, 82, s)((-6, 16), (-5, -4), (0, -9), (5, -4), (6, 16)), 90, 190, 70, 1)
        plate.oval(x, 82 - 12 * s, 3.6 * s, 4.2 * s, 10, 130, 0, 1)
    plate.line([(18, 88), (28, 95), (40, 96), (52, 92), (64, 96), (72, 90)], 1.4)
    for i in range(6):
        plate.oval(22 + 9 * i, 92 + i % 2 * 3, 3, 2, 0, 0, 0, 1)


def draw_scales(plate: Plate) -> None:
    plate.line([(50, 16), (50, 74)], 2)
    plate.line([(18, 28), (50, 20), (82, 28)], 1.8)
    plate.oval(50, 14, 3.6, 3.6, 20, 150, 0, 1)
    for x in (18, 82):
        plate.line([(x, 28), (x - 11, 54)], 0.8)
        plate.line([(x, 28), (x + 11, 54)], 0.8)
        plate.oval(x, 54, 13, 8, 60, 190, 0, 1.1, part=(0, 180))
        for k in (-1, 0, 1):
            plate.oval(x + k * 6, 51 - (k == 0) * 3, 4.4, 2.2, 6, 120, 0, 0.9)
    plate.polygon([(30, 80), (38, 74), (62, 74), (70, 80)], 90, 190, 84, 1.1)
    for x, n in ((12, 4), (26, 2), (76, 5), (90, 3)):
        for i in range(n):
            plate.oval(x, 96 - 4 * i, 8, 3.2, 10, 130, 0, 1)
    plate.polygon([(38, 98), (36, 88), (44, 80), (56, 80), (64, 88), (62, 98)], 50, 170, 40, 1.1)
    plate.line([(43, 82), (57, 82)], 1.6)


def draw_press(plate: Plate) -> None:
    plate.box(16, 82, 68, 14, 60, 160, 84, 1.2)
    plate.box(20, 14, 10, 70, 20, 150, 84, 1.1)
    plate.box(70, 14, 10, 70, 60, 200, 84, 1.1)
    plate.box(14, 8, 72, 11, 30, 150, 0, 1.2)
    plate.box(46, 19, 8, 28, 20, 170, 84, 1)
    for i in range(6):
        plate.line([(46, 22 + 4 * i), (54, 25 + 4 * i)], 1)
    plate.box(36, 46, 28, 8, 50, 170, 0, 1.1)
    plate.box(42, 54, 16, 8, 120, 220, 84, 1)
    plate.line([(50, 34), (96, 26)], 2.4)
    plate.oval(96, 26, 3.6, 3.6, 60, 200, 0, 1)
    plate.line([(50, 34), (6, 42)], 2.4)
    plate.oval(6, 42, 3.6, 3.6, 60, 200, 0, 1)
    plate.box(38, 70, 24, 12, 40, 150, 84, 1)
    plate.oval(50, 69, 9, 3, 0, 110, 0, 1)
    for x, n in ((26, 3), (76, 4)):
        for i in range(n):
            plate.oval(x, 80 - 3.6 * i, 6.6, 2.8, 10, 130, 0, 0.9)


def draw_mine(plate: Plate, has_gem: bool = False) -> None:
    plate.polygon(trace("0,100 0,40 14,26 30,30 44,12 60,8 76,22 88,20 100,36 100,100"), 60, 190, 50, 1.2)
    draw_sky(plate, 2, 12, 3)
    plate.polygon([(28, 100), (28, 56), (38, 40), (62, 40), (72, 56), (72, 100)], 235, 252, 84, 1.2)
    plate.polygon([(22, 100), (24, 48), (31, 48), (31, 100)], 20, 120, 84, 1)
    plate.polygon([(69, 100), (69, 48), (76, 48), (78, 100)], 60, 160, 84, 1)
    plate.polygon([(18, 50), (20, 40), (80, 40), (82, 50)], 20, 130, 0, 1.1)
    plate.line([(40, 100), (47, 70)], 1)
    plate.clear_polygon([(44, 100), (49, 66), (50, 66), (46, 100)])
    plate.clear_polygon([(58, 100), (52, 66), (53, 66), (61, 100)])
    if has_gem:
        for x, y, s in ((22, 84, 1.1), (80, 88, 0.9), (52, 84, 1.4)):
            plate.polygon(build_placer(x, y, s)((-10, 0), (-5, -8), (5, -8), (10, 0), (0, 12)), 20, 190, 40, 1.1)
            plate.line(build_placer(x, y, s)((-10, 0), (10, 0)), 0.9)
            plate.line(build_placer(x, y, s)((-5, -8), (-3, 0), (0, 12), (3, 0), (5, -8)), 0.8)
    else:
        plate.polygon([(34, 90), (38, 74), (70, 74), (66, 90)], 40, 170, 84, 1.1)
        plate.oval(42, 93, 5, 5, 20, 120, 0, 1.2)
        plate.oval(60, 93, 5, 5, 20, 120, 0, 1.2)
        for i in range(4):
            plate.oval(42 + 7 * i, 72 - i % 2 * 3, 5, 4, 20, 170, 0, 0.9)
        plate.line([(80, 96), (94, 62)], 2)
        plate.line(build_arc(93, 70, 13, 12, 200, 300), 2.4)


def draw_handicraft(plate: Plate) -> None:
    plate.box(6, 10, 4, 88, 90, 190, 84, 1)
    plate.box(52, 10, 4, 88, 90, 190, 84, 1)
    plate.box(2, 8, 58, 5, 60, 160, 0, 1)
    plate.box(10, 14, 42, 66, 10, 60, 0, 1)
    for r, d in ((17, 150), (12, 20), (7, 190)):
        plate.polygon([(31, 46 - r * 1.4), (31 + r, 46), (31, 46 + r * 1.4), (31 - r, 46)], d, min(255, d + 40), 0, 0.9)
    for y in (18, 72):
        for i in range(5):
            plate.polygon([(12 + 8 * i, y + 5), (16 + 8 * i, y - 2), (20 + 8 * i, y + 5)], 150, 200, 0, 0.7)
    for i in range(13):
        plate.line([(12 + 3.3 * i, 80), (12 + 3.3 * i, 92)], 0.7)
    plate.polygon(trace("66,98 60,84 66,70 72,66 72,60 84,60 84,66 90,70 96,84 90,98"), 10, 190, 60, 1.2)
    plate.oval(78, 60, 7, 2.4, 120, 220, 0, 1)
    plate.line([(61, 80), (95, 80)], 1)
    plate.line([(61, 87), (95, 87)], 1)
    for i in range(6):
        plate.line([(63 + 5 * i, 87), (65.5 + 5 * i, 80), (68 + 5 * i, 87)], 0.7)
    plate.line(build_arc(94, 72, 7, 9, -90, 80), 1.6)
    plate.polygon([(66, 44), (64, 34), (70, 26), (86, 26), (92, 34), (90, 44)], 20, 170, 30, 1.1)
    plate.oval(78, 26, 9, 2.6, 150, 220, 0, 1)


def draw_crate(plate: Plate) -> None:
    plate.polygon([(10, 96), (10, 66), (70, 60), (70, 92)], 30, 110, 0, 1.2)
    plate.polygon([(70, 60), (92, 68), (92, 98), (70, 92)], 120, 200, 84, 1.2)
    plate.polygon([(10, 66), (70, 60), (92, 68), (32, 76)], 200, 240, 0, 1)
    for i in range(2):
        plate.line([(10, 76 + 10 * i), (70, 71 + 10 * i)], 0.9)
    plate.polygon([(30, 72), (50, 70), (50, 84), (30, 86)], 0, 10, 0, 1)
    plate.line([(40, 73), (40, 83)], 1.2)
    plate.line([(34, 78.6), (46, 77.4)], 1.2)
    for i, x in enumerate((22, 34, 46, 58)):
        plate.polygon(
            [(x, 70), (x + 3, 74), (x + 20 + i * 4, 14 - i * 2), (x + 17.6 + i * 4, 13 - i * 2)], 40, 190, -70, 1
        )
        plate.line([(x + 19 + i * 4, 14 - i * 2), (x + 22 + i * 4, 0)], 1.1)
        plate.line([(x + 5, 58), (x + 9, 59)], 1.8)
    plate.oval(18, 92, 0.1, 0.1, 0, 0, 0, 0)
