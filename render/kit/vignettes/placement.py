"""Placing vignettes: each stands in its room where its core is free and as large as can be, rather low and right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from operator import add

from PIL import Image, ImageDraw

from render.kit.bounds import Bounds, measure_bounds
from render.kit.illustration import Vignette
from render.kit.scene import Anchor, Box, Disc, FrameLayer, Inset, Node, Nodes, Sprite

CELL = 6
"""px: the side of the cells in which room is counted."""
_MIN_SIZES, _MIN_SIZES_IN_HIGH_ROOM, _HIGH_ROOM = (88, 68), (112,), 180
"""Minimum sides of a plate in px, tried in turn; those in a room at least as high as the last number."""
_GROWTH = 1.04  # a plate may be as much larger than its room
_SECOND_GROWTH = 1.6  # a plate placed by its focus may be as much larger than the minimum size
_MIN_ROOM = 60  # px
_STEPS = 16  # places tried along the shorter side of a room
_MIN_SEEN = 0.5  # share of the core below which a place is given up
_GOOD_SHARE, _MIN_SHARE = 0.82, 0.62  # share of the core that is seen
_MIN_FOCUS, _MIN_LOW_FOCUS, _LOW_ROOM = 0.74, 0.84, 150
"""Share of the focus that is seen (less reads as an engraving behind words and signs), and the share in a room lower
than this many px, where lines of words cut the plate.
"""
_RIM_WEIGHT = 0.8  # of a thing on the rim of a plate; a word counts 1
_CROWDED, _OCCUPIED = (
    bytes((0, round(100 * thing_weight), 100)).ljust(256, b"\0") for thing_weight in (_RIM_WEIGHT, 1)
)
"""The share of a cell that is occupied, in percent, by its tone: empty, a thing, or a word."""
_RIGHTNESS, _LOWNESS = 0.03, 0.08  # px of size that a px further to the right or down is worth
_ROUNDING = 1e-9
_MARGIN = 4  # px around a word
_OPAQUE_SIDE = 60  # px: a larger piece hides an engraving by itself; before smaller ones the lines fade


def place_vignettes(nodes: Nodes) -> Nodes:
    """Return the nodes with a place for every vignette that has enough room beside what is painted after it, and
    for those within insets.
    """
    first = next((i for i, node in enumerate(nodes) if _needs_place(node)), len(nodes))
    later = [(node, _hides_engravings(node)) for node in nodes[first:]]
    covers = [(node, measure_bounds(node)) for node, is_cover in later if is_cover]
    placed: list[Node] = [*nodes[:first]]
    painted_count = 0
    for node, is_cover in later:
        if isinstance(node, Vignette) and node.plate is None:
            placed.append(_place_vignette(node, covers[painted_count:]))
        elif isinstance(node, Inset):
            placed.append(replace(node, scene=replace(node.scene, live_part=place_vignettes(node.scene.live_part))))
        else:
            placed.append(node)
        painted_count += is_cover
    return tuple(placed)


def _needs_place(node: Node) -> bool:
    return isinstance(node, Inset) or (isinstance(node, Vignette) and node.plate is None)


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
    for node, box in _iter_covers(vignette, above):
        is_thing = isinstance(node, Sprite | Box | Disc)
        (things if is_thing else words).append(box)
        if not is_thing or (isinstance(node, Sprite) and max(box[2] - box[0], box[3] - box[1]) < _OPAQUE_SIDE):
            kept_clear.append(box)
    plate = find_plate_place(w, h, tuple(sorted(words)), tuple(sorted(things)), vignette.core, vignette.focus)
    return replace(vignette, plate=plate, kept_clear=tuple(sorted(kept_clear)) if plate else ())


def _iter_covers(vignette: Vignette, above: Sequence[tuple[Node, Bounds]]) -> Iterator[tuple[Node, Bounds]]:
    """Yield what is painted over the room of a vignette, with its bounds relative to the room, in whole px."""
    left, top = vignette.x, vignette.y
    right, bottom = left + vignette.w, top + vignette.h
    near = [
        entry
        for entry in above
        if entry[1][2] > left and entry[1][0] < right and entry[1][3] > top and entry[1][1] < bottom
    ]
    for node, box in near:
        if isinstance(node, Box) and node.w >= vignette.w:
            return  # the next card
        corner, end = (round(box[0] - left), round(box[1] - top)), (round(box[2] - left), round(box[3] - top))
        yield node, (corner[0] - _MARGIN, corner[1] - _MARGIN, end[0] + _MARGIN, end[1] + _MARGIN)


@lru_cache(maxsize=1024)
def find_plate_place(
    w: int, h: int, words: tuple[Bounds, ...], things: tuple[Bounds, ...], core: Bounds, focus: Bounds
) -> Bounds | None:
    """Return the square of a plate in a room of w x h px; None if too little of its core could be seen."""
    if min(w, h) < _MIN_ROOM:
        return None
    best: tuple[float, Bounds] = (0, (0, 0, 0, 0))
    cells = _fill_cells(w, h, words, things)
    tones = cells.tobytes()
    crowded, occupied = (_RoomTable(cells.width, tones.translate(shares)) for shares in (_CROWDED, _OCCUPIED))
    min_sizes = _MIN_SIZES if h < _HIGH_ROOM else _MIN_SIZES_IN_HIGH_ROOM
    min_focus = _MIN_LOW_FOCUS if h < _LOW_ROOM else _MIN_FOCUS

    def measure_seen(place: Bounds, part: Bounds) -> float:
        return occupied.measure_part(place[0], place[1], place[2] - place[0], part)

    for min_size in min_sizes:
        best = _search_place(w, h, min(min_size, h - 4), (crowded, occupied), core, focus)
        if best[0] >= _GOOD_SHARE:
            break
    if best[0] < _MIN_SHARE:
        return None
    if measure_seen(best[1], focus) >= min_focus:
        return best[1]
    min_size = min(min_sizes[-1], h - 4)
    largest = min(w, h, round(_SECOND_GROWTH * min_size))  # the largest have failed
    share, place = _search_place(w, h, min_size, (crowded, occupied), focus, focus, largest)
    return place if share >= min_focus and measure_seen(place, core) >= _MIN_SHARE else None


def _search_place(
    w: int,
    h: int,
    min_size: int,
    tables: "tuple[_RoomTable, _RoomTable]",
    core: Bounds,
    focus: Bounds,
    largest: int | None = None,
) -> tuple[float, Bounds]:
    """Return the share of the core that is seen at the best place, and the place. largest: that of the room if None."""
    crowded, occupied = tables
    best_score, share, place = -1.0, 0.0, (0.0, 0.0, 0.0, 0.0)
    step = max(CELL, min(w, h) // _STEPS)
    start = largest or int(_GROWTH * min(w, h))
    for size in range(start, min_size - 1, -step):  # large ones first: few smaller ones can be better
        xs = range(min(0, int(-0.04 * size)), max(1, w - int(0.98 * size)), step)
        ys = range(min(0, h - size), max(1, h - size + 1), step)
        if size + _RIGHTNESS * xs[-1] + _LOWNESS * ys[-1] <= best_score:
            break  # as all smaller ones: a plate gains less from its place than it loses
        columns = _compute_spans(xs, core[0] * size, core[2] * size, occupied.columns)
        focus_columns = _compute_spans(xs, focus[0] * size, focus[2] * size, occupied.columns)
        focus_rows = _compute_spans(ys, focus[1] * size, focus[3] * size, occupied.rows)
        for y, row in _compute_spans(ys, core[1] * size, core[3] * size, occupied.rows).items():
            wanted = best_score - _RIGHTNESS * xs[-1] - _LOWNESS * y  # of this row, if all the focus were free
            min_seen = max(_MIN_SEEN, (max(0.0, wanted) / size) ** 0.2 - _ROUNDING)
            for x, seen in occupied.iter_free_shares(columns, row, min_seen):
                lowness, max_value = _RIGHTNESS * x + _LOWNESS * y, seen**5 * size
                if max_value + lowness <= best_score:
                    continue
                score = max_value * crowded.measure_free(focus_columns.get(x), focus_rows.get(y)) ** 2 + lowness
                if score > best_score:
                    best_score, share, place = score, seen, (x, y, x + size, y + size)
    return share, place


def _fill_cells(w: int, h: int, words: tuple[Bounds, ...], things: tuple[Bounds, ...]) -> Image.Image:
    """Return the cells of a room with 1 for a thing and 2 for a word."""
    cells = Image.new("L", (max(1, w // CELL), max(1, h // CELL)))
    draw = ImageDraw.Draw(cells)
    for tone, boxes in enumerate((things, words), 1):
        for left, top, right, bottom in boxes:
            corner, end = (left // CELL, top // CELL), (-(-right // CELL) - 1, -(-bottom // CELL) - 1)
            draw.rectangle((corner, end), fill=tone)
    return cells


class _RoomTable:
    """Sums of the occupied cells of a room, in percent: the free share of any rectangle is read in four steps."""

    def __init__(self, columns: int, shares: bytes) -> None:
        self.columns, self.rows = columns, len(shares) // columns
        """Size of the room in cells."""
        self.sums = [[0] * (columns + 1)]
        """[row][column] -> sum of all cells above and to the left."""
        sums_by_row: dict[bytes, list[int]] = {}  # many rows are equal
        for start in range(0, len(shares), columns):
            row = shares[start : start + columns]
            row_sums = sums_by_row.get(row)
            if row_sums is None:
                row_sums = sums_by_row[row] = list(accumulate(row, initial=0))
            self.sums.append(list(map(add, self.sums[-1], row_sums)) if row_sums[-1] else self.sums[-1])

    def measure_part(self, x: float, y: float, size: float, part: Bounds) -> float:
        """Return the share of a part of a plate that is free and within the room."""
        left, top, side = round(x), round(y), round(size)
        columns = _compute_spans(range(left, left + 1), part[0] * side, part[2] * side, self.columns)
        rows = _compute_spans(range(top, top + 1), part[1] * side, part[3] * side, self.rows)
        return self.measure_free(columns.get(left), rows.get(top))

    def measure_free(self, column: "_Span | None", row: "_Span | None") -> float:
        """Return the free share of the part of a plate where these spans meet; None: it is beside the room."""
        if column is None or row is None:
            return 0
        left, right, width = column
        top, bottom, height = row
        above, below = self.sums[top], self.sums[bottom]
        free = 100 * (right - left) * (bottom - top) - below[right] + above[right] + below[left] - above[left]
        return free / (100 * (width * height or 1))

    def iter_free_shares(
        self, columns: "Mapping[int, _Span]", row: "_Span", min_share: float
    ) -> Iterator[tuple[int, float]]:
        """Yield the places of a row where more than `min_share` is free, each with the share that is."""
        top, bottom, height = row
        above, below = self.sums[top], self.sums[bottom]
        seen_height = 100 * (bottom - top)
        for x, (left, right, width) in columns.items():
            free = (right - left) * seen_height - below[right] + above[right] + below[left] - above[left]
            share = free / (100 * (width * height or 1))
            if share > min_share:
                yield x, share


_Span = tuple[int, int, int]
"""The first cell and the end of a part of a plate, cut to the room, and its uncut length."""


@lru_cache(maxsize=2048)
def _compute_spans(starts: range, begin: float, end: float, cells: int) -> Mapping[int, _Span]:
    """Return the span of a part of a plate by each of its starts with which it is in the room at all. Kept, as rooms of
    cards are equal.
    """
    spans: dict[int, _Span] = {}
    for start in starts:
        first, last = int((start + begin) // CELL), round((start + end) / CELL)
        left, right = first if first > 0 else 0, last if last < cells else cells
        if left < right:
            spans[start] = left, right, last - first
    return spans
