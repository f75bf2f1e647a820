"""The players at a glance: the race, and a row for each with loyalty, money, hand, suit totals, points, influence.

The cards of the courts in their order are on the page of courts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.marks.signals import PAPER
from render.kit.marks.since import gained
from render.kit.race import lead, leaders
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import fit_name, measure
from render.kit.tokens import NumberDisc, Seal, SeatShape, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.event_signs import LastingEvent, lasting
from render.pax_pamir.board.points import ON_NIGHT, ON_PAPER, points_at, points_line
from render.pax_pamir.board.spies import pockets
from render.pax_pamir.catalogue import name, sentence
from render.pax_pamir.layout import SEATS_W, SEATS_X, rows, winners
from render.pax_pamir.pieces import SUIT_ICONS

_TOP, _BAND, _NAME_X, _NAME_W = 216, 72, 84, 174
_RUPEES_X, _HAND_X, _SEAL_X = 275, 346, 424
_GAIN_X, _GAIN_Y, _GAIN_W, _GAIN_H = 480, 28, 44, 36  # what a check would add
_EVENTS_Y = 64
_ASIDE = 18  # px left of a row stands the mark of who changed it
_TILE_W, _TILE_PITCH = 72, 78
_EVENT = 28


@dataclass(frozen=True, slots=True)
class Size:
    """Measures of a row: its height and pitch, radii of token and seal, upper edge and height of the tiles, the middle
    of its name, radius of the spies below the tiles, and size of the sign of the loyalty. top: of the first row
    """

    h: float
    pitch: float
    token: float
    seal: float
    tiles: float
    tile: float
    name: float
    spy: float
    loyalty: float
    top: float = _TOP


_TWO = Size(255, 265, 29, 34, 66, 130, 34, 24, 56)
_THREE = Size(168, 176, 29, 34, 56, 62, 30, 21, 56)
_FOUR = Size(168, 175, 29, 34, 56, 62, 30, 21, 56, 134)
_FIVE = Size(135, 140, 28, 34, 43, 40, 22, 20, 50, 134)
_SIZES = {1: _TWO, 2: _TWO, 3: _THREE, 4: _FOUR, 5: _FIVE}
"""By the number of rows: few seats have high ones. From four on they begin where the race stands for fewer."""
_STACKED, _BARRED = 84, 50  # px: from these heights of a tile on the sum stands below the glyph; a bar tells each card


def table(view: View, look: Look, private: bool = False) -> Nodes:
    """The race line, and below it the rows in turn order, at the end by place. private: on the night ground"""
    size = _size(view)
    points = {player: view.players[player].vp for player in view.ring}
    first = frozenset[int]() if view.phase == "over" else leaders(points)
    nodes = list(points_line(view, look, points_at(view), ON_NIGHT if private else ON_PAPER))
    for i, player in enumerate(rows(view)):
        nodes += _row(view, view.players[player], look, i, size, player in first)
    return tuple(nodes)


def above(view: View, look: Look) -> Iterator[Node]:
    """The spies in all courts below the tiles of their suits, what a check would add now, and what the reader has not
    seen yet of points gained; above all frames.
    """
    size = _size(view)
    for i, player in enumerate(rows(view)):
        middle, y = SEATS_X + _GAIN_X, size.top + size.pitch * i
        if isinstance(look.before, View):
            points = view.players[player].vp - look.before.players[player].vp
            yield from gained(SEATS_X + _SEAL_X + 50, y + size.h - 62, points, PAPER)
        gain = view.forecast[player] if view.forecast else 0
        if gain:
            top = y + _GAIN_Y - _GAIN_H / 2
            yield Box(middle - _GAIN_W / 2, top, _GAIN_W, _GAIN_H, 10, WHITE, GOLD, 3)
            written = DETAIL if gain < 10 else MICRO
            yield Text(middle, top + _GAIN_H / 2, f"+{gain}", written, INK, "m", room=_GAIN_W - 4)
        spies = {suit: _spies_on(view, view.players[player], suit) for suit in SUITS}
        at = {suit: _tile_at(i, j, size)[0] for j, suit in enumerate(SUITS)}
        yield from pockets(view, spies, at, _TILE_W, y + size.tiles + _tile_h(view, size), size.spy)


def _size(view: View) -> Size:
    return _SIZES[len(view.ring)]


def _tile_h(view: View, size: Size) -> float:
    """The height of the tiles: while no spy is out, they have the room of the spies, too."""
    spied = any(any(slot.spies) for player in view.players for slot in player.court)
    return size.tile if spied else size.tile + 2 * size.spy


def _tile_at(row: int, column: int, size: Size) -> Point:
    """Upper left corner."""
    return SEATS_X + _NAME_X + _TILE_PITCH * column, size.top + size.pitch * row + size.tiles


def _beside(y: float, size: Size) -> Point:
    """Left of the row that begins at y: all that was done in it has one mark there."""
    return SEATS_X - _ASIDE, y + size.h / 2


def _slots(player: PlayerView, suit: Suit) -> list[CourtSlot]:
    return [slot for slot in player.court if CONTENT.cards[slot.card].suit == suit]


def _spies_on(view: View, player: PlayerView, suit: Suit) -> tuple[int, ...]:
    """Spies on the cards of a suit, by player."""
    slots = _slots(player, suit)
    return tuple(sum(slot.spies[other] for slot in slots) for other in range(len(view.players)))


def _row(view: View, player: PlayerView, look: Look, row: int, size: Size, leads: bool) -> Iterator[Node]:
    x, y, n = float(SEATS_X), size.top + size.pitch * row, player.number
    over = view.phase == "over"
    active = n in winners(view) if over else view.turn is not None and view.turn.player == n
    colour, seat = theme.COALITIONS.get(player.loyalty or "", theme.BLANK), theme.SEATS[player.color]
    ground, edge, width = (WHITE, INK, 4) if active else (theme.PANEL, theme.LINE, 2)
    spot = Spot(x, y, SEATS_W, size.h, 12, (x + 4, y - 2), 20, room=84, aside=_beside(y, size))
    yield Anchor(f"player:{n}", spot)
    band = Spot(x, y, _BAND, size.h, 12, tick=(x - 8, y + size.h - 26), aside=_beside(y, size))
    yield Anchor(f"loyalty:{n}", band, player.loyalty or "none", "seats")
    yield Box(x, y, SEATS_W, size.h, 12, ground)
    yield Box(x, y, _BAND, size.h, 12, colour, corners=(True, False, False, True))
    yield Box(x, y, SEATS_W, size.h, 12, None, edge, width)
    yield Sprite(x + _BAND / 2, y + size.token + 10 + (3 if n == 2 else 0), SeatToken(n, seat, size.token, True))
    if player.loyalty is not None:
        glyph = size.loyalty
        yield Icon(player.loyalty, x + _BAND / 2, y + size.h - glyph * 0.6 - 2, glyph, on(colour), colour)
    yield from _line(view, player, look, y + size.name)
    yield from _events(player, y + _EVENTS_Y, spot)
    for i, suit in enumerate(SUITS):
        yield from _tile(view, player, suit, *_tile_at(row, i, size), size)
    yield from _standing(view, player, look.lang, y, size, leads)


def _line(view: View, player: PlayerView, look: Look, y: float) -> Iterator[Node]:
    """Name, rupees, cards in hand; before Wakhan no hand but a tag."""
    x, n = float(SEATS_X), player.number
    rupees, hand = x + _RUPEES_X, x + _HAND_X
    who = fit_name(name(view, n, look), _NAME_W, KEY if len(view.ring) < 3 else BODY, 2)
    yield from who.runs(x + _NAME_X, y, INK, room=_NAME_W)
    yield Icon("rupee", rupees, y, 28, INK, WHITE)
    yield Text(rupees + 17, y, str(player.rupees), BODY, INK, room=42)
    if player.automa:
        tag = sentence("court.automa", look.lang)
        w = min(60.0, measure(tag, MICRO) + 16)
        yield Box(hand - 12, y - 16, w, 32, 16, theme.NIGHT_2)
        yield Text(hand - 12 + w / 2, y, tag, MICRO, WHITE, "m", room=w - 4)
    else:
        yield Icon("hand", hand, y, 26, INK, WHITE)
        yield Text(hand + 15, y, str(player.held), BODY if player.held < 10 else DETAIL, INK, room=34)
    for what, left, count in (("rupees", rupees, player.rupees), ("held", hand, player.held)):
        number = Spot(left - 14, y - 17, 34 + measure(str(count), BODY), 32, counted=True)
        yield Anchor(f"{what}:{n}", number, count, "numbers", minor=True)


def _events(player: PlayerView, y: float, whole: Spot) -> Iterator[Node]:
    """Lasting events, right of the seal around y; without one only its place in the `whole` row."""
    middle = SEATS_X + _GAIN_X
    there = Spot(middle - _EVENT / 2, y - _EVENT / 2, _EVENT, _EVENT, 6) if player.events else whole
    yield Anchor(f"events:{player.number}", replace(there, aside=whole.aside), player.events, "seats")
    if player.events:
        yield Sprite(middle, y, LastingEvent(lasting(player.events[-1], private=True), _EVENT))
        if len(player.events) > 1:
            disc = NumberDisc(str(len(player.events)), 10, 16, INK, WHITE, INK, 1.5)
            yield Sprite(middle + 12, y + 12, disc)


def _tile(view: View, player: PlayerView, suit: Suit, x: float, y: float, size: Size) -> Iterator[Node]:
    """All stars of a suit in one court, where a row is high a bar for each card, and whose hostages these cards are."""
    slots = _slots(player, suit)
    stars = sum(CONTENT.cards[slot.card].rank for slot in slots)
    holders = tuple(sorted({slot.hostage for slot in slots if slot.hostage is not None}))
    h, whole = _tile_h(view, size), size.tile + 2 * size.spy
    spot = Spot(x, y, _TILE_W, whole, 8, tick=(x + 6, y + h - 2), aside=_beside(y - size.tiles, size))
    yield Anchor(
        f"stars:{player.number}:{suit}", spot, (stars, len(slots), _spies_on(view, player, suit), holders), "seats"
    )
    if not slots:
        yield Box(x, y, _TILE_W, h, 8, None, theme.LINE, 2)
        yield Icon(SUIT_ICONS[suit], x + _TILE_W / 2, y + h / 2, 40 if h > _STACKED else 26, theme.LINE, theme.PANEL)
        return
    colour = theme.SUITS[suit]
    sign = on(colour)
    yield Box(x, y, _TILE_W, h, 8, colour, theme.CHIP_EDGES[suit], 1.5)
    if holders:
        yield Box(x - 2, y - 2, _TILE_W + 4, h + 4, 10, None, WHITE, 7)
        yield Box(x, y, _TILE_W, h, 8, None, theme.SEATS[view.players[holders[0]].color], 5)
    barred = h > _BARRED
    middle = y + h / 2 - (4 if barred else 0)
    if h > _STACKED:
        yield Icon(SUIT_ICONS[suit], x + _TILE_W / 2, middle - h * 0.18, min(48, h * 0.42), sign, colour)
        yield Text(x + _TILE_W / 2, middle + h * 0.2, str(stars), HEAD if h > 100 else KEY, sign, "m", room=66)
    else:
        yield Icon(SUIT_ICONS[suit], x + 19, middle, 30, sign, colour)
        yield Text(x + 50, middle, str(stars), KEY if stars < 10 else BODY, sign, "m", room=40)
    for i in range(min(5, len(slots)) if barred else 0):
        yield Box(x + 8 + 11 * i, y + h - (12 if h > _STACKED else 9), 8, 5, 1, sign)


def _standing(view: View, player: PlayerView, lang: Lang, y: float, size: Size, leads: bool) -> Iterator[Node]:
    """Victory points, what a check would add now, influence and cylinders in play; after the end the place."""
    x, n = SEATS_X + _SEAL_X, player.number
    middle, foot = y + size.seal + 8, y + size.h - 16
    r = size.seal - (5 if leads else 0)
    if leads:
        yield lead(x, middle, r)
    spot = Spot.disc(x, middle, size.seal)
    yield Anchor(f"vp:{n}", spot, player.vp, "seats", gains=True)
    yield Sprite(x, middle, Seal(str(player.vp), r))
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == n)
        yield Text(x, foot, sentence(f"seats.place.{place}", lang), DETAIL, theme.INK_2, "m", room=88)
        return
    yield Icon("prize", x - 12, foot, 26, theme.MADDER, WHITE)
    yield Text(x + 2, foot, str(player.influence), DETAIL, INK, room=34)
    yield Sprite(x + 44, foot, SeatShape(n, theme.SEATS[player.color], 10))
    yield Text(x + 58, foot, str(player.in_play), DETAIL, INK, room=34)
    for what, left, count in (("influence", x - 26, player.influence), ("cylinders", x + 32, player.in_play)):
        spot = Spot(left, foot - 15, 30 + measure(str(count), DETAIL), 28, counted=True)
        yield Anchor(f"{what}:{n}", spot, count, "numbers", minor=True)
