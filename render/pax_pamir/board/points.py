"""The race for victory points, with what a dominance check would bring now, and the lead that ends the game (R10.1)."""

from collections.abc import Iterator

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.look import Look
from render.kit.race import Race, race
from render.kit.scene import Node
from render.pax_pamir import lands, theme
from render.pax_pamir.catalogue import sentence
from render.pax_pamir.layout import SEATS_W, SEATS_X, lower

ON_PAPER = theme.LINE, theme.INK_2, theme.WOOL
ON_NIGHT = theme.MUTED, theme.MUTED, theme.NIGHT
"""Of the line, of words, of the ground."""
_LEAD = CONTENT.data.limits.victory_lead_required


Line = tuple[float, float, float, float]
"""Its left and its right end, its height, and the radius of its tokens."""
_SMALL, _LARGE = 17, 23


def points_at(view: View) -> Line:
    """On the overview: above the rows, or below the map where the rows need the room."""
    if lower(view):
        return lands.X + 24, lands.X + lands.W - 24, lands.Y + lands.H + 62, _LARGE
    return SEATS_X + 20, SEATS_X + SEATS_W - 20, 177, _SMALL


def points_line(view: View, look: Look, at: Line, tones: tuple[str, str, str] = ON_PAPER) -> Iterator[Node]:
    left, right, y, r = at
    points = {player: view.players[player].vp for player in view.ring}
    before = look.before if isinstance(look.before, View) else None
    was = {} if before is None else {player: before.players[player].vp for player in view.ring}
    goal = sorted(points.values())[-2] + _LEAD if len(points) > 1 else None
    colours = {player: theme.SEATS[view.players[player].color] for player in view.ring}
    gains = dict(enumerate(view.forecast))
    line, quiet, paper = tones
    words = sentence("race.ahead", look.lang, n=_LEAD)
    yield from race(Race(left, right, y, points, colours, line, quiet, gains, goal, words, was=was, paper=paper, r=r))
