"""The caravans of a seat: where they are, what they carry, and what each good may become."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import CaravanView, Mat, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, Anchor, Box, Icon, Line, Node, Sprite
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.pieces.cards import arrow
from render.marco_polo_ii.pieces.goods import Run, glyph, row
from render.marco_polo_ii.pieces.people import Camel, CrestShield

LEFT, TOP, W = 562, 566, 480


def caravans(view: View, one: Mat, look: Look) -> Iterator[Node]:
    """One above the route tile; two share the height."""
    yield from fit(sentence("caravan", look.lang), 240, DETAIL).runs(LEFT + 18, TOP + 26, theme.INK_2, room=240)
    h = 170 if len(one.caravans) < 2 else 108
    for i, caravan in enumerate(one.caravans):
        yield from _caravan(one, caravan, i, TOP + 50 + h * i, h, look)
    y = TOP + 268
    yield Line(((LEFT + 16, y), (LEFT + W - 16, y)), theme.LINE, 2)
    yield from _tiles(view, one, y, look)
    yield from _uses(one, y)


def _caravan(one: Mat, caravan: CaravanView, i: int, y: float, h: float, look: Look) -> Iterator[Node]:
    colour, size = theme.SEAT[one.color], min(150.0, h - 6)
    middle = y + h / 2
    shows = (caravan.place, caravan.goods)
    yield Anchor(f"load:{one.seat}:{i}", Spot(LEFT + 12, y + 2, W - 24, h - 4, 10), shows, part="caravan")
    if caravan.place is None:
        pale = mix(colour, theme.PANEL, 0.72)
        yield Icon("camels", LEFT + 110, middle, size * 0.9, pale, theme.PANEL, mix(INK, theme.PANEL, 0.6), 2)
        yield from fit(sentence("in_hand", look.lang), 220, BODY).runs(LEFT + 220, middle, theme.INK_2, room=220)
        return
    yield Sprite(LEFT + 110, middle, Camel(one.seat, colour, size * 0.9))
    big = min(92.0, 0.52 * h)
    for j, good in enumerate(caravan.goods):
        x = LEFT + 226 + (big + 14) * j
        yield Box(x, y + 6, big, big, 10, WHITE, theme.LINE, 2)
        yield Icon(good, x + big / 2, y + 6 + big / 2, 0.7 * big, theme.GOODS[good], WHITE)
    is_city = caravan.place in CONTENT.data.cities
    word = noun(f"{'cities' if is_city else 'oases'}.{caravan.place}", look.lang)
    at = y + 6 + big + (h - big - 6) / 2
    if not is_city:
        yield Icon("palm", LEFT + 238, at, 30, theme.OASIS_EDGE, theme.PANEL)
    x = LEFT + (226 if is_city else 260)
    yield from fit(word[:1].upper() + word[1:], 210, BODY).runs(x, at, INK, room=210)


def _tiles(view: View, one: Mat, y: float, look: Look) -> Iterator[Node]:
    """The tiles of running routes; without one, how many lie open for all."""
    tiles = one.tiles[:2]
    if not tiles:
        number = sum(view.routes.values())
        word = fit(sentence("tiles_open", look.lang, n=number), 196, DETAIL, 2)
        yield from word.runs(LEFT + 18, y + 66, theme.INK_2, room=200)
        return
    h = 112 if len(tiles) == 1 else 58
    for i, tile in enumerate(tiles):
        top = y + 10 + (h + 4) * i
        yield Box(LEFT + 16, top, 186, h, 10, WHITE, theme.LINE, 2)
        for j, crest in enumerate(CONTENT.data.route_tiles[tile].crests):
            yield Sprite(LEFT + 64 + 90 * j, top + h / 2, CrestShield(crest, min(84, h - 8)))


def _uses(one: Mat, y: float) -> Iterator[Node]:
    """What each loaded good may be turned into when the route is complete; without a load, of all goods."""
    loaded = [good for caravan in one.caravans for good in caravan.goods]
    goods = [good for good in CONTENT.data.caravan.allowed_goods if good in loaded or not loaded]
    for i, key in enumerate(goods):
        line = CONTENT.data.goods[key]
        slash = Run((Icon("move", 0, 0, 1, theme.PANEL, theme.PANEL),), 6)
        runs = [_good(key), arrow(26), glyph(Sprite(0, 0, Seal(str(line.caravan_sell_vp), 21)), 42), slash]
        if line.caravan_upgrade is not None:
            runs += [_good(line.caravan_upgrade), slash]
        runs += [_good(key), _good(key)]
        yield from row(runs, 6).at(LEFT + 220, y + 66 + 42 * (i - (len(goods) - 1) / 2))


def _good(key: str) -> Run:
    return glyph(Icon(key, 0, 0, 32, theme.GOODS[key], theme.PANEL), 34)
