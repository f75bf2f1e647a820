"""The overview: the map with all who travel on it, the other action spaces, the seats."""

from engines.marco_polo_ii.view import View
from render.kit.look import Look
from render.kit.scene import Box, Scene
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import above_frames
from render.marco_polo_ii.board.header import header, hem
from render.marco_polo_ii.board.seats import seats
from render.marco_polo_ii.board.strip import strip
from render.marco_polo_ii.land.cities import cities
from render.marco_polo_ii.land.ground import ground
from render.marco_polo_ii.land.trails import trails
from render.marco_polo_ii.land.travellers import oases, prices_above, travellers

WIDTH, HEIGHT = 1600, 1200


def board(view: View, look: Look) -> Scene:
    """1600 x 1200."""
    paper = Box(20, 120, 1560, 1060, 22, theme.PAPER, corners=(False, False, True, True))
    pieces = tuple(travellers(view, look))
    live = (
        *trails(view, look),
        *above_frames((*header(view, look), *strip(view), *seats(view, look))),
        *oases(),
        *cities(view, look),
        *pieces,
        *(node for price in prices_above(pieces) for node in price),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.PLUM, (paper, *hem(20, 120, 1560), *ground()), live)
