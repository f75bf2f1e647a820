"""A row of cards, each with a tray below, that has a fixed height however many cards lie in it."""

from render.pax_pamir.cards import low as low_cards
from render.pax_pamir.courts.layout import Place
from render.pax_pamir.layout import CARD_H, CARD_PITCH, CARD_W, COLUMNS

_RIGHT = 1556
_GAP, _LOW_GAP = 5, 2  # between a card and its tray
_TALL_TRAY, _BETWEEN, _FEW = 46, 10, 3  # below a tall card; between two; so many at least have the page for them
_TRAY, _LOW_TRAY = 34, 26  # the height of a tray: at least; below a low card, at most


def row(
    count: int, corner: tuple[float, float], h: float, low_pitch: float, columns: int = COLUMNS
) -> tuple[Place, ...]:
    """Room for so many cards from the corner to the right edge.

    Up to so many columns they are as in the market and, with their trays, `h` high; more cards are low and in two
    lines `low_pitch` apart. What cannot stand side by side overlaps.
    """
    x, y = corner
    across = max(columns, -(-count // 2)) if count > columns else columns
    pitch = min(CARD_PITCH, (_RIGHT - x - CARD_W) / (across - 1))
    if count <= columns:
        card_h = min(CARD_H, h - _GAP - _TRAY)
        tray = y + card_h + _GAP
        return tuple(Place(x + pitch * i, y, CARD_W, card_h, tray, y + h - tray, False) for i in range(count))
    card_h = low_cards.CARD_H
    tray_h = min(_LOW_TRAY, low_pitch - card_h - 3 * _LOW_GAP)
    corners = [(x + pitch * (i % across), y + low_pitch * (i // across)) for i in range(count)]
    return tuple(Place(left, top, CARD_W, card_h, top + card_h + _LOW_GAP, tray_h, False) for left, top in corners)


def tall(count: int, corner: tuple[float, float], h: float) -> tuple[Place, ...]:
    """Room for at most as many cards as the market has columns, side by side, as wide as the page lets them be."""
    x, y = corner
    pitch = (_RIGHT + _BETWEEN - x) / max(_FEW, count)
    card_h = h - _GAP - _TALL_TRAY
    tray = y + card_h + _GAP
    return tuple(
        Place(x + pitch * i, y, pitch - _BETWEEN, card_h, tray, _TALL_TRAY, False, free=True) for i in range(count)
    )
