"""Layout of a court, in px of its 1600 x 1000 canvas: the measures of the picture guide."""

from dataclasses import dataclass

from render.pax_pamir.cards import court_cards
from render.pax_pamir.layout import CARD_H, CARD_PITCH, CARD_W, COLUMNS

WIDTH, HEIGHT = 1600, 1000
HEADER_Y = 66  # middle y of the header
STATS_Y, STATS_H = 138, 88
STRIP_Y, STRIP_H = 238, 56
CARDS_Y = 318
FOOT, LEFT = 960, 44  # lower and left limit of all rows of cards
CARD_GAP, ROW_GAP = 20, 28  # px between two cards, and between two rows with their trays
SMALL_W, SMALL_H = 244, 184  # a card as in the market
TRAYS, TRAY_GAP = (52.0, 38.0), 6  # height of a tray with two rows, with more; px above it
MIN_FACE_H = 110  # px: cards below this height are drawn as low cards
FEW_PLACES = 4  # largest number of places that share the width of the page
BESIDE_X, BESIDE_W = 1160, 396  # left edge and width of Wakhan's card beside her court


@dataclass(frozen=True, slots=True)
class CourtPlace:
    """The place of one card of a court, and of the tray with its spies below."""

    x: float  # left edge of the card and of its tray, in px of the page
    y: float  # upper edge of the card
    w: float  # px, of the card and of its tray
    h: float  # px, of the card alone
    tray_y: float
    """Upper edge of the tray."""
    tray_h: float  # px; low cards have low trays
    is_large: bool
    """Drawn as a large card, with its actions in words."""
    is_free_size: bool = False
    """Of any width and height."""

    @property
    def is_low(self) -> bool:
        """Tell whether the card is drawn as a low card, half as high as in the market."""
        return self.h < MIN_FACE_H

    @property
    def foot(self) -> float:
        return self.tray_y + self.tray_h


def count_per_row(leaves_right_free: bool) -> int:
    """Return how many large cards are side by side."""
    return 4 if leaves_right_free else 5


def layout_court(count: int, leaves_right_free: bool, limit: int = 0) -> tuple[CourtPlace, ...]:
    """Lay out `count` cards from left to right and row by row.

    limit: number of cards that the court may hold; if they are few, their places share the width of the page.
    leaves_right_free: the right third of the canvas stays empty.
    """
    if max(count, limit) <= FEW_PLACES and not leaves_right_free:
        w = (WIDTH - 2 * LEFT + CARD_GAP) / max(1, count, limit) - CARD_GAP
        corners = [LEFT + (w + CARD_GAP) * i for i in range(count)]
        return tuple(CourtPlace(x, CARDS_Y, w, 566, 894, 62, False, is_free_size=True) for x in corners)
    per_row, (pitch, width) = count_per_row(leaves_right_free), (278, 258) if leaves_right_free else (306, 272)
    if count <= per_row:
        left = 44 if leaves_right_free else 52
        return tuple(CourtPlace(left + pitch * i, CARDS_Y, width, 566, 894, 62, True) for i in range(count))
    rows = max(2, -(-count // (per_row + 1)))
    return _fill_page(count, -(-count // rows), rows, (BESIDE_X - 18 if leaves_right_free else WIDTH - LEFT))


def _fill_page(count: int, per_row: int, rows: int, right: float) -> tuple[CourtPlace, ...]:
    """Lay out equally full rows with cards as large as the page allows."""
    w = (right - LEFT + CARD_GAP) / per_row - CARD_GAP
    pitch = (FOOT - CARDS_Y + ROW_GAP) / rows
    tray = TRAYS[min(rows, len(TRAYS) + 1) - 2]
    h = pitch - ROW_GAP - tray - TRAY_GAP
    card_places = []
    for i in range(count):
        row, column = divmod(i, per_row)
        x, y = LEFT + (w + CARD_GAP) * column, CARDS_Y + pitch * row
        card_places.append(CourtPlace(x, y, w, h, y + h + TRAY_GAP, tray, False, is_free_size=True))
    return tuple(card_places)


def find_gift_centre(n: int) -> tuple[float, float]:
    """Return the middle of gift space 0, 1 or 2."""
    return 172 + 84 * n, STRIP_Y + STRIP_H / 2


_RIGHT = 1556
_GAP, _LOW_GAP = 5, 2  # px between a card, or a low card, and its tray
_TALL_TRAY, _BETWEEN, _FEW = 46, 10, 3  # tall cards: height of a tray; px between two; least number that share the page
_TRAY, _LOW_TRAY = 34, 26  # least height of a tray; maximum height below a low card


def layout_row(
    count: int, corner: tuple[float, float], h: float, low_pitch: float, columns: int = COLUMNS
) -> tuple[CourtPlace, ...]:
    """Lay out `count` cards from the corner to the right edge of the page.

    Up to `columns` cards have market size and are, with their trays, `h` px high. More are low cards in two lines
    `low_pitch` apart. They overlap if they do not fit side by side.
    """
    x, y = corner
    per_line = max(columns, -(-count // 2)) if count > columns else columns
    pitch = min(CARD_PITCH, (_RIGHT - x - CARD_W) / (per_line - 1))
    if count <= columns:
        card_h = min(CARD_H, h - _GAP - _TRAY)
        tray = y + card_h + _GAP
        return tuple(CourtPlace(x + pitch * i, y, CARD_W, card_h, tray, y + h - tray, False) for i in range(count))
    card_h = court_cards.LOW_CARD_H
    tray_h = min(_LOW_TRAY, low_pitch - card_h - 3 * _LOW_GAP)
    corners = [(x + pitch * (i % per_line), y + low_pitch * (i // per_line)) for i in range(count)]
    return tuple(CourtPlace(left, top, CARD_W, card_h, top + card_h + _LOW_GAP, tray_h, False) for left, top in corners)


def layout_tall_row(count: int, corner: tuple[float, float], h: float) -> tuple[CourtPlace, ...]:
    """Lay out tall cards side by side, as wide as the page allows; at most as many as the market has columns."""
    x, y = corner
    pitch = (_RIGHT + _BETWEEN - x) / max(_FEW, count)
    card_h = h - _GAP - _TALL_TRAY
    tray = y + card_h + _GAP
    return tuple(
        CourtPlace(x + pitch * i, y, pitch - _BETWEEN, card_h, tray, _TALL_TRAY, False, is_free_size=True)
        for i in range(count)
    )
