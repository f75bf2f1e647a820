"""Engraved scenes of the skills of war, and of what rules and destroys."""

from math import cos, pi, radians, sin

from render.kit.surfaces.engraving import Plate, build_arc


def draw_wave(plate: Plate) -> None:
    """Draw a great wave over a shore."""
    for i in range(6):
        plate.line([(4, 12 + 7 * i), (30 + 9 * i, 8 + 7 * i)], 0.7)
    crest = ((0, 92), (10, 60), (26, 34), (48, 20), (70, 20), (84, 32), (86, 46), (76, 54), (66, 50), (64, 42))
    inside = ((70, 40), (72, 34), (60, 32), (48, 42), (42, 60), (46, 76), (60, 88))
    plate.polygon((*crest, *inside), 30, 190, 40, rounding=2)
    for shift in (0, 7, 14):
        arc = build_arc(58 - 0.3 * shift, 66, 40 - shift, 42 - shift, 180, 285)
        plate.line(arc, 1)
    for x, y in ((84, 50), (78, 58), (90, 44), (88, 58), (70, 54)):
        plate.oval(x, y, 3.4, 3.4, 0, 40)
    plate.polygon(((0, 100), (0, 88), (30, 84), (60, 88), (100, 82), (100, 100)), 90, 200)
    for i in range(5):
        plate.line(build_arc(12 + 20 * i, 94, 9, 4, 180, 360), 1)


def draw_ship(plate: Plate) -> None:
    """Draw a ship under sail."""
    plate.line([(50, 72), (50, 8)], 2.4)
    plate.polygon(((24, 16), (76, 16), (84, 36), (74, 56), (26, 56), (18, 36)), 10, 130, rounding=1)
    for x in (38, 50, 62):
        plate.line([(x, 17), (x + 0.3 * (x - 50), 36), (x, 55)], 0.8)
    plate.polygon(((50, 8), (66, 4), (50, 2)), 160, 220)
    plate.polygon(((8, 60), (22, 68), (78, 68), (94, 56), (84, 86), (22, 86)), 80, 220, rounding=1)
    for i in range(6):
        plate.oval(28 + 9.4 * i, 74, 3.4, 3.4, 20, 140)
    for row in range(3):
        for i in range(6):
            plate.line(build_arc(4 + 18 * i + 9 * (row % 2), 90 + 5 * row, 8, 3.4, 180, 360), 1)


def draw_shield(plate: Plate) -> None:
    """Draw a helmet over a shield and two spears."""
    for x0, x1 in ((12, 78), (88, 22)):
        plate.line([(x0, 98), (x1, 12)], 2)
        plate.polygon(((x1 - 3, 18), (x1 + (4 if x1 > 50 else -4), 2), (x1 + 3, 18)), 120, 220)
    plate.polygon(((22, 44), (78, 44), (76, 70), (64, 88), (50, 98), (36, 88), (24, 70)), 20, 210, rounding=1)
    plate.polygon(((50, 44), (78, 44), (76, 70), (64, 88), (50, 98)), 90, 220, rounding=0)
    plate.oval(50, 66, 10, 10, 0, 190)
    plate.oval(50, 28, 18, 19, 10, 180)
    plate.polygon(((34, 26), (66, 26), (64, 44), (54, 44), (52, 32), (48, 32), (46, 44), (36, 44)), 100, 220)
    plate.polygon(((44, 12), (50, 0), (60, 2), (72, 16), (70, 26), (62, 14)), 140, 220, rounding=1)


def draw_keep(plate: Plate) -> None:
    """Draw a stone keep on a rock."""
    plate.polygon(((0, 100), (10, 80), (30, 72), (70, 70), (92, 82), (100, 100)), 60, 200)
    for x, w, top in ((16, 20, 44), (64, 20, 40), (34, 32, 20)):
        plate.box(x, top, w, 76 - top, 20, 190)
        for i in range(3):
            plate.box(x - 1 + (w - 4) * i / 2.2, top - 7, w / 4.4, 8, 30, 150)
        for row in range(3):
            y = top + 10 + 12 * row
            plate.line([(x + 2, y), (x + 0.4 * w, y)], 0.8)
            plate.line([(x + 0.5 * w, y + 5), (x + w - 2, y + 5)], 0.8)
    plate.polygon(((45, 76), (45, 64), (50, 58), (55, 64), (55, 76)), 240, 245)
    plate.box(48, 34, 4, 9, 240, 240)
    plate.line([(50, 14), (50, 0)], 1.2)
    plate.polygon(((50, 0), (66, 4), (50, 8)), 120, 210)


def draw_swords(plate: Plate) -> None:
    """Draw crossed swords before a fire."""
    for i in range(9):
        x, h = 12 + 9.5 * i, 30 + 12 * (i % 3)
        plate.polygon(
            ((x - 7, 98), (x - 4, 98 - 0.6 * h), (x + 1, 98 - h), (x + 5, 98 - 0.5 * h), (x + 7, 98)), 10, 110
        )
    for side in (-1, 1):

        def turn(x: float, y: float, side: int = side) -> tuple[float, float]:
            angle = radians(36 * side)
            return 50 + x * cos(angle) - (y - 52) * sin(angle), 52 + x * sin(angle) + (y - 52) * cos(angle)

        plate.polygon([turn(*at) for at in ((-4, 70), (-4, 10), (0, 0), (4, 10), (4, 70))], 10, 120)
        plate.polygon([turn(*at) for at in ((0, 70), (0, 0), (4, 10), (4, 70))], 150, 210)
        plate.polygon([turn(*at) for at in ((-15, 70), (15, 70), (15, 75), (-15, 75))], 120, 220)
        plate.polygon([turn(*at) for at in ((-3, 75), (3, 75), (3, 92), (-3, 92))], 160, 230)
        plate.oval(*turn(0, 95), 5, 5, 60, 210)


def draw_dice(plate: Plate) -> None:
    """Draw dice on a plan of a battle."""
    plate.polygon(((4, 92), (16, 44), (94, 40), (98, 92)), 0, 30)
    plate.line([(16, 82), (34, 66), (56, 74), (84, 54)], 1.6)
    plate.polygon(((84, 54), (74, 54), (80, 62)), 200, 200)
    for x, y, s, pips in ((22, 22, 34, ((0.5, 0.5),)), (56, 40, 30, ((0.3, 0.3), (0.7, 0.7), (0.5, 0.5)))):
        plate.polygon(((x, y), (x + 0.34 * s, y - 0.24 * s), (x + 1.34 * s, y - 0.24 * s), (x + s, y)), 0, 40)
        plate.polygon(
            ((x + s, y), (x + 1.34 * s, y - 0.24 * s), (x + 1.34 * s, y + 0.76 * s), (x + s, y + s)), 150, 220
        )
        plate.box(x, y, s, s, 20, 90)
        for px, py in pips:
            plate.oval(x + px * s, y + py * s, 0.11 * s, 0.11 * s, 240, 245)


def draw_horn(plate: Plate) -> None:
    """Draw a war horn and its call."""
    for i in range(4):
        plate.line(build_arc(26, 34, 16 + 9 * i, 16 + 9 * i, 150, 260), 1.4)
    horn = ((20, 44), (36, 28), (46, 48), (62, 66), (84, 76), (96, 72), (98, 78), (84, 86), (58, 82), (36, 66))
    plate.polygon(horn, 20, 210, rounding=2)
    plate.oval(28, 37, 12, 8, 160, 240)
    for x, y in ((48, 62), (68, 76)):
        plate.line([(x - 5, y + 8), (x + 5, y - 9)], 2.4)
    plate.line([(44, 72), (56, 96), (84, 84)], 1.2)


def draw_laurel(plate: Plate) -> None:
    """Draw a wreath around a star."""
    for side in (-1, 1):
        for i in range(11):
            angle = radians(96 + 15.5 * i)
            x, y = 50 - side * 38 * cos(angle) * -1, 48 + 38 * sin(angle)
            for lean in (-32, 32):
                way = angle + radians(90 + lean)
                tip = (x - side * 15 * cos(way) * -1, y + 15 * sin(way))
                across = (-(tip[1] - y) * 0.24, (tip[0] - x) * 0.24)
                mid = ((x + tip[0]) / 2, (y + tip[1]) / 2)
                leaf = ((x, y), (mid[0] + across[0], mid[1] + across[1]), tip, (mid[0] - across[0], mid[1] - across[1]))
                plate.polygon(leaf, 30, 180, 20 * side)
    star = [
        (50 + r * sin(pi * i / 5), 48 - r * cos(pi * i / 5)) for i in range(10) for r in ((20 if i % 2 == 0 else 9),)
    ]
    plate.polygon(star, 20, 190)
    plate.polygon(((42, 90), (58, 90), (62, 98), (50, 94), (38, 98)), 100, 200)


def draw_breach(plate: Plate) -> None:
    """Draw a ram before a broken wall."""
    plate.polygon(((48, 96), (52, 60), (44, 50), (56, 40), (54, 18), (100, 18), (100, 96)), 30, 150)
    for row in range(6):
        y = 28 + 12 * row
        plate.line([(58, y), (100, y)], 0.9)
        for i in range(3):
            plate.line([(66 + 14 * i - 6 * (row % 2), y - 11), (66 + 14 * i - 6 * (row % 2), y)], 0.9)
    for x in (58, 74, 90):
        plate.box(x, 8, 10, 11, 40, 160)
    for x, y, r in ((40, 88, 6), (32, 94, 5), (46, 78, 4), (52, 92, 6)):
        plate.polygon(((x - r, y + r), (x - 0.6 * r, y - r), (x + r, y - 0.6 * r), (x + r, y + r)), 40, 190)
    plate.line([(2, 30), (16, 8), (30, 30)], 2.4)
    plate.line([(16, 10), (16, 56)], 0.8)
    plate.box(0, 54, 40, 9, 60, 210)
    plate.polygon(((40, 51), (50, 58.5), (40, 66)), 160, 230)
    for x in (6, 28):
        plate.oval(x, 90, 8, 8, 50, 200)
    plate.line([(4, 82), (16, 30), (30, 82)], 1.6)


def draw_lightning(plate: Plate) -> None:
    """Draw lightning that strikes a tower."""
    for x, y, rx in ((20, 18, 20), (78, 16, 22), (48, 12, 26)):
        plate.oval(x, y, rx, 0.56 * rx, 100, 220)
    plate.polygon(((56, 22), (36, 52), (50, 52), (40, 78), (68, 44), (54, 44), (66, 22)), 0, 10, outline=2)
    plate.polygon(((0, 100), (0, 92), (100, 90), (100, 100)), 120, 200)
    ruin = ((30, 96), (32, 70), (38, 76), (44, 70), (50, 80), (58, 72), (60, 84), (66, 78), (68, 96))
    plate.polygon(ruin, 40, 210)
    plate.box(46, 86, 7, 10, 240, 240)
    for x, y in ((20, 78), (78, 74), (14, 88), (86, 86)):
        plate.polygon(((x - 3, y + 3), (x, y - 3), (x + 4, y + 2)), 150, 220)


def draw_standard(plate: Plate) -> None:
    """Draw one banner on the top of a hill."""
    for i in range(13):
        angle = radians(180 + 15 * i)
        plate.line([(50 + r * cos(angle), 66 + r * sin(angle)) for r in (34, 62 if i % 2 else 80)], 0.8)
    plate.polygon(((0, 100), (16, 82), (50, 64), (84, 82), (100, 100)), 40, 190)
    plate.box(48.6, 6, 2.8, 62, 200, 230)
    plate.polygon(((51, 8), (90, 12), (80, 26), (90, 40), (51, 42)), 60, 200)
    plate.oval(66, 25, 8, 8, 0, 30)
    for i in range(5):
        plate.line([(10 + 18 * i, 98 - 5 * (i % 2)), (20 + 16 * i, 90 - 6 * (i % 2))], 0.9)


def draw_crown(plate: Plate) -> None:
    """Draw a crown on a cushion."""
    plate.polygon(((6, 92), (12, 76), (50, 72), (88, 76), (94, 92), (50, 98)), 60, 210, rounding=2)
    for x in (10, 90):
        plate.oval(x, 86, 6, 6, 80, 220)
    points = ((20, 72), (12, 30), (32, 50), (50, 18), (68, 50), (88, 30), (80, 72))
    plate.polygon(points, 10, 180)
    plate.polygon(((50, 18), (68, 50), (88, 30), (80, 72), (50, 72)), 80, 210)
    plate.box(19, 62, 62, 11, 30, 200)
    for x, y in ((12, 28), (50, 15), (88, 28)):
        plate.oval(x, y, 5, 5, 0, 180)
    for x in (32, 50, 68):
        plate.oval(x, 67.5, 3.6, 3.6, 200, 240)


def draw_levy(plate: Plate) -> None:
    """Draw rows of spears over helmets."""
    for i in range(10):
        x = 5.0 + 10 * i
        plate.line([(x, 100), (x + 3, 14 + 5 * (i % 3))], 1.4)
        tip = 14 + 5 * (i % 3)
        plate.polygon(((x, tip + 4), (x + 3.4, tip - 12), (x + 6, tip + 4)), 130, 220)
    for y, count, r in ((62, 7, 8), (80, 6, 10)):
        for i in range(count):
            x = (i + 0.5) * 100 / count
            plate.oval(x, y, r, 1.1 * r, 20, 190)
            plate.polygon(((x - r, y + 1), (x + r, y + 1), (x + 1.2 * r, y + 5), (x - 1.2 * r, y + 5)), 140, 220)
            plate.polygon(((x - 1.3 * r, 100), (x - r, y + 0.9 * r), (x + r, y + 0.9 * r), (x + 1.3 * r, 100)), 60, 200)


ARMS = {
    "breach": draw_breach,
    "crown": draw_crown,
    "dice": draw_dice,
    "horn": draw_horn,
    "keep": draw_keep,
    "laurel": draw_laurel,
    "levy": draw_levy,
    "lightning": draw_lightning,
    "shield": draw_shield,
    "ship": draw_ship,
    "standard": draw_standard,
    "swords": draw_swords,
    "wave": draw_wave,
}
