"""The guild seal question: the jade of each seal, cost and reward of improving it, its VP on the goal card."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Guild
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.panels.contracts import draw_active_contracts
from render.marco_polo_ii.pieces.cards import build_exchange, fit_largest
from render.marco_polo_ii.pieces.people import GuildSeal
from render.marco_polo_ii.pieces.plates import draw_sheet


def draw_seals(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw up to four seals side by side."""
    mat, marks = layout.find_viewer_mat(view, ctx), layout.list_marks(ctx, "take")
    names = kit.fit_texts(
        [render_noun(f"guilds.{_parse_guild(mark)}", ctx.lang, is_short=True) for mark in marks], 240, kit.KEY
    )
    live: list[kit.Node] = [*layout.draw_question(render_message("ask_seal", ctx.lang), mat)]
    places = layout.build_fields(len(marks), layout.MAIN, max(3, len(marks)), gap=14, tallest=layout.MAIN.h)
    for mark, field, name in zip(marks, places, names, strict=True):
        live += _draw_seal(mat, mark, field, ctx)
        live += name.build_runs(field.x + field.w / 2, field.y + 252, kit.INK, "m", max_width=field.w - 12)
    return layout.build_private_scene((*live, *layout.draw_belongings(mat, ctx), *draw_active_contracts(mat, ctx)))


def _parse_guild(mark: kit.Mark) -> Guild:
    return next(guild for guild in GUILDS if mark.place == f"take:{guild}")


def _draw_seal(mat: Mat, mark: kit.Mark, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    guild = _parse_guild(mark)
    line = CONTENT.data.guilds[guild]
    x = field.x + field.w / 2
    yield kit.Anchor(mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 8, field.y + 8), 32))
    yield draw_sheet(field.x, field.y, field.w, field.h)
    yield kit.Sprite(x, field.y + 124, GuildSeal(guild, 176))
    y = field.y + 340
    if line.jade_on_take:
        jade = mat.resources["jade"]
        yield kit.Icon("jade", x - 70, y, 58, theme.GOODS["jade"], theme.PANEL)
        yield kit.TextRun(x - 32, y, f"+{line.jade_on_take}", kit.KEY, kit.INK, max_width=60)
        yield kit.TextRun(x + 40, y + 3, f"{jade} → {jade + line.jade_on_take}", kit.DETAIL, theme.INK_2, max_width=110)
    yield kit.Polyline(((field.x + 20, y + 56), (field.x + field.w - 20, y + 56)), theme.LINE, 2)
    yield from kit.fit_text(render_message("improve", ctx.lang), field.w - 30, kit.DETAIL, 2).build_runs(
        x, y + 100, theme.INK_2, "m", max_width=field.w - 24
    )
    run = fit_largest(lambda s, size: build_exchange(line.improve_cost, line.improved_bonus, s, size), field.w - 28, 1)
    yield from run.draw_centred(x, y + 176)
    yield from _draw_opened_routes(guild, field, y + 228, ctx)
    goal = CONTENT.data.goals[mat.goal] if mat.goal is not None else None
    if goal is not None and guild in goal.seals:
        yield kit.Polyline(((field.x + 20, y + 376), (field.x + field.w - 20, y + 376)), theme.LINE, 2)
        word = kit.fit_text(render_message("on_goal", ctx.lang), field.w - 120, kit.DETAIL, 2)
        yield from word.build_runs(field.x + 24, y + 426, theme.INK_2, max_width=field.w - 112)
        yield kit.Sprite(field.x + field.w - 62, y + 426, kit.Seal(f"+{line.goal_vp}", 42))


def _draw_opened_routes(guild: Guild, field: layout.Field, top: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """R8.5 Draw the routes that only the owner of the seal may use."""
    x = field.x + field.w / 2
    yield kit.Polyline(((field.x + 20, top), (field.x + field.w - 20, top)), theme.LINE, 2)
    routes = [
        "–".join(
            render_noun(f"cities.{end}" if end in CONTENT.data.cities else f"oases.{end}", ctx.lang)
            for end in (route.a, route.b)
        )
        for route in CONTENT.data.routes.values()
        if route.guild == guild
    ]
    word = render_message("opens" if routes else "no_route", ctx.lang)
    yield from kit.fit_text(word, field.w - 30, kit.DETAIL).build_runs(
        x, top + 34, theme.INK_2, "m", max_width=field.w - 24
    )
    for i, text in enumerate(kit.fit_texts(routes, field.w - 24, kit.DETAIL)):
        yield from text.build_runs(x, top + 76 + 40 * i, kit.INK, "m", max_width=field.w - 16)
