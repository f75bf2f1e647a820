"""Count the rings around the points of the leaders on a game's board."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from render import RenderContext, load_arts
from render.kit.scene import Disc
from render.kit.score_track import draw_leader_ring

NAMES = ("Ann", "Bela", "Cem", "Dana")
CASES = (((7, 7, 3, 3), 2), ((3, 9, 7, 7), 1), ((0, 0, 0, 0), 0))
"""Points by seat (the first n for n seats), and the number of leaders."""


def count_rings(game: str, view: Any, group: str, points: str, values: tuple[int, ...]) -> int:
    """Count the rings on the first picture of this View when its seats have these points.

    group: field of the View that holds the seats; points: field of a seat that holds its points.
    """
    seats = getattr(view, group)
    table = tuple(replace(seat, **{points: value}) for seat, value in zip(seats, values, strict=False))
    ctx = RenderContext("en", NAMES[: len(seats)])
    scene = load_arts()[game].draw(replace(view, **{group: table}), load_arts()[game].list_pictures(view)[0], ctx)
    known = draw_leader_ring(0, 0, 0)
    return sum(
        isinstance(node, Disc) and (node.edge, node.width) == (known.edge, known.width) for node in scene.live_part
    )
