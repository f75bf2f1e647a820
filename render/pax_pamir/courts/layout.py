"""Where the cards and fields of a court stand, in px of its 1600 x 1000 canvas: the measures of the picture guide."""

from dataclasses import dataclass

WIDTH, HEIGHT = 1600, 1000
MID = 66  # of the header
STATS_Y, STATS_H = 138, 88
STRIP_Y, STRIP_H = 238, 56
CARDS_Y = 318
FOOT, LEFT = 960, 44  # of all rows of cards
BETWEEN, ROWS_APART = 20, 28  # px between two cards, and between two rows with their trays
SMALL_W, SMALL_H = 244, 184  # a card as in the market
TRAYS, TRAY_GAP = (52.0, 38.0), 6  # the height of a tray in two rows, in more; px above it
LOW = 110  # px: lower cards have no room for a face
BESIDE_X, BESIDE_W = 1160, 396  # what stands beside Wakhan's court


@dataclass(frozen=True, slots=True)
class Place:
    """One card of a court, and the tray of its spies below.

    large: with its actions in words. free: of any width and height.
    """

    x: float
    y: float
    w: float
    h: float
    tray: float
    tray_h: float
    large: bool
    free: bool = False

    @property
    def low(self) -> bool:
        """Half as high as a card of the market."""
        return self.h < LOW

    @property
    def foot(self) -> float:
        return self.tray + self.tray_h


def in_a_row(beside: bool) -> int:
    """So many large cards lie side by side."""
    return 4 if beside else 5


def places(count: int, beside: bool) -> tuple[Place, ...]:
    """Room for so many cards, left to right and row by row; `beside` leaves the right third of the canvas free."""
    per_row, (pitch, width) = in_a_row(beside), (278, 258) if beside else (306, 272)
    if count <= per_row:
        left = 44 if beside else 52
        return tuple(Place(left + pitch * i, CARDS_Y, width, 566, 894, 62, True) for i in range(count))
    rows = max(2, -(-count // (per_row + 1)))
    return _filling(count, -(-count // rows), rows, (BESIDE_X - 18 if beside else WIDTH - LEFT))


def _filling(count: int, per_row: int, rows: int, right: float) -> tuple[Place, ...]:
    """Rows as full as each other, their cards as large as the page lets them be."""
    w = (right - LEFT + BETWEEN) / per_row - BETWEEN
    pitch = (FOOT - CARDS_Y + ROWS_APART) / rows
    tray = TRAYS[min(rows, len(TRAYS) + 1) - 2]
    h = pitch - ROWS_APART - tray - TRAY_GAP
    spots = []
    for i in range(count):
        row, column = divmod(i, per_row)
        x, y = LEFT + (w + BETWEEN) * column, CARDS_Y + pitch * row
        spots.append(Place(x, y, w, h, y + h + TRAY_GAP, tray, False, free=True))
    return tuple(spots)


def gift(n: int) -> tuple[float, float]:
    """The middle of the gift space 0, 1 or 2."""
    return 172 + 84 * n, STRIP_Y + STRIP_H / 2
