"""What the choices of a turn would cost and bring, for the pictures of these questions: part of a View."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engines.kernel import Seat

from .data.content import CONTENT
from .data.types import Achievement, Good, Zone
from .payment.purse import contract_cost, expansion_cost, purse_of
from .payment.ways import lacking, undominated
from .rules.achievements import earned, placed
from .rules.offer import affordable, lying, price
from .rules.second import second_price
from .rules.sprat import playable
from .table.cargo import Cargo, cargo, income, other_end
from .table.holdings import free_segments, full, has_extra_action, ship_number
from .table.state import SPRAT, Player, State, Warehouse
from .table.wheels import next_number


class Expansion(msgspec.Struct, frozen=True):
    """What an expansion would take now. slot: of the card, 0 for the sprat; short: what is missing;

    units: of the cheapest payment, as (kind, good handed in or delivered); coins: price and merchants together
    extra: an ability brings another action after it; markers: (achievement, number) that it completes
    second: coins for the cheapest contract, ability or warehouse that it leads to, None where none can be had
    income: goods and coins of the next two sailings together, as they are and with the bigger ship; none in the final
    round
    """

    slot: int
    zone: Zone
    short: tuple[str, ...]
    units: tuple[tuple[str, Good], ...]
    coins: int
    extra: bool
    markers: tuple[tuple[Achievement, int], ...]
    second: int | None
    income: tuple[int, int]


class Bid(msgspec.Struct, frozen=True):
    """What taking the contract of a slot would cost now. short: what is missing for fulfilling it then."""

    slot: int
    price: int
    short: tuple[str, ...]


class Build(msgspec.Struct, frozen=True):
    """The card of a slot as a warehouse, as printed.

    price: of the card; this, back: what this warehouse alone brings at the next sailing and at the one after it
    income: goods and coins of both sailings along the whole canal, as it is and with this warehouse
    """

    slot: int
    price: int
    this: Cargo
    back: Cargo
    income: tuple[int, int]


def expansions(s: State, seat: Seat) -> Iterator[Expansion]:
    """R6.2, R9 Of every card of the offer whose zone has room, and of the sprat."""
    player = s.players[seat]
    for slot, card in lying(s.offer):
        yield from _expansion(s, seat, slot, CONTENT.cards[card].zone, price(player, slot))
    if playable(player):
        for zone in player.zones:
            yield from _expansion(s, seat, 0, zone, 0)


def _expansion(s: State, seat: Seat, slot: int, zone: Zone, coins: int) -> Iterator[Expansion]:
    player = s.players[seat]
    if full(player, zone):
        return
    purse, cost = purse_of(player), expansion_cost(player, zone, coins)
    short, units = lacking(purse, cost), tuple[tuple[str, Good], ...]()
    if not short:
        way = undominated(purse, cost)[0]
        units, coins = tuple((unit.kind, unit.given) for unit in way.units), coins + way.coins
    now = _coming(s, income(player))
    bigger = _coming(s, income(player, number=ship_number(player) + 1)) if zone == "shipyard" else now
    grown = msgspec.structs.replace(player, zones={**player.zones, zone: [*player.zones[zone], SPRAT]})
    markers = tuple((a, next_number(s, a)) for a in s.wheels if earned(grown, a) > placed(s, seat, a))
    second = None if short else second_price(s, seat, zone, slot)
    yield Expansion(slot, zone, short, units, coins, has_extra_action(player, zone), markers, second, (now, bigger))


def _coming(s: State, income: tuple[int, int]) -> int:
    """R17 Of the next two sailings those that there will be: none in the final round, one in the round before it."""
    return 0 if s.final else income[0] if s.ending else sum(income)


def bids(s: State, player: Player) -> Iterator[Bid]:
    """R9 Of every contract that could be taken."""
    for slot, contract in lying(s.contracts):
        cost = price(player, slot)
        if cost <= player.coins:
            purse = purse_of(player)._replace(coins=player.coins - cost)
            yield Bid(slot, cost, lacking(purse, contract_cost(CONTENT.contracts[contract].cost)))


def builds(s: State, player: Player) -> Iterator[Build]:
    """R9 Of every card that could be taken, if the canal has room."""
    now = _coming(s, income(player))
    for slot, card in affordable(player, s.offer) if free_segments(player) else ():
        alone: list[Warehouse | None] = [Warehouse(card)]
        this, back = cargo(player, canal=alone), cargo(player, side=other_end(player.side), canal=alone)
        then = _coming(s, income(player, canal=[*player.canal, Warehouse(card)]))
        yield Build(slot, price(player, slot), this, back, (now, then))
