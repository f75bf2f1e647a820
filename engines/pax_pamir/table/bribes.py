"""R7 Bribes that are due: payee, amount, and the payer's choices."""

from typing import NamedTuple

import msgspec

from engines.kernel import LETTERS, Seat
from engines.pax_pamir.data.content import CONTENT

from .derived import find_captor, has_ability
from .state import State

COURTLY_MANNERS = 107
"""Event card. Purchased (Courtly Manners): its buyer may decline to pay. Discarded (Disregard for Customs): no bribes
at all.
"""
MAX_FAILED_REQUESTS = 3
"""R7.5 Maximum number of failed requests per turn. After that only the full bribe is possible."""


class Pay(msgspec.Struct, frozen=True):
    """The payer settles the bribe for this price."""

    price: int
    """Rupees agreed: the full bribe or less."""


class Offer(msgspec.Struct, frozen=True):
    """The payer asks the payee to accept this price."""

    price: int
    """Rupees, less than the full bribe."""


class Decline(msgspec.Struct, frozen=True):
    """R12 The payer declines to pay, thanks to Courtly Manners."""


class GiveUp(msgspec.Struct, frozen=True):
    """The payer gives up: the action does not happen."""


class Due(NamedTuple):
    """A bribe that is due."""

    payee: int
    """Ruler of the card's region, or captor of the hostage."""
    full: int
    """Rupees before any reduction."""


def find_play_bribe(s: State, player: int, card: int) -> Due | None:
    """R6.2, R7 Return the bribe for playing a card: the ruler of its region gets a rupee per own tribe there.

    Armies do not count. R11 With Charismatic Courtiers (#42) in the player's court nothing is due.
    """
    region = CONTENT.cards[card].region
    ruler = s.rulers[region]
    if (
        ruler is None
        or ruler == player
        or COURTLY_MANNERS in s.globals
        or has_ability(s, player, "charismatic_courtiers")
    ):
        return None
    return Due(ruler, s.tribes[region][ruler])


def find_hostage_bribe(s: State, player: int, card: int) -> Due | None:
    """R4.6, R7 Return the bribe for using a card of the player's court that is a hostage.

    Its captor gets a rupee for each own spy on it. R11 With Civil Service Reforms (#24) nothing is due.
    """
    if card not in s.spies:
        return None
    captor = find_captor(s, card)
    if captor is None or COURTLY_MANNERS in s.globals or has_ability(s, player, "civil_service_reforms"):
        return None
    return Due(captor, s.spies[card][captor])


def may_decline(s: State, player: int) -> bool:
    """R12 Return whether the player may decline bribes, by Courtly Manners (#107)."""
    return COURTLY_MANNERS in s.players[player].events


def can_be_lowered(s: State, due: Due) -> bool:
    """R7.5, R7.8 Return whether the payee can still be asked for less this turn. Wakhan never lowers a bribe."""
    return due.payee != s.wakhan and s.current_turn.requests < MAX_FAILED_REQUESTS


def compute_action_budget(s: State, player: int, due: Due | None) -> int:
    """R7 Return the most rupees that can be left for the action itself; below 0 the action is unaffordable.

    A bribe may be lowered to 0 as long as its payee can still be asked.
    """
    rupees = s.players[player].rupees
    if due is None or may_decline(s, player) or can_be_lowered(s, due):
        return rupees
    return rupees - due.full


def build_preset_topic_id(payer: Seat) -> str:
    """R7.7 Return the preset topic of a payer's requests: "bribe_a" for requests of A."""
    return f"bribe_{LETTERS[payer].lower()}"
