"""The engraved scenes of cards and skills, drawings of our own in the units of a plate; here those of the cards."""

from collections.abc import Callable, Mapping
from math import cos, pi, radians, sin

from render.kit.surfaces.engraving import Plate

from .arms import ARMS
from .works import WORKS


def _draw_sun(
    plate: Plate, x: float, y: float, r: float, rays: int, arc: tuple[float, float] = (180, 360), far: float = 90
) -> None:
    """Draw a disc with long and short rays on an arc of degrees; far: where the rays end."""
    start, end = (radians(angle) for angle in arc)
    for i in range(rays + 1):
        angle = start + (end - start) * i / rays
        near = r * (1.25 if i % 2 else 1.45)
        points = [(x + reach * cos(angle), y + reach * sin(angle)) for reach in (near, far)]
        plate.line(points, 0.7 if i % 2 else 1.2)
    plate.oval(x, y, r, r, 0, 20)


def _draw_hills(plate: Plate, y: float, heights: tuple[float, ...], dark: float = 60) -> None:
    step = 100 / len(heights)
    for i, h in enumerate(heights):
        x, w = step * (i + 0.5), 0.9 * step
        shares = ((-1, -12), (-0.5, 0.5 * h), (-0.1, h), (0.3, 0.7 * h), (1, -12))
        plate.polygon([(x + dx * w, y - dy) for dx, dy in shares], dark, dark + 90)


def draw_blessing(plate: Plate) -> None:
    """Draw banners over a crowd at sunrise."""
    _draw_sun(plate, 50, 62, 15, 26, far=110)
    _draw_hills(plate, 66, (12, 15, 11, 14), 70)
    for x, h in ((26, 52), (52, 62), (76, 50)):
        top = 72 - h
        plate.box(x - 0.9, top, 1.8, h, 200, 200)
        cloth = ((x + 1, top + 1), (x + 22, top + 3), (x + 17, top + 11), (x + 22, top + 20), (x + 1, top + 22))
        plate.polygon(cloth, 90, 200)
        plate.oval(x + 8, top + 11, 4.4, 4.4, 10, 20)
    for i, x in enumerate(range(-2, 106, 13)):
        plate.polygon(((x - 9, 100), (x - 8, 78), (x, 72), (x + 8, 78), (x + 9, 100)), 110, 200)
        plate.oval(x, 67 + i % 3, 6, 6.4, 60, 170)


def draw_labour(plate: Plate) -> None:
    """Draw sheaves on a ploughed field, and a sickle."""
    _draw_sun(plate, 82, 22, 8, 18, (0, 360), 17)
    _draw_hills(plate, 46, (9, 12, 8, 10), 30)
    for i in range(15):
        plate.line([(50 + (i - 7) * 4, 50), (50 + (i - 7) * 24, 100)], 0.9)
    for x, y, size in ((26, 90, 1.2), (56, 92, 0.95)):
        _draw_sheaf(plate, x, y, size)
    for points, width in (
        (((76, 94), (80, 76)), 4.0),
        (((80, 76), (92, 68), (95, 55), (88, 44)), 2.2),
        (((82, 75), (90, 66), (92, 55), (88, 44)), 1.2),
    ):
        plate.line(points, width)


def _draw_sheaf(plate: Plate, x: float, y: float, size: float) -> None:
    knot = y - 22 * size
    angles = [radians(4.4 * i) for i in range(-6, 7)]
    for i, angle in enumerate(angles, -6):
        plate.line([(x + 1.5 * i * size, y), (x, knot)], 1.1)
        plate.line([(x, knot), (x + 36 * size * sin(angle), knot - 36 * size * cos(angle))], 0.8)
    for angle in angles:
        for ear in range(4):
            reach = (24 + 4.2 * ear) * size
            at = x + reach * sin(angle) + (ear % 2 - 0.5) * size
            plate.oval(at, knot - reach * cos(angle), 1.5 * size, 2.4 * size, 60, 180, outline=0.6)
    plate.box(x - 6 * size, y - 25 * size, 12 * size, 5 * size, 210, 230)


def draw_miracle(plate: Plate) -> None:
    """Draw an eye among rays above a stepped temple."""
    _draw_sun(plate, 50, 30, 14, 44, (0, 360), 120)
    plate.polygon(((34, 30), (42, 22), (50, 19.5), (58, 22), (66, 30), (58, 38), (50, 40.5), (42, 38)), 0, 10)
    plate.oval(50, 30, 8, 8, 120, 220)
    plate.oval(50, 30, 3.4, 3.4, 250, 250)
    for half, y in ((16, 60), (26, 68), (38, 76), (50, 86)):
        corners = ((50 - half, y + 14), (54 - half, y), (46 + half, y), (50 + half, y + 14))
        plate.polygon(corners, 50, 170)
    plate.polygon(((46, 100), (47, 60), (53, 60), (54, 100)), 10, 40)


def draw_revelation(plate: Plate) -> None:
    """Draw a wanderer on a road towards mountains, below stars."""
    for x, y in ((14, 16), (28, 28), (80, 14), (88, 32), (64, 24), (40, 13)):
        plate.line([(x - 3, y), (x + 3, y)], 1)
        plate.line([(x, y - 3), (x, y + 3)], 1)
    _draw_sun(plate, 52, 22, 4.5, 8, (0, 360), 14)
    for x, h, w in ((12, 34, 24), (40, 26, 22), (66, 38, 28), (94, 30, 24)):
        foot, top = 62.0, 62.0 - h
        slopes = ((x - w, foot), (x - 0.4 * w, foot - 0.6 * h), (x, top), (x + 0.4 * w, foot - 0.5 * h), (x + w, foot))
        plate.polygon(slopes, 10, 30)
        shade = ((x, top), *slopes[3:], (x + 0.1 * w, foot), (x + 0.06 * w, foot - 0.4 * h))
        plate.polygon(shade, 150, 200, outline=0.6)
    plate.polygon(((0, 100), (0, 62), (100, 60), (100, 100)), 10, 40)
    road = ((16, 100), (48, 79), (40, 71), (54, 62), (57, 62), (47, 71), (60, 80), (50, 100))
    plate.polygon(road, 0, 6, outline=1.4)
    plate.polygon(((70, 94), (72, 68), (76, 62), (81, 66), (86, 94)), 130, 220)
    plate.oval(77, 58, 4.6, 5, 60, 150)
    plate.line([(89, 94), (86, 52)], 2)


def draw_prosperity(plate: Plate) -> None:
    """Draw a domed city before the sun."""
    _draw_sun(plate, 50, 48, 22, 30, far=120)
    plate.polygon(((0, 100), (0, 72), (100, 72), (100, 100)), 30, 90)
    for x, w, h in ((2, 16, 26), (16, 14, 38), (66, 16, 40), (84, 18, 28)):
        plate.box(x, 76 - h, w, h, 30, 180)
        plate.polygon(((x - 1.5, 76 - h), (x + w / 2, 64 - h), (x + w + 1.5, 76 - h)), 130, 220)
        for share in (0.25, 0.65):
            plate.box(x + w * share, 55, w * 0.14, 7, 240, 240, outline=0.6)
    plate.oval(49, 42, 15, 14, 20, 190)
    plate.box(32, 42, 34, 34, 30, 160)
    plate.polygon(((48, 28), (49, 16), (50, 28)), 200, 200)
    plate.polygon(((43, 76), (43, 60), (49, 53), (55, 60), (55, 76)), 245, 245)
    for i in range(5):
        plate.oval(10 + 20 * i, 88 + 2 * sin(i * pi / 2), 6, 4, 70, 200)


SUBJECTS: Mapping[str, Callable[[Plate], None]] = {
    "blessing": draw_blessing,
    "labour": draw_labour,
    "miracle": draw_miracle,
    "prosperity": draw_prosperity,
    "revelation": draw_revelation,
    **ARMS,
    **WORKS,
}
