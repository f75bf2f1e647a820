"""Choice of windows of ship 2: each warehouse with its two windows, and the sailing after the next."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.view import Mat, SegmentView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.panels.layout import build_panel_scene, draw_question
from render.kilia.panels.nearly_payable import MAX_COSTS, draw_nearly_payable, list_nearly_payable
from render.kilia.panels.orientation import draw_lamp
from render.kilia.pieces.cards import draw_cell_items, draw_slip
from render.kilia.pieces.goods import THINGS_IN_ORDER, Ware, build_stock
from render.kilia.pieces.ships import Cog, draw_cog

TOP, ROWS_HEIGHT, GAP = 142, 814, 14
MAX_ROW_HEIGHT, MAX_LAST_ROW_HEIGHT, WINDOW_W = 400, 560, 324
RETURN_HEIGHT, RETURN_SUMS_HEIGHT = 270, 84
"""Height of the return sailing: with its canal, if few choices leave space for it, and with sums only."""


def draw_sailing_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture with a row for each warehouse where the reader has a choice.

    The stock in a row includes the windows already chosen in the rows above it.
    """
    assert ctx.viewer is not None
    mat = view.mats[ctx.viewer]
    choices = mat.next_sailing.choices
    n = len(choices)
    return_height = RETURN_HEIGHT if n < 3 and not view.is_ending else RETURN_SUMS_HEIGHT
    h = min(MAX_LAST_ROW_HEIGHT if view.is_ending else MAX_ROW_HEIGHT, (ROWS_HEIGHT - return_height) / n - GAP)
    chosen_places = {mark.place for mark in ctx.marks if mark.is_chosen}
    stock = Counter(build_stock(mat))
    nodes = [*draw_question(render_message("windows", ctx.lang), mat)]
    for r, choice in enumerate(choices):
        y = TOP + (h + GAP) * r
        nodes += [
            kit.Box(44, y, 1110, h, 12, theme.TAR_2, material="lacquer"),
            *draw_warehouse_strip(mat, choice.segment, y, h, ctx),
        ]
        for i, (cell, things) in enumerate(choice.windows):
            nodes += draw_window(stock, choice.segment, cell, things, 484 + (WINDOW_W + 10) * i, y + 12, h - 24)
        for cell, things in choice.windows:
            if f"window:{choice.segment}:{cell}" in chosen_places:
                stock = stock + Counter(things)
    y = TOP + (h + GAP) * n
    if view.is_ending:
        nodes += draw_last_sailing(y, ctx)
    else:
        nodes += draw_return_sailing(mat, y, min(MAX_ROW_HEIGHT, TOP + ROWS_HEIGHT - y), ctx)
    return build_panel_scene((*nodes, *draw_sidebar(mat, stock + Counter(mat.next_sailing.certain_things), ctx)))


def draw_warehouse_strip(mat: Mat, segment: int, y: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the warehouse as the ship sees it, both windows lit."""
    cells = mat.canal[segment - 1].cells
    assert cells is not None
    yield kit.Box(56, y + 12, 400, h - 24, 10, theme.BALTIC, material="cloth")
    yield kit.TextRun(74, y + 40, render_message("segment", ctx.lang, n=segment), kit.DETAIL, kit.WHITE, max_width=190)
    is_bow_right = mat.side == "left"
    a, b = (280, 430) if is_bow_right else (430, 280)
    sign = 1 if is_bow_right else -1
    yield kit.Polyline(((a, y + 40), (b - 20 * sign, y + 40)), theme.COURSE, 4)
    yield kit.Poly(((b - 22 * sign, y + 28), (b, y + 40), (b - 22 * sign, y + 52)), theme.COURSE)
    top, height = y + 64, h - 88
    for k, items in enumerate(cells, 1):
        x = 68 + 95 * (k - 1)
        is_open = k in mat.windows
        if is_open:
            yield kit.Box(x, top, 88, height, 9, kit.GOLD)
            yield kit.Box(x + 6, top + 6, 76, height - 12, 6, theme.LAMP)
        else:
            yield kit.Box(x, top, 88, height, 9, theme.BALTIC_2)
        background = theme.LAMP if is_open else theme.BALTIC_2
        yield from draw_cell_items(
            items, x + 44, top + height / 2, min(60, 0.6 * height), height, 0 if is_open else 0.45, background
        )


def draw_return_sailing(mat: Mat, y: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the cargo of the sailing after the next from the present canal: sums, and the canal if it fits."""
    yield kit.Box(44, y, 1110, h, 12, theme.BALTIC, material="cloth")
    line = y + (44 if h > RETURN_SUMS_HEIGHT else h / 2)
    words = kit.fit_text(render_message("back", ctx.lang), 300, kit.BODY)
    yield from words.build_runs(68, line, kit.WHITE, max_width=304)
    is_bow_right = mat.side != "left"
    a, b = (390, 540) if is_bow_right else (540, 390)
    sign = 1 if is_bow_right else -1
    yield kit.Polyline(((a, line), (b - 20 * sign, line)), theme.COURSE, 4)
    yield kit.Poly(((b - 22 * sign, line - 12), (b, line), (b - 22 * sign, line + 12)), theme.COURSE)
    x = 600.0
    counted: Counter[str] = Counter(mat.return_sailing.certain_things)
    for thing in (thing for thing in THINGS_IN_ORDER if counted[thing]):
        yield kit.Sprite(x, line, Ware(thing, 40, 0, theme.BALTIC))
        yield kit.TextRun(x + 27, line, str(counted[thing]), kit.KEY, kit.WHITE, max_width=54)
        x += 88
    if mat.return_sailing.choices:
        yield from draw_lamp(x, line)
        yield kit.TextRun(x + 27, line, f"×{len(mat.return_sailing.choices)}", kit.KEY, kit.WHITE, max_width=76)
    elif not mat.return_sailing.certain_things:
        yield kit.TextRun(x, line, "–", kit.KEY, kit.WHITE, max_width=40)
    if h > RETURN_SUMS_HEIGHT:
        for segment in mat.canal:
            yield from _draw_segment(segment, mat.return_windows, 62 + 216 * (segment.number - 1), y + 88, h - 108)


def draw_last_sailing(y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the notice before the final round, in which no ship sails, instead of the return sailing."""
    yield kit.Box(44, y, 1110, RETURN_SUMS_HEIGHT, 12, theme.BALTIC, material="cloth")
    yield kit.Icon("anchor", 84, y + RETURN_SUMS_HEIGHT / 2, 48, kit.WHITE, theme.BALTIC)
    yield from kit.fit_text(render_message("last_sailing", ctx.lang), 1010, kit.BODY).build_runs(
        126, y + RETURN_SUMS_HEIGHT / 2, kit.WHITE, max_width=1014
    )


def _draw_segment(
    segment: SegmentView, open_cells: tuple[int, ...], x: float, y: float, h: float
) -> Iterator[kit.Node]:
    """Draw a segment as the ship will see it on the return sailing; a free one is an outline."""
    if segment.cells is None:
        yield kit.Box(x, y, 206, h, 10, None, theme.BALTIC_LINE, 3)
        yield kit.Icon("anchor", x + 103, y + h / 2, 56, theme.BALTIC_LINE, theme.BALTIC)
        return
    yield kit.Box(x, y, 206, h, 10, theme.PRINTED if segment.card is None else theme.TAR)
    for k, items in enumerate(segment.cells, 1):
        left, is_open = x + 6 + 49 * (k - 1), k in open_cells
        yield kit.Box(left, y + 6, 46, h - 12, 6, kit.GOLD if is_open else theme.BALTIC_2)
        if is_open:
            yield kit.Box(left + 4, y + 10, 38, h - 20, 5, theme.LAMP)
        background = theme.LAMP if is_open else theme.BALTIC_2
        yield from draw_cell_items(items, left + 23, y + h / 2, 34, h - 12, 0 if is_open else 0.45, background)


def draw_window(
    stock_before: Counter[str], segment: int, cell: int, things: tuple[str, ...], x: float, y: float, h: float
) -> Iterator[kit.Node]:
    """Draw one window with its things, and the stock before and after."""
    yield kit.Anchor(f"window:{segment}:{cell}", kit.Placement(x, y, WINDOW_W, h, 12, (x + 6, y + 4), 30))
    yield draw_slip(x, y, WINDOW_W, h, is_possible=True)
    counted = Counter(things)
    kinds = [thing for thing in THINGS_IN_ORDER if counted[thing]]
    is_low = h < 200
    pitch = WINDOW_W / len(kinds)
    for i, thing in enumerate(kinds):
        middle = x + pitch * (i + 0.5)
        size = min(96 if len(kinds) == 1 else 72, 0.42 * h)
        gain_y = y + (0.34 if not is_low else 0.3) * h
        yield kit.Sprite(middle - 0.55 * size, gain_y, Ware(thing, size, 0, theme.SLIP))
        yield kit.TextRun(
            middle + 8, gain_y, f"+{counted[thing]}", kit.HEAD if len(kinds) == 1 else kit.KEY, kit.INK, max_width=90
        )
        stock_text = f"{stock_before[thing]} → {stock_before[thing] + counted[thing]}"
        yield kit.TextRun(
            middle,
            y + 0.76 * h,
            stock_text,
            kit.KEY if len(kinds) == 1 else kit.BODY,
            kit.INK,
            "m",
            max_width=pitch - 8,
        )
    yield kit.Polyline(((x + 24, y + 0.57 * h), (x + WINDOW_W - 24, y + 0.57 * h)), theme.LINE, 2)


def draw_sidebar(mat: Mat, stock_after: dict[str, int], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the ship's direction, the stock, the certain cargo, and the costs nearly payable with both."""
    yield kit.Box(1172, TOP, 384, 810, 12, theme.TAR_2, material="lacquer")
    is_bow_right = mat.side == "left"
    cog = Cog(mat.seat, theme.SEATS[mat.color], mat.ship, is_bow_right)
    yield from draw_cog(cog, mat.windows, 1220, TOP + 166)
    yield kit.TextRun(
        1364,
        TOP + 206,
        render_message("to_right" if is_bow_right else "to_left", ctx.lang),
        kit.KEY,
        kit.WHITE,
        "m",
        max_width=340,
    )
    yield kit.Box(1196, TOP + 240, 336, 2, 0, theme.DIM)
    yield kit.TextRun(1196, TOP + 272, render_message("you_have", ctx.lang), kit.BODY, theme.MUTED, max_width=340)
    for i, (thing, number) in enumerate(build_stock(mat).items()):
        x, line = 1220 + 116 * (i % 3), TOP + 332 + 68 * (i // 3)
        yield kit.Sprite(x, line, Ware(thing, 48, 0 if number else 0.6, theme.TAR_2))
        yield kit.TextRun(x + 32, line, str(number), kit.KEY, kit.WHITE if number else theme.DIM, max_width=70)
    y: float = TOP + 444
    certain_counts: Counter[str] = Counter(mat.next_sailing.certain_things)
    if certain_counts:
        yield from kit.fit_text(render_message("sure", ctx.lang), 100, kit.BODY).build_runs(
            1196, y + 12, theme.MUTED, max_width=104
        )
        for i, thing in enumerate(thing for thing in THINGS_IN_ORDER if certain_counts[thing]):
            yield kit.Sprite(1318 + 66 * (i % 4), y + 12, Ware(thing, 36, 0, theme.TAR_2))
            yield kit.TextRun(
                1340 + 66 * (i % 4), y + 12, str(certain_counts[thing]), kit.BODY, kit.WHITE, max_width=34
            )
        y += 44
    yield kit.Box(1196, y, 336, 2, 0, theme.DIM)
    yield from kit.fit_text(render_message("nearly", ctx.lang), 336, kit.BODY).build_runs(
        1196, y + 36, theme.MUTED, max_width=340
    )
    pitch = (TOP + 810 - y - 66) / MAX_COSTS
    for i, cost in enumerate(list_nearly_payable(mat, stock_after)):
        yield from draw_nearly_payable(cost, 1194, y + 66 + pitch * (i + 0.5), 340, ctx)
