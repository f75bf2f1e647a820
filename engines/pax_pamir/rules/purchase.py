"""R6.1 Purchase: a court card goes to the hand, an event takes effect."""

from __future__ import annotations

from engines.kernel import Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.state import State

from . import events
from .market import take


async def purchase(t: Table[State], player: int, index: int) -> None:
    """R6.1 Spend an action, pay, take the card and the rupees on it. An event is resolved; it may end the game."""
    s = t.state
    s.playing.actions -= 1
    card = take(t, player, index)
    if card in CONTENT.cards:
        s.players[player].hand.append(card)
    else:
        await events.purchased(t, player, card)
