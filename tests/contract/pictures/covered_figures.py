"""Checks of the nodes below marks. An option's number and an author badge may cover the edge of a node, but never its
figures, its pips or a word beside it, since readers look for them there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import UnionType

from render.kit.bounds import Bounds, measure_bounds
from render.kit.marks.badges import AuthorBadge, NumberBadge, NumberPill
from render.kit.marks.mark_layout import Figure, iter_figures
from render.kit.scene import Anchor, Box, Sprite, describe_node

from .picture_sample import PictureSample

COVERED = 0.2
"""Largest share of one letter, figure or pip that a mark may cover."""
SIGN = 0.4
"""Largest share of a sign that an author badge may cover: the outline is enough to recognise it."""
MAX_COVERED_PLACE, MIN_OVERHANG = 0.25, 20
"""Largest share of an option's place that another field may cover, if that field reaches this many px beyond it."""
GRID = 12
"""Sample points per side of the measured area."""


def numbers_cover_no_figures(sample: PictureSample) -> Iterator[str]:
    """No option number covers a figure of a seal, a pip of a die, or a letter of any word."""
    return _iter_covered_figures(sample, NumberBadge | NumberPill)


def author_badges_cover_no_figures(sample: PictureSample) -> Iterator[str]:
    """No author badge covers a figure of a seal, a pip of a die, a letter of any word, or hides a sign."""
    return _iter_covered_figures(sample, AuthorBadge)


def option_places_are_visible(sample: PictureSample) -> Iterator[str]:
    """No other field is painted over an option's place; nodes up to the next anchor belong to the place itself."""
    places = {place for place, _ in sample.options}
    spots: list[Anchor] = []
    last: Anchor | None = None
    for node in sample.scene.live_part:
        if isinstance(node, Anchor):
            spots += [node] if node.place in places else []
            last = node
        elif isinstance(node, Box) and node.fill is not None:
            left, top, right, bottom = measure_bounds(node)
            for x, y, x2, y2, anchor in ((*measure_bounds(anchor), anchor) for anchor in spots if anchor is not last):
                past = max(x - left, y - top, right - x2, bottom - y2)
                w, h = min(right, x2) - max(left, x), min(bottom, y2) - max(top, y)
                if past > MIN_OVERHANG and min(w, h) > 0 and w * h > MAX_COVERED_PLACE * (x2 - x) * (y2 - y):
                    yield f"{describe_node(node)} lies on {anchor.place}"


def _iter_covered_figures(sample: PictureSample, kind: type | UnionType) -> Iterator[str]:
    if not any(isinstance(node, Sprite) and isinstance(node.piece, kind) for node in sample.visible_nodes):
        return
    below: list[Figure] = []
    for node in sample.visible_nodes:
        if isinstance(node, Sprite) and isinstance(node.piece, kind):
            for figure in below:
                max_share = SIGN if figure.is_sign else COVERED
                if (share := measure_covered_share(node, figure)) > max_share:
                    yield f"{describe_node(node)} hides {share:.0%} of a letter of {describe_node(figure.node)}"
            continue
        if isinstance(node, Sprite) or (isinstance(node, Box) and node.fill is not None):
            left, top, right, bottom = measure_bounds(node)
            below = [figure for figure in below if not _is_within(figure.box, left, top, right, bottom)]
        below += iter_figures([node])


def measure_covered_share(mark: Sprite, figure: Figure) -> float:
    """Return how much of a figure a mark with round ends covers, in units of one letter of it."""
    assert isinstance(mark.piece, AuthorBadge | NumberBadge | NumberPill)
    left, top, right, bottom = figure.box
    radius = (mark.piece.outer_radius if isinstance(mark.piece, AuthorBadge) else mark.piece.r + 6) * mark.scale
    end = mark.x + (mark.piece.extra_width * mark.scale if isinstance(mark.piece, NumberPill) else 0.0)
    low, high = max(left, mark.x - radius), min(right, end + radius)
    over, under = max(top, mark.y - radius), min(bottom, mark.y + radius)
    if low >= high or over >= under:
        return 0.0
    hits = 0
    for i, j in product(range(GRID), range(GRID)):
        x, y = low + (high - low) * (i + 0.5) / GRID, over + (under - over) * (j + 0.5) / GRID
        hits += (x - min(max(x, mark.x), end)) ** 2 + (y - mark.y) ** 2 < radius**2
    whole = (right - left) * (bottom - top)
    return hits / GRID**2 * (high - low) * (under - over) / min(figure.letter_area, whole)


def _is_within(box: Bounds, left: float, top: float, right: float, bottom: float) -> bool:
    """Return whether a box lies within these bounds, so that a filled node painted later hides it."""
    return left <= box[0] and top <= box[1] and right >= box[2] and bottom >= box[3]
