"""R4, R11 Values computed from the State, which is not changed here.

Stars and limits, influence, hostages, favored cards, rulers, and special abilities.
"""

from functools import cache
from typing import get_args

from engines.pax_pamir.data.content import CONTENT, SUITS
from engines.pax_pamir.data.types import Ability, Coalition, Region, Suit

from .state import State
from .wakhan_cards import find_pragmatic_loyalty

LIMITS = CONTENT.data.limits
RANKS = {suit: {card.id: card.rank for card in CONTENT.cards.values() if card.suit == suit} for suit in SUITS}
"""R4.1 Suit -> court card -> stars."""
NEW_TACTICS, KOH_I_NOOR, RUMOR, NATIONALISM = 105, 106, 108, 110


def count_stars(s: State, player: int, suit: Suit) -> int:
    """R4.1 Return the sum of the ranks of the player's court cards of a suit."""
    ranks, total = RANKS[suit], 0
    for card in s.players[player].court:
        if card in ranks:
            total += ranks[card]
    return total


def compute_court_limit(s: State, player: int) -> int:
    """R4.1, R9.1 Return how many cards the player's court may hold at the end of the turn."""
    return LIMITS.court_limit_base + count_stars(s, player, "political")


def compute_hand_limit(s: State, player: int) -> int:
    """R4.1, R9.2 Return how many cards the player's hand may hold at the end of the turn."""
    return LIMITS.hand_limit_base + count_stars(s, player, "intelligence")


def compute_tax_shelter(s: State, player: int) -> int:
    """R4.1, R8.1 Return how many of the player's rupees are safe from taxes."""
    return count_stars(s, player, "economic")


def list_patriots(s: State, player: int, coalition: Coalition) -> list[int]:
    """Return the patriots of a coalition in the player's court, left to right."""
    return [card for card in s.players[player].court if CONTENT.cards[card].patriot == coalition]


def compute_influence(s: State, player: int, coalition: Coalition | None = None) -> int:
    """R4.4 Return `1 + patriots + prizes + gifts`, as modified by events 106 and 108.

    coalition: used for Wakhan only (R14.2); for a person the coalition is their loyalty.
    """
    player_state = s.players[player]
    loyalty = coalition if player == s.wakhan else player_state.loyalty
    patriot_count = len(list_patriots(s, player, loyalty)) if loyalty else 0
    prize_count = sum(CONTENT.cards[card].prize == loyalty for card in player_state.prizes)
    gift_count = len(player_state.gifts)
    if KOH_I_NOOR in s.globals:  # embarrassment of riches
        gift_count = 0
    elif KOH_I_NOOR in player_state.events:
        gift_count *= 2
    if RUMOR in player_state.events:
        patriot_count = 0
    return CONTENT.data.scoring.influence_base + patriot_count + prize_count + gift_count


def find_loyalty(s: State, player: int) -> Coalition:
    """R4.4, R14.2 Return the coalition whose blocks the player uses: the loyalty, for Wakhan the pragmatic loyalty.

    Raises RuntimeError before a person has chosen a loyalty.
    """
    if player == s.wakhan:
        return find_pragmatic_loyalty(s)
    loyalty = s.players[player].loyalty
    if loyalty is None:
        raise RuntimeError(f"player {player} has not chosen a loyalty")
    return loyalty


def find_captor(s: State, card: int) -> int | None:
    """R4.6 Return the player who holds a court card hostage, or None.

    The captor has more spies on the card than every other player, and is not its owner.
    """
    spies = s.spies.get(card)
    if spies is None:
        return None
    max_spies = max(spies)
    if spies.count(max_spies) > 1:
        return None
    player = spies.index(max_spies)
    return None if card in s.players[player].court else player


def is_favored(s: State, player: int, card: int) -> bool:
    """R4.7 Return whether the player's action with this card would be a bonus action."""
    return (
        card in RANKS[s.favored]
        or CONTENT.cards[card].ability in ALWAYS_FAVORED
        or (card in RANKS["military"] and NEW_TACTICS in s.players[player].events)
    )


def compute_ruling_strength(s: State, player: int, region: Region) -> int:
    """R4.5 Return the number of the player's ruling pieces: their tribes, and the armies of their loyalty.

    For Wakhan the armies of the most numerous coalition count (R14.2).
    """
    armies = s.armies[region]
    if player == s.wakhan:
        return s.tribes[region][player] + max(armies.values(), default=0)
    return s.tribes[region][player] + (armies.get(loyalty, 0) if (loyalty := s.players[player].loyalty) else 0)


def find_ruler(s: State, region: Region) -> int | None:
    """R4.5 Return the ruler: a player with a tribe and more ruling pieces than each other player and coalition."""
    tribes = s.tribes[region]
    if not any(tribes):
        return None
    strengths = [compute_ruling_strength(s, player, region) for player in range(len(s.players))]
    max_strength = max(strengths)
    if strengths.count(max_strength) > 1:
        return None
    player = strengths.index(max_strength)
    if not tribes[player]:
        return None
    loyalty = s.players[player].loyalty
    if any(n >= max_strength for coalition, n in s.armies[region].items() if coalition != loyalty):
        return None
    return player


def list_ruled_regions(s: State, player: int) -> list[Region]:
    """Return the regions that the player rules."""
    return [region for region in CONTENT.regions if s.rulers[region] == player]


ALWAYS_FAVORED: frozenset[str] = frozenset({"savvy_operator", "irregulars"})

_CARDS_BY_ABILITY: dict[Ability, tuple[int, ...]] = {
    ability: tuple(card.id for card in CONTENT.cards.values() if card.ability == ability)
    for ability in get_args(Ability)
}


def has_ability(s: State, player: int, ability: Ability) -> bool:
    """R11 Return whether the ability is active: its card lies in the player's court, even as a hostage."""
    court = s.players[player].court
    for card in _CARDS_BY_ABILITY[ability]:  # noqa: SIM110 - called very often; a generator would double the cost
        if card in court:
            return True
    return False


def list_court_cards_with(s: State, player: int, *abilities: Ability) -> list[int]:
    """Return the cards in the player's court with one of these abilities, left to right."""
    cards = list_cards_with(abilities)
    return [card for card in s.players[player].court if card in cards]


@cache
def list_cards_with(abilities: tuple[Ability, ...]) -> frozenset[int]:
    """Return all cards of the game with one of these abilities."""
    return frozenset(card for ability in abilities for card in _CARDS_BY_ABILITY[ability])
