"""Everybody's row of the overview, enlarged, and below it what has no room there: race, hand, hidden skills."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import PlayerView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import KEY, Box, Icon, Node, Scene, Sprite, Text, place
from render.kit.text import fit
from render.quo_vadis import theme
from render.quo_vadis.board import header, seats
from render.quo_vadis.catalogue import noun
from render.quo_vadis.pieces import Hexagon

WIDTH, HEIGHT = 1600, 1200
SCALE = 1.63
PITCH_X, GAP, MORE = 769, 14, 64
"""px from one column to the next, between rows, and of the line below a seat's row."""


def zoom(view: View, look: Look) -> Scene:
    """1600 x 1200, public: two seats beside each other, in turn order, under the header of the overview."""
    paper = Box(20, 120, 1560, 1060, 22, theme.PAPER, corners=(False, False, True, True))
    h = SCALE * seats.HEIGHT[len(view.players)]
    lines = -(-len(view.players) // 2)
    top = 120 + (1060 - lines * (h + MORE) - (lines - 1) * GAP) / 2
    live: list[Node] = [*header.header(view, look)]
    for i, seat in enumerate(view.in_order):
        x, y = 44 + PITCH_X * (i % 2), top + (h + MORE + GAP) * (i // 2)
        live += (place(node, x - SCALE * seats.X, y, SCALE) for node in seats.row(view, look, seat, 0))
        live += _more(view.players[seat], x, y + h + 8, look)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, (paper,), tuple(live))


def _more(player: PlayerView, x: float, y: float, look: Look) -> Iterator[Node]:
    """The race with its terrain, cards of the hand and how many it may hold, face-down skills."""
    w, middle = SCALE * seats.W, y + 28
    yield Box(x, y, w, 56, 12, WHITE, theme.LINE, 2)
    if player.race is not None:
        terrain = CONTENT.races[player.race].terrain
        yield Sprite(x + 44, middle, Hexagon(26, theme.TERRAIN[terrain], INK, 2.5))
        yield Icon(f"m_{terrain}", x + 44, middle, 28, theme.MARKS[terrain], theme.TERRAIN[terrain])
        yield from fit(noun(f"race.{player.race}", look.lang), 330, KEY).runs(x + 86, middle, INK, room=330)
    counts = (("hand", f"{player.held}/{player.hand_limit}", 440), ("skill", str(player.hidden), 620))
    for icon, text, at in counts:
        yield Icon(icon, x + at, middle, 42, theme.INK_2, WHITE)
        yield Text(x + at + 32, middle, text, KEY, INK, room=90)
