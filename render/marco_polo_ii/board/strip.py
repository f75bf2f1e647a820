"""One line with the action spaces that belong to no city, and the dice on them."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Space
from engines.marco_polo_ii.view import View
from render.kit.colour import WHITE
from render.kit.scene import Anchor, Box, Icon, Node, Sprite
from render.kit.spot import Spot
from render.marco_polo_ii import theme
from render.marco_polo_ii.pieces.people import DiePlace, stacked

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
    colours = tuple(theme.SEAT[mat.color] for mat in view.mats)
    y = _TOP + _H / 2
    places = sum(len(spaces) for _, spaces in GROUPS)
    gap = (1512 - 24 - 60 * len(GROUPS) - _PITCH * places) / (len(GROUPS) - 1)
    x: float = 58
    for icon, spaces in GROUPS:
        yield Box(x, y - 34, 52, 68, 8, theme.PLUM)
        yield Icon(icon, x + 26, y, 38, WHITE, theme.PLUM)
        x += 60
        for space in spaces:
            yield from _place(view, space, x, y, colours)
            x += _PITCH
        x += gap


def _place(view: View, space: str, x: float, y: float, colours: tuple[str, ...]) -> Iterator[Node]:
    dice, line = view.spaces[space], CONTENT.data.spaces[space]
    card = view.city_cards.get(space)
    spot = Spot(x, y - _DIE / 2, _DIE, _DIE, 10, tick=(x + _DIE - 2, y + _DIE / 2))
    yield Anchor(f"space:{space}", spot, (len(dice), card), part="strip", age=view.round)
    middle = x + _DIE / 2
    if dice:
        yield from stacked(middle, y, dice, colours, 52)
        return
    colour = "blue" if line.color == "blue" else "brown"
    text, is_next = _text(view, space, line)
    yield Sprite(middle, y, DiePlace(colour, _DIE, text, is_next))


def _text(view: View, space: str, line: Space) -> tuple[str, bool]:
    """What a die needs there, and whether it is the Khan's next place."""
    if line.action == "khan":
        empty = [one for one in CONTENT.khan_spaces if not view.spaces[one]]
        least = max((view.spaces[one][-1].value for one in CONTENT.khan_spaces if view.spaces[one]), default=1)
        return (f"≥{least}", True) if space == empty[0] else ("", False)
    if line.dice > 1:
        return f"×{line.dice}", False
    return (f"{line.min_value}+", False) if line.min_value > 1 else ("", False)
