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
from render.kit.race import lead, leader
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import fit_name, measure
from render.kit.tokens import NumberDisc, Seal, SeatShape, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.event_signs import LastingEvent, lasting
from render.pax_pamir.board.points import ON_NIGHT, ON_PAPER, points_line
from render.pax_pamir.catalogue import name, sentence
from render.pax_pamir.layout import SEATS_W, SEATS_X, rows, winners
from render.pax_pamir.pieces import SUIT_ICONS, Spies

_RACE = (SEATS_X + 20, SEATS_X + SEATS_W - 20, 177)
_TOP, _BAND, _NAME_X = 216, 72, 88
_RUPEES_X, _HAND_X, _SEAL_X = 254, 344, 424
_GAIN_X, _GAIN_W, _GAIN_H = 480, 46, 36  # what a check would add
_ASIDE = 18  # px left of a row stands the mark of who changed it
_TILE_W, _TILE_PITCH = 72, 78
_OWNERS = 3  # whose spies stand on a tile one by one
_EVENT = 28


@dataclass(frozen=True, slots=True)
class Size:
    """Measures of a row: its height and pitch, radii of token and seal, tiles, and where its name stands."""

    h: float
    pitch: float
    token: float
    seal: float
    tile: float
    name: float


_TWO, _THREE = Size(255, 265, 29, 34, 150, 32), Size(168, 176, 29, 34, 92, 32)
_WIDE, _LOW = Size(126, 134, 29, 34, 60, 30), Size(103, 107, 24, 32, 50, 21)
_SIZES = {1: _TWO, 2: _TWO, 3: _THREE, 4: _WIDE, 5: _LOW}
"""By the number of rows: few seats have high ones."""
_STACKED = 84  # px: in tiles so high the sum stands below the glyph


def table(view: View, look: Look, private: bool = False) -> Nodes:
    """The race line, and below it the rows in turn order, at the end by place. private: on the night ground"""
    size = _size(view)
    first = None if view.phase == "over" else leader({player: view.players[player].vp for player in view.ring})
    nodes: list[Node] = list(points_line(view, look, *_RACE, ON_NIGHT if private else ON_PAPER))
    for i, player in enumerate(rows(view)):
        nodes += _row(view, view.players[player], look, i, size, player == first)
    return tuple(nodes)


def above(view: View, look: Look) -> Iterator[Node]:
    """The spies in all courts on the tiles of their suits, what a check would add now, and what the reader has not seen
    yet of points gained; above all frames."""
    size = _size(view)
    for i, player in enumerate(rows(view)):
        middle, y = SEATS_X + _GAIN_X, _TOP + size.pitch * i
        if isinstance(look.before, View):
            points = view.players[player].vp - look.before.players[player].vp
            yield from gained(middle - 6, y + size.h - 62, points, PAPER)
        gain = view.forecast[player] if view.forecast else 0
        if gain:
            top = y + size.seal + 8 - _GAIN_H / 2
            yield Box(middle - _GAIN_W / 2, top, _GAIN_W, _GAIN_H, 10, WHITE, GOLD, 3)
            written = DETAIL if gain < 10 else MICRO
            yield Text(middle, top + _GAIN_H / 2, f"+{gain}", written, INK, "m", room=_GAIN_W - 4)
        for j, suit in enumerate(SUITS):
            found = _spies_on(view, view.players[player], suit)
            x, y = _tile_at(i, j, size)
            yield from _spies(view, found, x + _TILE_W - 6, y + size.tile - 4)


def _size(view: View) -> Size:
    return _SIZES[len(view.ring)]


def _tile_at(row: int, column: int, size: Size) -> tuple[float, float]:
    """Upper left corner."""
    return SEATS_X + 84 + _TILE_PITCH * column, _TOP + size.pitch * row + size.h - size.tile - 8


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
    x, y, n = float(SEATS_X), _TOP + size.pitch * row, player.number
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
        glyph = 28 if size is _LOW else 36 if size is _WIDE else 48
        yield Icon(player.loyalty, x + _BAND / 2, y + size.h - glyph * 0.7, glyph, on(colour), colour)
    yield from _line(view, player, look, y + size.name, spot)
    for i, suit in enumerate(SUITS):
        yield from _tile(view, player, suit, *_tile_at(row, i, size), size)
    yield from _standing(view, player, look.lang, y, size, leads)


def _line(view: View, player: PlayerView, look: Look, y: float, whole: Spot) -> Iterator[Node]:
    """Name, rupees, cards in hand, lasting events; before Wakhan no hand but a tag."""
    x, n = float(SEATS_X), player.number
    shift = _EVENT + 18 if player.events else 0
    rupees, hand = x + _RUPEES_X - shift, x + _HAND_X - shift
    room = rupees - x - _NAME_X - 8
    yield from fit_name(name(view, n, look), room, KEY if len(view.ring) < 3 else BODY, 2).runs(
        x + _NAME_X, y, INK, room=room
    )
    yield Icon("rupee", rupees, y, 30, INK, WHITE)
    yield Text(rupees + 20, y, str(player.rupees), BODY, INK, room=46)
    if player.automa:
        tag = sentence("court.automa", look.lang)
        w = min(62.0, measure(tag, MICRO) + 16)
        yield Box(hand - 14, y - 16, w, 32, 16, theme.NIGHT_2)
        yield Text(hand - 14 + w / 2, y, tag, MICRO, WHITE, "m", room=w - 4)
    else:
        yield Icon("hand", hand, y, 28, INK, WHITE)
        yield Text(hand + 18, y, str(player.held), BODY, INK, room=44)
    for what, left, count in (("rupees", rupees, player.rupees), ("held", hand, player.held)):
        number = Spot(left - 16, y - 17, 38 + measure(str(count), BODY), 32, counted=True)
        yield Anchor(f"{what}:{n}", number, count, "numbers", minor=True)
    middle = x + 364
    there = Spot(middle - _EVENT / 2, y - _EVENT / 2, _EVENT, _EVENT, 6) if player.events else whole
    there = replace(there, aside=whole.aside)
    yield Anchor(f"events:{n}", there, player.events, "seats")
    if player.events:
        yield Sprite(middle, y, LastingEvent(lasting(player.events[-1], private=True), _EVENT))
        if len(player.events) > 1:
            disc = NumberDisc(str(len(player.events)), 10, 16, INK, WHITE, INK, 1.5)
            yield Sprite(middle + 12, y + 12, disc)


def _tile(view: View, player: PlayerView, suit: Suit, x: float, y: float, size: Size) -> Iterator[Node]:
    """All stars of a suit in one court; where a row is high a bar for each card; whose spies lie on these cards,
    and hostages."""
    slots = _slots(player, suit)
    stars = sum(CONTENT.cards[slot.card].rank for slot in slots)
    holders = tuple(sorted({slot.hostage for slot in slots if slot.hostage is not None}))
    h = size.tile
    spot = Spot(x, y, _TILE_W, h, 8, tick=(x + 6, y + h - 2), aside=_beside(y - size.h + h + 8, size))
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
    middle = y + h / 2 - (6 if h > 50 else 2)
    if h > _STACKED:
        yield Icon(SUIT_ICONS[suit], x + _TILE_W / 2, middle - h * 0.18, min(48, h * 0.42), sign, colour)
        yield Text(x + _TILE_W / 2, middle + h * 0.2, str(stars), HEAD if h > 100 else KEY, sign, "m", room=66)
    else:
        yield Icon(SUIT_ICONS[suit], x + 19, middle, 30, sign, colour)
        yield Text(x + 48, middle, str(stars), KEY if stars < 10 else BODY, sign, "m", room=40)
    for i in range(min(5, len(slots)) if size is not _LOW else 0):
        yield Box(x + 8 + 11 * i, y + h - 11, 8, 5, 1, sign)


def _spies(view: View, found: tuple[int, ...], right: float, y: float) -> Iterator[Node]:
    """A token for each owner, with the number in the place of the letter from two on; of many owners only the sum."""
    owners = [player for player, number in enumerate(found) if number]
    if len(owners) > _OWNERS:
        yield Box(right - 46, y - 9, 52, 28, 14, WHITE, INK, 2)
        yield Icon("spy", right - 32, y + 5, 22, INK, WHITE)
        yield Text(right - 18, y + 5, str(sum(found)), MICRO, INK, room=26)
        return
    r, pitch = (14.5, 28) if len(owners) < _OWNERS else (13.0, 24)
    for i, player in enumerate(owners):
        at, lower = right - pitch * (len(owners) - 1 - i), 2 if player == 2 else 0
        colour, number = theme.SEATS[view.players[player].color], found[player]
        if number == 1:
            yield Sprite(at, y + lower, SeatToken(player, colour, r, ring=True))
        else:
            yield Sprite(at, y + lower, Spies(player, colour, r, number))


def _standing(view: View, player: PlayerView, lang: Lang, y: float, size: Size, leads: bool) -> Iterator[Node]:
    """Victory points, what a check would add now, influence and cylinders in play; after the end the place."""
    x, n = SEATS_X + _SEAL_X, player.number
    middle, foot = y + size.seal + 8, y + size.h - 16
    r = size.seal - (5 if leads else 0)
    if leads:
        yield lead(x, middle, r)
    spot = Spot.disc(x, middle, size.seal)
    if size is _LOW:  # a ring would cut what stands below
        spot = replace(spot, radius=0, counted=True)
    yield Anchor(f"vp:{n}", spot, player.vp, "seats", gains=True)
    yield Sprite(x, middle, Seal(str(player.vp), r))
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == n)
        yield Text(x, foot, sentence(f"seats.place.{place}", lang), DETAIL, theme.INK_2, "m", room=88)
        return
    yield Icon("prize", x - 10, foot, 26, theme.MADDER, WHITE)
    yield Text(x + 6, foot, str(player.influence), DETAIL, INK, room=34)
    yield Sprite(x + 44, foot, SeatShape(n, theme.SEATS[player.color], 10))
    yield Text(x + 58, foot, str(player.in_play), DETAIL, INK, room=34)
    for what, left, count in (("influence", x - 24, player.influence), ("cylinders", x + 32, player.in_play)):
        spot = Spot(left, foot - 15, 30 + measure(str(count), DETAIL), 28, counted=True)
        yield Anchor(f"{what}:{n}", spot, count, "numbers", minor=True)
