"""The cards of a court in their order, as small as stamps, at the foot of a row that has room for them."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView
from render import kit
from render.pax_pamir import layout, theme
from render.pax_pamir.cards.engravings import SUBJECT_BY_CARD, mix_engraving_ink

_LEFT, _RIGHT = layout.SEATS_X + 84, layout.SEATS_X + 392
_W, _H, _MAX_PITCH = 50.0, 56.0, 54.0
_HEAD = 13  # px: height of the suit's colour at the upper edge
_PLATE_SHARE = 1.06  # side of an engraving as a share of a card's width


def draw_court_strip(player: PlayerView, y: float) -> Iterator[kit.Node]:
    """Draw the cards from left to right with their upper edge at y: suit, stars, and engraving."""
    pitch = min(_MAX_PITCH, (_RIGHT - _LEFT) / max(1, len(player.court)))
    w = min(_W, pitch - 3)
    for i, slot in enumerate(player.court):
        yield from _draw_stamp_card(slot.card, _LEFT + pitch * i, y, w)


def _draw_stamp_card(number: int, x: float, y: float, w: float) -> Iterator[kit.Node]:
    card = CONTENT.cards[number]
    colour = theme.SUITS[card.suit]
    side, subject = round(_PLATE_SHARE * w), f"pax_pamir/{SUBJECT_BY_CARD[number]}"
    left, top = (w - side) / 2, _H - side
    yield kit.Box(x, y, w, _H, 5, theme.IVORY, kit.darken(colour, 0.35), 1.6, material="paper")
    plate = (left, top, left + side, top + side)
    yield kit.Vignette(x, y, w, _H, subject, mix_engraving_ink(card.suit), plate=plate)
    yield kit.Box(x, y, w, _HEAD, 5, colour, corners=(True, True, False, False))
    for i in range(card.rank):
        middle = x + w / 2 + 12 * (i - (card.rank - 1) / 2)
        yield kit.Icon("star", middle, y + _HEAD / 2, 12, kit.pick_ink(colour), colour)
