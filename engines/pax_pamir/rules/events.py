"""R12 Events: what each does when it is bought, and when it is discarded from the market."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from engines.kernel import Msg, Option, Table, Term
from engines.pax_pamir.data.content import COALITIONS, CONTENT, SUITS
from engines.pax_pamir.data.types import Region, Scope, Suit
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table import names
from engines.pax_pamir.table.derived import patriots
from engines.pax_pamir.table.facts import WithoutEffect
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.names import effect
from engines.pax_pamir.table.places import Army, Tribe
from engines.pax_pamir.table.questions import ConfidenceFailure, Rebuke, Rumor, SetFavored, SwapHands
from engines.pax_pamir.table.state import State

from .aftermath import Change
from .decide import decide
from .discards import discard_from_hand, hand_options, lowest
from .dominance_check import dominance_check
from .favor import favor, set_favored
from .loyalty import discard_prizes
from .money import gain_from_bank
from .play import play_hand_by_wakhan

ARISTOCRACY_RUPEES = 3
LASTING: frozenset[Scope] = frozenset({"player", "global"})
"""Scopes of events that change nothing yet, so that the log quotes them. Of what works at once it tells the result."""


async def purchased(t: Table[State], player: int, card: int) -> None:
    """R12 The effect for the buyer. Lasting events then lie before a player, or before everybody."""
    s = t.state
    s.discards.append(card)
    event = CONTENT.events[card]
    if not event.is_check:
        key = "event.bought_lasting" if event.purchased_scope in LASTING else "event.bought"
        t.tell(key, event=Term(f"event.{event.purchased}"), effect=effect(event.purchased))
    await PURCHASED[event.purchased](t, player, card)


async def leave_market(t: Table[State], index: int) -> None:
    """R9.3 The event of a market space is discarded with its effect. Its rupees stay on the space."""
    space = t.state.market[index]
    card, space.card = space.card, None
    if card is None:
        raise RuntimeError(f"no card lies in market space {index}")
    with t.line():
        await discarded(t, card)


async def discarded(t: Table[State], card: int) -> None:
    """R12 The effect of an event that leaves the market in a cleanup."""
    s = t.state
    s.discards.append(card)
    event = CONTENT.events[card]
    lasting = event.discarded_scope in LASTING
    key = "event.discarded_lasting" if lasting else "event.discarded"
    t.tell(key, event=card_words(card), effect=effect(event.discarded))
    told = t.events[-1]
    await DISCARDED[event.discarded](t, card)
    if not lasting and event.discarded != "no_effect" and t.events and t.events[-1] is told:
        t.tell("event.no_change")
        t.note(WithoutEffect())


# ---------------------------------------------------------------- both sides


async def _check(t: Table[State], _player: int, _card: int) -> None:
    await dominance_check(t)


async def _lasts_for_buyer(t: Table[State], player: int, card: int) -> None:
    _lasts(t.state, card, t.state.players[player].events)


async def _lasts_for_all(t: Table[State], _player: int, card: int) -> None:
    _lasts(t.state, card, t.state.globals)


def _lasts(s: State, card: int, pile: list[int]) -> None:
    """R12 The card stays until a dominance check has been resolved completely."""
    s.discards.remove(card)
    pile.append(card)


# ---------------------------------------------------------------- purchased


async def _rumor(t: Table[State], player: int, card: int) -> None:
    """Event 108: a player's patriots are worth nothing. It may be the buyer."""
    s = t.state
    order = s.clockwise(player)
    options = [_player(s, target, _discredited(s, target)) for target in (*order[1:], order[0])]
    target: int = await decide(t, player, "event.rumor", options, Rumor(), rule="R12", default=options[0].key)
    _lasts(s, card, s.players[target].events)
    t.tell("event.rumored", who=s.named(target))


async def _swap(t: Table[State], player: int, _card: int) -> None:
    """Event 114: entire hands are swapped with one other player. Only the two see the cards."""
    s = t.state
    options = [_player(s, target, _held(s, target)) for target in s.clockwise(player)[1:]]
    target: int = await decide(t, player, "event.swap", options, SwapHands(), rule="R12", default=options[0].key)
    one, other = s.players[player], s.players[target]
    one.hand, other.hand = other.hand, one.hand
    t.reveal()
    t.tell("event.swapped", who=s.named(player), other=s.named(target), given=len(other.hand), received=len(one.hand))
    for seat in (player, target):
        if seat != s.wakhan and (hand := s.players[seat].hand):
            t.tell("event.received", to=[seat], cards=tuple(card_words(number) for number in hand))
    if s.wakhan in (player, target):
        await play_hand_by_wakhan(t)


async def _aristocracy(t: Table[State], player: int, _card: int) -> None:
    """Event 113"""
    gain_from_bank(t, player, ARISTOCRACY_RUPEES)


async def _pashtunwali(t: Table[State], player: int, card: int) -> None:
    """Event 115: the buyer sets the favored suit, and icons no longer change it."""
    s = t.state
    suit: Suit = await decide(t, player, "event.choose_suit", _SUITS, SetFavored(), rule="R12", default=s.favored)
    set_favored(t, suit)
    await _lasts_for_all(t, player, card)


async def _rebuke(t: Table[State], player: int, _card: int) -> None:
    """Event 116: the tribes and armies of a region return to supply."""
    s = t.state
    options = [_region(s, player, region) for region in CONTENT.regions]
    region: Region = await decide(t, player, "event.rebuke", options, Rebuke(), rule="R12", default=CONTENT.regions[0])
    await riot(t, region)


async def riot(t: Table[State], region: Region) -> None:
    """R12 Every tribe and army of a region returns to supply."""
    s = t.state
    async with Change(t) as board:
        there = in_region(s, region)
        for player, tribes in enumerate(s.tribes[region]):
            if tribes:
                board.remove_cylinder(player, Tribe(region), tribes)
        for coalition, armies in list(s.armies[region].items()):
            board.remove_block(coalition, Army(region), armies)
        t.tell("event.riot" if there else "event.riot_empty", region=Term(f"region.{region}"), pieces=there)
        if not there:
            t.note(WithoutEffect())


def in_region(s: State, region: Region) -> tuple[Msg, ...]:
    """All tribes and armies of a region, in words."""
    armies = [names.armies(n, coalition) for coalition, n in s.armies[region].items()]
    tribes = [names.tribes(n, s.named(player)) for player, n in enumerate(s.tribes[region]) if n]
    return (*armies, *tribes)


def _discredited(s: State, target: int) -> Msg:
    """Event 108: what it would take from a player; from Wakhan, who has no loyalty, at most (R14.2)."""
    loyalty = s.players[target].loyalty
    sides = COALITIONS if loyalty is None else (loyalty,)
    return Msg("event.rumor_detail", {"patriots": max(len(patriots(s, target, side)) for side in sides)})


def _held(s: State, target: int) -> Msg:
    """Event 114: how many cards would come; everybody knows how many they are."""
    return Msg("event.swap_detail", {"cards": len(s.players[target].hand)})


def _player(s: State, number: int, detail: Msg) -> Option:
    label = Msg("event.player", {"who": s.named(number)})
    return Option(f"player:{number}", number, label, detail, place=f"player:{number}")


_SUITS = tuple(
    Option(suit, suit, Msg("event.suit_label", {"suit": Term(f"suit.{suit}")}), place=f"suit:{suit}") for suit in SUITS
)


def _region(s: State, player: int, region: Region) -> Option:
    def detail() -> Msg:
        pieces = in_region(s, region)
        if not pieces:
            return Msg("event.riot_nothing")
        removed = Msg("event.riot_removes", {"pieces": pieces})
        parts = consequences.parts(s, partial(riot, region=region), player)
        return consequences.listed([removed, *consequences.worded(parts)])

    label = Msg("event.region_label", {"region": Term(f"region.{region}")})
    return Option(region, region, label, detail, place=f"region:{region}")


PURCHASED: dict[str, Callable[[Table[State], int, int], Awaitable[None]]] = {
    "dominance_check": _check,
    "new_tactics": _lasts_for_buyer,
    "koh_i_noor_recovered": _lasts_for_buyer,
    "courtly_manners": _lasts_for_buyer,
    "rumor": _rumor,
    "conflict_fatigue": _lasts_for_all,
    "nationalism": _lasts_for_buyer,
    "nation_building": _lasts_for_buyer,
    "backing_of_persian_aristocracy": _aristocracy,
    "other_persuasive_methods": _swap,
    "pashtunwali_values": _pashtunwali,
    "rebuke": _rebuke,
}


# ---------------------------------------------------------------- discarded


async def _check_discarded(t: Table[State], _card: int) -> None:
    await dominance_check(t)


async def _lasts_from_now(t: Table[State], card: int) -> None:
    _lasts(t.state, card, t.state.globals)


async def _nothing(t: Table[State], card: int) -> None:
    """Event 111"""


async def _failure_to_impress(t: Table[State], _card: int) -> None:
    """Event 108: every player discards all prizes. Loyalties stay."""
    for player in t.state.clockwise(t.state.playing.player):
        discard_prizes(t, player)


async def _confidence_failure(t: Table[State], _number: int) -> None:
    """Event 114: every player with a hand discards a card of it, in seat order from the active player."""
    s = t.state
    for player in s.clockwise(s.playing.player):
        if s.players[player].hand:
            hand = partial(hand_options, s, player)
            card: int = await t.choose(
                player, "event.confidence", hand, rule="R12", default=lowest(), about=ConfidenceFailure()
            )
            discard_from_hand(t, player, card, Term("event.confidence_failure"))


def _favors(suit: Suit) -> Callable[[Table[State], int], Awaitable[None]]:
    async def effect(t: Table[State], _card: int) -> None:
        favor(t, suit)

    return effect


def _riots(region: Region) -> Callable[[Table[State], int], Awaitable[None]]:
    async def effect(t: Table[State], _card: int) -> None:
        await riot(t, region)

    return effect


DISCARDED: dict[str, Callable[[Table[State], int], Awaitable[None]]] = {
    "dominance_check": _check_discarded,
    "favor_military": _favors("military"),
    "favor_intelligence": _favors("intelligence"),
    "favor_political": _favors("political"),
    "embarrassment_of_riches": _lasts_from_now,
    "disregard_for_customs": _lasts_from_now,
    "failure_to_impress": _failure_to_impress,
    "riots_in_punjab": _riots("punjab"),
    "riots_in_herat": _riots("herat"),
    "riots_in_kabul": _riots("kabul"),
    "riots_in_persia": _riots("persia"),
    "no_effect": _nothing,
    "confidence_failure": _confidence_failure,
}
