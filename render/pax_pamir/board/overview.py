"""The overview of Pax Pamir: one Scene from a View."""

from functools import cache

from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.scene import FRAMES, Box, Nodes, Scene
from render.pax_pamir import theme
from render.pax_pamir.board import market, regions
from render.pax_pamir.board.header import header
from render.pax_pamir.board.table import above, table
from render.pax_pamir.catalogue import on_turn
from render.pax_pamir.layout import HEIGHT, WIDTH
from render.pax_pamir.pieces import kilim


def overview(view: View, look: Look, private: bool = False) -> Scene:
    """1600 x 1200: header, map and players, market. A private one has the notice, and no paper."""
    asked = {mark.place for mark in look.marks}
    live = (
        *table(view, look, private),
        *market.cards(view, look.lang),
        FRAMES,
        *header(view, look, private),
        *above(view, look),
        *market.tokens(view, own=private and on_turn(view, look)),
        *regions.roads(view, asked),
        *regions.pieces(view, look.lang),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, printed(private), live)


@cache
def printed(private: bool) -> Nodes:
    """All that is the same on every board."""
    paper = (Box(20, 124, 1560, 648, 0, theme.WOOL), *kilim(112, 12, theme.MADDER))
    ends = (*kilim(1190, 10, theme.MADDER), *kilim(2, 10, theme.MADDER))
    return (*(ends if private else paper), *regions.printed(), *market.printed())
