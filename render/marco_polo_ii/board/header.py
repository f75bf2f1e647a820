"""The header: round, score track, next start player, black dice, seat to move."""

from collections.abc import Iterator

from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message
from render.marco_polo_ii.pieces.placed_dice import NeutralDie, NeutralToken

_TRACK_END, _SHORT_TRACK_END, _SHORTEST_TRACK = 736, 606, 190
"""Right end of the score track with its numbers; beside the sign of neutral dice; px of a track at least beside it."""
_CAPTION, _VALUE = 40, 84
"""y of the captions in the header, and of their values."""


def draw_header(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    x: float = 44
    legend, end = _build_legend(view, ctx)
    for text, size, colour in _build_round_texts(view, ctx):
        w = kit.measure_text(text, size)
        yield kit.TextRun(x, 46 if legend else 66, text, size, colour, max_width=w + 2)
        x += w + 6
    yield from legend
    left = max(x, end) + 28
    has_neutral_dice = any(die.kind == "neutral" for dice in view.spaces.values() for die in dice)
    has_sign = has_neutral_dice and left + _SHORTEST_TRACK <= _SHORT_TRACK_END
    if has_sign:
        yield from _draw_neutral_dice(ctx)
    yield from _draw_score_track(view, left, _SHORT_TRACK_END if has_sign else _TRACK_END, ctx)
    yield from draw_next_start(view, ctx)
    yield from draw_black_dice(view, ctx)
    yield from draw_pill(view, ctx)


def _build_legend(view: View, ctx: kit.RenderContext) -> tuple[kit.Nodes, float]:
    """Return the legend of the author badges, for a viewer who was away, and its right edge."""
    if not ctx.steps:
        return (), 0
    words = render_message("away", ctx.lang)
    return kit.draw_author_line(
        words, kit.list_actors(ctx.steps), lambda seat: theme.SEAT[view.mats[seat].color], 44, 94, theme.MUTED
    )


def _build_round_texts(view: View, ctx: kit.RenderContext) -> list[tuple[str, int, str]]:
    """Return the texts for the round ("Round 3/5", or "setup" before the first one), with size and colour."""
    if not view.round:
        return [(render_message("setup", ctx.lang), kit.HEAD, theme.PANEL)]
    rounds = f"/{view.rounds}", kit.KEY, theme.MUTED
    return [(render_message("round", ctx.lang), kit.KEY, theme.MUTED), (str(view.round), kit.HEAD, theme.PANEL), rounds]


def _draw_score_track(view: View, left: float, end: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the score track between `left` and `end`; for a viewer who was away also pale tokens at the previous
    points.
    """
    vp = [mat.vp for mat in view.mats]
    past_vp = [mat.vp for mat in ctx.view_before.mats] if ctx.steps and isinstance(ctx.view_before, View) else vp
    low = min(*vp, *past_vp) // 5 * 5
    high = max(-(-max(vp) // 5) * 5, low + 10)
    left, right, y = (
        left + kit.measure_text(str(low), kit.DETAIL) + 32,
        end - kit.measure_text(str(high), kit.DETAIL) - 32,
        84,
    )
    yield kit.Polyline(((left, y), (right, y)), theme.TICKS, 3)
    for i in range((high - low) // 5 + 1):
        x = left + (right - left) * 5 * i / (high - low)
        yield kit.Polyline(((x, y - 6), (x, y + 6)), theme.TICKS, 2)
    yield kit.TextRun(left - 28, y, str(low), kit.DETAIL, theme.TICKS, "r", max_width=70)
    yield kit.TextRun(right + 28, y, str(high), kit.DETAIL, theme.TICKS, max_width=70)
    tips = {seat: left + (right - left) * (points - low) / (high - low) for seat, points in enumerate(vp)}
    places = kit.spread_tokens(tips, 41, left, right, 6)
    tokens = {
        seat: kit.Sprite(x, y - 29, kit.SeatToken(seat, theme.SEAT[view.mats[seat].color], 19, edge=theme.PANEL))
        for seat, x in places.items()
    }
    past_tips = {
        seat: left + (right - left) * (n - low) / (high - low) for seat, n in enumerate(past_vp) if n != vp[seat]
    }
    yield from kit.draw_past_tokens(past_tips, tokens, theme.PLUM)
    yield from kit.draw_pins(tips, places, (y - 29, y + 2), 19, (theme.MUTED, theme.PLUM))
    yield from tokens.values()
    yield from kit.draw_joints(tips, places, y - 29, 19, theme.MUTED)


def draw_next_start(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the start player of the next round: the holder of the travel record, with the space of that record."""
    record = view.record
    seat = view.start if record is None else record.seat
    content = (seat, record.rank if record is not None else 0)
    yield kit.Anchor(
        "start", kit.Placement(766, 30, 162, 76, 10), content, part="header", is_minor=True, age=view.round
    )
    yield from kit.fit_text(render_message("next_start", ctx.lang), 160, kit.DETAIL).build_runs(
        768, _CAPTION, theme.MUTED, max_width=160
    )
    yield kit.Sprite(792, _VALUE, kit.SeatToken(seat, theme.SEAT[view.mats[seat].color], 21, has_ring=True))
    if record is not None:
        yield from kit.fit_text(render_message(f"travelled_{record.rank}", ctx.lang), 102, kit.BODY).build_runs(
            829, _VALUE, theme.PANEL, max_width=104
        )
    yield kit.Polyline(((942, 34), (942, 104)), theme.TICKS, 2)


def _draw_neutral_dice(ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the legend of neutral dice: the die with its token, and what it is."""
    words = kit.fit_text(render_message("neutral_dice", ctx.lang), 118, kit.DETAIL)
    yield from words.build_runs(628, _CAPTION, theme.MUTED, max_width=118)
    yield kit.Sprite(650, _VALUE, NeutralDie(1, 44))
    yield kit.Sprite(668, _VALUE - 16, NeutralToken(13))
    yield kit.Polyline(((750, 34), (750, 104)), theme.TICKS, 2)


def draw_black_dice(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the number of black dice in the supply."""
    yield from kit.fit_text(render_message("black_dice", ctx.lang), 150, kit.DETAIL).build_runs(
        958, _CAPTION, theme.MUTED, max_width=150
    )
    yield kit.Box(958, _VALUE - 22, 44, 44, 10, None, theme.BLACK_DIE_RIM, 2)
    yield kit.Sprite(980, _VALUE, kit.Die(theme.BLACK_DIE, 5, 36))
    yield kit.Anchor(
        "black", kit.Placement(1008, _VALUE - 20, 62, 40, is_count=True), view.black_dice, part="header", is_minor=True
    )
    colour = theme.PANEL if view.black_dice else theme.MUTED
    yield kit.TextRun(1010, _VALUE, f"×{view.black_dice}", kit.KEY, colour, max_width=70)


def draw_pill(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the pill with the seat to move, the current phase, or the winner."""
    seat, key = (view.scores[0].seat, "won") if view.scores else (view.turn, "turn")
    if seat is None:
        words = kit.fit_text(render_message(f"phase_{view.phase}", ctx.lang), 380, kit.KEY)
    else:
        words = kit.fit_name_in(lambda name: render_message(key, ctx.lang, name=name), ctx.names[seat], 310, kit.KEY)
    w = max(kit.measure_text(line, words.size) for line in words.lines) + (124 if seat is not None else 56)
    yield kit.Box(1568 - w, 28, w, 76, 38, theme.PANEL, material="pill")
    if seat is None:
        yield from words.build_runs(1568 - w / 2, 66, kit.INK, "m", max_width=w - 20)
        return
    yield kit.Sprite(1568 - w + 46, 66, kit.SeatToken(seat, theme.SEAT[view.mats[seat].color], 28))
    yield from words.build_runs(1568 - w + 88, 66, kit.INK, max_width=w - 96)
