"""The overview of Pax Pamir: one Scene from a View."""

from functools import cache

from engines.pax_pamir.view import View
from render.look import Lang, Look
from render.pax_pamir import board_map, market, seats, theme
from render.pax_pamir.header import header
from render.pax_pamir.layout import HEIGHT, WIDTH
from render.pax_pamir.outlook import outlook
from render.pax_pamir.overlay import changed, numbers
from render.pax_pamir.pieces import kilim
from render.scene import Box, Nodes, Scene


def overview(view: View, look: Look, private: bool = False) -> Scene:
    """1600 x 1200: header, map and players, market. A private one has the notice, and no paper."""
    live = (
        *header(view, look, private),
        *board_map.pieces(view),
        *seats.table(view, look),
        *outlook(view, look.lang, private),
        *market.pieces(view, look.lang),
        *changed(view, look),
        *numbers(view, look),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, printed(look.lang, private), live)


@cache
def printed(lang: Lang, private: bool) -> Nodes:
    """All that is the same on every board of a language."""
    paper = (Box(20, 124, 1560, 608, 0, theme.WOOL), *kilim(112, 12, theme.MADDER))
    ends = (*kilim(1190, 10, theme.MADDER), *kilim(2, 10, theme.MADDER))
    return (*(ends if private else paper), *board_map.printed(lang), *market.printed())
