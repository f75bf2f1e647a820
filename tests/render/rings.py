"""Rings around the points of those who lead, counted on a game's board."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from render import Look, arts
from render.kit.race import lead
from render.kit.scene import Disc

NAMES = ("Ann", "Bela", "Cem", "Dana")
CASES = (((7, 7, 3, 3), 2), ((3, 9, 7, 7), 1), ((0, 0, 0, 0), 0))
"""Points by seat (as many as there are), and how many lead."""


def count_rings(game: str, view: Any, group: str, points: str, values: tuple[int, ...]) -> int:
    """On the first picture of this View when its seats have these points. group, points: their fields in the View."""
    seats = getattr(view, group)
    table = tuple(replace(seat, **{points: value}) for seat, value in zip(seats, values, strict=False))
    look = Look("en", NAMES[: len(seats)])
    scene = arts()[game].draw(replace(view, **{group: table}), arts()[game].pictures(view)[0], look)
    known = lead(0, 0, 0)
    return sum(isinstance(node, Disc) and (node.edge, node.width) == (known.edge, known.width) for node in scene.live)
