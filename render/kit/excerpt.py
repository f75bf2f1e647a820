"""The parts of a picture that differ from an earlier one: bands of its full width, one below the other."""

from collections.abc import Iterator, Sequence
from math import ceil

from render.kit.bounds import Band, Bounds, measure_bounds, unite_bounds
from render.kit.marks.changes import Change, group_into_frames
from render.kit.scene import Box, Disc, Icon, Node, Numeral, Scene, Sprite, TextRun

MARGIN = 40
"""px above and below what changed: frames and letters stick out of it."""
MIN_BAND_GAP = 90
"""px: two bands with a smaller gap are joined."""
WHOLE_SHARE = 0.7
"""From this share of the height on the whole picture is clearer than parts of it."""
MAX_ROW_HEIGHT, LARGE_CUT_COST = 190, 0.2
"""px: a thing of at most this height, a row or a name, should not be cut; cutting a higher one costs only
LARGE_CUT_COST.
"""
MAX_EXTENSION, EXTENSION_STEP = 120, 3
"""px: maximum extension of a band for that, and the step of the search."""


def list_changed_bands(changes: Sequence[Change], earlier: Scene, now: Scene) -> tuple[Band, ...]:
    """Return the parts of both pictures with changes; the pictures have the same height. As little as possible is cut.

    No change at all, or most of the height: the whole picture.
    """
    height = now.height
    spans = [span for scene in (earlier, now) for span in _iter_node_spans(scene)]
    targets = [(top - MARGIN, bottom + MARGIN) for _, top, _, bottom in _iter_changed_bounds(changes, now)]
    if not targets:
        return ((0, height),)
    targets = _join_bands([_adjust_edges(band, spans) for band in _join_bands(targets)])
    clipped = tuple((max(0, int(top)), min(height, int(bottom))) for top, bottom in targets)
    return clipped if sum(bottom - top for top, bottom in clipped) < WHOLE_SHARE * height else ((0, height),)


def _iter_changed_bounds(changes: Sequence[Change], now: Scene) -> Iterator[Bounds]:
    """Yield the bounds of each change with its path, and of each frame."""
    for change in changes:
        anchors = [anchor for anchor in (change.new_anchor, change.old_anchor, change.origin) if anchor is not None]
        pieces = [measure_bounds(anchor.sprite) for anchor in anchors if anchor.sprite is not None]
        yield unite_bounds((*map(measure_bounds, anchors), *pieces))
    for frame in group_into_frames(changes, now.anchors):
        if frame.placement is not None:
            yield (
                frame.placement.x,
                frame.placement.y,
                frame.placement.x + frame.placement.w,
                frame.placement.y + frame.placement.h,
            )


def _iter_node_spans(scene: Scene) -> Iterator[tuple[float, float]]:
    """Yield top and bottom of nodes that should not be cut: texts, pieces, fields."""
    for node in (*scene.static_part, *scene.live_part):
        if _is_whole(node):
            _, top, _, bottom = measure_bounds(node)
            yield top, bottom


def _is_whole(node: Node) -> bool:
    return isinstance(node, Sprite | TextRun | Icon | Numeral) or (
        isinstance(node, Box | Disc) and node.fill is not None
    )


def _join_bands(targets: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    bands: list[tuple[float, float]] = []
    for top, bottom in sorted(targets):
        if bands and top - bands[-1][1] < MIN_BAND_GAP:
            bands[-1] = bands[-1][0], max(bottom, bands[-1][1])
        else:
            bands.append((top, bottom))
    return bands


def _adjust_edges(band: tuple[float, float], spans: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the band, extended a little if its edges then cut less."""

    def measure_cuts(y: float) -> float:
        return sum(1 if bottom - top < MAX_ROW_HEIGHT else LARGE_CUT_COST for top, bottom in spans if top < y < bottom)

    top, bottom = band
    return (
        min(range(int(top), int(top) - MAX_EXTENSION, -EXTENSION_STEP), key=measure_cuts),
        min(range(ceil(bottom), ceil(bottom) + MAX_EXTENSION, EXTENSION_STEP), key=measure_cuts),
    )
