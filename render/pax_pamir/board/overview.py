"""The overview of Pax Pamir: one Scene from a View."""

from functools import cache

from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.scene import FRAMES, Box, Nodes, Scene, place
from render.pax_pamir import theme
from render.pax_pamir.board import market, regions
from render.pax_pamir.board.header import header
from render.pax_pamir.board.table import above, table
from render.pax_pamir.catalogue import on_turn
from render.pax_pamir.layout import HEIGHT, WIDTH, lower
from render.pax_pamir.pieces import kilim


def overview(view: View, look: Look, private: bool = False) -> Scene:
    """1600 x 1200, higher from four seats on: header, map and players, market. A private one has the notice, and no
    paper.
    """
    asked, down = {mark.place for mark in look.marks}, lower(view)
    live = (
        *table(view, look, private),
        *_lowered(market.cards(view, look.lang), down),
        FRAMES,
        *header(view, look, private),
        *above(view, look),
        *_lowered(market.tokens(view, own=private and on_turn(view, look)), down),
        *regions.roads(view, asked),
        *regions.pieces(view, look.lang),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT + down, theme.NIGHT, printed(private, down), live)


@cache
def printed(private: bool, down: int) -> Nodes:
    """All that is the same on every board whose market stands so much lower."""
    paper = (Box(20, 124, 1560, 648 + down, 0, theme.WOOL), *kilim(112, 12, theme.MADDER))
    ends = (*kilim(1190 + down, 10, theme.MADDER), *kilim(2, 10, theme.MADDER))
    return (*(ends if private else paper), *regions.printed(), *_lowered(market.printed(), down))


def _lowered(nodes: Nodes, down: int) -> Nodes:
    return tuple(place(node, 0, down) for node in nodes) if down else nodes
