"""Offer of the overview: contracts above, action cards below, and between them the key strip with the prices."""

from collections.abc import Iterator

from engines.kilia.view import SlotView, View
from render import kit
from render.kilia import theme
from render.kilia.catalogue import render_message
from render.kilia.council.header import draw_gables, find_colour
from render.kilia.pieces.cards import draw_action_card, draw_contract_card
from render.kilia.pieces.goods import Money

LEFT, PITCH, WIDTH = 44, 306, 288
CONTRACTS, STRIP, CARDS = 138, 298, 394


def draw_background() -> kit.Nodes:
    """Return the static background."""
    return (
        kit.Box(20, 120, 1560, 584, 0, theme.BALTIC),
        *draw_gables(104),
        kit.Box(20, STRIP, 1560, 84, 0, theme.TAR),
        kit.Box(20, 702, 1560, 4, 0, theme.TAR),
    )


def is_takeable(view: View, slot: SlotView) -> bool:
    """Return True if the active player has the keys or the coins for the slot, or if no player is active."""
    if view.turn is None:
        return True
    mat = view.mats[view.turn]
    return mat.keys >= slot.keys or mat.coins >= slot.price


def draw_offers(view: View, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw each slot: contract, key strip, action card."""
    for slot in view.slots:
        x = LEFT + PITCH * (slot.number - 1)
        yield from draw_contract(slot, x)
        yield from draw_key_strip(view, ctx, slot, x)
        yield from draw_card(view, ctx, slot, x)


def draw_contract(slot: SlotView, x: float) -> Iterator[kit.Node]:
    """Draw the contract of a slot."""
    placement = kit.Placement(x, CONTRACTS, WIDTH, 148, 10, (x + 8, CONTRACTS + 6), 25)
    yield kit.Anchor(f"contract:{slot.number}", placement)
    yield from build_card_anchor(slot.contract, placement)
    if slot.contract is None:
        yield kit.Box(x, CONTRACTS, WIDTH, 148, 10, None, theme.BALTIC_LINE, 3)
    else:
        yield from draw_contract_card(slot.contract, x, CONTRACTS, WIDTH, 148, 46, 31)


def build_card_anchor(card: str | None, placement: kit.Placement) -> Iterator[kit.Node]:
    """Yield the anchor of a card. It belongs to the card, not the slot, so that a card that only slid is not marked as
    new."""
    if card is not None:
        yield kit.Anchor(f"card:{card}", placement, "open", part="offers", is_from_deck=True)


def draw_key_strip(view: View, ctx: kit.RenderContext, slot: SlotView, x: float) -> Iterator[kit.Node]:
    """Draw a key strip: white if free for the active player, else dark with the price; seats at
    their number of keys.
    """
    is_free = view.turn is None or view.mats[view.turn].keys >= slot.keys
    y = STRIP + 42
    yield kit.Box(x, STRIP + 6, WIDTH, 72, 10, kit.WHITE if is_free else theme.TAR_2)
    yield kit.Icon("key", x + 38, y, 46, kit.INK if is_free else kit.WHITE, kit.WHITE if is_free else theme.TAR_2)
    yield kit.TextRun(x + 68, y, str(slot.keys), kit.HEAD, kit.INK if is_free else kit.WHITE, max_width=40)
    seats = [seat for seat in view.order if view.mats[seat].keys == slot.keys]
    shows_price = bool(slot.price) and (view.turn is None or not is_free)
    if shows_price:
        yield kit.Sprite(x + 134, y, Money(slot.price, 26))
    elif slot.price and len(seats) < 3:  # three tokens need its space; white means free as well
        yield kit.TextRun(x + 106, y, render_message("free", ctx.lang), kit.BODY, theme.INK_2, max_width=92)
    max_width = WIDTH - 8 - (164 if shows_price else 104)
    r = min(23.0, (max_width / max(1, len(seats)) - 2) / 2)
    for i, seat in enumerate(reversed(seats)):
        yield kit.Sprite(
            x + WIDTH - 8 - r - (2 * r + 2) * i,
            y,
            kit.SeatToken(seat, find_colour(view, seat), r, has_ring=len(seats) < 3 or not is_free),
        )


def draw_card(view: View, ctx: kit.RenderContext, slot: SlotView, x: float) -> Iterator[kit.Node]:
    """Draw the action card of a slot."""
    placement = kit.Placement(x, CARDS, WIDTH, 298, 12, (x + 8, CARDS + 6), 25)
    yield from build_card_anchor(slot.card, placement)
    if slot.card is None:
        yield kit.Box(x, CARDS, WIDTH, 298, 12, None, theme.BALTIC_LINE, 3)
    else:
        yield from draw_action_card(slot.card, x, CARDS, ctx.lang, is_available=is_takeable(view, slot))
