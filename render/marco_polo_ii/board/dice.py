"""Drawing an action space: the dice on it, or the requirement for a die."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Space
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.pieces.goods import GoodBadge
from render.marco_polo_ii.pieces.placed_dice import (
    USED_PLACE_SIZE,
    DiceStack,
    DiePlace,
    NeutralToken,
    draw_used_place,
)

ABOVE_FRAMES = (DiceStack, DiePlace, GoodBadge, NeutralToken, kit.SeatToken)


def draw_space(
    view: View, space: str, x: float, y: float, size: float, part: str, anchor_area: kit.Placement | None = None
) -> Iterator[kit.Node]:
    """Draw a space of `size` px around (x, y) with its anchor. anchor_area: area of the anchor, if not the space."""
    shows = (len(view.spaces[space]), view.city_cards.get(space))
    is_used = bool(view.spaces[space])
    side = USED_PLACE_SIZE * size if is_used else size
    token_overlap = 0.16 * size if is_used else 0  # the token of the seat that placed the last die
    placement = anchor_area or kit.Placement(
        x - side / 2, y - side / 2 - token_overlap, side + token_overlap, side + token_overlap, 10
    )
    tick = (x - size / 2, y - size / 2 - 14) if part == "strip" else (x + size / 2 - 2, y + size / 2)
    # in the strip the badge is above the space: below are the rows of the seats
    placement = replace(placement, author_badge_centre=tick)
    yield kit.Anchor(f"space:{space}", placement, shows, part=part, age=find_dice_round(view))
    yield from draw_dice_place(view, space, x, y, size)


def find_dice_round(view: View) -> int:
    """Return the round in which the dice on the board were placed.

    During income (R4.3) it is the previous round, until the dice are taken back (R4.5).
    """
    placed = any(die.seat is not None for dice in view.spaces.values() for die in dice)
    return view.round - 1 if view.phase == "round" and placed else view.round


def draw_dice_place(view: View, space: str, x: float, y: float, size: float) -> Iterator[kit.Node]:
    """Draw a space like `draw_space`, but without an anchor."""
    dice, line = view.spaces[space], CONTENT.data.spaces[space]
    place = "brown" if line.color == "brown" else "blue"
    if dice:
        yield from draw_used_place(x, y, dice, tuple(theme.SEAT[mat.color] for mat in view.mats), size, place)
        return
    text, is_next = describe_requirement(view, space, line)
    yield kit.Sprite(x, y, DiePlace(place, size, text, is_next))


def describe_requirement(view: View, space: str, line: Space) -> tuple[str, bool]:
    """Return the requirement for a die as text, and whether it is the next Khan space."""
    if line.action == "khan":
        empty = [other for other in CONTENT.khan_spaces if not view.spaces[other]]
        return (f"≥{find_min_khan_value(view)}", True) if space == empty[0] else ("", False)
    if line.dice > 1:
        return f"×{line.dice}", False
    return (f"{line.min_value}+", False) if line.min_value > 1 else ("", False)


def find_min_khan_value(view: View) -> int:
    """R8.2 Return the minimum value of a die for the next Khan space."""
    return max((view.spaces[space][-1].value for space in CONTENT.khan_spaces if view.spaces[space]), default=1)


def insert_frame_layer(nodes: Iterable[kit.Node]) -> tuple[kit.Node, ...]:
    """Insert the layer of change frames: dice, their places and tokens are drawn above the frames."""
    below: list[kit.Node] = []
    above: list[kit.Node] = []
    for node in nodes:
        (above if isinstance(node, kit.Sprite) and isinstance(node.piece, ABOVE_FRAMES) else below).append(node)
    return (*below, kit.FRAME_LAYER, *above)
