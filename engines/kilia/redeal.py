"""R4 What nobody sees, dealt anew: the order of both decks. The back of the top action card is open."""

from __future__ import annotations

from engines.kernel import Rng, Seat

from .data.content import CONTENT
from .table.state import State


def redeal(s: State, _seat: Seat | None, rng: Rng) -> None:
    """R4 Shuffle both decks; the top action card keeps its colour, which everybody sees."""
    rng.shuffle(s.contract_deck)
    if s.deck:
        color = CONTENT.cards[s.deck[-1]].zone
        rng.shuffle(s.deck)
        alike = [place for place, card in enumerate(s.deck) if CONTENT.cards[card].zone == color]
        top = rng.pick(alike)
        s.deck[top], s.deck[-1] = s.deck[-1], s.deck[top]
