"""R6.1 The market as a buyer sees it: what a card costs, who may buy it, where the rupees go.

A space is its index: 0 .. 5 = T0 .. T5 of the rules (top row), 6 .. 11 = B0 .. B5 (bottom row).
"""

from __future__ import annotations

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability

from .abilities import has, printed_on
from .state import COLUMNS, State

COSTS = CONTENT.data.costs
COLUMN_COSTS = COSTS.purchase_per_column * 2
"""R6.1 By market space."""
INFLUENCE: tuple[Ability, ...] = ("herat_influence", "persian_influence", "russian_influence")
"""R11 Abilities by which cards cost nothing."""


WITHDRAWING = frozenset(event.id for event in CONTENT.events.values() if not event.purchasable)
"""R12 Event 111: it cannot be bought."""


def withdraws(card: int | None) -> bool:
    """R12 Event 111: every rupee put on it is removed from the game."""
    return card in WITHDRAWING


def unit_cost(s: State) -> int:
    """R4.7 Rupees for each card on the way: doubled while military is favored."""
    return COSTS.purchase_multiplier_military_favored if s.favored == "military" else 1


def cost_of(s: State, player: int, index: int) -> int:
    """R6.1 What the card of a space costs the player."""
    if is_free(s, player, s.market[index].card):
        return 0
    return COLUMN_COSTS[index] * unit_cost(s)


def is_free(s: State, player: int, card: int | None) -> bool:
    """R11 Whether this card costs the player nothing."""
    return free_by(s, player, card) is not None


def free_by(s: State, player: int, card: int | None) -> Ability | None:
    """R11 Herat Influence, Persian Influence, Russian Influence: by which of them this card costs its owner nothing."""
    court = CONTENT.cards.get(card) if card is not None else None
    if court is None:
        return None
    if court.region == "herat" and has(s, player, "herat_influence"):
        return "herat_influence"
    if court.region == "persia" and has(s, player, "persian_influence"):
        return "persian_influence"
    return "russian_influence" if court.patriot == "russian" and has(s, player, "russian_influence") else None


def is_locked(s: State, index: int) -> bool:
    """R6.1 Whether the card of a space received a rupee this turn."""
    return s.turn is not None and s.market[index].card in s.turn.locked


def for_sale(s: State, player: int) -> dict[int, tuple[int, int]]:
    """R6.1 Spaces whose card the player may buy, if an action is left -> the card and what it costs."""
    rupees, locked = s.players[player].rupees, s.turn.locked if s.turn is not None else ()
    unit, influence = unit_cost(s), not printed_on(INFLUENCE).isdisjoint(s.players[player].court)
    found: dict[int, tuple[int, int]] = {}
    for index, space in enumerate(s.market):
        card = space.card
        if card is None or card in locked or card in WITHDRAWING:
            continue
        cost = 0 if influence and is_free(s, player, card) else COLUMN_COSTS[index] * unit
        if cost <= rupees:
            found[index] = card, cost
    return found


def can_buy(s: State, player: int, index: int) -> bool:
    """R6.1 Whether the player may buy the card of a space, if an action is left."""
    card = s.market[index].card
    if card is None or card in WITHDRAWING or is_locked(s, index):
        return False
    return cost_of(s, player, index) <= s.players[player].rupees


def payment(s: State, player: int, index: int) -> tuple[tuple[int | None, int], ...]:
    """R6.1 Where the rupees go, column by column: (space, rupees); None = out of the game, also by event 111."""
    if is_free(s, player, s.market[index].card):
        return ()
    rupees, column = unit_cost(s), index % COLUMNS
    return tuple((_receiver(s, index - column + left, left), rupees) for left in range(column))


def _receiver(s: State, here: int, column: int) -> int | None:
    for index in (here, (column + COLUMNS) if here == column else column):
        if (card := s.market[index].card) is not None:
            return None if withdraws(card) else index
    return None
