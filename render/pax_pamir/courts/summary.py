"""All courts below each other: every card by its name, with its spies. They are one ring for the spies (R8.4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import INK, on
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, FRAMES, Box, Icon, Node, Nodes, Scene, Sprite, Text
from render.kit.text import fit_name
from render.kit.tokens import Seal, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.header import header
from render.pax_pamir.cards import low as low_cards
from render.pax_pamir.catalogue import name
from render.pax_pamir.courts.cards import Corner, cards
from render.pax_pamir.courts.layout import Place
from render.pax_pamir.layout import CARD_PITCH, HEIGHT, LEFT, WIDTH
from render.pax_pamir.pieces import kilim

_TOP, _FOOT, _RIGHT = 146, 1176, 1556
_BAND, _CARDS_X = 104, 154
_FEW, _MANY = 2, 6  # cards in a line: at least, at most
_BETWEEN, _GAP = 14, 6
_TRAYS = ((300.0, 46.0), (150.0, 34.0), (0.0, 26.0))  # from this height of a line on: that of a tray
_BADGE = Corner(8, 0, 15, CARD_PITCH - 60)  # clear of the name below, and of the trays above


def courts(view: View, look: Look) -> Scene:
    """The courts in turn order, 1600 x 1200."""
    found = rows(view)
    live: list[Node] = [*header(view, look), FRAMES]
    for number, place in found.items():
        live += _row(view, view.players[number], place, look)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, _printed(), tuple(live))


@dataclass(frozen=True, slots=True)
class Row:
    """A player's court: the upper edge, the height, and where the cards lie."""

    y: float
    h: float
    spots: tuple[Place, ...]


def rows(view: View) -> dict[int, Row]:
    """Player -> row, in turn order. All lines of cards are equally high and fill the page."""
    counts = {number: len(view.players[number].court) for number in view.ring}
    across = _across(view)
    lines = {number: max(1, -(-count // across)) for number, count in counts.items()}
    unit = (_FOOT + _BETWEEN - _TOP - _BETWEEN * len(counts)) / sum(lines.values())
    found: dict[int, Row] = {}
    y = float(_TOP)
    for number, count in counts.items():
        h = unit * lines[number]
        found[number] = Row(y, h, tuple(_place(i, y, unit, across, lines[number] > 1) for i in range(count)))
        y += h + _BETWEEN
    return found


def _across(view: View) -> int:
    """Places in a line: as many as the longest court needs."""
    return min(_MANY, max(_FEW, *(len(view.players[number].court) for number in view.ring)))


def _place(index: int, top: float, unit: float, across: int, several: bool) -> Place:
    """A card and its tray in a court of one line or of several, `across` in each."""
    line, column = divmod(index, across)
    pitch = (_RIGHT + _GAP - _CARDS_X) / across
    h = unit - (6 if several else 0)
    tray = next(tray for least, tray in _TRAYS if h >= least)
    card = h - tray - 3
    if card < low_cards.CARD_H * 1.3:
        card = low_cards.CARD_H
    x, y = _CARDS_X + pitch * column, top + unit * line
    return Place(x, y, pitch - _GAP, card, y + card + 3, min(tray, h - card - 3), False, free=True)


@cache
def _printed() -> Nodes:
    paper = Box(20, 124, 1560, HEIGHT - 144, 22, theme.WOOL, corners=(False, False, True, True))
    return paper, *kilim(112, 12, theme.MADDER)


def _row(view: View, player: PlayerView, place: Row, look: Look) -> Iterator[Node]:
    """A band in the colour of the loyalty with token, emblem and name; then the cards with their spies."""
    y, h = place.y, place.h
    colour = theme.COALITIONS.get(player.loyalty or "", theme.BLANK)
    active = view.turn is not None and view.turn.player == player.number
    yield Box(LEFT, y, _BAND, h, 12, colour, *((INK, 4) if active else (theme.LINE, 2)))
    yield from _label(view, player, place, look)
    yield from cards(view, player, place.spots, look.lang, _BADGE)
    pitch = (_RIGHT + _GAP - _CARDS_X) / _across(view)
    for i in range(len(place.spots), max(1, min(player.court_limit, _across(view)))):  # so many more there may be
        yield Box(_CARDS_X + pitch * i, y, pitch - _GAP, h, 12, None, theme.LINE, 2)


def _label(view: View, player: PlayerView, place: Row, look: Look) -> Iterator[Node]:
    """Token, loyalty and name; where there is height points, rupees, hand and influence."""
    y, h, middle = place.y, place.h, LEFT + _BAND / 2
    colour = theme.COALITIONS.get(player.loyalty or "", theme.BLANK)
    ink, low = on(colour), 3 if player.number == 2 else 0
    side = 26 if player.loyalty is not None else 0
    token = SeatToken(player.number, theme.SEATS[player.color], 24, ring=True)
    yield Sprite(middle - side, y + 36 + low, token)
    if player.loyalty is not None:
        yield Icon(player.loyalty, middle + 28, y + 36, 38, ink, colour)
    who = fit_name(name(view, player.number, look), _BAND - 8, DETAIL, 2)
    yield from who.runs(middle, y + 88, ink, "m", room=_BAND - 8)
    if h < 150:
        return
    held = (("rupee", player.rupees), ("hand", player.held), ("prize", player.influence))
    shown = held[: max(0, int((h - 180) // 44))]
    yield Sprite(middle, y + 146, Seal(str(player.vp), 28))
    for i, (icon, number) in enumerate(shown):
        at = y + 200 + 44 * i
        yield Icon(icon, middle - 26, at, 34, ink, colour)
        yield Text(middle, at, str(number), BODY, ink, room=54)
