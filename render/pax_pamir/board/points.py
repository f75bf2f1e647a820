"""The race for victory points, with what a dominance check would bring now, and the lead that ends the game (R10.1)."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.race import Race, race
from render.kit.scene import Node
from render.pax_pamir import theme
from render.pax_pamir.catalogue import sentence

ON_PAPER = theme.LINE, theme.INK_2, theme.WOOL
ON_NIGHT = theme.MUTED, theme.MUTED, theme.NIGHT
"""Of the line, of words, of the ground."""
_LEAD = CONTENT.data.limits.victory_lead_required


def points_line(
    view: View,
    look: Look,
    left: float,
    right: float,
    y: float,
    tones: tuple[str, str, str] = ON_PAPER,
    wide: bool = False,
    margin: float = 0,
) -> Iterator[Node]:
    """From left to right at height y. The seal stands where a check now would have to bring whoever then leads."""
    points = {player: view.players[player].vp for player in view.ring}
    before = look.before if isinstance(look.before, View) else None
    was = {} if before is None else {player: before.players[player].vp for player in view.ring}
    gains = dict(enumerate(view.forecast))
    after = sorted(number + gains.get(player, 0) for player, number in points.items())
    goal = after[-2] + _LEAD if len(after) > 1 else None
    colours = {player: theme.SEATS[view.players[player].color] for player in view.ring}
    line, quiet, paper = tones
    words = tuple(sentence(key, look.lang, n=_LEAD) for key in ("race.ahead", "race.lead"))
    yield from race(
        Race(
            left,
            right,
            y,
            points,
            colours,
            line,
            quiet,
            gains,
            goal,
            words,
            wide=wide,
            margin=margin,
            was=was,
            paper=paper,
        )
    )
