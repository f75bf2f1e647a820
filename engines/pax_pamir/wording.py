"""How sentences call a card."""

from __future__ import annotations

from functools import cache

from engines.kernel import Msg, Term

from .content import CONTENT


@cache
def card(id: int) -> Msg:
    """A court card by its printed name, an event card by both of its sides."""
    if id in CONTENT.cards:
        return Msg("card.court", {"name": CONTENT.cards[id].name, "id": id})
    event = CONTENT.events[id]
    if event.is_check:
        return Msg("card.check", {"check": Term("event.dominance_check")})
    sides = {"bought": Term(f"event.{event.purchased}"), "discarded": Term(f"event.{event.discarded}")}
    return Msg("card.event", {**sides, "id": id})
