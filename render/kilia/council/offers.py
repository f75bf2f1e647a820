"""Contracts above, action cards below, and between them the key strip: what each slot takes, and who gets how far."""

from collections.abc import Iterator

from engines.kilia.view import Slot, View
from render.kilia import theme
from render.kilia.catalogue import sentence
from render.kilia.council.header import colour, gables
from render.kilia.pieces.cards import action_card, contract_card
from render.kilia.pieces.goods import Money
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, HEAD, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.tokens import SeatToken

LEFT, PITCH, WIDTH = 44, 306, 288
CONTRACTS, STRIP, CARDS = 138, 298, 394


def ground() -> Nodes:
    return (
        Box(20, 120, 1560, 584, 0, theme.BALTIC),
        *gables(104),
        Box(20, STRIP, 1560, 84, 0, theme.TAR),
        Box(20, 702, 1560, 4, 0, theme.TAR),
    )


def takeable(view: View, slot: Slot) -> bool:
    """Whether the player on turn has the keys, or the coins for the price; with nobody on turn all are white."""
    if view.turn is None:
        return True
    mat = view.mats[view.turn]
    return mat.keys >= slot.keys or mat.coins >= slot.price


def offers(view: View, look: Look) -> Iterator[Node]:
    for slot in view.slots:
        x = LEFT + PITCH * (slot.number - 1)
        yield from contract(slot, x)
        yield from strip(view, look, slot, x)
        yield from card(view, look, slot, x)


def contract(slot: Slot, x: float) -> Iterator[Node]:
    spot = Spot(x, CONTRACTS, WIDTH, 148, 10, (x + 8, CONTRACTS + 6), 25)
    yield Anchor(f"contract:{slot.number}", spot)
    yield from new_card(slot.contract, spot)
    if slot.contract is None:
        yield Box(x, CONTRACTS, WIDTH, 148, 10, None, theme.BALTIC_LINE, 3)
    else:
        yield from contract_card(slot.contract, x, CONTRACTS, WIDTH, 148, 46, 31)


def new_card(card: str | None, spot: Spot) -> Iterator[Node]:
    """A card is itself wherever it lies: one that has only slid is not new."""
    if card is not None:
        yield Anchor(f"card:{card}", spot, "open", part="offers", drawn=True)


def strip(view: View, look: Look, slot: Slot, x: float) -> Iterator[Node]:
    """White: free for the player on turn; dark: the price. Every seat stands on its own number of keys."""
    free = view.turn is None or view.mats[view.turn].keys >= slot.keys
    y = STRIP + 42
    yield Box(x, STRIP + 6, WIDTH, 72, 10, WHITE if free else theme.TAR_2)
    yield Icon("key", x + 38, y, 46, INK if free else WHITE, WHITE if free else theme.TAR_2)
    yield Text(x + 68, y, str(slot.keys), HEAD, INK if free else WHITE, room=40)
    here = [seat for seat in view.order if view.mats[seat].keys == slot.keys]
    coin = bool(slot.price) and (view.turn is None or not free)
    if coin:
        yield Sprite(x + 134, y, Money(slot.price, 26))
    elif slot.price and len(here) < 3:  # three tokens need its room; white says it as well
        yield Text(x + 106, y, sentence("free", look.lang), BODY, theme.INK_2, room=92)
    room = WIDTH - 8 - (164 if coin else 104)
    r = min(23.0, (room / max(1, len(here)) - 2) / 2)
    for i, seat in enumerate(reversed(here)):
        yield Sprite(
            x + WIDTH - 8 - r - (2 * r + 2) * i,
            y,
            SeatToken(seat, colour(view, seat), r, ring=len(here) < 3 or not free),
        )


def card(view: View, look: Look, slot: Slot, x: float) -> Iterator[Node]:
    spot = Spot(x, CARDS, WIDTH, 298, 12, (x + 8, CARDS + 6), 25)
    yield from new_card(slot.card, spot)
    if slot.card is None:
        yield Box(x, CARDS, WIDTH, 298, 12, None, theme.BALTIC_LINE, 3)
    else:
        yield from action_card(slot.card, x, CARDS, look.lang, open_=takeable(view, slot))
