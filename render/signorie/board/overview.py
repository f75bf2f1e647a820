"""The overview of Signorie: one Scene from a View."""

from functools import cache

from engines.signorie.view import View
from render.kit.look import Lang, Look
from render.kit.scene import FRAMES, Box, Nodes, Scene
from render.signorie import theme
from render.signorie.board import arcade, dice, header, seats, tracks
from render.signorie.layout import HEIGHT, WIDTH
from render.signorie.pieces import dentils


def board(view: View, look: Look, private: bool = False) -> Scene:
    """1600 x 1252: header, tracks and seats, arcade, dice. A private one has the notice and no paper."""
    live = (
        *seats.rows(view, look, private),
        *tracks.initiative_slots(view),
        FRAMES,
        *header.header(view, look, private),
        *tracks.pieces(view),
        *arcade.pieces(view, look.lang),
        *dice.pieces(view),
        *seats.gains(view, look, private),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, printed(look.lang, private), live)


@cache
def printed(lang: Lang, private: bool) -> Nodes:
    """All that is the same on every board of a language."""
    paper = Box(20, 124, 1560, HEIGHT - 144, 22, theme.MARBLE, corners=(False, False, True, True))
    ground = dentils(HEIGHT) if private else (paper,)
    return (*ground, *tracks.printed(lang), *arcade.printed(lang), *dice.printed(lang))
