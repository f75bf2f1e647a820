"""The players at a glance: the race, and a row for each with loyalty, name, sums, suit totals, points.

The cards of the courts in their order are on the page of courts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import GOLD, INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.marks.signals import PAPER
from render.kit.marks.since import changed, gained
from render.kit.race import lead, leaders
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import measure
from render.kit.tokens import NumberDisc, Seal, SeatToken
from render.pax_pamir import lands, theme
from render.pax_pamir.board.columns import Column, columns
from render.pax_pamir.board.event_signs import LastingEvent, lasting
from render.pax_pamir.board.points import ON_NIGHT, ON_PAPER, points_line
from render.pax_pamir.board.spies import gone, pockets
from render.pax_pamir.board.sums import sums
from render.pax_pamir.catalogue import sentence
from render.pax_pamir.layout import BELOW_MAP, SEATS_W, SEATS_X, Board, Row, board, rows, winners
from render.pax_pamir.pieces import SUIT_ICONS, Figures

_BAND = 72
_SEAL_X, _SEAL_FOOT = 441, 6  # its middle; px from the ring of a leader to the foot of a row, at least
_OUT = SEATS_W + 24  # the right end of what stands at the right of a seal, beyond the row: so it is clear of its ring
_GAIN, _DECIDED, _PLACE = (WHITE, GOLD, INK), (theme.MADDER, WHITE, WHITE), (WHITE, theme.LINE, INK)
"""Tones of a badge: what a check would add, if it would win the game, and the place at the end."""
_BADGE_W, _BADGE_H, _BADGE_Y = 48, 34, 21  # what a check would add; px from the middle of the first line to its top,
# at least
_EVENT, _EVENT_FOOT = 40, 5
_ASIDE, _CLEAR = 18, 60  # px left of a row stands the mark of who changed it; from what it is kept clear of
_NAME_Y, _LINE_Y = lands.anchor("punjab")[1] - 58, BELOW_MAP[2]  # of the name at the right of the map, of the line
# below it
_STACKED = 84  # px: in tiles so high the sum stands below the glyph
_TOTAL, _TOTAL_GAP = 1.04, 4.0  # size of a sum by the height of its tile; px from the glyph
_BARS = 50  # px: tiles so high have a bar for each card
_UNDER = 8  # px: the line below a suit that is not as it was
_SEAL_R = 26  # of the sign before the line of points below the map


def table(view: View, look: Look, private: bool = False) -> Nodes:
    """The race line, and the rows in turn order, at the end by place. private: on the night ground"""
    size = board(view)
    points = {player: view.players[player].vp for player in view.ring}
    first = frozenset[int]() if view.phase == "over" else leaders(points)
    nodes = list(_race(view, look, size, private))
    for i, player in enumerate(rows(view)):
        y = size.top + size.row.pitch * i
        nodes += _row(view, view.players[player], look, y, size.row, player in first)
    return tuple(nodes)


def above(view: View, look: Look) -> Iterator[Node]:
    """The spies in all courts below the tiles of their suits, what a check would add now, and what the reader has not
    seen yet of points gained; above all frames.
    """
    size = board(view)
    row, tile = size.row, _tile_h(view, look, size.row)
    for i, player in enumerate(rows(view)):
        y = size.top + row.pitch * i
        if isinstance(look.before, View):
            points = view.players[player].vp - look.before.players[player].vp
            yield from gained(SEATS_X + _SEAL_X, y + row.h - 18, points, PAPER)
        gain = view.forecast[player] if view.forecast else 0
        if gain:
            wins = player == view.decided
            words = sentence("race.wins", look.lang, n=gain) if wins else f"+{gain}"
            yield from _badge(words, y, row, _DECIDED if wins else _GAIN)
        found = columns(view, view.players[player], row)
        if look.turns and isinstance(look.before, View):
            then, now = look.before.players[player], view.players[player]
            yield from changed(_changed(then, now, found, y + row.tiles + tile, row.spy), _UNDER)
        if any(column.owners for column in found):
            yield from pockets(view, found, y + row.tiles + tile, row)
        if isinstance(look.before, View) and any(column.r for column in found):
            paper = WHITE if _is_active(view, player) else theme.PANEL
            yield from gone(look.before, player, found, y + row.tiles + tile, row, paper)


def _changed(then: PlayerView, now: PlayerView, found: Sequence[Column], foot: float, spy: float) -> Iterator[Spot]:
    """The suits in which cards or spies are others than they were, for the letter at the left edge stands for all that
    was done in a row. foot: of the tiles; spy: radius of the signs below them.
    """
    for column in found:
        was, stand = ({s.card: (s.spies, s.hostage) for s in _of(player, column.suit)} for player in (then, now))
        if was != stand:
            spied = column.owners or any(any(slot.spies) for slot in _of(then, column.suit))  # or their outlines
            yield Spot(column.x - 2, foot, column.w + 4, 2 * spy + 8 if spied and column.r else 7)


def _of(player: PlayerView, suit: Suit) -> list[CourtSlot]:
    return [slot for slot in player.court if CONTENT.cards[slot.card].suit == suit]


def _race(view: View, look: Look, size: Board, private: bool) -> Iterator[Node]:
    """Below the map behind a seal, for it stands alone there."""
    left, right, y = size.race
    if size.strip:
        yield Sprite(lands.X + 4 + _SEAL_R, y, Seal("", _SEAL_R))
    yield from points_line(view, look, left, right, y, ON_NIGHT if private else ON_PAPER, wide=True)


def _tile_h(view: View, look: Look, row: Row) -> float:
    """The height of the tiles: while no spy is out, and none was before, they have the room of the spies, too."""
    views = (view, look.before) if isinstance(look.before, View) else (view,)
    spied = any(any(slot.spies) for there in views for player in there.players for slot in player.court)
    return row.tile if spied else row.tile + 2 * row.spy


def _is_active(view: View, player: int) -> bool:
    """Whose turn it is; at the end who has won."""
    if view.phase == "over":
        return player in winners(view)
    return view.turn is not None and view.turn.player == player


def _badge(words: str, y: float, row: Row, tones: tuple[str, str, str]) -> Iterator[Node]:
    """At the upper right of the seal in the row that begins at y. tones: of the ground, the edge and the words."""
    paper, edge, ink = tones
    size = BODY if len(words) < 3 else DETAIL
    w = max(_BADGE_W, measure(words, size) + 14)
    x, top = SEATS_X + _OUT - w, max(y + row.name + _BADGE_Y, _seal_y(y, row) - row.seal - _BADGE_H / 2)
    yield Box(x, top, w, _BADGE_H, 10, paper, edge, 3)
    yield Text(x + w / 2, top + _BADGE_H / 2, words, size, ink, "m", room=w - 4)


def _seal_y(y: float, row: Row) -> float:
    """The middle of the seal in the row that begins at y."""
    return min(y + (row.tiles + row.h) / 2 + 2, y + row.h - _SEAL_FOOT - row.seal - 5)


def _beside(y: float, row: Row) -> Point:
    """Left of the row that begins at y: all that was done in it has one mark there, in its middle, but clear of the
    region's name and of the end of the line of points that the map has there.
    """
    middle = y + row.h / 2
    if abs(middle - _NAME_Y) < _CLEAR:
        middle = y + row.h * 3 / 4
    elif abs(middle - _LINE_Y) < _CLEAR:
        middle = y + row.h / 4
    return SEATS_X - _ASIDE, middle


def _row(view: View, player: PlayerView, look: Look, y: float, row: Row, leads: bool) -> Iterator[Node]:
    x, n = float(SEATS_X), player.number
    colour, seat = theme.COALITIONS.get(player.loyalty or "", theme.BLANK), theme.SEATS[player.color]
    ground, edge, width = (WHITE, INK, 4) if _is_active(view, n) else (theme.PANEL, theme.LINE, 2)
    spot = Spot(x, y, SEATS_W, row.h, 12, (x + 4, y - 2), 20, room=84, aside=_beside(y, row))
    yield Anchor(f"player:{n}", spot)
    band = Spot(x, y, _BAND, row.h, 12, tick=(x - 8, y + row.h - 26), aside=_beside(y, row))
    yield Anchor(f"loyalty:{n}", band, player.loyalty or "none", "seats")
    yield Box(x, y, SEATS_W, row.h, 12, ground)
    yield Box(x, y, _BAND, row.h, 12, colour, corners=(True, False, False, True))
    yield Box(x, y, SEATS_W, row.h, 12, None, edge, width)
    yield Sprite(x + _BAND / 2, y + row.token + 10 + (3 if n == 2 else 0), SeatToken(n, seat, row.token, True))
    if player.loyalty is not None:
        glyph = row.loyalty
        yield Icon(player.loyalty, x + _BAND / 2, y + row.h - glyph * 0.6 - 2, glyph, on(colour), colour)
    h = _tile_h(view, look, row)
    yield from sums(view, player, look, y + row.name)
    for column in columns(view, player, row):
        yield from _tile(view, player, column, y, row, h)
    yield from _standing(view, player, look.lang, y, row, leads)
    yield from _events(player, y + row.h, spot)


def _events(player: PlayerView, foot: float, whole: Spot) -> Iterator[Node]:
    """Lasting events, at the lower right of the seal; without one only its place in the `whole` row."""
    x, y = SEATS_X + _OUT - _EVENT / 2, foot - _EVENT_FOOT - _EVENT / 2
    there = Spot(x - _EVENT / 2, y - _EVENT / 2, _EVENT, _EVENT, 6) if player.events else whole
    yield Anchor(f"events:{player.number}", replace(there, aside=whole.aside), player.events, "seats")
    if player.events:
        yield Sprite(x, y, LastingEvent(lasting(player.events[-1], private=True), _EVENT, square=True))
        if len(player.events) > 1:
            disc = NumberDisc(str(len(player.events)), 13, 22, INK, WHITE, INK, 1.5)
            yield Sprite(x - _EVENT / 2, y + _EVENT / 2 - 9, disc)


def _tile(view: View, player: PlayerView, column: Column, y: float, row: Row, h: float) -> Iterator[Node]:
    """All stars of a suit in one court, where a row is high a bar for each card, and whose hostages these cards are."""
    slots, suit, x, w, top = column.slots, column.suit, column.x, column.w, y + row.tiles
    stars = sum(CONTENT.cards[slot.card].rank for slot in slots)
    holders = tuple(sorted({slot.hostage for slot in slots if slot.hostage is not None}))
    middle = x + w / 2
    whole = row.tile + 2 * row.spy  # a frame around it would cut what stands beside it
    spot = Spot(x, top, w, whole, 8, tick=(x + 6, top + h - 2), counted=True, aside=_beside(y, row))
    yield Anchor(f"stars:{player.number}:{suit}", spot, (stars, len(slots), column.owners, holders), "seats")
    if not slots:
        yield Box(x, top, w, h, 8, None, theme.LINE, 2)
        glyph = min(40 if h > _STACKED else 26, w - 10)
        yield Icon(SUIT_ICONS[suit], middle, top + h / 2, glyph, theme.LINE, theme.PANEL)
        return
    colour = theme.SUITS[suit]
    sign = on(colour)
    yield Box(x, top, w, h, 8, colour, theme.CHIP_EDGES[suit], 1.5)
    if holders:
        yield Box(x - 2, top - 2, w + 4, h + 4, 10, None, WHITE, 7)
        yield Box(x, top, w, h, 8, None, theme.SEATS[view.players[holders[0]].color], 5)
    bars = row.tile >= _BARS
    at = top + h / 2 - (4 if bars else 0)
    if h > _STACKED:
        yield Icon(SUIT_ICONS[suit], middle, at - h * 0.18, min(48, h * 0.42), sign, colour)
        yield Text(middle, at + h * 0.2, str(stars), HEAD if h > 100 else KEY, sign, "m", room=66)
    else:
        glyph, number = _beside_glyph(str(stars), sign, w - 6 - 6 * bool(holders), h - 11 * bars - 6 * bool(holders))
        left = middle - (glyph + _TOTAL_GAP + number.w) / 2
        yield Icon(SUIT_ICONS[suit], left + glyph / 2, at, glyph, sign, colour)
        yield Sprite(left + glyph + _TOTAL_GAP + number.w / 2, at, number)
    for i in range(min(5, len(slots)) if bars else 0):
        yield Box(x + 8 + 11 * i, top + h - (12 if h > _STACKED else 9), 8, 5, 1, sign)


def _beside_glyph(stars: str, colour: str, room: float, h: float) -> tuple[float, Figures]:
    """The glyph of a suit and behind it the sum, as high as the tile lets it be: first the glyph is smaller."""
    size = _TOTAL * h
    for glyph in (30.0, 26.0, 22.0, 18.0):
        number = Figures(stars, size, colour)
        if glyph + _TOTAL_GAP + number.w <= room:
            return glyph, number
    return glyph, Figures(stars, size * (room - glyph - _TOTAL_GAP) / number.w, colour)


def _standing(view: View, player: PlayerView, lang: Lang, y: float, row: Row, leads: bool) -> Iterator[Node]:
    """Victory points; after the end the place, too."""
    x, n = SEATS_X + _SEAL_X, player.number
    middle = _seal_y(y, row)
    r = row.seal - (5 if leads else 0)
    if leads:
        yield lead(x, middle, r)
    spot = replace(Spot.disc(x, middle, row.seal), radius=0, counted=True)  # a ring would cut what stands beside it
    yield Anchor(f"vp:{n}", spot, player.vp, "seats", gains=True)
    yield Sprite(x, middle, Seal(str(player.vp), r))
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == n)
        yield from _badge(sentence(f"seats.place.{place}", lang), y, row, _PLACE)
