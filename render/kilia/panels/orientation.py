"""Choice of the orientation of a new warehouse: both sailings, as printed and turned, and the stock afterwards."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Cell
from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.panels.layout import CLOTH_INKS, PAPER_INKS, Inks, build_panel_scene, draw_price, draw_question
from render.kilia.pieces.cards import draw_cell_items, draw_slip
from render.kilia.pieces.goods import THINGS_IN_ORDER, Ware, build_stock

TOP, ROW_HEIGHT, ROW_WIDTH = 142, 276, 1110
SIDEBAR_X, SIDEBAR_WIDTH = 1172, 384
STOCK_TOP, STOCK_PITCH = TOP + 446, 66
"""First line of the stock at the right, and the distance between lines."""
ORIENTATIONS = ("printed", "turned")


def draw_orientation_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture: two rows, below them the canal with its free segments; at the right the stock after the
    next council."""
    assert view.building is not None and ctx.viewer is not None
    mat, building = view.mats[ctx.viewer], view.building
    strip = CONTENT.cards[building.card].warehouse
    is_segment_asked = any(mark.place.startswith("segment:") for mark in ctx.marks)
    inks = CLOTH_INKS if is_segment_asked else PAPER_INKS
    nodes = [*draw_question(render_message("which_segment" if is_segment_asked else "way", ctx.lang), mat)]
    for index, (key, cells) in enumerate(zip(ORIENTATIONS, (strip, tuple(reversed(strip))), strict=True)):
        y = TOP + (ROW_HEIGHT + 16) * index
        nodes.append(kit.Anchor(f"way:{key}", kit.Placement(44, y, ROW_WIDTH, ROW_HEIGHT, 12, (50, y + 6), 34)))
        nodes.append(draw_slip(44, y, ROW_WIDTH, ROW_HEIGHT, is_possible=not is_segment_asked))
        nodes += draw_orientation_sign(key, y, inks, ctx)
        if view.is_final_round:
            nodes += draw_cells(cells, (), 304, y)
            words = kit.fit_text(render_message("no_sailing", ctx.lang), 390, kit.BODY, 2)
            nodes += words.build_runs(732, y + ROW_HEIGHT / 2, inks.muted, max_width=396)
            continue
        for r, cargo in enumerate((building.next_sailings[index], building.return_sailings[index])):
            if r and view.is_ending:
                words = kit.fit_text(render_message("last_sailing", ctx.lang), 390, kit.BODY, 2)
                nodes += words.build_runs(732, y + ROW_HEIGHT / 2, inks.muted, max_width=396)
            else:
                nodes += draw_sailing(mat, cells, cargo, 304 + 428 * r, y, r == 0, inks, ctx)
    return build_panel_scene(
        (*nodes, *draw_segments(mat, building.segment, is_segment_asked, ctx), *draw_sidebar(view, mat, ctx))
    )


def draw_sidebar(view: View, mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the card and its price, the stock that remains, and the stock after the council in either orientation."""
    assert view.building is not None
    slot = next(slot for slot in view.slots if slot.card == view.building.card)
    cost = 0 if mat.keys >= slot.keys else slot.price
    yield kit.Box(SIDEBAR_X, TOP, SIDEBAR_WIDTH, 810, 12, theme.TAR_2, material="lacquer")
    yield from _draw_settled_heading("expansion_cost", TOP + 42, ctx)
    for i, thing in enumerate(list_goods_spent(mat)):
        yield kit.Sprite(SIDEBAR_X + 52 + 62 * i, TOP + 104, Ware(thing, 50, 0, theme.TAR_2))
    yield kit.Box(SIDEBAR_X + 24, TOP + 146, SIDEBAR_WIDTH - 48, 2, 0, theme.DIM)
    yield from _draw_settled_heading("warehouse_card", TOP + 188, ctx)
    yield from draw_price(slot, mat.keys, SIDEBAR_X + 24, TOP + 248, ctx)
    remaining = build_stock(mat) | {"coin": mat.coins - cost}
    stocks_after = [Counter(remaining) + Counter(cargo[0]) for cargo in view.building.next_sailings]
    if view.is_final_round:
        return
    yield kit.Box(SIDEBAR_X + 24, TOP + 290, SIDEBAR_WIDTH - 48, 2, 0, theme.DIM)
    words = kit.fit_text(render_message("after_council", ctx.lang), SIDEBAR_WIDTH - 48, kit.BODY)
    yield from words.build_runs(SIDEBAR_X + 24, TOP + 328, theme.MUTED, max_width=SIDEBAR_WIDTH - 40)
    columns = SIDEBAR_X + 112, SIDEBAR_X + 236, SIDEBAR_X + 336
    yield from kit.fit_text(render_message("now", ctx.lang), 90, kit.BODY).build_runs(
        columns[0], TOP + 384, theme.MUTED, "m", 96
    )
    for x, key in zip(columns[1:], ORIENTATIONS, strict=True):
        yield kit.Icon("turned" if key == "turned" else "arrow", x, TOP + 384, 40, theme.MUTED, theme.TAR_2)
    for i, thing in enumerate(THINGS_IN_ORDER):
        y = STOCK_TOP + STOCK_PITCH * i
        yield kit.Sprite(SIDEBAR_X + 44, y, Ware(thing, 52, 0 if remaining[thing] else 0.5, theme.TAR_2))
        yield kit.TextRun(
            columns[0],
            y,
            str(remaining[thing]),
            kit.KEY,
            kit.WHITE if remaining[thing] else theme.DIM,
            "m",
            max_width=72,
        )
        yield kit.Icon("arrow", SIDEBAR_X + 172, y, 26, theme.MUTED, theme.TAR_2)
        for x, stock, other_stock in zip(columns[1:], stocks_after, stocks_after[::-1], strict=True):
            is_better = stock[thing] > other_stock[thing]
            yield kit.TextRun(
                x,
                y,
                str(stock[thing]),
                kit.HEAD if is_better else kit.KEY,
                kit.GOLD if is_better else kit.WHITE,
                "m",
                max_width=84,
            )
    y = STOCK_TOP + STOCK_PITCH * len(THINGS_IN_ORDER)
    choice_counts = [len(cargo[1]) for cargo in view.building.next_sailings]
    if any(choice_counts):
        yield from draw_lamp(SIDEBAR_X + 44, y)
        for x, number in zip(columns[1:], choice_counts, strict=True):
            yield kit.TextRun(x, y, f"×{number}", kit.KEY, theme.MUTED, "m", max_width=84)


def _draw_settled_heading(key: str, y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the heading of a completed step."""
    yield kit.Disc(SIDEBAR_X + 44, y, 20, kit.GOLD)
    yield kit.Icon("check", SIDEBAR_X + 44, y, 26, kit.INK, kit.GOLD)
    yield from kit.fit_text(render_message(key, ctx.lang), 290, kit.BODY).build_runs(
        SIDEBAR_X + 80, y, theme.MUTED, max_width=296
    )


def list_goods_spent(mat: Mat) -> list[str]:
    """R9 Return the goods that the expansion before this warehouse cost; the log says how they were paid."""
    zone = next(zone for zone in mat.zones if zone.id == "warehouse")
    return [zone.good] * CONTENT.data.zones["warehouse"].costs[len(zone.cards) - 1] if zone.cards else []


def draw_lamp(x: float, y: float) -> Iterator[kit.Node]:
    """Draw a window of ship 2 that is still to be chosen."""
    yield kit.Box(x - 19, y - 19, 38, 38, 8, kit.GOLD)
    yield kit.Box(x - 13, y - 13, 26, 26, 5, theme.LAMP)


def draw_orientation_sign(key: str, y: float, inks: Inks, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the sign and name of an orientation."""
    yield kit.Icon("turned" if key == "turned" else "arrow", 168, y + 104, 84, inks.main, inks.ground)
    yield from kit.fit_text(render_message(key, ctx.lang), 220, kit.KEY, 2).build_runs(
        168, y + 206, inks.main, "m", 228
    )


def draw_sailing(
    mat: Mat,
    cells: tuple[Cell, ...],
    cargo: tuple[tuple[str, ...], tuple[object, ...]],
    x: float,
    y: float,
    is_next: bool,
    inks: Inks,
    ctx: kit.RenderContext,
) -> Iterator[kit.Node]:
    """Draw one sailing: the cells as the ship sees them, then the cargo of the whole canal."""
    is_bow_right = (mat.side == "left") == is_next
    ink = inks.main if is_next else inks.muted
    yield kit.TextRun(
        x, y + 36, render_message("sailing" if is_next else "back", ctx.lang), kit.BODY, ink, max_width=290
    )
    a, b = (x + 310, x + 396) if is_bow_right else (x + 396, x + 310)
    sign = 1 if is_bow_right else -1
    yield kit.Polyline(((a, y + 36), (b - 18 * sign, y + 36)), inks.muted, 4)
    yield kit.Poly(((b - 20 * sign, y + 24), (b, y + 36), (b - 20 * sign, y + 48)), inks.muted)
    windows = CONTENT.data.ships[mat.ship].windows
    open_cells = windows if is_bow_right else tuple(len(cells) + 1 - k for k in windows)
    yield from draw_cells(cells, open_cells, x, y)
    certain_things, choices = cargo
    counted = Counter(certain_things)
    things = [thing for thing in THINGS_IN_ORDER if counted[thing]]
    pitch = min(84.0, 388 / max(1, len(things) + bool(choices)))
    icon_x = x + 20
    for thing in things:
        yield kit.Sprite(icon_x, y + 222, Ware(thing, 38, 0, inks.ground))
        yield kit.TextRun(icon_x + 25, y + 222, str(counted[thing]), kit.KEY, ink, max_width=50)
        icon_x += pitch
    if choices:
        yield from draw_lamp(icon_x, y + 222)
        yield kit.TextRun(icon_x + 25, y + 222, f"×{len(choices)}", kit.KEY, ink, max_width=76)
    elif not certain_things:
        yield kit.TextRun(icon_x, y + 222, "–", kit.KEY, ink, max_width=40)


def draw_cells(cells: tuple[Cell, ...], open_cells: Sequence[int], x: float, y: float) -> Iterator[kit.Node]:
    """Draw the four cells of the warehouse, lit under an open window."""
    for k, items in enumerate(cells, 1):
        cell_x = x + 102 * (k - 1)
        yield kit.Box(cell_x, y + 64, 96, 112, 9, kit.GOLD if k in open_cells else theme.BALTIC_2)
        if k in open_cells:
            yield kit.Box(cell_x + 6, y + 70, 84, 100, 6, theme.LAMP)
        background = theme.LAMP if k in open_cells else theme.BALTIC_2
        yield from draw_cell_items(items, cell_x + 48, y + 120, 62, 112, 0 if k in open_cells else 0.45, background)


def draw_segments(mat: Mat, place: int, is_asked: bool, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the five segments. place: number of the one proposed or chosen for the warehouse; is_asked: whether this is
    the question.
    """
    y = 726
    yield kit.Box(44, y, ROW_WIDTH, 226, 12, theme.BALTIC, material="cloth")
    words = render_message("same_anywhere", ctx.lang) if is_asked else render_message("any_place", ctx.lang, n=place)
    caption = kit.fit_text(words, ROW_WIDTH - 48, kit.BODY)
    yield from caption.build_runs(68, y + 40, kit.WHITE, max_width=ROW_WIDTH - 40)
    for segment in mat.canal:
        x = 62 + 216 * (segment.number - 1)
        placement = kit.Placement(x, y + 76, 206, 92, 10, (x + 4, y + 76), 26)
        yield kit.Anchor(f"segment:{segment.number}", placement)
        is_place = segment.number == place
        yield kit.TextRun(
            x + 103, y + 196, str(segment.number), kit.BODY, kit.WHITE if is_place else theme.BACK, "m", max_width=60
        )
        if segment.cells is not None:
            yield kit.Box(x, y + 76, 206, 92, 10, theme.PRINTED if segment.card is None else theme.TAR)
            for k, items in enumerate(segment.cells):
                cell_x = x + 6 + 49 * k
                yield kit.Box(cell_x, y + 82, 46, 80, 6, theme.BALTIC_2)
                yield from draw_cell_items(items, cell_x + 23, y + 122, 36, 80, 0.2, theme.BALTIC_2)
            continue
        fill, edge, width = (kit.WHITE, kit.INK, 4) if is_place else (None, theme.BALTIC_LINE, 3)
        yield kit.Box(x, y + 76, 206, 92, 10, fill, edge, width)
        ink, background = (kit.INK, kit.WHITE) if is_place else (theme.BALTIC_LINE, theme.BALTIC)
        yield kit.Icon("anchor", x + 103, y + 122, 56, ink, background)
