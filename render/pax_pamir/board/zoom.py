"""Parts of the overview for a closer look: the map drawn larger, and the market with its cards in words."""

from functools import cache

from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.marks.notice import notice
from render.kit.scene import FRAMES, HEAD, Box, Nodes, Scene, Text, place
from render.kit.spot import Spot
from render.pax_pamir import lands, theme
from render.pax_pamir.board import market, regions
from render.pax_pamir.board.header import map_header, market_header
from render.pax_pamir.cards import described as open_cards
from render.pax_pamir.catalogue import on_turn, sentence
from render.pax_pamir.layout import CARD_PITCH, CARD_W, COLUMNS, LEFT, WIDTH
from render.pax_pamir.pieces import kilim

PARTS = ("map", "market")
HEIGHT = 1000
_K = 1.38  # how much larger the map is
_MAP = (WIDTH / 2 - (lands.X + lands.W / 2) * _K, 556 - (lands.Y + lands.H / 2) * _K, _K)
_COSTS, _CARDS, _ROW = 153, 178, 400


def zoom(view: View, part: str, look: Look, private: bool = False) -> Scene:
    """One part of the board, 1600 x 1000. KeyError for a part that does not exist."""
    live = {"map": _map, "market": _market}[part](view, look, private)
    if not private:
        printed = _printed(part, False)
        head = market_header(view, look) if part == "market" else map_header(view, look)
        return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, printed, (*head, *live))
    head = (
        *notice(sentence("private.notice", look.lang), theme.NIGHT, y=66),
        Text(1556, 66, sentence(f"{part}.title", look.lang), HEAD, theme.PANEL, "r", room=560),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, _printed(part, True), (*head, *live))


@cache
def _printed(part: str, private: bool) -> Nodes:
    ground = Box(
        20, 124, 1560, 856, 22, theme.MARKET if part == "market" else theme.WOOL, corners=(False, False, True, True)
    )
    ends = (*kilim(2, 10, theme.MADDER), *kilim(990, 8, theme.MADDER))
    paper = () if private and part == "map" else (ground,)
    edges = ends if private else kilim(112, 12, theme.MADDER)
    printed = tuple(place(node, *_MAP) for node in regions.printed()) if part == "map" else ()
    return (*paper, *edges, *printed)


def _map(view: View, look: Look, _private: bool) -> Nodes:
    drawn = (
        *regions.roads(view, {mark.place for mark in look.marks}),
        *regions.pieces(view, look.lang),
        *regions.supply(view, look.lang),
    )
    return (FRAMES, *(place(node, *_MAP) for node in drawn))


def _market(view: View, look: Look, private: bool) -> Nodes:
    own = private and on_turn(view, look)
    nodes: Nodes = (FRAMES,)
    for column in range(COLUMNS):
        nodes = (*nodes, *market.cost(view, column, LEFT + CARD_PITCH * column + CARD_W / 2, _COSTS))
    for space in view.market:
        x, y = _card(space.index)
        nodes = (
            *nodes,
            *market.anchors(space, Spot(x, y, CARD_W, open_cards.CARD_H, 12, (x + 10, y + 8), 26, room=190)),
        )
        if space.card is None:
            nodes = (*nodes, *open_cards.vacant(x, y, space.rupees))
        else:
            nodes = (*nodes, *open_cards.open_card(space.card, x, y, look.lang, market.on_card(view, space, own)))
    return nodes


def _card(index: int) -> tuple[float, float]:
    """Upper left corner of a card."""
    row, column = divmod(index, COLUMNS)
    return LEFT + CARD_PITCH * column, _CARDS + _ROW * row
