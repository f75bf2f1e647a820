"""The poster of the end: the winner's ship in the harbour, the final board, each player's points by source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.kernel import Score
from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render import kit
from render.kilia.catalogue import render_message
from render.kilia.council.header import find_colour
from render.kilia.council.overview import draw_overview
from render.kilia.layout import HEIGHT, POSTER_H, WIDTH
from render.kilia.pieces.flags import SeatMarker
from render.kilia.pieces.goods import Money
from render.kilia.pieces.ships import Ship, draw_plain_ship, draw_ship
from render.kit.painting import poster
from render.kit.painting.lobby_poster import Backdrop

from . import theme

BAR_X, BAR_W = 410, 1040
"""Left edge of the bars of points, and the width of the winner's."""
MIN_PART_WIDTH = 64
"""Width in px of a part of a bar that has room for its number."""
_WIDE_PART = 104  # px: the icon stands beside the number
_ROWS_TOP, _ROWS_H, _MAX_BAR_H = 732, 392, 120
_LEGEND_Y = 1166
_WINNER_SHIP, _OTHER_SHIP = 3.1, 0.78
_WATERLINE = 676
_BERTHS = (113, 1250, 1470)
"""Middles of the other ships, the second best first: clear of the winner's longest ship."""
_MEDAL = (1376, 166, 94)
"""x, y and radius of the medal with the winner's points."""
_BOARD = (1228, 330, 296, 222)
"""x, y, width and height of the framed board."""
_ACHIEVEMENT_ICONS = ("a_one_zone_4", "a_two_zones_3", "a_four_zones_2", "a_full_market")
"""Achievement icons in the legend, as many as fit."""


@dataclass(frozen=True, slots=True)
class BarPart:
    """A part of a points bar."""

    kind: str
    """Source of the points: an achievement, own_zone, contracts or abilities."""
    points: int  # VP of this part at the end of the game (R17); the number of a marker on its wheel


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the poster that replaces the overview once the game is over: the winner's ship in the harbour."""
    winners = [
        kit.FinalStanding(score.seat, find_colour(view, score.seat), ctx.names[score.seat], 1, score.total)
        for score in view.scores
        if score.place == 1
    ]
    x, y, r = _MEDAL
    heading = render_message("rounds", ctx.lang, n=view.round)
    live = (
        *draw_ships(view),
        kit.Sprite(x, y, poster.Medal(str(winners[0].total), r, winners[0].colour)),
        *poster.draw_headline(winners, _describe_winners(winners, ctx), explain_result(view, ctx), heading),
        *poster.draw_framed_board(draw_overview(view, kit.RenderContext(ctx.lang, ctx.names)), *_BOARD),
        *draw_rows(view, ctx),
        *draw_legend(ctx),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, (kit.Ground(0, 0, WIDTH, HEIGHT, "kilia/quayside"),), live)


def _describe_winners(winners: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> str:
    names = render_message("and", ctx.lang, names=tuple(winner.name for winner in winners))
    return render_message("shared" if len(winners) > 1 else "wins", ctx.lang, name=names)


def draw_ships(view: View) -> Iterator[kit.Node]:
    """Draw the winner's ship under full sail, and the others around it, as they lie."""
    first, *others = view.scores
    for score, x in zip(others, _BERTHS, strict=False):
        mat = view.mats[score.seat]
        ship = Ship(score.seat, find_colour(view, score.seat), mat.ship, x < WIDTH / 2, _OTHER_SHIP)
        yield from draw_ship(ship, mat.windows, x, _WATERLINE)
    mat = view.mats[first.seat]
    windows = CONTENT.data.ships[mat.ship].windows
    winner = Ship(first.seat, find_colour(view, first.seat), mat.ship, True, _WINNER_SHIP)
    yield from draw_ship(winner, windows, 640, 690)


def explain_result(view: View, ctx: kit.RenderContext) -> str:
    """Describe the margin and the source that made most of it, or how a tie was decided."""
    winner_score, runner_up = view.scores[0], view.scores[1]
    margin = winner_score.total - runner_up.total
    if runner_up.place == 1:
        return render_message("all_equal", ctx.lang)
    if not margin:
        return render_message("tie", ctx.lang, name=ctx.names[runner_up.seat])
    gains = [(a - b, label) for (label, a), (_, b) in zip(winner_score.parts, runner_up.parts, strict=True)]
    max_gain, label = max(gains, key=lambda gain: gain[0])
    source = render_message(f"source.{label.key.rpartition('.')[2]}", ctx.lang)
    return render_message("lead", ctx.lang, n=margin, name=ctx.names[runner_up.seat], source=source, more=max_gain)


def draw_rows(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a row with a points bar for each player, best first."""
    pitch = _ROWS_H / len(view.scores)
    h = pitch - 8
    bar_h = min(_MAX_BAR_H, h - 20)
    names = kit.fit_names([ctx.names[score.seat] for score in view.scores], 226, kit.KEY)
    max_points = max(1, view.scores[0].total)
    for r, score in enumerate(view.scores):
        y = _ROWS_TOP + pitch * r
        mat = view.mats[score.seat]
        if score.place == 1:
            yield kit.Box(20, y, WIDTH - 40, h, 12, theme.BRIGHT, theme.SLIP_EDGE, 4, material="vellum")
        middle = y + h / 2
        yield kit.TextRun(54, middle, str(score.place), kit.KEY, kit.INK, "m", max_width=50)
        yield kit.Sprite(116, middle, SeatMarker(score.seat, find_colour(view, score.seat), 32))
        yield from names[r].build_runs(164, middle, kit.INK, max_width=230)
        yield from draw_bar(view, mat, score, middle - bar_h / 2, bar_h, BAR_W * score.total / max_points)
        yield kit.Anchor(f"score:{score.seat}", kit.Placement.from_circle(1524, middle, 42))
        yield kit.Sprite(1524, middle, kit.Seal(str(score.total), 42))


def list_parts(view: View, score: Score) -> list[BarPart]:
    """Return the parts of a bar: one for each marker, then own zone, contracts, points abilities."""
    marker_parts = [
        BarPart(wheel.id, number)
        for wheel in view.wheels
        for number, markers in zip(wheel.numbers, wheel.markers, strict=True)
        for _ in range(markers.count(score.seat))
    ]
    other_points = dict(
        zip(("own_zone", "contracts", "abilities"), (points for _, points in score.parts[1:]), strict=True)
    )
    return [*marker_parts, *(BarPart(kind, points) for kind, points in other_points.items() if points)]


def draw_bar(view: View, mat: Mat, score: Score, y: float, h: float, w: float) -> Iterator[kit.Node]:
    """Draw a bar of parts as wide as their points, but wide enough for their numbers."""
    bar_parts = list_parts(view, score)
    if not bar_parts:
        return
    min_width = min(MIN_PART_WIDTH, BAR_W / len(bar_parts))
    spare = max(0, w - min_width * len(bar_parts))
    total = sum(part.points for part in bar_parts)
    part_x: float = BAR_X
    for part in bar_parts:
        width = min_width + spare * part.points / total
        yield from draw_part(mat, part, kit.Placement(part_x, y, width - 4, h))
        part_x += width


def draw_part(mat: Mat, part: BarPart, area: kit.Placement) -> Iterator[kit.Node]:
    """Draw one part of a bar with its points and its icon, beside them or above."""
    fills = {"own_zone": theme.ZONES[mat.own_zone], "contracts": theme.REWARD, "abilities": theme.TALER}
    fill = fills.get(part.kind, theme.BALTIC_2)
    ink = kit.pick_ink(fill)
    yield kit.Box(area.x, area.y, area.w, area.h, 8, fill, kit.darken(fill, 0.5), 2, material="enamel")
    x, y = area.x + area.w / 2, area.y + area.h / 2
    is_wide = area.w >= _WIDE_PART
    icon_x, icon_y, size = (x - 26, y, 42) if is_wide else (x, y - 16, 28)
    if part.kind == "fifteen_coins":
        yield kit.Sprite(icon_x, icon_y, Money(15, size / 2))
    else:
        icons = {"own_zone": theme.GLYPHS[mat.own_zone], "contracts": "contract", "abilities": "hand"}
        yield kit.Icon(icons.get(part.kind, f"a_{part.kind}"), icon_x, icon_y, size, ink, fill)
    number_x, number_y = (x + 24, y) if is_wide else (x, y + 16)
    size = kit.KEY if is_wide else kit.BODY
    yield kit.TextRun(number_x, number_y, str(part.points), size, ink, "m", max_width=area.w)


def draw_legend(ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the legend of the four kinds of parts, each with its icons."""
    kinds = (
        ("achievements", theme.BALTIC_2, _ACHIEVEMENT_ICONS, theme.CREAM),
        ("own_zone", theme.PANEL, tuple(theme.GLYPHS.values()), kit.INK),
        ("contracts", theme.REWARD, ("contract",), kit.INK),
        ("abilities", theme.TALER, ("hand",), kit.INK),
    )
    y = _LEGEND_Y
    for i, (key, fill, icons, ink) in enumerate(kinds):
        x = 44 + 380 * i
        yield kit.Box(x, y - 24, 48, 48, 8, fill, theme.SLIP_EDGE, 2)
        offset, size = (11, 19) if len(icons) > 1 else (0, 34)
        for j, icon in enumerate(icons):
            dx_sign, dy_sign = 2 * (j % 2) - 1, 2 * (j // 2) - 1
            yield kit.Icon(icon, x + 24 + offset * dx_sign, y + offset * dy_sign, size, ink, fill)
        yield kit.TextRun(x + 62, y, render_message(f"source.{key}", ctx.lang), kit.BODY, kit.INK, max_width=304)


_FLEET = ((300, 662, 1, "yellow", 1, 1.5), (1330, 666, 2, "white", 2, 1.7), (800, 684, 0, "red", 3, 2.6))
"""The ships of that poster, the nearest last: x and waterline, seat and colour of the flag, number, scale."""

LOBBY_BACKDROP = Backdrop(
    theme.THEME,
    theme.TAR,
    POSTER_H,
    (kit.Ground(0, 0, WIDTH, HEIGHT, "kilia/quayside"),),
    tuple(
        node
        for x, y, seat, colour, number, scale in _FLEET
        for node in draw_plain_ship(
            Ship(seat, theme.SEATS[colour], number, x < WIDTH / 2, scale), tuple(range(1, number + 2)), x, y
        )
    ),
    (theme.SLIP, theme.SLIP_EDGE),
    theme.INK_2,
)
"""What is behind the names on the poster of a table before its start."""
