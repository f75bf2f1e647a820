"""Courts in summary on the overview: a chip for each card with suit and rank, the spies on it, and who holds it."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import INK, WHITE, on
from render.kit.scene import Anchor, Box, Icon, Node, Sprite
from render.kit.spot import Spot
from render.pax_pamir import theme
from render.pax_pamir.layout import LOW_ROW, player_row, row_height
from render.pax_pamir.pieces import SUIT_ICONS, SignDisc, Spies

CHIPS_X, CHIPS_W = 88, 318  # within a player's row
_APART = 62  # the pitch of chips that do not crowd
ONE_ROW = 6  # court cards that stand side by side
_KEPT = 40  # behind the last chip, room for gifts, prizes and events


@dataclass(frozen=True, slots=True)
class Chips:
    """How a court stands in its row: size of a chip, pitch, cards in a line, and the top of the first line."""

    w: float
    h: float
    pitch: float
    line: int
    top: float
    drop: float

    def at(self, index: int) -> tuple[float, float]:
        """Upper left corner of a chip within the row."""
        row, column = divmod(index, self.line)
        return CHIPS_X + self.pitch * column, self.top + self.drop * row


def chips(cards: int, row_h: float) -> Chips:
    """Chips side by side, then overlapping, then in two lines of flat ones."""
    low = row_h == LOW_ROW
    top, h = (56, 44) if low else (63, 58)
    if cards <= ONE_ROW:
        pitch = min(_APART, (CHIPS_W - _KEPT - 50) / max(1, cards - 1))
        return Chips(54, h, pitch, ONE_ROW, top, 0)
    line, flat = (cards + 1) // 2, 20.0 if low else 28.0
    pitch = max(min(66, (CHIPS_W - _KEPT) / line), min(53, (CHIPS_W - 50) / (line - 1)))
    return Chips(pitch - 3, flat, pitch, line, top + (1 if low else -1), flat + 4)


def court_chips(player: PlayerView, x: float, y: float, h: float) -> Iterator[Node]:
    """The court of a player whose row has its upper left corner at (x, y) and is `h` high."""
    shape = chips(len(player.court), h)
    overlapping = shape.pitch < shape.w
    yield from _anchors(player, x, y, h, shape)
    for index, slot in enumerate(player.court):
        left, top = shape.at(index)
        last = index == len(player.court) - 1 or (index + 1) % shape.line == 0
        visible = shape.w if last or not overlapping else shape.pitch
        yield from _chip(slot, x + left, y + top, shape, visible)


def spies(view: View) -> Iterator[Node]:
    """The spies in all courts and who holds a card hostage: above chips that overlap, and above frames."""
    colours = [theme.SEATS[other.color] for other in view.players]
    h, _ = row_height(view)
    for player in view.players:
        spot, shape = player_row(view, player.number), chips(len(player.court), h)
        for index, slot in enumerate(player.court):
            left, top = shape.at(index)
            yield from _spies(slot, spot.x + left, spot.y + top, shape, colours)


def _chip(slot: CourtSlot, x: float, y: float, shape: Chips, visible: float) -> Iterator[Node]:
    """A court card in summary: suit and rank, drawn where the next chip leaves it visible."""
    card = CONTENT.cards[slot.card]
    colour = theme.SUITS[card.suit]
    sign, flat = on(colour), shape.h < 40
    yield Box(x, y, shape.w, shape.h, 8, colour, theme.CHIP_EDGES[card.suit], 1.5)
    if flat:
        yield Icon(SUIT_ICONS[card.suit], x + 14, y + shape.h / 2, 20, sign, colour)
        for i in range(card.rank):
            yield Icon("star", x + 28 + 9 * i, y + shape.h / 2, 9, sign, colour)
    else:  # the stars stand beside the suit: spies lie above it, and a lock below
        high = shape.h > 50
        size = 22 if visible < 50 else 28 if high else 26
        yield Icon(SUIT_ICONS[card.suit], x + visible * 0.35, y + shape.h * 0.53, size, sign, colour)
        pitch = 15 if high else 12
        for i in range(card.rank):
            yield Icon("star", x + visible * 0.8, y + shape.h - 11 - pitch * i, pitch + 1, sign, colour)
    if slot.used:
        yield Box(x + 8, y + shape.h - 5, visible - 16, 9, 4.5, INK, WHITE, 1.5)


def _spies(slot: CourtSlot, x: float, y: float, shape: Chips, colours: list[str]) -> Iterator[Node]:
    """Spies on the upper edge: up to three one by one, more as one shape with a number for each player."""
    flat = shape.h < 40
    r = 12 if shape.h > 50 else 8 if flat else 10
    owners = sorted((player for player, number in enumerate(slot.spies) if number), key=lambda p: slot.spies[p])
    if slot.hostage is not None:
        w = min(shape.w, shape.pitch - 2)
        yield Box(x - 2, y - 2, w + 4, shape.h + 4, 10, None, WHITE, 6)
        yield Box(x - 1, y - 1, w + 2, shape.h + 2, 9, None, colours[slot.hostage], 4)
        if not flat:
            yield Sprite(x + 10, y + shape.h - 8, SignDisc("lock", 11, INK))
    if not owners:
        return
    one_by_one = sum(slot.spies) <= (1 if flat else 3)
    shown = (
        [(p, 1) for p in owners for _ in range(slot.spies[p])] if one_by_one else [(p, slot.spies[p]) for p in owners]
    )
    width = min(shape.w, shape.pitch + r)
    pitch = min(2 * r - 1, (width + 4 - 2 * r) / max(1, len(shown) - 1))
    for i, (player, number) in enumerate(shown):
        at = x + width - r + 3 - pitch * (len(shown) - 1 - i)
        yield Sprite(at, y + (r - 4 if flat else 0), Spies(player, colours[player], r, number))


def _anchors(player: PlayerView, x: float, y: float, h: float, shape: Chips) -> Iterator[Anchor]:
    """The court, and each card as far as it is visible. Badges stand on the lower edge, clear of the spies."""
    n, count = player.number, len(player.court)
    area = f"chips:{n}"
    top = shape.top - 4
    yield Anchor(area, Spot(x + CHIPS_X - 6, y + top, CHIPS_W + 12, h - top - 4, 8))
    for index, slot in enumerate(player.court):
        left, upper = shape.at(index)
        end = index == count - 1 or (index + 1) % shape.line == 0
        w = shape.w if end else min(shape.w, shape.pitch - 2)
        above = count > shape.line and index < shape.line
        badge = x + left + min(shape.w, shape.pitch) / 2, y + upper + (2 if above else shape.h + 9)
        r = min(13, shape.pitch / 2 - 6.5)
        under = shape.pitch < _APART  # a frame would cut the stars of the chip beside it
        spot = Spot(x + left, y + upper, w, shape.h, 8, badge, r, centred=True, room=shape.pitch, counted=under)
        yield Anchor(f"court:{slot.card}", spot, slot.spies, "seats", area)


def court_ends(player: PlayerView, x: float, y: float, h: float) -> Iterator[Anchor]:
    """The ends of a court: beside its first or its last chip."""
    shape = chips(len(player.court), h)
    count = min(len(player.court), shape.line)
    reach = shape.pitch * (count - 1) + shape.w if count else 0
    middle = y + shape.top + (shape.h / 2 if shape.h > 40 else shape.h)
    for side, dx in (("left", 2.0), ("right", min(max(24, reach) + 14, CHIPS_W - 12))):
        at = x + CHIPS_X + dx, middle
        yield Anchor(f"end:{side}", Spot(at[0] - 18, middle - 22, 36, 44, 8, at, 15, centred=True, room=60))
