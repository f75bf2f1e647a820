"""Faces and shoulders, and the sheet on which a portrait is drawn."""

from collections.abc import Sequence
from math import cos, pi, sin

from render.kit.surfaces.engraving import Plate, Point

_ANGLE = -14  # degrees: of all lines
_SCALE, _TOP = 0.87, -6.0
"""A portrait is 100 wide and 122 high; px of the plate to those units, and y of the plate of its upper edge."""


class Portrait:
    """Draws forms in units of a portrait, each with one tone that grows darker by `fall` from left to right.

    A portrait may be shifted and reduced, for two persons on one plate.
    """

    def __init__(self, plate: Plate, dx: float = 0, dy: float = 0, k: float = 1) -> None:
        self._plate, self._dx, self._dy, self._k = plate, dx, dy, k

    def shift(self, dx: float, dy: float, k: float) -> "Portrait":
        """Return a portrait of another person on the same plate."""
        return Portrait(self._plate, dx, dy, k)

    def _place(self, points: Sequence[Point]) -> list[Point]:
        k = self._k
        moved = ((50 + self._dx + (x - 50) * k, self._dy + y * k) for x, y in points)
        return [(50 + (x - 50) * _SCALE, _TOP + y * _SCALE) for x, y in moved]

    def polygon(
        self, points: Sequence[Point], tone: float, fall: float = 70, outline: float = 0.9, rounding: int = 0
    ) -> None:
        light, dark = tone - 0.35 * fall, tone + 0.65 * fall
        self._plate.polygon(self._place(points), light, dark, _ANGLE, outline, rounding=rounding)

    def oval(
        self, x: float, y: float, rx: float, ry: float, tone: float, fall: float = 90, outline: float = 0.9
    ) -> None:
        ((px, py),), k = self._place(((x, y),)), _SCALE * self._k
        self._plate.oval(px, py, rx * k, ry * k, tone - 0.35 * fall, tone + 0.65 * fall, _ANGLE, outline)

    def line(self, points: Sequence[Point], width: float = 1, rounding: int = 0) -> None:
        self._plate.line(self._place(points), width, rounding=rounding)

    def draw_rays(self) -> None:
        """Draw rays around the head."""
        for i in range(60):
            angle, far = i * pi / 30, 58 if i % 2 else 66
            self.line(tuple((50 + r * cos(angle), 58 + r * sin(angle)) for r in (47, far)), 0.45)

    def draw_bust(self, robe: float = 120, skin: float = 34) -> None:
        """Draw shoulders, neck and face. robe, skin: their tones."""
        self.polygon(((4, 122), (12, 96), (34, 84), (66, 84), (88, 96), (96, 122)), robe, 90)
        self.polygon(((40, 72), (60, 72), (62, 88), (50, 100), (38, 88)), skin, 60, 0.8)
        self.oval(50, 56, 16, 21, skin, 110)
        for x in (43.6, 56.8):
            self._draw_eye(x, 54.2)
        self.line(((39.6, 49.6), (43, 48), (47.4, 48.8)), 1.3)
        self.line(((53.4, 48.8), (57.6, 48), (61, 49.6)), 1.3)
        self.line(((51, 54), (49, 63), (52.4, 64)), 0.8)
        self.line(((45.6, 69), (50, 70.4), (55, 69)), 1.1)

    def _draw_eye(self, x: float, y: float) -> None:
        upper = ((x - 3.6, y + 0.3), (x - 1.6, y - 1.7), (x + 1.6, y - 1.7), (x + 3.6, y + 0.3))
        self.polygon((*upper, (x + 1.4, y + 1.5), (x - 1.4, y + 1.5)), 4, 4, 0.7)
        self.oval(x + 0.2, y - 0.1, 1.4, 1.55, 255, 0, 0)
        self.line(((x - 3.8, y + 0.2), (x - 1.6, y - 1.9), (x + 1.8, y - 1.9), (x + 3.8, y + 0.2)))

    def draw_moustache(self) -> None:
        self.polygon(((43, 66.5), (50, 64.6), (57, 66.5), (56, 69), (50, 67.4), (44, 69)), 205, 20, 0.5)

    def draw_goatee(self, length: float = 14) -> None:
        """Draw a moustache and a pointed beard; length: from the lip to its point."""
        self.draw_moustache()
        self.polygon(((45, 74), (55, 74), (53, 72 + length), (50, 74 + length), (47, 72 + length)), 205, 30, 0.6)

    def draw_full_beard(self, foot: float = 88) -> None:
        """Draw a beard from ear to ear, with the mouth in it."""
        left = ((34.2, 56), (38, 65), (44, 65.6), (50, 64.4))
        right = tuple((100 - x, y) for x, y in reversed(left[:3]))
        self.polygon((*left, *right, (64, 72), (57, foot - 4), (50, foot), (43, foot - 4), (36, 72)), 190, 50, 0.8)
        self.polygon(((45.4, 69.4), (54.6, 69.4), (52.6, 71.6), (47.4, 71.6)), 20, 10, 0.6)
