"""R6.2 Actions of a turn: choosing a card and its use."""

from functools import cache

from engines.kernel import ComputedDefault, GameContext, Message, NounRef, Option, Seat, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Zone
from engines.kilia.payment.options import select_payments
from engines.kilia.payment.pay import summarize_payment
from engines.kilia.payment.purse import build_expansion_cost, build_purse
from engines.kilia.table.queries import count_cards, count_keys, find_ship_number
from engines.kilia.table.questions import Action, Expand, PlaceMerchant, SpratExpand, WhichAction
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import describe_amount

from .achievements import add_fourth_chip_warning, build_player_with_card
from .expansion import can_expand, expand_with_card, expand_with_sprat, may_act_again
from .free_moves import list_sprat_zones
from .market import list_open_spaces, place_merchant
from .offer import find_price, list_affordable
from .second_card import find_second_card_price

DATA = CONTENT.data

NO_ACTION = Option("skip", None, Message("action.none"))
END_TURN = Option("end", None, Message("action.end"), Message("action.end_detail"))


def list_actions(s: State, seat: Seat) -> list[Option]:
    """R6.2, R18.4 Return an option for every payable action: expansions left to right, the sprat, merchants."""
    player = s.players[seat]
    cards, purse = list_affordable(player, s.offer), build_purse(player)
    expansions = [
        build_expansion_option(s, seat, slot, card)
        for slot, card in cards
        if can_expand(player, CONTENT.cards[card].zone, find_price(player, slot), purse)
    ]
    sprats = [build_sprat_option(s, seat, zone) for zone in list_sprat_zones(player)]
    return [*expansions, *sprats, *(build_merchant_option(player, slot, card) for slot, card in cards)]


async def choose_action(ctx: GameContext[State], seat: Seat) -> Action | None:
    """R6 Ask for the main action, which is mandatory (R18.4), or for an extra one, which lapses with the turn (R18.6).

    Return None if no action is taken. The main action may be skipped if offer and deck are empty, with a sprat too
    (R18.22).
    """
    s, is_extra = ctx.state, ctx.state.is_action_over

    def build_options() -> list[Option]:
        possible_actions = list_actions(s, seat)
        if is_extra:
            return [*possible_actions, END_TURN]
        has_cards = any(s.offer) or bool(s.deck)
        return possible_actions if has_cards else [*possible_actions, NO_ACTION]

    action: Action | None = await ctx.choose(
        seat,
        "action.extra" if is_extra else "action.main",
        build_options,
        rule="R6.2",
        default="end" if is_extra else CHEAPEST_ACTION,
        subject=WhichAction(is_extra),
    )
    return action


CHEAPEST_ACTION = ComputedDefault(
    lambda options: (next((o.key for o in options if o.key.startswith("merchant:")), NO_ACTION.key),),
    Message("action.default"),
)
"""Default on time-out: take the leftmost card, which costs nothing, as a merchant; without cards nothing (R18.22)."""


async def perform_action(ctx: GameContext[State], seat: Seat, action: Action) -> bool:
    """R6.2 Carry out an action. Return True if it gives one more action (R10)."""
    player = ctx.state.players[seat]
    zone: Zone
    match action:
        case Expand(slot):
            zone = await expand_with_card(ctx, seat, slot)
        case SpratExpand(zone):
            await expand_with_sprat(ctx, seat, zone)
        case PlaceMerchant(slot):
            await place_merchant(ctx, seat, slot)
            return False  # R18.7: a merchant ends the chain
    return may_act_again(player, zone)


# ---------------------------------------------------------------------- the options


def build_expansion_option(s: State, seat: Seat, slot: int, card: str) -> Option:
    """Build the option of an expansion, with the cheapest payment and the improvement as detail."""
    player = s.players[seat]
    zone = CONTENT.cards[card].zone
    return Option(
        key=f"expand:{slot}",
        value=Expand(slot),
        label=describe_expansion(slot, card),
        detail=lambda: add_fourth_chip_warning(
            s, seat, build_player_with_card(player, zone), describe_expansion_detail(s, seat, zone, slot)
        ),
        group=Message("action.expand_group"),
        place=f"expand:{slot}",
    )


@cache
def describe_expansion(slot: int, card: str) -> Message:
    """Return the label of an expansion option."""
    return message("action.expand", zone=NounRef(f"zones.{CONTENT.cards[card].zone}"), card=card, slot=slot)


@cache
def describe_merchant(slot: int, card: str) -> Message:
    """Return the label of a merchant option."""
    return message("action.merchant", good=NounRef(f"goods.{CONTENT.find_good(card)}"), card=card, slot=slot)


def build_sprat_option(s: State, seat: Seat, zone: Zone) -> Option:
    """Build the option of an expansion with the sprat, which takes no card from the offer."""
    player = s.players[seat]
    return Option(
        key=f"sprat:{zone}",
        value=SpratExpand(zone),
        label=message("action.sprat", zone=NounRef(f"zones.{zone}")),
        detail=lambda: add_fourth_chip_warning(
            s, seat, build_player_with_card(player, zone), describe_expansion_detail(s, seat, zone, 0)
        ),
        group=Message("action.expand_group"),
        place=f"sprat:{zone}",
    )


def describe_expansion_detail(s: State, seat: Seat, zone: Zone, slot: int) -> Message:
    """R9 Describe an expansion: cheapest payment, number of the card, improvement. slot: 0 for the sprat."""
    player = s.players[seat]
    coins = find_price(player, slot) if slot else 0
    cost = build_expansion_cost(player, zone, coins)
    payment = select_payments(build_purse(player), cost)[0]
    paid_parts = summarize_payment(player, payment, coins, "card_price")
    is_own_zone = DATA.player_colors[player.color].zone == zone
    return message(
        "action.expand_detail_own" if is_own_zone else "action.expand_detail",
        paid=paid_parts,
        zone=NounRef(f"zones.{zone}"),
        count=count_cards(player, zone) + 1,
        most=len(DATA.zones[zone].costs),
        gain=describe_gain(s, seat, zone, slot),
        points=DATA.rules.own_zone_points_per_card,
    )


def describe_gain(s: State, seat: Seat, zone: Zone, slot: int) -> Message:
    """R9 Describe the improvement: whether a second card is available, and its price if none is free."""
    player = s.players[seat]
    if zone == "shipyard":
        number = find_ship_number(player) + 1
        return message("gain.shipyard_choice" if DATA.ships[number].take == "one" else "gain.shipyard", number=number)
    coins = find_second_card_price(s, seat, zone, slot)
    second_words = Message(f"second.{zone}" if coins is not None else f"second.{zone}_none")
    if coins:
        second_words = message("second.priced", second=second_words, price=coins)
    return (
        message("gain.castle", keys=count_keys(player) + 1, second=second_words) if zone == "castle" else second_words
    )


def build_merchant_option(player: Player, slot: int, card: str) -> Option:
    """Build the option of a merchant, with the card's price and the bonuses of the open empty spaces."""
    return Option(
        key=f"merchant:{slot}",
        value=PlaceMerchant(slot),
        label=describe_merchant(slot, card),
        detail=lambda: describe_merchant_detail(player, slot),
        group=Message("action.merchant_group"),
        place=f"merchant:{slot}",
    )


def describe_merchant_detail(player: Player, slot: int) -> Message:
    """Describe the price of a merchant and the bonuses of the empty spaces open to it."""
    coins = find_price(player, slot)
    bonuses = tuple(
        message(
            "action.bonus", space=space, bonus=message(f"bonus.{DATA.market_spaces[space].bonus}", coins=BONUS_COINS)
        )
        for space in list_open_spaces(player)
        if not player.market[space]
    )
    cost = (describe_amount("coin", coins),) if coins else (Message("amount.free"),)
    return message("action.merchant_detail" if bonuses else "action.stack_only", cost=cost, bonuses=bonuses)


BONUS_COINS = DATA.rules.bonus_coins
