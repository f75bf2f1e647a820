"""Where marks stand: where their thing wants them, or, where they would hide a figure or another mark, near by."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from render.kit.extent import Bounds, extent, union
from render.kit.marks.figures import ORNAMENT, Figure, figures
from render.kit.scene import Node, Sprite
from render.kit.spot import Point, Spot

PITCH = 29
"""px from tick to tick, of ordinary size."""
REACH = 21.0
"""px from the middle of an ordinary tick to its edge; of larger ones all that follows is larger."""

_HALF = 18.6  # px: half the side of a square as large as a tick
_ASIDE = (0.0, 8.0, -8.0, 16.0, -16.0, 27.0, -27.0, 41.0, -41.0, 54.0, -54.0, 81.0, -81.0)  # px
_OFFSETS = tuple(sorted(product(_ASIDE, _ASIDE), key=lambda at: abs(at[0]) + abs(at[1])))
_NUDGES = tuple(at for at in _OFFSETS if max(map(abs, at)) < 41)
_ROWS = ((-PITCH, 0.0), (0.0, float(PITCH)))
"""From each tick of a thing to the next one: to the left, else downwards."""
_HIDDEN, _SIGN_HIDDEN = 60.0, 25.0  # what it costs to hide one letter, or a sign
_LEFT_OUT = 0.06  # share of a letter that nobody misses
_MUCH, _SIGN_MUCH, _WORSE = 0.18, 0.38, 3.0  # shares of a letter, of a sign, from which hiding costs so much more
_AWAY, _BESIDE, _UPRIGHT = 0.06, 0.25, 1.0  # what a px costs from the wanted place, from the thing; and another row
_TOWARDS = 0.05  # the same of a large tick beside a larger thing, from the first of what changed there
_OFF, _CROWDED = 1000.0, 500.0  # beyond the canvas; on another mark
_ON_PIECE = 24.0  # on a piece, for the whole of a large tick
_OUT = 0.6  # of its reach: so far off its corner a large tick stands beside its thing
_BEARABLE = 8.0  # what a number may hide before it moves


class Ground:
    """A picture on which marks are laid: what is read there, and where marks stand already."""

    def __init__(self, width: float, height: float, nodes: Iterable[Node]) -> None:
        self.width, self.height = width, height
        nodes = tuple(nodes)
        self.figures = tuple(figures(nodes))
        self.pieces = tuple(_pieces(nodes))
        self.taken: list[Point] = []


def stand(spot: Spot, count: int, ground: Ground, size: float = 1) -> tuple[Point, ...]:
    """The middles of so many ticks of one thing: where its Spot wants them, or near by, where they hide nothing.

    size: how much larger than ordinary ones they are
    """
    x, y = _wanted(spot, size)
    reach = (max(_ASIDE) + PITCH + REACH) * size
    within = x - reach, y - reach, x + reach, y + reach
    near = _near(within, ground)
    pieces = [box for box in ground.pieces if _overlap(within, box) > 0] if size > 1 else []
    towards = _TOWARDS if count == 1 and size > 1 and spot.aside is not None else 0.0
    start = towards * _out((x, y), spot)  # each px that it is moved saves so much of this at most
    best: tuple[Point, ...] = ()
    least = float("inf")
    for dx, dy in ((size * dx, size * dy) for dx, dy in _OFFSETS):
        away = _AWAY * (abs(dx) + abs(dy))
        if start + away * (1 - towards / _AWAY) >= least - 1e-9:
            break
        for row in _ROWS[:count]:
            places = tuple((x + dx + size * row[0] * i, y + dy + size * row[1] * i) for i in range(count))
            cost = away + (_UPRIGHT if row is _ROWS[1] else 0)
            cost += sum(_cost(at, spot, ground, near, size) + _on_pieces(at, pieces, size) for at in places)
            if cost < least:
                best, least = places, cost
    ground.taken += best
    return best


def _wanted(spot: Spot, size: float) -> Point:
    """Where the first tick of a thing is wanted: a large one beside it."""
    if size <= 1:
        return spot.ticked
    if spot.aside is not None:
        return spot.aside
    (x, y), out = spot.ticked, _OUT * REACH * size
    return (x, y) if spot.tick is not None else (x + out, y - out)


def _pieces(nodes: Iterable[Node]) -> Iterator[Bounds]:
    """What stands on the board and is no ground."""
    for node in nodes:
        if isinstance(node, Sprite):
            left, top, right, bottom = box = extent(node)
            if (right - left) * (bottom - top) < ORNAMENT:
                yield box


def _on_pieces(at: Point, pieces: Sequence[Bounds], size: float) -> float:
    half = _HALF * size
    box = at[0] - half, at[1] - half, at[0] + half, at[1] + half
    return _ON_PIECE * sum(_overlap(box, piece) for piece in pieces) / (4 * half * half)


def aside(rows: Sequence[tuple[Sprite, ...]], ground: Ground) -> Iterator[tuple[Sprite, ...]]:
    """The numbers of each place, moved together as little as keeps them from hiding words, figures and each other."""
    others = [[extent(badge) for badge in row] for row in rows]
    for i, row in enumerate(rows):
        taken = [box for j, boxes in enumerate(others) if i != j for box in boxes]
        dx, dy = _nudge(row, taken, ground)
        others[i] = [_moved(box, dx, dy) for box in others[i]]
        yield tuple(replace(badge, x=badge.x + dx, y=badge.y + dy) for badge in row)


def _nudge(row: tuple[Sprite, ...], taken: list[Bounds], ground: Ground) -> Point:
    """How far the numbers of a place are moved."""
    boxes, most = [extent(badge) for badge in row], max(map(max, _NUDGES))
    left, top, right, bottom = union(tuple(boxes))
    near = _near((left - most, top - most, right + most, bottom + most), ground)
    best, least = (0.0, 0.0), float("inf")
    for dx, dy in _NUDGES:
        away = _AWAY * (abs(dx) + abs(dy))
        if away >= least:
            break
        there = [_moved(box, dx, dy) for box in boxes]
        cost = sum(_covered(_within(box), near) + _meets(box, taken, ground) for box in there)
        if (dx, dy) == (0, 0) and cost < _BEARABLE:
            break
        if cost + away < least:
            best, least = (dx, dy), cost + away
    return best


def _moved(box: Bounds, dx: float, dy: float) -> Bounds:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _within(box: Bounds) -> Bounds:
    """A box as large as what a number covers: it has round ends."""
    cut = 0.06 * (box[3] - box[1])
    return box[0] + cut, box[1] + cut, box[2] - cut, box[3] - cut


def _near(box: Bounds, ground: Ground) -> list[Figure]:
    return [figure for figure in ground.figures if _overlap(box, figure.box) > 0]


def _overlap(a: Bounds, b: Bounds) -> float:
    if a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


def _meets(box: Bounds, taken: list[Bounds], ground: Ground) -> float:
    off = box[0] < 0 or box[1] < 0 or box[2] > ground.width or box[3] > ground.height
    return _OFF * off + _CROWDED * any(_overlap(box, other) for other in taken)


def _covered(box: Bounds, near: list[Figure]) -> float:
    """What it costs to lay something there."""
    cost = 0.0
    for figure in near:
        if (share := _overlap(box, figure.box) / figure.letter) > _LEFT_OUT:
            much = share > (_SIGN_MUCH if figure.is_sign else _MUCH)
            cost += (_SIGN_HIDDEN if figure.is_sign else _HIDDEN) * share * (_WORSE if much else 1)
    return cost


def _cost(at: Point, spot: Spot, ground: Ground, near: list[Figure], size: float) -> float:
    x, y = at
    reach, pitch, half = REACH * size, PITCH * size, _HALF * size + 2 * (size > 1)
    if not (reach <= x <= ground.width - reach and reach <= y <= ground.height - reach):
        return _OFF
    cost = _CROWDED if any(abs(x - a) < pitch and abs(y - b) < pitch for a, b in ground.taken) else 0.0
    box = (x - half, y - half, x + half, y + half)
    out = _out(at, spot)
    if size > 1 and spot.aside is not None:
        return cost + _TOWARDS * out + _covered(box, near)
    return cost + _BESIDE * max(0.0, out - (12 if size <= 1 else 24) * size) + _covered(box, near)


def _out(at: Point, spot: Spot) -> float:
    """How far a point lies outside a thing, in px to the side and upright together."""
    x, y = at
    return max(spot.x - x, x - spot.x - spot.w, 0) + max(spot.y - y, y - spot.y - spot.h, 0)
