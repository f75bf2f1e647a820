"""R11 All the ways to cover a cost, but for those that are worse in everything than another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import ge

from ..data.types import GOODS
from .purse import MERCHANT_COST, THREE, Cost, Four, Need, Purse, Unit, Way

REMEMBERED = 20_000


def sources(purse: Purse, need: Need) -> Iterator[Way]:
    """R11 Each source that can cover one unit: an own good, a swapped one, a merchant, three for one."""
    for i, good in enumerate(GOODS):
        if purse.goods[i] and need in (good, "any"):
            yield Way((Unit("own", need, good),), _without(purse, i, 1))
    for pair in purse.swaps:
        if need in pair:
            given = pair[1] if need == pair[0] else pair[0]
            if purse.goods[i := GOODS.index(given)]:
                yield Way((Unit("swap", need, given),), _without(purse, i, 1))
    if purse.coins >= MERCHANT_COST:
        for i, good in enumerate(GOODS):
            if purse.deliveries[i] and need in (good, "any"):
                left = purse._replace(coins=purse.coins - MERCHANT_COST, deliveries=_less(purse.deliveries, i, 1))
                yield Way((Unit("merchant", need, good),), left)
    if need != "any":
        for i, good in enumerate(GOODS):
            if purse.goods[i] >= THREE and good != need:
                yield Way((Unit("three", need, good),), _without(purse, i, THREE))


def _without(purse: Purse, i: int, number: int) -> Purse:
    return purse._replace(goods=_less(purse.goods, i, number))


def _less(numbers: Four, i: int, by: int) -> Four:
    return (*numbers[:i], numbers[i] - by, *numbers[i + 1 :])  # type: ignore[return-value]


@lru_cache(REMEMBERED)
def undominated(purse: Purse, cost: Cost) -> tuple[Way, ...]:
    """R11 Every way but those that leave no more of anything (goods, coins, merchants) than another, cheapest first.

    Unit by unit; a worse beginning can be dropped at once, because whoever has more can pay all that others can.
    """
    if purse.coins < cost.coins:
        return ()
    ways: Iterable[Way] = (Way((), purse._replace(coins=purse.coins - cost.coins)),)
    for need in cost.needs:
        ways = _best(Way(way.units + more.units, more.left) for way in ways for more in sources(way.left, need))
    return tuple(sorted(ways, key=lambda way: (way.spent, way.coins, _indirect(way))))


def _best(ways: Iterable[Way]) -> list[Way]:
    """What no other way dominates; of ways to the same end, the one with the fewest detours."""
    by_end: dict[Purse, Way] = {}
    for way in ways:
        known = by_end.get(way.left)
        if known is None or _indirect(way) < _indirect(known):
            by_end[way.left] = way
    kept: list[tuple[tuple[int, ...], Way]] = []
    for way in sorted(by_end.values(), key=lambda way: -sum(_amounts(way.left))):
        amounts = _amounts(way.left)
        if not any(dominates(other, amounts) for other, _ in kept):
            kept.append((amounts, way))
    return [way for _, way in kept]


def _indirect(way: Way) -> int:
    return sum(unit.kind in ("swap", "three") for unit in way.units)


def _amounts(left: Purse) -> tuple[int, ...]:
    return (*left.goods, left.coins, *left.deliveries)


def dominates(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether one has at least as much of everything."""
    return all(map(ge, one, other))


def payable(purse: Purse, cost: Cost) -> bool:
    """R11 Whether a cost can be paid in full. Mostly without a search: own goods and merchants do, or nothing would."""
    if purse.coins < cost.coins:
        return False
    purse = purse._replace(coins=purse.coins - cost.coins)
    needed = [cost.needs.count(good) for good in GOODS]
    if any(number > _most(purse, good) for good, number in zip(GOODS, needed, strict=True) if number):
        return False
    if sum(map(bool, needed)) == 1 and "any" not in cost.needs:
        return True  # no two kinds of goods compete for the same source
    return _plainly(purse, needed, cost.needs.count("any")) or bool(undominated(purse, Cost(cost.needs)))


def _plainly(purse: Purse, needed: list[int], any_good: int) -> bool:
    """R11 Own goods first and merchants for the rest cover everything, without a detour."""
    calls = [max(0, number - own) for number, own in zip(needed, purse.goods, strict=True)]
    coins = purse.coins // MERCHANT_COST - sum(calls)
    if coins < 0 or not dominates(purse.deliveries, tuple(calls)):
        return False
    spare = sum(max(0, own - number) for number, own in zip(needed, purse.goods, strict=True))
    return spare + min(coins, sum(purse.deliveries) - sum(calls)) >= any_good


@lru_cache(REMEMBERED)
def missing(purse: Purse, cost: Cost) -> int:
    """R11 How many units and coins of the cost cannot be covered, at best; 0: it can be paid."""
    if purse.coins < cost.coins:
        return cost.coins - purse.coins + missing(purse._replace(coins=0), Cost(cost.needs))
    if len(set(cost.needs)) == 1 and cost.needs[0] != "any":
        return max(0, len(cost.needs) - _most(purse._replace(coins=purse.coins - cost.coins), cost.needs[0]))
    for uncovered in range(len(cost.needs) + 1):
        if any(undominated(purse, Cost(some, cost.coins)) for some in _subsets(cost.needs, uncovered)):
            return uncovered
    raise AssertionError("a cost without units can be paid")


def _most(purse: Purse, need: Need) -> int:
    """R11 The most units of one good that a purse covers; swaps go before three for one, which takes more."""
    partners = [a if b == need else b for a, b in purse.swaps if need in (a, b)]
    total = 0
    for i, good in enumerate(GOODS):
        if good == need:
            total += purse.goods[i] + min(purse.deliveries[i], purse.coins // MERCHANT_COST)
        else:
            total += purse.goods[i] if good in partners else purse.goods[i] // THREE
    return total


def _subsets(needs: tuple[Need, ...], without: int) -> list[tuple[Need, ...]]:
    """The needs with so many of them left out, each result once."""
    kept = {needs: None}
    for _ in range(without):
        kept = {some[:i] + some[i + 1 :]: None for some in kept for i in range(len(some))}
    return list(kept)
