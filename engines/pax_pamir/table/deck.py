"""R3.3 The piles of the deck: how many cards of each kind they held, and where they meet in what is left."""

from __future__ import annotations

from engines.pax_pamir.data.content import CONTENT

from .state import State

SETUP = CONTENT.data.setup


def pile_sizes(players: int) -> list[tuple[int, int, int]]:
    """R3.3 Court cards, events and dominance checks in each pile, from the top of the deck."""
    court = SETUP.court_cards_per_pile_base + players
    rows = zip(SETUP.other_events_per_pile, SETUP.dominance_checks_per_pile, strict=True)
    return [(court, events, checks) for events, checks in rows]


def pile_borders(s: State) -> list[int]:
    """R3.3 Where the piles meet in what is left of the deck, from the bottom (0) to the top."""
    borders = [0]
    for cards in reversed(pile_sizes(len(s.players))):
        borders.append(min(borders[-1] + sum(cards), len(s.deck)))
    return borders
