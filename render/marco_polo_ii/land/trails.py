"""Trails: the paths that figures and caravans have taken, drawn along the roads and below the prices."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import copysign, cos, hypot, pi, sin
from typing import NamedTuple

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.paths import OASES
from engines.marco_polo_ii.view import View
from render import kit
from render.kit.colour import SIGNAL
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.cities import find_centre, measure_plate
from render.marco_polo_ii.land.places import PLACES, clip_segment, find_road
from render.marco_polo_ii.land.positions import arrange_pieces
from render.marco_polo_ii.land.terrain import find_price_pill

_WIDTH, _CASING, _INNER_WIDTH, _LANE_GAP = 12, 19, 6, 14
_DASH, _GAP = 20, 19
_HEAD = 19
"""Half the length of an arrowhead."""
_MIN_NUMBER_GAP = 48
"""Minimum distance in px between the numbers of two paths."""
LETTER_OFFSET = (50.0, 18.0)
"""Offset in px from a figure to the badge of the player who moved it."""


class Trail(NamedTuple):
    """A path to draw."""

    places: Sequence[str]  # cities and oases of the path in order, with both ends
    is_dashed: bool = False
    """Whether it is the path of a caravan (or, in a question, one style of several)."""
    colour: str | None = None
    """Colour of the seat; None: an option of the viewer."""


def draw_trails(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the movements since the View that the viewer last saw; nothing without such a View.

    Paths of figures have arrowheads, and a ring around their start.
    """
    before = ctx.view_before
    if not isinstance(before, View):
        return
    walks: list[Trail] = []
    drives: list[Trail] = []
    for old_mat, mat in zip(before.mats, view.mats, strict=True):
        walks += [Trail(path, False, theme.SEAT[mat.color]) for path in _list_new_paths(old_mat.walks, mat.walks)]
        drives += [Trail(path, True, theme.SEAT[mat.color]) for path in _list_new_paths(old_mat.drives, mat.drives)]
    for old_mat in before.mats:
        for path in _list_new_paths(old_mat.walks, view.mats[old_mat.seat].walks):
            yield from _draw_departure(before, old_mat.seat, path[0], ctx)
    yield from draw_lines((*walks, *drives))
    for walk in walks:
        yield from _draw_start(walk, ctx)
    yield from _draw_arrowheads(walks, ctx)


def _draw_departure(before: View, seat: int, place: str, ctx: kit.RenderContext) -> Iterator[kit.Polyline]:
    """Draw a line from the badge where a figure stood to its former place, as the badge alone would mean nothing."""
    figures = [mat.seat for mat in before.mats for other_place in mat.figures if other_place == place]
    if seat in figures:
        pieces = next(pieces for other_place, pieces in arrange_pieces(before, ctx.lang) if other_place == place)
        x, y = pieces.figures[figures.index(seat)]
        end = (x + LETTER_OFFSET[0], y + LETTER_OFFSET[1])
        yield kit.Polyline((end, _find_centre(place, ctx)), kit.WHITE, _INNER_WIDTH + 6)
        yield kit.Polyline((end, _find_centre(place, ctx)), SIGNAL, _INNER_WIDTH)


def _find_centre(place: str, ctx: kit.RenderContext) -> kit.Point:
    return find_centre(place, ctx.lang) if place in CONTENT.data.cities else PLACES[place]


def _draw_start(trail: Trail, ctx: kit.RenderContext) -> Iterator[kit.Polyline]:
    """Draw a ring around the start of a path. A frame would mean that the place itself has changed."""
    x, y = _find_centre(trail.places[0], ctx)
    city = trail.places[0] in CONTENT.data.cities
    half, h = (measure_plate(trail.places[0], ctx.lang) / 2 + 16, 38) if city else (26, 26)
    turns = [pi * n / 12 for n in range(25)]
    ring = tuple((x + copysign(half - h, cos(t)) + h * cos(t), y + h * sin(t)) for t in (*turns, turns[1]))
    for colour, width in ((kit.WHITE, 13), (SIGNAL, 8), (trail.colour, 3)):
        yield kit.Polyline(ring, colour or SIGNAL, width)


def _draw_arrowheads(trails: Iterable[Trail], ctx: kit.RenderContext) -> Iterator[kit.Poly]:
    """Draw an arrowhead on each road of the paths, in the middle of its longest visible part."""
    for trail, name, visible in _split_into_roads(trails):
        parts = visible
        for plate in _iter_plates(name, ctx):
            parts = [rest for piece in parts for rest in _clip_outside(piece, plate)] or parts
        (ax, ay), (bx, by) = max(parts, key=lambda part: hypot(part[1][0] - part[0][0], part[1][1] - part[0][1]))
        length = hypot(bx - ax, by - ay)
        ux, uy, x, y = (bx - ax) / length, (by - ay) / length, (ax + bx) / 2, (ay + by) / 2
        tip, back = (x + _HEAD * ux, y + _HEAD * uy), (x - _HEAD * ux, y - _HEAD * uy)
        wings = tuple((back[0] + side * _HEAD * uy, back[1] - side * _HEAD * ux) for side in (1, -1))
        yield kit.Poly((tip, *wings), trail.colour or SIGNAL, kit.WHITE, 4)


def iter_number_positions(trails: Sequence[Trail], ctx: kit.RenderContext) -> Iterator[kit.Point]:
    """Yield the position of each path's number: the middle of its longest visible part, apart from earlier numbers.

    Roads used by this path only are preferred.
    """
    road_parts = [*_split_into_roads(trails)]
    users = Counter(name for _, name, _ in road_parts)
    positions: list[kit.Point] = []
    for trail in trails:
        parts: list[tuple[int, float, kit.Point]] = []
        for other_trail, name, visible in road_parts:
            if other_trail is trail:
                pieces = visible
                for plate in _iter_plates(name, ctx):
                    pieces = [rest for piece in pieces for rest in _clip_outside(piece, plate)]
                for (ax, ay), (bx, by) in pieces:
                    parts.append((users[name], -hypot(bx - ax, by - ay), ((ax + bx) / 2, (ay + by) / 2)))
        points = [point for *_, point in sorted(parts)] or [_find_centre(trail.places[-1], ctx)]
        free_points = (
            point for point in points if all(hypot(point[0] - x, point[1] - y) >= _MIN_NUMBER_GAP for x, y in positions)
        )
        positions.append(next(free_points, points[0]))
        yield positions[-1]


def _split_into_roads(trails: Iterable[Trail]) -> Iterator[tuple[Trail, str, list[tuple[kit.Point, kit.Point]]]]:
    """Yield each road of each path with its visible parts.

    Paths on the same road lie side by side; parts under a price or on an oasis are not visible.
    """
    use_counts: Counter[str] = Counter()
    for trail in trails:
        for name, line in _iter_roads(trail):
            shifted = _shift_line(line, _LANE_GAP * use_counts[name])
            use_counts[name] += 1
            yield trail, name, [piece for pair in pairwise(shifted) for piece in _iter_visible_parts(pair, name)]


def _iter_plates(name: str, ctx: kit.RenderContext) -> Iterator[kit.Bounds]:
    """Yield the bounds of the city plates at the ends of a road, which cover it."""
    route = CONTENT.data.routes[name]
    for city in (end for end in (route.a, route.b) if end in CONTENT.data.cities):
        x, y = find_centre(city, ctx.lang)
        half = measure_plate(city, ctx.lang) / 2
        yield x - half - 8, y - 30, x + half, y + 30


def _iter_roads(trail: Trail) -> Iterator[tuple[str, tuple[kit.Point, ...]]]:
    """Yield the roads of a path with their lines, each only once: the way back is not drawn."""
    seen: set[str] = set()
    for start, end in pairwise(trail.places):
        name, line = _find_route(start, end)
        if name not in seen:
            yield name, line
        seen.add(name)


def has_trail(view: View, seat: int, ctx: kit.RenderContext) -> bool:
    """Return whether a trail shows the movement of the seat's figures."""
    before = ctx.view_before
    return isinstance(before, View) and bool(_list_new_paths(before.mats[seat].walks, view.mats[seat].walks))


def _list_new_paths(
    old_paths: Sequence[Sequence[str]], current_paths: Sequence[Sequence[str]]
) -> Sequence[Sequence[str]]:
    """Return the paths added since `old_paths`. After the start of a round, which clears the list, all are new."""
    return (
        current_paths[len(old_paths) :] if tuple(current_paths[: len(old_paths)]) == tuple(old_paths) else current_paths
    )


def draw_lines(trails: Iterable[Trail]) -> Iterator[kit.Polyline]:
    """Draw the lines of paths, side by side on shared roads, interrupted at prices and oases.

    A line has the signal colour, with the seat's colour inside.
    """
    lines = [(part, trail) for trail, _, parts in _split_into_roads(trails) for part in parts]
    for line, _ in lines:
        yield kit.Polyline(line, kit.WHITE, _CASING)
    for line, trail in lines:
        for part in _split_into_dashes(line) if trail.is_dashed else (line,):
            yield kit.Polyline(part, SIGNAL, _WIDTH)
            if trail.colour is not None:
                yield kit.Polyline(part, trail.colour, _INNER_WIDTH)


def _iter_visible_parts(line: tuple[kit.Point, kit.Point], name: str) -> Iterator[tuple[kit.Point, kit.Point]]:
    """Yield the parts of a straight line that are neither under the price of its route nor on an oasis."""
    route, pill = CONTENT.data.routes[name], find_price_pill(name)
    boxes = [(x - 17, y - 17, x + 17, y + 17) for x, y in (PLACES[end] for end in (route.a, route.b) if end in OASES)]
    if pill is not None:
        boxes.append((pill.x, pill.y, pill.x + pill.w, pill.y + pill.h))
    pieces = [line]
    for box in boxes:
        pieces = [rest for piece in pieces for rest in _clip_outside(piece, box)]
    yield from pieces


def _clip_outside(line: tuple[kit.Point, kit.Point], box: kit.Bounds) -> Iterator[tuple[kit.Point, kit.Point]]:
    """Yield the parts of a straight line outside a rectangle."""
    inner = clip_segment(*line, box)
    if inner is None:
        yield line
        return
    for start, end in ((line[0], inner[0]), (inner[1], line[1])):
        if hypot(end[0] - start[0], end[1] - start[1]) > 1:
            yield start, end


def _find_route(start: str, end: str) -> tuple[str, tuple[kit.Point, ...]]:
    """Return the route between two neighbouring places, and its line from the first to the second."""
    for name, route in CONTENT.data.routes.items():
        if (route.a, route.b) == (start, end):
            return name, find_road(name)
        if (route.b, route.a) == (start, end):
            return name, tuple(reversed(find_road(name)))
    raise ValueError(f"no route between {start!r} and {end!r}")


def _shift_line(line: tuple[kit.Point, ...], distance: float) -> tuple[kit.Point, ...]:
    """Return the line shifted sideways by `distance` px, to the same side in both directions of travel."""
    if not distance:
        return line
    (ax, ay), (bx, by_) = min(line[0], line[-1]), max(line[0], line[-1])
    length = hypot(bx - ax, by_ - ay)
    dx, dy = -(by_ - ay) / length * distance, (bx - ax) / length * distance
    return tuple((x + dx, y + dy) for x, y in line)


def _split_into_dashes(line: tuple[kit.Point, kit.Point]) -> Iterator[tuple[kit.Point, kit.Point]]:
    (ax, ay), (bx, by) = line
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    offset = 0.0
    while offset < length:
        end = min(length, offset + _DASH)
        yield (ax + ux * offset, ay + uy * offset), (ax + ux * end, ay + uy * end)
        offset += _DASH + _GAP
