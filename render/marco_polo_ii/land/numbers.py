"""Where the numbers of options stand on the map: beside their place, on nothing that tells something."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from render.kit.extent import Bounds, extent
from render.kit.scene import Anchor, Icon, Node, Sprite, Text
from render.kit.spot import Point, Spot

_RIM = 6  # px of the rings around a number
_LARGE = 120 * 120


def beside(nodes: Sequence[Node], places: Mapping[str, int], r: float, canvas: Bounds) -> Iterator[Node]:
    """The same nodes; the anchors of these places have their numbers of radius r, side by side, where they cover least.

    places: how many numbers each has
    """
    obstacles = [
        box for node in nodes if isinstance(node, Text | Icon | Sprite) and _area(box := extent(node)) < _LARGE
    ]
    taken: list[Bounds] = []
    for node in nodes:
        if isinstance(node, Anchor) and node.place in places:
            n = places[node.place]
            centre = _best(node.spot, r, n, _near(node.spot, r * n, obstacles), taken, canvas)
            taken.append(_box(centre, r + _RIM + 2, n))
            yield replace(node, spot=replace(node.spot, badge=centre, badge_r=r, centred=True))
        else:
            yield node


def _best(spot: Spot, r: float, n: int, near: Sequence[Bounds], taken: Sequence[Bounds], canvas: Bounds) -> Point:
    """The first place that covers nothing, else the first of those that cover least."""
    first, *others = _candidates(spot, r, n)
    best, least = first, _covered(first, r, n, near, taken, canvas)
    for at in others:
        if not least:
            break
        cost = _covered(at, r, n, near, taken, canvas)
        if cost < least:
            best, least = at, cost
    return best


def _candidates(spot: Spot, r: float, n: int) -> list[Point]:
    """Centres of n numbers around a place, those that are taken gladly first."""
    left, top, right, bottom = spot.x, spot.y, spot.x + spot.w, spot.y + spot.h
    y, x, out = (top + bottom) / 2, (left + right) / 2, r + _RIM
    left, right = left - (n - 1) * out, right + (n - 1) * out
    if spot.is_round:
        near = 0.72 * out
        around = [
            *((left - out, y), (left - near, top - near), (left - near, bottom + near), (x, top - out)),
            *((x, bottom + out), (right + near, top - near), (right + near, bottom + near), (right + out, y)),
            *((left - 1.6 * out, y - out), (left - 1.6 * out, y + out), (x, bottom + 1.8 * out), (x, top - 1.8 * out)),
        ]
    else:
        wide = 0.5 * spot.h  # the crest sticks out of the plate
        around = [
            *((left - out - 0.22 * wide, y), (left - out, y - 0.8 * out), (left - out, y + 0.8 * out)),
            *((left - 0.6 * out, bottom + 1.1 * out), (left - 0.2 * out, top - 1.2 * out), (right + out, y)),
            *((right + 0.4 * out, bottom + 1.1 * out), (right + 0.6 * out, top - 1.1 * out)),
            *((left - 2 * out, y), (x, bottom + 3.2 * out), (x, top - 3 * out)),
        ]
    return around


def _near(spot: Spot, r: float, obstacles: Sequence[Bounds]) -> list[Bounds]:
    """Those that a number beside this place could touch at all."""
    out = 5 * (r + _RIM)
    left, top, right, bottom = spot.x - out, spot.y - out, spot.x + spot.w + out, spot.y + spot.h + out
    return [box for box in obstacles if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]]


def _covered(
    at: Point, r: float, n: int, obstacles: Sequence[Bounds], taken: Sequence[Bounds], canvas: Bounds
) -> float:
    """How much of other things n numbers there would hide; the share of each beyond a twelfth counts."""
    box = _box(at, r + _RIM, n)
    if box[0] < canvas[0] or box[1] < canvas[1] or box[2] > canvas[2] or box[3] > canvas[3]:
        return 1e9
    cost = sum(1e6 for other in taken if _common(box, other))
    for other in obstacles:
        share = _common(box, other) / max(1.0, _area(other))
        cost += round(max(0.0, share - 0.08) * 50)
    return cost


def _box(centre: Point, r: float, n: int) -> Bounds:
    return centre[0] - n * r, centre[1] - r, centre[0] + n * r, centre[1] + r


def _area(box: Bounds) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _common(a: Bounds, b: Bounds) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
