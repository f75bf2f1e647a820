"""Read the action fields of a picture: sign, price and word beside the number of an option."""

from typing import TypeVar

from render import Mark, Scene
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import NumberBadge
from render.kit.scene import Icon, Sprite, TextRun
from render.kit.tokens import Coin, IconDisc

Kind = TypeVar("Kind", TextRun, Sprite, Icon)


def list_within(scene: Scene, place: str, kind: type[Kind]) -> list[Kind]:
    """Return all nodes of a kind whose centre is in an anchor."""
    placement, nodes = scene.anchors[place].placement, list[Kind]()
    for node in scene.live_part:
        if isinstance(node, kind):
            left, top, right, bottom = measure_bounds(node)
            x, y = (left + right) / 2, (top + bottom) / 2
            if placement.x <= x <= placement.x + placement.w and placement.y <= y <= placement.y + placement.h:
                nodes.append(node)
    return nodes


def read_field(scene: Scene, mark: Mark) -> tuple[str, str]:
    """Return the sign (or the price instead) and the word beside the number of an option.

    Asserts that the number is the only badge there, in its place.
    """
    card, own_placement = scene.anchors[mark.place].placement, scene.anchors[mark.own_anchor].placement
    assert card.x <= own_placement.x and own_placement.x + own_placement.w <= card.x + card.w - 4, mark
    assert card.y < own_placement.y and own_placement.y + own_placement.h <= card.y + card.h, mark
    sprites = list_within(scene, mark.own_anchor, Sprite)
    (badge,) = [node for node in sprites if isinstance(node.piece, NumberBadge)]
    signs = [node.piece.icon for node in sprites if isinstance(node.piece, IconDisc)]
    assert len(signs) <= 1
    signs = signs or [f"for {node.piece.text}" for node in sprites if isinstance(node.piece, Coin)]
    assert isinstance(badge.piece, NumberBadge) and badge.piece.number == mark.number and badge.piece.r >= 20
    assert (badge.x, badge.y) == own_placement.number_centre, mark
    words = list_within(scene, mark.own_anchor, TextRun)
    assert all(
        measure_bounds(word)[0] >= own_placement.x and measure_bounds(word)[2] <= own_placement.x + own_placement.w
        for word in words
    ), words
    return "".join(signs), " ".join(word.text for word in words)
