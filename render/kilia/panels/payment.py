"""Choice of a payment: one row each, with the units handed in at the left and the remaining stock beside them."""

from collections.abc import Iterator
from typing import NamedTuple

from engines.kilia.view import Mat, PaymentRow, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.panels.layout import HEIGHT, PAPER_INKS, build_panel_scene, draw_question
from render.kilia.pieces.board_pieces import Stall
from render.kilia.pieces.cards import draw_slip
from render.kilia.pieces.goods import THINGS_IN_ORDER, Money, Ware, build_amounts, build_stock

LEFT, TOP, ROWS_HEIGHT, ROW_WIDTH = 44, 196, 768, 1512
TALLEST_ROW, GAP, FOOT = 210.0, 12, 36
UNIT_PITCH, UNITS_WIDTH, LARGE_ROW, WIDE_PITCH = 170.0, 740.0, 180, 180
"""px from one unit to the next, and of all units at most; height of a row and width of a column for large numbers."""
_UNIT_SHARE = 0.88  # of its field that a unit and what is paid for it fill


class StockColumns(NamedTuple):
    """The columns of the remaining stock. They take all of a row that its units leave."""

    first_middle: float  # x of the middle of the first column, in px of the picture
    pitch: float  # px from the middle of one column to the next
    is_large: bool
    """Whether there is room for large numbers."""


def draw_payment_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture of the payments, in the order of their options; few make it lower."""
    assert view.pending_payment is not None and ctx.viewer is not None
    mat, rows = view.mats[ctx.viewer], view.pending_payment.payments
    h = min(TALLEST_ROW, (ROWS_HEIGHT - GAP * (len(rows) - 1)) / len(rows))
    columns = lay_out_columns(max(len(payment.units) for payment in rows), h)
    nodes = [
        *draw_question(render_message("pay", ctx.lang), mat, 630),
        *draw_cost(view.pending_payment.needs, view.pending_payment.coins),
        *draw_column_heads(columns),
    ]
    for r, payment in enumerate(rows):
        nodes += draw_payment_row(mat, payment, LEFT, TOP + (h + GAP) * r, h, columns, ctx)
    foot = TOP + (h + GAP) * len(rows) - GAP + FOOT
    return build_panel_scene(tuple(nodes), height=min(HEIGHT, round(foot)))


def draw_cost(needs: tuple[str, ...], coins: int) -> Iterator[kit.Node]:
    """Draw the cost at the right of the question."""
    pieces = len(needs) + bool(coins)
    for i, need in enumerate(needs):
        yield kit.Sprite(1520 - 66 * (pieces - 1 - i), 78, Ware(need, 56, 0, theme.TAR))
    if coins:
        yield kit.Sprite(1520, 78, Money(coins, 28))


def lay_out_columns(unit_count: int, row_height: float) -> StockColumns:
    """Lay out the columns of the stock beside the units of a payment."""
    left = LEFT + 50 + min(UNITS_WIDTH, UNIT_PITCH * unit_count)
    pitch = (LEFT + ROW_WIDTH - left) / len(THINGS_IN_ORDER)
    return StockColumns(left + pitch / 2, pitch, pitch >= WIDE_PITCH and row_height >= LARGE_ROW)


def draw_column_heads(columns: StockColumns) -> Iterator[kit.Node]:
    """Draw the icons above the columns of the remaining stock."""
    for j, thing in enumerate(THINGS_IN_ORDER):
        x, size = columns.first_middle + columns.pitch * j, 60 if columns.is_large else 44
        yield kit.Sprite(x, 156, Ware(thing, size, 0, theme.TAR))


def draw_payment_row(
    mat: Mat, payment: PaymentRow, x: float, y: float, h: float, columns: StockColumns, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw one payment."""
    yield kit.Anchor(f"way:{payment.key}", kit.Placement(x, y, ROW_WIDTH, h, 12, (x + 6, y + 6), 28))
    yield draw_slip(x, y, ROW_WIDTH, h, is_possible=True)
    yield from draw_units(payment, x + 50, y, h, ctx)
    before = build_stock(mat)
    after = build_amounts(payment.remaining_coins, payment.remaining_goods)
    large, size, small = (kit.DISPLAY, kit.HEAD, kit.KEY) if columns.is_large else (kit.HEAD, kit.KEY, kit.BODY)
    for j, (thing, old_count) in enumerate(before.items()):
        new_count, middle = after[thing], columns.first_middle + columns.pitch * j
        if new_count == old_count:
            yield kit.TextRun(middle, y + h / 2, str(new_count), size, PAPER_INKS.muted, "m", max_width=90)
        else:
            up, down = 0.27 * large, 0.62 * large
            yield kit.TextRun(middle, y + h / 2 - up, str(new_count), large, PAPER_INKS.main, "m", max_width=100)
            handed_in = f"−{old_count - new_count}"
            yield kit.TextRun(middle, y + h / 2 + down, handed_in, small, PAPER_INKS.accent, "m", max_width=90)


def draw_units(payment: PaymentRow, x: float, y: float, h: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw one field for each unit, with the name of its source below."""
    count = len(payment.units)
    pitch = min(UNIT_PITCH, UNITS_WIDTH / max(1, count))
    w, field = pitch - 14, h - 60
    words = kit.fit_texts(
        [render_message(f"unit.{kind}", ctx.lang) for kind, _, _ in payment.units], pitch - 6, kit.BODY
    )
    for k, (kind, need, source_good) in enumerate(payment.units):
        unit_x, middle, centre = x + pitch * k, x + pitch * k + w / 2, y + 12 + field / 2
        if kind == "merchant":
            fill = theme.GOODS[source_good]
            yield kit.Box(
                unit_x, y + 12, w, field, 10, fill, kit.INK if source_good == "salt" else kit.darken(fill, 0.4), 3
            )
            yield kit.Sprite(middle - 12, centre, Stall(source_good, min(84, field - 12)))
            yield kit.Sprite(unit_x + w - 20, y + field - 6, Money(1, 20))
        else:
            yield kit.Box(unit_x, y + 12, w, field, 10, theme.LAMP, theme.LINE_2, 2)
            yield from draw_unit_source(kind, need, source_good, middle, centre, _UNIT_SHARE * min(w, field + 24))
        yield from words[k].build_runs(middle, y + h - 24, PAPER_INKS.muted, "m", pitch)


def draw_unit_source(kind: str, need: str, source_good: str, x: float, y: float, w: float) -> Iterator[kit.Node]:
    """Draw the source of a unit: a good of the stock, a swapped one, or three for one."""
    match kind:
        case "swap":
            yield kit.Sprite(x - 0.3 * w, y, Ware(source_good, 0.36 * w, 0, theme.LAMP))
            yield kit.Icon("swap", x, y, 0.22 * w, kit.INK, theme.LAMP)
            yield kit.Sprite(x + 0.3 * w, y, Ware(need, 0.28 * w, 0, theme.LAMP))
        case "three":
            size = 0.28 * w
            for dx, dy in ((-0.34, -0.15), (-0.12, -0.02), (-0.34, 0.14)):
                yield kit.Sprite(x + dx * w, y + dy * w, Ware(source_good, size, 0, theme.LAMP))
            tip = x + 0.17 * w
            yield kit.Poly(((tip - 0.1 * w, y - 0.08 * w), (tip, y), (tip - 0.1 * w, y + 0.08 * w)), kit.INK)
            yield kit.Sprite(x + 0.34 * w, y, Ware(need, 0.26 * w, 0, theme.LAMP))
        case _:
            yield kit.Sprite(x, y, Ware(source_good, 0.56 * w, 0, theme.LAMP))
