"""A row of cards, each with a tray below, that has a fixed height however many cards lie in it."""

from collections.abc import Sequence

from render.kit.look import Look
from render.kit.marks import badges
from render.kit.scene import Nodes
from render.pax_pamir.cards import low as low_cards
from render.pax_pamir.courts.layout import Place
from render.pax_pamir.layout import CARD_H, CARD_PITCH, CARD_W, COLUMNS

_RIGHT = 1556
_GAP, _LOW_GAP = 5, 2  # between a card and its tray
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


def row_numbers(kind: str, row: Sequence[int], spots: Sequence[Place], look: Look, inside: bool = False) -> Nodes:
    """The options on the cards of a row, on the upper edge, for one card may have several.

    inside: smaller and lower, clear of the trays of another row right above.
    """
    across = CARD_PITCH if len(spots) < 2 else spots[1].x - spots[0].x
    nodes: Nodes = ()
    for card, at in zip(row, spots, strict=True):
        marks = [mark for mark in look.marks if mark.place == f"{kind}:{card}"]
        if marks:
            r, y = (24, at.y - 6) if not (inside or at.low) else (18 if inside else 20, at.y + 6)
            if len(marks) > 1 and not at.low:  # the second stands above the name
                r, y = (15, at.y - 1) if inside else (20, at.y - 12)
            nodes = (*nodes, *badges(marks, at.x + 8, y, r, room=across - 60))
    return nodes
