"""The war: who has how much, and what can still come on top."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.table.geometry import geography
from engines.quo_vadis.view import AreaView, SideView, View, WarView
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DISPLAY, FRAMES, HEAD, KEY, Anchor, Box, Icon, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, measure
from render.kit.tokens import NumberDisc, SeatToken
from render.quo_vadis import theme
from render.quo_vadis.catalogue import noun, sentence
from render.quo_vadis.land import field
from render.quo_vadis.land.ground import sky
from render.quo_vadis.land.layout import layout
from render.quo_vadis.pieces import WarDie

LEVY = CONTENT.skills["S30"].params["strength"]


def war(view: View, look: Look) -> Scene:
    """1600 x 1000: the genesis area with its neighbours, and a row for each side in the order of declaration."""
    fought = _war(view)
    near = _near(view, fought.area)
    lay = layout([area.at for area in near], 32, 142, 776, 816, 110)
    ground = (Box(20, 120, 1560, 860, 22, theme.PAPER, corners=(False, False, True, True)), *sky(20, 120, 800, 860))
    live = (
        *_header(look, fought),
        FRAMES,
        *field.standing(view, lay, near),
        *(node for r, side in enumerate(fought.sides) for node in _row(view, look, fought, side, 140 + 166 * r)),
    )
    return Scene(theme.THEME, 1600, 1000, theme.FRAME, (*ground, *field.terrain(view, lay, near)), live)


def _war(view: View) -> WarView:
    if view.turn is None or view.turn.war is None:
        raise KeyError("there is no war")
    return view.turn.war


def _near(view: View, chosen: str) -> list[AreaView]:
    """An area and those adjacent to it: the ones that can give strength."""
    touching = geography(tuple((area.id, area.at) for area in view.areas)).areas[chosen]
    return [area for area in view.areas if area.id == chosen or area.id in touching]


def _header(look: Look, fought: WarView) -> Iterator[Node]:
    yield Icon("battle", 82, 70, 60, WHITE, theme.FRAME)
    yield Sprite(176, 70, NumberDisc(fought.area, 39, 33, WHITE, theme.BRONZE_2, WHITE, 3))
    yield from fit(sentence("war", look.lang, area=fought.area), 560, HEAD).runs(236, 70, WHITE, room=560)
    if fought.winner is not None:
        words = fit(sentence("war_won", look.lang, name=look.names[fought.winner]), 640, KEY)
        yield from words.runs(1556, 70, WHITE, "r", room=640)


def _row(view: View, look: Look, fought: WarView, side: SideView, y: float) -> Iterator[Node]:
    won, open_bid = fought.winner == side.seat, side.bid is None
    edge, width = (INK, 4) if won or open_bid else (theme.LINE, 2)
    yield Anchor(f"side:{side.seat}", Spot(840, y, 716, 158, 12), (side.bid, side.levy, side.rolls), part="war")
    yield Box(840, y, 716, 158, 12, WHITE if won or open_bid else theme.PANEL, edge, width)
    yield Sprite(890, y + 48, SeatToken(side.seat, theme.race(view.players[side.seat].race), 28, edge=INK))
    yield from fit_all([look.names[side.seat]], 300, BODY)[0].runs(936, y + 48, INK, room=300)
    yield Icon("battle", 890, y + 112, 40, theme.INK_2, theme.PANEL)
    yield Text(922, y + 112, str(side.strength), KEY, INK, room=60)
    yield Icon("banner", 1010, y + 112, 40, theme.TRACK_COLOUR["morale"], theme.PANEL)
    if open_bid:
        yield Icon("hourglass", 1060, y + 112, 36, theme.INK_2, theme.PANEL)
    else:
        yield Text(1042, y + 112, str(side.bid), KEY, INK, room=60)
    if side.levy:
        yield Icon("skill", 1110, y + 112, 40, theme.INK_2, theme.PANEL)
        yield Text(1142, y + 112, f"+{LEVY}", KEY, INK, room=70)
    if fought.elated == side.seat:
        word = noun("concept.elated", look.lang)
        w = measure(word, 26) + 28
        yield Box(1430 - w, y + 18, w, 46, 23, theme.TRACK_COLOUR["morale"])
        yield Text(1430 - w / 2, y + 41, word, 26, WHITE, "m", room=w)
    best = max(side.rolls, default=0)
    shown = sorted(side.rolls) or [side.sides]
    for i, pips in enumerate(shown[-3:]):
        ghost = bool(side.rolls) and (pips != best or i < len(shown[-3:]) - 1)
        yield Sprite(1240 + 66 * i, y + 112, WarDie(side.sides, str(pips), ghost))
    if side.total:
        yield Text(1530, y + 79, str(side.total), DISPLAY, INK, "r", room=120)
    else:
        known = side.strength + (side.bid or 0) + (LEVY if side.levy else 0)
        yield Text(1530, y + 60, f"{known}+", HEAD, theme.INK_2 if open_bid else INK, "r", room=140)
        yield Text(1530, y + 118, f"{side.chance}%", BODY, theme.INK_2, "r", room=120)
