"""R9 Expansions: a card under a zone, goods for it, then the improvement of that zone."""

from engines.kernel import GameContext, Message, NounRef, Seat, SeatRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import ExtraAction, Zone
from engines.kilia.payment.options import can_pay
from engines.kilia.payment.pay import pay_cost
from engines.kilia.payment.purse import Purse, build_expansion_cost, build_purse
from engines.kilia.table.queries import (
    count_cards,
    count_keys,
    find_ability,
    find_ship_number,
    has_extra_action,
    is_full,
)
from engines.kilia.table.questions import HowToPay
from engines.kilia.table.state import SPRAT, Player, State
from engines.kilia.table.turn_actions import ZoneExpanded, format_turn_action
from engines.kilia.table.words import describe_source

from .achievements import place_due_markers
from .contracts import take_contract
from .offer import find_price, list_offered_cards, take_action_card
from .second_card import build_warehouse, learn_ability

DATA = CONTENT.data


def can_expand(player: Player, zone: Zone, price: int = 0, purse: Purse | None = None) -> bool:
    """R6.2, R9 Return True if the zone has fewer than four cards and goods and price can be paid in full (R18.20)."""
    return not is_full(player, zone) and can_pay(
        purse or build_purse(player), build_expansion_cost(player, zone, price)
    )


async def expand_with_card(ctx: GameContext[State], seat: Seat, slot: int) -> Zone:
    """R6.2 take_expand: lay the card of a slot under the zone of its colour. Its price is paid with the goods."""
    s, player = ctx.state, ctx.state.players[seat]
    card = s.offer[slot - 1]
    assert card is not None
    zone, coins = CONTENT.cards[card].zone, find_price(player, slot)
    cost = build_expansion_cost(player, zone, coins)
    subject = HowToPay(cost.needs, cost.coins, zone, card)
    paid_parts = await pay_cost(ctx, seat, cost, subject, may_stack=may_stack_afterwards(s, seat, zone, slot))
    take_action_card(s, slot)
    await _expand_zone(
        ctx, seat, zone, card, message("expand.card", card=card, source=describe_source(slot, coins)), paid_parts
    )
    return zone


async def expand_with_sprat(ctx: GameContext[State], seat: Seat, zone: Zone) -> Zone:
    """R6.2, R14 sprat_expand: lay the player's sprat under any zone. Goods are paid as usual."""
    player = ctx.state.players[seat]
    cost = build_expansion_cost(player, zone)
    subject = HowToPay(cost.needs, cost.coins, zone)
    paid_parts = await pay_cost(ctx, seat, cost, subject, may_stack=may_stack_afterwards(ctx.state, seat, zone, slot=0))
    player.sprat = "none"
    await _expand_zone(ctx, seat, zone, SPRAT, Message("expand.sprat"), paid_parts)
    return zone


async def _expand_zone(
    ctx: GameContext[State], seat: Seat, zone: Zone, card: str, card_words: Message, paid_parts: tuple[Message, ...]
) -> None:
    """R9 Lay the paid card under its zone, check achievements, then apply the improvement."""
    player = ctx.state.players[seat]
    player.zones[zone].append(card)
    player.turn_actions.append(format_turn_action(ZoneExpanded(zone)))
    with ctx.log_line():
        ctx.log_event(
            "expand.done",
            who=SeatRef(seat),
            zone=NounRef(f"zones.{zone}"),
            with_what=card_words,
            paid=paid_parts,
            count=count_cards(player, zone),
            most=len(DATA.zones[zone].costs),
        )
        if zone == "castle":
            ctx.log_event("expand.keys", keys=count_keys(player))
        if zone == "shipyard":
            ctx.log_event("expand.ship", number=find_ship_number(player))
        place_due_markers(ctx, seat)
    await improve_zone(ctx, seat, zone)


async def improve_zone(ctx: GameContext[State], seat: Seat, zone: Zone) -> None:
    """R9 Apply the improvement. Castle: a contract. University: an ability. Shipyard: none, the ship grows by itself.
    Warehouse: a warehouse."""
    match zone:
        case "castle":
            await take_contract(ctx, seat, "castle")
        case "university":
            await learn_ability(ctx, seat)
        case "shipyard":
            pass
        case "warehouse":
            await build_warehouse(ctx, seat)


def may_stack_afterwards(s: State, seat: Seat, zone: Zone, slot: int) -> bool:
    """R8, R10 Return True if an extra action after this expansion may lay a card on a merchant.

    Prices do not count, because a contract may bring the coins first. slot: slot of the card, 0 for the sprat.
    """
    other_cards = [card for other_slot, card in list_offered_cards(s.offer) if other_slot != slot]
    if may_act_again(s.players[seat], zone):
        return bool(other_cards)
    gained_ability = ExtraAction(zone)
    return (
        zone == "university"
        and len(other_cards) > 1
        and any(find_ability(card) == gained_ability for card in other_cards)
    )


def may_act_again(player: Player, zone: Zone) -> bool:
    """R10 Return True if one more action follows. An ability just gained at the university counts (R18.5)."""
    return has_extra_action(player, zone)
