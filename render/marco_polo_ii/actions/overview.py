"""The second public picture: what a die buys."""

from collections.abc import Iterator

from engines.marco_polo_ii.view import View
from render.kit.colour import WHITE
from render.kit.look import Look
from render.kit.scene import HEAD, KEY, Box, Node, Scene
from render.kit.text import fit
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions.books import books
from render.marco_polo_ii.actions.cards import cards
from render.marco_polo_ii.actions.contracts import contracts
from render.marco_polo_ii.actions.spaces import spaces
from render.marco_polo_ii.board.dice import above_frames
from render.marco_polo_ii.board.header import black_dice, hem, next_start, pill
from render.marco_polo_ii.catalogue import sentence


def actions(view: View, look: Look) -> Scene:
    """1600 x 1000."""
    paper = Box(20, 120, 1560, 860, 22, theme.PAPER, corners=(False, False, True, True))
    nodes = (
        *_header(view, look),
        *books(view, look),
        *spaces(view, look),
        *cards(view, look),
        *contracts(view, look),
    )
    return Scene(theme.THEME, 1600, 1000, theme.PLUM, (paper, *hem(20, 120, 1560)), above_frames(nodes))


def _header(view: View, look: Look) -> Iterator[Node]:
    yield from fit(sentence("actions", look.lang), 330, HEAD).runs(44, 66, WHITE, room=330)
    number = f"{sentence('round', look.lang)} {view.round}"
    yield from fit(number, 240, KEY).runs(400, 66, theme.MUTED, room=240)
    yield from next_start(view, look)
    yield from black_dice(view, 990)
    yield from pill(view, look)
