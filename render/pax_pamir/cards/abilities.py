"""The special ability of a card: its star, and its name in one line or two."""

import re
from collections.abc import Sequence

from render.kit.scene import MICRO, SIZES, Node, Nodes, Sprite, Text
from render.kit.text import LEADING, Fitted, fit_all, measure
from render.pax_pamir import theme
from render.pax_pamir.pieces import Star

_BRACKETS = re.compile(r"[(（].*[)）]$")


def fit_abilities(names: Sequence[str], room: float, indent: float, size: int) -> tuple[Fitted, ...]:
    """Names of one size in `room` px, the star in the first `indent` of them.

    What stands in brackets is never broken: if it is too wide beside the star it has the line below for itself, and
    needs no brackets there.
    """
    brackets = ["".join(_BRACKETS.findall(name)) for name in names]
    size = next((s for s in SIZES if s <= size and all(measure(part[1:-1], s) <= room for part in brackets)), MICRO)
    wide = [measure(part, size) > room - indent for part in brackets]
    beside = [
        name.removesuffix(part).rstrip() if apart else name
        for name, part, apart in zip(names, brackets, wide, strict=True)
    ]
    fitted = fit_all(beside, room - indent, size, 2)
    return tuple(
        Fitted((*label.lines, part[1:-1]), label.size, label.cut) if apart else label
        for label, part, apart in zip(fitted, brackets, wide, strict=True)
    )


def ability(label: Fitted, x: float, y: float, room: float, indent: float, r: float) -> Nodes:
    """The star of radius r and the name in `room` px from x, around the middle height y."""
    pitch = label.size * LEADING
    top = y - pitch * (len(label.lines) - 1) / 2
    nodes: list[Node] = []
    for i, words in enumerate(label.lines):
        left = indent if measure(words, label.size) <= room - indent else 0
        nodes.append(Text(x + left, top + pitch * i, words, label.size, theme.MADDER, room=room - left))
    hangs = any(isinstance(node, Text) and node.x == x for node in nodes)
    return (Sprite(x + r + 1, top if hangs else y, Star(r)), *nodes)
