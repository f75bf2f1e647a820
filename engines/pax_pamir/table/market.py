"""R3.3, R6.1 Market and deck: cost and legality of purchases, spaces that receive the rupees, piles of the deck.

A space is given by its index: 0 .. 5 = T0 .. T5 of the rules (top row), 6 .. 11 = B0 .. B5 (bottom row).
"""

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability

from .derived import has_ability, list_cards_with
from .state import COLUMNS, State

COSTS = CONTENT.data.costs
COLUMN_COSTS = COSTS.purchase_per_column * 2
"""R6.1 Undoubled cost by market space."""
FREE_CARD_ABILITIES: tuple[Ability, ...] = ("herat_influence", "persian_influence", "russian_influence")
"""R11 Abilities that make some cards free."""


RUPEE_REMOVING_EVENTS = frozenset(event.id for event in CONTENT.events.values() if not event.is_purchasable)
"""R12 Event 111, which removes rupees put on it and cannot be bought."""


def removes_rupees(card: int | None) -> bool:
    """R12 Return whether every rupee put on this card is removed from the game (event 111)."""
    return card in RUPEE_REMOVING_EVENTS


def compute_unit_cost(s: State) -> int:
    """R4.7 Return the rupees to pay per column: doubled while military is favored."""
    return COSTS.purchase_multiplier_military_favored if s.favored == "military" else 1


def compute_cost(s: State, player: int, index: int) -> int:
    """R6.1 Return what the card of a space costs the player."""
    if is_free(s, player, s.market[index].card):
        return 0
    return COLUMN_COSTS[index] * compute_unit_cost(s)


def is_free(s: State, player: int, card: int | None) -> bool:
    """R11 Return whether this card costs the player nothing."""
    return find_free_ability(s, player, card) is not None


def find_free_ability(s: State, player: int, card: int | None) -> Ability | None:
    """R11 Return the player's ability that makes this card free, or None.

    Herat Influence, Persian Influence or Russian Influence.
    """
    court = CONTENT.cards.get(card) if card is not None else None
    if court is None:
        return None
    if court.region == "herat" and has_ability(s, player, "herat_influence"):
        return "herat_influence"
    if court.region == "persia" and has_ability(s, player, "persian_influence"):
        return "persian_influence"
    return "russian_influence" if court.patriot == "russian" and has_ability(s, player, "russian_influence") else None


def is_locked(s: State, index: int) -> bool:
    """R6.1 Return whether the card of a space received a rupee this turn, so that it cannot be bought."""
    return s.turn is not None and s.market[index].card in s.turn.locked_cards


def list_purchasable(s: State, player: int) -> dict[int, tuple[int, int]]:
    """R6.1 Return space -> (card, cost) for all cards that the player may buy, provided an action is left."""
    rupees, locked_cards = s.players[player].rupees, s.turn.locked_cards if s.turn is not None else ()
    unit, has_free_ability = (
        compute_unit_cost(s),
        not list_cards_with(FREE_CARD_ABILITIES).isdisjoint(s.players[player].court),
    )
    offers: dict[int, tuple[int, int]] = {}
    for index, space in enumerate(s.market):
        card = space.card
        if card is None or card in locked_cards or card in RUPEE_REMOVING_EVENTS:
            continue
        cost = 0 if has_free_ability and is_free(s, player, card) else COLUMN_COSTS[index] * unit
        if cost <= rupees:
            offers[index] = card, cost
    return offers


def can_buy(s: State, player: int, index: int) -> bool:
    """R6.1 Return whether the player may buy the card of a space, provided an action is left."""
    card = s.market[index].card
    if card is None or card in RUPEE_REMOVING_EVENTS or is_locked(s, index):
        return False
    return compute_cost(s, player, index) <= s.players[player].rupees


def plan_payment(s: State, player: int, index: int) -> tuple[tuple[int | None, int], ...]:
    """R6.1 Return (space, rupees) for each column left of the card: where the price goes.

    Space None: the rupees leave the game, because the column is vacant or by event 111.
    """
    if is_free(s, player, s.market[index].card):
        return ()
    rupees, column = compute_unit_cost(s), index % COLUMNS
    return tuple((_find_receiver(s, index - column + left, left), rupees) for left in range(column))


def _find_receiver(s: State, index_in_row: int, column: int) -> int | None:
    for index in (index_in_row, (column + COLUMNS) if index_in_row == column else column):
        if (card := s.market[index].card) is not None:
            return None if removes_rupees(card) else index
    return None


SETUP = CONTENT.data.setup


def list_pile_sizes(players: int) -> list[tuple[int, int, int]]:
    """R3.3 Return (court cards, events, dominance checks) for each pile, from the top of the deck.

    players: number of players, Wakhan included
    """
    court = SETUP.court_cards_per_pile_base + players
    rows = zip(SETUP.other_events_per_pile, SETUP.dominance_checks_per_pile, strict=True)
    return [(court, events, checks) for events, checks in rows]


def list_pile_borders(s: State) -> list[int]:
    """R3.3 Return the indices in `s.deck` between which the remaining piles lie, from the bottom (0) to the top."""
    borders = [0]
    for cards in reversed(list_pile_sizes(len(s.players))):
        borders.append(min(borders[-1] + sum(cards), len(s.deck)))
    return borders
