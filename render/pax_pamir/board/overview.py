"""The overview of Pax Pamir: one Scene from a View."""

from functools import cache

from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.scene import FRAMES, Box, Nodes, Scene, place
from render.pax_pamir import theme
from render.pax_pamir.board import market, regions, roads
from render.pax_pamir.board.header import header
from render.pax_pamir.board.table import above, table
from render.pax_pamir.layout import BOARD_HEIGHT, MARKET_TOP, WIDTH, board
from render.pax_pamir.pieces import kilim


def overview(view: View, look: Look, private: bool = False) -> Scene:
    """1600 x 1240, higher for four and five: header, map and players, market. A private one has the notice, and no
    paper.
    """
    asked = {mark.place for mark in look.marks}
    size = board(view)
    live = (
        *table(view, look, private),
        *_lower(market.cards(view, look.lang), size.strip),
        FRAMES,
        *header(view, look, private),
        *above(view, look),
        *_lower(market.tokens(view), size.strip),
        *roads.roads(view, asked),
        *regions.pieces(view, look.lang),
    )
    return Scene(theme.THEME, WIDTH, size.height, theme.NIGHT, printed(private, size.strip), live)


def _lower(nodes: Nodes, strip: int) -> Nodes:
    return tuple(place(node, 0, strip) for node in nodes) if strip else nodes


@cache
def printed(private: bool, strip: int) -> Nodes:
    """All that is the same on every board with such a strip."""
    paper = (Box(20, 124, 1560, MARKET_TOP + strip - 112, 0, theme.WOOL), *kilim(112, 12, theme.MADDER))
    ends = (*kilim(BOARD_HEIGHT - 10 + strip, 10, theme.MADDER), *kilim(2, 10, theme.MADDER))
    return (*(ends if private else paper), *regions.printed(), *_lower(market.printed(), strip))
