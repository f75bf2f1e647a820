"""Choice of a good, or of a thing for the smoke sprat: large fields with the stock before and after."""

from collections.abc import Iterator, Sequence

from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.panels import layout
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.goods import THINGS_IN_ORDER, Ware, build_stock
from render.kilia.words.phrases import describe_missing


def draw_goods_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture for choosing one of the four goods."""
    return _draw_fields(view, ctx, "which_good", THINGS_IN_ORDER[1:], "good")


def draw_sprat_trade_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the private picture for trading the sprat for a coin or one of the four goods."""
    return _draw_fields(view, ctx, "which_relief", THINGS_IN_ORDER, "relief")


def _draw_fields(view: View, ctx: kit.RenderContext, key: str, things: Sequence[str], place: str) -> kit.Scene:
    assert ctx.viewer is not None
    mat = view.mats[ctx.viewer]
    stock = build_stock(mat)
    nodes = [*layout.draw_question(render_message(key, ctx.lang), mat), *layout.draw_resources(mat)]
    for thing, field in zip(things, layout.build_grid(len(things), 1), strict=True):
        nodes.append(field.build_anchor(f"{place}:{thing}"))
        nodes.append(kit.Box(field.x, field.y, field.w, field.h, 12, theme.LAMP))
        nodes.append(kit.Sprite(field.middle, field.y + 210, Ware(thing, 220, 0, theme.LAMP)))
        text = kit.fit_text(f"{stock[thing]} → {stock[thing] + 1}", field.w - 24, kit.DISPLAY)
        nodes += text.build_runs(field.middle, field.y + 420, kit.INK, "m", field.w - 8)
        nodes.append(kit.Box(field.x + 24, field.y + 500, field.w - 48, 3, 1, theme.LINE_2))
        nodes += _draw_next_card(mat, thing, field, ctx)
    return layout.build_panel_scene(tuple(nodes))


def _draw_next_card(mat: Mat, thing: str, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the next card of the good's zone, the goods available for it with one more, and whether they suffice."""
    zone = next((zone for zone in mat.zones if zone.good == thing), None)
    if zone is None:
        return
    y = field.y + 580
    yield kit.Sprite(field.x + 64, y, ZoneTile(zone.id, 72))
    if zone.cost is None:
        words = kit.fit_text(render_message("complete", ctx.lang), field.w - 140, kit.KEY)
        yield from words.build_runs(field.x + 120, y, theme.INK_2, max_width=field.w - 130)
        return
    stock_after = {good: number + (good == thing) for good, number in build_stock(mat).items()}
    available = layout.list_available_units([thing] * zone.cost, stock_after)
    pitch = min(64, (field.w - 130) / zone.cost)
    for i, is_available in enumerate(available):
        yield kit.Sprite(
            field.x + 146 + pitch * i, y, Ware(thing, min(58, pitch), 0 if is_available else 0.7, theme.LAMP)
        )
    y = field.y + 690
    if all(available):
        yield kit.Icon("check", field.middle, y, 60, kit.INK, theme.LAMP)
    else:
        words = kit.fit_text(describe_missing([thing] * available.count(False), ctx.lang), field.w - 40, kit.KEY)
        yield from words.build_runs(field.middle, y, theme.BRICK, "m", field.w - 20)
