"""All courts below each other: every card by its name, with its spies. They are one ring for the spies (R8.4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engines.pax_pamir.view import PlayerView, View
from render.kit.colour import INK, WHITE, on
from render.kit.look import Lang, Look
from render.kit.marks.notice import notice
from render.kit.scene import FRAMES, HEAD, MICRO, Box, Icon, Node, Nodes, Scene, Sprite, Text
from render.kit.text import fit_name
from render.kit.tokens import SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.header import header
from render.pax_pamir.catalogue import name, sentence
from render.pax_pamir.courts.cards import Corner, cards
from render.pax_pamir.courts.layout import Place
from render.pax_pamir.courts.rows import row
from render.pax_pamir.layout import CARD_H, CARD_PITCH, CARD_W, HEIGHT, LEFT, WIDTH
from render.pax_pamir.pieces import kilim

_TOP, _FOOT = 146, 1176
_BAND, _CARDS_X = 132, 186
_COLUMNS = 5
_DOUBLE, _LEAST, _MOST = 236, 196, 248  # height of a court in two lines; of another at least, and at most
_BETWEEN = 14
_BADGE = Corner(8, 0, 15, CARD_PITCH - 60)  # clear of the name below, and of the trays above


def courts(view: View, look: Look, private: bool = False) -> Scene:
    """The courts in turn order, 1600 x 1200. A private one has the notice, and no paper."""
    found = rows(view)
    live: list[Node] = [*(_private_head(look.lang) if private else header(view, look)), FRAMES]
    for number, place in found.items():
        live += _row(view, view.players[number], place, look, private)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, _printed(private), tuple(live))


@dataclass(frozen=True, slots=True)
class Row:
    """A player's court: the upper edge, the height, and where the cards lie."""

    y: float
    h: float
    spots: tuple[Place, ...]


def rows(view: View) -> dict[int, Row]:
    """Player -> row, in turn order. A court of two lines takes what it needs; the others share the rest."""
    counts = {number: len(view.players[number].court) for number in view.ring}
    double = sum(count > _COLUMNS for count in counts.values())
    low = min(_DOUBLE, (_FOOT - _TOP - (len(counts) - double) * _LEAST) / max(1, double))
    single = min(_MOST, (_FOOT - _TOP - double * low) / max(1, len(counts) - double))
    found: dict[int, Row] = {}
    y = float(_TOP)
    for number, count in counts.items():
        pitch = low if count > _COLUMNS else single
        h = pitch - _BETWEEN
        found[number] = Row(y, h, row(count, (_CARDS_X, y), h, (h + 6) / 2, _COLUMNS))
        y += pitch
    return found


@cache
def _printed(private: bool) -> Nodes:
    if private:
        return (*kilim(2, 10, theme.MADDER), *kilim(HEIGHT - 10, 10, theme.MADDER))
    paper = Box(20, 124, 1560, HEIGHT - 144, 22, theme.WOOL, corners=(False, False, True, True))
    return paper, *kilim(112, 12, theme.MADDER)


def _private_head(lang: Lang) -> Nodes:
    title = Text(1556, 66, sentence("courts.title", lang), HEAD, theme.PANEL, "r", room=560)
    return (*notice(sentence("private.notice", lang), theme.NIGHT, y=66), title)


def _row(view: View, player: PlayerView, place: Row, look: Look, private: bool) -> Iterator[Node]:
    """A band in the colour of the loyalty with token, emblem and name; then the cards with their spies."""
    y, h = place.y, place.h
    colour = theme.COALITIONS.get(player.loyalty or "", theme.BLANK)
    active = view.turn is not None and view.turn.player == player.number
    yield Box(LEFT, y, _BAND, h, 12, colour, *((WHITE if private else INK, 4) if active else (theme.LINE, 2)))
    middle = LEFT + _BAND / 2
    token = SeatToken(player.number, theme.SEATS[player.color], 27, ring=True)
    yield Sprite(middle, y + 46 + (3 if player.number == 2 else 0), token)
    if player.loyalty is not None:
        yield Icon(player.loyalty, middle, y + 106, 40, on(colour), colour)
    who = fit_name(name(view, player.number, look), _BAND - 8, MICRO, 2)
    yield from who.runs(middle, y + 152, on(colour), "m", room=_BAND - 8)
    if place.spots:
        yield from cards(view, player, place.spots, look.lang, _BADGE)
    else:
        yield Box(_CARDS_X, y, CARD_W, min(h, CARD_H), 12, None, theme.VACANT if private else theme.LINE, 2)
