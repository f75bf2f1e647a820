"""Persons with something of their own: spies, scribes, councils."""

from render.kit.surfaces.engraving import Plate
from render.pax_pamir.subjects.figures import draw_face, wear_robe
from render.pax_pamir.subjects.forms import build_placer, round_by, trace
from render.pax_pamir.subjects.headwear import wear_cap, wear_hood
from render.pax_pamir.subjects.landscape import draw_hills, draw_plain, draw_sky


@round_by(2)
def draw_spy(plate: Plate) -> None:
    draw_sky(plate, 6, 60, 10)
    wear_hood(plate)
    plate.oval(50, 46, 13, 17, 150, 250, -30, 1)
    plate.oval(45, 44, 2, 1.2, 0, 0, 0, 0.8)
    plate.oval(55, 44, 2, 1.2, 0, 0, 0, 0.8)
    plate.polygon([(37.6, 50), (62.4, 50), (63, 66), (50, 74), (37, 66)], 170, 235, 20, 1)
    plate.line([(20, 100), (78, 72)], 2.6)
    plate.polygon([(76, 70), (90, 62), (94, 64), (80, 76)], 0, 40, 0, 1)


@round_by(2)
def draw_dervish(plate: Plate) -> None:
    draw_sky(plate, 6, 60, 12)
    wear_robe(plate, has_shawl=False)
    for x, y in ((36, 74), (39, 80), (44, 85), (50, 87), (56, 85), (61, 80), (64, 74)):
        plate.oval(x, y, 1.6, 1.6, 60, 200, 0, 0.7)
    draw_face(plate, 46, "long", 14)
    plate.polygon([(35, 36), (38, 14), (50, 2), (62, 14), (65, 36), (50, 31)], 10, 110, 70, 1.1)
    plate.line([(36, 30), (50, 25), (64, 30)], 1.6)
    plate.line([(50, 4), (50, 25)], 0.8)
    plate.line([(42, 10), (43, 28)], 0.8)
    plate.line([(58, 10), (57, 28)], 0.8)
    plate.line([(84, 100), (88, 8)], 2.2)
    plate.polygon([(82, 12), (88, 2), (95, 12), (90, 18), (86, 18)], 60, 160, 0, 1)


@round_by(2)
def draw_scribe(plate: Plate) -> None:
    draw_sky(plate, 6, 46, 9)
    wear_robe(plate, has_shawl=True)
    draw_face(plate, 42, "moustache", 6)
    plate.polygon([(35, 34), (36, 18), (50, 13), (64, 18), (65, 34), (50, 29)], 10, 90, 70, 1.1)
    for i in range(4):
        plate.line([(37 + i, 31 - i * 4), (50, 27 - i * 4), (63 - i, 31 - i * 4)], 0.7)
    plate.oval(44, 43.4, 4, 3.4, 0, 0, 0, 0.9)
    plate.oval(56, 43.4, 4, 3.4, 0, 0, 0, 0.9)
    plate.polygon([(14, 80), (60, 76), (66, 96), (16, 100)], 0, 20, 0, 1.2, rounding=0)
    for i in range(4):
        plate.line([(20, 84 + i * 3.4), (56, 80.6 + i * 3.4)], 0.6)
    plate.polygon([(60, 88), (70, 80), (84, 82), (96, 92), (98, 112), (66, 112), (58, 98)], 40, 130, 40, 1)
    plate.line([(60, 90), (84, 52)], 1.2)
    plate.polygon([(74, 66), (86, 46), (92, 48), (82, 66)], 10, 60, 60, 0.8)


@round_by(2)
def draw_throne(plate: Plate) -> None:
    plate.polygon([(22, 96), (22, 24), (36, 10), (50, 4), (64, 10), (78, 24), (78, 96)], 120, 190, 84, 1.2)
    plate.polygon([(28, 96), (28, 28), (39, 16), (50, 11), (61, 16), (72, 28), (72, 96)], 20, 60, 30, 1)
    for x, y in ((22, 24), (78, 24), (50, 4)):
        plate.oval(x, y, 4, 4, 10, 120, 0, 1)
    plate.polygon(trace("12,100 16,78 34,62 44,56 56,56 66,62 84,78 88,100"), 60, 150, 50, 1.1)
    plate.polygon([(20, 100), (24, 86), (44, 80), (56, 80), (76, 86), (80, 100)], 20, 90, 20, 1)
    for i in range(4):
        plate.line([(44 + i * 4, 60), (40 + i * 6, 80)], 0.7)
    draw_face(plate, 42, "full", 4, 50, 0.72)

    place = build_placer(50, 38, 0.78, (50, 40))
    plate.polygon(place(*trace("27,33 24,25 30,15 40,9 54,8 66,12 74,22 74,32 66,38 50,33 34,38")), 4, 120, 24, 1.1)
    for i in range(5):
        plate.line(place((26 + i * 0.4, 31 - i * 4), (44 + i * 2, 31 - i * 4), (64 + i, 20 - i * 2)), 0.8)
    plate.oval(50, 20, 3.2, 4, 0, 90, 0, 1)
    for k in (-1, -0.4, 0.4, 1):
        plate.line([(50, 16), (50 + k * 3, 6), (50 + k * 6, 1)], 1)
    for x in (14, 86):
        plate.polygon([(x - 5, 100), (x - 5, 76), (x + 5, 76), (x + 5, 100)], 90, 190, 84, 1)
        plate.oval(x, 75, 6, 3.4, 30, 120, 0, 1)


@round_by(2)
def draw_council(plate: Plate) -> None:
    draw_sky(plate, 4, 34, 6)
    plate.polygon([(0, 100), (0, 88), (50, 82), (100, 88), (100, 100)], 40, 80, 0, 0.9)
    for i in range(5):
        plate.polygon([(6 + 18 * i, 100), (15 + 18 * i, 90), (24 + 18 * i, 100)], 120, 170, 0, 0.6)
    for x, y, s, b in ((22, 46, 0.62, "full"), (78, 46, 0.62, "long"), (50, 52, 0.78, "pointed")):
        place = build_placer(x, y, s, (50, 46))
        plate.polygon(place((4, 108), (12, 84), (34, 68), (66, 68), (88, 84), (96, 108)), 70, 170, 50, 1.1)
        plate.polygon(place((40, 66), (50, 92), (60, 66)), 6, 30, 0, 0.8)
        draw_face(plate, y, b, 8, x, s)
        plate.polygon(place(*trace("27,33 24,25 30,14 40,8 54,7 66,11 75,21 75,32 66,38 50,33 34,38")), 4, 130, 24, 1.1)
        for i in range(5):
            plate.line(place((26 + i * 0.4, 31 - i * 4), (44 + i * 2, 31 - i * 4), (66 + i, 20 - i * 2)), 0.8)


@round_by(1)
def draw_guard(plate: Plate) -> None:
    plate.polygon([(14, 100), (14, 34), (50, 4), (86, 34), (86, 100)], 30, 110, 0, 1.1, rounding=0)
    plate.polygon([(24, 100), (24, 40), (50, 16), (76, 40), (76, 100)], 190, 240, 84, 1, rounding=0)
    plate.polygon([(37, 100), (35, 62), (42, 46), (58, 46), (65, 62), (63, 100)], 20, 120, 70, 1.1)
    plate.polygon([(36, 74), (64, 70), (64, 76), (36, 80)], 0, 40, 0, 0.9)
    draw_face(plate, 38, "full", 6, 50, 0.5)
    plate.polygon(trace("41,33 39,28 43,21 50,18 57,21 61,28 59,33 50,30"), 0, 90, 24, 1)
    plate.line([(44, 29), (57, 22)], 0.7)
    plate.line([(42, 26), (54, 19)], 0.7)
    plate.line([(70, 100), (72, 10)], 2.2)
    plate.polygon([(72, 16), (80, 10), (84, 20), (78, 30), (72, 28)], 20, 90, 0, 1)
    plate.polygon([(72, 10), (70, 2), (74, 2)], 80, 80, 0, 0.8)
    plate.polygon([(58, 58), (66, 54), (74, 58), (70, 63), (60, 66)], 40, 120, 30, 1)


def draw_surveyor(plate: Plate) -> None:
    draw_sky(plate, 4, 38, 8)
    draw_hills(plate, 60, 24, 4, 50, 1.0)
    draw_plain(plate, 64)
    plate.line([(56, 52), (38, 98)], 1.8)
    plate.line([(56, 52), (60, 98)], 1.8)
    plate.line([(56, 52), (78, 98)], 1.8)
    plate.box(49, 47, 14, 6, 60, 180, 0, 1)
    plate.oval(56, 40, 9, 9, 10, 130, 0, 1.3)
    plate.oval(56, 40, 5.4, 5.4, 0, 60, 0, 0.8)
    plate.polygon([(38, 35), (76, 25), (78, 31), (40, 42)], 40, 210, -15, 1.1)
    plate.polygon([(76, 24), (82, 22), (84, 31), (78, 33)], 90, 220, 0, 1)
    plate.polygon([(12, 98), (14, 66), (20, 58), (30, 58), (36, 66), (34, 98)], 110, 210, 80, 1.1)
    plate.polygon([(30, 62), (44, 46), (47, 49), (35, 70)], 110, 190, 40, 1)
    draw_face(plate, 48, "whiskers", 0, 25, 0.42)
    plate.polygon([(16, 44), (17, 36), (33, 36), (34, 44), (25, 42)], 150, 230, 84, 1)
    plate.line([(14, 44), (37, 45)], 1.8)


@round_by(2)
def draw_merchant(plate: Plate) -> None:
    draw_sky(plate, 6, 60, 12)
    wear_robe(plate, has_shawl=True)
    draw_face(plate, 46, "long", 6)
    wear_cap(plate)
    plate.oval(80, 88, 12, 10, 20, 150, 40, 1.1)
    plate.line([(74, 79), (86, 79)], 1.6)
