"""R9 Whether an expansion leads to a second card at all: told before it is chosen."""

from __future__ import annotations

from msgspec.structs import replace

from engines.kernel import Seat
from engines.kilia.data.types import Zone
from engines.kilia.payment.offered import offered
from engines.kilia.payment.purse import expansion_cost, purse_of
from engines.kilia.table.state import State

from .abilities import learnable
from .achievements import with_card
from .offer import affordable, price


def second_price(s: State, seat: Seat, zone: Zone, slot: int) -> int | None:
    """R7.1, R18.1 Coins for the cheapest contract, ability or warehouse after an expansion that can be paid, in the way
    that keeps most coins; None where none can be had, as with the shipyard. slot: of its card, 0 for the sprat
    """
    player = s.players[seat]
    ways = offered(purse_of(player), expansion_cost(player, zone, price(player, slot) if slot else 0))
    then = replace(with_card(player, zone), coins=max(way.left.coins for way in ways))
    match zone:
        case "castle":
            slots = [other for other, _ in affordable(then, s.contracts)]
        case "university":
            slots = [other for other, _ in learnable(s, then) if other != slot]
        case "warehouse":
            slots = [other for other, _ in affordable(then, s.offer) if other != slot]
        case "shipyard":
            slots = []
    return min((price(then, other) for other in slots), default=None)
