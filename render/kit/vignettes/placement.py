"""Placing vignettes: each stands in its room where its core is free and as large as can be, rather low and right."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from render.kit.bounds import Bounds, measure_bounds
from render.kit.illustration import Vignette
from render.kit.scene import Anchor, Box, Disc, FrameLayer, Inset, Node, Nodes, Sprite

CELL = 6
"""px: the side of the cells in which room is counted."""
_LEAST_SIZES, _LEAST_LARGE, _HIGH_ROOM = (88, 68), (112,), 180
_GROWTH = 1.04  # a plate may be as much larger than its room
_LEAST_ROOM = 60  # px
_STEPS = 16  # places tried along the shorter side of a room
_LEAST_SEEN = 0.5  # share of the core, to go on with a place
_GOOD_SHARE, _LEAST_SHARE = 0.82, 0.62  # share of the core that is seen
_RIM_WEIGHT = 0.35  # of a thing on the rim of a plate; a word counts 1
_MARGIN = 4  # px around a word
_OPAQUE_SIDE = 60  # px: a larger piece hides an engraving by itself; before smaller ones the lines fade


def place_vignettes(nodes: Nodes) -> Nodes:
    """Return the nodes with a place for every vignette that has enough room beside what is painted after it, and
    for those within insets.
    """
    first = next((i for i, node in enumerate(nodes) if isinstance(node, Vignette | Inset)), len(nodes))
    covers = [(node, measure_bounds(node)) for node in nodes[first:] if _hides_engravings(node)]
    placed: list[Node] = [*nodes[:first]]
    painted_count = 0
    for node in nodes[first:]:
        if isinstance(node, Vignette) and node.plate is None:
            placed.append(_place_vignette(node, covers[painted_count:]))
        elif isinstance(node, Inset):
            placed.append(replace(node, scene=replace(node.scene, live_part=place_vignettes(node.scene.live_part))))
        else:
            placed.append(node)
        painted_count += _hides_engravings(node)
    return tuple(placed)


def _hides_engravings(node: Node) -> bool:
    """Return whether a node is painted over the engravings before it."""
    return not isinstance(node, Anchor | FrameLayer | Vignette) and not (
        isinstance(node, Box | Disc) and node.fill is None
    )


def _place_vignette(vignette: Vignette, above: Sequence[tuple[Node, Bounds]]) -> Vignette:
    w, h = round(vignette.w), round(vignette.h)
    words: list[Bounds] = []
    things: list[Bounds] = []
    kept_clear: list[Bounds] = []
    for node, box in _list_covers(vignette, above):
        is_thing = isinstance(node, Sprite | Box | Disc)
        (things if is_thing else words).append(box)
        if not is_thing or (isinstance(node, Sprite) and max(box[2] - box[0], box[3] - box[1]) < _OPAQUE_SIDE):
            kept_clear.append(box)
    plate = find_plate_place(w, h, tuple(sorted(words)), tuple(sorted(things)), vignette.core, vignette.focus)
    return replace(vignette, plate=plate, kept_clear=tuple(sorted(kept_clear)) if plate else ())


def _list_covers(vignette: Vignette, above: Sequence[tuple[Node, Bounds]]) -> Iterator[tuple[Node, Bounds]]:
    """Yield what is painted over the room of a vignette, with its bounds relative to the room, in whole px."""
    left, top = vignette.x, vignette.y
    right, bottom = left + vignette.w, top + vignette.h
    for node, box in above:
        if box[2] <= left or box[0] >= right or box[3] <= top or box[1] >= bottom:
            continue
        if isinstance(node, Box) and node.w >= vignette.w:
            return  # the next card
        corner, end = (round(box[0] - left), round(box[1] - top)), (round(box[2] - left), round(box[3] - top))
        yield node, (corner[0] - _MARGIN, corner[1] - _MARGIN, end[0] + _MARGIN, end[1] + _MARGIN)


@lru_cache(maxsize=1024)
def find_plate_place(
    w: int, h: int, words: tuple[Bounds, ...], things: tuple[Bounds, ...], core: Bounds, focus: Bounds
) -> Bounds | None:
    """Return the square of a plate in a room of w x h px; None if too little of its core could be seen."""
    if min(w, h) < _LEAST_ROOM:
        return None
    best: tuple[float, Bounds] = (0, (0, 0, 0, 0))
    crowded, occupied = _RoomTable(w, h, words, things, _RIM_WEIGHT), _RoomTable(w, h, words, things, 1)
    for least in _LEAST_SIZES if h < _HIGH_ROOM else _LEAST_LARGE:
        best = _search_place(w, h, min(least, h - 4), (crowded, occupied), core, focus)
        if best[0] >= _GOOD_SHARE:
            break
    return best[1] if best[0] >= _LEAST_SHARE else None


def _search_place(
    w: int, h: int, least: int, tables: "tuple[_RoomTable, _RoomTable]", core: Bounds, focus: Bounds
) -> tuple[float, Bounds]:
    """Return the share of the core that is seen at the best place, and the place."""
    crowded, occupied = tables
    best_score, share, place = -1.0, 0.0, (0.0, 0.0, 0.0, 0.0)
    step = max(CELL, min(w, h) // _STEPS)
    for size in range(int(_GROWTH * min(w, h)), least - 1, -step):  # large ones first: few smaller ones can be better
        for y in range(min(0, h - size), max(1, h - size + 1), step):
            for x in range(min(0, int(-0.04 * size)), max(1, w - int(0.98 * size)), step):
                seen = occupied.measure_free(x, y, size, core)
                lowness, most = 0.03 * x + 0.08 * y, seen**5 * size
                if seen <= _LEAST_SEEN or most + lowness <= best_score:
                    continue
                score = most * crowded.measure_free(x, y, size, focus) ** 2 + lowness
                if score > best_score:
                    best_score, share, place = score, seen, (x, y, x + size, y + size)
    return share, place


class _RoomTable:
    """Sums of the occupied cells of a room, so that the free share of any rectangle is read in four steps."""

    def __init__(
        self, w: int, h: int, words: tuple[Bounds, ...], things: tuple[Bounds, ...], thing_weight: float
    ) -> None:
        self.columns, self.rows = max(1, w // CELL), max(1, h // CELL)
        cells = [[0.0] * self.columns for _ in range(self.rows)]
        for boxes, weight in ((things, thing_weight), (words, 1.0)):
            for left, top, right, bottom in boxes:
                for row in range(max(0, int(top // CELL)), min(self.rows, int(-(-bottom // CELL)))):
                    for column in range(max(0, int(left // CELL)), min(self.columns, int(-(-right // CELL)))):
                        cells[row][column] = weight
        self.sums = [[0.0] * (self.columns + 1) for _ in range(self.rows + 1)]
        for row in range(self.rows):
            above, below = self.sums[row], self.sums[row + 1]
            for column in range(self.columns):
                below[column + 1] = cells[row][column] + above[column + 1] + below[column] - above[column]

    def measure_free(self, x: float, y: float, size: float, part: Bounds) -> float:
        """Return the share of a part of a plate that is free and within the room."""
        left, top = int((x + part[0] * size) // CELL), int((y + part[1] * size) // CELL)
        right, bottom = round((x + part[2] * size) / CELL), round((y + part[3] * size) / CELL)
        whole = max(1, (right - left) * (bottom - top))
        left, top, right, bottom = max(0, left), max(0, top), min(self.columns, right), min(self.rows, bottom)
        if right <= left or bottom <= top:
            return 0
        above, below = self.sums[top], self.sums[bottom]
        occupied = below[right] - above[right] - below[left] + above[left]
        return ((right - left) * (bottom - top) - occupied) / whole
