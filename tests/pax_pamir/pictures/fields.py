"""Reading the fields of actions off a picture: what stands beside the number of an option."""

from typing import TypeVar

from render import Mark, Scene
from render.kit.extent import extent
from render.kit.scene import Icon, Sprite, Text
from render.kit.tokens import Badge, Coin, IconDisc

Kind = TypeVar("Kind", Text, Sprite, Icon)


def within(scene: Scene, place: str, kind: type[Kind]) -> list[Kind]:
    """All of a kind whose middle lies in an anchor."""
    spot, found = scene.anchors[place].spot, list[Kind]()
    for node in scene.live:
        if isinstance(node, kind):
            left, top, right, bottom = extent(node)
            x, y = (left + right) / 2, (top + bottom) / 2
            if spot.x <= x <= spot.x + spot.w and spot.y <= y <= spot.y + spot.h:
                found.append(node)
    return found


def field(scene: Scene, mark: Mark) -> tuple[str, str]:
    """The sign, or the price in its place, and the word beside the number of an option, which is alone there and in
    place.
    """
    card, own = scene.anchors[mark.place].spot, scene.anchors[mark.own].spot
    assert card.x <= own.x and own.x + own.w <= card.x + card.w - 4, mark
    assert card.y < own.y and own.y + own.h <= card.y + card.h, mark
    sprites = within(scene, mark.own, Sprite)
    (badge,) = [node for node in sprites if isinstance(node.piece, Badge)]
    signs = [node.piece.icon for node in sprites if isinstance(node.piece, IconDisc)]
    assert len(signs) <= 1
    signs = signs or [f"for {node.piece.text}" for node in sprites if isinstance(node.piece, Coin)]
    assert isinstance(badge.piece, Badge) and badge.piece.number == mark.number and badge.piece.r >= 20
    assert (badge.x, badge.y) == own.badge, mark
    words = within(scene, mark.own, Text)
    assert all(extent(word)[0] >= own.x and extent(word)[2] <= own.x + own.w for word in words), words
    return "".join(signs), " ".join(word.text for word in words)
