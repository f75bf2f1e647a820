"""Choice of the merchants that deliver: a row for each division among them, and the market beside it."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.view import DeliveryRow, MarketSpaceView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.mat.market import MARKET_LEFT, MARKET_TOP, draw_spaces
from render.kilia.panels.layout import PAPER_INKS, build_panel_scene, draw_question, draw_resources
from render.kilia.pieces.board_pieces import Stall
from render.kilia.pieces.cards import draw_slip

LEFT, TOP, ROWS_HEIGHT, ROW_WIDTH, GAP = 44, 196, 756, 890, 10
MAX_ROW_HEIGHT = 240
SOURCES_X, SOURCES_WIDTH = 112, 470
COLUMNS_X, COLUMNS_WIDTH = 620, 300
"""The numbers of goods left, one column for each merchant of the good."""
MARKET_X, MARKET_Y, SCALE = 966, 250, 1.18


def draw_merchants_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture of the merchants, in the order of their options."""
    assert view.delivery is not None and ctx.viewer is not None
    mat, delivery = view.mats[ctx.viewer], view.delivery
    merchants = [space for space in mat.market if space.good == delivery.good]
    height = min(MAX_ROW_HEIGHT, ROWS_HEIGHT / len(delivery.rows) - GAP)
    nodes = [
        *draw_question(render_message("which_merchants", ctx.lang), mat, 630),
        *draw_resources(mat),
        *_draw_column_heads(merchants, ctx),
    ]
    for r, row in enumerate(delivery.rows):
        nodes += _draw_row(delivery.good, row, merchants, TOP + (height + GAP) * r, height)
    nodes += [
        kit.transform_node(node, MARKET_X - SCALE * MARKET_LEFT, MARKET_Y - SCALE * (MARKET_TOP + 6), SCALE)
        for node in draw_spaces(mat, theme.TAR)
    ]
    return build_panel_scene(tuple(nodes))


def _find_column(merchants: list[MarketSpaceView], index: int) -> float:
    """Return the middle of the column of a merchant."""
    return COLUMNS_X + COLUMNS_WIDTH / len(merchants) * (index + 0.5)


def _draw_column_heads(merchants: list[MarketSpaceView], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the heading of the columns and the name of each merchant's space."""
    words = kit.fit_text(render_message("left_this_turn", ctx.lang), COLUMNS_X - SOURCES_X - 60, kit.BODY)
    yield from words.build_runs(SOURCES_X, 166, theme.MUTED, max_width=COLUMNS_X - SOURCES_X - 50)
    for i, merchant in enumerate(merchants):
        yield kit.TextRun(_find_column(merchants, i), 166, merchant.space, kit.BODY, kit.WHITE, "m", max_width=60)


def _draw_row(good: str, row: DeliveryRow, merchants: list[MarketSpaceView], y: float, h: float) -> Iterator[kit.Node]:
    """Draw one choice: the merchants that deliver, and what each merchant of the good can still sell in this turn."""
    middle, counts = y + h / 2, Counter(row.spaces)
    yield kit.Anchor(row.key, kit.Placement(LEFT, y, ROW_WIDTH, h, 12, (LEFT + 6, y + 6), min(28, h / 2)))
    yield draw_slip(LEFT, y, ROW_WIDTH, h, is_possible=True)
    pitch = SOURCES_WIDTH / max(2, len(counts))
    stall_size = min(120.0, h - 20, pitch - 136)
    for i, (space, number) in enumerate(counts.items()):
        x = SOURCES_X + pitch * i
        if stall_size > 40:
            yield kit.Sprite(x + stall_size / 2, middle, Stall(good, stall_size))
            x += stall_size + 12
        text = space if number == 1 else f"{space} ×{number}"
        yield kit.TextRun(x, middle, text, kit.KEY, PAPER_INKS.main, max_width=pitch)
    for i, merchant in enumerate(merchants):
        left = merchant.uses - merchant.used_count - counts[merchant.space]
        ink = PAPER_INKS.main if left else theme.LINE_2
        yield kit.TextRun(_find_column(merchants, i), middle, str(left), kit.HEAD, ink, "m", max_width=60)
