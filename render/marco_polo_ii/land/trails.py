"""The ways that figures and caravans have taken, along the roads and below their prices."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.paths import OASES
from engines.marco_polo_ii.view import View
from render.kit.colour import SIGNAL, WHITE
from render.kit.extent import Bounds
from render.kit.look import Look
from render.kit.scene import Line
from render.kit.spot import Point
from render.marco_polo_ii import theme
from render.marco_polo_ii.land.ground import pill_of
from render.marco_polo_ii.land.places import PLACES, road, segment

_WIDTH, _CASING, _OWN, _APART = 12, 19, 6, 14
_DASH, _GAP = 20, 19


class Way(NamedTuple):
    """From place to place; dashed: of a caravan; colour: of whose it is, None for the reader's own choice."""

    places: Sequence[str]
    dashed: bool = False
    colour: str | None = None


def trails(view: View, look: Look) -> Iterator[Line]:
    """What has moved since the View that the reader knows; nothing without one."""
    before = look.before
    if not isinstance(before, View):
        return
    ways: list[Way] = []
    for then, now in zip(before.mats, view.mats, strict=True):
        ways += [Way(way, False, theme.SEAT[now.color]) for way in _new(then.walks, now.walks)]
        ways += [Way(way, True, theme.SEAT[now.color]) for way in _new(then.drives, now.drives)]
    yield from drawn(ways)


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
    used: dict[str, int] = {}
    lines: list[tuple[tuple[Point, Point], Way]] = []
    for way in ways:
        for start, end in pairwise(way.places):
            name, line = _between(start, end)
            shifted = _aside(line, _APART * used.get(name, 0))
            lines += ((piece, way) for pair in pairwise(shifted) for piece in _free(pair, name))
            used[name] = used.get(name, 0) + 1
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
