"""What marks lie on. The number of an option and the tick of who changed something may cover the edge of a thing, never
its figures, its pips or a word beside it: those are what one looks for there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import UnionType

from render.kit.extent import Bounds, extent
from render.kit.marks.figures import Figure, figures
from render.kit.scene import Anchor, Box, Sprite, line
from render.kit.tokens import Badge, BadgeSpan, Tick

from .shown import Shown

COVERED = 0.2
"""The share of one letter, figure or pip that a mark may lie on."""
SIGN = 0.4
"""The share of a sign that a tick may lie on: its outline tells it."""
OVER, PAST = 0.25, 20
"""The share of what is asked about that something else may lie on, if it reaches so many px beyond it."""
GRID = 12
"""Points a side of what is measured."""


def numbers_on_nothing(shown: Shown) -> Iterator[str]:
    """No number of an option lies on a figure of a seal, a pip of a die, or a letter of any word."""
    return _covers(shown, Badge | BadgeSpan)


def ticks_on_nothing(shown: Shown) -> Iterator[str]:
    """No tick lies on a figure of a seal, a pip of a die, a letter of any word, or hides a sign."""
    return _covers(shown, Tick)


def asked_is_seen(shown: Shown) -> Iterator[str]:
    """No field of something else is painted over what is asked about; up to the next anchor all is its own."""
    places = {place for place, _ in shown.asked}
    spots: list[Anchor] = []
    last: Anchor | None = None
    for node in shown.scene.live:
        if isinstance(node, Anchor):
            spots += [node] if node.place in places else []
            last = node
        elif isinstance(node, Box) and node.fill is not None:
            left, top, right, bottom = extent(node)
            for x, y, x2, y2, anchor in ((*extent(anchor), anchor) for anchor in spots if anchor is not last):
                past = max(x - left, y - top, right - x2, bottom - y2)
                w, h = min(right, x2) - max(left, x), min(bottom, y2) - max(top, y)
                if past > PAST and min(w, h) > 0 and w * h > OVER * (x2 - x) * (y2 - y):
                    yield f"{line(node)} lies on {anchor.place}"


def _covers(shown: Shown, kind: type | UnionType) -> Iterator[str]:
    if not any(isinstance(node, Sprite) and isinstance(node.piece, kind) for node in shown.painted):
        return
    below: list[Figure] = []
    for node in shown.painted:
        if isinstance(node, Sprite) and isinstance(node.piece, kind):
            for figure in below:
                most = SIGN if figure.is_sign else COVERED
                if (share := covered(node, figure)) > most:
                    yield f"{line(node)} hides {share:.0%} of a letter of {line(figure.of)}"
            continue
        if isinstance(node, Sprite) or (isinstance(node, Box) and node.fill is not None):
            left, top, right, bottom = extent(node)
            below = [figure for figure in below if not _is_within(figure.box, left, top, right, bottom)]
        below += figures([node])


def covered(mark: Sprite, figure: Figure) -> float:
    """How much of a figure lies under a mark with round ends: 1 is one letter of it."""
    assert isinstance(mark.piece, Tick | Badge | BadgeSpan)
    left, top, right, bottom = figure.box
    radius = (mark.piece.reach if isinstance(mark.piece, Tick) else mark.piece.r + 6) * mark.scale
    end = mark.x + (mark.piece.more * mark.scale if isinstance(mark.piece, BadgeSpan) else 0.0)
    low, high = max(left, mark.x - radius), min(right, end + radius)
    over, under = max(top, mark.y - radius), min(bottom, mark.y + radius)
    if low >= high or over >= under:
        return 0.0
    hits = 0
    for i, j in product(range(GRID), range(GRID)):
        x, y = low + (high - low) * (i + 0.5) / GRID, over + (under - over) * (j + 0.5) / GRID
        hits += (x - min(max(x, mark.x), end)) ** 2 + (y - mark.y) ** 2 < radius**2
    whole = (right - left) * (bottom - top)
    return hits / GRID**2 * (high - low) * (under - over) / min(figure.letter, whole)


def _is_within(box: Bounds, left: float, top: float, right: float, bottom: float) -> bool:
    """Whether something that fills its box and is painted later hides this one."""
    return left <= box[0] and top <= box[1] and right >= box[2] and bottom >= box[3]
