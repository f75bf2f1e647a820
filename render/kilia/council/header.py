"""Header of the overview: round, score track, decks, active player."""

from collections.abc import Iterator
from functools import cache, partial

from engines.kilia.data.content import CONTENT
from engines.kilia.view import View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message

SCORE_TRACK_END = 796
_TOKEN_Y = 54  # y of the tokens on the score track
_CHIP_COUNT, _CHIP_PITCH = CONTENT.data.setup.scoring_chips, 29
_CHIPS_WIDTH = _CHIP_PITCH * _CHIP_COUNT + 6
"""Width in px of the chips that end the game, with the flag behind them."""


def draw_header(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the header. Below the round, or beside it for a reader who was away, are the chips that end the game."""
    text = render_message("round", ctx.lang, n=view.round)
    legend_nodes, left_end = draw_legend(view, ctx)
    is_last = view.final or view.ending
    size = kit.KEY if legend_nodes else kit.HEAD
    word, text_end = "" if legend_nodes else render_message("to_end", ctx.lang), 44 + kit.measure_text(text, size)
    x, y = (text_end + 26, 44.0) if legend_nodes else (44, 92)
    end_chips = () if is_last else _draw_end_chips(view, word, x, y)
    left_end = max(left_end, text_end, x + kit.measure_text(word, kit.DETAIL) + _CHIPS_WIDTH + 22 if end_chips else 0)
    return (
        kit.TextRun(44, 44 if legend_nodes or end_chips else 66, text, size, kit.WHITE, max_width=420),
        *end_chips,
        *legend_nodes,
        *draw_score_track(view, left_end + 100, ctx),
        *(draw_final_round(view, ctx) if is_last else draw_decks(view, ctx)),
        *draw_turn_pill(view, ctx),
    )


def _draw_end_chips(view: View, word: str, x: float, y: float) -> kit.Nodes:
    """R17 Draw the chips of the player who has placed most; behind the last one the flag of the end."""
    placed_count = max(_CHIP_COUNT - mat.chips for mat in view.mats)
    w = kit.measure_text(word, kit.DETAIL)
    first_x = x + w + 24 if word else x + 11
    discs = (
        kit.Disc(
            first_x + _CHIP_PITCH * i,
            y,
            11,
            kit.WHITE if i < placed_count else None,
            None if i < placed_count else theme.DIM,
            3,
        )
        for i in range(_CHIP_COUNT)
    )
    flag = kit.Icon("flag", first_x + _CHIP_PITCH * _CHIP_COUNT, y, 34, theme.MUTED, theme.TAR)
    return (*((kit.TextRun(x, y, word, kit.DETAIL, theme.MUTED, max_width=w + 2),) if word else ()), *discs, flag)


def find_colour(view: View, seat: int) -> str:
    """Return the colour of a seat."""
    return theme.SEATS[view.mats[seat].color]


def draw_legend(view: View, ctx: kit.RenderContext) -> tuple[kit.Nodes, float]:
    """For a reader who was away, draw below the round the seats of the author badges; also return its right end."""
    if not ctx.steps:
        return (), 0
    return kit.draw_author_line(
        render_message("away", ctx.lang), kit.list_actors(ctx.steps), partial(find_colour, view), 44, 92, theme.MUTED
    )


def draw_score_track(view: View, left: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw tokens on a score track whose ends are multiples of five around the scores.

    For a reader who was away, pale tokens show the old scores.
    """
    points = [mat.points for mat in view.mats]
    points_before = (
        [mat.points for mat in ctx.view_before.mats] if ctx.steps and isinstance(ctx.view_before, View) else points
    )
    low, high = 5 * (min(*points, *points_before) // 5), 5 * (max(points) // 5 + 1)
    start, end = left + 30, SCORE_TRACK_END - 44
    yield from kit.fit_text(render_message("race", ctx.lang), 90, kit.DETAIL).build_runs(
        left - 6, 44, theme.MUTED, "r", 94
    )
    yield kit.TextRun(left - 8, 82, str(low), kit.DETAIL, theme.DIM, "m", max_width=60)
    yield kit.TextRun(SCORE_TRACK_END, 82, str(high), kit.DETAIL, theme.DIM, "m", max_width=60)
    yield kit.Polyline(((start, 82), (end, 82)), theme.DIM, 4)
    step = (end - start) / (high - low)
    for point in range(low, high + 1):
        if point % 5 and high - low > 25:
            continue
        tick_length = 8 if point % 5 == 0 else 4
        x = start + step * (point - low)
        yield kit.Polyline(((x, 82 - tick_length), (x, 82 + tick_length)), theme.DIM, 3)
    score_xs = {seat: start + step * (points[seat] - low) for seat in view.order}
    token_xs = kit.spread_tokens(score_xs, 41, start, end, 6)
    tokens = {
        seat: kit.Sprite(x, _TOKEN_Y, kit.SeatToken(seat, find_colour(view, seat), 19, has_ring=True))
        for seat, x in token_xs.items()
    }
    positions_before = {seat: start + step * (n - low) for seat, n in enumerate(points_before) if n != points[seat]}
    yield from kit.draw_past_tokens(positions_before, tokens, theme.TAR)
    yield from kit.draw_pins(score_xs, token_xs, (_TOKEN_Y, 84), 19, (theme.MUTED, theme.TAR))
    yield from tokens.values()
    yield from kit.draw_joints(score_xs, token_xs, _TOKEN_Y, 19, theme.MUTED)


def draw_decks(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw both decks with their names: the action deck in the colour of its top card, both with their size."""
    x, y = 854, 70
    for left, max_width, key in ((x - 22, 122, "cards"), (x + 122, 146, "contracts")):
        words = kit.fit_text(render_message(key, ctx.lang), max_width, kit.MICRO)
        yield from words.build_runs(left, 23, theme.MUTED, max_width=max_width)
    yield kit.Anchor("deck", kit.Placement(x - 24, y - 32, 56, 64, 8, (x - 24, y - 22), 20))
    if view.top_zone is None:
        yield kit.Box(x - 19, y - 26, 38, 52, 6, None, theme.DIM, 2)
    else:
        fill = theme.ZONES[view.top_zone]
        edge = kit.WHITE if view.top_zone == "shipyard" else kit.darken(fill, 0.4)
        yield kit.Box(x - 13, y - 20, 38, 52, 6, kit.darken(fill, 0.3), edge, 2)
        yield kit.Box(x - 19, y - 26, 38, 52, 6, fill, edge, 2)
        yield kit.Icon(theme.GLYPHS[view.top_zone], x, y, 28, kit.pick_ink(fill), fill)
    yield kit.TextRun(x + 36, y, str(view.deck_size), kit.KEY, kit.WHITE if view.deck_size else theme.DIM, max_width=70)
    yield kit.Icon("contract", x + 146, y, 44, kit.WHITE if view.contract_deck_size else theme.DIM, theme.TAR)
    yield kit.TextRun(
        x + 178,
        y,
        str(view.contract_deck_size),
        kit.KEY,
        kit.WHITE if view.contract_deck_size else theme.DIM,
        max_width=70,
    )


def draw_final_round(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the notice that this or the next round is final, instead of the decks, which no longer matter."""
    label = kit.fit_text(render_message("final" if view.final else "final_next", ctx.lang), 240, kit.BODY)
    yield kit.Box(838, 38, 270, 48, 24, theme.BRICK)
    yield from label.build_runs(973, 62, kit.WHITE, "m", 250)


def list_choosing_seats(view: View) -> tuple[int, ...]:
    """Return the seats that choose windows in the council phase, including those that have already answered."""
    return tuple(seat for seat in view.order if view.phase == "council" and view.mats[seat].next_sailing.choices)


def draw_council_pill(view: View, seats: tuple[int, ...], ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the white pill while windows are chosen: one seat by name, or several tokens beside a text."""
    key = "council_asks" if len(seats) > 1 else "council_waits"
    words = kit.fit_name_in(
        lambda name: render_message(key, ctx.lang, name=name),
        ctx.names[seats[0]],
        *((170, kit.BODY, 2) if len(seats) > 1 else (340, kit.KEY)),
    )
    text = max(kit.measure_text(line, words.size) for line in words.lines)
    width = 28 + 52 * len(seats) + 12 + text + 28
    left = 1568 - width
    tokens = (
        kit.Sprite(left + 50 + 52 * i, 61, kit.SeatToken(seat, find_colour(view, seat), 23))
        for i, seat in enumerate(seats)
    )
    return (
        kit.Box(left, 24, width, 74, 37, kit.WHITE),
        *tokens,
        *words.build_runs(left + 40 + 52 * len(seats), 61, kit.INK, max_width=text + 8),
    )


def draw_turn_pill(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the white pill: the active player, or the council."""
    if seats := list_choosing_seats(view):
        return draw_council_pill(view, seats, ctx)
    if view.turn is None:
        words = kit.fit_text(render_message("council", ctx.lang), 300, kit.KEY)
        width = 112 + max(kit.measure_text(line, words.size) for line in words.lines)
        left = 1568 - width
        icon = kit.Icon("wheel", left + 46, 61, 48, kit.INK, kit.WHITE)
        return (
            kit.Box(left, 24, width, 74, 37, kit.WHITE),
            icon,
            *words.build_runs(left + 84, 61, kit.INK, max_width=width - 90),
        )
    words = kit.fit_name_in(
        lambda name: render_message("turn", ctx.lang, name=name), ctx.names[view.turn], 330, kit.KEY
    )
    width = 112 + max(kit.measure_text(line, words.size) for line in words.lines)
    left = 1568 - width
    token = kit.Sprite(left + 46, 61, kit.SeatToken(view.turn, find_colour(view, view.turn), 27))
    return (
        kit.Box(left, 24, width, 74, 37, kit.WHITE),
        token,
        *words.build_runs(left + 86, 61, kit.INK, max_width=width - 92),
    )


@cache
def draw_gables(y: float, *, is_rising: bool = True, h: float = 16) -> kit.Nodes:
    """Return a row of stepped gables across the picture."""
    return tuple(_build_gables(y, is_rising, h))


def _build_gables(y: float, is_rising: bool, h: float) -> Iterator[kit.Node]:
    w = 1560 / 46
    for i in range(46):
        x = 20 + w * i
        steps = (
            (0, h),
            (0, 0.62 * h),
            (9, 0.62 * h),
            (9, 0.2 * h),
            (25, 0.2 * h),
            (25, 0.62 * h),
            (w, 0.62 * h),
            (w, h),
        )
        points = tuple((x + dx, y + (dy if is_rising else h - dy)) for dx, dy in steps)
        yield kit.Poly(points, theme.BRICK)
