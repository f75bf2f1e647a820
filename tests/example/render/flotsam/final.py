"""The end: who has won, and what everybody's points are from."""

from engines.flotsam.view import View

from engines.kernel import catalogue
from render import Look, Scene
from render.kit import ending
from render.kit.colour import WHITE
from render.kit.ending import Source, Standing, Tones
from render.kit.scene import HEAD, KEY, Box, Text
from render.kit.text import fit

from . import theme
from .words import sentence

TONES = Tones(theme.SAND, theme.PANEL, theme.LINE, theme.INK_2)
SOURCES = {"score.coins": theme.WATER, "score.quay": theme.WOOD, "score.hold": theme.SEA}


def final(view: View, _of: str, look: Look) -> Scene:
    """1600 x 1200, after the last round."""
    lang = look.lang
    standings = tuple(
        Standing(
            score.seat,
            theme.SEATS[view.merchants[score.seat].color],
            look.names[score.seat],
            score.place,
            score.total,
            tuple((words.key, points) for words, points in score.parts),
        )
        for score in view.scores
    )
    told = {words.key: catalogue("engines.flotsam").render(words, lang) for words, _ in view.scores[0].parts}
    sources = tuple(Source(key, told.get(key, key), colour) for key, colour in SOURCES.items())
    behind = ending.margin(standings)
    why = "" if behind is None or not behind[0] else sentence("ahead", lang, n=behind[0], name=behind[1].name)
    winners = [one for one in standings if one.place == 1]
    live = (
        *fit(sentence("over", lang), 600, HEAD).runs(44, 72, WHITE, room=600),
        Text(1556, 72, sentence("round", lang, n=view.rounds, of=view.rounds), KEY, theme.MUTED, "r", room=600),
        *ending.band(winners, sentence("winner", lang, name=winners[0].name), why, TONES),
        *ending.legend(standings, sources, 392, theme.INK_2),
        *ending.bars(standings, sources, 450, TONES),
    )
    paper = Box(20, 124, 1560, 1056, 22, theme.SAND, corners=(False, False, True, True))
    return Scene(theme.THEME, 1600, 1200, theme.SEA, (paper,), live)
