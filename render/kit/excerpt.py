"""The parts of a picture on which something is not as on an earlier one: bands as wide as it, one below the other."""

from collections.abc import Iterator, Sequence
from math import ceil

from render.kit.extent import Band, Bounds, extent, union
from render.kit.marks.changes import Change, framed
from render.kit.scene import Box, Disc, Icon, Node, Numeral, Scene, Sprite, Text

MARGIN = 40
"""px above and below what changed: frames and letters stick out of it."""
JOINED = 90
"""px: two bands that are less apart are one."""
WHOLE = 0.7
"""From this share of the height on the whole picture is clearer than parts of it."""
ROW, LESS = 190, 0.2
"""px: what is less high, a row or a name, had better not be cut through; of what is higher it matters so much less."""
FURTHER, STEP = 120, 3
"""px: so much higher a band is made for that, and how finely it is tried."""


def bands(found: Sequence[Change], earlier: Scene, now: Scene) -> tuple[Band, ...]:
    """Where the changes lie on both pictures, which are equally high. As little as can be is cut through.

    Nothing at all, or most of the height: the whole picture.
    """
    height = now.height
    spans = [span for scene in (earlier, now) for span in _spans(scene)]
    wanted = [(top - MARGIN, bottom + MARGIN) for _, top, _, bottom in _places(found, now)]
    if not wanted:
        return ((0, height),)
    wanted = _joined([_edges(band, spans) for band in _joined(wanted)])
    kept = tuple((max(0, int(top)), min(height, int(bottom))) for top, bottom in wanted)
    return kept if sum(bottom - top for top, bottom in kept) < WHOLE * height else ((0, height),)


def _places(found: Sequence[Change], now: Scene) -> Iterator[Bounds]:
    """What changed, with the way that it has come; and what has a frame in its place."""
    for change in found:
        anchors = [anchor for anchor in (change.now, change.then, change.start) if anchor is not None]
        ghosts = [extent(anchor.ghost) for anchor in anchors if anchor.ghost is not None]
        yield union((*map(extent, anchors), *ghosts))
    for one in framed(found, now.anchors):
        if one.spot is not None:
            yield one.spot.x, one.spot.y, one.spot.x + one.spot.w, one.spot.y + one.spot.h


def _spans(scene: Scene) -> Iterator[tuple[float, float]]:
    """What would be cut: words, pieces, fields."""
    for node in (*scene.static, *scene.live):
        if _is_whole(node):
            _, top, _, bottom = extent(node)
            yield top, bottom


def _is_whole(node: Node) -> bool:
    return isinstance(node, Sprite | Text | Icon | Numeral) or (isinstance(node, Box | Disc) and node.fill is not None)


def _joined(wanted: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    bands: list[tuple[float, float]] = []
    for top, bottom in sorted(wanted):
        if bands and top - bands[-1][1] < JOINED:
            bands[-1] = bands[-1][0], max(bottom, bands[-1][1])
        else:
            bands.append((top, bottom))
    return bands


def _edges(band: tuple[float, float], spans: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The band, made a little higher where its edges cut less."""

    def cut(y: float) -> float:
        return sum(1 if bottom - top < ROW else LESS for top, bottom in spans if top < y < bottom)

    top, bottom = band
    return (
        min(range(int(top), int(top) - FURTHER, -STEP), key=cut),
        min(range(ceil(bottom), ceil(bottom) + FURTHER, STEP), key=cut),
    )
