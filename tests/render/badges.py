"""Read the option badges of a picture."""

from itertools import combinations

from render import Scene
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import NumberBadge, NumberPill
from render.kit.scene import Sprite


def list_badges(scene: Scene) -> list[Sprite]:
    return [
        node
        for node in scene.live_part
        if isinstance(node, Sprite) and isinstance(node.piece, NumberBadge | NumberPill)
    ]


def list_numbers(scene: Scene) -> list[int]:
    """Return every number on a badge, in ascending order."""
    values: list[int] = []
    for node in list_badges(scene):
        if isinstance(node.piece, NumberBadge):
            values.append(node.piece.number)
        elif isinstance(node.piece, NumberPill):
            for part in node.piece.text.split(", "):
                first, _, last = part.partition("–")
                values += range(int(first), int(last or first) + 1)
    return sorted(values)


def check_badges_apart(scene: Scene) -> None:
    """Assert that no badge leaves the canvas or touches another."""
    boxes = [(measure_bounds(node), node) for node in list_badges(scene)]
    for (left, top, right, bottom), node in boxes:
        assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, node
    for ((a, b, c, d), badge), ((left, top, right, bottom), other) in combinations(boxes, 2):
        clear = c <= left + 0.5 or right <= a + 0.5 or d <= top + 0.5 or bottom <= b + 0.5
        assert clear, f"{badge} lies on {other}"
