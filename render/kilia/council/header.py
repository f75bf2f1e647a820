"""Header of the overview: round, score track, decks, active player."""

from collections.abc import Iterator
from functools import partial

from engines.kilia.data.content import CONTENT
from engines.kilia.view import View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.layout import BAND_H, WIDTH
from render.kilia.pieces.flags import Chip, SeatMarker
from render.kilia.pieces.ships import Jetty, Ship, draw_moorings, draw_ship

_TRACK_START, _TRACK_END, _TRACK_Y = 524, 766, 80
_TOKEN_Y = 42  # of the tokens on the score track
_TOKEN_R = 21
_SIGN = "#3A261A"  # tarred oak behind the words
_PILL_Y, _PILL_H, _PILL_RIGHT = 14, 80, 1580
_ROUND_RIGHT = 352
"""Right edge of the words on the sign of the round; for a reader who was away they may leave no room for the flag."""
_SHIP_SCALE, _JETTY_H = 0.94, 36
_CHIP_COUNT = CONTENT.data.setup.scoring_chips


def draw_header(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the header. Below the round, or beside it for a reader who was away, are the chips that end the game."""
    text = render_message("round", ctx.lang, n=view.round)
    legend_nodes = draw_legend(view, ctx)
    is_last = view.is_final_round or view.is_ending
    word = "" if legend_nodes else render_message("to_end", ctx.lang)
    x, y = (60 + kit.measure_text(text, kit.BODY), 36.0) if legend_nodes else (46, 78)
    end_chips = () if is_last else _draw_end_chips(view, word, x, y)
    size = kit.BODY if legend_nodes else kit.KEY
    return (
        kit.TextRun(46, 36 if legend_nodes or end_chips else 54, text, size, theme.CREAM, max_width=296),
        *end_chips,
        *legend_nodes,
        *draw_score_track(view, ctx),
        *(draw_final_round(view, ctx) if is_last else draw_decks(view, ctx)),
        *draw_turn_pill(view, ctx),
    )


def _draw_end_chips(view: View, word: str, x: float, y: float) -> kit.Nodes:
    """R17 Draw the largest number of chips that a player has placed, as "3/7", and behind it the flag of the end.

    Before it are chips in the colours of the players who have placed that number, once anybody has placed a chip.
    """
    left = min(mat.chips for mat in view.mats)
    seats = [seat for seat in view.order if view.mats[seat].chips == left] if left < _CHIP_COUNT else []
    placed = f"{_CHIP_COUNT - left}/{_CHIP_COUNT}"
    word_w, number_w = kit.measure_text(word, kit.DETAIL), kit.measure_text(placed, kit.KEY)
    chips_left = x + word_w + 10 if word else x - 4
    pitch = min(34.0, (_ROUND_RIGHT - number_w - 14 - chips_left) / max(1, len(seats)))
    number_x = chips_left + pitch * len(seats) + 3
    flag_x = number_x + number_w + 22
    flag = (kit.Icon("flag", flag_x, y, 32, theme.MUTED, _SIGN),) if flag_x + 16 <= _ROUND_RIGHT else ()
    return (
        *((kit.TextRun(x, y, word, kit.DETAIL, theme.MUTED, max_width=word_w + 2),) if word else ()),
        *(
            kit.Sprite(chips_left + pitch * (i + 0.5), y, Chip(seat, find_colour(view, seat), 0.42 * pitch))
            for i, seat in enumerate(seats)
        ),
        kit.TextRun(number_x, y - 4, placed, kit.KEY, theme.CREAM, max_width=number_w + 2),
        *flag,
    )


def find_colour(view: View, seat: int) -> str:
    """Return the colour of a seat."""
    return theme.SEATS[view.mats[seat].color]


def draw_legend(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the seats of the author badges below the round, for a reader who was away."""
    if not ctx.steps:
        return ()
    words, actors = render_message("away", ctx.lang), kit.list_actors(ctx.steps)
    return kit.draw_author_line(words, actors, partial(find_colour, view), 42, 76, theme.MUTED)[0]


def draw_score_track(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw tokens on a score track whose ends are multiples of five around the scores.

    For a reader who was away, pale tokens show the old scores.
    """
    points = [mat.points for mat in view.mats]
    points_before = (
        [mat.points for mat in ctx.view_before.mats] if ctx.steps and isinstance(ctx.view_before, View) else points
    )
    low, high = 5 * (min(*points, *points_before) // 5), 5 * (max(points) // 5 + 1)
    start, end = _TRACK_START, _TRACK_END
    y = _TRACK_Y
    words = kit.fit_text(render_message("race", ctx.lang), 96, kit.DETAIL)
    yield from words.build_runs(start - 40, 38, theme.MUTED, "r", 98)
    yield kit.TextRun(start - 34, y - 2, str(low), kit.BODY, theme.MUTED, "m", max_width=40)
    yield kit.TextRun(end + 28, y - 2, str(high), kit.BODY, theme.MUTED, "m", max_width=40)
    yield kit.Polyline(((start, y), (end, y)), theme.BRASS, 3)
    step = (end - start) / (high - low)
    for point in range(low, high + 1):
        if point % 5 and high - low > 25:
            continue
        tick_length = 8 if point % 5 == 0 else 4
        x = start + step * (point - low)
        yield kit.Polyline(((x, y - tick_length), (x, y + tick_length)), theme.BRASS, 2.5)
    score_xs = {seat: start + step * (points[seat] - low) for seat in view.order}
    token_xs = kit.spread_tokens(score_xs, 2 * _TOKEN_R + 3, start, end, 6)
    tokens = {
        seat: kit.Sprite(x, _TOKEN_Y, SeatMarker(seat, find_colour(view, seat), _TOKEN_R))
        for seat, x in token_xs.items()
    }
    positions_before = {seat: start + step * (n - low) for seat, n in enumerate(points_before) if n != points[seat]}
    yield from kit.draw_past_tokens(positions_before, tokens, _SIGN)
    yield from kit.draw_pins(score_xs, token_xs, (_TOKEN_Y, y + 2), _TOKEN_R, (theme.MUTED, _SIGN))
    yield from tokens.values()
    yield from kit.draw_joints(score_xs, token_xs, _TOKEN_Y, _TOKEN_R, theme.MUTED)


def draw_decks(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw both decks with their names: the action deck in the colour of its top card, both with their size."""
    x, y = 880, 66
    for left, max_width, key in ((x - 14, 74, "cards"), (x + 78, 122, "contracts")):
        words = kit.fit_text(render_message(key, ctx.lang), max_width, kit.MICRO)
        yield from words.build_runs(left, 26, theme.MUTED, max_width=max_width)
    yield kit.Anchor("deck", kit.Placement(x - 22, y - 28, 48, 58, 8, (x - 24, y - 22), 20))
    if view.top_zone is None:
        yield kit.Box(x - 17, y - 23, 34, 46, 6, None, theme.DIM, 2)
    else:
        fill = theme.ZONES[view.top_zone]
        edge = theme.BRASS if view.top_zone == "shipyard" else kit.darken(fill, 0.4)
        yield kit.Box(x - 12, y - 18, 34, 46, 6, kit.darken(fill, 0.3), edge, 2)
        yield kit.Box(x - 17, y - 23, 34, 46, 6, fill, edge, 2)
        yield kit.Icon(theme.GLYPHS[view.top_zone], x, y, 26, kit.pick_ink(fill), fill)
    yield kit.TextRun(
        x + 30, y, str(view.deck_size), kit.KEY, theme.CREAM if view.deck_size else theme.DIM, max_width=52
    )
    yield kit.Icon("contract", x + 104, y, 40, theme.CREAM if view.contract_deck_size else theme.DIM, _SIGN)
    yield kit.TextRun(
        x + 130,
        y,
        str(view.contract_deck_size),
        kit.KEY,
        theme.CREAM if view.contract_deck_size else theme.DIM,
        max_width=52,
    )


def draw_final_round(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the notice that this or the next round is final, instead of the decks, which no longer matter."""
    label = kit.fit_text(render_message("final" if view.is_final_round else "final_next", ctx.lang), 214, kit.BODY)
    yield kit.Box(852, 20, 226, 68, 10, theme.BRICK, material="pill")
    yield from label.build_runs(965, 54, theme.CREAM, "m", 218)


def list_choosing_seats(view: View) -> tuple[int, ...]:
    """Return the seats that choose windows in the council phase, including those that have already answered."""
    return tuple(seat for seat in view.order if view.phase == "council" and view.mats[seat].next_sailing.choices)


def draw_turn_pill(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the white pill: the active player, the seats that choose windows, or the council."""
    seats = list_choosing_seats(view) or (() if view.turn is None else (view.turn,))
    middle, height = _PILL_Y + _PILL_H / 2, _PILL_H
    if not seats:
        words = kit.fit_text(render_message("council", ctx.lang), 300, kit.KEY)
    else:
        key = "turn" if view.turn is not None else "council_asks" if len(seats) > 1 else "council_waits"
        words = kit.fit_name_in(
            lambda name: render_message(key, ctx.lang, name=name),
            ctx.names[seats[0]],
            *((170, kit.BODY, 2) if len(seats) > 1 else (330, kit.KEY)),
        )
    text = max(kit.measure_text(line, words.size) for line in words.lines)
    pitch, r = (52, 23) if len(seats) > 1 else (60, 28)
    width = 68 + pitch * max(1, len(seats)) + text
    left = _PILL_RIGHT - width
    tokens = tuple(
        kit.Sprite(left + 50 + pitch * i, middle, SeatMarker(seat, find_colour(view, seat), r))
        for i, seat in enumerate(seats)
    )
    icon = () if seats else (kit.Icon("wheel", left + 50, middle, 48, kit.INK, theme.BRIGHT),)
    return (
        kit.Box(left, _PILL_Y, width, height, height / 2, theme.BRIGHT, kit.GOLD, 3, material="pill"),
        *tokens,
        *icon,
        *words.build_runs(left + 32 + pitch * max(1, len(seats)), middle, kit.INK, max_width=text + 8),
    )


def draw_fleet(view: View) -> Iterator[kit.Node]:
    """Draw the ships along the quay in order of play: as long as their numbers, their bows where they sail.

    Each is moored in a berth of its own between two jetties, so that its place in the row does not look like a position
    in a race.
    """
    berth, y = (WIDTH - 40) / len(view.order), BAND_H - 10
    for i in range(len(view.order) + 1):
        yield kit.Sprite(20 + berth * i, y, Jetty(_JETTY_H))
    for i, seat in enumerate(view.order):
        mat, left = view.mats[seat], 20 + berth * i
        ship = Ship(seat, find_colour(view, seat), mat.ship, mat.side == "left", _SHIP_SCALE)
        yield from draw_moorings(ship, left + berth / 2, y, left, left + berth)
        yield from draw_ship(ship, mat.windows, left + berth / 2, y)
