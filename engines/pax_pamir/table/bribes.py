"""R7 Bribes that are due: who is owed one and how much, and what the payer can do about it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from engines.kernel import LETTERS, Seat
from engines.pax_pamir.data.content import CONTENT

from .abilities import has
from .derived import holder
from .state import State

COURTLY = 107
"""Event: its buyer may decline to pay (Courtly Manners); discarded, nobody pays (Disregard for Customs)."""
REQUESTS = 3
"""R7.5 Requests per turn that may fail; after that only the full bribe is left."""


class Pay(msgspec.Struct, frozen=True):
    """The payer settles the bribe for so many rupees."""

    price: int


class Offer(msgspec.Struct, frozen=True):
    """The payer asks whether so many rupees will do."""

    price: int


class Decline(msgspec.Struct, frozen=True):
    """R12 The payer declines to pay, by Courtly Manners."""


class GiveUp(msgspec.Struct, frozen=True):
    """The action does not happen."""


class Due(NamedTuple):
    """A bribe: who receives it, and how much it is unless it is lowered."""

    payee: int
    full: int


def for_play(s: State, player: int, card: int) -> Due | None:
    """R6.2, R7 Playing a card: its region's ruler is owed a rupee for each tribe there; armies do not count.

    R11 Charismatic Courtiers (#42) in the own court: nothing is owed.
    """
    region = CONTENT.cards[card].region
    ruler = s.rulers[region]
    if ruler is None or ruler == player or COURTLY in s.globals or has(s, player, "charismatic_courtiers"):
        return None
    return Due(ruler, s.tribes[region][ruler])


def for_hostage(s: State, player: int, card: int) -> Due | None:
    """R4.6, R7 Using a card of the own court: who holds it hostage is owed a rupee for each of his spies on it.

    R11 Civil Service Reforms (#24): nothing is owed.
    """
    if card not in s.spies:
        return None
    captor = holder(s, card)
    if captor is None or COURTLY in s.globals or has(s, player, "civil_service_reforms"):
        return None
    return Due(captor, s.spies[card][captor])


def may_decline(s: State, player: int) -> bool:
    """R12 Courtly Manners (#107)."""
    return COURTLY in s.players[player].events


def can_be_lowered(s: State, due: Due) -> bool:
    """R7.5, R7.8 Three failed requests end the haggling of a turn. Wakhan never lowers a bribe."""
    return due.payee != s.wakhan and s.playing.requests < REQUESTS


def purse(s: State, player: int, due: Due | None) -> int:
    """R7 Rupees left for the action itself at best; below 0 the action is out of reach.

    A bribe may be lowered to 0 as long as its payee can still be asked.
    """
    rupees = s.players[player].rupees
    if due is None or may_decline(s, player) or can_be_lowered(s, due):
        return rupees
    return rupees - due.full


def topic(payer: Seat) -> str:
    """R7.7 Orders are given for each payer: "bribe_a" when A asks."""
    return f"bribe_{LETTERS[payer].lower()}"
