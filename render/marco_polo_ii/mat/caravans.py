"""The caravans of a seat: their places, their goods, and the uses of each good."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import CaravanView, Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.pieces.cards import build_arrow
from render.marco_polo_ii.pieces.goods import Run, join_runs, wrap_node
from render.marco_polo_ii.pieces.people import Camel, CrestShield
from render.marco_polo_ii.pieces.plates import draw_sheet

LEFT, TOP, W = 562, 566, 480


def draw_caravans(view: View, mat: Mat, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the caravans above the route tiles; two caravans share the height of one."""
    yield from kit.fit_text(render_message("caravan", ctx.lang), 240, kit.DETAIL).build_runs(
        LEFT + 18, TOP + 26, theme.INK_2, max_width=240
    )
    h = 170 if len(mat.caravans) < 2 else 108
    for i, caravan in enumerate(mat.caravans):
        yield from _draw_caravan(mat, caravan, i, TOP + 50 + h * i, h, ctx)
    y = TOP + 268
    yield kit.Polyline(((LEFT + 16, y), (LEFT + W - 16, y)), theme.LINE, 2)
    yield from _draw_tiles(view, mat, y, ctx)
    yield from _draw_uses(mat, y)


def _draw_caravan(
    mat: Mat, caravan: CaravanView, i: int, y: float, h: float, ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    colour, size = theme.SEAT[mat.color], min(150.0, h - 6)
    middle = y + h / 2
    shows = (caravan.place, caravan.goods)
    yield kit.Anchor(f"load:{mat.seat}:{i}", kit.Placement(LEFT + 12, y + 2, W - 24, h - 4, 10), shows, part="caravan")
    if caravan.place is None:
        pale = kit.mix_colours(colour, theme.PANEL, 0.72)
        yield kit.Icon(
            "camels", LEFT + 110, middle, size * 0.9, pale, theme.PANEL, kit.mix_colours(kit.INK, theme.PANEL, 0.6), 2
        )
        yield from kit.fit_text(render_message("in_hand", ctx.lang), 220, kit.BODY).build_runs(
            LEFT + 220, middle, theme.INK_2, max_width=220
        )
        return
    yield kit.Sprite(LEFT + 110, middle, Camel(mat.seat, colour, size * 0.9))
    big = min(92.0, 0.52 * h)
    for j, good in enumerate(caravan.goods):
        x = LEFT + 226 + (big + 14) * j
        yield draw_sheet(x, y + 6, big, big, radius=10)
        yield kit.Icon(good, x + big / 2, y + 6 + big / 2, 0.7 * big, theme.GOODS[good], theme.PANEL)
    is_city = caravan.place in CONTENT.data.cities
    word = render_noun(f"{'cities' if is_city else 'oases'}.{caravan.place}", ctx.lang)
    text_y = y + 6 + big + (h - big - 6) / 2
    if not is_city:
        yield kit.Icon("palm", LEFT + 238, text_y, 30, theme.OASIS_EDGE, theme.PANEL)
    x = LEFT + (226 if is_city else 260)
    yield from kit.fit_text(word[:1].upper() + word[1:], 210, kit.BODY).build_runs(x, text_y, kit.INK, max_width=210)


def _draw_tiles(view: View, mat: Mat, y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the route tiles of caravans under way; without any, the number of face-up tiles in the common area."""
    tiles = mat.tiles[:2]
    if not tiles:
        number = sum(view.routes.values())
        word = kit.fit_text(render_message("tiles_open", ctx.lang, n=number), 196, kit.DETAIL, 2)
        yield from word.build_runs(LEFT + 18, y + 66, theme.INK_2, max_width=200)
        return
    h = 112 if len(tiles) == 1 else 58
    for i, tile in enumerate(tiles):
        top = y + 10 + (h + 4) * i
        yield draw_sheet(LEFT + 16, top, 186, h, radius=10)
        for j, crest in enumerate(CONTENT.data.route_tiles[tile].crests):
            yield kit.Sprite(LEFT + 64 + 90 * j, top + h / 2, CrestShield(crest, min(84, h - 8)))


def _draw_uses(mat: Mat, y: float) -> Iterator[kit.Node]:
    """Draw the uses of each loaded good on completing a route; without a load, of all goods."""
    loaded = [good for caravan in mat.caravans for good in caravan.goods]
    goods = [good for good in CONTENT.data.caravan.allowed_goods if good in loaded or not loaded]
    for i, key in enumerate(goods):
        line = CONTENT.data.goods[key]
        slash = Run((kit.Icon("move", 0, 0, 1, theme.PANEL, theme.PANEL),), 6)
        runs = [
            _build_good_icon(key),
            build_arrow(26),
            wrap_node(kit.Sprite(0, 0, kit.Seal(str(line.caravan_sell_vp), 21)), 42),
            slash,
        ]
        if line.caravan_upgrade is not None:
            runs += [_build_good_icon(line.caravan_upgrade), slash]
        runs += [_build_good_icon(key), _build_good_icon(key)]
        yield from join_runs(runs, 6).draw_at(LEFT + 220, y + 66 + 42 * (i - (len(goods) - 1) / 2))


def _build_good_icon(key: str) -> Run:
    return wrap_node(kit.Icon(key, 0, 0, 32, theme.GOODS[key], theme.PANEL), 34)
