"""The private picture without a question: the viewer's goal card, contracts, crests, dice and goods."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.panels.contracts import draw_contract
from render.marco_polo_ii.panels.goals import CARD_PITCH, CARD_W, draw_crest_table, draw_goal_card
from render.marco_polo_ii.pieces.plates import draw_gap, draw_velvet


def draw_own_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the viewer's belongings: goal card with reached icons, contracts, crests, dice and goods."""
    mat = layout.find_viewer_mat(view, ctx)
    live: list[kit.Node] = [*layout.draw_question(render_message("own_panel", ctx.lang), mat)]
    if mat.goal is not None:
        live += draw_goal_card(mat.goal, layout.Field(layout.WHOLE.x, layout.WHOLE.y, CARD_W, layout.WHOLE.h), mat, ctx)
    else:
        for j, ident in enumerate(mat.dealt_goals):
            live += draw_goal_card(
                ident, layout.Field(layout.WHOLE.x + CARD_PITCH * j, layout.WHOLE.y, CARD_W, layout.WHOLE.h), mat, ctx
            )
    if mat.goal is not None or not mat.dealt_goals:
        live += _draw_middle(mat, ctx)
    return layout.build_private_scene((*live, *layout.draw_belongings(mat, ctx)))


def _draw_middle(mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the contracts above, the table of crests below."""
    x, w = layout.WHOLE.x + CARD_W + 24, 744.0
    yield from kit.fit_text(render_message("contracts", ctx.lang), 300, kit.BODY).build_runs(
        x, layout.WHOLE.y + 22, theme.MUTED, max_width=300
    )
    done = render_message("fulfilled", ctx.lang, n=len(mat.fulfilled))
    yield from kit.fit_text(done, 340, kit.BODY).build_runs(x + w, layout.WHOLE.y + 22, theme.MUTED, "r", max_width=340)
    for i, contract in enumerate(mat.contract_slots):
        field = layout.Field(x + 380 * i, layout.WHOLE.y + 52, 364, 396)
        if contract is not None:
            yield from draw_contract(contract, field, mat)
        else:
            yield draw_gap(field.x, field.y, field.w, field.h)
            yield from kit.fit_text(render_message("free_slot", ctx.lang), field.w - 20, kit.BODY).build_runs(
                field.x + field.w / 2, field.y + field.h / 2, theme.MUTED, "m", max_width=field.w - 16
            )
    y = layout.WHOLE.y + 472
    yield draw_velvet(x, y, w, layout.WHOLE.bottom - y)
    goal = CONTENT.data.goals[mat.goal] if mat.goal is not None else None
    reached = sum(crest in mat.crests for crest in goal.crests) if goal is not None else 0
    count = len(mat.crests) + mat.bonus_crests + reached
    yield from draw_crest_table(x, y, max(2, min(count, 13)) if count > 1 else None, ctx)
    yield from kit.fit_text(render_message("with_goal", ctx.lang), 300, kit.DETAIL, 2).build_runs(
        x + 420, y + 48, theme.MUTED, max_width=300
    )
    yield kit.TextRun(x + 420, y + 130, str(count), kit.KEY, theme.PANEL, max_width=60)
    vp = CONTENT.data.crest_scoring.vp
    yield kit.Icon("move", x + 500, y + 130, 32, theme.MUTED, theme.PLUM_2)
    yield kit.Sprite(x + 580, y + 130, kit.Seal(str(vp[min(count, len(vp) - 1)]), 44))
    if goal is not None and goal.seals:
        won = sum(CONTENT.data.guilds[guild].goal_vp for guild in goal.seals if mat.seals[guild])
        yield from kit.fit_text(render_message("seals_of_goal", ctx.lang), 210, kit.DETAIL, 2).build_runs(
            x + 420, y + 246, theme.MUTED, max_width=210
        )
        yield kit.Sprite(x + 676, y + 246, kit.Seal(str(won), 38))
