"""Offer of the overview: contracts above, action cards below, and between them the key strip with the prices."""

from collections.abc import Iterator

from engines.kilia.view import SlotView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.council.header import find_colour
from render.kilia.layout import CARD_H, CARDS, COLUMN_W, CONTRACT_H, CONTRACTS, STRIP, STRIP_H, find_column
from render.kilia.pieces.cards import draw_action_card, draw_contract_card, draw_key_plate
from render.kilia.pieces.flags import SeatMarker
from render.kilia.pieces.goods import Money


def is_takeable(view: View, slot: SlotView) -> bool:
    """Return True if the active player has the keys or the coins for the slot, or if no player is active."""
    if view.turn is None:
        return True
    mat = view.mats[view.turn]
    return mat.keys >= slot.keys or mat.coins >= slot.price


def draw_offers(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw each slot: contract, key strip, action card."""
    for slot in view.slots:
        x = find_column(slot.number)
        yield from draw_contract(slot, x)
        yield from draw_key_strip(view, ctx, slot, x)
        yield from draw_card(view, ctx, slot, x)


def draw_contract(slot: SlotView, x: float) -> Iterator[kit.Node]:
    """Draw the contract of a slot."""
    placement = kit.Placement(x, CONTRACTS, COLUMN_W, CONTRACT_H, 10, (x + 8, CONTRACTS + 6), 25)
    yield kit.Anchor(f"contract:{slot.number}", placement)
    yield from build_card_anchor(slot.contract, placement)
    if slot.contract is not None:
        yield from draw_contract_card(slot.contract, x, CONTRACTS, COLUMN_W, CONTRACT_H, 46, 30)


def build_card_anchor(card: str | None, placement: kit.Placement) -> Iterator[kit.Node]:
    """Yield the anchor of a card. It belongs to the card, not the slot, so that a card that only slid is not marked as
    new."""
    if card is not None:
        yield kit.Anchor(f"card:{card}", placement, "open", part="offers", is_from_deck=True)


def draw_key_strip(view: View, ctx: kit.RenderContext, slot: SlotView, x: float) -> Iterator[kit.Node]:
    """Draw a key plate, brass if free for the active player, else iron with its price; seats at their keys."""
    is_free = view.turn is None or view.mats[view.turn].keys >= slot.keys
    y = STRIP + STRIP_H / 2
    yield from draw_key_plate(slot.keys, x, STRIP, COLUMN_W, STRIP_H, is_free=is_free)
    seats = [seat for seat in view.order if view.mats[seat].keys == slot.keys]
    shows_price = bool(slot.price) and (view.turn is None or not is_free)
    if shows_price:
        yield kit.Sprite(x + 136, y, Money(slot.price, 26))
    elif slot.price and len(seats) < 3:  # three tokens need its space; white means free as well
        yield kit.TextRun(x + 106, y, render_message("free", ctx.lang), kit.BODY, theme.INK_2, max_width=88)
    max_width = COLUMN_W - 8 - (164 if shows_price else 104)
    r = min(25.0, (max_width / max(1, len(seats)) - 2) / 2)
    for i, seat in enumerate(reversed(seats)):
        yield kit.Sprite(
            x + COLUMN_W - 8 - r - (2 * r + 2) * i,
            y,
            SeatMarker(seat, find_colour(view, seat), r, has_ring=not is_free),
        )


def draw_card(view: View, ctx: kit.RenderContext, slot: SlotView, x: float) -> Iterator[kit.Node]:
    """Draw the action card of a slot."""
    placement = kit.Placement(x, CARDS, COLUMN_W, CARD_H, 12, (x + 8, CARDS + 6), 25)
    yield from build_card_anchor(slot.card, placement)
    if slot.card is not None:
        yield from draw_action_card(slot.card, x, CARDS, ctx.lang, is_available=is_takeable(view, slot), h=CARD_H)
