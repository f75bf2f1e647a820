"""The second public picture: the action spaces."""

from collections.abc import Iterator
from functools import cache

from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import backdrop, theme
from render.marco_polo_ii.board.dice import insert_frame_layer
from render.marco_polo_ii.board.header import draw_black_dice, draw_next_start, draw_pill
from render.marco_polo_ii.catalogue import render_message

from . import books, cards, contracts, spaces


def draw_actions(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the picture of all action spaces, 1600 x 1000."""
    nodes = (
        *_draw_header(view, ctx),
        *books.draw_books(view, ctx),
        *spaces.draw_spaces(view, ctx),
        *cards.draw_cards(view, ctx),
        *contracts.draw_contracts(view, ctx),
    )
    return kit.Scene(
        theme.THEME, 1600, 1000, theme.PLUM, _draw_static(view.has_caravan, ctx.lang), insert_frame_layer(nodes)
    )


@cache
def _draw_static(has_caravan: bool, lang: kit.Lang) -> kit.Nodes:
    """Return the static part of the picture, drawn once per language."""
    return (
        *backdrop.draw_table(1000),
        *books.draw_static(has_caravan, lang),
        *spaces.draw_static(has_caravan, lang),
        *cards.draw_static(has_caravan, lang),
        *contracts.draw_static(has_caravan, lang),
    )


def _draw_header(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    yield from kit.fit_text(render_message("actions", ctx.lang), 330, kit.HEAD).build_runs(
        44, 66, theme.PANEL, max_width=330
    )
    number = (
        f"{render_message('round', ctx.lang)} {view.round}/{view.rounds}"
        if view.round
        else render_message("setup", ctx.lang)
    )
    yield from kit.fit_text(number, 240, kit.KEY).build_runs(400, 66, theme.MUTED, max_width=240)
    yield from draw_next_start(view, ctx)
    yield from draw_black_dice(view, ctx)
    yield from draw_pill(view, ctx)
