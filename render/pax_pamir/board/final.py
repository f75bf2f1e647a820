"""The final picture: the winner with the reason, and the points of each dominance check."""

from collections.abc import Iterator, Sequence

from engines.pax_pamir.table.state import Check
from engines.pax_pamir.view import View
from render import kit
from render.kit import ending
from render.pax_pamir import theme
from render.pax_pamir.backdrop import draw_desk
from render.pax_pamir.catalogue import find_player_name, render_message, render_noun
from render.pax_pamir.layout import HEADER_MID, HEIGHT, WIDTH
from render.pax_pamir.pieces import Emblem

TONES = kit.Tones(theme.WOOL, theme.PANEL, theme.LINE, theme.INK_2)
_HEADS, _HEAD_H, _ROWS = 346, 118, 480
_CELLS, _CELLS_W, _NAME_X = 470, 870, 206


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the final picture, 1600 x 1200 px, after the end of the game."""
    standings = _build_standings(view, ctx)
    winners = [standing for standing in standings if standing.place == 1]
    live = (
        *_draw_header(view, ctx),
        *ending.draw_winner_band(winners, _render_winners(winners, ctx), _explain_victory(view, standings, ctx), TONES),
        *_draw_column_heads(view, ctx),
        *_draw_rows(view, standings),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.NIGHT, draw_desk(HEIGHT), live)


def _build_standings(view: View, ctx: kit.RenderContext) -> tuple[kit.FinalStanding, ...]:
    """Return the final standings, best first."""
    return tuple(
        kit.FinalStanding(
            score.seat,
            theme.SEATS[view.players[score.seat].color],
            find_player_name(view, score.seat, ctx),
            score.place,
            score.total,
        )
        for score in view.scores
    )


def _render_winners(winners: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> str:
    if len(winners) == 1:
        return render_message("header.winner", ctx.lang, name=kit.drop_missing_glyphs(winners[0].name))
    return render_message(
        "header.winners", ctx.lang, names=tuple(kit.drop_missing_glyphs(standing.name) for standing in winners)
    )


def _explain_victory(view: View, standings: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> str:
    """Explain the victory: points of the last check, and the margin, or the tie breaker."""
    if not view.checks:
        return ""
    last, first, margin_to_second = view.checks[-1], standings[0], ending.compute_margin(standings)
    gained_text = (
        render_message("final.gained", ctx.lang, n=last.gained_vp[first.seat]) if last.gained_vp[first.seat] else ""
    )
    if margin_to_second is None:
        margin_text = render_message("final.shared", ctx.lang)
    elif margin_to_second[0]:
        margin_text = render_message(
            "final.ahead", ctx.lang, n=margin_to_second[0], name=kit.drop_missing_glyphs(margin_to_second[1].name)
        )
    else:
        margin_text = render_message("final.tie", ctx.lang, name=kit.drop_missing_glyphs(margin_to_second[1].name))
    return render_message("final.why", ctx.lang, gained=gained_text, margin=margin_text) if gained_text else margin_text


def _draw_header(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    title = kit.fit_text(render_message("final.title", ctx.lang), 360, kit.HEAD)
    yield from title.build_runs(44, HEADER_MID, theme.CREAM, max_width=370)
    x = 44 + kit.measure_text(title.lines[0], title.size) + 70
    for coalition, blocks in view.blocks.items():
        yield kit.Sprite(x + 28, HEADER_MID, Emblem(coalition, 54))
        yield kit.TextRun(x + 68, HEADER_MID, str(blocks), kit.HEAD, theme.CREAM, max_width=80)
        x += 176
    words = kit.fit_text(render_message("final.checks", ctx.lang, n=len(view.checks)), 1556 - x, kit.KEY)
    yield from words.build_runs(1556, HEADER_MID, theme.MUTED, "r", max_width=1556 - x)


def _place_columns(view: View) -> list[tuple[float, float]]:
    """Return left edge and width of the column of each check."""
    pitch = _CELLS_W / max(2, len(view.checks))
    return [(_CELLS + pitch * i, pitch - 12) for i in range(len(view.checks))]


def _draw_column_heads(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the head of each check's column: the dominant coalition, or cylinders if none was dominant."""
    if not view.checks:
        return
    is_wide = len(view.checks) < 5
    lang, max_width = ctx.lang, _CELLS_W / max(2, len(view.checks)) - 12 - (108 if is_wide else 24)
    tops = kit.fit_texts(
        [render_message("final.check", lang, n=check.number) for check in view.checks], max_width, kit.KEY
    )
    for check, (x, w), top in zip(view.checks, _place_columns(view), tops, strict=True):
        edge = kit.GOLD if check.final else None
        yield kit.Box(x, _HEADS, w, _HEAD_H, 12, theme.NIGHT, edge, 4 if check.final else 0)
        colour, middle = kit.GOLD if check.final else theme.CREAM, _HEADS + _HEAD_H / 2
        if not is_wide:
            yield from top.build_runs(x + w / 2, _HEADS + 30, colour, "m", max_width=w - 8)
            yield from _draw_check_sign(check, x + w / 2, _HEADS + 82, 50)
            continue
        yield from _draw_check_sign(check, x + 50, middle, 66)
        yield from top.build_runs(x + 96, middle - 22, colour, max_width=max_width)
        winner_name = (
            render_message("final.nobody", lang)
            if check.dominant is None
            else render_noun(f"coalition.{check.dominant}", lang)
        )
        result = render_message("final.doubled", lang, who=winner_name) if check.final else winner_name
        label = kit.fit_text(result, max_width, kit.BODY)
        if label.is_too_wide:  # the emblem already shows the coalition
            label = kit.fit_text("×2" if check.final else winner_name, max_width, kit.BODY)
        if not label.is_too_wide:
            yield from label.build_runs(
                x + 96, middle + 26, kit.GOLD if check.final else theme.MUTED, max_width=max_width
            )


def _draw_check_sign(check: Check, x: float, y: float, size: float) -> Iterator[kit.Node]:
    if check.dominant is not None:
        yield kit.Sprite(x, y, Emblem(check.dominant, size))
        return
    r = size * 0.2
    for dx, dy in ((-1.5, 0.5), (1.5, 0.5), (0, -0.5)):
        yield kit.Disc(x + dx * r, y + dy * r, r, theme.MUTED, theme.NIGHT, 3)


def _draw_rows(view: View, standings: Sequence[kit.FinalStanding]) -> Iterator[kit.Node]:
    """Draw a row for each player: points and counted pieces of every check, and one thin bar of all points."""
    best = [max(check.gained_vp, default=0) for check in view.checks]
    scale = _CELLS_W / max(1, *(standing.total for standing in standings))
    for standing, row in zip(standings, ending.build_rows(len(standings), _ROWS), strict=True):
        yield from ending.draw_row_frame(standing, row, TONES)
        player, middle = view.players[standing.seat], row.y + row.h / 2
        is_low = row.h < 120
        yield from ending.draw_name(standing, _NAME_X, middle - (20 if is_low else 24), _CELLS - _NAME_X - 12)
        foot = middle + (26 if is_low else 32)
        if player.loyalty is not None:
            yield kit.Sprite(_NAME_X + 20, foot, Emblem(player.loyalty, 38))
        yield kit.Icon("prize", _NAME_X + 76, foot, 34, theme.MADDER, theme.IVORY)
        yield kit.TextRun(_NAME_X + 98, foot, str(player.influence), kit.BODY, theme.INK_2, max_width=50)
        bar_x = float(_CELLS)
        for i, (check, (x, w)) in enumerate(zip(view.checks, _place_columns(view), strict=True)):
            yield from _draw_cell(check, standing, best[i], x, middle - 8, w, is_low)
            points = check.gained_vp[standing.seat]
            if points:
                colour = kit.mix_colours(standing.colour, theme.PANEL, (0.45, 0.0, 0.25)[i % 3])
                yield kit.Box(
                    bar_x, row.y + row.h - 24, points * scale - 4, 14, 7, colour, kit.darken(standing.colour, 0.45), 2
                )
                bar_x += points * scale


def _measure_points_width(best: int, is_small: bool) -> float:
    """Return the px from the left edge of the points to the counted pieces, the same for all players at a check."""
    return max(134, kit.measure_text(f"+{best}", kit.HEAD if is_small else kit.DISPLAY) + 36)


def _draw_cell(
    check: Check, standing: kit.FinalStanding, best: int, x: float, y: float, w: float, is_low: bool
) -> Iterator[kit.Node]:
    """Draw the points a player gained at a check, and the influence or cylinders that counted."""
    points, strength = check.gained_vp[standing.seat], check.strength[standing.seat]
    is_narrow = w < 230
    size = kit.HEAD if is_narrow or is_low or points < best else kit.DISPLAY
    left = x + 24
    if points:
        yield kit.TextRun(
            left, y, f"+{points}", size, theme.NIGHT, max_width=_measure_points_width(best, is_narrow or is_low) - 20
        )
    else:
        yield kit.TextRun(left, y, "–", kit.HEAD, theme.LINE, max_width=60)
    if is_narrow:
        return
    left += _measure_points_width(best, is_low)
    if check.dominant is not None and not strength:
        yield kit.Icon("prize", left, y, 34, theme.LINE, theme.PANEL)
        return
    if check.dominant is None:
        yield kit.Sprite(left, y, kit.SeatShape(standing.seat, standing.colour, 15))
    else:
        yield kit.Icon(
            "prize",
            left,
            y,
            38,
            theme.COALITIONS[check.dominant],
            theme.CREAM,
            kit.darken(theme.COALITIONS[check.dominant], 0.55),
            2,
        )
    yield kit.TextRun(left + 28, y, str(strength), kit.KEY if not is_low else kit.BODY, theme.INK_2, max_width=60)
