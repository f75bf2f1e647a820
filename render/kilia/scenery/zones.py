"""The four zones as engraved strips on their own tint: castle, university, shipyard, warehouses."""

from collections.abc import Callable, Mapping

from PIL import Image

from render.kilia import theme
from render.kit.surfaces.engraving import Plate
from render.kit.surfaces.noise import cover_by_mask, draw_gradient, mix_by_mask

STRIP_W, STRIP_H = 288, 66
LARGE_W, LARGE_H = 492, 78
"""px of a strip on the overview, and on a large card, where its scene goes on."""
_PLATE = 311  # px of a plate whose 100 units are as wide as a strip
_GROUND = 24  # y of the ground in the units of a plate

_TINTS = {
    "castle": ("#CED6D6", "#E8E2D0", "#3C424A"),
    "university": ("#EBBAA6", "#E0A08A", "#461E16"),
    "shipyard": ("#CEB492", "#AC8E6C", "#241408"),
    "warehouse": ("#F4DFA4", "#F0D288", "#4A3410"),
}
"""Zone -> the tint above, the tint below, the ink."""


def draw_strip(zone: str, w: int, h: int) -> Image.Image:
    """Draw the strip of a zone: a scene as wide as an action card, once or more side by side."""
    side = round(_PLATE * h / STRIP_H)
    plate = Plate(side, 3.2)
    _DRAWINGS[zone](plate)
    ink, _ = plate.finish()
    unit = side / 108
    left, bottom, scene_w = round(4 * unit), round((_GROUND + 8) * unit) + 1, round(100 * unit)
    scene = ink.crop((left, bottom - h, left + scene_w, bottom))
    mask = Image.new("L", (w, h))
    for x in range(0, w, scene_w):
        mask.paste(scene, (x, 0))
    above, below, line = _TINTS[zone]
    return cover_by_mask(mix_by_mask(above, below, draw_gradient(w, h)), line, mask)


def draw_strips(w: int = STRIP_W, h: int = STRIP_H) -> Image.Image:
    """Draw the strips of all zones below each other, in the order of the boards."""
    sheet = Image.new("RGB", (w, h * len(theme.ZONES)), theme.PAPER)
    for i, zone in enumerate(theme.ZONES):
        sheet.paste(draw_strip(zone, w, h), (0, h * i))
    return sheet


def _draw_castle(plate: Plate) -> None:
    for x, w, h in ((4, 12, 13), (22, 8, 10), (38, 14, 17), (60, 8, 10), (74, 12, 14)):
        plate.box(x, _GROUND - h, w, h, 30, 130)
        count = int(w / 3.4)
        for i in range(count):
            plate.box(x + w * i / count, _GROUND - h - 1.6, 0.55 * w / count, 1.6, 100, 130, outline=0.6)
    plate.box(-4, 15.5, 108, 8.5, 20, 90)
    plate.polygon([(41, 24), (41, 18.5), (45, 15.5), (49, 18.5), (49, 24)], 240, 240)
    plate.line([(45, 6), (45, 1.5)], 0.6)
    plate.polygon([(45, 2), (53, 3.4), (45, 4.8)], 140, 180, outline=0.5)


def _draw_university(plate: Plate) -> None:
    for x in range(-10, 108, 12):
        plate.box(x, 10, 12, 14, 16, 66, outline=0.6)
        plate.polygon([(x + 3, 24), (x + 3, 16), (x + 6, 12.6), (x + 9, 16), (x + 9, 24)], 190, 230, outline=0.6)
    plate.polygon([(34, 9.4), (50, 2), (66, 9.4)], 30, 130)
    plate.oval(50, 7, 1.8, 1.8, 0, 20)
    plate.box(-4, 8.6, 108, 1.8, 110, 140, outline=0.5)
    for x in (14, 82):
        plate.box(x - 3, 4.6, 6, 4.4, 40, 130, outline=0.6)
        plate.polygon([(x - 4, 4.6), (x, 1.4), (x + 4, 4.6)], 160, 190, outline=0.5)


def _draw_shipyard(plate: Plate) -> None:
    plate.polygon([(8, 20), (14, 11), (60, 12.6), (78, 7.4), (70, 22.4), (16, 23.2)], 20, 120)
    for i in range(6):
        plate.line([(12 + 10 * i, 12), (16 + 9.4 * i, 22.4)], 0.8)
    for i in range(7):
        plate.line([(6 + 13 * i, 24), (10 + 12 * i, 18)], 1.2)
    plate.line([(44, 12.6), (44, 1.6)], 1.2)
    plate.line([(28, 4.6), (60, 4.6)], 0.9)
    plate.polygon([(84, 24), (86, 7), (90, 7), (92, 24)], 100, 170)
    plate.line([(88, 8), (70, 2.6)], 1.4)
    plate.line([(70, 2.6), (70, 10)], 0.6)


def _draw_warehouses(plate: Plate) -> None:
    for x, w, h in ((-4, 22, 17), (18, 16, 14.5), (34, 20, 19), (54, 16, 15.5), (70, 20, 18)):
        eaves = _GROUND - 0.62 * h
        roof = [(x, _GROUND), (x, eaves), (x + w / 2, _GROUND - h), (x + w, eaves), (x + w, _GROUND)]
        plate.polygon(roof, 14, 96, outline=0.7)
        for share in (0.24, 0.60):
            plate.box(x + share * w, 16.6, 0.16 * w, 3.6, 230, 230, outline=0.5)
    for x in (93, 98):
        plate.oval(x, 21, 2.4, 3, 40, 130, outline=0.6)


_DRAWINGS: Mapping[str, Callable[[Plate], None]] = {
    "castle": _draw_castle,
    "university": _draw_university,
    "shipyard": _draw_shipyard,
    "warehouse": _draw_warehouses,
}
