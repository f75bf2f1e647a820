"""The questions for a character and for a route tile."""

from collections.abc import Iterator, Sequence

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.pieces.people import CrestShield, draw_caravan
from render.marco_polo_ii.pieces.plates import draw_sheet

_PORTRAIT_W, _PORTRAIT_H, _PLATE = 196, 330, 330
"""Greatest size of a portrait beside words in px, and the least side of its plate, of which it shows the middle."""
_UPRIGHT, _UPRIGHT_PORTRAIT = 3, 430
"""Number of characters up to which the portrait stands above the words, and its height in px."""
_GAP = 16
"""px between two fields."""
_NAME_INK, _PORTRAIT_INK = "#461C22", "#462818"
_NAME_H, _LINE_PITCH = 116, 1.26
"""px from the top of a field to the rule below its name; px from line to line of a power, for each px of its size."""


def draw_characters(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the characters to choose from, each with portrait, name and power."""
    marks = layout.list_marks(ctx, "character")
    live: list[kit.Node] = [
        *layout.draw_question(render_message("ask_character", ctx.lang), layout.find_viewer_mat(view, ctx))
    ]
    n = len(marks)
    is_upright = n <= _UPRIGHT
    columns = n if is_upright else 2 if n == 4 else 3
    places = layout.build_fields(n, layout.WHOLE, columns, gap=_GAP, tallest=layout.WHOLE.h, widest=760)
    idents = [mark.place.removeprefix("character:") for mark in marks]
    indent, top = (30, 20 + _UPRIGHT_PORTRAIT) if is_upright else (_PORTRAIT_W + 38, 0)
    words_w, words_h = places[0].w - indent - (30 if is_upright else 14), places[0].h - top
    names, shorts = (
        [render_noun(f"characters.{ident}", ctx.lang, is_short) for ident in idents] for is_short in (False, True)
    )
    powers = _fit_powers([render_noun(f"powers.{ident}", ctx.lang) for ident in idents], words_w, words_h)
    labels = kit.fit_texts(names, words_w, kit.KEY, 2, shorts)
    if is_upright and (on_one_line := kit.fit_texts(names, words_w, kit.HEAD, 1, shorts))[0].size > kit.KEY:
        labels = on_one_line
    for mark, ident, field, label, power in zip(marks, idents, places, labels, powers, strict=True):
        number = (field.x + 8, field.y + 8)
        live.append(kit.Anchor(mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, number, 34)))
        live.append(draw_sheet(field.x, field.y, field.w, field.h))
        if is_upright:
            w = min(_UPRIGHT_PORTRAIT, field.w - 60)
            live += _draw_portrait(ident, field.x + (field.w - w) / 2, field.y + 30, w, _UPRIGHT_PORTRAIT)
        else:
            live += _draw_portrait(ident, field.x + 20, field.y + 34, _PORTRAIT_W, min(field.h - 68, _PORTRAIT_H))
        left = field.x + indent
        live += label.build_runs(left, field.y + top + 64, _NAME_INK, max_width=words_w)
        rule_y = field.y + top + _NAME_H
        live.append(kit.Polyline(((left, rule_y), (left + words_w, rule_y)), theme.GILT_DARK, 3))
        for i, line in enumerate(power.lines):
            y = rule_y + 36 + _LINE_PITCH * power.size * i
            live.append(kit.TextRun(left, y, line, power.size, kit.INK, max_width=words_w, face="sans"))
    left_over = None if is_upright else layout.find_left_over(n, layout.WHOLE, columns, _GAP, layout.WHOLE.h)
    if left_over is not None:
        live += draw_caravan(left_over.x + 60, left_over.bottom - 24, left_over.w - 120)
    return layout.build_private_scene(live)


def _fit_powers(texts: Sequence[str], max_width: float, height: float) -> tuple[kit.FittedText, ...]:
    """Wrap the texts in the largest size in which all fit below the names of fields of this height."""
    fitted: tuple[kit.FittedText, ...] = ()
    for size in (kit.KEY, kit.BODY, kit.DETAIL, kit.MICRO):
        fitted = tuple(kit.wrap_paragraph(text, max_width, size) for text in texts)
        lines = max(len(text.lines) for text in fitted)
        if not any(text.is_too_wide for text in fitted) and _LINE_PITCH * size * lines <= height - _NAME_H - 24:
            break
    return fitted


def _draw_portrait(ident: str, x: float, y: float, w: float, h: float) -> Iterator[kit.Node]:
    """Draw the engraved portrait of a character in a gilt layout."""
    yield kit.Box(x, y, w, h, 4, theme.PAPER, theme.HILLS, 2, material="paper")
    side = max(_PLATE, h)
    plate = ((w - side) / 2, h - side, (w + side) / 2, h)
    yield kit.Vignette(x, y, w, h, f"marco_polo_ii/{ident}", _PORTRAIT_INK, plate=plate)
    yield kit.Box(x - 3, y - 3, w + 6, h + 6, 4, None, theme.HILLS, 3)
    yield kit.Box(x, y, w, h, 4, None, theme.GILT, 4)


def draw_tiles(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the route tiles, of which one is returned."""
    marks = layout.list_marks(ctx, "tile")
    live: list[kit.Node] = [
        *layout.draw_question(render_message("ask_tile", ctx.lang), layout.find_viewer_mat(view, ctx))
    ]
    area = layout.WHOLE
    for mark, field in zip(
        marks, layout.build_fields(len(marks), area, 2, gap=24, tallest=420, widest=744), strict=True
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
    return layout.build_private_scene(live)
