"""What counts at any moment (R4): stars and limits, influence, hostages, the favored suit. Nothing changes here."""

from __future__ import annotations

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Coalition, Suit

from .abilities import ALWAYS_FAVORED
from .state import State
from .wakhan import pragmatic

LIMITS = CONTENT.data.limits
RANKS = {suit: {card.id: card.rank for card in CONTENT.cards.values() if card.suit == suit} for suit in SUITS}
"""R4.1 The stars on each court card of a suit."""
NEW_TACTICS, KOH_I_NOOR, RUMOR, NATIONALISM = 105, 106, 108, 110


def stars(s: State, player: int, suit: Suit) -> int:
    """R4.1 Sum of the ranks of the cards of a suit in the own court."""
    ranks, total = RANKS[suit], 0
    for card in s.players[player].court:
        if card in ranks:
            total += ranks[card]
    return total


def court_limit(s: State, player: int) -> int:
    """R4.1, R9.1"""
    return LIMITS.court_limit_base + stars(s, player, "political")


def hand_limit(s: State, player: int) -> int:
    """R4.1, R9.2"""
    return LIMITS.hand_limit_base + stars(s, player, "intelligence")


def tax_shelter(s: State, player: int) -> int:
    """R4.1, R8.1"""
    return stars(s, player, "economic")


def patriots(s: State, player: int, coalition: Coalition) -> list[int]:
    """Patriots of a coalition in a court, left to right."""
    return [card for card in s.players[player].court if CONTENT.cards[card].patriot == coalition]


def influence(s: State, player: int, coalition: Coalition | None = None) -> int:
    """R4.4 `1 + patriots + prizes + gifts`, bent by events 106 and 108.

    coalition: the one that is asked for where Wakhan is concerned (R14.2); of a person it is the own loyalty.
    """
    who = s.players[player]
    side = coalition if player == s.wakhan else who.loyalty
    own = len(patriots(s, player, side)) if side else 0
    prizes = sum(CONTENT.cards[card].prize == side for card in who.prizes)
    gifts = len(who.gifts)
    if KOH_I_NOOR in s.globals:  # embarrassment of riches
        gifts = 0
    elif KOH_I_NOOR in who.events:
        gifts *= 2
    if RUMOR in who.events:
        own = 0
    return CONTENT.data.scoring.influence_base + own + prizes + gifts


def side(s: State, player: int) -> Coalition:
    """R4.4, R14.2 Whose blocks the player places, moves and fights with; Wakhan's loyalty is the pragmatic one."""
    if player == s.wakhan:
        return pragmatic(s)
    loyalty = s.players[player].loyalty
    if loyalty is None:
        raise RuntimeError(f"player {player} has not chosen a loyalty")
    return loyalty


def holder(s: State, card: int) -> int | None:
    """R4.6 The player who holds a court card hostage: more spies on it than every other player, and not its owner."""
    there = s.spies.get(card)
    if there is None:
        return None
    most = max(there)
    if there.count(most) > 1:
        return None
    player = there.index(most)
    return None if card in s.players[player].court else player


def is_favored(s: State, player: int, card: int) -> bool:
    """R4.7 Whether the player's action with this card would be a bonus action."""
    return (
        card in RANKS[s.favored]
        or CONTENT.cards[card].ability in ALWAYS_FAVORED
        or (card in RANKS["military"] and NEW_TACTICS in s.players[player].events)
    )
