"""R7.7 Chances to win a war, exactly, from what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class Chance(NamedTuple):
    """One side before the dice: strength with all that is declared, the die, and how often it is rolled."""

    strength: int
    sides: int
    rolls: int


@lru_cache(4096)
def odds(sides: tuple[Chance, ...]) -> tuple[float, ...]:
    """How likely each side is to win. They are given in the order in which ties are won, the first one first."""
    return tuple(sum(_wins(sides, i)) for i in range(len(sides)))


def _wins(sides: Sequence[Chance], i: int) -> list[float]:
    """For each result of a side's die, how likely it is that it comes and wins."""
    mine = sides[i]
    chances = []
    for pips in range(1, mine.sides + 1):
        total = mine.strength + pips
        chance = at_most(mine, pips) - at_most(mine, pips - 1)
        for j, other in enumerate(sides):
            if j != i:
                chance *= at_most(other, total - other.strength - (j < i))
        chances.append(chance)
    return chances


def at_most(side: Chance, pips: int) -> float:
    """How likely the highest of a side's dice is to show no more than this."""
    return (min(max(pips, 0), side.sides) / side.sides) ** side.rolls
