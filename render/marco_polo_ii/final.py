"""The end: who has won and by what, the crests that were reached, and what everybody's points are from."""

from collections.abc import Iterator, Sequence

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import View
from render.kit import ending
from render.kit.colour import INK, WHITE
from render.kit.ending import Source, Standing, Tones
from render.kit.look import Lang, Look
from render.kit.scene import DETAIL, HEAD, KEY, Box, Line, Node, Scene, Sprite, Text
from render.kit.text import fit, legible
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.header import hem
from render.marco_polo_ii.catalogue import sentence
from render.marco_polo_ii.pieces.people import CrestShield

TONES = Tones(theme.PAPER, theme.PANEL, theme.LINE, theme.INK_2)
COLOURS = {
    "contracts": (theme.RED, "mission"),
    "caravan": ("#8C6A2F", "camels"),
    "character": ("#5F4B72", "man"),
    "cities": (theme.BROWN, "post"),
    "other": (theme.BLUE, "any"),
    "goal": (theme.GUILD["farmer"], "wax"),
    "crests": (theme.UNIQUE, "shield"),
    "coins": ("#E9C9A8", "coins"),
    "goods": (theme.GOODS["silk"], "silk"),
    "most_contracts": ("#D98A80", "mission"),
    "caravan_goods": ("#C79A5B", "camels"),
}
"""Sources of points in the order of the bars: colour and icon."""
IN_PLAY = ("contracts", "caravan", "character", "cities", "other")
CITIES = ("posts", "bonuses", "outposts")
"""Points for having come to cities, and what those bring every round: often the most of all."""
OTHERS = ("start", "spaces", "seals")
_BARS_TOP, _SUM, _IN_LINE = 410, 28, 7
"""px: where bars begin below one line of the legend, the room for a sum below each; so many sources stand in a line."""
_LAST_BANNER = 1334
"""Where the banner next to the seal hangs."""


def final(view: View, look: Look) -> Scene:
    """1600 x 1200, after the fifth round."""
    standings = _standings(view, look)
    winners = [one for one in standings if one.place == 1]
    sources = tuple(
        Source(key, sentence(f"source.{key}", look.lang), colour, icon) for key, (colour, icon) in COLOURS.items()
    )
    crests = view.mats[winners[0].seat].crests if len(winners) == 1 else ()
    gave = sum(any(dict(one.parts)[source.key] for one in standings) for source in sources)
    lines = -(-gave // _IN_LINE)
    top = _BARS_TOP + ending.LEGEND_PITCH * (lines - 1)
    paper = Box(20, 120, 1560, 1060, 22, theme.PAPER, corners=(False, False, True, True))
    live = (
        *fit(sentence("result", look.lang), 700, HEAD).runs(44, 66, WHITE, room=700),
        Text(1556, 66, sentence("rounds", look.lang, n=view.rounds), KEY, theme.MUTED, "r", room=600),
        *ending.band(winners, _says(winners, look), _why(standings, look.lang), TONES, _beside(crests)),
        *_banners(crests),
        *ending.legend(standings, sources, 368, theme.INK_2, -(-gave // lines)),
        *ending.bars(standings, sources, top, TONES, below=_SUM),
        *_before_the_end(standings, sources, top, look.lang),
    )
    return Scene(theme.THEME, 1600, 1200, theme.PLUM, (paper, *hem(20, 120, 1560)), live)


def _standings(view: View, look: Look) -> tuple[Standing, ...]:
    """Best first. What cities gave is one source, and so are small things; what was paid is taken from those."""
    found = []
    for score in view.scores:
        points = {label.key.rpartition(".")[2]: n for label, n in score.parts}
        points["cities"] = sum(points.pop(key, 0) for key in CITIES)
        points["other"] = sum(points.pop(key, 0) for key in OTHERS)
        colour = theme.SEAT[view.mats[score.seat].color]
        parts = tuple((key, points.get(key, 0)) for key in COLOURS)
        found.append(Standing(score.seat, colour, look.names[score.seat], score.place, score.total, parts))
    return tuple(found)


def _says(winners: Sequence[Standing], look: Look) -> str:
    if len(winners) == 1:
        return sentence("won", look.lang, name=legible(winners[0].name))
    return sentence("won_together", look.lang, names=tuple(legible(one.name) for one in winners))


def _why(standings: Sequence[Standing], lang: Lang) -> str:
    """The lead, and the source in which it is largest; between equals what decided."""
    behind = ending.margin(standings)
    if behind is None:
        return sentence("shared", lang)
    lead, second = behind
    if not lead:
        return sentence("camels_decide", lang, name=legible(second.name))
    first, other = dict(standings[0].parts), dict(second.parts)
    key = max(first, key=lambda key: first[key] - other[key])
    most = first[key] - other[key]
    told = "ahead_other" if key == "other" else "ahead"
    return sentence(told, lang, n=lead, name=legible(second.name), source=sentence(f"source.{key}", lang), more=most)


def _beside(crests: Sequence[str]) -> float:
    """Where the words of the band end: left of the banners."""
    pitch, size = _hung(crests)
    return 1330 if not crests else _LAST_BANNER - pitch * (len(crests) - 1) - size / 2 - 24


def _hung(crests: Sequence[str]) -> tuple[int, int]:
    """How far from each other banners hang, and how large they are."""
    return (66, 74) if len(crests) < 6 else (52, 60)


def _banners(crests: Sequence[str]) -> Iterator[Node]:
    """The crests that the winner has reached, hung up and down like a string of banners."""
    pitch, size = _hung(crests)
    for i, crest in enumerate(crests):
        yield Sprite(
            _LAST_BANNER - pitch * (len(crests) - 1 - i),
            192 + (26 if i % 2 else 0),
            CrestShield(next(one for one in CONTENT.data.crests if one == crest), size, plate=True),
        )


def _before_the_end(standings: Sequence[Standing], sources: Sequence[Source], top: float, lang: Lang) -> Iterator[Node]:
    """A line after what was gained in play, with the sum up to there; the first says what it is."""
    seats = zip(standings, ending.rows(len(standings), top), ending.reaches(standings, sources), strict=True)
    for nth, (one, row, reaches) in enumerate(seats):
        points = dict(one.parts)
        in_play = str(sum(points[key] for key in IN_PLAY))
        x = reaches[IN_PLAY[-1]]
        yield Line(((x, row.y + 6), (x, row.y + row.h - 6)), INK, 4)
        if nth:
            yield Text(x - 10, row.y + row.h - 20, in_play, DETAIL, theme.INK_2, "r", room=80)
        else:
            words = sentence("in_play", lang, n=in_play)
            yield Text(x - 10, row.y + row.h - 20, words, DETAIL, theme.INK_2, "r", room=360)
