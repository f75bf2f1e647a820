"""Places for marks on a picture. A mark may cover the edge of a thing, but never its readable content: words, figures,
pips and signs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from render.kit.bounds import Bounds, measure_bounds, measure_numeral, unite_bounds
from render.kit.marks.badges import AuthorBadge, NewCardCorner, NumberBadge, NumberPill, RemovalCross
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.placement import Placement, Point
from render.kit.scene import Disc, Icon, Node, Numeral, Piece, Sprite, TextRun
from render.kit.text import BASELINE
from render.kit.tokens import PIPS, Die
from render.kit.transform import transform_node

CAPITAL_HEIGHT = 0.73
"""Height of capitals and figures in em."""
LETTER_WIDTH = 0.55
"""Width of an average letter of a word in em."""
LARGE_DRAWING_AREA = 100 * 100
"""Area in px² above which a drawing without figures is part of the background."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A word, a number, a letter, a pip or a sign."""

    box: Bounds
    """px covered by its ink."""
    letter_area: float
    """Area of one letter in px²; for a pip or a sign of the whole."""
    node: Node
    """The node that contains it."""
    is_sign: bool = False
    """A drawing, which is recognised by its outline even if a part is hidden."""


def iter_figures(nodes: Iterable[Node]) -> Iterator[Figure]:
    """Yield all figures in painting order. Marks have none, because other rules keep them apart."""
    for node in nodes:
        match node:
            case TextRun():
                left, _, right, _ = measure_bounds(node)
                base = node.y + BASELINE * node.size
                letter_width = 1.0 if any(ord(sign) > 0x2E7F for sign in node.text) else LETTER_WIDTH
                yield Figure(
                    (left, base - CAPITAL_HEIGHT * node.size, right, base),
                    letter_width * CAPITAL_HEIGHT * node.size**2,
                    node,
                )
            case Numeral():
                yield _build_figure(node, node)
            case Icon():
                half = node.size / 2
                yield Figure((node.x - half, node.y - half, node.x + half, node.y + half), 4 * half * half, node, True)
            case Sprite(
                piece=NumberBadge() | NumberPill() | AuthorBadge() | RemovalCross() | NewCardCorner() | RemovedMarker()
            ):
                pass
            case Sprite():
                parts = _list_piece_figures(node.piece)
                for shape in parts:
                    yield _build_figure(transform_node(shape, node.x, node.y, node.scale), node)
                if not parts and (sign := _build_figure(node, node)).letter_area < LARGE_DRAWING_AREA:
                    yield sign
            case _:
                pass


@lru_cache(maxsize=1024)
def _list_piece_figures(piece: Piece) -> tuple[Numeral | Disc, ...]:
    """Return the figures of a piece, or the pips of a die."""
    shapes = piece.shapes()
    if isinstance(piece, Die):
        return tuple(shape for shape in shapes[-len(PIPS[piece.pips]) :] if isinstance(shape, Disc))
    return tuple(shape for shape in shapes if isinstance(shape, Numeral))


def _build_figure(shape: Node, node: Node) -> Figure:
    if isinstance(shape, Numeral):
        half, tall = measure_numeral(shape.text) * shape.size / 2, CAPITAL_HEIGHT * shape.size / 2
        box = shape.x - half, shape.y - tall, shape.x + half, shape.y + tall
        return Figure(box, 4 * tall * half / max(1, len(shape.text)), node)
    left, top, right, bottom = measure_bounds(shape)
    return Figure((left, top, right, bottom), (right - left) * (bottom - top), node, isinstance(shape, Sprite))


PITCH = 29
"""px from badge to badge, of ordinary size."""
REACH = 21.0
"""px from the centre of an ordinary author badge to its edge; for larger ones all following measures are scaled."""

_HALF = 18.6  # px: half the side of a square with the area of a badge
_SHIFTS = (0.0, 8.0, -8.0, 16.0, -16.0, 27.0, -27.0, 41.0, -41.0, 54.0, -54.0, 81.0, -81.0)  # px
_OFFSETS = tuple(sorted(product(_SHIFTS, _SHIFTS), key=lambda at: abs(at[0]) + abs(at[1])))
_NUMBER_SHIFTS = tuple(at for at in _OFFSETS if max(map(abs, at)) < 41)
_ROWS = ((-PITCH, 0.0), (0.0, float(PITCH)))
"""Steps from each badge of a thing to the next one: to the left, else downwards."""
_HIDDEN_COST, _HIDDEN_SIGN_COST = 60.0, 25.0  # cost of hiding one letter, or a sign
_NEGLIGIBLE_SHARE = 0.06  # hidden share of a letter that does not matter
# hidden shares of a letter or sign that cost more, and the factor
_MAJOR_SHARE, _MAJOR_SIGN_SHARE, _MAJOR_FACTOR = 0.18, 0.38, 3.0
_SHIFT_COST, _OUTSIDE_COST, _COLUMN_COST = 0.06, 0.25, 1.0  # cost of a px of shift, of a px from the thing, of a column
_CALLOUT_COST = 0.05  # cost of a px between a large badge beside a larger thing and the first change there
_OFF_CANVAS_COST, _OVERLAP_COST = 1000.0, 500.0  # cost outside the canvas; and on another mark
_PIECE_COST = 24.0  # cost of covering a piece with the whole of a large badge
_CORNER_OFFSET = 0.6  # distance of a large badge from the corner of its thing, as a share of its outer radius
_ACCEPTABLE_COST = 8.0  # cost up to which a number stays at its preferred place


class MarkCanvas:
    """A picture on which marks are laid: its readable figures, its pieces, and the marks placed so far."""

    def __init__(self, width: float, height: float, nodes: Iterable[Node]) -> None:
        self.width, self.height = width, height
        nodes = tuple(nodes)
        self.figures = tuple(iter_figures(nodes))
        """Letters, signs and numbers that should not be covered."""
        self.pieces = tuple(_iter_piece_bounds(nodes))
        """Bounds of each piece."""
        self.mark_centres: list[Point] = []
        """Centres of the marks placed so far."""


def place_badges(placement: Placement, count: int, canvas: MarkCanvas, size: float = 1) -> tuple[Point, ...]:
    """Return the centres of this many author badges of one thing: at its preferred place, or near by, where they hide
    nothing.

    size: in relation to ordinary badges
    """
    x, y = _find_preferred_centre(placement, size)
    reach = (max(_SHIFTS) + PITCH + REACH) * size
    search_area = x - reach, y - reach, x + reach, y + reach
    near = _list_near_figures(search_area, canvas)
    pieces = [box for box in canvas.pieces if _measure_overlap(search_area, box) > 0] if size > 1 else []
    callout_cost = _CALLOUT_COST if count == 1 and size > 1 and placement.callout_centre is not None else 0.0
    # each px of shift saves at most this much of it
    start = callout_cost * _measure_distance_outside((x, y), placement)
    best: tuple[Point, ...] = ()
    min_cost = float("inf")
    for dx, dy in ((size * dx, size * dy) for dx, dy in _OFFSETS):
        shift_cost = _SHIFT_COST * (abs(dx) + abs(dy))
        if start + shift_cost * (1 - callout_cost / _SHIFT_COST) >= min_cost - 1e-9:
            break
        for row in _ROWS[:count]:
            places = tuple((x + dx + size * row[0] * i, y + dy + size * row[1] * i) for i in range(count))
            cost = shift_cost + (_COLUMN_COST if row is _ROWS[1] else 0)
            cost += sum(
                _rate_badge(point, placement, canvas, near, size) + _rate_piece_overlap(point, pieces, size)
                for point in places
            )
            if cost < min_cost:
                best, min_cost = places, cost
    canvas.mark_centres += best
    return best


def _find_preferred_centre(placement: Placement, size: float) -> Point:
    """Return the preferred centre of the first badge of a thing: a large one is placed beside it."""
    if size <= 1:
        return placement.first_badge_centre
    if placement.callout_centre is not None:
        return placement.callout_centre
    (x, y), offset = placement.first_badge_centre, _CORNER_OFFSET * REACH * size
    return (x, y) if placement.author_badge_centre is not None else (x + offset, y - offset)


def _iter_piece_bounds(nodes: Iterable[Node]) -> Iterator[Bounds]:
    """Yield the bounds of pieces on the board that are not part of the background."""
    for node in nodes:
        if isinstance(node, Sprite):
            left, top, right, bottom = box = measure_bounds(node)
            if (right - left) * (bottom - top) < LARGE_DRAWING_AREA:
                yield box


def _rate_piece_overlap(point: Point, pieces: Sequence[Bounds], size: float) -> float:
    half = _HALF * size
    box = point[0] - half, point[1] - half, point[0] + half, point[1] + half
    return _PIECE_COST * sum(_measure_overlap(box, piece) for piece in pieces) / (4 * half * half)


def shift_numbers(rows: Sequence[tuple[Sprite, ...]], canvas: MarkCanvas) -> Iterator[tuple[Sprite, ...]]:
    """Yield the numbers of each place, shifted together by the least distance at which they hide no word, figure or
    number.
    """
    others = [[measure_bounds(badge) for badge in row] for row in rows]
    for i, row in enumerate(rows):
        occupied = [box for j, boxes in enumerate(others) if i != j for box in boxes]
        dx, dy = _find_shift(row, occupied, canvas)
        others[i] = [_shift_bounds(box, dx, dy) for box in others[i]]
        yield tuple(replace(badge, x=badge.x + dx, y=badge.y + dy) for badge in row)


def _find_shift(row: tuple[Sprite, ...], occupied: list[Bounds], canvas: MarkCanvas) -> Point:
    """Return the shift of the numbers of a place."""
    boxes, max_shift = [measure_bounds(badge) for badge in row], max(map(max, _NUMBER_SHIFTS))
    left, top, right, bottom = unite_bounds(tuple(boxes))
    near = _list_near_figures((left - max_shift, top - max_shift, right + max_shift, bottom + max_shift), canvas)
    best, min_cost = (0.0, 0.0), float("inf")
    for dx, dy in _NUMBER_SHIFTS:
        shift_cost = _SHIFT_COST * (abs(dx) + abs(dy))
        if shift_cost >= min_cost:
            break
        shifted = [_shift_bounds(box, dx, dy) for box in boxes]
        cost = sum(_rate_cover(_shrink_bounds(box), near) + _rate_crowding(box, occupied, canvas) for box in shifted)
        if (dx, dy) == (0, 0) and cost < _ACCEPTABLE_COST:
            break
        if cost + shift_cost < min_cost:
            best, min_cost = (dx, dy), cost + shift_cost
    return best


def _shift_bounds(box: Bounds, dx: float, dy: float) -> Bounds:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _shrink_bounds(box: Bounds) -> Bounds:
    """Return the box without its round ends: the part that a number covers."""
    cut = 0.06 * (box[3] - box[1])
    return box[0] + cut, box[1] + cut, box[2] - cut, box[3] - cut


def _list_near_figures(box: Bounds, canvas: MarkCanvas) -> list[Figure]:
    return [figure for figure in canvas.figures if _measure_overlap(box, figure.box) > 0]


def _measure_overlap(a: Bounds, b: Bounds) -> float:
    if a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


def _rate_crowding(box: Bounds, occupied: list[Bounds], canvas: MarkCanvas) -> float:
    is_off_canvas = box[0] < 0 or box[1] < 0 or box[2] > canvas.width or box[3] > canvas.height
    return _OFF_CANVAS_COST * is_off_canvas + _OVERLAP_COST * any(_measure_overlap(box, other) for other in occupied)


def _rate_cover(box: Bounds, near: list[Figure]) -> float:
    """Return the cost of placing a mark there."""
    cost = 0.0
    for figure in near:
        if (share := _measure_overlap(box, figure.box) / figure.letter_area) > _NEGLIGIBLE_SHARE:
            is_major = share > (_MAJOR_SIGN_SHARE if figure.is_sign else _MAJOR_SHARE)
            cost += (_HIDDEN_SIGN_COST if figure.is_sign else _HIDDEN_COST) * share * (_MAJOR_FACTOR if is_major else 1)
    return cost


def _rate_badge(point: Point, placement: Placement, canvas: MarkCanvas, near: list[Figure], size: float) -> float:
    x, y = point
    reach, pitch, half = REACH * size, PITCH * size, _HALF * size + 2 * (size > 1)
    if not (reach <= x <= canvas.width - reach and reach <= y <= canvas.height - reach):
        return _OFF_CANVAS_COST
    cost = _OVERLAP_COST if any(abs(x - a) < pitch and abs(y - b) < pitch for a, b in canvas.mark_centres) else 0.0
    box = (x - half, y - half, x + half, y + half)
    outside = _measure_distance_outside(point, placement)
    if size > 1 and placement.callout_centre is not None:
        return cost + _CALLOUT_COST * outside + _rate_cover(box, near)
    return cost + _OUTSIDE_COST * max(0.0, outside - (12 if size <= 1 else 24) * size) + _rate_cover(box, near)


def _measure_distance_outside(point: Point, placement: Placement) -> float:
    """Return how far a point is outside a thing, in px horizontally plus vertically."""
    x, y = point
    return max(placement.x - x, x - placement.x - placement.w, 0) + max(
        placement.y - y, y - placement.y - placement.h, 0
    )
