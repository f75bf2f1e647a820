"""R9 Expansions: a card under a zone, goods for it, then the improvement of that zone."""

from __future__ import annotations

from engines.kernel import Msg, Seat, Table, Term, Who, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Zone
from engines.kilia.payment.pay import pay
from engines.kilia.payment.purse import Purse, expansion_cost, purse_of
from engines.kilia.payment.ways import payable
from engines.kilia.table.deeds import Expanded, write
from engines.kilia.table.holdings import cards_in, full, has_extra_action, keys, ship_number
from engines.kilia.table.questions import HowToPay
from engines.kilia.table.state import SPRAT, Player, State
from engines.kilia.table.words import source

from .abilities import learn
from .achievements import place_due_markers
from .contracts import take_contract
from .offer import price, take_action_card
from .warehouses import build

DATA = CONTENT.data


def expandable(player: Player, zone: Zone, price: int = 0, purse: Purse | None = None) -> bool:
    """R6.2, R9 A zone with fewer than four cards whose goods can be paid in full, beside the price (R18.20)."""
    return not full(player, zone) and payable(purse or purse_of(player), expansion_cost(player, zone, price))


async def expand_with_card(t: Table[State], seat: Seat, slot: int) -> Zone:
    """R6.2 take_expand: the card of a slot goes under the zone of its colour. The price is paid with the goods."""
    s, player = t.state, t.state.players[seat]
    card = s.offer[slot - 1]
    assert card is not None
    zone, coins = CONTENT.cards[card].zone, price(player, slot)
    cost = expansion_cost(player, zone, coins)
    words = await pay(t, seat, cost, HowToPay(cost.needs, cost.coins, zone, card))
    take_action_card(s, slot)
    await _expand(t, seat, zone, card, say("expand.card", card=card, source=source(slot, coins)), words)
    return zone


async def expand_with_sprat(t: Table[State], seat: Seat, zone: Zone) -> Zone:
    """R6.2, R14 sprat_expand: the own sprat goes under any zone, goods are paid as usual."""
    player = t.state.players[seat]
    cost = expansion_cost(player, zone)
    words = await pay(t, seat, cost, HowToPay(cost.needs, cost.coins, zone))
    player.sprat = "none"
    await _expand(t, seat, zone, SPRAT, Msg("expand.sprat"), words)
    return zone


async def _expand(t: Table[State], seat: Seat, zone: Zone, card: str, with_what: Msg, paid: tuple[Msg, ...]) -> None:
    """R9 The card lies under its zone and is paid; achievements are checked, then the improvement follows."""
    player = t.state.players[seat]
    player.zones[zone].append(card)
    player.deeds.append(write(Expanded(zone)))
    with t.line():
        t.tell(
            "expand.done",
            who=Who(seat),
            zone=Term(f"zones.{zone}"),
            with_what=with_what,
            paid=paid,
            count=cards_in(player, zone),
            most=len(DATA.zones[zone].costs),
        )
        if zone == "castle":
            t.tell("expand.keys", keys=keys(player))
        if zone == "shipyard":
            t.tell("expand.ship", number=ship_number(player))
        place_due_markers(t, seat)
    await improve(t, seat, zone)


async def improve(t: Table[State], seat: Seat, zone: Zone) -> None:
    """R9 Castle: a contract. University: an ability. Shipyard: the ship has grown by itself. Warehouse: a warehouse."""
    match zone:
        case "castle":
            await take_contract(t, seat, "castle")
        case "university":
            await learn(t, seat)
        case "shipyard":
            pass
        case "warehouse":
            await build(t, seat)


def brings_extra_action(player: Player, zone: Zone) -> bool:
    """R10 After the improvement: an ability that the university has just gained counts already (R18.5)."""
    return has_extra_action(player, zone)
