"""An action space: the dice that lie on it, or what a die needs there."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Space
from engines.marco_polo_ii.view import View
from render.kit.scene import FRAMES, Anchor, Node, Sprite
from render.kit.spot import Spot
from render.kit.tokens import SeatToken
from render.marco_polo_ii import theme
from render.marco_polo_ii.pieces.people import DiePlace, Stack, stacked

ON_TOP = (Stack, DiePlace, SeatToken)


def on_space(
    view: View, space: str, x: float, y: float, size: float, part: str, around: Spot | None = None
) -> Iterator[Node]:
    """A place of `size` px around (x, y), with the anchor that options name; around: what is framed in its stead."""
    shows = (len(view.spaces[space]), view.city_cards.get(space))
    more = 0.22 * size if view.spaces[space] else 0  # the token of who placed the last die
    spot = around or Spot(x - size / 2, y - size / 2 - more, size + more, size + more, 10)
    tick = (x - size / 2, y - size / 2 - 14) if part == "strip" else (x + size / 2 - 2, y + size / 2)
    spot = replace(spot, tick=tick)  # below the strip stand the rows of others
    yield Anchor(f"space:{space}", spot, shows, part=part, age=rolled(view))
    yield from place_of(view, space, x, y, size)


def rolled(view: View) -> int:
    """The round of which the dice lie there: while income is taken (R4.3) the one before, until they go back (R4.5)."""
    placed = any(die.seat is not None for dice in view.spaces.values() for die in dice)
    return view.round - 1 if view.phase == "round" and placed else view.round


def place_of(view: View, space: str, x: float, y: float, size: float) -> Iterator[Node]:
    """The same without an anchor."""
    dice, line = view.spaces[space], CONTENT.data.spaces[space]
    if dice:
        yield from stacked(x, y, dice, tuple(theme.SEAT[mat.color] for mat in view.mats), size - 4)
        return
    text, is_next = condition(view, space, line)
    yield Sprite(x, y, DiePlace("blue" if line.color == "blue" else "brown", size, text, is_next))


def condition(view: View, space: str, line: Space) -> tuple[str, bool]:
    """What a die needs there, and whether it is the Khan's next place."""
    if line.action == "khan":
        empty = [one for one in CONTENT.khan_spaces if not view.spaces[one]]
        least = max((view.spaces[one][-1].value for one in CONTENT.khan_spaces if view.spaces[one]), default=1)
        return (f"≥{least}", True) if space == empty[0] else ("", False)
    if line.dice > 1:
        return f"×{line.dice}", False
    return (f"{line.min_value}+", False) if line.min_value > 1 else ("", False)


def above_frames(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """The nodes with the frames of what changed among them: dice, their places and tokens lie on top of the frames."""
    below: list[Node] = []
    above: list[Node] = []
    for node in nodes:
        (above if isinstance(node, Sprite) and isinstance(node.piece, ON_TOP) else below).append(node)
    return (*below, FRAMES, *above)
