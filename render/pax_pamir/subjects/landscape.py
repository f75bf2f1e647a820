"""Skies, hills, plains, palms and towers behind and around subjects."""

from math import cos, radians, sin
from random import Random

from render.kit.surfaces.engraving import Plate
from render.pax_pamir.subjects.forms import round_by


def draw_sky(plate: Plate, y0: float = 8, y1: float = 44, n: int = 8, x0: float = 4, x1: float = 96) -> None:
    random = Random(3)
    for i in range(n):
        y = y0 + (y1 - y0) * i / n
        a, b = x0 + random.uniform(0, 18), x1 - random.uniform(0, 18)
        c = random.uniform(a + 10, b - 14)
        plate.line([(a, y), (c, y)], 0.4)
        plate.line([(c + 4, y), (b, y)], 0.4)


def draw_hills(
    plate: Plate,
    y: float = 62,
    seed: int = 3,
    n: int = 4,
    dark: float = 60,
    size: float = 1.0,
    x0: float = 0,
    x1: float = 100,
) -> None:
    random = Random(seed)
    for i in range(n):
        x, h, w = (
            x0 + (i + 0.5) * (x1 - x0) / n + random.uniform(-4, 4),
            random.uniform(18, 34) * size,
            random.uniform(18, 28) * size,
        )
        top = (x, y - h)
        plate.polygon(
            [(x - w, y), (x - w * 0.4, y - h * 0.5), top, (x + w * 0.4, y - h * 0.5), (x + w, y)], 10, 30, -60, 0.8
        )
        plate.polygon(
            [top, (x + w * 0.4, y - h * 0.5), (x + w, y), (x + w * 0.25, y), (x + w * 0.1, y - h * 0.45)],
            dark + 40,
            dark + 120,
            -62,
            0,
        )


@round_by(0)
def draw_plain(plate: Plate, y: float = 62, light: float = 14, dark: float = 40) -> None:
    plate.polygon(
        [(0, y), (30, y - 2), (70, y + 1), (100, y - 2), (100, 100), (0, 100)], light, dark, 4, 0, is_vertical=True
    )
    plate.line([(0, y), (30, y - 2), (70, y + 1), (100, y - 2)], 0.8)


def draw_palm(plate: Plate, x: float, y: float, h: float) -> None:
    plate.polygon([(x - 1.6, y), (x - 0.8, y - h), (x + 1.2, y - h), (x + 2, y)], 120, 220, -10, 0.7)
    for i in range(5):
        plate.line([(x - 1.4, y - h * (0.15 + 0.17 * i)), (x + 1.8, y - h * (0.18 + 0.17 * i))], 0.6)
    for a in (-170, -140, -108, -72, -40, -10):
        c, s = cos(radians(a)), sin(radians(a))
        plate.polygon(
            [
                (x, y - h),
                (x + 8 * c - 2 * s, y - h + 8 * s + 2 * c - 1),
                (x + 17 * c, y - h + 15 * s + 8),
                (x + 8 * c + 2 * s, y - h + 8 * s + 2),
            ],
            130,
            210,
            a,
            0.6,
        )


def draw_tower(plate: Plate, x: float, y: float, w: float, h: float, light: float = 20, dark: float = 170) -> None:
    plate.polygon([(x, y), (x + w * 0.06, y - h), (x + w * 0.94, y - h), (x + w, y)], light, dark, 84, 1.1)
    n = 4
    for i in range(n):
        a = x + w * 0.02 + i * w * 0.96 / n
        plate.box(a, y - h - 4, w * 0.96 / n * 0.6, 5, 60, 140, 84, 0.8)
    plate.polygon(
        [
            (x + w * 0.4, y - h * 0.5),
            (x + w * 0.4, y - h * 0.68),
            (x + w * 0.5, y - h * 0.74),
            (x + w * 0.6, y - h * 0.68),
            (x + w * 0.6, y - h * 0.5),
        ],
        240,
        250,
        0,
        0.6,
    )
