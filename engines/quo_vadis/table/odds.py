"""R7.7 Exact chances of winning a war, from public information."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class Contender(NamedTuple):
    """One side of a war before the dice are rolled."""

    strength: int
    """Strength with all declarations."""
    sides: int
    """Sides of the die."""
    rolls: int
    """Number of rolls of the die; the highest result counts."""


@lru_cache(4096)
def compute_odds(sides: tuple[Contender, ...]) -> tuple[float, ...]:
    """Return each side's chance of winning. `sides` must be in the order in which ties are won."""
    return tuple(sum(_list_win_chances(sides, i)) for i in range(len(sides)))


def _list_win_chances(sides: Sequence[Contender], i: int) -> list[float]:
    """Return, for each result of the side's die, the chance that it is rolled and wins."""
    mine = sides[i]
    chances = []
    for pips in range(1, mine.sides + 1):
        total = mine.strength + pips
        chance = compute_chance_at_most(mine, pips) - compute_chance_at_most(mine, pips - 1)
        for j, other in enumerate(sides):
            if j != i:
                chance *= compute_chance_at_most(other, total - other.strength - (j < i))
        chances.append(chance)
    return chances


def compute_chance_at_most(side: Contender, pips: int) -> float:
    """Return the chance that the highest of a side's dice shows at most `pips`."""
    return (min(max(pips, 0), side.sides) / side.sides) ** side.rolls
