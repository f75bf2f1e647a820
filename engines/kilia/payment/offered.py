"""Which of the ways to pay are offered at once: few, the cheapest first, none of them worse in everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from engines.kilia.data.types import GOODS

from .packed import dominates, pack
from .purse import Cost, Purse, Way
from .ways import REMEMBERED, undominated

FEW = 5
"""So many ways are all offered; of more, those that save most of something."""


@lru_cache(REMEMBERED)
def offered(purse: Purse, cost: Cost) -> tuple[Way, ...]:
    """The few ways, cheapest first.

    Ways that differ only in which merchants deliver are one (R11); none is offered that leaves fewer goods and coins
    than another. Of many, the cheapest, those that save most coins or goods, and those that save most of one good.
    """
    found = distinct(undominated(purse, cost))
    if len(found) <= FEW:
        return found
    saving: list[Callable[[Way], int]] = [
        lambda way: 0,
        lambda way: -way.left.coins,
        lambda way: -sum(way.left.goods),
        *(lambda way, i=i: -way.left.goods[i] for i in range(len(GOODS))),
    ]
    best = {min(found, key=save): None for save in saving}  # of equals the first, which is the cheapest
    return tuple(way for way in found if way in best)


def distinct(ways: Sequence[Way]) -> tuple[Way, ...]:
    """One way for each different stock of goods and coins that is left, without those that are worse in both."""
    kept: dict[int, Way] = {}
    for way in ways:  # cheapest first: whatever is worse than another comes after it
        stock = pack((*way.left.goods, way.left.coins))
        if not any(dominates(other, stock) for other in kept):
            kept[stock] = way
    return tuple(kept.values())


def more(purse: Purse, cost: Cost) -> bool:
    """Whether the units have to be chosen one by one to reach every way that has its point."""
    return len(undominated(purse, cost)) > len(offered(purse, cost))
