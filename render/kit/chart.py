"""A chart of points over time: a line for each seat, from the beginning of a game to its end. The
same for every game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from render.kit.colour import INK, WHITE, Theme, compute_contrast, darken, mix_colours
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Box, Node, Polyline, Scene, Sprite, TextRun
from render.kit.text import FittedText, fit_names, fit_text, measure_text
from render.kit.tokens import Seal, SeatShape, SeatToken, lower_triangle

PAPER, PANEL, GRID, QUIET, NIGHT = "#F4EFE4", "#FBF8F1", "#DAD2C2", "#5C5A53", "#22303A"
WIDTH, HEIGHT = 1600, 1000
_LEFT, _RIGHT, _TOP, _FOOT = 128, 1180, 160, 880
_LABEL, _PITCH, _NAME = 1216, 96, 196
"""x of the labels of the lines, smallest distance of two of them in y, and width of their names."""
_NARROW_BAND, _HEADING_GAP = 86, 8
"""Bands of chapters up to this width have no heading; and the gap between two headings."""
MIN_CONTRAST = 2.2
"""Minimum contrast of a line with its background; small tokens with dark edges mark the lines as well."""
_MAX_TOKENS = 9
"""Maximum number of small tokens on a line, which distinguish the lines without their colours."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The points of one seat over time."""

    seat: int  # 0 to 4: shape and letter of its tokens
    colour: str
    """Colour of the seat's pieces, #RRGGBB."""
    name: str  # of the player, written at the end of the line
    place: int
    """Place in the ranking at the end, from 1."""
    total: int
    """Points at the end."""
    points: tuple[tuple[int, int], ...]
    """(time, points) in order, with gaps where they were unknown; times as in `Chart.time_count`."""


@dataclass(frozen=True, slots=True)
class ChartChapter:
    """A part of the game with a heading below the chart."""

    start: int
    """Its first time."""
    heading: str  # in the reader's language; its part in brackets is dropped where it is too long
    number: int | None = None
    """The number that its heading counts (the round), None if nothing."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The content of a chart."""

    title: str  # in the reader's language, in the band at the top
    curves: tuple[Curve, ...]  # one for each seat, in any order
    time_count: int
    """Number of times; the first is 0."""
    chapters: tuple[ChartChapter, ...] = ()
    """In order."""


def draw_chart(data: Chart) -> Scene:
    """Draw the picture, 1600 x 1000 px."""
    theme = Theme("chart", (PAPER, PANEL, WHITE, NIGHT), (GRID, QUIET, *(curve.colour for curve in data.curves)))
    scale = _Scale.from_chart(data)
    live: list[Node] = [
        Box(0, 0, WIDTH, 112, 0, NIGHT),
        *fit_text(data.title, WIDTH - 88, HEAD).build_runs(44, 58, WHITE, max_width=WIDTH - 88),
        *_draw_grid(data, scale),
    ]
    for curve in sorted(data.curves, key=lambda entry: -entry.place):
        live += _draw_curve(curve, scale)
    live += _draw_labels(data, scale)
    return Scene(theme, WIDTH, HEIGHT, PAPER, (), tuple(live))


@dataclass(frozen=True, slots=True)
class _ChapterBand:
    """A chapter as a band behind the lines."""

    left: float  # x of its beginning, in px of the picture
    right: float  # x at which the next chapter begins
    heading: str  # of the chapter, or the shorter form of it that fits
    number: int | None  # as in the chapter

    @property
    def max_width(self) -> float:
        """Width for its heading."""
        return self.right - self.left - _HEADING_GAP

    @property
    def max_lines(self) -> int:
        """Maximum number of lines of its heading: a word is not broken."""
        return 2 if " " in self.heading else 1

    @property
    def heading_size(self) -> int:
        """Size of its heading, as large as it fits; 0: it does not fit."""
        label = fit_text(self.heading, self.max_width, BODY, self.max_lines)
        return 0 if label.is_too_wide else label.size


@dataclass(frozen=True, slots=True)
class _Scale:
    """Conversion from points and times to px."""

    low: int  # points at the foot of the chart: a multiple of `step`, at most 0
    high: int  # points at the top: a multiple of `step`, at least 1
    step: int  # points from one horizontal line to the next
    last: int  # last time, at the right end; at least 1

    @classmethod
    def from_chart(cls, chart: Chart) -> "_Scale":
        values = [points for curve in chart.curves for _, points in curve.points] or [0]
        low, high = min(0, *values), max(1, *values)
        step = next(n for n in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**9) if (high - low) / n <= 6)
        return cls(low // step * step, -(-high // step) * step, step, max(1, chart.time_count - 1))

    def to_x(self, moment: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * moment / self.last

    def to_y(self, points: float) -> float:
        return _FOOT - (_FOOT - _TOP) * (points - self.low) / (self.high - self.low)


def _draw_grid(chart: Chart, scale: _Scale) -> Iterator[Node]:
    """Draw lines of points with their numbers; and chapters as bands, each with its heading if it fits."""
    ends = [*(chapter.start for chapter in chart.chapters[1:]), chart.time_count - 1]
    bands = [
        _ChapterBand(scale.to_x(chapter.start), scale.to_x(end), chapter.heading, chapter.number)
        for chapter, end in zip(chart.chapters, ends, strict=False)
    ]
    for i, band in enumerate(bands):
        yield Box(band.left, _TOP - 20, band.right - band.left, _FOOT - _TOP + 20, 0, PANEL if i % 2 == 0 else PAPER)
    for band, label in _fit_headings(bands):
        yield from label.build_runs(
            (band.left + band.right) / 2, _FOOT + 62, QUIET, "m", max_width=band.max_width, weight="regular"
        )
    for points in range(scale.low, scale.high + 1, scale.step):
        y = scale.to_y(points)
        yield Polyline(((_LEFT, y), (_RIGHT, y)), GRID if points else QUIET, 3)
        yield TextRun(_LEFT - 20, y, str(points), KEY, QUIET, "r", "regular", max_width=_LEFT - 24)


def _fit_headings(bands: Sequence[_ChapterBand]) -> Iterator[tuple[_ChapterBand, FittedText]]:
    """Yield the headings of the bands with enough width, all of one size; if one needs it, all without their part in
    brackets ("Round 1 (of 7)"); if a round has no space even for that, rounds have their numbers alone.
    """
    wide_bands = [band for band in bands if band.right - band.left > _NARROW_BAND]
    headed_candidates = (
        wide_bands if all(band.heading_size for band in wide_bands) else [_shorten_heading(band) for band in wide_bands]
    )
    labelled_bands = [band for band in headed_candidates if band.heading_size]
    rounds = _number_rounds(bands)
    if not {band.left for band in rounds} <= {band.left for band in labelled_bands}:
        labelled_bands = [band for band in rounds if band.heading_size]
    smallest = min((band.heading_size for band in labelled_bands), default=BODY)
    for band in labelled_bands:
        yield band, fit_text(band.heading, band.max_width, smallest, band.max_lines)


def _shorten_heading(band: _ChapterBand) -> _ChapterBand:
    return replace(band, heading=band.heading.partition("（")[0])


def _number_rounds(bands: Sequence[_ChapterBand]) -> list[_ChapterBand]:
    """Return the bands with increasing numbers, with the number as heading: of "Round 4", "Council after round 4" and
    "Round 5" the first and the last.
    """
    rounds: list[_ChapterBand] = []
    last: int | None = None
    for band in bands:
        if band.number is not None and (last is None or band.number > last):
            rounds.append(replace(band, heading=str(band.number)))
            last = band.number
    return rounds


def _draw_curve(curve: Curve, scale: _Scale) -> Iterator[Node]:
    path = tuple((scale.to_x(moment), scale.to_y(points)) for moment, points in curve.points)
    if not path:
        return
    if len(path) > 1:
        yield Polyline(path, WHITE, 14)
        yield Polyline(path, _find_line_ink(curve.colour), 8)
    token_step = max(1, -(-len(path) // _MAX_TOKENS))
    for x, y in path[:-1][curve.seat * token_step // 4 :: token_step]:
        yield Sprite(x, y, SeatShape(curve.seat, curve.colour, 12))
    yield Sprite(*path[-1], SeatShape(curve.seat, curve.colour, 14))


def _find_line_ink(colour: str) -> str:
    """Return the colour, as dark as a line must be to be visible on paper."""
    shades = (darken(colour, share / 10) for share in range(2, 10))
    return next(shade for shade in shades if compute_contrast(shade, PAPER) >= MIN_CONTRAST)


def _draw_labels(chart: Chart, scale: _Scale) -> Iterator[Node]:
    """Draw the seats beside the ends of their lines, best above, without overlap."""
    ranked_curves = sorted(chart.curves, key=lambda entry: (entry.place, entry.seat))
    wanted_heights = [scale.to_y(entry.total) for entry in ranked_curves]
    ys = _spread_heights(wanted_heights, _TOP + 10, _FOOT)
    names = fit_names([curve.name for curve in ranked_curves], _NAME, KEY)
    size = KEY if all(measure_text(str(curve.total), KEY) <= 72 for curve in ranked_curves) else DETAIL
    for curve, name, y in zip(ranked_curves, names, ys, strict=True):
        end = scale.to_y(curve.points[-1][1]) if curve.points else y
        yield Polyline(((scale.to_x(scale.last) + 18, end), (_LABEL - 6, y)), mix_colours(curve.colour, PAPER, 0.35), 3)
        yield Sprite(
            _LABEL + 30, y + lower_triangle(curve.seat, 4), SeatToken(curve.seat, curve.colour, 26, has_ring=True)
        )
        yield from name.build_runs(_LABEL + 72, y, INK, max_width=_NAME)
        if curve.place == 1:
            yield Sprite(1532, y, Seal(str(curve.total), 36))
        else:
            yield TextRun(1532, y, str(curve.total), size, INK, "m", max_width=76)


def _spread_heights(wanted_heights: Sequence[float], top: float, foot: float) -> list[float]:
    """Return the heights nearest to the wanted ones that are a pitch apart and within bounds."""
    pitch = min(_PITCH, (foot - top) / max(1, len(wanted_heights) - 1)) if len(wanted_heights) > 1 else _PITCH
    ys: list[float] = []
    for y in wanted_heights:
        ys.append(max(y, ys[-1] + pitch if ys else top))
    overflow = ys[-1] - foot if ys else 0
    if overflow > 0:
        ys[-1] = foot
        for i in range(len(ys) - 2, -1, -1):
            ys[i] = min(ys[i], ys[i + 1] - pitch)
    return ys
