"""The public board (header, prices, shore, one row for each seat) and the private picture of the reader's hold."""

from collections.abc import Iterator, Sequence

from engines.flotsam.view import View

from render import kit

from . import theme
from .theme import Crate, Price
from .words import render_message, render_noun

WIDTH, HEIGHT = 1600, 1000
PRICES_Y, SHORE_Y, ROWS_Y = 140, 384, 632  # top edges


def draw_board(view: View, _of: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the public board: everything but the holds, which are open after the end."""
    live = (
        *draw_header(view, ctx),
        *draw_prices(view, ctx.lang),
        *draw_shore(view, ctx),
        *draw_coins(view),
        *draw_rows(view, ctx),
    )
    return build_scene(theme.SAND, live)


def draw_hold(view: View, _of: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture: prices with option numbers, the crate ashore, the reader's coins and hold."""
    live = [
        *kit.draw_notice(render_message("notice", ctx.lang), theme.SEA),
        *draw_prices(view, ctx.lang),
        *draw_shore(view, ctx),
    ]
    if ctx.viewer is not None:
        purse = view.merchants[ctx.viewer]
        mine = purse.hold or ()
        live.append(kit.Sprite(96, 70 + ROWS_Y, kit.Coin(str(purse.coins), 44)))
        live.append(
            kit.TextRun(44, 160 + ROWS_Y, render_message("coins", ctx.lang), kit.BODY, kit.WHITE, max_width=240)
        )
        live.append(
            kit.TextRun(300, 60 + ROWS_Y, render_message("panel", ctx.lang), kit.HEAD, kit.WHITE, max_width=1200)
        )
        live += draw_crates(mine, 400, ROWS_Y + 216, 180, min(220, 1000 / max(1, len(mine) - 1)))
    return build_scene(theme.NIGHT, tuple(live))


def build_scene(background: str, live: kit.Nodes) -> kit.Scene:
    paper = kit.Box(20, 124, 1560, 856, 22, background, corners=(False, False, True, True))
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.SEA, (paper,), live)


def draw_header(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    title = render_message("round", ctx.lang, n=view.round, of=view.rounds)
    pile = (
        kit.Sprite(720, 68, Crate(None, 60)),
        kit.TextRun(764, 68, f"×{view.pile}", kit.KEY, kit.WHITE, max_width=120),
    )
    title_text = kit.TextRun(44, 68, title, kit.HEAD, kit.WHITE, max_width=600)
    if view.crier is None:
        seat, key = view.scores[0].seat, "winner"
    else:
        seat, key = view.crier, "crier"
    words = kit.fit_name_in(lambda name: render_message(key, ctx.lang, name=name), ctx.names[seat], 480, kit.KEY)
    token = kit.SeatToken(seat, theme.SEATS[view.merchants[seat].color], 27)
    pill = kit.Box(960, 30, 608, 76, 38, kit.WHITE)
    return (title_text, *pile, pill, kit.Sprite(1006, 68, token), *words.build_runs(1050, 68, kit.INK, max_width=490))


def draw_prices(view: View, lang: kit.Lang) -> Iterator[kit.Node]:
    """Draw a tag for each good, with the place of options `good:<id>`. A new price is marked as a change."""
    for i, (good, price) in enumerate(view.prices.items()):
        x = 44 + 382 * i
        yield kit.Anchor(
            f"good:{good}", kit.Placement(x, PRICES_Y, 366, 226, 12, (x + 22, PRICES_Y + 22)), price, part="prices"
        )
        yield kit.Box(x, PRICES_Y, 366, 226, 12, theme.PANEL, theme.LINE, 2)
        yield kit.Sprite(x + 104, PRICES_Y + 92, Crate(good, 128))
        yield kit.TextRun(
            x + 104, PRICES_Y + 190, render_noun(f"goods.{good}", lang), kit.BODY, kit.INK, "m", max_width=190
        )
        yield kit.Sprite(x + 268, PRICES_Y + 112, Price(price, 66))


def draw_shore(view: View, ctx: kit.RenderContext) -> kit.Nodes:
    """Draw the shore: the crate being auctioned, and the crates that the sea took back."""
    water = kit.Box(44, SHORE_Y, 1512, 168, 12, theme.WATER)
    lost = kit.TextRun(1020, SHORE_Y + 38, render_message("lost", ctx.lang), kit.DETAIL, theme.MUTED, max_width=500)
    lost_crates = draw_crates(view.sea, 1050, SHORE_Y + 108, 64, min(74, 440 / max(1, len(view.sea) - 1)))
    if view.lot is None:
        return (
            water,
            kit.TextRun(84, SHORE_Y + 84, render_message("calm", ctx.lang), kit.KEY, theme.MUTED, max_width=860),
            lost,
            *lost_crates,
        )
    words = render_message("ashore", ctx.lang, lot=render_noun(f"goods.{view.lot}", ctx.lang))
    lot = (
        kit.Sprite(170, SHORE_Y + 84, Crate(view.lot, 132)),
        kit.TextRun(296, SHORE_Y + 84, words, kit.HEAD, kit.WHITE, max_width=680),
    )
    return (water, *lot, lost, *lost_crates)


def draw_coins(view: View) -> Iterator[kit.Node]:
    """Draw the coins of all seats on a score track; crates count only at the end."""
    points = {seat: purse.coins for seat, purse in enumerate(view.merchants)}
    colours = {seat: theme.SEATS[purse.color] for seat, purse in enumerate(view.merchants)}
    return kit.draw_score_track(kit.ScoreTrack(64, 1536, ROWS_Y - 34, points, colours, theme.LINE, theme.INK_2, {}))


def draw_rows(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a row for each seat: name, coins, quay, hold; at the end the points."""
    totals = {score.seat: score.total for score in view.scores}
    names = kit.fit_names(ctx.names[: len(view.merchants)], 250, kit.BODY)
    for seat, purse in enumerate(view.merchants):
        y = ROWS_Y + 86 * seat
        yield kit.Anchor(
            f"seat:{seat}", kit.Placement(44, y, 1512, 78, 12), (purse.coins, purse.quay, purse.hold_size), part="seats"
        )
        yield kit.Box(44, y, 1512, 78, 12, theme.PANEL, theme.LINE, 2)
        yield kit.Sprite(92, y + 39, kit.SeatToken(seat, theme.SEATS[purse.color], 27))
        yield from names[seat].build_runs(138, y + 39, kit.INK, max_width=250)
        yield kit.Sprite(446, y + 39, kit.Coin(str(purse.coins), 31))
        yield kit.TextRun(510, y + 39, render_message("quay", ctx.lang), kit.DETAIL, theme.INK_2, max_width=80)
        yield from draw_crates(purse.quay, 628, y + 39, 56, min(64, 430 / max(1, len(purse.quay) - 1)))
        yield kit.TextRun(1130, y + 39, render_message("hold", ctx.lang), kit.DETAIL, theme.INK_2, max_width=90)
        hold_crates = purse.hold if view.crier is None and purse.hold is not None else (None,) * purse.hold_size
        yield from draw_crates(hold_crates, 1254, y + 39, 56, 64)
        if seat in totals:
            yield kit.Sprite(1500, y + 39, kit.Seal(str(totals[seat]), 36))


def draw_crates(goods: Sequence[str | None], x: float, y: float, size: float, pitch: float) -> Iterator[kit.Node]:
    """Draw crates side by side, the first at (x, y)."""
    return (kit.Sprite(x + pitch * i, y, Crate(good, size)) for i, good in enumerate(goods))
