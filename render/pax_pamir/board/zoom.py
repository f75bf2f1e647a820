"""Parts of the overview for a closer look: the map drawn larger, and each row of the market with its cards in words."""

from functools import cache

from engines.pax_pamir.view import MarketSpace, View
from render.kit.look import Look
from render.kit.scene import FRAMES, Box, Nodes, Scene, place
from render.kit.spot import Spot
from render.pax_pamir import lands, theme
from render.pax_pamir.board import market, regions, roads
from render.pax_pamir.board.header import map_header, market_header
from render.pax_pamir.cards.described import CARD_H, CARD_W, open_card, vacant
from render.pax_pamir.catalogue import noun, sentence
from render.pax_pamir.layout import COLUMNS, LEFT, WIDTH
from render.pax_pamir.pieces import kilim

PARTS = ("map", "market_top", "market_bottom")
HEIGHT, MAP_HEIGHT = 1000, 1164
_K = 1.5  # how much larger the map is
_MAP = (WIDTH / 2 - (lands.X + lands.W / 2) * _K, (124 + MAP_HEIGHT - 20) / 2 - (lands.Y + lands.H / 2) * _K, _K)
_CARDS, _PITCH, _ROW, _ACROSS = 144, 509, 422, 3


def zoom(view: View, part: str, look: Look) -> Scene:
    """One part of the board, 1600 x 1000, the map somewhat higher. KeyError for a part that does not exist."""
    if part == "map":
        nodes = (*map_header(view, look), *_map(view, look))
    else:
        nodes = (*market_header(view, look), *_market(view, PARTS.index(part) - 1, look))
    height = MAP_HEIGHT if part == "map" else HEIGHT
    return Scene(theme.THEME, WIDTH, height, theme.NIGHT, _printed(part == "map"), nodes)


def zoom_title(part: str, look: Look) -> str:
    """`Market, top row`. KeyError for a part that does not exist."""
    if part not in PARTS:
        raise KeyError(f"Pax Pamir has no part {part!r}")
    if part == "map":
        return sentence("map.title", look.lang)
    return sentence("market.row", look.lang, row=noun(f"place.{part}", look.lang))


@cache
def _printed(land: bool) -> Nodes:
    height = (MAP_HEIGHT if land else HEIGHT) - 144
    ground = Box(20, 124, 1560, height, 22, theme.WOOL if land else theme.MARKET, corners=(False, False, True, True))
    printed = tuple(place(node, *_MAP) for node in regions.printed()) if land else ()
    return (ground, *kilim(112, 12, theme.MADDER), *printed)


def _map(view: View, look: Look) -> Nodes:
    drawn = (*roads.roads(view), *regions.pieces(view, look.lang), *regions.supply(view, look.lang))
    return (FRAMES, *(place(node, *_MAP) for node in drawn))


def _market(view: View, row: int, look: Look) -> Nodes:
    """The six cards of a row, from the cheapest on."""
    nodes: Nodes = (FRAMES,)
    for space in view.market[COLUMNS * row : COLUMNS * (row + 1)]:
        x, y = _corner(space)
        nodes = (*nodes, *market.anchors(space, Spot(x, y, CARD_W, CARD_H, 12, (x + 10, y + 8), 26, room=190)))
        if space.card is None:
            nodes = (*nodes, *vacant(x, y, space.rupees))
        else:
            cost = market.price_of(view, space.index % COLUMNS)
            nodes = (*nodes, *open_card(space.card, x, y, look.lang, market.on_card(view, space), cost))
    return nodes


def _corner(space: MarketSpace) -> tuple[float, float]:
    """Upper left corner of a card."""
    line, column = divmod(space.index % COLUMNS, _ACROSS)
    return LEFT + _PITCH * column, _CARDS + _ROW * line
