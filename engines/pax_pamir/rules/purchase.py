"""R6.1 Purchase: a court card goes to the hand, an event takes effect."""

from __future__ import annotations

from engines.kernel import Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.facts import Bought
from engines.pax_pamir.table.market import cost_of, payment
from engines.pax_pamir.table.state import State

from . import events
from .money import drop


async def purchase(t: Table[State], player: int, index: int) -> None:
    """R6.1 Spend an action, pay, take the card and the rupees on it. An event is resolved; it may end the game."""
    s = t.state
    s.playing.actions -= 1
    card = take(t, player, index)
    if card in CONTENT.cards:
        s.players[player].hand.append(card)
    else:
        await events.purchased(t, player, card)


def take(t: Table[State], player: int, index: int) -> int:
    """R6.1 Pay for the card of a space and take it with the rupees on it; which card. It now lies nowhere."""
    s = t.state
    who, space, cost = s.players[player], s.market[index], cost_of(s, player, index)
    card = space.card
    if card is None:
        raise RuntimeError(f"no card lies in market space {index}")
    removed = 0
    for receiver, rupees in payment(s, player, index):
        drop(s, receiver, rupees)
        removed += rupees if receiver is None else 0
    who.rupees -= cost
    found, space.card, space.rupees = space.rupees, None, 0
    who.rupees += found
    t.tell_fact(Bought(s.named(player), card, index, cost, found))
    if removed:
        t.tell("market.removed", rupees=removed)
    return card
