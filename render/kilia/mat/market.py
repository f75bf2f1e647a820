"""Market pyramid: merchants with their remaining uses, and the bonuses of empty spaces."""

from collections.abc import Iterator

from engines.kilia.view import MarketSpaceView, Mat
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_noun
from render.kilia.pieces.board_pieces import draw_bonus
from render.kilia.pieces.goods import Ware

MARKET_LEFT, MARKET_TOP, PITCH, W, H = 672, 140, 174, 150, 156
SPACE_POSITIONS = {"M6": (1, 0), "M4": (0.5, 1), "M5": (1.5, 1), "M1": (0, 2), "M2": (1, 2), "M3": (2, 2)}


def draw_market(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the heading and the six spaces."""
    yield kit.TextRun(MARKET_LEFT, 156, render_noun("terms.market", ctx.lang), kit.BODY, kit.INK, max_width=150)
    yield from draw_spaces(mat)


def draw_spaces(mat: Mat, background: str = theme.PAPER) -> Iterator[kit.Node]:
    """Draw the six spaces on a background."""
    for space in mat.market:
        a, b = SPACE_POSITIONS[space.space]
        x, y = MARKET_LEFT + PITCH * a, MARKET_TOP + PITCH * b + 6
        placement = kit.Placement(x, y, W, H, 12, (x + 8, y + 4))
        yield kit.Anchor(f"market:{space.space}", placement, (space.cards, space.used_count), part="market")
        yield from (draw_merchant(space, x, y) if space.good else draw_empty_space(space, x, y, background))


def draw_merchant(space: MarketSpaceView, x: float, y: float) -> Iterator[kit.Node]:
    """Draw a stall with its sign and a circle for each activation in a turn; behind it the stack."""
    assert space.good is not None
    fill = theme.GOODS[space.good]
    edge = kit.INK if space.good == "salt" else kit.darken(fill, 0.4)
    for sheet in range(min(2, len(space.cards) - 1), 0, -1):
        yield kit.Box(x + 7 * sheet, y - 7 * sheet, W, H, 10, fill, edge, 3, material="pill")
    yield kit.Box(x, y, W, H, 10, fill, edge, 3, material="pill")
    yield kit.Box(x + 10, y + 10, 130, 92, 8, kit.WHITE)
    yield kit.Sprite(x + W / 2, y + 56, Ware(space.good, 74))
    yield build_space_label(space, x, y, kit.pick_ink(fill))
    for i in range(space.uses):
        middle = x + _find_use_x(space, i)
        if i < space.used_count:
            yield kit.Sprite(middle, y + 129, Ware("coin", 40 if space.uses < 3 else 30))
        else:
            yield kit.Disc(middle, y + 129, 16 if space.uses < 3 else 13, kit.WHITE, kit.INK, 2.5)
    if len(space.cards) > 1:
        yield kit.Box(x + W - 40, y - 20, 54, 38, 8, kit.INK, kit.WHITE, 2)
        yield kit.TextRun(x + W - 13, y - 1, f"×{len(space.cards)}", kit.DETAIL, kit.WHITE, "m", max_width=52)


def build_space_label(space: MarketSpaceView, x: float, y: float, ink: str) -> kit.TextRun:
    """Return the name, M1 to M6, at the lower left; the labels of options use it."""
    return kit.TextRun(x + 10, y + 129, space.space, kit.DETAIL, ink, max_width=44)


def _find_use_x(space: MarketSpaceView, i: int) -> float:
    """Return the x of the circle for an activation, from the left edge of the space, right of the name."""
    pitch = 44 if space.uses < 3 else 32
    return 0.5 * (W + 42) + pitch * (i - (space.uses - 1) / 2)


def draw_empty_space(space: MarketSpaceView, x: float, y: float, background: str) -> Iterator[kit.Node]:
    """Draw an empty space with its bonus, in full colour if a merchant may be placed there now."""
    ink = kit.INK if space.is_open else theme.LATER
    yield kit.Box(
        x,
        y,
        W,
        H,
        12,
        kit.WHITE if space.is_open else None,
        kit.INK if space.is_open else theme.LINE_2,
        4 if space.is_open else 2,
        material="vellum" if space.is_open else "",
    )
    middle = x + W / 2
    yield from draw_bonus(space, middle, y + 62, 74, ink, kit.WHITE if space.is_open else background)
    yield build_space_label(space, x, y, ink)
    for i in range(space.uses):
        yield kit.Disc(x + _find_use_x(space, i), y + 129, 12, None, ink, 2.5)
