"""The public board (header, demand, discards, one row for each seat) and the private picture of the reader's cards."""

from collections.abc import Iterator, Sequence

from engines.meadow.view import View

from render import kit

from . import theme, words
from .theme import DemandDisc, Flower
from .words import render_message, render_noun

WIDTH, HEIGHT = 1600, 900
DEMAND_Y, ROWS_Y = 140, 500  # top edges


def draw_board(view: View, _of: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the public board: everything but hands and baskets; hands are open after the end."""
    live = (
        *draw_header(view, ctx),
        *draw_demand(view, ctx.lang),
        *draw_discards(view, ctx.lang),
        *draw_rows(view, ctx),
    )
    return build_scene(theme.GRASS, live)


def draw_hand(view: View, _of: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture: the demand, and below it the reader's basket and hand."""
    live = [*kit.draw_notice(render_message("notice", ctx.lang), theme.DUSK), *draw_demand(view, ctx.lang)]
    if ctx.viewer is not None:
        mine = view.keepers[ctx.viewer]
        live.append(kit.Sprite(96, ROWS_Y + 70, kit.Coin(str(mine.honey), 44)))
        live.append(
            kit.TextRun(44, ROWS_Y + 160, render_message("honey", ctx.lang), kit.BODY, kit.WHITE, max_width=200)
        )
        live.append(
            kit.TextRun(300, ROWS_Y + 40, render_message("basket", ctx.lang), kit.KEY, kit.WHITE, max_width=380)
        )
        live += draw_cards(view.basket, 370, ROWS_Y + 200, 200, 170)
        live.append(kit.TextRun(860, ROWS_Y + 40, render_message("hand", ctx.lang), kit.KEY, kit.WHITE, max_width=380))
        hand_flowers = mine.hand or ()
        live += draw_cards(hand_flowers, 930, ROWS_Y + 200, 200, min(170, 560 / max(1, len(hand_flowers) - 1)))
        if view.top is not None:
            live.append(
                kit.TextRun(1330, ROWS_Y + 40, render_message("pile", ctx.lang), kit.KEY, kit.WHITE, max_width=220)
            )
            live.append(kit.Sprite(1520, ROWS_Y + 40, Flower(view.top, 64)))
    return build_scene(theme.NIGHT, tuple(live))


def build_scene(background: str, live: kit.Nodes) -> kit.Scene:
    paper = kit.Box(20, 124, 1560, HEIGHT - 144, 22, background, corners=(False, False, True, True))
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.DUSK, (paper,), live)


def draw_header(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    title_text = kit.TextRun(44, 68, words.describe_time(view, ctx.lang), kit.HEAD, kit.WHITE, max_width=700)
    pile = (
        kit.Sprite(800, 68, Flower(None, 72)),
        kit.TextRun(844, 68, f"×{view.pile}", kit.KEY, kit.WHITE, max_width=120),
    )
    turn = kit.fit_text(words.describe_turn(view, ctx), 500, kit.KEY)
    pill = kit.Box(1000, 30, 568, 76, 38, kit.WHITE)
    return (title_text, *pile, pill, *turn.build_runs(1034, 68, kit.INK, max_width=510))


def draw_demand(view: View, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw a tag for each flower, with the place of options `flower:<id>`. A new demand is marked as a change."""
    for i, (flower, honey) in enumerate(view.demand.items()):
        x = 44 + 510 * i
        yield kit.Anchor(
            f"flower:{flower}", kit.Placement(x, DEMAND_Y, 492, 226, 12, (x + 24, DEMAND_Y + 24)), honey, part="demand"
        )
        yield kit.Box(x, DEMAND_Y, 492, 226, 12, theme.PANEL, theme.LINE, 2)
        yield kit.Sprite(x + 150, DEMAND_Y + 92, Flower(flower, 144))
        yield kit.TextRun(
            x + 150, DEMAND_Y + 196, render_noun(f"flowers.{flower}", lang), kit.BODY, kit.INK, "m", max_width=270
        )
        yield kit.Sprite(x + 380, DEMAND_Y + 112, DemandDisc(honey, 66))


def draw_discards(view: View, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw the discards, which become the new pile when it is empty."""
    yield kit.TextRun(44, DEMAND_Y + 290, render_message("discard", lang), kit.DETAIL, theme.INK_2, max_width=220)
    yield from draw_cards(view.discard, 240, DEMAND_Y + 290, 72, min(60, 1280 / max(1, len(view.discard) - 1)))


def draw_rows(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a row for each seat: name, honey, cards in hand; at the end the points."""
    totals = {score.seat: score.total for score in view.scores}
    names = kit.fit_names(ctx.names[: len(view.keepers)], 300, kit.BODY)
    for seat, bench in enumerate(view.keepers):
        y = ROWS_Y + 86 * seat
        yield kit.Anchor(
            f"seat:{seat}",
            kit.Placement(44, y, 1512, 78, 12),
            (bench.color, bench.honey, bench.hand_size, bench.hand),
            part="seats",
        )
        yield kit.Box(44, y, 1512, 78, 12, theme.PANEL, theme.LINE, 2)
        yield kit.Sprite(92, y + 39, kit.SeatToken(seat, theme.SEATS[bench.color], 27))
        yield from names[seat].build_runs(138, y + 39, kit.INK, max_width=300)
        yield kit.Sprite(520, y + 39, kit.Coin(str(bench.honey), 31))
        hand_flowers: Sequence[str | None] = bench.hand if view.scores and bench.hand else (None,) * bench.hand_size
        yield from draw_cards(hand_flowers, 640, y + 39, 62, min(60, 680 / max(1, len(hand_flowers) - 1)))
        if seat in totals:
            yield kit.Sprite(1500, y + 39, kit.Seal(str(totals[seat]), 36))


def draw_cards(flowers: Sequence[str | None], x: float, y: float, size: float, pitch: float) -> Iterator[kit.Node]:
    """Draw cards side by side, the first at (x, y)."""
    return (kit.Sprite(x + pitch * i, y, Flower(flower, size)) for i, flower in enumerate(flowers))
