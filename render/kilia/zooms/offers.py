"""The offered cards and contracts in large fields, each under its key strip."""

from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.view import Slot, View
from render.kilia import theme
from render.kilia.catalogue import noun, sentence
from render.kilia.council.header import colour
from render.kilia.council.offers import new_card, takeable
from render.kilia.panels.frame import Field, grid
from render.kilia.pieces.board_pieces import ability
from render.kilia.pieces.cards import ZONES, cells, contract_card
from render.kilia.pieces.goods import Money, Ware
from render.kit.colour import INK, WHITE, darker, on
from render.kit.look import Look
from render.kit.scene import DISPLAY, HEAD, KEY, Box, Icon, Line, Node, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.kit.tokens import SeatToken

STRIP = 68


def _fields() -> list[Field]:
    return grid(3, 2, 138, 962)


def cards(view: View, look: Look) -> Iterator[Node]:
    """The five action cards; in the sixth field the deck in the colour of its top card."""
    *slots, last = _fields()
    for slot, field in zip(view.slots, slots, strict=True):
        yield from strip(view, slot, field, look)
        card = _below(field)
        yield from new_card(slot.card, Spot(card.x, card.y, card.w, card.h, 12))
        if slot.card is None:
            yield Box(card.x, card.y, card.w, card.h, 12, None, theme.BALTIC_LINE, 3)
        else:
            yield from action(slot.card, card, look, open_=takeable(view, slot))
    yield from deck(view, last)


def contracts(view: View, look: Look) -> Iterator[Node]:
    """The five contracts; in the sixth field their deck and how many everybody has fulfilled."""
    *slots, last = _fields()
    for slot, field in zip(view.slots, slots, strict=True):
        yield from strip(view, slot, field, look)
        card = _below(field)
        spot = Spot(card.x, card.y, card.w, card.h, 10)
        yield from new_card(slot.contract, spot)
        if slot.contract is None:
            yield Box(card.x, card.y, card.w, card.h, 10, None, theme.BALTIC_LINE, 3)
        else:
            yield from contract_card(slot.contract, card.x, card.y, card.w, card.h, 100, 64)
    yield from fulfilled(view, last)


def _below(field: Field) -> Field:
    return Field(field.x, field.y + STRIP + 6, field.w, field.h - STRIP - 6)


def strip(view: View, slot: Slot, field: Field, look: Look) -> Iterator[Node]:
    """White: free for the player on turn; dark: the price. Every seat stands on its own number of keys."""
    free = view.turn is None or view.mats[view.turn].keys >= slot.keys
    ink, ground = (INK, WHITE) if free else (WHITE, theme.TAR_2)
    y = field.y + STRIP / 2
    yield Box(field.x, field.y, field.w, STRIP, 10, ground)
    yield Icon("key", field.x + 44, y, 54, ink, ground)
    yield Text(field.x + 80, y, str(slot.keys), HEAD, ink, room=50)
    if not free or (view.turn is None and slot.price):
        yield Sprite(field.x + 158, y, Money(slot.price, 30))
    elif slot.price:
        yield from fit(sentence("free", look.lang), 110, KEY).runs(field.x + 126, y, theme.INK_2, room=120)
    here = [seat for seat in view.order if view.mats[seat].keys == slot.keys]
    for i, seat in enumerate(reversed(here)):
        yield Sprite(field.x + field.w - 40 - 62 * i, y, SeatToken(seat, colour(view, seat), 28, ring=True))


def action(card: str, field: Field, look: Look, *, open_: bool) -> Iterator[Node]:
    """Zone with the good of its back, four cells, ability."""
    printed = CONTENT.cards[card]
    fill, ground = theme.ZONES[printed.zone], WHITE if open_ else theme.LOCKED
    x, y, w, h = field.x, field.y, field.w, field.h
    yield Box(x, y, w, h, 12, ground)
    yield Box(x, y, w, 88, 12, fill, corners=(True, True, False, False))
    if printed.zone == "castle":
        yield Line(((x, y + 88), (x + w, y + 88)), theme.LINE, 2)
    yield Icon(theme.GLYPHS[printed.zone], x + 54, y + 44, 70, on(fill), fill)
    names = fit_all([noun(f"zones.{zone}", look.lang) for zone in ZONES], 290, HEAD)
    yield from names[ZONES.index(printed.zone)].runs(x + 104, y + 44, on(fill), room=296)
    yield Box(x + w - 90, y + 7, 80, 74, 8, WHITE, INK if printed.zone == "castle" else None, 2)
    yield Sprite(x + w - 50, y + 44, Ware(CONTENT.good(card), 62, 0, WHITE))
    wide = (w - 24 - 3 * 8) / 4
    yield from cells(printed.warehouse, x + 12, y + 98, wide, h - 214, 8, ground, 82)
    yield Line(((x + 20, y + h - 108), (x + w - 20, y + h - 108)), theme.LINE, 2)
    yield from ability(card, x + w / 2, y + h - 55, 94)


def deck(view: View, field: Field) -> Iterator[Node]:
    """How many cards are left, on a back in the colour of the top one."""
    x, y = field.middle - 90, field.y + field.h / 2
    if view.top is None:
        yield Box(x - 90, y - 130, 180, 260, 16, None, theme.BALTIC_LINE, 3)
    else:
        fill = theme.ZONES[view.top]
        yield Box(x - 74, y - 114, 180, 260, 16, darker(fill, 0.3), INK, 3)
        yield Box(x - 90, y - 130, 180, 260, 16, fill, INK, 3)
        yield Icon(theme.GLYPHS[view.top], x, y, 120, on(fill), fill)
    yield Text(x + 130, y, str(view.deck), DISPLAY, WHITE, room=120)


def fulfilled(view: View, field: Field) -> Iterator[Node]:
    """Contracts left in the deck; of every seat the contracts fulfilled and, after a stroke, those lying open."""
    yield Icon("contract", field.x + 120, field.y + field.h / 2 - 50, 130, WHITE, theme.BALTIC)
    yield Text(field.x + 120, field.y + field.h / 2 + 76, str(view.contract_deck), DISPLAY, WHITE, "m", room=180)
    pitch = field.h / len(view.order)
    for row, seat in enumerate(view.order):
        y, mat = field.y + pitch * (row + 0.5), view.mats[seat]
        yield Sprite(field.x + 280, y, SeatToken(seat, colour(view, seat), 34, ring=True))
        yield Text(field.x + 336, y, f"{mat.fulfilled} / {len(mat.active)}", HEAD, WHITE, room=150)
