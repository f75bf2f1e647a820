"""The war: who has how much, and what can still come on top."""

from collections.abc import Iterator

from engines.quo_vadis.table.geometry import geography
from engines.quo_vadis.view import AreaView, View
from engines.quo_vadis.war_view import SideView, WarView
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import (
    BODY,
    DETAIL,
    DISPLAY,
    FRAMES,
    HEAD,
    KEY,
    Anchor,
    Box,
    Icon,
    Line,
    Node,
    Scene,
    Sprite,
    Text,
)
from render.kit.spot import Spot
from render.kit.text import fit, fit_name, measure
from render.kit.tokens import NumberDisc, Seal, SeatToken
from render.quo_vadis import theme
from render.quo_vadis.catalogue import noun, sentence
from render.quo_vadis.land import field
from render.quo_vadis.land.ground import sky
from render.quo_vadis.land.layout import layout
from render.quo_vadis.pieces import TownPiece, WarDie


def war(view: View, look: Look) -> Scene:
    """1600 x 1000: the genesis area with its neighbours, and a row for each side in the order of declaration."""
    fought = _war(view)
    pitch = 166
    shown = near(view, fought.area)
    lay = layout([area.at for area in shown], 32, 142, 776, 816, 110)
    ground = (Box(20, 120, 1560, 860, 22, theme.PAPER, corners=(False, False, True, True)), *sky(20, 120, 800, 860))
    live = (
        *_header(view, look, fought),
        FRAMES,
        *field.standing(view, lay, shown),
        *(node for r, side in enumerate(fought.sides) for node in _row(view, look, fought, side, 140 + pitch * r)),
        *(_stakes(view, look, fought, 140 + pitch * len(fought.sides)) if fought.winner is None else ()),
    )
    return Scene(theme.THEME, 1600, 1000, theme.FRAME, (*ground, *field.terrain(view, lay, shown)), live)


def _war(view: View) -> WarView:
    if view.turn is None or view.turn.war is None:
        raise KeyError("there is no war")
    return view.turn.war


def near(view: View, chosen: str) -> list[AreaView]:
    """An area and those adjacent to it: the ones that can give strength."""
    touching = geography(tuple((area.id, area.at) for area in view.areas)).areas[chosen]
    return [area for area in view.areas if area.id == chosen or area.id in touching]


def _header(view: View, look: Look, fought: WarView) -> Iterator[Node]:
    yield Icon("battle", 82, 70, 60, WHITE, theme.FRAME)
    yield Sprite(176, 70, NumberDisc(fought.area, 39, 33, WHITE, theme.BRONZE_2, WHITE, 3))
    yield from fit(sentence("war", look.lang, area=fought.area), 560, HEAD).runs(236, 70, WHITE, room=560)
    if fought.winner is not None:
        words = fit(sentence("war_won", look.lang, name=look.names[fought.winner]), 640, KEY)
        yield from words.runs(1556, 70, WHITE, "r", room=640)
    elif fought.asked is not None:
        words = fit(sentence("waiting_for", look.lang, name=look.names[fought.asked]), 520, KEY)
        w = max(measure(line, words.size) for line in words.lines) + 156
        yield Box(1568 - w, 32, w, 76, 38, WHITE)
        yield Icon("hourglass", 1568 - w + 44, 70, 44, theme.INK_2, WHITE)
        token = SeatToken(fought.asked, theme.race(view.players[fought.asked].race), 25, edge=INK)
        yield Sprite(1568 - w + 98, 70, token)
        yield from words.runs(1568 - w + 134, 70, INK, room=w - 144)


def _row(view: View, look: Look, fought: WarView, side: SideView, y: float) -> Iterator[Node]:
    won, asked = fought.winner == side.seat, fought.asked == side.seat
    edge, width = (INK, 4) if won or asked else (theme.LINE, 2)
    ground = WHITE if won or asked else theme.PANEL
    yield Anchor(f"side:{side.seat}", Spot(840, y, 716, 158, 12), (side.bid, side.levy, side.rolls), part="war")
    yield Box(840, y, 716, 158, 12, ground, edge, width)
    yield Sprite(890, y + 46, SeatToken(side.seat, theme.race(view.players[side.seat].race), 28, edge=INK))
    yield from fit_name(look.names[side.seat], 250, BODY).runs(936, y + 46, INK, room=256)
    yield from _terms(side, y + 112, ground)
    yield from _dice(side, y + 112)
    if fought.elated == side.seat:
        word = noun("concept.elated", look.lang)
        w = measure(word, DETAIL) + 28
        colour = theme.TRACK_COLOUR["morale"]
        final = all(other.bid is not None for other in fought.sides)
        yield Box(1414 - w, y + 22, w, 48, 24, colour if final else None, colour, 3)
        yield Text(1414 - w / 2, y + 46, word, DETAIL, WHITE if final else colour, "m", room=w)
    yield Line(((1430, y + 18), (1430, y + 140)), theme.LINE, 2)
    if side.total:
        yield Text(1492, y + 62, str(side.total), DISPLAY, INK, "m", room=118)
        if won:
            yield Sprite(1492, y + 124, Seal(f"+{side.prize}", 28))
        return
    yield Text(1492, y + 54, str(side.strength), DISPLAY, theme.INK_2 if side.bid is None else INK, "m", room=118)
    if side.chance is not None:
        yield Text(1492, y + 122, f"{side.chance}%", BODY, theme.INK_2, "m", room=118)


def _terms(side: SideView, y: float, ground: str) -> Iterator[Node]:
    """What the strength is made of; nought is pale."""
    terms = [("man", side.workers), ("town", side.towns), ("trefoil", side.neighbours), ("skill", side.bonus)]
    for i, (icon, number) in enumerate(terms):
        x = 872 + 84 * i
        yield Icon(icon, x, y, 38, theme.INK_2 if number else theme.STONE, ground)
        yield Text(x + 24, y, str(number), KEY, INK if number else theme.STONE, room=50)
    x = 872 + 84 * len(terms)
    morale = theme.TRACK_COLOUR["morale"]
    yield Icon("banner", x, y, 38, theme.STONE if side.bid == 0 else morale, ground)
    if side.bid is None:
        yield Icon("hourglass", x + 42, y, 34, theme.INK_2, ground)
    else:
        yield Text(x + 24, y, str(side.bid), KEY, INK if side.bid else theme.STONE, room=50)


def _dice(side: SideView, y: float) -> Iterator[Node]:
    """The dice to come, or their results: the highest counts."""
    shown = sorted(side.rolls, reverse=True) or [side.sides] * side.dice
    for i, pips in enumerate(shown[:3]):
        x = (1382 if side.sides == 8 else 1392) - 40 * i
        yield Sprite(x, y, WarDie(side.sides, str(pips), bool(side.rolls) and i > 0))


def _stakes(view: View, look: Look, fought: WarView, y: float) -> Iterator[Node]:
    """What the winner gets, and what each side loses if it does not win; left out where five sides need the room."""
    sides, h = fought.sides, 964 - y
    if len(sides) > 4:
        return
    yield Box(840, y, 716, h, 12, theme.PANEL, theme.LINE, 2)
    yield from fit(sentence("stakes", look.lang), 300, BODY).runs(860, y + 40, theme.INK_2, room=320)
    yield Sprite(1240, y + 44, Seal(f"+{sides[0].prize}", 32))
    if max(side.spoils for side in sides):
        yield Icon("town", 1304, y + 42, 40, theme.INK_2, theme.PANEL)
        yield Icon("arrow", 1350, y + 42, 30, theme.INK_2, theme.PANEL)
        for i, track in enumerate(("morale", "food", "faith")):
            yield Icon(theme.TRACK[track], 1396 + 48 * i, y + 42, 36, theme.TRACK_COLOUR[track], theme.PANEL)
    columns = 1 if len(sides) < 4 else len(sides)
    pitch = (h - 90) / (len(sides) if columns == 1 else 1)
    for i, side in enumerate(sides):
        across, down = (i, 0) if columns > 1 else (0, i)
        yield from _loss(view, fought.area, side, 848 + 708 / columns * across, y + 84 + pitch * (down + 0.5), pitch)


def _loss(view: View, area: str, side: SideView, x: float, y: float, room: float) -> Iterator[Node]:
    """Workers that go home, towns that shrink, wrath that grows."""
    player = view.players[side.seat]
    colour, k = theme.race(player.race), min(1.4, room / 70)
    yield Sprite(x + 20 + 24 * k, y, SeatToken(side.seat, colour, 22 * k, edge=INK))
    x += 60 + 34 * k
    if side.workers:
        yield Text(x, y, f"−{side.workers}", KEY, INK, room=60)
        yield Icon("man", x + 66, y, 38, theme.INK_2, theme.PANEL)
        x += 104
    towns = [space.town for space in view.area(area).spaces]
    for town in towns:
        if town is not None and town.owner == side.seat and town.population:
            yield Sprite(x + 26, y, TownPiece(side.seat, colour, 44 * k, town.population))
            if room > 90:
                yield Text(x + 70, y, "−1", KEY, INK, room=60)
                x += 66
            x += 66
    if room > 90 and player.wrath < player.most_wrath:
        yield Icon("bolt", x + 24, y, 44, INK, theme.PANEL)
        yield Text(x + 52, y, "+1", KEY, INK, room=60)
