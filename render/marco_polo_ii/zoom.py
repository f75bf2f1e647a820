"""Parts of the public pictures drawn about twice as large: quarters of the map, and the actions part by part."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

from engines.marco_polo_ii.view import View
from render.kit.extent import extent
from render.kit.look import Lang, Look
from render.kit.scene import Box, Icon, Node, Nodes, Scene, place
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions import books, cards, contracts, spaces
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

Printed = Callable[[bool, Lang], Nodes]
Draw = Callable[[View, Look], Iterable[Node]]
PARTS: dict[str, tuple[Printed, Draw, float, tuple[float, ...]]] = {
    "books": (books.printed, books.books, 1.98, (44, 800)),
    "spaces": (spaces.printed, spaces.spaces, 1.98, (806, 1562)),
    "cards": (cards.printed, cards.cards, 1.8, (44, 872, 1562)),
    "contracts": (contracts.printed, contracts.contracts, 1.74, (44, 736, 1562)),
}
"""Of the actions: what never changes, what lies there, how much larger, and between which x each row lies."""
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
        printed, draw, _, _ = PARTS[part]
        static = (*static, *_larger(part, view.caravan, look.lang))
        live = above_frames((*header(view, look), *_rows(part, draw(view, look), printed(view.caravan, look.lang))))
    return Scene(theme.THEME, 1600, 1000, theme.PLUM, static, live)


@cache
def _larger(part: str, caravan: bool, lang: Lang) -> Nodes:
    """What never changes on a part of the actions."""
    printed = PARTS[part][0](caravan, lang)
    return tuple(_rows(part, printed, printed))


def _rows(part: str, nodes: Iterable[Node], printed: Nodes) -> Iterator[Node]:
    """The nodes of a part in rows below each other, as high as what is printed there."""
    _, _, k, bounds = PARTS[part]
    edges = [extent(node) for node in printed]
    top, foot = min(edge[1] for edge in edges), max(edge[3] for edge in edges)
    high = (foot - top) * k
    first = 142 + max(0.0, (830 - (high + _ROW) * (len(bounds) - 1)) / 2)
    drawn = [(node, extent(node)) for node in nodes]
    for r, (left, right) in enumerate(pairwise(bounds)):
        y = first + (high + _ROW) * r
        for node, box in drawn:
            if left <= (box[0] + box[2]) / 2 < right:
                yield _settled(place(node, round(44 - left * k), round(y - top * k), k))


def _settled(node: Node) -> Node:
    """An icon on whole px: the painter keeps one drawing of it for all its places."""
    return replace(node, x=round(node.x), y=round(node.y)) if isinstance(node, Icon) else node
