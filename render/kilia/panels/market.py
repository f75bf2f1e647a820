"""Choice of a space for a merchant: the large pyramid, and beside it the bonus of every space."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import MarketSpaceView, Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message, render_noun
from render.kilia.mat.market import MARKET_LEFT, MARKET_TOP, SPACE_POSITIONS, draw_spaces
from render.kilia.panels.layout import build_panel_scene, draw_question, draw_resources
from render.kilia.pieces.board_pieces import Stall as StallPiece
from render.kilia.pieces.board_pieces import draw_bonus

SCALE = 1.58
ROW_HEIGHT = 129


def draw_market_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture for choosing the space of the merchant."""
    assert ctx.viewer is not None
    mat = view.mats[ctx.viewer]
    nodes = [*draw_question(render_message("which_space", ctx.lang), mat), *draw_resources(mat), kit.FRAME_LAYER]
    nodes += [
        kit.transform_node(node, 60 - SCALE * MARKET_LEFT, 152 - SCALE * (MARKET_TOP + 6), SCALE)
        for node in draw_spaces(mat, theme.TAR)
    ]
    # same order as the numbers on the pyramid
    rows = sorted(mat.market, key=lambda space: SPACE_POSITIONS[space.space][::-1])
    words = kit.fit_texts([_describe_space(mat, space, ctx) for space in rows], 404, kit.KEY, 1)
    for r, (space, name) in enumerate(zip(rows, words, strict=True)):
        nodes += _draw_row(space, name, 142 + (ROW_HEIGHT + 6) * r, ctx)
    return build_panel_scene(tuple(nodes))


def _draw_row(space: MarketSpaceView, name: kit.FittedText, y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw one space: its name, its bonus or the merchant to cover, and the uses in a turn."""
    x, middle = 948, y + ROW_HEIGHT / 2
    ink = kit.WHITE if space.is_open else theme.DIM
    yield kit.Box(x, y, 608, ROW_HEIGHT, 12, theme.TAR_2, material="lacquer")
    yield kit.TextRun(x + 14, middle, space.space, kit.HEAD, ink, max_width=90)
    if space.good is None:
        yield from draw_bonus(space, x + 144, middle, 78, ink, theme.TAR_2)
    else:
        yield kit.Sprite(x + 144, middle, StallPiece(space.good, 84))
    yield from name.build_runs(x + 196, middle - 26, ink, max_width=408)
    uses = kit.fit_text(render_message("uses", ctx.lang, n=space.uses), 300, kit.BODY)
    yield from uses.build_runs(x + 196, middle + 30, theme.MUTED if space.is_open else theme.DIM, max_width=310)
    if not space.is_open:
        yield kit.Icon("lock", x + 572, middle, 40, theme.DIM, theme.TAR_2)


def _describe_space(mat: Mat, space: MarketSpaceView, ctx: kit.RenderContext) -> str:
    if space.good is not None:
        return render_message("covers", ctx.lang, good=render_noun(f"goods.{space.good}", ctx.lang).lower())
    bonus_coins = CONTENT.data.rules.bonus_coins
    return render_message(f"bonus.{space.bonus}", ctx.lang, was=mat.coins, now=mat.coins + bonus_coins)
