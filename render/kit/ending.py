"""The end, one composition for all games: who has won and why, and a row for each seat with where its points are from.

A game whose points come from many sources takes `bars` and `legend`; one with few scorings fills the rows itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from render.kit.colour import GOLD, INK, WHITE, darker, mix, on
from render.kit.race import lead
from render.kit.scene import BODY, DETAIL, DISPLAY, HEAD, KEY, Box, Icon, Node, Sprite, Text
from render.kit.text import Fitted, fit, fit_all, fit_name, measure
from render.kit.tokens import LETTERS, Seal, SeatToken

LEFT, RIGHT = 44, 1556
BAND_TOP, BAND_FOOT, FOOT = 144, 330, 1164
_BARS_X, _BARS_END = 372, 1392
_SEAL_X, _NAME_X = 1474, 206
_TALLEST = 360.0
_TALL = 260.0  # px: a row from which bars are higher than elsewhere
_LEAST = 26.0  # px: the narrowest part of a bar
LEGEND_PITCH = 68


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat at the end. parts: (source, points) in any order; they add up to `total`."""

    seat: int
    colour: str
    name: str
    place: int
    total: int
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where points come from: its colour, its name, and its icon if there is one."""

    key: str
    label: str
    colour: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Tones:
    """The game's paper, fields, hairlines and quiet ink."""

    paper: str
    panel: str
    line: str
    quiet: str


@dataclass(frozen=True, slots=True)
class Row:
    """The row of a seat: upper edge and height."""

    y: float
    h: float


def band(winners: Sequence[Standing], says: str, why: str, tones: Tones, right: float = 1330) -> Iterator[Node]:
    """The band at the top: the winner's name on the colour of the seat, with the reason below; shared wins side by side
    on paper. right: where the words end."""
    alone = len(winners) == 1
    colour = winners[0].colour
    h, middle = BAND_FOOT - BAND_TOP, (BAND_TOP + BAND_FOOT) / 2
    ground = mix(colour, tones.paper, 0.62) if alone else tones.panel
    yield Box(LEFT, BAND_TOP, RIGHT - LEFT, h, 22, ground)
    yield Box(LEFT, BAND_TOP, 20, h, 0, colour if alone else GOLD)
    r, pitch = (60, 130) if alone else (48, 112)
    for i, winner in enumerate(winners):
        lower = 8 if winner.seat == 2 else 0
        yield Sprite(150 + pitch * i, middle + lower, SeatToken(winner.seat, winner.colour, r, ring=True))
    x = 150 + pitch * (len(winners) - 1) + r + 48
    room = right - x
    yield from fit_name(says, room, DISPLAY if alone else HEAD).runs(x, middle - 26, on(ground), room=room)
    if why:
        yield from reason(why, room).runs(x, middle + 50, on(ground), room=room)
    yield lead(1440, middle, 72)
    yield Sprite(1440, middle, Seal(str(winners[0].total), 72))


def reason(why: str, room: float) -> Fitted:
    """Why somebody has won: in one line, or rather than in small print in two."""
    line = fit(why, room, KEY)
    return line if line.size >= BODY else fit(why, room, BODY, 2)


def rows(seats: int, top: float, foot: float = FOOT) -> tuple[Row, ...]:
    """Rows from `top` down that share the height; of two seats they do not fill all of it."""
    pitch = min(_TALLEST, (foot - top) / seats)
    return tuple(Row(top + pitch * i, pitch - 14) for i in range(seats))


def frame(one: Standing, row: Row, tones: Tones, seal_x: float = _SEAL_X) -> Iterator[Node]:
    """Place, token, name and seal of a seat; the winner's row is white. Between x 372 and 1392 it is free."""
    first = one.place == 1
    middle = row.y + row.h / 2
    yield Box(LEFT, row.y, RIGHT - LEFT, row.h, 12, *((WHITE, INK, 4) if first else (tones.panel, tones.line, 2)))
    yield Text(80, middle, str(one.place), HEAD, INK if first else tones.quiet, "m", room=44)
    lower = 4 if one.seat == 2 else 0
    yield Sprite(150, middle + lower, SeatToken(one.seat, one.colour, min(36, row.h * 0.3), ring=True))
    yield Sprite(seal_x, middle, Seal(str(one.total), min(58 if first else 50, row.h * 0.42)))


def name(one: Standing, x: float, y: float, room: float, size: int = KEY) -> tuple[Text, ...]:
    """The name in its row."""
    return fit_name(one.name, room, size, 2).runs(x, y, INK, room=room)


def bars(
    standings: Sequence[Standing],
    sources: Sequence[Source],
    top: float,
    tones: Tones,
    foot: float = FOOT,
    below: float = 0,
) -> Iterator[Node]:
    """A row for each seat with its points stacked by source, in one order for all, as long as they are many.

    below: px that each row leaves free under its bar.
    """
    scale = _scale(standings)
    for one, row in zip(standings, rows(len(standings), top, foot), strict=True):
        yield from frame(one, row, tones)
        yield from name(one, _NAME_X, row.y + row.h / 2, _BARS_X - _NAME_X - 12)
        yield from _bar(one, sources, Row(row.y, row.h - below), scale)


def reaches(standings: Sequence[Standing], sources: Sequence[Source]) -> tuple[Mapping[str, float], ...]:
    """For each seat and source the px at which its part of the bar ends; where it has none, the part before it."""
    found = []
    for one in standings:
        shown = _shown(one, sources)
        widths = _widths([number for _, number in shown], sum(number for _, number in shown) * _scale(standings))
        wide = {source.key: w for (source, _), w in zip(shown, widths, strict=True)}
        ends = accumulate((wide.get(source.key, 0.0) for source in sources), initial=float(_BARS_X))
        found.append(dict(zip((source.key for source in sources), list(ends)[1:], strict=True)))
    return tuple(found)


def _scale(standings: Sequence[Standing]) -> float:
    """px for a point."""
    longest = max(1, *(sum(max(0, points) for _, points in one.parts) for one in standings))
    return (_BARS_END - _BARS_X) / longest


def _shown(one: Standing, sources: Sequence[Source]) -> list[tuple[Source, int]]:
    points = dict(one.parts)
    return [(source, points[source.key]) for source in sources if points.get(source.key, 0) > 0]


def _widths(points: Sequence[int], length: float) -> list[float]:
    """The parts of a bar of `length` px: in proportion, but none narrower than its number needs."""
    least = min(_LEAST, length / max(1, len(points)))
    low, high = 0.0, length
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(max(least, n * middle) for n in points) <= length else (low, middle)
    return [max(least, n * low) for n in points]


def _bar(one: Standing, sources: Sequence[Source], row: Row, scale: float) -> Iterator[Node]:
    shown = _shown(one, sources)
    x, h = float(_BARS_X), min(108.0, row.h - 24) if row.h < _TALL else 150.0
    top = row.y + (row.h - h) / 2
    widths = _widths([number for _, number in shown], sum(number for _, number in shown) * scale)
    for i, ((source, number), w) in enumerate(zip(shown, widths, strict=True)):
        ends = (i == 0, i == len(shown) - 1)
        corners = (ends[0], ends[1], ends[1], ends[0])
        yield Box(x, top, w, h, 10, source.colour, darker(source.colour, 0.45), 2, corners)
        yield from _figures(source, number, x, top, w, h)
        x += w


def _figures(source: Source, number: int, x: float, top: float, w: float, h: float) -> Iterator[Node]:
    """The icon beside the number, above it where the segment is narrow, and at last the number alone or nothing."""
    ink, middle, size = on(source.colour), top + h / 2, KEY if w >= 110 else BODY if w >= 44 else DETAIL
    if source.icon and w >= 110:
        yield Icon(source.icon, x + w / 2 - 26, middle, 44, ink, source.colour)
        yield Text(x + w / 2 + 2, middle, str(number), KEY, ink, room=w / 2)
    elif source.icon and w >= 40 and h >= 84:
        yield Icon(source.icon, x + w / 2, middle - 20, 34, ink, source.colour)
        yield Text(x + w / 2, middle + 20, str(number), size, ink, "m", room=w - 4)
    elif measure(str(number), size) <= w - 6:
        yield Text(x + w / 2, middle, str(number), size, ink, "m", room=w - 4)


def legend(
    standings: Sequence[Standing], sources: Sequence[Source], y: float, quiet: str, across: int | None = None
) -> Iterator[Node]:
    """What the colours mean: only those that gave anything, in one line of equal steps, or `across` in a line."""
    gave = [source for source in sources if any(dict(one.parts).get(source.key, 0) for one in standings)]
    across = min(len(gave), across or len(gave)) or 1
    step = (RIGHT - LEFT) / across
    labels = fit_all([source.label for source in gave], step - 80, BODY)
    for i, (source, label) in enumerate(zip(gave, labels, strict=True)):
        line, column = divmod(i, across)
        x, at = LEFT + step * column, y + LEGEND_PITCH * line
        yield Box(x, at - 28, 56, 56, 8, source.colour, darker(source.colour, 0.45), 2)
        if source.icon:
            yield Icon(source.icon, x + 28, at, 40, on(source.colour), source.colour)
        yield from label.runs(x + 68, at, quiet, room=step - 72)


def letters(standings: Sequence[Standing]) -> str:
    """`B 12, A 9`, best first: for words beside the picture."""
    return ", ".join(f"{LETTERS[one.seat]} {one.total}" for one in standings)


def margin(standings: Sequence[Standing]) -> tuple[int, Standing] | None:
    """How many points the winner is ahead, and of whom; None if all share the first place."""
    for one, other in pairwise(standings):
        if other.place > 1:
            return one.total - other.total, other
    return None
