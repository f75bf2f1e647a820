"""The header: round, genesis area, genesis cards with their markers, deck, whose turn it is."""

from collections.abc import Iterator

from engines.quo_vadis.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Anchor, Box, Disc, Icon, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import NumberDisc, SeatToken
from render.quo_vadis import theme
from render.quo_vadis.catalogue import noun, sentence

CARDS = ("1", "2", "3", "4", "5")


def header(view: View, look: Look) -> Iterator[Node]:
    yield Text(44, 44, sentence("round", look.lang), MICRO, theme.MUTED, room=140)
    yield Text(44, 84, str(view.round), HEAD, WHITE, room=62)
    yield Text(44 + (32 if view.round < 10 else 62), 88, f"/{view.rounds}", BODY, theme.MUTED, room=60)
    yield from genesis(view, 211, 70, 38)
    for j, card in enumerate(CARDS):
        yield from _card(view, card, 262 + 94 * j)
    yield from _free(view, look)
    yield Icon("deck", 898, 70, 44, theme.MUTED, theme.FRAME)
    yield Anchor("deck", Spot(876, 48, 110, 44, counted=True), view.deck, part="header", minor=True)
    yield Text(928, 70, str(view.deck), KEY, WHITE, room=110)
    yield from pill(view, look)


def genesis(view: View, x: float, y: float, r: float = 41) -> Iterator[Node]:
    """The disc of the genesis area; a ring before it is chosen."""
    area = view.turn.area if view.turn is not None else None
    yield Anchor("genesis", Spot.disc(x, y, r), area or "", part="header", minor=True)
    if area is None:
        yield Disc(x, y, r, None, WHITE, 3)
    else:
        yield Sprite(x, y, NumberDisc(area, r, 0.86 * r, WHITE, theme.BRONZE_2, WHITE, 3))


def _card(view: View, card: str, x: float) -> Iterator[Node]:
    blocked = card in view.markers
    yield Anchor(f"card:{card}", Spot(x, 30, 86, 80, 8), blocked, part="header", minor=True)
    yield Box(x, 30, 86, 80, 8, theme.BLOCKED if blocked else theme.PANEL)
    colour = theme.BLOCKED_TEXT if blocked else INK
    yield Text(x + (26 if blocked else 43), 70, card, HEAD, colour, "m", room=60)
    if blocked:
        yield Icon("gmark", x + 62, 86, 40, theme.BRONZE, theme.BLOCKED)


def _free(view: View, look: Look) -> Iterator[Node]:
    on_free = view.markers.count("free")
    yield Anchor("card:free", Spot(732, 30, 132, 80, 8), on_free, part="header", minor=True)
    yield Box(732, 30, 132, 80, 8, theme.PANEL)
    yield Text(742, 50, noun("concept.free", look.lang), DETAIL, INK, room=112)
    yield Icon("faith", 758, 88, 30, theme.FAITH, theme.PANEL)
    yield Text(778, 88, "1", BODY, INK, room=30)
    for i in range(on_free):
        yield Icon("gmark", 844 - 30 * i, 88, 34, theme.BRONZE, theme.PANEL)


def awaited(view: View) -> int | None:
    """Who has to answer: who declares in a war, else whose turn it is."""
    war = view.turn.war if view.turn is not None else None
    return view.active if war is None or war.asked is None else war.asked


def pill(view: View, look: Look) -> Iterator[Node]:
    """Who is waited for: whose turn it is, or who declares in a war; or what everybody does."""
    if view.active is None:
        key = "won" if view.scores else f"phase_{view.phase}"
        name = look.names[view.scores[0].seat] if view.scores else ""
        text = fit(sentence(key, look.lang, name=name), 470, KEY)
        width = 500
        yield Box(1568 - width, 32, width, 76, 38, WHITE)
        yield from text.runs(1568 - width / 2, 70, INK, "m", room=width - 30)
        return
    seat = awaited(view)
    assert seat is not None
    key = "turn" if seat == view.active else "waiting_for"
    words = fit(sentence(key, look.lang, name=look.names[seat]), 400, KEY)
    yield Box(1048, 32, 520, 76, 38, WHITE)
    token = SeatToken(seat, theme.race(view.players[seat].race), 27, edge=INK)
    yield Sprite(1096, 70, token)
    yield from words.runs(1140, 70, INK, room=410)
