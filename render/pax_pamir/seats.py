"""The players in table order: loyalty, money, hand, victory points, influence, and each court in summary."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.pax_pamir.content import CONTENT
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.colour import INK, WHITE, on
from render.look import Lang, Look
from render.pax_pamir import theme
from render.pax_pamir.layout import LOW_ROW, SEATS_W, player_row, row_height, rows, winners
from render.pax_pamir.pieces import SUIT_ICONS, LastingEvent, Prize, SignDisc, Spies, lasting
from render.pax_pamir.words import name, sentence
from render.scene import BODY, DETAIL, MICRO, Box, Icon, Node, Nodes, Sprite, Text
from render.text import fit_name, measure
from render.tokens import Seal, SeatToken

BAND = 72
SEAL_X, SEAL_R = 454, 38
CHIPS_X, CHIPS_W = 88, 318  # the court
RUPEES_X, HAND_X = 274, 356
ONE_ROW = 7  # court cards that stand side by side


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
        pitch = 62 if cards <= 5 else (CHIPS_W - 54) / (cards - 1)
        return Chips(54, h, pitch, ONE_ROW, top, 0)
    line = (cards + 1) // 2
    flat = 20.0 if low else 28.0
    return Chips(50, flat, min(53, (CHIPS_W - 50) / (line - 1)), line, top + (1 if low else -1), flat + 4)


def table(view: View, look: Look) -> Nodes:
    """One row for each player; the active one is white with an ink line."""
    nodes: list[Node] = []
    for player in rows(view):
        nodes += _row(view, view.players[player], look)
    return tuple(nodes)


def _row(view: View, player: PlayerView, look: Look) -> Iterator[Node]:
    spot = player_row(view, player.number)
    x, y, h = spot.x, spot.y, spot.h
    low = h == LOW_ROW
    over = view.phase == "over"
    active = player.number in winners(view) if over else view.turn and view.turn.player == player.number
    colour = theme.COALITIONS.get(player.loyalty or "", theme.BLANK)
    ground, line, width = (WHITE, INK, 4) if active else (theme.PANEL, theme.LINE, 2)
    yield Box(x, y, SEATS_W, h, 12, ground)
    yield Box(x, y, BAND, h, 12, colour, corners=(True, False, False, True))
    yield Box(x, y, SEATS_W, h, 12, None, line, width)
    seat = theme.SEATS[player.color]
    upper, lower = (33, 82) if low else (42, 97)
    yield Sprite(x + BAND / 2, y + upper + (3 if player.number == 2 else 0), SeatToken(player.number, seat, 25, True))
    if player.loyalty is not None:
        yield Icon(player.loyalty, x + BAND / 2, y + lower, 32 if low else 40, on(colour), colour)
    yield from _line(view, player, look, x, y + (28 if low else 31))
    yield from _court(view, player, x, y, h)
    yield from _standing(view, player, x, y, h, look.lang)


def _line(view: View, player: PlayerView, look: Look, x: float, y: float) -> Iterator[Node]:
    """Name, rupees, cards in hand; before Wakhan no hand but a tag."""
    room = RUPEES_X - CHIPS_X - 24
    if player.automa:
        tag = sentence("court.automa", look.lang)
        tag_w = measure(tag, MICRO) + 24
        yield Box(x + HAND_X - 12, y - 16, tag_w, 32, 16, theme.NIGHT_2)
        yield Text(x + HAND_X - 12 + tag_w / 2, y, tag, MICRO, WHITE, "m", room=tag_w - 10)
    else:
        yield Icon("hand", x + HAND_X, y, 28, INK, WHITE)
        yield Text(x + HAND_X + 20, y, str(player.held), BODY, INK, room=44)
    yield from fit_name(name(view, player.number, look), room, BODY).runs(x + CHIPS_X, y, INK, room=room)
    yield Icon("rupee", x + RUPEES_X, y, 31, INK, WHITE)
    yield Text(x + RUPEES_X + 22, y, str(player.rupees), BODY, INK, room=46)


def _standing(view: View, player: PlayerView, x: float, y: float, h: float, lang: Lang) -> Iterator[Node]:
    """Victory points, below them influence; after the end the place, too."""
    low = h == LOW_ROW
    r = 32 if low else SEAL_R
    yield Sprite(x + SEAL_X, y + (38 if low else 45), Seal(str(player.vp), r))
    foot = y + h - (20 if low else 26)
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == player.number)
        yield Text(x + SEAL_X, foot, sentence(f"seats.place.{place}", lang), DETAIL, theme.INK_2, "m", room=88)
        return
    yield Icon("prize", x + SEAL_X - 20, foot, 30, theme.MADDER, WHITE)
    yield Text(x + SEAL_X + 2, foot, str(player.influence), DETAIL, INK, room=44)


def _court(view: View, player: PlayerView, x: float, y: float, h: float) -> Iterator[Node]:
    shape = chips(len(player.court), h)
    colours = [theme.SEATS[other.color] for other in view.players]
    overlapping = shape.pitch < shape.w
    for index, slot in enumerate(player.court):
        left, top = shape.at(index)
        last = index == len(player.court) - 1 or (index + 1) % shape.line == 0
        visible = shape.w if last or not overlapping else shape.pitch
        yield from _chip(slot, x + left, y + top, shape, visible)
    for index, slot in enumerate(player.court):  # spies stand above the chips that overlap
        left, top = shape.at(index)
        yield from _spies(slot, x + left, y + top, shape, colours)
    yield from _kept(player, x, y, h, shape)


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
        size = 24 if visible < 50 else 31 if high else 27
        yield Icon(SUIT_ICONS[card.suit], x + visible * 0.37, y + shape.h * 0.53, size, sign, colour)
        pitch = 15 if high else 12
        for i in range(card.rank):
            yield Icon("star", x + visible * 0.78, y + shape.h - 11 - pitch * i, pitch + 1, sign, colour)
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


def _kept(player: PlayerView, x: float, y: float, h: float, shape: Chips) -> Iterator[Node]:
    """Lasting events and prizes behind the last chip, in one or two lines, as far as there is room."""
    count = min(len(player.court), shape.line)
    left = x + CHIPS_X + (shape.pitch * (count - 1) + shape.w if count else -10) + 12
    space = x + CHIPS_X + CHIPS_W + 4 - left
    if space < 24:
        return
    signs = [LastingEvent(lasting(card, private=True), 1) for card in player.events]
    kept: list[LastingEvent | Prize] = [*signs, *(Prize(coalition, 1) for _, coalition in player.prizes)]
    middle = y + (78 if h == LOW_ROW else 92)
    size = 30.0
    lines = [kept]
    if len(kept) > space // (size + 4):
        size = 22.0 if h == LOW_ROW else 26.0
        room = int(space // (size + 3))
        lines = [kept[:room], kept[room : 2 * room]]
    for row, line in enumerate(lines):
        at = middle + (row - (len(lines) - 1) / 2) * (size + 2)
        for i, sign in enumerate(line):
            yield Sprite(left + size / 2 + (size + 3) * i, at, replace(sign, size=size))


def seal_spot(view: View, player: int) -> tuple[float, float, float]:
    """Middle and radius of a player's victory points."""
    spot = player_row(view, player)
    low = spot.h == LOW_ROW
    return spot.x + SEAL_X, spot.y + (38 if low else 45), 32 if low else SEAL_R


def count_box(view: View, player: int, what: str) -> tuple[float, float, float, float]:
    """x, y, width, height of `rupees`, `held` or `influence` in a player's row."""
    spot, shown = player_row(view, player), view.players[player]
    if what == "influence":
        foot = spot.y + spot.h - (20 if spot.h == LOW_ROW else 26)
        return spot.x + SEAL_X - 36, foot - 16, 44 + measure(str(shown.influence), DETAIL), 32
    left, number = (RUPEES_X, shown.rupees) if what == "rupees" else (HAND_X, shown.held)
    middle = spot.y + (28 if spot.h == LOW_ROW else 31)
    return spot.x + left - 18, middle - 17, 44 + measure(str(number), BODY), 34


def chip_box(view: View, card: int) -> tuple[int, tuple[float, float, float, float]] | None:
    """Whose court a card lies in, and x, y, width, height of its chip."""
    h, _ = row_height(view)
    for player in view.players:
        for index, slot in enumerate(player.court):
            if slot.card == card:
                spot, shape = player_row(view, player.number), chips(len(player.court), h)
                left, top = shape.at(index)
                return player.number, (spot.x + left, spot.y + top, shape.w, shape.h)
    return None
