"""Faces, shoulders and coats."""

from random import Random

from render.kit.surfaces.engraving import Plate
from render.pax_pamir.subjects.forms import build_placer, round_by, trace


def draw_face(plate: Plate, y: float = 46, beard: str = "", dark: float = 0, x: float = 50, s: float = 1.0) -> None:
    place = build_placer(x, y, s, (50, 46))
    plate.polygon(place((41, 56), (59, 56), (61, 72), (50, 78), (39, 72)), 50 + dark, 140, -8, 1)
    plate.oval(x, y, 14.2 * s, 18.5 * s, 0 + dark, 104 + dark, -38, 1.2)
    plate.polygon(place((36.5, 42), (34, 44), (34.6, 51), (38, 53)), 60, 90, -40, 0.9)
    plate.polygon(place((63.5, 42), (66, 44), (65.4, 51), (62, 53)), 130, 170, -40, 0.9)
    for sg in (-1, 1):
        plate.line(place((50 + sg * 10, 39.4), (50 + sg * 6, 37.8), (50 + sg * 2.6, 39.6)), 1.7)
        plate.line(place((50 + sg * 9, 43.6), (50 + sg * 6, 42.2), (50 + sg * 3, 43.8)), 0.9)
        plate.line(place((50 + sg * 8.6, 44.2), (50 + sg * 6, 45.2), (50 + sg * 3.4, 44.4)), 0.6)
        e = place((50 + sg * 6, 43.6))[0]
        plate.oval(e[0], e[1], 1.5 * s, 1.5 * s, 255, 255, 0, 0)
    plate.line(place((51.6, 41), (52.6, 49), (53.8, 51.4), (50.6, 52.8), (47.6, 51.6)), 0.9)
    plate.line(place((52.6, 45), (54, 50.6)), 1.5)
    plate.line(place((44.6, 56.8), (50, 56), (55.4, 56.8)), 1.2)
    plate.line(place((47.6, 59), (52.4, 59)), 0.7)
    must = ((40.5, 57), (44, 53.6), (50, 54.6), (56, 53.6), (59.5, 57), (55, 56.4), (50, 56.4), (45, 56.4))
    if beard in ("moustache", "whiskers"):
        plate.polygon(place(*must), 190, 240, -20, 0.7)
    if beard == "whiskers":
        for sg in (-1, 1):
            plate.polygon(
                place(
                    (50 + sg * 13.6, 40),
                    (50 + sg * 14.6, 50),
                    (50 + sg * 11, 61),
                    (50 + sg * 6, 60),
                    (50 + sg * 10, 52),
                ),
                180,
                240,
                -80,
                0.7,
            )
    if beard in ("full", "long", "pointed"):
        low = {"full": 72, "long": 88, "pointed": 80}[beard]
        wide = 13 if beard != "pointed" else 10
        plate.polygon(
            place(
                (36.4, 45),
                (39.5, 52),
                (44, 54),
                (50, 53),
                (56, 54),
                (60.5, 52),
                (63.6, 45),
                (63.4, 60),
                (50 + wide * 0.7, low - 8),
                (50, low),
                (50 - wide * 0.7, low - 8),
                (36.6, 60),
            ),
            150,
            235,
            -84,
            0.9,
        )
        plate.clear_polygon(place((46, 57.6), (54, 57.6), (53, 59.4), (47, 59.4)))
        for i in range(7):
            k = i - 3
            plate.clear_line(place((50 + k * 3.4, 60 - abs(k) * 0.6), (50 + k * 2.2, low - 9 - abs(k) * 2.4)), 0.45)


def draw_shoulders(plate: Plate, light: float = 120, dark: float = 200) -> None:
    plate.polygon(trace("1,116 7,84 28,72 42,66 58,66 72,72 93,84 99,116"), light, dark, 62, 1.2, rounding=2)


@round_by(0)
def wear_uniform(plate: Plate, has_epaulettes: bool = True, has_belts: bool = False, has_facing: bool = True) -> None:
    draw_shoulders(plate, 130, 205)
    plate.polygon([(39, 62), (61, 62), (63, 72), (50, 79), (37, 72)], 170, 225, -10, 1)
    plate.clear_line([(41, 65), (50, 70), (59, 65)], 1)
    if has_facing:
        plate.polygon([(37, 72), (50, 79), (47, 100), (34, 100)], 30, 60, 62, 0.9)
        plate.polygon([(63, 72), (50, 79), (53, 100), (66, 100)], 50, 110, 62, 0.9)
        for y in (80, 87, 94):
            plate.oval(39.5, y, 1.6, 1.6, 0, 120, 0, 0.7)
            plate.oval(60.5, y, 1.6, 1.6, 0, 120, 0, 0.7)
    if has_belts:
        plate.polygon([(26, 73), (32, 71), (68, 100), (58, 100)], 0, 10, 0, 0.9)
        plate.polygon([(74, 73), (68, 71), (32, 100), (42, 100)], 0, 20, 0, 0.9)
    if has_epaulettes:
        for sg in (-1, 1):
            plate.polygon(
                [(50 + sg * 16, 71), (50 + sg * 40, 77), (50 + sg * 44, 82), (50 + sg * 40, 85), (50 + sg * 18, 77)],
                10,
                50,
                0,
                1,
            )
            for i in range(6):
                x = 50 + sg * (29 + i * 2.7)
                plate.line([(x, 83), (x + sg * 0.5, 90)], 0.9)


@round_by(0)
def wear_tailcoat(plate: Plate) -> None:
    draw_shoulders(plate, 150, 215)
    plate.polygon([(40, 60), (60, 60), (62, 74), (56, 100), (44, 100), (38, 74)], 4, 40, 0, 1)
    plate.polygon([(42, 64), (58, 64), (56, 72), (50, 76), (44, 72)], 10, 60, 10, 0.9)
    plate.line([(50, 76), (50, 100)], 0.8)
    plate.polygon([(38, 66), (30, 74), (36, 88), (30, 90), (43, 100), (47, 100), (40, 80)], 130, 190, 62, 0.9)
    plate.polygon([(62, 66), (70, 74), (64, 88), (70, 90), (57, 100), (53, 100), (60, 80)], 170, 230, 62, 0.9)


def wear_robe(plate: Plate, has_shawl: bool = True, is_furred: bool = False) -> None:
    draw_shoulders(plate, 70, 150)
    plate.polygon([(40, 66), (50, 92), (60, 66), (56, 63), (44, 63)], 6, 40, 0, 0.9)
    plate.line([(40, 66), (54, 100)], 1.2)
    plate.line([(60, 66), (50, 92)], 1.2)
    for x0, x1 in ((24, 18), (32, 30), (68, 72), (77, 84)):
        plate.line([(x0, 76), (x1, 99)], 0.8)
    if is_furred:
        plate.polygon([(38, 66), (28, 72), (40, 100), (52, 100)], 20, 60, 30, 1)
        plate.polygon([(62, 66), (72, 72), (64, 100), (52, 100), (50, 92)], 50, 120, 30, 1)
        random = Random(2)
        for _ in range(40):
            x, y = random.uniform(32, 68), random.uniform(72, 98)
            plate.line([(x, y), (x + random.uniform(-1.5, 1.5), y + 2.4)], 0.5)
    elif has_shawl:
        plate.polygon([(9, 82), (30, 71), (36, 74), (62, 100), (44, 100)], 20, 70, 40, 1)
        for i in range(4):
            plate.line([(16 + 6 * i, 80 - 2 * i), (46 + 4.5 * i, 100)], 0.7)
