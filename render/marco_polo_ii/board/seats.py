"""The row of seats: dice, posts, contracts and goods of each, in turn order from the player to move."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import find_dice_round
from render.marco_polo_ii.catalogue import render_message, render_noun

_TOP, _H, _GAP = 1014, 152, 18
_DICE_Y, _GOODS_Y = _TOP + 83, _TOP + 126


def order_seats(view: View) -> list[int]:
    """Return the seats in turn order, beginning with the seat to move."""
    seats = list(view.order)
    if view.turn in seats:
        i = seats.index(view.turn)
        seats = seats[i:] + seats[:i]
    return seats


def draw_seats(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    n = len(view.mats)
    w = (1512 - _GAP * (n - 1)) / n
    is_two_player = n == 2
    max_width = 270 if is_two_player else 114 + (w - 364) * 0.7
    names = [kit.fit_name(name, max_width, kit.KEY if is_two_player else kit.BODY, 2) for name in ctx.names[:n]]
    best = max(mat.vp for mat in view.mats)
    for k, seat in enumerate(order_seats(view)):
        x = 44 + (w + _GAP) * k
        if k:
            yield kit.Icon("move", x - _GAP / 2, _TOP + _H / 2, _GAP, theme.ARROW, theme.ROSEWOOD)  # arrow: turn order
        yield from _draw_seat(view, view.mats[seat], x, w, best)
        yield from _draw_changes(view.mats[seat], x, w, ctx)
        yield from names[seat].build_runs(x + 84, _TOP + 36, kit.INK, max_width=max_width)
        character = view.mats[seat].character
        if is_two_player and character is not None:
            word = kit.fit_text(render_noun(f"characters.{character}", ctx.lang, is_short=True), 200, kit.BODY)
            yield from word.build_runs(x + 368, _TOP + 36, theme.INK_2, max_width=200)
        if _has_passed(view, seat):
            yield from _draw_passed(ctx, x)


def _has_passed(view: View, seat: int) -> bool:
    mat = view.mats[seat]
    return view.phase == "turns" and not mat.dice and not mat.black and seat != view.turn


def _draw_passed(ctx: kit.RenderContext, x: float) -> Iterator[kit.Node]:
    text = kit.fit_text(render_message("passed", ctx.lang), 130, kit.BODY)
    w = kit.measure_text(text.lines[0], text.size) + 36
    yield kit.Box(x + 26, _TOP + 66, w, 40, 20, theme.SMALL, theme.PANEL, 2, material="pill")
    yield from text.build_runs(x + 26 + w / 2, _TOP + 86, theme.PANEL, "m", max_width=w - 16)


def _draw_seat(view: View, mat: Mat, x: float, w: float, best: int) -> Iterator[kit.Node]:
    seat, colour, active = mat.seat, theme.SEAT[mat.color], view.turn == mat.seat
    edge, width = (theme.GILT_DARK, 5) if active else (theme.TABLET_RIM, 2)
    background = theme.TURN if active else theme.PAPER
    yield kit.Box(x, _TOP, w, _H, 12, background, edge, width, material="vellum")
    yield kit.Box(x + 3, _TOP + 4, 14, _H - 8, 8, colour, corners=(True, False, False, True), material="band")
    yield kit.Sprite(x + 46, _TOP + 38, kit.SeatToken(seat, colour, 24))
    counts = (("post", mat.posts_left, 160, 38, colour), ("mission", len(mat.fulfilled), 148, 88, kit.INK))
    for icon, number, back, y, fill in counts:
        icon_x = x + w - back
        yield kit.Icon(icon, icon_x, _TOP + y, 32, fill, background, kit.INK if icon == "post" else None, 1.5)
        placement = kit.Placement(icon_x + 18, _TOP + y - 18, 38, 34, is_count=True)
        yield kit.Anchor(f"{icon}s:{seat}", placement, number, part="seats", is_minor=True)
        yield kit.TextRun(icon_x + 20, _TOP + y, str(number), kit.BODY, kit.INK, max_width=40)
    yield from _draw_points(mat, x + w - 50, best)
    yield from _draw_dice(view, mat, x, w)
    yield from _draw_stock(mat, x, w, background)


def _draw_points(mat: Mat, x: float, best: int) -> Iterator[kit.Node]:
    """Draw the points of a seat. The leader's have a ring, inside the ring that marks a change."""
    yield kit.Anchor(
        f"vp:{mat.seat}", kit.Placement.from_circle(x, _TOP + 54, 40), mat.vp, part="seats", is_points=True
    )
    if mat.vp == best > 0:
        yield kit.draw_leader_ring(x, _TOP + 54, 34)
    yield kit.Sprite(x, _TOP + 54, kit.Seal(str(mat.vp), 37 if mat.vp == best else 39))


def _draw_dice(view: View, mat: Mat, x: float, w: float) -> Iterator[kit.Node]:
    """Draw the dice on the player's mat, those of the player's colour first. There are none before the roll.

    If the seat to move has placed all, their places are empty.
    """
    dice = [*((value, theme.SEAT[mat.color]) for value in mat.dice), *((value, theme.BLACK_DIE) for value in mat.black)]
    max_size = 42.0
    pitch = min(max_size + 4, (w - 226) / max(1, len(dice) - 1))
    size = max_size if pitch >= max_size + 2 else max(24, min(38, pitch - 3))
    placement = kit.Placement(x + 22, _DICE_Y - 22, w - 196, 42, 8)  # clear of the name above
    yield kit.Anchor(
        f"dice:{mat.seat}", placement, (mat.dice, mat.black), part="seats", is_minor=True, age=find_dice_round(view)
    )
    for i in range(CONTENT.data.setup.dice if not dice and view.turn == mat.seat else 0):
        yield kit.Box(x + 24 + 34 * i, _DICE_Y - 14, 28, 28, 6, None, theme.TABLET_RIM, 2)
    for i, (value, colour) in enumerate(dice):
        yield kit.Sprite(x + 18 + size / 2 + pitch * i, _DICE_Y, kit.Die(colour, value, size))


def _draw_changes(mat: Mat, x: float, w: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the changes for a viewer who was away.

    Goods whose number has changed are underlined, the token of their owner has a ring, and the VP gained stand below
    the seal.
    """
    if not ctx.steps or not isinstance(ctx.view_before, View):
        return
    old_mat = ctx.view_before.mats[mat.seat]
    if old_mat.resources != mat.resources:
        yield from kit.draw_frame(kit.Placement.from_circle(x + 46, _TOP + 38, 25))
    yield from kit.draw_underlines(
        placement
        for key, _, _, placement, _ in _layout_goods(mat, x, w)
        if old_mat.resources.get(key, 0) != mat.resources[key]
    )
    yield from kit.draw_gain(x + w - 50, _TOP + 98, mat.vp - old_mat.vp, kit.PAPER_INK)


_SIZES = ((kit.BODY, 31, 6), (kit.DETAIL, 27, 6), (kit.DETAIL, 20, 1), (kit.MICRO, 22, 6))
"""Text size, icon size and minimum gap of a row of goods, largest first. The smallest is for a hundred coins."""


def _draw_stock(mat: Mat, x: float, w: float, background: str) -> Iterator[kit.Node]:
    """Draw the goods that the seat has."""
    for key, icon, size, placement, max_width in _layout_goods(mat, x, w):
        n, y = mat.resources[key], _GOODS_Y
        yield kit.Icon(key, placement.x - 2 - icon / 2, y, icon, theme.GOODS[key], background)
        yield kit.Anchor(f"stock:{mat.seat}:{key}", placement, n, part="seats", is_minor=True)
        yield kit.TextRun(placement.x + 1, y, str(n), size, kit.INK, max_width=max_width)


def _layout_goods(mat: Mat, x: float, w: float) -> Iterator[tuple[str, int, int, kit.Placement, float]]:
    """Yield for each resource that the seat has: name, icon size, text size, placement and width of the number."""
    items = [(key, n) for key, n in mat.resources.items() if n]
    if not items:
        return
    is_large = w > 700
    total_width = w - 38
    for size, icon, min_gap in ((kit.KEY, 36, 6), *_SIZES) if is_large else _SIZES:
        widths = [icon + 3 + kit.measure_text(str(n), size) for _, n in items]
        gap = (total_width - sum(widths)) / max(1, len(items) - 1)
        if gap >= min_gap:
            break
    gap = min(44 if is_large else 26, gap)
    left = x + 24
    for (key, _), width in zip(items, widths, strict=True):
        placement = kit.Placement(left + icon + 2, _GOODS_Y - 17, width - icon - 2, 32, is_count=True)
        yield key, icon, size, placement, width - icon + 1
        left += width + gap
