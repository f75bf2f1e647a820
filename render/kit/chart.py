"""Points over time: a line for each seat, from the beginning of a game to its end. For every game alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from render.kit.colour import INK, WHITE, Theme, contrast, darker, mix
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Box, Line, Node, Scene, Sprite, Text
from render.kit.text import Fitted, fit, fit_all, measure
from render.kit.tokens import Seal, SeatShape, SeatToken

PAPER, PANEL, GRID, QUIET, NIGHT = "#F4EFE4", "#FBF8F1", "#DAD2C2", "#5C5A53", "#22303A"
WIDTH, HEIGHT = 1600, 1000
_LEFT, _RIGHT, _TOP, _FOOT = 128, 1180, 160, 880
_LABEL, _PITCH, _NAME = 1216, 96, 196
_NARROW, _BETWEEN = 86, 8
"""Bands of chapters that are not wider have no heading; what stays free between two headings."""
SEEN = 2.2
"""Contrast of a line on its ground; small tokens with dark edges stand on it as well."""
_TOKENS = 9
"""At most so many small tokens stand on a line, so that lines are told apart without their colours."""


@dataclass(frozen=True, slots=True)
class Curve:
    """points: (moment, points) in order, with gaps where they were not known; the moments are those of `Chart`."""

    seat: int
    colour: str
    name: str
    place: int
    total: int
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """at: its first moment; number: what its heading counts (the round), None if nothing."""

    at: int
    heading: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """moments: how many there are, the first is 0; chapters: in order."""

    title: str
    curves: tuple[Curve, ...]
    moments: int
    chapters: tuple[Chapter, ...] = ()


def chart(shown: Chart) -> Scene:
    """The picture, 1600 x 1000 px."""
    theme = Theme("chart", (PAPER, PANEL, WHITE, NIGHT), (GRID, QUIET, *(curve.colour for curve in shown.curves)))
    scale = _Scale.of(shown)
    live: list[Node] = [
        Box(0, 0, WIDTH, 112, 0, NIGHT),
        *fit(shown.title, WIDTH - 88, HEAD).runs(44, 58, WHITE, room=WIDTH - 88),
        *_grid(shown, scale),
    ]
    for curve in sorted(shown.curves, key=lambda one: -one.place):
        live += _curve(curve, scale)
    live += _labels(shown, scale)
    return Scene(theme, WIDTH, HEIGHT, PAPER, (), tuple(live))


@dataclass(frozen=True, slots=True)
class _Band:
    """A chapter from its left to its right, in px."""

    left: float
    right: float
    heading: str
    number: int | None

    @property
    def room(self) -> float:
        """For its heading."""
        return self.right - self.left - _BETWEEN

    @property
    def lines(self) -> int:
        """On so many its heading may stand: a word is not broken."""
        return 2 if " " in self.heading else 1

    @property
    def size(self) -> int:
        """Of its heading, as large as it fits; 0: it does not."""
        label = fit(self.heading, self.room, BODY, self.lines)
        return 0 if label.cut else label.size


@dataclass(frozen=True, slots=True)
class _Scale:
    """From points and moments to px."""

    low: int
    high: int
    step: int
    last: int

    @classmethod
    def of(cls, shown: Chart) -> "_Scale":
        values = [points for curve in shown.curves for _, points in curve.points] or [0]
        low, high = min(0, *values), max(1, *values)
        step = next(n for n in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**9) if (high - low) / n <= 6)
        return cls(low // step * step, -(-high // step) * step, step, max(1, shown.moments - 1))

    def x(self, moment: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * moment / self.last

    def y(self, points: float) -> float:
        return _FOOT - (_FOOT - _TOP) * (points - self.low) / (self.high - self.low)


def _grid(shown: Chart, scale: _Scale) -> Iterator[Node]:
    """Lines of points with their numbers; chapters as bands, each with its heading if there is room for it."""
    ends = [*(chapter.at for chapter in shown.chapters[1:]), shown.moments - 1]
    bands = [
        _Band(scale.x(chapter.at), scale.x(end), chapter.heading, chapter.number)
        for chapter, end in zip(shown.chapters, ends, strict=False)
    ]
    for i, band in enumerate(bands):
        yield Box(band.left, _TOP - 20, band.right - band.left, _FOOT - _TOP + 20, 0, PANEL if i % 2 == 0 else PAPER)
    for band, label in _headings(bands):
        yield from label.runs((band.left + band.right) / 2, _FOOT + 62, QUIET, "m", room=band.room, weight="regular")
    for points in range(scale.low, scale.high + 1, scale.step):
        y = scale.y(points)
        yield Line(((_LEFT, y), (_RIGHT, y)), GRID if points else QUIET, 3)
        yield Text(_LEFT - 20, y, str(points), KEY, QUIET, "r", "regular", room=_LEFT - 24)


def _headings(bands: Sequence[_Band]) -> Iterator[tuple[_Band, Fitted]]:
    """The headings of the bands that have room for one, all of one size; if one needs it, all without what is in
    brackets ("Round 1 (of 7)"); if a round has no room even for that, the rounds have their numbers alone.
    """
    wide = [band for band in bands if band.right - band.left > _NARROW]
    told = wide if all(band.size for band in wide) else [_short(band) for band in wide]
    headed = [band for band in told if band.size]
    rounds = _counted(bands)
    if not {band.left for band in rounds} <= {band.left for band in headed}:
        headed = [band for band in rounds if band.size]
    smallest = min((band.size for band in headed), default=BODY)
    for band in headed:
        yield band, fit(band.heading, band.room, smallest, band.lines)


def _short(band: _Band) -> _Band:
    return replace(band, heading=band.heading.partition("（")[0])


def _counted(bands: Sequence[_Band]) -> list[_Band]:
    """The bands that count on, each with its number alone: of "Round 4", "Council after round 4" and "Round 5" the
    first and the last.
    """
    found: list[_Band] = []
    last: int | None = None
    for band in bands:
        if band.number is not None and (last is None or band.number > last):
            found.append(replace(band, heading=str(band.number)))
            last = band.number
    return found


def _curve(curve: Curve, scale: _Scale) -> Iterator[Node]:
    way = tuple((scale.x(moment), scale.y(points)) for moment, points in curve.points)
    if not way:
        return
    if len(way) > 1:
        yield Line(way, WHITE, 14)
        yield Line(way, _ink(curve.colour), 8)
    apart = max(1, -(-len(way) // _TOKENS))
    for x, y in way[:-1][curve.seat * apart // 4 :: apart]:
        yield Sprite(x, y, SeatShape(curve.seat, curve.colour, 12))
    yield Sprite(*way[-1], SeatShape(curve.seat, curve.colour, 14))


def _ink(colour: str) -> str:
    """The colour, as dark as a line must be to be seen on paper."""
    shades = (darker(colour, share / 10) for share in range(2, 10))
    return next(shade for shade in shades if contrast(shade, PAPER) >= SEEN)


def _labels(shown: Chart, scale: _Scale) -> Iterator[Node]:
    """The seats beside the ends of their lines, best above, none on another."""
    ranked = sorted(shown.curves, key=lambda one: (one.place, one.seat))
    wanted = [scale.y(one.total) for one in ranked]
    ys = _apart(wanted, _TOP + 10, _FOOT)
    names = fit_all([curve.name for curve in ranked], _NAME, KEY)
    size = KEY if all(measure(str(curve.total), KEY) <= 72 for curve in ranked) else DETAIL
    for curve, name, y in zip(ranked, names, ys, strict=True):
        end = scale.y(curve.points[-1][1]) if curve.points else y
        yield Line(((scale.x(scale.last) + 18, end), (_LABEL - 6, y)), mix(curve.colour, PAPER, 0.35), 3)
        yield Sprite(_LABEL + 30, y + (4 if curve.seat == 2 else 0), SeatToken(curve.seat, curve.colour, 26, ring=True))
        yield from name.runs(_LABEL + 72, y, INK, room=_NAME)
        if curve.place == 1:
            yield Sprite(1532, y, Seal(str(curve.total), 36))
        else:
            yield Text(1532, y, str(curve.total), size, INK, "m", room=76)


def _apart(wanted: Sequence[float], top: float, foot: float) -> list[float]:
    """The heights nearest to those wanted that are a pitch apart and within bounds."""
    pitch = min(_PITCH, (foot - top) / max(1, len(wanted) - 1)) if len(wanted) > 1 else _PITCH
    ys: list[float] = []
    for y in wanted:
        ys.append(max(y, ys[-1] + pitch if ys else top))
    over = ys[-1] - foot if ys else 0
    if over > 0:
        ys[-1] = foot
        for i in range(len(ys) - 2, -1, -1):
            ys[i] = min(ys[i], ys[i + 1] - pitch)
    return ys
