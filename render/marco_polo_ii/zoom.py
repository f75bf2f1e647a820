"""Parts of the public pictures drawn about twice as large: quarters of the map, and the actions part by part."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from engines.marco_polo_ii.view import View
from render.kit.extent import extent
from render.kit.look import Look
from render.kit.scene import Box, Node, Nodes, Scene, place
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions.books import books
from render.marco_polo_ii.actions.cards import cards
from render.marco_polo_ii.actions.contracts import contracts
from render.marco_polo_ii.actions.spaces import spaces
from render.marco_polo_ii.board.dice import above_frames
from render.marco_polo_ii.board.header import header, hem
from render.marco_polo_ii.land.crop import Window, edge, ground, pieces
from render.marco_polo_ii.land.places import HEIGHT, LEFT, TOP, WIDTH

K = 1.8
_W, _H = WIDTH / K, HEIGHT / K
_EAST, _SOUTH = LEFT + WIDTH - _W, TOP + HEIGHT - _H
QUARTERS = {
    "northwest": (LEFT, TOP),
    "northeast": (_EAST, TOP),
    "southwest": (LEFT, _SOUTH),
    "southeast": (_EAST, _SOUTH),
}
"""Upper left corners on the map; they overlap, so that every city is whole on one of them."""

Draw = Callable[[View, Look], Iterable[Node]]
PARTS: dict[str, tuple[Draw, float, tuple[float, ...]]] = {
    "books": (books, 1.98, (44, 800)),
    "spaces": (spaces, 1.98, (806, 1562)),
    "cards": (cards, 1.8, (44, 872, 1562)),
    "contracts": (contracts, 1.74, (44, 736, 1562)),
}
"""Of the actions: what is drawn, how much larger, and between which x each row lies."""
NAMES = (*QUARTERS, *PARTS)
_ROW = 14


def zoom(view: View, part: str, look: Look) -> Scene:
    """1600 x 1000. KeyError for a part that does not exist."""
    paper = Box(20, 120, 1560, 860, 22, theme.PAPER, corners=(False, False, True, True))
    static: Nodes = (paper, *hem(20, 120, 1560))
    if part in QUARTERS:
        left, top = QUARTERS[part]
        window = Window((left, top, left + _W, top + _H), 44, 160, K)
        static = (*static, *ground(window))
        parts = (*pieces(view, look, window), *edge(window, theme.PAPER))
        live: Nodes = (*above_frames(header(view, look)), *parts)
    else:
        live = above_frames((*header(view, look), *_rows(view, look, part)))
    return Scene(theme.THEME, 1600, 1000, theme.PLUM, static, live)


def _rows(view: View, look: Look, part: str) -> Iterator[Node]:
    """The rows of a part below each other."""
    draw, k, bounds = PARTS[part]
    nodes = [(node, extent(node)) for node in draw(view, look)]
    top = min(box[1] for _, box in nodes)
    high = (max(box[3] for _, box in nodes) - top) * k
    y = 142 + max(0.0, (830 - (high + _ROW) * (len(bounds) - 1)) / 2)
    for left, right in pairwise(bounds):
        here = [node for node, box in nodes if left <= (box[0] + box[2]) / 2 < right]
        for node in here:
            yield place(node, 44 - left * k, y - top * k, k)
        y += high + _ROW
