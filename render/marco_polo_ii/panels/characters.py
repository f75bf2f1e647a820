"""The questions for a character and for a route tile."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import frame
from render.marco_polo_ii.pieces.people import CrestShield
from render.marco_polo_ii.pieces.sheets import draw_head, draw_sheet


def draw_characters(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the characters to choose from, each with its power."""
    marks = frame.list_marks(ctx, "character")
    live: list[kit.Node] = [
        *frame.draw_question(render_message("ask_character", ctx.lang), frame.find_viewer_mat(view, ctx))
    ]
    area = frame.WHOLE
    n = len(marks)
    places = frame.build_fields(n, area, n if n <= 3 else 2 if n == 4 else 3, gap=16, tallest=600, widest=760)
    names = kit.fit_texts(
        [render_noun(f"characters.{mark.place.partition(':')[2]}", ctx.lang) for mark in marks],
        places[0].w - 110,
        kit.KEY,
        2,
    )
    for mark, field, name in zip(marks, places, names, strict=True):
        ident = mark.place.removeprefix("character:")
        live.append(
            kit.Anchor(
                mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 8, field.y + 8), 34)
            )
        )
        live.append(draw_sheet(field.x, field.y, field.w, field.h))
        live.append(draw_head(field.x, field.y, field.w, 100))
        live += name.build_runs(field.x + 58, field.y + 50, theme.PANEL, max_width=field.w - 76)
        live += _draw_power(ident, field, ctx)
    return frame.build_private_scene(live)


def _draw_power(ident: str, field: frame.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    text = render_noun(f"powers.{ident}", ctx.lang)
    max_width = field.w - 52
    for size in (kit.HEAD, kit.KEY, kit.BODY, kit.DETAIL):
        fitted = kit.wrap_paragraph(text, max_width, size)
        if len(fitted.lines) * 1.3 * size <= field.h - 140 and not fitted.is_too_wide:
            break
    top = field.y + 100 + (field.h - 100) / 2 - 1.3 * fitted.size * (len(fitted.lines) - 1) / 2
    for i, line in enumerate(fitted.lines):
        yield kit.TextRun(field.x + 28, top + 1.3 * fitted.size * i, line, fitted.size, kit.INK, max_width=max_width)


def draw_tiles(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the route tiles, of which one is returned."""
    marks = frame.list_marks(ctx, "tile")
    live: list[kit.Node] = [
        *frame.draw_question(render_message("ask_tile", ctx.lang), frame.find_viewer_mat(view, ctx))
    ]
    area = frame.WHOLE
    for mark, field in zip(
        marks, frame.build_fields(len(marks), area, 2, gap=24, tallest=420, widest=744), strict=True
    ):
        first, second = CONTENT.data.route_tiles[mark.place.removeprefix("tile:")].crests
        live.append(
            kit.Anchor(
                mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 8, field.y + 8), 34)
            )
        )
        live.append(draw_sheet(field.x, field.y, field.w, field.h))
        for i, crest in enumerate((first, second)):
            x = field.x + field.w * (0.3 + 0.4 * i)
            word = render_noun(f"crests.{crest}", ctx.lang)
            live.append(kit.Sprite(x, field.y + 180, CrestShield(crest, 200)))
            live += kit.fit_text(word[:1].upper() + word[1:], 280, kit.KEY).build_runs(
                x, field.y + 340, kit.INK, "m", max_width=280
            )
    return frame.build_private_scene(live)
