"""R8.1 The markets: one of four offers of a book."""

from __future__ import annotations

from typing import NamedTuple

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.caravans import move_caravans
from engines.marco_polo_ii.rules.goods import receive
from engines.marco_polo_ii.rules.payment import can_pay, pay
from engines.marco_polo_ii.table.names import amounts
from engines.marco_polo_ii.table.questions import Offer
from engines.marco_polo_ii.table.spaces import Dice
from engines.marco_polo_ii.table.state import State

from .action import Action

DATA = CONTENT.data


class BookOffer(NamedTuple):
    """One of the four offers of a book."""

    id: str
    gain: Gain
    jade: int


def offers(s: State, space: str) -> list[BookOffer]:
    """R8.1 The two printed ones are free; those of the current tile cost jade."""
    book = DATA.spaces[space].book
    assert book is not None
    tile = DATA.offer_tiles[s.tiles[book][0]]
    one, other = DATA.books[book].free_offers
    return [
        BookOffer("free_1", one, 0),
        BookOffer("free_2", other, 0),
        BookOffer("left", tile.left, tile.left_jade),
        BookOffer("right", tile.right, tile.right_jade),
    ]


def possible(s: State, seat: Seat, _space: str, dice: Dice) -> bool:
    """R8.1 A free offer is always there."""
    return can_pay(s.players[seat], Cost(coins=dice.fee))


def outlook(s: State, _seat: Seat, space: str) -> Msg:
    one, other, *_ = offers(s, space)
    return say("market.outlook", one=amounts(one.gain), other=amounts(other.gain))


async def carry_out(t: Table[State], seat: Seat, space: str, _dice: Dice) -> None:
    """R8.1 One of the offers that can be paid; then the caravans may move (R13)."""
    player = t.state.players[seat]
    book = DATA.spaces[space].book
    assert book is not None
    options = [
        Option(
            f"offer:{offer.id}",
            offer,
            amounts(offer.gain),
            say("market.jade", n=offer.jade, left=player.jade - offer.jade) if offer.jade else say("market.free"),
            place=f"offer:{book}.{offer.id}",
        )
        for offer in offers(t.state, space)
        if offer.jade <= player.jade
    ]
    about = Offer(book, t.state.tiles[book][0])
    chosen: BookOffer = await t.choose(seat, "market.ask", options, rule="R8.1", default="offer:free_1", about=about)
    if chosen.jade:
        await pay(t, seat, Cost(jade=chosen.jade))
    receive(t.state, seat, chosen.gain, "spaces")
    key = "market.bought" if chosen.jade else "market.taken"
    t.tell(key, who=Who(seat), gain=amounts(chosen.gain), n=chosen.jade)
    await move_caravans(t, seat, DATA.spaces[space].caravan_steps)


MARKET = Action(possible, outlook, carry_out)
