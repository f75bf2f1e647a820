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
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.text import measure
from render.kit.tokens import NumberDisc, Seal, SeatToken
from render.pax_pamir import lands, theme
from render.pax_pamir.board.columns import Column, columns
from render.pax_pamir.board.event_signs import LastingEvent, lasting
from render.pax_pamir.board.points import ON_NIGHT, ON_PAPER, points_line
from render.pax_pamir.board.spies import gone, pockets
from render.pax_pamir.board.sums import number_spot, sums
from render.pax_pamir.catalogue import sentence
from render.pax_pamir.layout import BELOW_MAP, SEATS_W, SEATS_X, Board, Row, board, rows, winners
from render.pax_pamir.pieces import SUIT_ICONS, Figures, SignDisc

_BAND = 72
_SEAL_X, _SEAL_FOOT = 441, 4  # its middle; px from the ring of a leader to the foot of a row, at least
_RING, _SEAL_RING = 10, 5  # px from a seal to its ring, which stands out by so many beyond a seal without one
_OUT = SEATS_W + 24  # the right end of what stands at the right of a seal, beyond the row: so it is clear of its ring
_GAIN, _DECIDED, _PLACE = (WHITE, GOLD, INK), (theme.MADDER, WHITE, WHITE), (WHITE, theme.LINE, INK)
"""Tones of a badge: what a check would add, if it would win the game, and the place at the end."""
_TAG_X, _TAG_W, _TAG_H = SEATS_X + 395, 104, 28  # what a check would add, between the tiles and the edge of the row
_WINS_X, _WINS_W = SEATS_X + 396, 106  # the same of who would win by it
_WINS_H, _WINS_SHARE = 38.0, 0.21  # as high as this, and as this share of the row, at most
_TAG_Y, _TAG_GAP = 20, 3  # px from the middle of the first line to it, at least, and from it to the seal
_GAINED = 8  # px from the foot of a row up to the middle of what was gained: the points stay free
_EVENT, _EVENT_FOOT = 40, 5
_EVENT_LETTER = SEATS_X + SEATS_W + 16  # the middle of the letter above that sign: clear of the seal
_LETTER = 44  # px from the foot of a suit to the middle of the letter that points at it
_ASIDE, _CLEAR = 18, 60  # px left of a row stands the mark of who changed it; from what it is kept clear of
_NAME_Y, _LINE_Y = lands.anchor("punjab")[1] - 58, BELOW_MAP[2]  # of the name at the right of the map, of the line
# below it
_STACKED = 84  # px: in tiles so high the sum stands below the glyph
_TOTAL, _TOTAL_GAP = 1.04, 4.0  # size of a sum by the height of its tile; px from the glyph
_BAR_W, _BAR_H, _BAR_GAP = 13.0, 7, 8.0  # a bar for each card at the foot of a tile, and what is between two
_UNDER = 8  # px: the line below a suit that is not as it was
_SEAL_R, _SEAL_LOW = 22, 16  # of the sign before the line of points below the map; below the tokens that stand there


def table(view: View, look: Look, private: bool = False) -> Nodes:
    """The race line, and the rows in turn order, at the end by place. private: on the night ground"""
    size = board(view)
    nodes = list(_race(view, look, size, private))
    for i, player in enumerate(rows(view)):
        y = size.top + size.row.pitch * i
        nodes += _row(view, view.players[player], look, y, size.row)
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
            yield from gained(SEATS_X + _SEAL_X, y + row.h - _GAINED, points, PAPER)
        gain = view.forecast[player] if view.forecast else 0
        if gain:
            wins = player == view.decided
            keys = ("race.wins", "race.wins_short") if wins else ()
            words = [sentence(key, look.lang, n=gain) for key in keys] or [f"+{gain}"]
            yield from _tag(words, view, player, y, row, _DECIDED if wins else _GAIN)
        found = columns(view, view.players[player], row)
        if look.turns and isinstance(look.before, View):
            then, now = look.before.players[player], view.players[player]
            yield from changed(_changed(then, now, found, y + row.tiles + tile, row.spy), _UNDER)
            if (then.gifts, then.prizes) != (now.gifts, now.prizes):
                yield from changed([number_spot(view, player, "influence", y + row.name)], _UNDER - 2)
        if any(column.owners for column in found):
            yield from pockets(view, found, y + row.tiles + tile, row)
        if isinstance(look.before, View) and any(column.r for column in found):
            paper = WHITE if _is_active(view, player) else theme.PANEL
            yield from gone(look.before, player, found, y + row.tiles + tile, row, paper)


def _changed(then: PlayerView, now: PlayerView, found: Sequence[Column], foot: float, spy: float) -> Iterator[Spot]:
    """The suits in which cards or spies are others than they were, for one letter stands for all that was done in a
    row. foot: of the tiles; spy: radius of the signs below them.
    """
    for column in _others(then, now, found):
        yield Spot(column.x - 2, foot, column.w + 4, 2 * spy + 8 if _is_spied(column, then) else 7)


def _is_spied(column: Column, then: PlayerView | None) -> bool:
    """Whether spies stand below a suit, its own or those of the whole court, or the outlines of some that did."""
    return bool(column.owners or not column.r or (then and any(any(slot.spies) for slot in _of(then, column.suit))))


def _others(then: PlayerView, now: PlayerView, found: Sequence[Column]) -> Iterator[Column]:
    """The suits in which cards or spies are not those of then."""
    for column in found:
        was, stand = ({s.card: (s.spies, s.hostage) for s in _of(player, column.suit)} for player in (then, now))
        if was != stand:
            yield column


def _of(player: PlayerView, suit: Suit) -> list[CourtSlot]:
    return [slot for slot in player.court if CONTENT.cards[slot.card].suit == suit]


def _race(view: View, look: Look, size: Board, private: bool) -> Iterator[Node]:
    """Below the map behind a seal, for it stands alone there."""
    left, right, y = size.race
    if size.strip:
        yield Sprite(lands.X + 4 + _SEAL_R, y + _SEAL_LOW, Seal("", _SEAL_R))
    tones = ON_NIGHT if private else ON_PAPER
    yield from points_line(view, look, left, right, y, tones, wide=True, margin=size.margin)


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


def _tag(
    told: Sequence[str], view: View, player: int, y: float, row: Row, tones: tuple[str, str, str]
) -> Iterator[Node]:
    """Above the seal in the row that begins at y, in the first of these words that has room. tones: of the ground, the
    edge and the words.
    """
    paper, edge, ink = tones
    left, most = (_WINS_X, _WINS_W) if player == view.decided else (_TAG_X, _TAG_W)
    h = _tag_h(view, player, row)
    sizes = [size for size in (BODY, DETAIL, MICRO) if size < h]
    fitting = ((words, size) for size in sizes for words in told if measure(words, size) <= most - 4)
    words, size = next(fitting, (told[-1], MICRO))
    w = min(most, max(48.0, measure(words, size) + 14))
    middle, r = _seal(view, player, y, row)
    x, top = SEATS_X + _SEAL_X - w / 2, middle - r - _RING * _leads(view, player) - _TAG_GAP - h
    x = min(max(x, left), left + most - w)
    yield Box(x, top, w, h, 8, paper, edge, 2.5)
    yield Text(x + w / 2, top + h / 2, words, size, ink, "m", room=w - 4)


def _tag_h(view: View, player: int, row: Row) -> float:
    return min(_WINS_H, _WINS_SHARE * row.h) if player == view.decided else _TAG_H


def _leads(view: View, player: int) -> bool:
    points = {seat: view.players[seat].vp for seat in view.ring}
    return view.phase != "over" and player in leaders(points)


def _seal(view: View, player: int, y: float, row: Row) -> tuple[float, float]:
    """The middle and the radius of the seal in the row that begins at y: with its ring, and a tag above it, it lies
    between the first line and the foot.
    """
    leads, tagged = _leads(view, player), view.phase == "over" or bool(view.forecast and view.forecast[player])
    top = y + row.name + _TAG_Y + (_tag_h(view, player, row) + _TAG_GAP) * tagged
    foot = y + row.h - _SEAL_FOOT
    reach = min(row.seal + _SEAL_RING * leads, (foot - top) / 2)
    middle = min(max(y + (row.tiles + row.h) / 2 + 2, top + reach), foot - reach)
    return middle, reach - _RING * leads


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


def _first_changed(then: PlayerView | None, now: PlayerView, found: Sequence[Column]) -> Column | None:
    """The suit at which the letter of who changed a row points; None: at the loyalty, or at all of the row."""
    if then is None or then.loyalty != now.loyalty:
        return None
    return next(_others(then, now, found), None)


def _tall(column: Column, then: PlayerView | None, row: Row, h: float) -> float:
    """The height of a suit with the spies that hang there, or their outlines; h: of the tiles."""
    return row.tile + 2 * row.spy if _is_spied(column, then) else h


def _row(view: View, player: PlayerView, look: Look, y: float, row: Row) -> Iterator[Node]:
    x, n = float(SEATS_X), player.number
    colour, seat = theme.COALITIONS.get(player.loyalty or "", theme.BLANK), theme.SEATS[player.color]
    ground, edge, width = (WHITE, INK, 4) if _is_active(view, n) else (theme.PANEL, theme.LINE, 2)
    found, h = columns(view, player, row), _tile_h(view, look, row)
    then = look.before.players[n] if isinstance(look.before, View) else None
    first = _first_changed(then, player, found) if look.turns else None
    beside, only_events = _beside(y, row), False
    if first is not None:
        beside = first.x + first.w / 2, y + row.tiles + _tall(first, then, row, h) + _LETTER
    elif then is not None and look.turns and _is_only_event(then, player):
        beside, only_events = (_EVENT_LETTER, _event(y + row.h)[1] - _LETTER), True
    spot = Spot(x, y, SEATS_W, row.h, 12, (x + 4, y - 2), 20, room=84, aside=beside)
    yield Anchor(f"player:{n}", spot)
    band = Spot(x, y, _BAND, row.h, 12, tick=(x - 8, y + row.h - 26), aside=beside)
    yield Anchor(f"loyalty:{n}", band, player.loyalty or "none", "seats")
    yield Box(x, y, SEATS_W, row.h, 12, ground)
    yield Box(x, y, _BAND, row.h, 12, colour, corners=(True, False, False, True))
    yield Box(x, y, SEATS_W, row.h, 12, None, edge, width)
    yield Sprite(x + _BAND / 2, y + row.token + 10 + (3 if n == 2 else 0), SeatToken(n, seat, row.token, True))
    if player.loyalty is not None:
        glyph = row.loyalty
        yield Icon(player.loyalty, x + _BAND / 2, y + row.h - glyph * 0.6 - 2, glyph, on(colour), colour)
    yield from sums(view, player, look, y + row.name)
    for column in found:
        whole = Spot(column.x, y + row.tiles, column.w, _tall(column, then, row, h), 8, aside=beside)
        yield from _tile(player, column, replace(whole, led=column is first), h)
    yield from _standing(view, player, look.lang, y, row)
    yield from _events(player, y + row.h, spot, only_events)


def _is_only_event(then: PlayerView, now: PlayerView) -> bool:
    """Whether in a row in which no suit is another the letter of who changed it stands for a new event alone."""
    alike = (then.loyalty, then.gifts, then.prizes) == (now.loyalty, now.gifts, now.prizes)
    return alike and bool(now.events) and now.events != then.events


def _event(foot: float) -> Point:
    """The middle of the sign of lasting events, at the lower right of the seal in the row that ends at foot."""
    return SEATS_X + _OUT - _EVENT / 2, foot - _EVENT_FOOT - _EVENT / 2


def _events(player: PlayerView, foot: float, whole: Spot, led: bool) -> Iterator[Node]:
    """Lasting events; without one only their place in the `whole` row. led: the letter of the row points at them"""
    x, y = _event(foot)
    there = Spot(x - _EVENT / 2, y - _EVENT / 2, _EVENT, _EVENT, 6) if player.events else whole
    spot = replace(there, aside=whole.aside, led=led)
    yield Anchor(f"events:{player.number}", spot, player.events, "seats")
    if player.events:
        yield Sprite(x, y, LastingEvent(lasting(player.events[-1], private=True), _EVENT, square=True))
        if len(player.events) > 1:
            disc = NumberDisc(str(len(player.events)), 13, 22, INK, WHITE, INK, 1.5)
            yield Sprite(x - _EVENT / 2, y + _EVENT / 2 - 9, disc)


def _tile(player: PlayerView, column: Column, whole: Spot, h: float) -> Iterator[Node]:
    """All stars of a suit in one court, and a bar for each card. whole: with the spies that hang there. Whose hostages
    these are stands at the spies of the holder, if there is room; else only that there are some.
    """
    slots, suit, x, w, top = column.slots, column.suit, column.x, column.w, whole.y
    stars = sum(CONTENT.cards[slot.card].rank for slot in slots)
    spied = tuple((slot.card, slot.spies, slot.hostage) for slot in slots)
    middle = x + w / 2
    spot = replace(whole, tick=(x + 1, top + h), counted=True)  # a frame would cut what stands beside it
    yield Anchor(f"stars:{player.number}:{suit}", spot, (stars, spied), "seats")
    if not slots:
        yield Box(x, top, w, h, 8, None, theme.LINE, 2)
        glyph = min(40 if h > _STACKED else 26, w - 10)
        yield Icon(SUIT_ICONS[suit], middle, top + h / 2, glyph, theme.LINE, theme.PANEL)
        return
    colour = theme.SUITS[suit]
    sign = on(colour)
    yield Box(x, top, w, h, 8, colour, theme.CHIP_EDGES[suit], 1.5)
    at = top + (h - _BAR_H - 4) / 2 + 1
    if h > _STACKED:
        yield Icon(SUIT_ICONS[suit], middle, at - h * 0.18, min(48, h * 0.42), sign, colour)
        yield Text(middle, at + h * 0.2, str(stars), HEAD if h > 100 else KEY, sign, "m", room=66)
    else:
        glyph, number = _beside_glyph(str(stars), sign, w - 6, h - _BAR_H - 5)
        left = middle - (glyph + _TOTAL_GAP + number.w) / 2
        yield Icon(SUIT_ICONS[suit], left + glyph / 2, at, glyph, sign, colour)
        yield Sprite(left + glyph + _TOTAL_GAP + number.w / 2, at, number)
    if column.holders and not column.r:  # the spies of the whole court hang together
        yield Sprite(x + 6, top + 7, SignDisc("lock", 16))
    yield from _bars(len(slots), middle, top + h - 4, w - 8, sign)


def _bars(number: int, middle: float, foot: float, room: float, colour: str) -> Iterator[Box]:
    """One for each card, as broad as they have room: they are counted."""
    k = min(1.0, room / (number * (_BAR_W + _BAR_GAP) - _BAR_GAP))
    w, pitch = _BAR_W * k, (_BAR_W + _BAR_GAP) * k
    left = middle - (pitch * (number - 1) + w) / 2
    yield from (Box(left + pitch * i, foot - _BAR_H, w, _BAR_H, 1.5, colour) for i in range(number))


def _beside_glyph(stars: str, colour: str, room: float, h: float) -> tuple[float, Figures]:
    """The glyph of a suit and behind it the sum, as high as the tile lets it be: first the glyph is smaller."""
    size = _TOTAL * h
    for glyph in (30.0, 26.0, 22.0, 18.0):
        number = Figures(stars, size, colour)
        if glyph + _TOTAL_GAP + number.w <= room:
            return glyph, number
    return glyph, Figures(stars, size * (room - glyph - _TOTAL_GAP) / number.w, colour)


def _standing(view: View, player: PlayerView, lang: Lang, y: float, row: Row) -> Iterator[Node]:
    """Victory points; after the end the place, too."""
    x, n = SEATS_X + _SEAL_X, player.number
    middle, r = _seal(view, n, y, row)
    if _leads(view, n):
        yield lead(x, middle, r)
    spot = replace(Spot.disc(x, middle, r), radius=0, counted=True)  # a ring would cut what stands beside it
    yield Anchor(f"vp:{n}", spot, player.vp, "seats", gains=True)
    yield Sprite(x, middle, Seal(str(player.vp), r))
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == n)
        yield from _tag([sentence(f"seats.place.{place}", lang)], view, n, y, row, _PLACE)
