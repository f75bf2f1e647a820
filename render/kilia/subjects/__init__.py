"""The engravings of the contracts: what merchants carry, weigh and store. Drawings of our own."""

from collections.abc import Callable, Mapping

from render.kit.surfaces.engraving import Plate, build_arc


def draw_casks(plate: Plate) -> None:
    """Draw three casks, one on two."""
    for x, y in ((28, 76), (72, 76), (50, 36)):
        plate.oval(x, y, 22, 20, 30, 190)
        plate.oval(x, y, 15, 13.5, 10, 120)
        for dx in (-8, 0, 8):
            plate.line([(x + dx, y - 12), (x + dx, y + 12)], 1)
        plate.oval(x, y, 2.6, 2.6, 230, 230)
    plate.line([(2, 97), (98, 97)], 2)


def draw_scales(plate: Plate) -> None:
    """Draw the scales of a merchant, with coins and a weight."""
    plate.polygon(((47, 92), (48, 18), (52, 18), (53, 92)), 60, 210)
    plate.polygon(((30, 98), (38, 90), (62, 90), (70, 98)), 80, 200)
    plate.line([(14, 30), (50, 22), (86, 30)], 3.4)
    plate.oval(50, 16, 5, 5, 20, 160)
    for x in (16, 84):
        for dx in (-14, 14):
            plate.line([(x, 31), (x + dx, 64)], 1.2)
        plate.oval(x, 64, 16, 10, 60, 220, part=(0, 180))
    for i in range(3):
        plate.oval(16, 61 - 5 * i, 8, 3.4, 10, 150)
    plate.polygon(((77, 64), (79, 50), (89, 50), (91, 64)), 80, 220)


def draw_bales(plate: Plate) -> None:
    """Draw stacked bales, corded and marked."""
    for x, y, w, h in ((6, 60, 44, 34), (52, 62, 42, 32), (24, 26, 50, 34)):
        plate.polygon(((x, y), (x + 7, y - 8), (x + w + 7, y - 8), (x + w, y)), 10, 70)
        plate.polygon(((x + w, y), (x + w + 7, y - 8), (x + w + 7, y + h - 8), (x + w, y + h)), 130, 220)
        plate.box(x, y, w, h, 30, 130)
        for share in (0.3, 0.7):
            plate.line([(x + share * w, y), (x + share * w, y + h)], 2)
        plate.line([(x, y + 0.5 * h), (x + w, y + 0.5 * h)], 2)


def draw_chest(plate: Plate) -> None:
    """Draw an open chest full of coins."""
    plate.polygon(((12, 50), (16, 20), (84, 20), (88, 50)), 120, 210)
    plate.polygon(((18, 46), (21, 25), (79, 25), (82, 46)), 190, 235)
    for i, (x, y) in enumerate(
        ((26, 50), (38, 47), (50, 49), (62, 46), (74, 50), (32, 55), (44, 54), (56, 55), (68, 54))
    ):
        plate.oval(x, y, 7.4, 4.6, 0, 90 + 8 * (i % 3))
    plate.box(10, 54, 80, 40, 30, 170)
    for x in (20, 74):
        plate.box(x, 54, 7, 40, 140, 230)
    plate.box(43, 56, 14, 16, 10, 150)
    plate.oval(50, 64, 3, 3, 240, 240)


def draw_crane(plate: Plate) -> None:
    """Draw the crane of a harbour with its load."""
    plate.polygon(((52, 96), (56, 40), (84, 40), (90, 96)), 30, 170)
    for i in range(5):
        plate.line([(53 + 0.6 * i, 50 + 10 * i), (86 + 0.7 * i, 50 + 10 * i)], 0.9)
    plate.polygon(((48, 42), (70, 22), (92, 42)), 110, 220)
    plate.polygon(((66, 34), (18, 6), (14, 12), (62, 42)), 60, 200)
    plate.line([(17, 10), (17, 54)], 1.4)
    plate.box(6, 54, 23, 18, 40, 180)
    plate.line([(17, 54), (17, 72)], 1.4)
    plate.oval(70, 70, 13, 13, 0, 30)
    for i in range(4):
        arc = build_arc(70, 70, 13, 13, 45 * i, 45 * i + 180, count=2)
        plate.line([arc[0], arc[-1]], 1.4)
    plate.line([(0, 97), (100, 97)], 2)


def draw_sacks(plate: Plate) -> None:
    """Draw tied sacks of grain."""
    for x, y, k in ((24, 96, 0.9), (76, 96, 0.95), (50, 97, 1.15)):
        body = ((-20, 0), (-22, -26), (-12, -46), (-6, -50), (6, -50), (12, -46), (22, -26), (20, 0))
        plate.polygon([(x + dx * k, y + dy * k) for dx, dy in body], 20, 190, rounding=2)
        plate.polygon([(x + dx * k, y + dy * k) for dx, dy in ((-5, -48), (-12, -60), (12, -60), (5, -48))], 40, 200)
        plate.line([(x - 7 * k, y - 49 * k), (x + 7 * k, y - 49 * k)], 2.4)
        plate.line([(x - 6 * k, y - 40 * k), (x - 10 * k, y - 16 * k)], 0.9)


SUBJECTS: Mapping[str, Callable[[Plate], None]] = {
    "bales": draw_bales,
    "casks": draw_casks,
    "chest": draw_chest,
    "crane": draw_crane,
    "sacks": draw_sacks,
    "scales": draw_scales,
}
"""Engraving -> how it is drawn."""
