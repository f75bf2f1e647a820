"""The market question: four offers with jade, gain and the stock before and after; beside them the next offer tile."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.data.types import Gain, Good
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions.books import list_offers
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.panels.contracts import draw_active_contracts
from render.marco_polo_ii.pieces.cards import fit_largest
from render.marco_polo_ii.pieces.goods import Run, build_amounts


def draw_book(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the offers of the book in question."""
    mat, marks = layout.find_viewer_mat(view, ctx), {mark.place for mark in layout.list_marks(ctx, "offer")}
    name = next(iter(sorted(marks))).removeprefix("offer:").partition(".")[0]
    good = next(candidate for candidate in GOODS if candidate == name)
    word = render_noun(f"resources.{good}", ctx.lang)
    live: list[kit.Node] = [*layout.draw_question(render_message("ask_offer", ctx.lang, book=word), mat)]
    rows = list_offers(good, view.offers[good])
    for (key, jade, gain), field in zip(
        rows, layout.build_fields(len(rows), layout.MAIN, 1, gap=14, widest=layout.MAIN.w), strict=True
    ):
        live += _draw_row(mat, f"offer:{good}.{key}", jade, gain, field, f"offer:{good}.{key}" in marks, ctx)
    return layout.build_private_scene(
        (
            *live,
            *layout.draw_belongings(mat, ctx),
            *_draw_next_tile(view, good, ctx),
            *draw_active_contracts(mat, ctx, 726),
        )
    )


def _draw_row(
    mat: Mat, place: str, jade: int, gain: Gain, field: layout.Field, is_payable: bool, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw one offer; dark if it cannot be paid."""
    background = theme.PANEL if is_payable else kit.mix_colours(theme.PANEL, theme.HILLS, 0.45)
    if is_payable:
        yield kit.Anchor(place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 8, field.y + 8), 28))
    yield kit.Box(field.x, field.y, field.w, field.h, 12, background)
    y = field.y + field.h / 2
    if jade:
        yield kit.Box(
            field.x,
            field.y,
            170,
            field.h,
            12,
            "#DDEBE2" if is_payable else background,
            corners=(True, False, False, True),
        )
        yield kit.Icon("jade", field.x + 66, y, 66, theme.GOODS["jade"], theme.PANEL)
        yield kit.TextRun(field.x + 108, y, str(jade), kit.HEAD, kit.INK, max_width=50)
    else:
        yield from kit.fit_text(render_message("free", ctx.lang), 140, kit.KEY).build_runs(
            field.x + 85, y, theme.INK_2, "m", max_width=150
        )
    run = fit_largest(lambda s, size: build_amounts(gain, s, size, background=background), 490)
    yield from run.draw_at(field.x + 200, y)
    if is_payable:
        change = {key: getattr(gain, key) for key in theme.GOODS}
        change["jade"] -= jade
        yield from layout.draw_before_after(mat, change, field.x + field.w - 14, y, 400)


def _draw_next_tile(view: View, good: Good, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the offer tile of the next round, smaller."""
    tile = view.next_offers[good]
    if tile is None:
        return
    top = 476
    yield from layout.draw_caption(render_message("next_round", ctx.lang), top)
    line = CONTENT.data.offer_tiles[tile]
    for i, (jade, gain) in enumerate(((line.left_jade, line.left), (line.right_jade, line.right))):
        y = top + 100 + 94 * i
        yield kit.Box(
            layout.SIDE_PANEL.x + 20,
            y - 42,
            layout.SIDE_PANEL.w - 40,
            84,
            10,
            kit.mix_colours(theme.PANEL, theme.PLUM_2, 0.12),
        )
        yield kit.Icon("jade", layout.SIDE_PANEL.x + 50, y, 36, theme.GOODS["jade"], theme.PANEL)
        yield kit.TextRun(layout.SIDE_PANEL.x + 74, y, str(jade), kit.BODY, kit.INK, max_width=26)
        yield from _build_offer(gain).draw_at(layout.SIDE_PANEL.x + 116, y)


def _build_offer(gain: Gain) -> Run:
    return fit_largest(lambda s, size: build_amounts(gain, s, size), 220, 1)
