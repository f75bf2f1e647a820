"""The final result: the winner, and the sources of all points."""

from engines.flotsam.view import View

from engines.kernel import load_catalogue
from render import kit
from render.kit import ending

from . import theme
from .words import render_message

TONES = kit.Tones(theme.SAND, theme.PANEL, theme.LINE, theme.INK_2)
SOURCES = {"score.coins": theme.WATER, "score.quay": theme.WOOD, "score.hold": theme.SEA}


def draw_final(view: View, _of: str, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the final result, 1600 x 1200."""
    lang = ctx.lang
    standings = tuple(
        kit.FinalStanding(
            score.seat,
            theme.SEATS[view.merchants[score.seat].color],
            ctx.names[score.seat],
            score.place,
            score.total,
            tuple((words.key, points) for words, points in score.parts),
        )
        for score in view.scores
    )
    labels = {words.key: load_catalogue("engines.flotsam").render(words, lang) for words, _ in view.scores[0].parts}
    sources = tuple(kit.PointSource(key, labels.get(key, key), colour) for key, colour in SOURCES.items())
    behind = ending.compute_margin(standings)
    why = "" if behind is None or not behind[0] else render_message("ahead", lang, n=behind[0], name=behind[1].name)
    winners = [standing for standing in standings if standing.place == 1]
    live = (
        *kit.fit_text(render_message("over", lang), 600, kit.HEAD).build_runs(44, 72, kit.WHITE, max_width=600),
        kit.TextRun(
            1556,
            72,
            render_message("round", lang, n=view.rounds, of=view.rounds),
            kit.KEY,
            theme.MUTED,
            "r",
            max_width=600,
        ),
        *ending.draw_winner_band(winners, render_message("winner", lang, name=winners[0].name), why, TONES),
        *ending.draw_source_legend(standings, sources, 392, theme.INK_2),
        *ending.draw_bars(standings, sources, 450, TONES),
    )
    paper = kit.Box(20, 124, 1560, 1056, 22, theme.SAND, corners=(False, False, True, True))
    return kit.Scene(theme.THEME, 1600, 1200, theme.SEA, (paper,), live)
