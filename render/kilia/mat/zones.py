"""The four zones of a board: symbols, the next cost, and what they give."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, ZoneView
from render.kilia import theme
from render.kilia.catalogue import noun, sentence
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.goods import Ware
from render.kit.colour import INK, WHITE, on
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, Anchor, Box, Icon, Line, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, measure
from render.kit.tokens import Seal

W, H, PITCH_X, PITCH_Y, LEFT, TOP = 300, 252, 308, 260, 44, 140
SYMBOLS = 5


def zones(mat: Mat, look: Look) -> Iterator[Node]:
    names = fit_all([noun(f"zones.{zone.id}", look.lang) for zone in mat.zones], 164, BODY)
    for n, zone in enumerate(mat.zones):
        x, y = LEFT + PITCH_X * (n % 2), TOP + PITCH_Y * (n // 2)
        yield Anchor(f"zone:{zone.id}", Spot(x, y, W, H, 12), len(zone.cards), part="zones")
        yield Anchor(f"sprat:{zone.id}", Spot(x, y, W, H, 12, (x + 8, y + 6)))
        own = zone.id == mat.own_zone
        yield Box(x, y, W, H, 12, theme.PANEL, INK if own else theme.LINE, 4 if own else 2)
        fill = theme.ZONES[zone.id]
        edge = INK if zone.id == "castle" else None
        yield Box(x, y, W, 66, 12, fill, edge, 2, (True, True, False, False))
        yield Icon(theme.GLYPHS[zone.id], x + 36, y + 33, 44, on(fill), fill)
        yield from names[n].runs(x + 66, y + 33, on(fill), room=168)
        cards = f"{len(zone.cards)}/{len(CONTENT.data.zones[zone.id].costs)}"
        yield Text(x + W - 16, y + 33, cards, BODY, on(fill), "r", room=60)
        yield from symbols(zone, x, y + 113)
        yield from next_cost(mat, zone, x, y, look)
        if own and zone.cards:
            points = CONTENT.data.rules.own_zone_points_per_card * len(zone.cards)
            yield Sprite(x + W - 38, y + 216, Seal(f"+{points}", 30))


def value(mat: Mat, zone: ZoneView) -> int:
    """Keys, abilities, the number of the ship, warehouses."""
    match zone.id:
        case "castle":
            return mat.keys
        case "university":
            return len(mat.abilities)
        case "shipyard":
            return mat.ship
        case "warehouse":
            return sum(segment.cells is not None for segment in mat.canal)


def symbols(zone: ZoneView, x: float, y: float) -> Iterator[Node]:
    """The printed symbol and the cards; the next one with its cost in a ring, later ones as hairlines."""
    costs = CONTENT.data.zones[zone.id].costs
    there = 1 + len(zone.cards)
    for q in range(SYMBOLS):
        middle = x + 36 + 56 * q
        if q < there:
            sprat = q > 0 and zone.cards[q - 1] not in CONTENT.cards
            yield Sprite(middle, y, ZoneTile(zone.id, 50, sprat))
        elif q == there:
            yield Box(middle - 27, y - 27, 54, 54, 10, WHITE, INK, 3.5)
            yield Text(middle, y, str(costs[q - 1]), KEY, INK, "m", room=50)
        else:
            yield Box(middle - 24, y - 24, 48, 48, 9, None, theme.LINE, 2)
            yield Text(middle, y, str(costs[q - 1]), BODY, theme.INK_2, "m", room=46)


def next_cost(mat: Mat, zone: ZoneView, x: float, y: float, look: Look) -> Iterator[Node]:
    """The goods of the next card, one drawing each."""
    yield Line(((x + 14, y + 152), (x + W - 14, y + 152)), theme.LINE, 2)
    if zone.cost is None:
        yield Icon("check", x + 40, y + 208, 40, INK, theme.PANEL)
        yield Text(x + 72, y + 208, sentence("complete", look.lang), BODY, INK, room=170)
        return
    what = sentence(f"has.{zone.id}", look.lang, n=value(mat, zone))
    label = sentence("next", look.lang)
    yield Text(x + 14, y + 170, label, DETAIL, theme.INK_2, room=134)
    room = W - 36 - measure(label, DETAIL)
    right = fit(sentence("has_now", look.lang, what=what), room, DETAIL, short=what)
    yield from right.runs(x + W - 14, y + 170, theme.INK_2, "r", room=room + 4)
    for i in range(zone.cost):
        yield Sprite(x + 38 + 50 * i, y + 214, Ware(zone.good, 46))
