"""The ways that figures and caravans have taken, along the roads and below their prices."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import copysign, cos, hypot, pi, sin
from typing import NamedTuple

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.paths import OASES
from engines.marco_polo_ii.view import View
from render.kit.colour import SIGNAL, WHITE
from render.kit.extent import Bounds
from render.kit.look import Look
from render.kit.scene import Line, Node, Poly
from render.kit.spot import Point
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.cities import middle, plate_width
from render.marco_polo_ii.land.ground import pill_of
from render.marco_polo_ii.land.places import PLACES, road, segment
from render.marco_polo_ii.land.standing import everywhere

_WIDTH, _CASING, _OWN, _APART = 12, 19, 6, 14
_DASH, _GAP = 20, 19
_HEAD = 19
"""Half the length of the head of an arrow."""
_NUMBERS = 48
"""px at least between the numbers of two ways."""
LETTER_AT = (50.0, 18.0)
"""px from a figure to the letter of whoever moved it."""


class Way(NamedTuple):
    """From place to place; dashed: of a caravan; colour: of whose it is, None for the reader's own choice."""

    places: Sequence[str]
    dashed: bool = False
    colour: str | None = None


def trails(view: View, look: Look) -> Iterator[Node]:
    """What has moved since the View that the reader knows; nothing without one. Ways of figures have heads of arrows,
    and a ring where they began."""
    before = look.before
    if not isinstance(before, View):
        return
    walks: list[Way] = []
    drives: list[Way] = []
    for then, now in zip(before.mats, view.mats, strict=True):
        walks += [Way(way, False, theme.SEAT[now.color]) for way in _new(then.walks, now.walks)]
        drives += [Way(way, True, theme.SEAT[now.color]) for way in _new(then.drives, now.drives)]
    for then in before.mats:
        for way in _new(then.walks, view.mats[then.seat].walks):
            yield from _left(before, then.seat, way[0], look)
    yield from drawn((*walks, *drives))
    for walk in walks:
        yield from _start(walk, look)
    yield from _heads(walks, look)


def _left(before: View, seat: int, place: str, look: Look) -> Iterator[Line]:
    """From the letter where a figure stood to its place: it is gone, and the letter alone would mean nothing."""
    figures = [mat.seat for mat in before.mats for one in mat.figures if one == place]
    if seat in figures:
        men = next(men for one, men, _ in everywhere(before, look.lang) if one == place)
        x, y = men[figures.index(seat)]
        end = (x + LETTER_AT[0], y + LETTER_AT[1])
        yield Line((end, _middle(place, look)), WHITE, _OWN + 6)
        yield Line((end, _middle(place, look)), SIGNAL, _OWN)


def _middle(place: str, look: Look) -> Point:
    return middle(place, look.lang) if place in CONTENT.data.cities else PLACES[place]


def _start(way: Way, look: Look) -> Iterator[Line]:
    """A ring around the place where a way began; no frame, which would say that the place itself is new."""
    x, y = _middle(way.places[0], look)
    city = way.places[0] in CONTENT.data.cities
    half, h = (plate_width(way.places[0], look.lang) / 2 + 16, 38) if city else (26, 26)
    turns = [pi * n / 12 for n in range(25)]
    ring = tuple((x + copysign(half - h, cos(t)) + h * cos(t), y + h * sin(t)) for t in (*turns, turns[1]))
    for colour, width in ((WHITE, 13), (SIGNAL, 8), (way.colour, 3)):
        yield Line(ring, colour or SIGNAL, width)


def _heads(ways: Iterable[Way], look: Look) -> Iterator[Poly]:
    """The head of an arrow on each road, in the middle of the longest part that is seen."""
    for way, name, seen in _side_by_side(ways):
        parts = seen
        for plate in _plates(name, look):
            parts = [rest for piece in parts for rest in _outside(piece, plate)] or parts
        (ax, ay), (bx, by) = max(parts, key=lambda part: hypot(part[1][0] - part[0][0], part[1][1] - part[0][1]))
        length = hypot(bx - ax, by - ay)
        ux, uy, x, y = (bx - ax) / length, (by - ay) / length, (ax + bx) / 2, (ay + by) / 2
        tip, back = (x + _HEAD * ux, y + _HEAD * uy), (x - _HEAD * ux, y - _HEAD * uy)
        wings = tuple((back[0] + side * _HEAD * uy, back[1] - side * _HEAD * ux) for side in (1, -1))
        yield Poly((tip, *wings), way.colour or SIGNAL, WHITE, 4)


def middles(ways: Sequence[Way], look: Look) -> Iterator[Point]:
    """Where the number of each way stands: in the middle of what is longest seen of it, of roads of its own first, and
    apart from the numbers of those before.
    """
    found = [*_side_by_side(ways)]
    users = Counter(name for _, name, _ in found)
    taken: list[Point] = []
    for way in ways:
        parts: list[tuple[int, float, Point]] = []
        for one, name, seen in found:
            if one is way:
                pieces = seen
                for plate in _plates(name, look):
                    pieces = [rest for piece in pieces for rest in _outside(piece, plate)]
                for (ax, ay), (bx, by) in pieces:
                    parts.append((users[name], -hypot(bx - ax, by - ay), ((ax + bx) / 2, (ay + by) / 2)))
        points = [at for *_, at in sorted(parts)] or [_middle(way.places[-1], look)]
        free = (at for at in points if all(hypot(at[0] - x, at[1] - y) >= _NUMBERS for x, y in taken))
        taken.append(next(free, points[0]))
        yield taken[-1]


def _side_by_side(ways: Iterable[Way]) -> Iterator[tuple[Way, str, list[tuple[Point, Point]]]]:
    """Each road of each way, and the parts of it that are seen: beside those of ways before, neither under its price
    nor on an oasis.
    """
    used: Counter[str] = Counter()
    for way in ways:
        for name, line in _roads(way):
            shifted = _aside(line, _APART * used[name])
            used[name] += 1
            yield way, name, [piece for pair in pairwise(shifted) for piece in _free(pair, name)]


def _plates(name: str, look: Look) -> Iterator[Bounds]:
    """The cities at the ends of a road, which lie on it."""
    route = CONTENT.data.routes[name]
    for city in (end for end in (route.a, route.b) if end in CONTENT.data.cities):
        x, y = middle(city, look.lang)
        half = plate_width(city, look.lang) / 2
        yield x - half - 8, y - 30, x + half, y + 30


def _roads(way: Way) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """The roads of a way with their lines, each once: the way back along one is not drawn."""
    seen: set[str] = set()
    for start, end in pairwise(way.places):
        name, line = _between(start, end)
        if name not in seen:
            yield name, line
        seen.add(name)


def walked(view: View, seat: int, look: Look) -> bool:
    """Whether a trail tells how the figures of a seat have moved."""
    before = look.before
    return isinstance(before, View) and bool(_new(before.mats[seat].walks, view.mats[seat].walks))


def _new(then: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Those of this round that were not there; a new round begins with none."""
    return now[len(then) :] if tuple(now[: len(then)]) == tuple(then) else now


def drawn(ways: Iterable[Way]) -> Iterator[Line]:
    """Lines side by side where they share a road, in the signal colour with that of whose they are within. They stop at
    prices and oases.
    """
    lines = [(part, way) for way, _, parts in _side_by_side(ways) for part in parts]
    for line, _ in lines:
        yield Line(line, WHITE, _CASING)
    for line, way in lines:
        for part in _dashes(line) if way.dashed else (line,):
            yield Line(part, SIGNAL, _WIDTH)
            if way.colour is not None:
                yield Line(part, way.colour, _OWN)


def _free(line: tuple[Point, Point], name: str) -> Iterator[tuple[Point, Point]]:
    """What of a straight line lies neither under the price of its route nor on an oasis."""
    route, pill = CONTENT.data.routes[name], pill_of(name)
    boxes = [(x - 17, y - 17, x + 17, y + 17) for x, y in (PLACES[end] for end in (route.a, route.b) if end in OASES)]
    if pill is not None:
        boxes.append((pill.x, pill.y, pill.x + pill.w, pill.y + pill.h))
    pieces = [line]
    for box in boxes:
        pieces = [rest for piece in pieces for rest in _outside(piece, box)]
    yield from pieces


def _outside(line: tuple[Point, Point], box: Bounds) -> Iterator[tuple[Point, Point]]:
    """The parts of a straight line outside a rectangle."""
    inner = segment(*line, box)
    if inner is None:
        yield line
        return
    for start, end in ((line[0], inner[0]), (inner[1], line[1])):
        if hypot(end[0] - start[0], end[1] - start[1]) > 1:
            yield start, end


def _between(start: str, end: str) -> tuple[str, tuple[Point, ...]]:
    """The route between two neighbours, and its line from the first to the second."""
    for name, route in CONTENT.data.routes.items():
        if (route.a, route.b) == (start, end):
            return name, road(name)
        if (route.b, route.a) == (start, end):
            return name, tuple(reversed(road(name)))
    raise ValueError(f"no route between {start!r} and {end!r}")


def _aside(line: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """The same line, so many px to its right, whichever way it was walked."""
    if not by:
        return line
    (ax, ay), (bx, by_) = min(line[0], line[-1]), max(line[0], line[-1])
    length = hypot(bx - ax, by_ - ay)
    dx, dy = -(by_ - ay) / length * by, (bx - ax) / length * by
    return tuple((x + dx, y + dy) for x, y in line)


def _dashes(line: tuple[Point, Point]) -> Iterator[tuple[Point, Point]]:
    (ax, ay), (bx, by) = line
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    at = 0.0
    while at < length:
        end = min(length, at + _DASH)
        yield (ax + ux * at, ay + uy * at), (ax + ux * end, ay + uy * end)
        at += _DASH + _GAP
