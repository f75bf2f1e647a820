"""The overview of Signorie: one Scene from a View."""

from functools import cache

from engines.signorie.view import View
from render.look import Lang, Look
from render.scene import Box, Nodes, Scene
from render.signorie import arcade, dice, header, seats, theme, tracks
from render.signorie.layout import HEIGHT, WIDTH
from render.signorie.overlay import overlay


def board(view: View, look: Look) -> Scene:
    """1600 x 1200: header, tracks and seats, arcade, dice."""
    marks = overlay(view, look)
    live = (
        *header.header(view, look),
        *tracks.pieces(view),
        *seats.rows(view, look),
        *arcade.pieces(view, look.lang),
        *dice.pieces(view),
        *(node for nodes in marks.values() for node in nodes),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, printed(look.lang), live)


@cache
def printed(lang: Lang) -> Nodes:
    """All that is the same on every board of a language."""
    paper = Box(20, 124, 1560, 1056, 22, theme.MARBLE, corners=(False, False, True, True))
    return (paper, *tracks.printed(lang), *seats.printed(lang), *arcade.printed(lang), *dice.printed(lang))
