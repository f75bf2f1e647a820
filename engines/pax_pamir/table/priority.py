"""R14.4 Which of several court cards comes first for Wakhan, and by which of her criteria."""

from __future__ import annotations

from collections.abc import Collection

from engines.kernel import Msg, say
from engines.pax_pamir.data.content import COALITIONS, CONTENT

from .derived import is_favored
from .dominance import dominant
from .state import State

CRITERIA = ("outside", "favored", "patriot_dominant", "prize_dominant", "patriot", "leveraged", "rank", "number")
"""R14.4 In their order; sentences say them by these names."""


def by_priority(s: State, cards: Collection[int]) -> int:
    """R14.4 The court card of highest priority. Raises ValueError without candidates."""
    return max(cards, key=lambda card: rank(s, card))


def why_first(s: State, cards: Collection[int]) -> Msg:
    """R14.4 The criterion by which the card of highest priority is ahead of the next one."""
    if len(cards) == 1:
        return say("wakhan.priority.only")
    first, second = sorted((rank(s, card) for card in cards), reverse=True)[:2]
    return Msg(f"wakhan.priority.{next(name for name, a, b in zip(CRITERIA, first, second, strict=True) if a != b)}")


def rank(s: State, number: int) -> tuple[int, ...]:
    """R14.4 A card by all criteria, the most important first.

    Filters that are skipped where they would leave none are the same as comparing yes and no, filter after filter.
    """
    card, owner, best = CONTENT.cards[number], s.owner(number), dominant(s)
    return (
        owner != s.wakhan,
        owner is not None and is_favored(s, owner, number),
        best is not None and card.patriot == best,
        best is not None and card.prize == best,
        card.patriot in COALITIONS,
        card.leveraged,
        card.rank,
        number,
    )
