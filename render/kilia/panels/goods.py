"""Choice of a good, or of a thing for the smoke sprat: large fields with the stock before and after."""

from collections.abc import Iterator, Sequence

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Mat, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message, render_noun
from render.kilia.panels import layout
from render.kilia.pieces.board_pieces import ZoneTile
from render.kilia.pieces.cards import draw_band, draw_large_engraving, draw_slip
from render.kilia.pieces.goods import THINGS_IN_ORDER, Ware, build_stock
from render.kilia.words.phrases import describe_missing

_HEAD_H, _TOP_CORNERS = 64, (True, True, False, False)


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
    fields = layout.build_grid(len(things), 1)
    changes = kit.fit_texts([f"{stock[thing]} → {stock[thing] + 1}" for thing in things], fields[0].w - 24, kit.DISPLAY)
    for thing, field, change in zip(things, fields, changes, strict=True):
        nodes.append(field.build_anchor(f"{place}:{thing}"))
        nodes.append(draw_slip(field.x, field.y, field.w, field.h, is_possible=True))
        nodes += _draw_head(thing, field, ctx)
        nodes.append(kit.Sprite(field.middle, field.y + 256, Ware(thing, 190, 0, theme.SLIP)))
        nodes += change.build_runs(field.middle, field.y + 424, kit.INK, "m", field.w - 8)
        nodes.append(kit.Box(field.x + 24, field.y + 500, field.w - 48, 3, 1, theme.LINE_2))
        nodes += _draw_next_card(mat, thing, field, ctx)
    return layout.build_panel_scene(tuple(nodes))


def _draw_head(thing: str, field: layout.Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the name of a thing on the cloth of its zone, above the engraving of that zone; a coin has neither."""
    zone = next((zone for zone, good in CONTENT.good_of.items() if good == thing), None)
    fill = theme.BALTIC if zone is None else theme.ZONES[zone]
    if zone is None:
        x, y, w = field.x + 2, field.y + 2, field.w - 4
        yield kit.Box(x, y, w, _HEAD_H - 2, 10, fill, corners=_TOP_CORNERS, material="cloth")
    else:
        yield draw_band(zone, field.x, field.y, field.w, _HEAD_H)
        yield draw_large_engraving(zone, field.x + 2, field.y + _HEAD_H, field.w - 4)
    name = kit.fit_text(render_noun(f"goods.{thing}", ctx.lang), field.w - 100, kit.KEY)
    yield from name.build_runs(field.middle, field.y + _HEAD_H / 2, kit.pick_ink(fill), "m", field.w - 90)


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
            field.x + 146 + pitch * i, y, Ware(thing, min(58, pitch), 0 if is_available else 0.7, theme.SLIP)
        )
    y = field.y + 690
    if all(available):
        yield kit.Icon("check", field.middle, y, 60, kit.INK, theme.SLIP)
    else:
        words = kit.fit_text(describe_missing([thing] * available.count(False), ctx.lang), field.w - 40, kit.KEY)
        yield from words.build_runs(field.middle, y, theme.BRICK, "m", field.w - 20)
