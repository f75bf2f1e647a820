"""The goal card question: the three cards dealt, beside them the VP for crests and the characters of all players."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Crest, Guild
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.pieces.people import CrestShield, GuildSeal
from render.marco_polo_ii.pieces.plates import draw_head, draw_sheet, draw_velvet

CARD_W, CARD_PITCH = 340.0, 376.0


def draw_goals(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the three goal cards dealt; at the right the VP for crests and the characters of all players."""
    mat, marks = layout.find_viewer_mat(view, ctx), layout.list_marks(ctx, "goal")
    live: list[kit.Node] = [*layout.draw_question(render_message("ask_goal", ctx.lang), mat)]
    for j, mark in enumerate(marks):
        field = layout.Field(layout.WHOLE.x + CARD_PITCH * j, layout.WHOLE.y, CARD_W, layout.WHOLE.h)
        live.append(
            kit.Anchor(
                mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 8, field.y + 8), 34)
            )
        )
        live += draw_goal_card(mark.place.removeprefix("goal:"), field, None, ctx)
    return layout.build_private_scene((*live, *_draw_side_panel(view, mat, ctx)))


def draw_goal_card(ident: str, field: layout.Field, mat: Mat | None, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a goal card: four icons with their rewards. With a mat, reached icons have a check mark."""
    line = CONTENT.data.goals[ident]
    yield draw_sheet(field.x, field.y, field.w, field.h)
    yield draw_head(field.x, field.y, field.w, 70, theme.RED)
    word = render_noun("components.goal", ctx.lang)
    yield from kit.fit_text(word[:1].upper() + word[1:], field.w - 90, kit.KEY).build_runs(
        field.x + field.w / 2, field.y + 35, theme.PANEL, "m", max_width=field.w
    )
    h = (field.h - 70) / 4
    icons: list[tuple[str, str]] = [
        *(("crest", icon) for icon in line.crests),
        *(("seal", icon) for icon in line.seals),
    ]
    for i, (kind, icon) in enumerate(icons):
        y = field.y + 70 + h * i
        if i:
            yield kit.Polyline(((field.x + 16, y), (field.x + field.w - 16, y)), theme.LINE, 2)
        if kind == "crest":
            crest = next(ident for ident in CONTENT.data.crests if ident == icon)
            yield from _draw_crest_row(crest, field, y + h / 2, mat, ctx)
        else:
            guild = next(ident for ident in CONTENT.data.guilds if ident == icon)
            yield from _draw_seal_row(guild, field, y + h / 2, mat, ctx)


def _draw_crest_row(
    crest: Crest, field: layout.Field, y: float, mat: Mat | None, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    yield kit.Sprite(field.x + 66, y, CrestShield(crest, 84))
    max_width = field.w - 190
    word = render_noun(f"crests.{crest}", ctx.lang)
    cities = [render_noun(f"cities.{city}", ctx.lang) for city in CONTENT.cities_with[crest]]
    top = y - 18 - 17 * len(cities)
    yield from kit.fit_text(word[:1].upper() + word[1:], max_width, kit.KEY).build_runs(
        field.x + 124, top + 4, kit.INK, max_width=max_width
    )
    for i, text in enumerate(kit.fit_texts(cities, max_width - 14, kit.DETAIL)):  # clear of the shield beside them
        yield from text.build_runs(field.x + 124, top + 46 + 33 * i, theme.INK_2, max_width=max_width - 14)
    yield kit.Icon("shield", field.x + field.w - 44, y, 58, kit.INK, theme.PANEL)
    yield kit.TextRun(field.x + field.w - 44, y - 4, "+1", kit.DETAIL, theme.PANEL, "m", max_width=40)
    if mat is not None and crest in mat.crests:
        yield kit.Icon("check", field.x + field.w - 44, y + 48, 34, theme.JADE_DARK, theme.PANEL)


def _draw_seal_row(
    guild: Guild, field: layout.Field, y: float, mat: Mat | None, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    yield kit.Sprite(field.x + 66, y - 4, GuildSeal(guild, 84, "improved"))
    max_width = field.w - 200
    yield from kit.fit_text(render_noun(f"guilds.{guild}", ctx.lang, is_short=True), max_width, kit.BODY).build_runs(
        field.x + 124, y - 22, kit.INK, max_width=max_width
    )
    yield from kit.fit_text(render_message("improved", ctx.lang), max_width, kit.DETAIL).build_runs(
        field.x + 124, y + 20, theme.INK_2, max_width=max_width
    )
    yield kit.Sprite(field.x + field.w - 48, y, kit.Seal(f"+{CONTENT.data.guilds[guild].goal_vp}", 36))
    if mat is not None and mat.seals[guild]:
        yield kit.Icon("check", field.x + field.w - 44, y + 58, 34, theme.JADE_DARK, theme.PANEL)


def _draw_side_panel(view: View, mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the table of crests, the viewer's character, and the other characters in turn order."""
    yield draw_velvet(layout.SIDE_PANEL.x, layout.WHOLE.y, layout.SIDE_PANEL.w, layout.WHOLE.h)
    yield from draw_crest_table(layout.SIDE_PANEL.x, layout.WHOLE.y, None, ctx)
    y = layout.WHOLE.y + 336
    if mat.character is not None:
        yield kit.Polyline(
            ((layout.SIDE_PANEL.x + 24, y - 12), (layout.SIDE_PANEL.x + layout.SIDE_PANEL.w - 24, y - 12)),
            theme.MUTED,
            2,
        )
        yield kit.TextRun(
            layout.SIDE_PANEL.x + 24, y + 16, render_message("you", ctx.lang), kit.DETAIL, theme.MUTED, max_width=330
        )
        yield kit.Sprite(
            layout.SIDE_PANEL.x + 54, y + 76, kit.SeatToken(mat.seat, theme.SEAT[mat.color], 30, has_ring=True)
        )
        name = render_noun(f"characters.{mat.character}", ctx.lang, is_short=True)
        yield from kit.fit_text(name, 270, kit.KEY).build_runs(
            layout.SIDE_PANEL.x + 104, y + 74, theme.PANEL, max_width=270
        )
        power = render_noun(f"powers.{mat.character}", ctx.lang)
        yield from _draw_paragraph(power, layout.SIDE_PANEL.x + 24, y + 134, 340)
    others = [seat for seat in view.order if seat != mat.seat and view.mats[seat].character is not None]
    y = layout.WHOLE.y + 590
    if others:
        yield kit.Polyline(
            ((layout.SIDE_PANEL.x + 24, y - 24), (layout.SIDE_PANEL.x + layout.SIDE_PANEL.w - 24, y - 24)),
            theme.MUTED,
            2,
        )
        yield kit.TextRun(
            layout.SIDE_PANEL.x + 24, y, render_message("others", ctx.lang), kit.DETAIL, theme.MUTED, max_width=330
        )
    for i, seat in enumerate(others):
        row_y = y + 58 + 62 * i
        yield kit.Sprite(
            layout.SIDE_PANEL.x + 54, row_y, kit.SeatToken(seat, theme.SEAT[view.mats[seat].color], 24, has_ring=True)
        )
        name = render_noun(f"characters.{view.mats[seat].character}", ctx.lang, is_short=True)
        yield from kit.fit_text(name, 270, kit.BODY).build_runs(
            layout.SIDE_PANEL.x + 100, row_y, theme.PANEL, max_width=270
        )


def _draw_paragraph(text: str, x: float, top: float, max_width: float) -> Iterator[kit.Node]:
    """Draw a text in up to four lines, smaller if necessary."""
    for size in (kit.DETAIL, 22):
        fitted = kit.wrap_paragraph(text, max_width, size)
        if len(fitted.lines) <= 4 and not fitted.is_too_wide:
            break
    for i, line in enumerate(fitted.lines):
        yield kit.TextRun(x, top + 1.25 * fitted.size * i, line, fitted.size, theme.PANEL, max_width=max_width)


def draw_crest_table(x: float, y: float, own_number: int | None, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the VP by number of crests; the viewer's number has a light background."""
    yield from kit.fit_text(render_message("crests_reached", ctx.lang), 340, kit.DETAIL).build_runs(
        x + 24, y + 30, theme.MUTED, max_width=340
    )
    for i, vp in enumerate(CONTENT.data.crest_scoring.vp[2:]):
        cx, cy = x + 24 + 120 * (i % 3), y + 84 + 58 * (i // 3)
        if own_number == i + 2:
            yield kit.Box(cx - 8, cy - 27, 112, 54, 12, kit.mix_colours(theme.PLUM_2, theme.PANEL, 0.3))
        yield kit.TextRun(cx + 38, cy, str(i + 2), kit.BODY, theme.PANEL, "r", max_width=46)
        yield kit.Sprite(cx + 74, cy, kit.Seal(str(vp), 25))
