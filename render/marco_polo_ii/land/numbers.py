"""Placement of option numbers on the map: beside their place, without covering information."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from render import kit

_RIM = 6  # width in px of the rings around a number
_LARGE_AREA = 120 * 120  # px²: numbers may cover parts of such a large node


def place_numbers(
    nodes: Sequence[kit.Node], static: kit.Nodes, places: Mapping[str, int], r: float, canvas: kit.Bounds
) -> Iterator[kit.Node]:
    """Yield the nodes, with the numbers of these places (radius r, side by side) placed where they cover least.

    static: nodes below them, not to be covered either; places: anchor -> how many numbers it has.
    """
    obstacles = [
        box
        for node in (*static, *nodes)
        if isinstance(node, kit.TextRun | kit.Icon | kit.Sprite)
        and _measure_area(box := kit.measure_bounds(node)) < _LARGE_AREA
    ]
    number_boxes: list[kit.Bounds] = []
    for node in nodes:
        if isinstance(node, kit.Anchor) and node.place in places:
            n = places[node.place]
            centre = _choose_centre(
                node.placement, r, n, _filter_near(node.placement, r * n, obstacles), number_boxes, canvas
            )
            number_boxes.append(_build_box(centre, r + _RIM + 2, n))
            yield replace(
                node, placement=replace(node.placement, number_centre=centre, number_radius=r, is_centred=True)
            )
        else:
            yield node


def _choose_centre(
    placement: kit.Placement,
    r: float,
    n: int,
    obstacles: Sequence[kit.Bounds],
    number_boxes: Sequence[kit.Bounds],
    canvas: kit.Bounds,
) -> kit.Point:
    """Return the first candidate that covers nothing, else the first that covers least."""
    first, *candidates = _list_candidates(placement, r, n)
    best_centre, min_cost = first, _measure_cost(first, r, n, obstacles, number_boxes, canvas)
    for centre in candidates:
        if not min_cost:
            break
        cost = _measure_cost(centre, r, n, obstacles, number_boxes, canvas)
        if cost < min_cost:
            best_centre, min_cost = centre, cost
    return best_centre


def _list_candidates(placement: kit.Placement, r: float, n: int) -> list[kit.Point]:
    """Return possible centres of a row of n numbers around a place, preferred ones first."""
    left, top, right, bottom = placement.x, placement.y, placement.x + placement.w, placement.y + placement.h
    y, x, out = (top + bottom) / 2, (left + right) / 2, r + _RIM
    left, right = left - (n - 1) * out, right + (n - 1) * out
    if placement.is_round:
        diagonal = 0.72 * out
        candidates = [
            *((left - out, y), (left - diagonal, top - diagonal), (left - diagonal, bottom + diagonal), (x, top - out)),
            *(
                (x, bottom + out),
                (right + diagonal, top - diagonal),
                (right + diagonal, bottom + diagonal),
                (right + out, y),
            ),
            *((left - 1.6 * out, y - out), (left - 1.6 * out, y + out), (x, bottom + 1.8 * out), (x, top - 1.8 * out)),
        ]
    else:
        width = 0.5 * placement.h  # the crest sticks out of the plate
        candidates = [
            *((left - out - 0.22 * width, y), (left - out, y - 0.8 * out), (left - out, y + 0.8 * out)),
            *((left - 0.6 * out, bottom + 1.1 * out), (left - 0.2 * out, top - 1.2 * out), (right + out, y)),
            *((right + 0.4 * out, bottom + 1.1 * out), (right + 0.6 * out, top - 1.1 * out)),
            *((left - 2 * out, y), (x, bottom + 3.2 * out), (x, top - 3 * out)),
        ]
    return candidates


def _filter_near(placement: kit.Placement, r: float, obstacles: Sequence[kit.Bounds]) -> list[kit.Bounds]:
    """Return the obstacles near enough to be touched by a number beside this place."""
    out = 5 * (r + _RIM)
    left, top, right, bottom = (
        placement.x - out,
        placement.y - out,
        placement.x + placement.w + out,
        placement.y + placement.h + out,
    )
    return [box for box in obstacles if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]]


def _measure_cost(
    centre: kit.Point,
    r: float,
    n: int,
    obstacles: Sequence[kit.Bounds],
    number_boxes: Sequence[kit.Bounds],
    canvas: kit.Bounds,
) -> float:
    """Return the cost of n numbers at a point: the covered share of each obstacle, beyond a twelfth.

    Other numbers and the edge of the canvas must not be covered.
    """
    box = _build_box(centre, r + _RIM, n)
    if box[0] < canvas[0] or box[1] < canvas[1] or box[2] > canvas[2] or box[3] > canvas[3]:
        return 1e9
    cost = sum(1e6 for other in number_boxes if _measure_overlap(box, other))
    for other in obstacles:
        share = _measure_overlap(box, other) / max(1.0, _measure_area(other))
        cost += round(max(0.0, share - 0.08) * 50)
    return cost


def _build_box(centre: kit.Point, r: float, n: int) -> kit.Bounds:
    return centre[0] - n * r, centre[1] - r, centre[0] + n * r, centre[1] + r


def _measure_area(box: kit.Bounds) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _measure_overlap(a: kit.Bounds, b: kit.Bounds) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
