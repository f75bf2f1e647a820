"""The overview of Quo Vadis: one Scene from a View. The same board, without paper, is the private map."""

from collections.abc import Iterator

from engines.quo_vadis.view import View
from render.kit.colour import WHITE
from render.kit.look import Look
from render.kit.marks.notice import notice
from render.kit.scene import FRAMES, HEAD, Box, Icon, Node, Nodes, Scene, Sprite, Text
from render.kit.tokens import Seal
from render.quo_vadis import theme
from render.quo_vadis.board import header, seats, since
from render.quo_vadis.board.war import near
from render.quo_vadis.catalogue import sentence
from render.quo_vadis.land import field
from render.quo_vadis.land.ground import sky
from render.quo_vadis.land.layout import layout

WIDTH, HEIGHT = 1600, 1200
FIELD = (32, 134, 1036, 1032)
"""Where the land may lie in the sky."""


def board(view: View, look: Look) -> Scene:
    """1600 x 1200: header, sky with the land, race line, seats, stock of tokens."""
    lay = field.whole(view, *FIELD)
    live = (
        *header.header(view, look),
        *seats.race_line(view, look),
        *seats.rows(view, look),
        *seats.stock(view),
        FRAMES,
        *field.standing(view, lay),
        *since.legend(view, look, lay),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, (*_paper(), *field.terrain(view, lay)), live)


def world(view: View) -> Scene:
    """The map as it stands, also after the end."""
    lay = field.whole(view, 44, 24, 1512, 1152, 110)
    ground = Box(0, 0, WIDTH, HEIGHT, 0, theme.SKY)
    return Scene(
        theme.THEME, WIDTH, HEIGHT, theme.SKY, (ground, *field.terrain(view, lay)), (FRAMES, *field.standing(view, lay))
    )


def area(view: View, of: str) -> Scene:
    """1600 x 1200: an area and all that touches it, twice as large as on the overview."""
    shown = near(view, of)
    lay = layout([one.at for one in shown], 44, 24, 1512, 1152, 170)
    ground = Box(0, 0, WIDTH, HEIGHT, 0, theme.SKY)
    live = (FRAMES, *field.standing(view, lay, shown))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.SKY, (ground, *field.terrain(view, lay, shown)), live)


def question(view: View, look: Look) -> Scene:
    """The map for a question to the reader alone."""
    lay = field.whole(view, 44, 140, 1512, 1032, 110)
    marked = frozenset(mark.place for mark in look.marks)
    standing = field.standing(view, lay, marked=marked)
    live = (*notice(sentence("notice", look.lang), theme.FRAME, room=550), *_means(view, look), FRAMES, *standing)
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.FRAME, field.terrain(view, lay), live)


def _means(view: View, look: Look) -> Iterator[Node]:
    """What the reader can pay with."""
    if look.viewer is None:
        return
    player = view.players[look.viewer]
    turn = view.turn
    if turn is not None and turn.player == look.viewer == view.active and turn.changed:
        yield Text(700, 76, f"{turn.old} × {player.territory}", HEAD, WHITE, room=190)
        yield Sprite(940, 76, Seal(f"+{turn.old * player.territory}", 44))
    for i, (track, value) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        x = 1040 + 134 * i
        yield Box(x, 48, 56, 56, 10, WHITE)
        yield Icon(theme.TRACK[track], x + 28, 76, 38, theme.TRACK_COLOUR[track], WHITE)
        yield Text(x + 68, 76, str(value), HEAD, WHITE, room=62)


def _paper() -> Nodes:
    return (
        Box(20, 120, 1560, 1060, 22, theme.PAPER, corners=(False, False, True, True)),
        *sky(20, 120, 1060, 1060),
    )
