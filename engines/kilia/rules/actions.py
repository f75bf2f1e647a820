"""R6.2 The actions of a turn: which card, and what for."""

from __future__ import annotations

from functools import cache

from engines.kernel import Default, Msg, Option, Seat, Table, Term, say
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Zone
from engines.kilia.payment.offered import offered
from engines.kilia.payment.purse import expansion_cost, purse_of
from engines.kilia.payment.words import briefly
from engines.kilia.table.holdings import cards_in, keys, ship_number
from engines.kilia.table.questions import Action, Expand, PlaceMerchant, SpratExpand, WhichAction
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import amount

from .achievements import warned, with_card
from .expansion import brings_extra_action, expand_with_card, expand_with_sprat, expandable
from .market import open_spaces, place_merchant
from .offer import affordable, price
from .second import second_price
from .sprat import sprat_zones

DATA = CONTENT.data

NO_ACTION = Option("skip", None, Msg("action.none"))
END_TURN = Option("end", None, Msg("action.end"), Msg("action.end_detail"))


def actions(s: State, seat: Seat) -> list[Option]:
    """R6.2, R18.4 Every action that can be paid: expansions left to right, the sprat, merchants."""
    player = s.players[seat]
    cards, purse = affordable(player, s.offer), purse_of(player)
    expansions = [
        expansion_option(s, seat, slot, card)
        for slot, card in cards
        if expandable(player, CONTENT.cards[card].zone, price(player, slot), purse)
    ]
    sprats = [sprat_option(s, seat, zone) for zone in sprat_zones(player)]
    return [*expansions, *sprats, *(merchant_option(player, slot, card) for slot, card in cards)]


async def choose_action(t: Table[State], seat: Seat) -> Action | None:
    """R6 The main action is mandatory (R18.4); an extra one may be left out, and lapses with the turn (R18.6).

    None: nothing is taken. Without any card in offer and deck, and without a sprat to play, the main action is skipped.
    """
    s, extra = t.state, t.state.done

    def options() -> list[Option]:
        found = actions(s, seat)
        return [*found, END_TURN] if extra else found or [NO_ACTION]

    chosen: Action | None = await t.choose(
        seat,
        "action.extra" if extra else "action.main",
        options,
        rule="R6.2",
        default="end" if extra else CHEAPEST,
        about=WhichAction(extra),
    )
    return chosen


CHEAPEST = Default(
    lambda options: (next((o.key for o in options if o.key.startswith("merchant:")), options[0].key),),
    Msg("action.default"),
)
"""A time-out takes the leftmost card, which costs nothing, as a merchant."""


async def perform(t: Table[State], seat: Seat, action: Action) -> bool:
    """R6.2 Carry an action out; whether it brings one more (R10)."""
    player = t.state.players[seat]
    zone: Zone
    match action:
        case Expand(slot):
            zone = await expand_with_card(t, seat, slot)
        case SpratExpand(zone):
            await expand_with_sprat(t, seat, zone)
        case PlaceMerchant(slot):
            await place_merchant(t, seat, slot)
            return False  # R18.7: a merchant ends the chain
    return brings_extra_action(player, zone)


# ---------------------------------------------------------------------- the options


def expansion_option(s: State, seat: Seat, slot: int, card: str) -> Option:
    """What the expansion costs in the cheapest way, and what it opens."""
    player = s.players[seat]
    zone = CONTENT.cards[card].zone
    return Option(
        key=f"expand:{slot}",
        value=Expand(slot),
        label=expansion_words(slot, card),
        detail=lambda: warned(s, seat, with_card(player, zone), expansion_detail(s, seat, zone, slot)),
        group=Msg("action.expand_group"),
        place=f"expand:{slot}",
    )


@cache
def expansion_words(slot: int, card: str) -> Msg:
    return say("action.expand", zone=Term(f"zones.{CONTENT.cards[card].zone}"), card=card, slot=slot)


@cache
def merchant_words(slot: int, card: str) -> Msg:
    return say("action.merchant", good=Term(f"goods.{CONTENT.good(card)}"), card=card, slot=slot)


def sprat_option(s: State, seat: Seat, zone: Zone) -> Option:
    """The same with the sprat, which leaves all cards in the offer."""
    player = s.players[seat]
    return Option(
        key=f"sprat:{zone}",
        value=SpratExpand(zone),
        label=say("action.sprat", zone=Term(f"zones.{zone}")),
        detail=lambda: warned(s, seat, with_card(player, zone), expansion_detail(s, seat, zone, 0)),
        group=Msg("action.expand_group"),
        place=f"sprat:{zone}",
    )


def expansion_detail(s: State, seat: Seat, zone: Zone, slot: int) -> Msg:
    """R9 What leaves the supply in the cheapest way, number of the card, improvement. slot: 0 for the sprat"""
    player = s.players[seat]
    coins = price(player, slot) if slot else 0
    cost = expansion_cost(player, zone, coins)
    way = offered(purse_of(player), cost)[0]
    handed = briefly(player, way, coins, "card_price")
    own = DATA.player_colors[player.color].zone == zone
    return say(
        "action.expand_detail_own" if own else "action.expand_detail",
        paid=handed,
        count=cards_in(player, zone) + 1,
        most=len(DATA.zones[zone].costs),
        gain=gain(s, seat, zone, slot),
        points=DATA.rules.own_zone_points_per_card,
    )


def gain(s: State, seat: Seat, zone: Zone, slot: int) -> Msg:
    """R9 The improvement: a second card only where one can be had, and with its price where none is free."""
    player = s.players[seat]
    if zone == "shipyard":
        number = ship_number(player) + 1
        return say("gain.shipyard_choice" if DATA.ships[number].take == "one" else "gain.shipyard", number=number)
    coins = second_price(s, seat, zone, slot)
    second = Msg(f"second.{zone}" if coins is not None else f"second.{zone}_none")
    if coins:
        second = say("second.priced", second=second, price=coins)
    return say("gain.castle", keys=keys(player) + 1, second=second) if zone == "castle" else second


def merchant_option(player: Player, slot: int, card: str) -> Option:
    """What the card costs, and the bonuses of the empty spaces where the merchant may stand."""
    return Option(
        key=f"merchant:{slot}",
        value=PlaceMerchant(slot),
        label=merchant_words(slot, card),
        detail=lambda: merchant_detail(player, slot),
        group=Msg("action.merchant_group"),
        place=f"merchant:{slot}",
    )


def merchant_detail(player: Player, slot: int) -> Msg:
    coins = price(player, slot)
    bonuses = tuple(
        say("action.bonus", space=space, bonus=say(f"bonus.{DATA.market_spaces[space].bonus}", coins=BONUS_COINS))
        for space in open_spaces(player)
        if not player.market[space]
    )
    cost = (amount("coin", coins),) if coins else (Msg("amount.free"),)
    return say("action.merchant_detail" if bonuses else "action.stack_only", cost=cost, bonuses=bonuses)


BONUS_COINS = DATA.rules.bonus_coins
