"""The end: who won and by what, one bar of sources for each seat."""

from collections.abc import Iterator

from engines.kernel import Score
from engines.quo_vadis.view import View
from render.kit.colour import INK, WHITE, mix, on
from render.kit.look import Look
from render.kit.race import lead as disc
from render.kit.scene import (
    BODY,
    DETAIL,
    DISPLAY,
    HEAD,
    KEY,
    Anchor,
    Box,
    Icon,
    Line,
    Node,
    Numeral,
    Poly,
    Scene,
    Sprite,
    Text,
)
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Seal, SeatToken
from render.quo_vadis import theme
from render.quo_vadis.catalogue import sentence, told
from render.quo_vadis.pieces import TownPiece, corners

ROWS = {3: (250, 238), 4: (188, 176), 5: (150, 138)}
LEFT, ROOM, NARROWEST = 424, 970, 38
BEFORE = 4
"""So many sources are scored during the game; the others come with the final scoring."""


def result(view: View, look: Look) -> Scene:
    """1600 x 1200, one designed picture of the final result."""
    paper = Box(20, 120, 1560, 1060, 22, theme.PAPER, corners=(False, False, True, True))
    live = (
        Text(44, 70, sentence("final", look.lang), HEAD, WHITE, room=760),
        Text(1556, 70, sentence("rounds", look.lang, rounds=view.rounds), KEY, theme.MUTED, "r", room=600),
        *_winner(view, look),
        *(node for place, score in enumerate(view.scores) for node in _row(view, look, place, score)),
        *_legend(view, look),
    )
    return Scene(theme.THEME, 1600, 1200, theme.FRAME, (paper,), live)


def _winner(view: View, look: Look) -> Iterator[Node]:
    first, second = view.scores[:2]
    colour = theme.race(view.players[first.seat].race)
    yield Box(44, 136, 1512, 186, 12, mix(colour, theme.PAPER, 0.62), theme.LINE, 2)
    yield Box(44, 136, 20, 186, 0, colour)
    yield Sprite(150, 229, SeatToken(first.seat, colour, 60, ring=True, edge=INK))
    room = 1106 - 118 * sum(
        space.town is not None and space.town.owner == first.seat and space.town.population > 0
        for area in view.areas
        for space in area.spaces
    )
    name = fit(sentence("won", look.lang, name=look.names[first.seat]), room, DISPLAY)
    yield from name.runs(250, 204, INK, room=room)
    lead = first.total - second.total
    ahead = max(view.players, key=lambda player: player.points).points
    turned = view.players[first.seat].points < ahead
    key = "tie" if not lead else "reversal" if turned else "lead"
    told = sentence(key, look.lang, lead=lead, name=look.names[second.seat])
    why = fit(told, room, KEY)
    if why.cut or why.size < KEY:  # two lines below the name are small ones
        why = fit(told, room, DETAIL, 2)
    yield from why.runs(250, 278, INK, room=room)
    yield from _homes(view, first.seat)
    yield disc(1456, 229, 70)
    yield Sprite(1456, 229, Seal(str(first.total), 70))


def _homes(view: View, seat: int) -> Iterator[Node]:
    """The areas of the winner's towns, as small trefoils with the town on them."""
    found = [
        (area, space.town.population)
        for area in view.areas
        for space in area.spaces
        if space.town is not None and space.town.owner == seat and space.town.population
    ]
    colour = theme.race(view.players[seat].race)
    for i, (area, population) in enumerate(found):
        x = 1312 - 118 * (len(found) - 1 - i)
        for slot, (dx, dy) in enumerate(((-26, -22.5), (26, -22.5), (0, 22.5))):
            yield Poly(corners(x + dx, 232 + dy, 30), theme.TERRAIN[area.spaces[slot].terrain], WHITE, 2)
        yield Sprite(x, 226, TownPiece(seat, colour, 58, population))


def _row(view: View, look: Look, place: int, score: Score) -> Iterator[Node]:
    pitch, h = ROWS[len(view.players)]
    y = 334 + pitch * place
    seat = score.seat
    colour = theme.race(view.players[seat].race)
    edge, width = (INK, 4) if place == 0 else (theme.LINE, 2)
    yield Anchor(f"score:{seat}", Spot(44, y, 1512, h, 12), None, part="seats")
    yield Box(44, y, 1512, h, 12, WHITE if place == 0 else theme.PANEL, edge, width)
    yield Text(66, y + h / 2, str(score.place), KEY, INK, room=40)
    yield Sprite(140, y + h / 2, SeatToken(seat, colour, 36, edge=INK))
    yield from fit(look.names[seat], 220, KEY).runs(190, y + h / 2, INK, room=226)
    x, top, scale = float(LEFT), y + h / 2 - 45, _scale(view)
    for i, (source, (_, vp)) in enumerate(zip(theme.SOURCE, score.parts, strict=True)):
        if i == BEFORE:
            x += 5
            yield Line(((x, top - 8), (x, top + 104)), INK, 4)
            before = sum(vp for _, vp in score.parts[:BEFORE])
            if h > 150:
                yield Text(x - 10, top + 108, str(before), DETAIL, theme.INK_2, "r", room=60)
            x += 5
        if vp:
            w = max(NARROWEST, vp * scale)
            yield from _segment(x, top, w, source, vp)
            x += w
    yield Sprite(1484, y + h / 2, Seal(str(score.total), 52))


def _scale(view: View) -> float:
    """px for a VP, so that the longest bar fits although small parts are drawn wider than they are."""
    scale = ROOM / max(1, view.scores[0].total)
    while max(sum(max(NARROWEST, vp * scale) for _, vp in score.parts if vp) for score in view.scores) > ROOM:
        scale *= 0.98
    return scale


def _segment(x: float, y: float, w: float, source: str, vp: int) -> Iterator[Node]:
    icon, colour = theme.SOURCE[source]
    ink = on(colour)
    yield Box(x, y, w, 90, 0, colour, WHITE, 2)
    if w >= 112:
        yield Icon(icon, x + w / 2 - 26, y + 45, 40, ink, colour)
        yield Numeral(x + w / 2 + 26, y + 45, str(vp), 40, ink)
    else:
        yield Icon(icon, x + w / 2, y + 27, 30, ink, colour)
        yield Numeral(x + w / 2, y + 64, str(vp), 30 if w >= 44 else 26, ink)


def _legend(view: View, look: Look) -> Iterator[Node]:
    """Sources that somebody has scored; those of skills have one colour."""
    labels = [label for label, _ in view.scores[0].parts]
    scored = {name for score in view.scores for name, (_, vp) in zip(theme.SOURCE, score.parts, strict=True) if vp}
    scored |= {"skill"} if "skill_bonus" in scored else set()
    named = [one for one in zip(theme.SOURCE, labels, strict=True) if one[0] != "skill_bonus"]
    shown = [(source, label) for source, label in named if source in scored]
    for i, (source, label) in enumerate(shown):
        icon, colour = theme.SOURCE[source]
        x = 60 + 216 * i
        yield Box(x, 1106, 48, 48, 8, colour)
        yield Icon(icon, x + 24, 1130, 34, on(colour), colour)
        words = told(label, look.lang)
        yield from fit(words[:1].upper() + words[1:], 152, BODY, 2).runs(x + 58, 1130, INK, room=156)
