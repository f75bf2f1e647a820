"""The council overview: what is offered, what it takes, what achievements are worth, and everybody in one row."""

from engines.kilia.view import View
from render.kilia import theme
from render.kilia.council.header import header
from render.kilia.council.offers import ground, offers
from render.kilia.council.seats import seats
from render.kilia.council.wheels import wheels
from render.kit.look import Look
from render.kit.scene import FRAMES, Box, Scene

WIDTH, HEIGHT = 1600, 1200


def overview(view: View, look: Look) -> Scene:
    """1600 x 1200: header, offers with the key strip between them, wheels on the left, seats on the right."""
    paper = Box(20, 700, 1560, 480, 22, theme.PAPER, corners=(False, False, True, True))
    live = (*header(view, look), FRAMES, *offers(view, look), *wheels(view, look), *seats(view, look))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, (*ground(), paper), live)
