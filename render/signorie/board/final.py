"""Final picture: the winner, the margin, and the sources of each seat's points."""

from collections.abc import Sequence

from engines.signorie.view import View
from render import kit
from render.kit import ending
from render.signorie import theme
from render.signorie.backdrop import draw_night
from render.signorie.board.header import MID
from render.signorie.catalogue import render_message
from render.signorie.layout import HEIGHT, WIDTH

TONES = kit.Tones(theme.MARBLE, theme.PANEL, theme.LINE, theme.INK_2)
_ROWS, _PER_LINE = 346, 6

SOURCES = {
    "start": ("arrow", theme.STONE),
    "missions": ("mission", theme.SERPENTINE),
    "marriages": ("marriage", theme.TERRACOTTA),
    "initiative": ("initiative", theme.ROSE),
    "helpers": ("helper", theme.DICE["grey"]),
    "sons": ("offspring", theme.STONE_ON_VERDE),
    "rewards": ("extra", kit.GOLD),
    "purchases": ("florin", theme.COIN),
    "careers": ("careers", theme.DICE["purple"]),
    "politician": ("politician", theme.HOUSES["sforza"]),
    "clergy": ("clergy", theme.DICE["light_blue"]),
    "military": ("military", theme.HOUSES["orsini"]),
    "wedding": ("bride", theme.BRIDAL),
}
"""Sources of victory points -> icon and colour."""


def draw_final(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the final picture, 1600 x 1252; the game must be over."""
    standings = _build_standings(view, ctx)
    sources = _list_sources(standings, ctx)
    lines = (len(sources) + _PER_LINE - 1) // _PER_LINE
    legend = HEIGHT - 64 - ending.LEGEND_PITCH * (lines - 1)
    winner = standings[0]
    live = (
        *kit.fit_text(render_message("final.title", ctx.lang), 700, kit.HEAD).build_runs(
            44, MID, kit.WHITE, max_width=700
        ),
        *kit.fit_text(render_message("final.rounds", ctx.lang, n=view.rounds), 500, kit.KEY).build_runs(
            1556, MID, theme.MUTED, "r", max_width=500
        ),
        *ending.draw_winner_band(
            [winner],
            render_message("board.winner", ctx.lang, name=kit.drop_missing_glyphs(winner.name)),
            _explain_result(standings, ctx),
            TONES,
        ),
        *ending.draw_bars(standings, sources, _ROWS, TONES, legend - 40),
        *ending.draw_source_legend(standings, sources, legend, theme.INK_2, _PER_LINE),
    )
    paper = kit.Box(20, 124, 1560, HEIGHT - 154, 12, theme.PANEL, material="tablet")
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, (*draw_night(HEIGHT), paper), live)


def _build_standings(view: View, ctx: kit.RenderContext) -> tuple[kit.FinalStanding, ...]:
    """Return the standings, best first."""
    return tuple(
        kit.FinalStanding(
            score.seat,
            theme.SEATS[view.mats[score.seat].color],
            ctx.names[score.seat],
            score.place,
            score.total,
            view.mats[score.seat].points,
        )
        for score in view.scores
    )


def _list_sources(standings: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> tuple[kit.PointSource, ...]:
    """Return the sources that gave points to some seat, the largest total first."""
    total = {key: sum(dict(standing.parts).get(key, 0) for standing in standings) for key in SOURCES}
    source_keys = sorted((key for key in SOURCES if total[key]), key=lambda key: -total[key])
    return tuple(
        kit.PointSource(key, render_message(f"final.source.{key}", ctx.lang), SOURCES[key][1], SOURCES[key][0])
        for key in source_keys
    )


def _explain_result(standings: Sequence[kit.FinalStanding], ctx: kit.RenderContext) -> str:
    """Return the explanation of the result: the margin or the tie, and the winner's best source."""
    winner, behind = standings[0], ending.compute_margin(standings)
    best, best_vp = max(winner.parts, key=lambda part: part[1], default=("", 0))
    source = render_message(f"final.source.{best}", ctx.lang) if best else ""
    if behind is None:
        return ""
    margin, other = behind
    key = "final.ahead" if margin else "final.tie"
    margin_text = render_message(key, ctx.lang, n=margin, name=kit.drop_missing_glyphs(other.name))
    return render_message("final.why", ctx.lang, margin=margin_text, n=best_vp, source=source) if best else margin_text
