"""The score track, and below it a row for each seat in turn order: florins, meeples, dice against the threshold."""

from collections.abc import Iterator
from dataclasses import replace

from engines.signorie.view import Mat, View
from render import kit
from render.signorie import theme
from render.signorie.catalogue import render_message
from render.signorie.layout import ROW_SIZES, SEATS_W, RowSize, place_seat_row

TRACK_LEFT, TRACK_RIGHT, TRACK_Y = 1000, 1490, 169
_COUNTS = ("florins", "men", "women")


def draw_rows(view: View, ctx: kit.RenderContext, is_private: bool = False) -> kit.Nodes:
    """Draw the score track, and one row for each seat: in turn order, after the end by place."""
    order = order_seats(view)
    leading_seats = frozenset[int]() if view.phase == "over" else kit.list_leaders(_collect_points(view))
    nodes: list[kit.Node] = [*kit.draw_score_track(_build_score_track(view, ctx, is_private))]
    for row, seat in enumerate(order):
        mat, placement = view.mats[seat], place_seat_row(row, len(order))
        nodes += _draw_row(view, mat, ctx, placement, seat in leading_seats)
        if is_private and seat == ctx.viewer:  # mark the reader's row
            nodes.append(kit.Box(placement.x - 12, placement.y, 6, placement.h, 3, kit.GOLD))
        nodes += _draw_state(view, mat, ctx, placement)
        nodes += _build_anchors(view, mat, ctx, placement)
    return tuple(nodes)


def order_seats(view: View) -> tuple[int, ...]:
    """Return the seats from the first row to the last: in turn order, after the end by place."""
    return tuple(score.seat for score in view.scores) if view.phase == "over" else view.order


def draw_gains(view: View, ctx: kit.RenderContext, is_private: bool = False) -> Iterator[kit.Node]:
    """Yield the VP that each seat has gained since the reader's last look, at the foot of its seal."""
    if not isinstance(ctx.view_before, View) or view.phase == "over":
        return
    for row, seat in enumerate(order_seats(view)):
        placement, size = place_seat_row(row, len(view.mats)), ROW_SIZES[len(view.mats)]
        points = view.mats[seat].vp - ctx.view_before.mats[seat].vp
        ink = kit.NIGHT_INK if is_private else kit.PAPER_INK
        yield from kit.draw_gain(placement.x + size.seal_x, placement.y + placement.h / 2 + size.seal - 7, points, ink)


def _collect_points(view: View) -> dict[int, int]:
    return {mat.seat: mat.vp for mat in view.mats}


def _build_score_track(view: View, ctx: kit.RenderContext, is_private: bool) -> kit.ScoreTrack:
    colours = {mat.seat: theme.SEATS[mat.color] for mat in view.mats}
    tones = (theme.PAST_SIGN, theme.MUTED) if is_private else (theme.LINE, theme.INK_2)
    points_before = (
        _collect_points(ctx.view_before) if isinstance(ctx.view_before, View) and view.phase != "over" else {}
    )
    paper = theme.VERDE if is_private else theme.MARBLE
    points = _collect_points(view)
    return kit.ScoreTrack(
        TRACK_LEFT,
        TRACK_RIGHT,
        TRACK_Y,
        points,
        colours,
        *tones,
        {},
        has_side_labels=True,
        past_points=points_before,
        background=paper,
    )


_LOZENGE_PITCH = 24.0  # px between the lozenges on the band of a row
_NAME_TO_BADGE = 56  # px from a name to the middle of the author badge behind it; the callout tail stays off the name
_DIE_TO_BADGE = 43  # px from a die to the middle of its author badge, whose callout tail ends at the edge of the die
_BADGE_PITCHES = 1.85  # in pitches of the counts: in a low row the author badge is above the gap before the third count
_LEFT = 28  # px from the left edge of a row to its line of dice, if that is below the name


def _find_row_size(view: View) -> RowSize:
    return ROW_SIZES[len(view.mats)]


def _find_text_x(size: RowSize) -> float:
    """Return the x of the words in a row, relative to the row."""
    return 42 + 2 * size.token


def _list_known_dice(view: View, mat: Mat, ctx: kit.RenderContext) -> tuple[tuple[str, int], ...]:
    """Return the dice of a seat that the reader has seen before."""
    before = ctx.view_before
    return before.mats[mat.seat].dice if isinstance(before, View) and before.slot == view.slot else ()


def _order_dice(view: View, mat: Mat, ctx: kit.RenderContext) -> tuple[tuple[str, int], ...]:
    """Return the dice of a seat from left to right.

    Dice that are new to the reader are at the inner end of the line, where there is space for their author badge.
    """
    known_dice, is_below = _list_known_dice(view, mat, ctx), _is_below(_find_row_size(view))
    return tuple(sorted(mat.dice, key=lambda die: (die in known_dice) != is_below))


def _find_dice_x(mat: Mat, size: RowSize) -> float:
    """Return the x of the first die, relative to the row: at the left if the dice are below the name, else so that
    they end at the right.
    """
    return _LEFT if _is_below(size) else size.end - max(1, len(mat.dice)) * (size.die + 5) + 5


def _measure_pill(ctx: kit.RenderContext) -> float:
    """Return the width of the pill of a seat that has passed."""
    return kit.measure_text(render_message("board.pass", ctx.lang), kit.DETAIL) + 32


def _place_newest(
    view: View, mat: Mat, ctx: kit.RenderContext, placement: kit.Placement, size: RowSize
) -> kit.Placement:
    """Return the placement of the newest die of a seat, or of the pill if it has passed, with its author badge.

    The badge is beside it inside the row; between the row and the tracks it would look like a piece on a track.
    """
    has_passed, is_below = mat.has_passed and view.phase == "actions", _is_below(size)
    w = _measure_pill(ctx) if has_passed else size.die
    left, top = placement.x + (_LEFT if is_below else size.end - w), placement.y + size.dice - size.die / 2
    if not has_passed:
        left = placement.x + _find_dice_x(mat, size) + (max(0, len(mat.dice) - 1) * (size.die + 5) if is_below else 0)
    if is_below:
        return kit.Placement(
            left, top, w, size.die, 8, callout_centre=(left + w + _DIE_TO_BADGE, placement.y + size.dice - 4)
        )
    return kit.Placement(
        left,
        top,
        w,
        size.die,
        8,
        author_badge_centre=(left, top),
        callout_centre=(left - _DIE_TO_BADGE, placement.y + max(17, size.dice - 7)),
    )


def _is_below(size: RowSize) -> bool:
    """Return whether the dice are below name and counts, beginning at the left."""
    return size.dice > size.counts


def _place_token(placement: kit.Placement, size: RowSize) -> kit.Placement:
    """Return the placement of the token: in the middle of the row, or beside name and counts if the dice are below."""
    middle = (size.upper + size.counts) / 2 if _is_below(size) else placement.h / 2
    return kit.Placement.from_circle(placement.x + 24 + size.token, placement.y + middle, size.token)


def _fit_name(view: View, mat: Mat, ctx: kit.RenderContext) -> kit.FittedText:
    size = _find_row_size(view)
    return kit.fit_name(ctx.names[mat.seat], _name_max_width(size), size.name)


def _name_max_width(size: RowSize) -> float:
    return size.end - _find_text_x(size) - (0 if _is_below(size) else 4 * (size.die + 5) + 6)


def _place_badge(
    view: View, mat: Mat, ctx: kit.RenderContext, placement: kit.Placement, newest: kit.Placement
) -> kit.Point | None:
    """Return the position of the author badge for changes on the seat's mat, which this picture does not show.

    It shares the position of the badge of a die just taken, or of an empty line for dice; otherwise it is behind the
    name.
    """
    size, name = _find_row_size(view), _fit_name(view, mat, ctx)
    new_dice = set(mat.dice) - set(_list_known_dice(view, mat, ctx)) or (_is_below(size) and not mat.dice)
    if not isinstance(ctx.view_before, View) or new_dice:
        return newest.callout_centre
    left, y = placement.x + _find_text_x(size), placement.y + max(17, size.upper - 7)
    x_behind_name = left + kit.measure_text(name.lines[0], name.size) + _NAME_TO_BADGE
    if _is_below(size):
        return min(x_behind_name, placement.x + size.end - 31), y
    return min(max(x_behind_name, left + _BADGE_PITCHES * size.count_pitch), newest.x - _DIE_TO_BADGE), y


def _build_anchors(view: View, mat: Mat, ctx: kit.RenderContext, placement: kit.Placement) -> Iterator[kit.Anchor]:
    """Yield the anchors of everything that can change in a row. A change at the token refers the reader to the mat."""
    part, area, size = "seats", f"seat:{mat.seat}", _find_row_size(view)
    x, y = placement.x, placement.y
    yield kit.Anchor(area, placement)
    mat_state = mat.helpers, tuple(son.is_married for son in mat.sons), tuple(line.tiles for line in mat.plan)
    newest, (_, middle) = _place_newest(view, mat, ctx, placement, size), _place_token(placement, size).centre
    token = kit.Placement.from_circle(x + 24 + size.token, middle, size.token + 4)
    token = replace(
        token, author_badge_centre=(x - 4, middle), callout_centre=_place_badge(view, mat, ctx, placement, newest)
    )
    if view.phase != "over":  # before the mat: an author badge that both share points at the die
        yield kit.Anchor(f"taken:{mat.seat}", newest, tuple(mat.dice), part, area, age=view.slot, owner=mat.seat)
        pass_age = view.slot, view.phase  # a pass at the end of the action phase was not the seat's choice
        yield kit.Anchor(f"passed:{mat.seat}", newest, mat.has_passed, part, area, age=pass_age, owner=mat.seat)
    yield kit.Anchor(f"mat:{mat.seat}", token, mat_state, part, area, owner=mat.seat)
    left = x + _find_text_x(size)
    for i, (kind, count) in enumerate(zip(_COUNTS, (mat.florins, mat.men, mat.women), strict=True)):
        number_x = left + size.count_pitch * i
        number = kit.Placement(
            number_x, y + size.counts - 20, 42 + kit.measure_text(str(count), kit.KEY), 32, is_count=True
        )
        yield kit.Anchor(f"{kind}:{mat.seat}", number, count, part, area, is_minor=True, age=view.slot)
    seal = kit.Placement.from_circle(x + size.seal_x, y + placement.h / 2, size.seal)
    yield kit.Anchor(f"vp:{mat.seat}", seal, mat.vp, part, area, is_points=True)


def _draw_row(
    view: View, mat: Mat, ctx: kit.RenderContext, placement: kit.Placement, is_leader: bool
) -> Iterator[kit.Node]:
    x, y, size, colour = placement.x, placement.y, _find_row_size(view), theme.SEATS[mat.color]
    middle, left = y + placement.h / 2, placement.x + _find_text_x(size)
    is_active = mat.seat == view.turn or (view.phase == "over" and mat.seat == view.scores[0].seat)
    yield kit.Box(
        x,
        y,
        SEATS_W,
        placement.h,
        12,
        *((kit.WHITE, theme.ON_TURN, 5) if is_active else (theme.TABLET, theme.TABLET_RIM, 2)),
        material="tablet",
    )
    yield kit.Box(x + 5, y + 4, 18, placement.h - 8, 5, colour, material="enamel")
    count = max(1, int((placement.h - 16) / _LOZENGE_PITCH))
    for i in range(count):
        lozenge_y = y + placement.h / 2 + _LOZENGE_PITCH * (i - (count - 1) / 2)
        corners = ((x + 14, lozenge_y - 7), (x + 19, lozenge_y), (x + 14, lozenge_y + 7), (x + 9, lozenge_y))
        yield kit.Poly(corners, kit.mix_colours(colour, kit.WHITE, 0.5))
    lower = kit.lower_triangle(mat.seat, size.token * 0.1)
    token = _place_token(placement, size).centre
    yield kit.Sprite(token[0], token[1] + lower, kit.SeatToken(mat.seat, colour, size.token))
    yield from _fit_name(view, mat, ctx).build_runs(left, y + size.upper, theme.INK, max_width=_name_max_width(size))
    yield kit.Icon("florin", left + 16, y + size.counts, 32, theme.INK)
    yield kit.Sprite(left + size.count_pitch + 17, y + size.counts - 1, kit.Meeple("man", colour, size.icon))
    yield kit.Sprite(left + 2 * size.count_pitch + 17, y + size.counts - 1, kit.Meeple("woman", colour, size.icon))
    for i, count in enumerate((mat.florins, mat.men, mat.women)):
        big = kit.KEY if count < 100 else kit.BODY
        yield kit.TextRun(left + 40 + size.count_pitch * i, y + size.counts, str(count), big, theme.INK, max_width=62)
    small = 4 if is_leader else 0
    if is_leader:
        yield kit.draw_leader_ring(x + size.seal_x, middle, size.seal - small - 1)
    yield kit.Sprite(x + size.seal_x, middle, kit.Seal(str(mat.vp), size.seal - small))


def _draw_state(view: View, mat: Mat, ctx: kit.RenderContext, placement: kit.Placement) -> Iterator[kit.Node]:
    """Draw the dice taken, or the pill of a seat that has passed, and the sum against the threshold; after the end the
    place.
    """
    x, y, size = placement.x, placement.y, _find_row_size(view)
    end = x + size.end
    if view.phase == "over":
        place = next(score.place for score in view.scores if score.seat == mat.seat)
        words = render_message(f"board.place.{place}", ctx.lang)
        yield kit.TextRun(
            end, y + (size.sum if _is_below(size) else placement.h / 2), words, kit.KEY, theme.INK_2, "r", max_width=110
        )
        return
    if mat.has_passed and view.phase == "actions":
        words, h = render_message("board.pass", ctx.lang), 36.0
        w = _measure_pill(ctx)
        left = x + _LEFT if _is_below(size) else end - w
        yield kit.Box(left, y + size.dice - h / 2, w, h, h / 2, theme.INK_2, material="pill")
        yield kit.TextRun(left + w / 2, y + size.dice, words, kit.DETAIL, kit.WHITE, "m", max_width=w - 16)
    else:
        for i, (color, pips) in enumerate(_order_dice(view, mat, ctx)):
            die_x = x + _find_dice_x(mat, size) + size.die / 2 + (size.die + 5) * i
            yield kit.Sprite(die_x, y + size.dice, kit.Die(theme.DICE[color], pips, size.die))
    words, big = f"{mat.dice_sum}/{mat.threshold}", kit.KEY if _is_below(size) else kit.BODY
    sign, colour = ("check", theme.SERPENTINE) if mat.is_within_threshold else ("pass", theme.TERRACOTTA)
    yield kit.Icon(sign, end - kit.measure_text(words, big) - 22, y + size.sum, 28, colour, theme.PANEL)
    yield kit.TextRun(end, y + size.sum, words, big, theme.INK, "r", max_width=124)
