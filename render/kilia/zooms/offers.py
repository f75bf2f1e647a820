"""The offered cards and contracts in large fields, each under its key strip."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import SlotView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message, render_noun
from render.kilia.council.header import find_colour
from render.kilia.council.offers import build_card_anchor, is_takeable
from render.kilia.panels.layout import Field, build_grid
from render.kilia.pieces.board_pieces import draw_ability
from render.kilia.pieces.cards import (
    ZONES,
    draw_band,
    draw_cells,
    draw_contract_card,
    draw_key_plate,
    draw_large_engraving,
)
from render.kilia.pieces.flags import SeatMarker
from render.kilia.pieces.goods import Money, Ware
from render.kilia.scenery.zones import LARGE_H

STRIP, HEAD_H = 68, 66
"""Heights of a key strip, and of the band with the name of a zone."""


def _build_fields() -> list[Field]:
    return build_grid(3, 2, 138, 962)


def draw_large_cards(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the five action cards; in the sixth field the deck in the colour of its top card."""
    *slots, last = _build_fields()
    for slot, field in zip(view.slots, slots, strict=True):
        yield from draw_key_strip(view, slot, field, ctx)
        card = _find_card_field(field)
        yield from build_card_anchor(slot.card, kit.Placement(card.x, card.y, card.w, card.h, 12))
        if slot.card is None:
            yield kit.Box(card.x, card.y, card.w, card.h, 12, None, theme.BALTIC_LINE, 3, material="hollow")
        else:
            yield from draw_large_action_card(slot.card, card, ctx, is_available=is_takeable(view, slot))
    yield from draw_deck(view, last)


def draw_large_contracts(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the five contracts; in the sixth field their deck and how many each player has fulfilled."""
    *slots, last = _build_fields()
    for slot, field in zip(view.slots, slots, strict=True):
        yield from draw_key_strip(view, slot, field, ctx)
        card = _find_card_field(field)
        placement = kit.Placement(card.x, card.y, card.w, card.h, 10)
        yield from build_card_anchor(slot.contract, placement)
        if slot.contract is None:
            yield kit.Box(card.x, card.y, card.w, card.h, 10, None, theme.BALTIC_LINE, 3, material="hollow")
        else:
            yield from draw_contract_card(slot.contract, card.x, card.y, card.w, card.h, 100, 64)
    yield from draw_fulfilled(view, last)


def _find_card_field(field: Field) -> Field:
    return Field(field.x, field.y + STRIP + 6, field.w, field.h - STRIP - 6)


def draw_key_strip(view: View, slot: SlotView, field: Field, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw a key strip: brass if free for the active player, else iron with the price; seats at
    their number of keys.
    """
    is_free = view.turn is None or view.mats[view.turn].keys >= slot.keys
    y = field.y + STRIP / 2
    yield from draw_key_plate(slot.keys, field.x, field.y, field.w, STRIP, is_free=is_free)
    if not is_free or (view.turn is None and slot.price):
        yield kit.Sprite(field.x + 158, y, Money(slot.price, 30))
    elif slot.price:
        yield from kit.fit_text(render_message("free", ctx.lang), 110, kit.KEY).build_runs(
            field.x + 126, y, theme.INK_2, max_width=120
        )
    seats = [seat for seat in view.order if view.mats[seat].keys == slot.keys]
    for i, seat in enumerate(reversed(seats)):
        yield kit.Sprite(field.x + field.w - 40 - 62 * i, y, SeatMarker(seat, find_colour(view, seat), 28))


def draw_large_action_card(
    card: str, field: Field, ctx: kit.RenderContext, *, is_available: bool
) -> Iterator[kit.Node]:
    """Draw an action card: zone with the good of its back, four cells, ability."""
    card_data = CONTENT.cards[card]
    fill, background = theme.ZONES[card_data.zone], theme.CARD if is_available else theme.LOCKED
    x, y, w, h = field.x, field.y, field.w, field.h
    yield kit.Box(x, y, w, h, 12, background, theme.SLIP_EDGE, 3, material="paper")
    yield draw_band(card_data.zone, x, y, w, HEAD_H)
    yield kit.Icon(theme.GLYPHS[card_data.zone], x + 46, y + HEAD_H / 2, 52, kit.pick_ink(fill), fill)
    names = kit.fit_texts([render_noun(f"zones.{zone}", ctx.lang) for zone in ZONES], 300, kit.HEAD)
    yield from names[ZONES.index(card_data.zone)].build_runs(x + 88, y + HEAD_H / 2, kit.pick_ink(fill), max_width=310)
    yield draw_large_engraving(card_data.zone, x + 2, y + HEAD_H, w - 4)
    for line_y in (y + HEAD_H, y + HEAD_H + LARGE_H):
        yield kit.Polyline(((x + 3, line_y), (x + w - 3, line_y)), theme.INK_2, 3)
    yield kit.Box(x + w - 92, y + HEAD_H + 5, 80, LARGE_H - 10, 8, kit.WHITE, kit.INK, 2, material="pill")
    yield kit.Sprite(x + w - 52, y + HEAD_H + LARGE_H / 2, Ware(CONTENT.find_good(card), 60, 0, kit.WHITE))
    cell_width, top = (w - 24 - 3 * 8) / 4, y + HEAD_H + LARGE_H + 10
    cells_h = 0.5 * (y + h - top)
    yield from draw_cells(card_data.warehouse, x + 12, top, cell_width, cells_h, 8, background, 74)
    yield from draw_ability(
        card, x + w / 2, (top + cells_h + y + h) / 2, 0.76 * (y + h - top - cells_h), ctx.lang, max_width=w - 24
    )


def draw_deck(view: View, field: Field) -> Iterator[kit.Node]:
    """Draw the number of cards left, on a back in the colour of the top card."""
    x, y = field.middle - 90, field.y + field.h / 2
    if view.top_zone is None:
        yield kit.Box(x - 90, y - 130, 180, 260, 16, None, theme.BALTIC_LINE, 3, material="hollow")
    else:
        fill = theme.ZONES[view.top_zone]
        yield kit.Box(x - 74, y - 114, 180, 260, 16, kit.darken(fill, 0.3), kit.INK, 3)
        yield kit.Box(x - 90, y - 130, 180, 260, 16, fill, kit.INK, 3)
        yield kit.Icon(theme.GLYPHS[view.top_zone], x, y, 120, kit.pick_ink(fill), fill)
    yield kit.TextRun(x + 130, y, str(view.deck_size), kit.DISPLAY, kit.WHITE, max_width=120)


def draw_fulfilled(view: View, field: Field) -> Iterator[kit.Node]:
    """Draw the size of the contract deck; for each seat fulfilled and active contracts, as `2 / 3`."""
    yield kit.Icon("contract", field.x + 120, field.y + field.h / 2 - 50, 130, kit.WHITE, theme.BALTIC)
    yield kit.TextRun(
        field.x + 120,
        field.y + field.h / 2 + 76,
        str(view.contract_deck_size),
        kit.DISPLAY,
        kit.WHITE,
        "m",
        max_width=180,
    )
    pitch = field.h / len(view.order)
    for row, seat in enumerate(view.order):
        y, mat = field.y + pitch * (row + 0.5), view.mats[seat]
        yield kit.Sprite(field.x + 280, y, SeatMarker(seat, find_colour(view, seat), 34))
        yield kit.TextRun(
            field.x + 336, y, f"{mat.fulfilled_count} / {len(mat.active_contracts)}", kit.HEAD, kit.WHITE, max_width=150
        )
