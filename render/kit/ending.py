"""The final picture, one composition for all games: the winner with the reason, and a row for each seat with the
sources of its points.

A game with many sources of points uses `draw_bars` and `draw_source_legend`; one with few fills the rows itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from render.kit.colour import GOLD, INK, WHITE, darken, mix_colours, pick_ink
from render.kit.scene import BODY, DETAIL, DISPLAY, HEAD, KEY, Box, Icon, Node, Sprite, TextRun
from render.kit.score_track import draw_leader_ring
from render.kit.text import FittedText, fit_name, fit_text, fit_texts, measure_text
from render.kit.tokens import Seal, SeatToken, lower_triangle

LEFT, RIGHT = 44, 1556
BAND_TOP, BAND_FOOT, FOOT = 144, 330, 1164
_BARS_X, _BARS_END = 372, 1392
_SEAL_X, _NAME_X = 1474, 206
_MAX_ROW_HEIGHT = 360.0
_MIN_TALL_ROW = 260.0  # px: from this height of a row on bars are higher
_MIN_PART_WIDTH = 38.0  # px: minimum width of a part of a bar, for its icon above its number
_MIN_HIGH_BAR = 60.0  # px: minimum height of a bar with icons above its numbers
LEGEND_PITCH = 68


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """The final result of one seat."""

    seat: int  # 0 to 4
    colour: str  # of the seat's pieces
    name: str  # of the player, cut to its place when it is drawn
    place: int  # in the ranking, from 1; seats that share a place have the same
    total: int  # points at the end
    parts: tuple[tuple[str, int], ...] = ()
    """(source, points) in any order; they add up to `total`."""


@dataclass(frozen=True, slots=True)
class PointSource:
    """A source of points, and a part of every seat's bar."""

    key: str  # as in `FinalStanding.parts`
    label: str  # in the reader's language, for the legend
    colour: str  # of its part of each bar
    icon: str = ""  # key in `icons.toml`; empty: the colour alone shows it


@dataclass(frozen=True, slots=True)
class Tones:
    """Colours and materials that a game gives its final picture."""

    paper: str  # background; the colour of a sole winner's band is mixed with it
    panel: str  # fill of the other rows, and of a band of shared winners
    line: str  # edge of the other rows
    quiet: str  # words of less weight, as the place of a seat that has not won
    winner_edge: str = INK
    """Of the frame around the winner's row."""
    row_material: str = ""  # of all rows, by name; empty: flat colours
    bar_material: str = ""  # of the parts of the bars, by name; empty: flat colours


@dataclass(frozen=True, slots=True)
class Row:
    """The row of a seat."""

    y: float  # upper side, in canvas px
    h: float  # px, without the gap to the next row


def draw_winner_band(
    winners: Sequence[FinalStanding], headline: str, why: str, tones: Tones, right: float = 1330
) -> Iterator[Node]:
    """Draw the band at the top: the winner's name on the colour of the seat, with the reason below; shared wins side by
    side on paper. right: x where the words end.
    """
    is_sole_winner = len(winners) == 1
    colour = winners[0].colour
    h, middle = BAND_FOOT - BAND_TOP, (BAND_TOP + BAND_FOOT) / 2
    background = mix_colours(colour, tones.paper, 0.62) if is_sole_winner else tones.panel
    yield Box(LEFT, BAND_TOP, RIGHT - LEFT, h, 22, background)
    yield Box(LEFT, BAND_TOP, 20, h, 0, colour if is_sole_winner else GOLD)
    r, pitch = (60, 130) if is_sole_winner else (48, 112)
    for i, winner in enumerate(winners):
        lower = lower_triangle(winner.seat, 8)
        yield Sprite(150 + pitch * i, middle + lower, SeatToken(winner.seat, winner.colour, r, has_ring=True))
    x = 150 + pitch * (len(winners) - 1) + r + 48
    max_width = right - x
    yield from fit_name(headline, max_width, DISPLAY if is_sole_winner else HEAD).build_runs(
        x, middle - 26, pick_ink(background), max_width=max_width
    )
    if why:
        yield from fit_reason(why, max_width).build_runs(x, middle + 50, pick_ink(background), max_width=max_width)
    yield draw_leader_ring(1440, middle, 72)
    yield Sprite(1440, middle, Seal(str(winners[0].total), 72))


def fit_reason(why: str, max_width: float) -> FittedText:
    """Fit the reason for the win in one line, or in two if one line would be too small."""
    line = fit_text(why, max_width, KEY)
    return line if line.size >= BODY else fit_text(why, max_width, BODY, 2)


def build_rows(seats: int, top: float, foot: float = FOOT) -> tuple[Row, ...]:
    """Return rows from `top` down that share the height; two seats do not fill all of it."""
    pitch = min(_MAX_ROW_HEIGHT, (foot - top) / seats)
    return tuple(Row(top + pitch * i, pitch - 14) for i in range(seats))


def draw_row_frame(standing: FinalStanding, row: Row, tones: Tones, seal_x: float = _SEAL_X) -> Iterator[Node]:
    """Draw place, token and seal of a seat; the winner's row is white. Between x 372 and 1392 it is free."""
    is_winner = standing.place == 1
    middle = row.y + row.h / 2
    fill, edge, width = (WHITE, tones.winner_edge, 4) if is_winner else (tones.panel, tones.line, 2)
    yield Box(LEFT, row.y, RIGHT - LEFT, row.h, 12, fill, edge, width, material=tones.row_material)
    yield TextRun(80, middle, str(standing.place), HEAD, INK if is_winner else tones.quiet, "m", max_width=44)
    lower = lower_triangle(standing.seat, 4)
    yield Sprite(150, middle + lower, SeatToken(standing.seat, standing.colour, min(36, row.h * 0.3), has_ring=True))
    yield Sprite(seal_x, middle, Seal(str(standing.total), min(58 if is_winner else 50, row.h * 0.42)))


def draw_name(standing: FinalStanding, x: float, y: float, max_width: float, size: int = KEY) -> tuple[TextRun, ...]:
    """Draw the name in its row."""
    return fit_name(standing.name, max_width, size, 2).build_runs(x, y, INK, max_width=max_width)


def draw_bars(
    standings: Sequence[FinalStanding],
    sources: Sequence[PointSource],
    top: float,
    tones: Tones,
    foot: float = FOOT,
    free_below: float = 0,
) -> Iterator[Node]:
    """Draw a row for each seat with its points stacked by source, in the same order for all, with a common scale.

    free_below: px that each row leaves free under its bar.
    """
    scale = _compute_scale(standings)
    for standing, row in zip(standings, build_rows(len(standings), top, foot), strict=True):
        yield from draw_row_frame(standing, row, tones)
        yield from draw_name(standing, _NAME_X, row.y + row.h / 2, _BARS_X - _NAME_X - 12)
        yield from _draw_bar(standing, sources, Row(row.y, row.h - free_below), scale, tones.bar_material)


def measure_bar_ends(
    standings: Sequence[FinalStanding], sources: Sequence[PointSource]
) -> tuple[Mapping[str, float], ...]:
    """Return for each seat and source the x at which its part of the bar ends; for an empty part, the end of the one
    before.
    """
    ends_by_standing = []
    for standing in standings:
        parts = _list_scored_parts(standing, sources)
        widths = _compute_widths(
            [number for _, number in parts], sum(number for _, number in parts) * _compute_scale(standings)
        )
        widths_by_source = {source.key: w for (source, _), w in zip(parts, widths, strict=True)}
        ends = accumulate((widths_by_source.get(source.key, 0.0) for source in sources), initial=float(_BARS_X))
        ends_by_standing.append(dict(zip((source.key for source in sources), list(ends)[1:], strict=True)))
    return tuple(ends_by_standing)


def _compute_scale(standings: Sequence[FinalStanding]) -> float:
    """Return the px per point."""
    longest = max(1, *(sum(max(0, points) for _, points in standing.parts) for standing in standings))
    return (_BARS_END - _BARS_X) / longest


def _list_scored_parts(standing: FinalStanding, sources: Sequence[PointSource]) -> list[tuple[PointSource, int]]:
    points = dict(standing.parts)
    return [(source, points[source.key]) for source in sources if points.get(source.key, 0) > 0]


def _compute_widths(points: Sequence[int], length: float) -> list[float]:
    """Return the parts of a bar of `length` px: in proportion, but none narrower than its number needs."""
    min_width = min(_MIN_PART_WIDTH, length / max(1, len(points)))
    low, high = 0.0, length
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(max(min_width, n * middle) for n in points) <= length else (low, middle)
    return [max(min_width, n * low) for n in points]


def _draw_bar(
    standing: FinalStanding, sources: Sequence[PointSource], row: Row, scale: float, material: str
) -> Iterator[Node]:
    parts = _list_scored_parts(standing, sources)
    x, h = float(_BARS_X), min(108.0, row.h - 24) if row.h < _MIN_TALL_ROW else 150.0
    top = row.y + (row.h - h) / 2
    widths = _compute_widths([number for _, number in parts], sum(number for _, number in parts) * scale)
    for i, ((source, number), w) in enumerate(zip(parts, widths, strict=True)):
        ends = (i == 0, i == len(parts) - 1)
        corners = (ends[0], ends[1], ends[1], ends[0])
        yield Box(x, top, w, h, 10, source.colour, darken(source.colour, 0.45), 2, corners, material)
        yield from _draw_bar_label(source, number, x, top, w, h)
        x += w


def _draw_bar_label(source: PointSource, number: int, x: float, top: float, w: float, h: float) -> Iterator[Node]:
    """Draw the icon beside the number, above it if the segment is narrow, otherwise the number alone or nothing."""
    ink, middle, size = pick_ink(source.colour), top + h / 2, KEY if w >= 110 else BODY if w >= 44 else DETAIL
    text, icon_size, gap = str(number), 44 if w >= 110 else 32, 6
    number_w = measure_text(text, size)
    if source.icon and icon_size + gap + number_w <= w - 12:
        left = x + (w - icon_size - gap - number_w) / 2
        yield Icon(source.icon, left + icon_size / 2, middle, icon_size, ink, source.colour)
        yield TextRun(left + icon_size + gap, middle, text, size, ink, max_width=number_w + 1)
    elif source.icon and w >= 34 and h >= _MIN_HIGH_BAR:
        size = size if h >= 84 else DETAIL
        yield Icon(source.icon, x + w / 2, middle - 0.25 * h, min(34.0, 0.42 * h, w - 8), ink, source.colour)
        yield TextRun(x + w / 2, middle + 0.23 * h, text, size, ink, "m", max_width=w - 2)
    elif number_w <= w - 6:
        yield TextRun(x + w / 2, middle, text, size, ink, "m", max_width=w - 4)


def draw_source_legend(
    standings: Sequence[FinalStanding], sources: Sequence[PointSource], y: float, quiet: str, columns: int | None = None
) -> Iterator[Node]:
    """Draw the meaning of the colours: only sources that gave points, in one line of equal steps, or `columns` per
    line.
    """
    scored_sources = [
        source for source in sources if any(dict(standing.parts).get(source.key, 0) for standing in standings)
    ]
    columns = min(len(scored_sources), columns or len(scored_sources)) or 1
    step = (RIGHT - LEFT) / columns
    labels = fit_texts([source.label for source in scored_sources], step - 80, BODY)
    for i, (source, label) in enumerate(zip(scored_sources, labels, strict=True)):
        line, column = divmod(i, columns)
        x, middle = LEFT + step * column, y + LEGEND_PITCH * line
        yield Box(x, middle - 28, 56, 56, 8, source.colour, darken(source.colour, 0.45), 2)
        if source.icon:
            yield Icon(source.icon, x + 28, middle, 40, pick_ink(source.colour), source.colour)
        yield from label.build_runs(x + 68, middle, quiet, max_width=step - 72)


def compute_margin(standings: Sequence[FinalStanding]) -> tuple[int, FinalStanding] | None:
    """Return the winner's lead in points, and the next seat; None if all share the first place."""
    for standing, other in pairwise(standings):
        if other.place > 1:
            return standing.total - other.total, other
    return None
