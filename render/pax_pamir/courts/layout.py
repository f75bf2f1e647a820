"""Where the cards and fields of a court stand, in px of its 1600 x 1000 canvas: the measures of the picture guide."""

from dataclasses import dataclass

WIDTH, HEIGHT = 1600, 1000
MID = 66  # of the header
STATS_Y, STATS_H = 138, 88
STRIP_Y, STRIP_H = 238, 56
CARDS_Y = 318
SMALL_W, SMALL_H = 244, 184  # a card as in the market
LAST_ROW = 752  # the lowest that a row of small cards may begin
BESIDE_X, BESIDE_W = 1160, 396  # what stands beside Wakhan's court


@dataclass(frozen=True, slots=True)
class Place:
    """One card of a court, and the tray of its spies below.

    large: with its actions in words. tabbed: with room for a tab above it. free: of any width and height.
    """

    x: float
    y: float
    w: float
    h: float
    tray: float
    tray_h: float
    large: bool
    tabbed: bool = False
    free: bool = False

    @property
    def low(self) -> bool:
        """Half as high as a card of the market."""
        return self.h < 0.6 * SMALL_H

    @property
    def foot(self) -> float:
        return self.tray + self.tray_h


def places(count: int, beside: bool) -> tuple[Place, ...]:
    """Room for so many cards, left to right and row by row; `beside` leaves the right third of the canvas free."""
    per_row, pitch, width = (4, 278, 258) if beside else (5, 306, 272) if count <= 5 else (6, 254, 236)
    if count <= per_row:
        left = 52 if per_row == 5 else 44
        return tuple(Place(left + pitch * i, CARDS_Y, width, 566, 894, 62, True) for i in range(count))
    pitch = 282 if beside else 254
    rows = -(-count // per_row)
    top, row_pitch, tray = (CARDS_Y + 14, 316.0, 60) if rows == 2 else (CARDS_Y - 2, 217.0, 27)
    row_pitch = min(row_pitch, (LAST_ROW - top) / (rows - 1))
    return tuple(_small(44 + pitch * (i % per_row), top + row_pitch * (i // per_row), tray) for i in range(count))


def _small(x: float, y: float, tray_h: float) -> Place:
    roomy = tray_h > 40
    return Place(x, y, SMALL_W, SMALL_H, y + SMALL_H + (8 if roomy else 3), tray_h, False, roomy)


def gift(n: int) -> tuple[float, float]:
    """The middle of the gift space 0, 1 or 2."""
    return 172 + 84 * n, STRIP_Y + STRIP_H / 2
