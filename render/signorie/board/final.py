"""The end: who has won and by how much, and from which sources everybody's points came."""

from collections.abc import Sequence

from engines.signorie.view import View
from render.kit import ending
from render.kit.colour import GOLD, WHITE
from render.kit.ending import Source, Standing, Tones
from render.kit.look import Look
from render.kit.scene import HEAD, KEY, Box, Scene
from render.kit.text import fit, legible
from render.signorie import theme
from render.signorie.board.header import MID
from render.signorie.catalogue import sentence
from render.signorie.layout import HEIGHT, WIDTH
from render.signorie.pieces import dentils_at

TONES = Tones(theme.MARBLE, theme.PANEL, theme.LINE, theme.INK_2)
_ROWS, _IN_LINE = 346, 6

SOURCES = {
    "start": ("arrow", theme.STONE),
    "missions": ("mission", theme.SERPENTINE),
    "marriages": ("marriage", theme.TERRACOTTA),
    "initiative": ("initiative", theme.ROSE),
    "helpers": ("helper", theme.DICE["grey"]),
    "sons": ("offspring", theme.STONE_ON_VERDE),
    "rewards": ("extra", GOLD),
    "purchases": ("florin", theme.COIN),
    "careers": ("careers", theme.DICE["purple"]),
    "politician": ("politician", theme.HOUSES["sforza"]),
    "clergy": ("clergy", theme.DICE["light_blue"]),
    "military": ("military", theme.HOUSES["orsini"]),
    "wedding": ("bride", theme.BRIDAL),
}
"""What victory points are gained for: its icon and its colour."""


def final(view: View, look: Look) -> Scene:
    """1600 x 1252, after the end."""
    standings = _standings(view, look)
    sources = _sources(standings, look)
    lines = (len(sources) + _IN_LINE - 1) // _IN_LINE
    legend = HEIGHT - 64 - ending.LEGEND_PITCH * (lines - 1)
    winner = standings[0]
    live = (
        *fit(sentence("final.title", look.lang), 700, HEAD).runs(44, MID, WHITE, room=700),
        *fit(sentence("final.rounds", look.lang, n=view.rounds), 500, KEY).runs(1556, MID, theme.MUTED, "r", room=500),
        *ending.band(
            [winner], sentence("board.winner", look.lang, name=legible(winner.name)), _why(standings, look), TONES
        ),
        *ending.bars(standings, sources, _ROWS, TONES, legend - 40),
        *ending.legend(standings, sources, legend, theme.INK_2, _IN_LINE),
    )
    paper = Box(20, 124, 1560, HEIGHT - 144, 22, theme.MARBLE, corners=(False, False, True, True))
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, (paper, *dentils_at(124)), live)


def _standings(view: View, look: Look) -> tuple[Standing, ...]:
    """Best first."""
    return tuple(
        Standing(
            score.seat,
            theme.SEATS[view.mats[score.seat].color],
            look.names[score.seat],
            score.place,
            score.total,
            view.mats[score.seat].points,
        )
        for score in view.scores
    )


def _sources(standings: Sequence[Standing], look: Look) -> tuple[Source, ...]:
    """Those that gave anybody anything, the largest of the table first."""
    total = {key: sum(dict(one.parts).get(key, 0) for one in standings) for key in SOURCES}
    found = sorted((key for key in SOURCES if total[key]), key=lambda key: -total[key])
    return tuple(
        Source(key, sentence(f"final.source.{key}", look.lang), SOURCES[key][1], SOURCES[key][0]) for key in found
    )


def _why(standings: Sequence[Standing], look: Look) -> str:
    """The margin, or what decided between equals, and the winner's best source."""
    winner, behind = standings[0], ending.margin(standings)
    best, most = max(winner.parts, key=lambda part: part[1], default=("", 0))
    source = sentence(f"final.source.{best}", look.lang) if best else ""
    if behind is None:
        return ""
    margin, other = behind
    key = "final.ahead" if margin else "final.tie"
    told = sentence(key, look.lang, n=margin, name=legible(other.name))
    return sentence("final.why", look.lang, margin=told, n=most, source=source) if best else told
