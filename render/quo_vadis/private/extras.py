"""One resource into another, and hand cards that may go: Prosperity, B02."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import KINDS, RESOURCES
from engines.quo_vadis.view import PlayerView, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Icon, Node, Scene, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import capital, noun, sentence
from render.quo_vadis.private.frame import night

TOP, PITCH, H = 142.0, 172.0, 156.0
W, INTO, INTO_W = 700.0, 800.0, 370.0


def extras(view: View, look: Look) -> Scene:
    """1600 x 1000: a row for each resource, at its right what it may become; below the hand."""
    assert look.viewer is not None
    player = view.players[look.viewer]
    marked = frozenset(mark.place for mark in look.marks)
    rows = (node for i in range(len(RESOURCES)) for node in _row(player, i, look, TOP + PITCH * i, marked))
    each = fit(sentence("for_one", look.lang), 500, BODY).runs(1556, 72, theme.MUTED, "r", room=500)
    return night(look, "ask_extras", (*rows, *_cards(player, look)), each)


def _row(player: PlayerView, i: int, look: Look, y: float, marked: frozenset[str]) -> Iterator[Node]:
    """What there is of a resource, and the two others with what one of it would make of them."""
    source = RESOURCES[i]
    value, most = player.stock[source], player.maxima.get(source, 0)
    yield Anchor(f"track:{source}", Spot(44, y, W, H, 12), value, part="tracks")
    yield Box(44, y, W, H, 12, WHITE)
    colour = theme.TRACK_COLOUR[source]
    yield Icon(theme.TRACK[source], 106, y + 52, 72, colour, WHITE)
    yield from fit(capital(f"resource.{source}", look.lang), 360, HEAD).runs(164, y + 52, INK, room=366)
    yield Text(44 + W - 78, y + 52, str(value), HEAD, INK, "r", room=80)
    yield Text(44 + W - 72, y + 57, f"/{most}", BODY, theme.INK_2, room=66)
    cube = min(76.0, (W - 40) / max(1, most) - 6)
    for n in range(most):
        yield Box(64 + (cube + 6) * n, y + 104, cube, 34, 5, colour if n < value else None, theme.LINE, 2)
    yield Icon("arrow", 772, y + H / 2, 44, theme.MUTED, theme.FRAME)
    for j, target in enumerate(other for other in RESOURCES if other != source):
        yield from _into(player, source, target, look, INTO + (INTO_W + 16) * j, y, marked)


def _into(
    player: PlayerView, source: str, target: str, look: Look, x: float, y: float, marked: frozenset[str]
) -> Iterator[Node]:
    now, most = player.stock[target], player.maxima.get(target, 0)
    open_ = player.stock[source] > 0 and now < most
    ground = WHITE if f"swap:{source}:{target}" in marked else theme.NIGHT_2
    ink = INK if ground == WHITE else WHITE if open_ else theme.MUTED
    colour = theme.TRACK_COLOUR[target] if ground == WHITE else mix(theme.TRACK_COLOUR[target], WHITE, 0.45)
    yield Anchor(f"swap:{source}:{target}", Spot(x, y, INTO_W, H, 12))
    yield Box(x, y, INTO_W, H, 12, ground)
    yield Icon(theme.TRACK[target], x + 82, y + 52, 64, colour, ground)
    yield from fit(capital(f"resource.{target}", look.lang), 230, KEY).runs(x + 130, y + 52, ink, room=234)
    told = f"{now} → {now + 1}" if open_ else f"{now}/{most}"
    yield Text(x + 82, y + 118, told, KEY, ink, "m", room=150)
    if open_:
        have = player.stock[source]
        yield Icon(theme.TRACK[source], x + 214, y + 118, 36, mix(theme.TRACK_COLOUR[source], ground, 0.3), ground)
        yield Text(x + 242, y + 118, f"{have} → {have - 1}", BODY, ink, room=120)


def _cards(player: PlayerView, look: Look) -> Iterator[Node]:
    """The hand, kind by kind."""
    held = player.hand or ()
    y = TOP + PITCH * 3 + 40
    word = sentence("hand", look.lang, held=player.held, limit=player.hand_limit)
    yield from fit(word, 900, BODY).runs(44, y - 12, theme.MUTED, room=900)
    for j, kind in enumerate(kind for kind in KINDS if kind in held):
        x, ink = 44 + 306 * j, theme.ON_KIND[kind]
        yield Anchor(f"hand:{kind}", Spot(x, y + 34, 290, 214, 12, badge_r=28), held.count(kind), part="hand")
        yield Box(x, y + 34, 290, 214, 12, theme.KIND[kind], WHITE, 3)
        yield Icon(theme.GLYPH[kind], x + 145, y + 112, 96, ink, theme.KIND[kind])
        many = f" ×{held.count(kind)}" if held.count(kind) > 1 else ""
        yield from fit(noun(f"kind.{kind}", look.lang) + many, 266, KEY).runs(x + 145, y + 206, ink, "m", room=272)
