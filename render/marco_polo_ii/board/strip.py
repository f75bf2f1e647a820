"""One line with the action spaces that belong to no city, and the dice on them."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render.kit.colour import WHITE
from render.kit.scene import Box, Icon, Node
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import on_space

GROUPS = (
    ("book", ("market_pepper", "market_silk", "market_gold_a", "market_gold_b")),
    ("khan", CONTENT.khan_spaces),
    ("wax", ("guild",)),
    ("move", ("travel_1", "travel_2", "travel_3")),
    ("mission", ("contracts",)),
    ("deck", ("card_common_1", "card_common_2")),
)
"""An icon, and the spaces behind it."""

_TOP, _H, _DIE, _PITCH = 914, 88, 56, 72


def strip(view: View) -> Iterator[Node]:
    yield Box(44, _TOP, 1512, _H, 12, theme.PANEL, theme.LINE, 2)
    y = _TOP + _H / 2
    places = sum(len(spaces) for _, spaces in GROUPS)
    gap = (1512 - 24 - 60 * len(GROUPS) - _PITCH * places) / (len(GROUPS) - 1)
    x: float = 58
    for icon, spaces in GROUPS:
        yield Box(x, y - 34, 52, 68, 8, theme.PLUM)
        yield Icon(icon, x + 26, y, 38, WHITE, theme.PLUM)
        x += 60
        for space in spaces:
            yield from on_space(view, space, x + _DIE / 2, y, _DIE, "strip")
            x += _PITCH
        x += gap
