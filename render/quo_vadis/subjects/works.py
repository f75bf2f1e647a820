"""Engraved scenes of the skills of peace: what people build, grow, write and store."""

from math import cos, pi, radians, sin

from render.kit.surfaces.engraving import Plate, build_arc


def draw_people(plate: Plate) -> None:
    """Draw a family: two adults and a child."""
    for x, y, size in ((30, 96, 1.0), (66, 96, 1.05), (48, 98, 0.62)):
        head = y - 66 * size
        cloak = ((-15, 0), (-12, -42), (-6, -54), (6, -54), (12, -42), (15, 0))
        plate.polygon([(x + dx * size, y + dy * size) for dx, dy in cloak], 50, 190)
        plate.line([(x - 2 * size, y - 50 * size), (x - 4 * size, y)], 0.9)
        plate.oval(x, head, 9 * size, 10.5 * size, 10, 130)
        plate.oval(x, head - 4 * size, 9.5 * size, 8 * size, 150, 220, part=(180, 360))


def draw_scales(plate: Plate) -> None:
    """Draw a balance with full pans."""
    plate.polygon(((47, 94), (48.4, 22), (51.6, 22), (53, 94)), 60, 210)
    plate.polygon(((32, 98), (38, 90), (62, 90), (68, 98)), 80, 200)
    plate.line([(16, 32), (50, 24), (84, 32)], 3)
    plate.oval(50, 20, 5, 5, 20, 160)
    for x in (16, 84):
        for dx in (-14, 14):
            plate.line([(x, 32), (x + dx, 66)], 0.9)
        plate.oval(x - 4, 63, 6, 5, 30, 180)
        plate.oval(x + 5, 62, 5, 5, 60, 200)
        plate.oval(x, 66, 15, 9, 50, 220, part=(0, 180))


def draw_book(plate: Plate) -> None:
    """Draw an open book before rays."""
    for i in range(17):
        angle = radians(190 + 10 * i)
        plate.line([(50 + 30 * cos(angle), 56 + 30 * sin(angle)), (50 + 58 * cos(angle), 56 + 52 * sin(angle))], 0.8)
    plate.polygon(((8, 86), (8, 46), (50, 54), (92, 46), (92, 86), (50, 94)), 170, 230)
    for side in (-1, 1):
        page = (
            (50, 88),
            (50, 52),
            (50 + 16 * side, 44),
            (50 + 38 * side, 42),
            (50 + 38 * side, 78),
            (50 + 16 * side, 80),
        )
        plate.polygon(page, 4, 40)
        for row in range(5):
            y = 52 + 5.4 * row
            plate.line([(50 + 6 * side, y + 3), (50 + 18 * side, y - 1), (50 + 33 * side, y - 2)], 0.8)


def draw_tents(plate: Plate) -> None:
    """Draw tents below the moon."""
    plate.oval(80, 18, 9, 9, 0, 30)
    plate.oval(84, 15, 8, 8, 0, 0, outline=0)
    for x, y in ((14, 14), (30, 24), (56, 12), (66, 30)):
        plate.line([(x - 2.4, y), (x + 2.4, y)], 0.9)
        plate.line([(x, y - 2.4), (x, y + 2.4)], 0.9)
    plate.polygon(((0, 100), (0, 70), (40, 62), (100, 68), (100, 100)), 20, 60)
    for x, size in ((76, 0.7), (36, 1.1)):
        top, foot = 92 - 58 * size, 92
        plate.polygon(((x - 34 * size, foot), (x, top), (x + 34 * size, foot)), 20, 190)
        plate.polygon(((x, top), (x + 34 * size, foot), (x + 12 * size, foot)), 130, 220)
        plate.polygon(((x - 8 * size, foot), (x, foot - 34 * size), (x + 7 * size, foot)), 230, 245)
        plate.line([(x, top), (x - 3 * size, top - 8 * size)], 1.4)
        plate.line([(x, top), (x + 4 * size, top - 7 * size)], 1.4)


def draw_jars(plate: Plate) -> None:
    """Draw jars and sacks on a shelf."""
    plate.box(0, 90, 100, 8, 100, 200)
    for x, size, dark in ((22, 1.0, 150), (78, 0.92, 190), (50, 1.2, 170)):
        y = 90.0
        body = ((-9, 0), (-17, -14), (-17, -28), (-8, -40), (8, -40), (17, -28), (17, -14), (9, 0))
        plate.polygon([(x + dx * size, y + dy * size) for dx, dy in body], 30, dark + 40, rounding=2)
        plate.box(x - 9 * size, y - 46 * size, 18 * size, 6 * size, 60, 200)
        for row in (20, 26):
            plate.line([(x - 16 * size, y - row * size), (x + 16 * size, y - row * size)], 1.1)
        plate.oval(x, y - 47 * size, 7 * size, 2.4 * size, 150, 240)


def draw_seedling(plate: Plate) -> None:
    """Draw a sprout on a furrow before the sun."""
    plate.oval(50, 40, 26, 26, 0, 20)
    for i in range(24):
        angle = 2 * pi * i / 24
        plate.line([(50 + r * cos(angle), 40 + r * sin(angle)) for r in (29, 37 if i % 2 else 43)], 1)
    plate.polygon(((0, 100), (6, 86), (50, 78), (94, 86), (100, 100)), 90, 220)
    plate.line([(50, 84), (49, 64), (50, 48)], 3)
    for side in (-1, 1):
        leaf = ((50, 58), (50 + 12 * side, 40), (50 + 28 * side, 36), (50 + 22 * side, 52), (50 + 10 * side, 58))
        plate.polygon(leaf, 40, 170, 30 * side, rounding=2)
        plate.line([(50, 58), (50 + 24 * side, 40)], 0.8)


def draw_tree(plate: Plate) -> None:
    """Draw an old tree whose roots are as wide as its crown."""
    for x, y, r in ((30, 34, 19), (70, 34, 19), (50, 22, 20), (50, 42, 17)):
        plate.oval(x, y, r, 0.85 * r, 40, 190)
    plate.polygon(((43, 74), (46, 50), (40, 42), (50, 48), (60, 40), (54, 52), (57, 74)), 90, 220)
    for side in (-1, 1):
        for reach, y in ((34, 82), (26, 92), (10, 98)):
            plate.line([(50 + 4 * side, 72), (50 + 0.5 * reach * side, 0.5 * (72 + y) - 2), (50 + reach * side, y)], 2)
    plate.line([(4, 75), (42, 74)], 1)
    plate.line([(58, 74), (96, 75)], 1)


def draw_canal(plate: Plate) -> None:
    """Draw a water wheel and the furrows that it waters."""
    for i in range(9):
        plate.line([(50 + (i - 4) * 5, 46), (50 + (i - 4) * 26, 100)], 1)
    plate.polygon(((0, 100), (0, 92), (46, 62), (54, 62), (40, 100)), 10, 70)
    for row in range(3):
        plate.line([(6 + 9 * row, 96 - 9 * row), (16 + 8 * row, 92 - 9 * row), (24 + 7 * row, 95 - 9 * row)], 0.8)
    plate.oval(66, 42, 31, 31, 0, 20)
    plate.oval(66, 42, 24, 24, 0, 10)
    for i in range(12):
        angle = 2 * pi * i / 12
        plate.line([(66 + r * cos(angle), 42 + r * sin(angle)) for r in (4, 31)], 1.6)
        bucket = [
            (66 + r * cos(angle + d), 42 + r * sin(angle + d)) for r, d in ((28, 0), (36, 0), (36, 0.2), (28, 0.2))
        ]
        plate.polygon(bucket, 80, 200)
    plate.oval(66, 42, 6, 6, 120, 230)


def draw_masonry(plate: Plate) -> None:
    """Draw a wall that grows behind its scaffold, and a crane."""
    for row in range(5):
        y, width = 88 - 11 * row, 72 - 12 * row
        for i in range(max(1, width // 14)):
            plate.box(12 + 14 * i + 7 * (row % 2), y, 13, 10, 20, 120 + 20 * (i % 3))
    for x in (64, 88):
        plate.line([(x, 98), (x, 34)], 2)
    for y in (56, 78):
        plate.line([(58, y), (94, y)], 2.4)
    plate.line([(64, 78), (88, 56)], 1)
    plate.line([(76, 98), (76, 12), (36, 18)], 2.6)
    plate.line([(38, 18), (38, 30)], 1)
    plate.box(31, 30, 14, 10, 40, 190)
    plate.line([(0, 98), (100, 98)], 1.4)


def draw_scroll(plate: Plate) -> None:
    """Draw an unrolled scroll and a quill."""
    plate.polygon(((20, 20), (76, 14), (80, 84), (24, 90)), 4, 50)
    for row in range(6):
        y = 30 + 9 * row
        plate.line([(29 + 0.5 * row, y + 1), (68 + 0.5 * row - 9 * (row % 3), y - 3)], 1.1)
    for x, y in ((16, 16), (20, 86)):
        plate.polygon(((x, y), (x + 62, y - 7), (x + 64, y + 1), (x + 2, y + 9)), 60, 210)
        plate.oval(x + 1, y + 4.5, 4, 5, 20, 160)
    plate.polygon(((60, 80), (74, 52), (92, 30), (96, 42), (84, 64)), 20, 150, rounding=1)
    plate.line([(54, 90), (92, 34)], 1.2)


def draw_globe(plate: Plate) -> None:
    """Draw a globe in its frame."""
    plate.polygon(((30, 98), (40, 88), (60, 88), (70, 98)), 80, 200)
    plate.line([(50, 90), (50, 78)], 4)
    plate.oval(50, 44, 38, 38, 0, 0, outline=2.4)
    plate.oval(50, 44, 31, 31, 10, 190)
    for rx in (10, 22):
        plate.line(build_arc(50, 44, rx, 31, -90, 90), 0.8)
        plate.line(build_arc(50, 44, rx, 31, 90, 270), 0.8)
    for dy in (-16, 0, 16):
        half = (31**2 - dy**2) ** 0.5
        plate.line([(50 - half, 44 + dy), (50 + half, 44 + dy)], 0.8)
    plate.polygon(((38, 24), (52, 22), (56, 34), (46, 48), (36, 40)), 150, 230, rounding=2)
    plate.polygon(((56, 46), (70, 42), (72, 56), (60, 64)), 150, 230, rounding=2)


def draw_star(plate: Plate) -> None:
    """Draw a star of many facets."""
    for i in range(32):
        angle = 2 * pi * i / 32
        plate.line([(50 + r * cos(angle), 50 + r * sin(angle)) for r in (40, 48 if i % 2 else 56)], 0.9)
    for count, outer, inner, turn in ((16, 42, 26, 0.0), (8, 30, 15, pi / 8)):
        for i in range(count):
            angle, step = 2 * pi * i / count + turn, pi / count
            tip = (50 + outer * cos(angle), 50 + outer * sin(angle))
            for side, light in ((-1, 10), (1, 150)):
                shoulder = (50 + inner * cos(angle + side * step), 50 + inner * sin(angle + side * step))
                plate.polygon(((50, 50), shoulder, tip), light, light + 70, 40 * side)
    plate.oval(50, 50, 7, 7, 0, 120)


def draw_purse(plate: Plate) -> None:
    """Draw a full horn that pours out its fruit."""
    horn = ((6, 14), (20, 20), (30, 34), (58, 40), (78, 60), (60, 84), (34, 70), (20, 46), (12, 28))
    plate.polygon(horn, 40, 210, rounding=2)
    for i in range(4):
        plate.line([(24 + 11 * i, 34 + 6 * i), (18 + 13 * i, 46 + 10 * i)], 1)
    plate.oval(68, 72, 15, 13, 200, 240)
    for x, y, r in ((60, 66, 8), (76, 64, 9), (88, 78, 9), (66, 82, 10), (82, 92, 8), (52, 88, 7), (70, 96, 6)):
        plate.oval(x, y, r, r, 0, 170)
        plate.line([(x, y - r), (x + 3, y - r - 4)], 1)


def draw_ring(plate: Plate) -> None:
    """Draw a snake that bites its tail around an egg."""
    for i in range(40):
        angle = radians(-70 + 8 * i)
        r = 5.5 + 4.5 * i / 40
        plate.oval(50 + 36 * cos(angle), 50 + 36 * sin(angle), r, r, 30, 190, outline=0.7)
    plate.polygon(((50, 6), (66, 8), (72, 20), (60, 26), (48, 22)), 40, 190, rounding=1)
    plate.oval(61, 14, 2, 2, 240, 240)
    plate.oval(50, 51, 13, 17, 0, 150)


def draw_altar(plate: Plate) -> None:
    """Draw a flame on an altar."""
    for i in range(15):
        angle = radians(180 + 180 * i / 14)
        plate.line([(50 + r * cos(angle), 44 + r * sin(angle)) for r in (32, 44 if i % 2 else 54)], 0.9)
    for points, light, dark in (
        (((50, 4), (62, 24), (66, 42), (56, 56), (44, 56), (34, 42), (40, 28)), 20, 120),
        (((50, 22), (56, 36), (56, 48), (50, 56), (44, 48), (44, 38)), 0, 20),
    ):
        plate.polygon(points, light, dark, 70, rounding=2)
    plate.polygon(((28, 56), (72, 56), (66, 64), (34, 64)), 60, 200)
    plate.box(36, 64, 28, 24, 20, 170)
    plate.box(28, 88, 44, 9, 80, 200)
    plate.oval(50, 76, 7, 7, 140, 230)


WORKS = {
    "altar": draw_altar,
    "book": draw_book,
    "canal": draw_canal,
    "globe": draw_globe,
    "jars": draw_jars,
    "masonry": draw_masonry,
    "people": draw_people,
    "purse": draw_purse,
    "ring": draw_ring,
    "scales": draw_scales,
    "scroll": draw_scroll,
    "seedling": draw_seedling,
    "star": draw_star,
    "tents": draw_tents,
    "tree": draw_tree,
}
