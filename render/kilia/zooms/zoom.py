"""The four zooms: cards, contracts, wheels, seats."""

from collections.abc import Iterator

from engines.kilia.view import View
from render.kilia import theme
from render.kilia.council.header import gables, header
from render.kilia.council.wheels import LEFT, PITCH_Y, TOP, H, wheels
from render.kilia.zooms.offers import cards, contracts
from render.kilia.zooms.seats import seats
from render.kit.look import Look
from render.kit.scene import FRAMES, Box, Node, Scene, place

WIDTH, HEIGHT = 1600, 1000
ZOOMS = ("cards", "contracts", "wheels", "seats")


def zoom(view: View, part: str, look: Look) -> Scene:
    """1600 x 1000, under the header of the overview."""
    offered = part in ("cards", "contracts")
    ground = Box(20, 120, 1560, 860, 22, theme.BALTIC if offered else theme.PAPER, corners=(False, False, True, True))
    draw = {"cards": cards, "contracts": contracts, "wheels": large_wheels, "seats": seats}[part]
    live = (*header(view, look), FRAMES, *draw(view, look))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, (ground, *gables(104)), live)


SCALE = 1.72


def large_wheels(view: View, look: Look) -> Iterator[Node]:
    """The same wheels, the numbers as large as a picture has them."""
    below = 148 + (824 - SCALE * (2 * PITCH_Y + H)) / 2
    for node in wheels(view, look):
        yield place(node, 44 - SCALE * LEFT, below - SCALE * TOP, SCALE)
