"""R11 Special abilities: whether a player has one. What each bends stands in the rule that it bends."""

from __future__ import annotations

from functools import cache
from typing import get_args

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability

from .state import State

ALWAYS_FAVORED: frozenset[str] = frozenset({"savvy_operator", "irregulars"})

_PRINTED_ON: dict[Ability, tuple[int, ...]] = {
    ability: tuple(card.id for card in CONTENT.cards.values() if card.ability == ability)
    for ability in get_args(Ability)
}


def has(s: State, player: int, ability: Ability) -> bool:
    """R11 A special ability is active while its card lies in the owner's court, also as a hostage."""
    court = s.players[player].court
    for card in _PRINTED_ON[ability]:  # noqa: SIM110 - asked at every step, and a generator costs as much as the answer
        if card in court:
            return True
    return False


def cards_with(s: State, player: int, *abilities: Ability) -> list[int]:
    """The cards in the player's court that have one of these abilities, left to right."""
    cards = printed_on(abilities)
    return [card for card in s.players[player].court if card in cards]


@cache
def printed_on(abilities: tuple[Ability, ...]) -> frozenset[int]:
    """The cards with one of these abilities."""
    return frozenset(card for ability in abilities for card in _PRINTED_ON[ability])
