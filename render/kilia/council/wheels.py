"""The six achievements, each with the numbers of its wheel in a row, and a player's progress to the next chip (R13)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Achievement
from engines.kilia.view import Mat, View, WheelView
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_label
from render.kilia.council.header import find_colour
from render.kilia.layout import WHEEL_H, WHEEL_LABEL, WHEEL_W, find_wheel
from render.kilia.pieces.cards import NextNumber
from render.kilia.pieces.flags import SeatMarker
from render.kilia.pieces.goods import Money

W, H, LABEL = WHEEL_W, WHEEL_H, WHEEL_LABEL + 4
CHIP = 20
"""Radius of a marker: 10 px across on a phone."""
_MIDDLE = 64  # of the numbers, below the upper edge


def draw_wheels(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw all wheels, with the reader's progress."""
    for n, (wheel, name) in enumerate(zip(view.wheels, fit_names(view, ctx), strict=True)):
        yield from draw_wheel(view, n, wheel, name, ctx.viewer)


def fit_names(view: View, ctx: kit.RenderContext) -> tuple[kit.FittedText, ...]:
    """Fit the short names of the achievements, all in one size."""
    return kit.fit_texts([render_label(wheel.id, ctx.lang) for wheel in view.wheels], LABEL - 8, kit.DETAIL)


def find_corner(n: int) -> tuple[float, float]:
    """Return the upper left corner of the n-th wheel."""
    return find_wheel(n)


def draw_wheel(
    view: View, n: int, wheel: WheelView, name: kit.FittedText, reader: int | None = None
) -> Iterator[kit.Node]:
    """Draw one achievement with its numbers, and the markers that wait, or else the reader's progress."""
    chip_progress = None if reader is None or wheel.waiting_seats else compute_progress(view.mats[reader], wheel.id)
    x, y = find_corner(n)
    placement = kit.Placement(x, y, W, H, 12, (x + 8, y + 6), 25, author_badge_centre=_find_author_badge(wheel, x, y))
    marker_seats = (*wheel.waiting_seats, *(seat for markers in wheel.markers for seat in markers))
    # a marker that moved from waiting to its number was already shown when it came
    sorted_seats = tuple(sorted(marker_seats))
    yield kit.Anchor(f"wheel:{wheel.id}", placement, sorted_seats, part="wheels", holders=frozenset(marker_seats))
    yield from draw_pictogram(wheel, x, y, is_low=chip_progress is None)
    if chip_progress is not None:
        yield kit.TextRun(
            x + LABEL / 2,
            y + 104,
            f"{chip_progress[0]}/{chip_progress[1]}",
            kit.BODY,
            theme.LAMP,
            "m",
            max_width=LABEL - 4,
        )
    if wheel.waiting_seats:
        markers_y = y + (86 if len(wheel.waiting_seats) > 2 else 103)
        half = 41 if len(wheel.waiting_seats) > 2 else 23
        yield _draw_recess(x + 5, markers_y - half, LABEL - 12, 2 * half)
        yield from draw_markers(view, wheel.waiting_seats, x + LABEL / 2, markers_y, 2)
    middle = y + (
        36 if len(wheel.waiting_seats) > 2 else 68 if wheel.waiting_seats else 106 if chip_progress is None else 73
    )
    yield from name.build_runs(x + LABEL / 2, middle, theme.CREAM, "m", LABEL - 6)
    yield from draw_numbers(view, wheel, x + LABEL, y)


def _find_author_badge(wheel: WheelView, x: float, y: float) -> kit.Point:
    """Return the centre of the author badge: beside the waiting markers; else beside the last number that has markers,
    above the gap before the next number."""
    if wheel.waiting_seats:
        return x - 6, y + 103
    number_columns = measure_columns(wheel)
    usable_indices = [k for k in range(len(wheel.printed_numbers)) if k != wheel.covered_index]
    last_used = max((k for k, markers in zip(usable_indices, wheel.markers, strict=False) if markers), default=0)
    middle, width = number_columns[last_used]
    return x + LABEL + middle + width / 2 - 2, y + 18


def measure_columns(wheel: WheelView) -> list[tuple[float, float]]:
    """Return middle and width of each number, from the label. Numbers with more than two markers are wide, for two in a
    row."""
    remaining_markers = iter(wheel.markers)
    markers_by_number = [
        () if k == wheel.covered_index else next(remaining_markers) for k in range(len(wheel.printed_numbers))
    ]
    max_width = W - LABEL - 24  # keep space at the right for the author badge of the seat row
    wide_count = sum(len(markers) > 2 for markers in markers_by_number)
    narrow_count = len(markers_by_number) - wide_count
    wide_width = min(92.0, (max_width - 44 * narrow_count) / wide_count) if wide_count else 0.0
    narrow_width = min(62.0, (max_width - wide_width * wide_count) / narrow_count) if narrow_count else 0.0
    measured, x = [], 5.0
    for markers in markers_by_number:
        width = wide_width if len(markers) > 2 else narrow_width
        measured.append((x + width / 2, width))
        x += width
    return measured


def draw_pictogram(wheel: WheelView, x: float, y: float, *, is_low: bool = True) -> Iterator[kit.Node]:
    """Draw the achievement's icon, small while markers wait.

    is_low: True if only the name stands below it.
    """
    is_small = bool(wheel.waiting_seats) or not is_low
    is_crowded = len(wheel.waiting_seats) > 2
    middle, size = (y + 15, 24) if is_crowded else (y + 30, 44) if is_small else (y + 50, 68)
    centre = x + LABEL / 2
    if wheel.id == "fifteen_coins":
        yield kit.Sprite(centre, middle, Money(15, 0.48 * size))
    else:
        yield kit.Icon(f"a_{wheel.id}", centre, middle, size, theme.CREAM, theme.BALTIC_2)
    if wheel.extra_wheel is not None:
        yield kit.Disc(x + LABEL - 22, y + 22, 16, theme.LAMP)
        yield kit.Icon("wheel", x + LABEL - 22, y + 22, 24, kit.INK, theme.LAMP)


def draw_numbers(view: View, wheel: WheelView, x: float, y: float) -> Iterator[kit.Node]:
    """Draw the numbers. Used: above its markers. Next: large in a ring, above an hourglass while markers
    wait for it. Later: hairlines. Covered: a struck-out stone.
    """
    usable = 0
    for k, (number, (column_x, width)) in enumerate(zip(wheel.printed_numbers, measure_columns(wheel), strict=True)):
        middle = x + column_x
        r = min(28.0, width / 2 - 1)
        if k == wheel.covered_index:
            stone = min(24.0, r)
            yield kit.Disc(middle, y + _MIDDLE, stone, theme.COVERED)
            cut = 0.6 * stone
            ends = (middle - cut, y + _MIDDLE + cut), (middle + cut, y + _MIDDLE - cut)
            yield kit.Polyline(ends, theme.INK_2, 3)
            continue
        markers = wheel.markers[usable]
        if usable == wheel.next_index and not markers:
            number_y = y + _MIDDLE
            if wheel.waiting_seats:  # the markers at the icon come here, but not before the council
                number_y -= 22
                yield kit.Icon("hourglass", middle, y + 102, 46, theme.BRICK, theme.PANEL)
            yield kit.Sprite(middle, number_y, NextNumber(min(33.0, width / 2 + 2)))
            size = kit.HEAD if width > 56 else kit.KEY
            yield kit.TextRun(middle, number_y, str(number), size, kit.INK, "m", max_width=60)
        elif markers:
            yield kit.TextRun(middle, y + 24, str(number), kit.BODY, theme.INK_2, "m", max_width=60)
            yield _draw_recess(middle - width / 2 + 2, y + 42, width - 4, 82)
            yield from draw_markers(view, markers, middle, y + 83, 2 if len(markers) > 2 else 1, width)
        else:
            yield kit.Disc(middle, y + _MIDDLE, min(25.0, r), None, theme.LINE_2, 2)
            yield kit.TextRun(middle, y + _MIDDLE, str(number), kit.BODY, theme.INK_2, "m", max_width=50)
        usable += 1


def _draw_recess(x: float, y: float, w: float, h: float) -> kit.Box:
    """Return the light field behind markers: a brown one is lost on the dark label."""
    return kit.Box(x, y, w, h, 8, "#DECA9E", "#B09060", 2)


def draw_markers(
    view: View, seats: tuple[int, ...], x: float, y: float, per_row: int, width: float = 100
) -> Iterator[kit.Node]:
    """Draw markers around a centre without overlap, `per_row` to a row; more than four also with their number."""
    visible_seats = seats[:4]
    per_row = min(per_row, len(visible_seats))
    r = CHIP
    pitch = min(2 * r + 2, (width - 4) / per_row)
    row_count = -(-len(visible_seats) // per_row)
    for i, seat in enumerate(visible_seats):
        centre = x + pitch * (i % per_row - (per_row - 1) / 2), y + 41 * (i // per_row - (row_count - 1) / 2)
        yield kit.Sprite(*centre, SeatMarker(seat, find_colour(view, seat), min(r, pitch / 2)))
    if len(seats) > 4:
        yield kit.Disc(x, y, 15, kit.INK)
        yield kit.Numeral(x, y, str(len(seats)), 20, kit.WHITE)


RULES_DATA = CONTENT.data.rules


def compute_progress(mat: Mat, achievement: Achievement) -> tuple[int, int] | None:
    """Return the amount reached and the amount required; None if no further chip is possible."""
    counts = sorted((len(zone.cards) for zone in mat.zones), reverse=True)
    match achievement:
        case "one_zone_4":
            unfinished_counts = [count for count in counts if count < 4]
            return (unfinished_counts[0], 4) if unfinished_counts else None
        case "two_zones_3":
            best_pair = counts[2:] if counts[1] >= 3 else counts[:2]
            return None if counts[3] >= 3 else (sum(min(count, 3) for count in best_pair), 6)
        case "four_zones_2":
            return None if counts[3] >= 2 else (sum(min(count, 2) for count in counts), 8)
        case "full_market":
            occupied_count = sum(bool(stall.cards) for stall in mat.market)
            return None if occupied_count == len(mat.market) else (occupied_count, len(mat.market))
        case "three_contracts":
            return mat.fulfilled_count % RULES_DATA.contracts_per_chip, RULES_DATA.contracts_per_chip
        case "fifteen_coins":
            return min(mat.coins, RULES_DATA.coins_achievement_cost), RULES_DATA.coins_achievement_cost
