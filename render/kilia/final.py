"""Final picture: the winner with the decisive points, and each player's points as a bar by source."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import Score
from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render import kit
from render.kilia.catalogue import render_message
from render.kilia.council.header import find_colour
from render.kilia.layout import draw_table
from render.kilia.pieces.board_pieces import Cog
from render.kilia.pieces.flags import SeatMarker
from render.kilia.pieces.goods import Money
from render.kit.ending import fit_reason

from . import theme

WIDTH, HEIGHT = 1600, 1200
BAR_X, BAR_W = 380, 1000
MIN_PART_WIDTH = 40
_ACHIEVEMENT_ICONS = ("a_one_zone_4", "a_two_zones_3", "a_four_zones_2", "a_full_market")
"""Achievement icons in the legend, as many as fit."""


@dataclass(frozen=True, slots=True)
class BarPart:
    """A part of a points bar."""

    kind: str
    """Source of the points: an achievement, own_zone, contracts or abilities."""
    points: int


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the picture that replaces the overview once the game is over, 1600 x 1200."""
    paper = kit.Box(20, 120, 1560, 1060, 22, theme.PAPER, corners=(False, False, True, True))
    rounds = render_message("rounds", ctx.lang, n=view.round)
    live = (
        kit.TextRun(44, 66, render_message("over", ctx.lang), kit.HEAD, kit.WHITE, max_width=700),
        kit.TextRun(1556, 66, rounds, kit.KEY, theme.MUTED, "r", max_width=500),
        *draw_winner(view, ctx),
        *draw_rows(view, ctx),
        *draw_legend(ctx),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, (draw_table(), paper), live)


def draw_winner(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the winner's band: the margin, the winner's ship with all windows lit, the points."""
    winner_score = view.scores[0]
    mat, fill = view.mats[winner_score.seat], find_colour(view, winner_score.seat)
    yield kit.Box(
        44, 136, 1512, 192, 12, kit.mix_colours(fill, theme.PAPER, 0.58), fill if mat.color != "white" else kit.INK, 3
    )
    yield kit.Box(44, 136, 20, 192, 10, fill, kit.INK if mat.color == "white" else None, 2, (True, False, False, True))
    yield kit.Sprite(140, 232, SeatMarker(winner_score.seat, fill, 58))
    winners = [score.seat for score in view.scores if score.place == 1]
    names = render_message("and", ctx.lang, names=tuple(ctx.names[seat] for seat in winners))
    key = "shared" if len(winners) > 1 else "wins"
    headline = kit.fit_name_in(lambda name: render_message(key, ctx.lang, name=name), names, 700, kit.DISPLAY)
    yield from headline.build_runs(226, 200, kit.INK, max_width=720)
    ink = theme.INK_2 if mat.color != "brown" else kit.INK
    yield from fit_reason(explain_result(view, ctx), 700).build_runs(226, 278, ink, max_width=720)
    for i in range(12):
        yield kit.Arc(974 + 29 * i, 300, 10, 20, 160, theme.BALTIC, 3)
    yield kit.Sprite(1000, 296, Cog(fill, mat.ship, CONTENT.data.ships[mat.ship].windows, is_bow_right=True))
    if len(winners) == 1:
        yield kit.draw_leader_ring(1456, 232, 76)
    yield kit.Sprite(1456, 232, kit.Seal(str(winner_score.total), 76))


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
    count = len(view.scores)
    top, pitch, h = {2: (348, 372, 358), 3: (348, 248, 234)}.get(count, (344, 186, 172))
    names = kit.fit_names([ctx.names[score.seat] for score in view.scores], 196, kit.KEY)
    max_points = max(1, view.scores[0].total)
    for r, score in enumerate(view.scores):
        y = top + pitch * r
        mat = view.mats[score.seat]
        is_winner = score.place == 1
        yield kit.Box(
            44,
            y,
            1512,
            h,
            12,
            kit.WHITE if is_winner else theme.PANEL,
            kit.INK if is_winner else theme.LINE,
            4 if is_winner else 2,
        )
        yield kit.TextRun(70, y + h / 2, str(score.place), kit.KEY, kit.INK, "m", max_width=50)
        yield kit.Sprite(134, y + h / 2, SeatMarker(score.seat, find_colour(view, score.seat), 38))
        yield from names[r].build_runs(184, y + h / 2, kit.INK, max_width=194)
        yield from draw_bar(view, mat, score, BAR_X, y + (h - 128) / 2, BAR_W * score.total / max_points)
        yield kit.Anchor(f"score:{score.seat}", kit.Placement.from_circle(1484, y + h / 2, 50))
        yield kit.Sprite(1484, y + h / 2, kit.Seal(str(score.total), 56))


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


def draw_bar(view: View, mat: Mat, score: Score, x: float, y: float, w: float) -> Iterator[kit.Node]:
    """Draw a bar of parts as wide as their points, but wide enough for their numbers."""
    bar_parts = list_parts(view, score)
    if not bar_parts:
        return
    w = max(w, MIN_PART_WIDTH * len(bar_parts))
    spare = w - MIN_PART_WIDTH * len(bar_parts)
    total = sum(part.points for part in bar_parts)
    part_x = x
    for part in bar_parts:
        width = MIN_PART_WIDTH + spare * part.points / total
        yield from draw_part(mat, part, part_x, y, width)
        part_x += width


def draw_part(mat: Mat, part: BarPart, x: float, y: float, w: float) -> Iterator[kit.Node]:
    """Draw one part of a bar with its icon and points."""
    fill, edge, ink = theme.BALTIC_2, None, kit.WHITE
    if part.kind == "own_zone":
        fill = theme.ZONES[mat.own_zone]
        edge, ink = (kit.INK if mat.color == "white" else kit.darken(fill, 0.4)), kit.pick_ink(fill)
    elif part.kind == "contracts":
        fill, edge, ink = theme.REWARD, theme.INK_2, kit.INK
    elif part.kind == "abilities":
        fill, edge, ink = theme.TALER, theme.TALER_EDGE, kit.INK
    yield kit.Box(x + 1.5, y, w - 3, 128, 8, fill, edge, 3 if edge else 0)
    middle, size = x + w / 2, min(50, w - 8)
    match part.kind:
        case "own_zone":
            yield kit.Icon(theme.GLYPHS[mat.own_zone], middle, y + 44, size, ink, fill)
        case "contracts":
            yield kit.Icon("contract", middle, y + 44, size, ink, fill)
        case "abilities":
            yield kit.Icon("hand", middle, y + 44, size, ink, fill)
        case "fifteen_coins":
            yield kit.Sprite(middle, y + 44, Money(15, size / 2))
        case _:
            yield kit.Icon(f"a_{part.kind}", middle, y + 44, size, ink, fill)
    yield kit.TextRun(middle, y + 98, str(part.points), kit.KEY if w > 56 else kit.BODY, ink, "m", max_width=w)


def draw_legend(ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the legend of the four kinds of parts, each with its icons."""
    kinds = (
        ("achievements", theme.BALTIC_2, _ACHIEVEMENT_ICONS, kit.WHITE),
        ("own_zone", theme.PANEL, tuple(theme.GLYPHS.values()), kit.INK),
        ("contracts", theme.REWARD, ("contract",), kit.INK),
        ("abilities", theme.TALER, ("hand",), kit.INK),
    )
    for i, (key, fill, icons, ink) in enumerate(kinds):
        x = 44 + 380 * i
        yield kit.Box(x, 1104, 52, 52, 8, fill, theme.LINE_2, 2)
        offset, size = (12, 21) if len(icons) > 1 else (0, 36)
        for j, icon in enumerate(icons):
            dx_sign, dy_sign = 2 * (j % 2) - 1, 2 * (j // 2) - 1
            yield kit.Icon(icon, x + 26 + offset * dx_sign, 1130 + offset * dy_sign, size, ink, fill)
        yield kit.TextRun(x + 66, 1130, render_message(f"source.{key}", ctx.lang), kit.BODY, kit.INK, max_width=300)
