"""Reading the option badges off a picture."""

from itertools import combinations

from render import Scene
from render.kit.extent import extent
from render.kit.scene import Sprite
from render.kit.tokens import Badge, BadgeSpan


def badges(scene: Scene) -> list[Sprite]:
    return [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Badge | BadgeSpan)]


def numbers(scene: Scene) -> list[int]:
    """Every number that stands on a badge, ascending."""
    found: list[int] = []
    for node in badges(scene):
        if isinstance(node.piece, Badge):
            found.append(node.piece.number)
        elif isinstance(node.piece, BadgeSpan):
            for part in node.piece.text.split(", "):
                first, _, last = part.partition("–")
                found += range(int(first), int(last or first) + 1)
    return sorted(found)


def apart(scene: Scene) -> None:
    """No badge leaves the canvas or touches another."""
    boxes = [(extent(node), node) for node in badges(scene)]
    for (left, top, right, bottom), node in boxes:
        assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, node
    for ((a, b, c, d), one), ((left, top, right, bottom), other) in combinations(boxes, 2):
        clear = c <= left + 0.5 or right <= a + 0.5 or d <= top + 0.5 or bottom <= b + 0.5
        assert clear, f"{one} lies on {other}"
