"""R11 All the ways to cover a cost, but for those that are worse in everything than another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import ge
from typing import NamedTuple

from engines.kilia.data.types import GOODS, Good, Need
from engines.kilia.payment.packed import FREE, pack, unpack
from engines.kilia.payment.purse import MERCHANT_COST, THREE, Cost, Purse, Unit, Way

REMEMBERED = 20_000

COINS, DELIVERIES = len(GOODS), len(GOODS) + 1
AMOUNTS = DELIVERIES + len(GOODS)
"""A purse in a row: four goods, coins, four deliveries."""

Covered = tuple[tuple[Unit, ...], int, int]
"""Some units of a cost, how many of them were detours (swaps, three for one), and how many three for one."""

Paid = dict[int, Covered]
"""What is left of a purse (packed) -> how it came to that."""

NOTHING: Covered = ((), 0, 0)


class _Source(NamedTuple):
    """One way to cover one unit. takes: what it takes of a purse, packed."""

    unit: Unit
    takes: int
    detour: int = 0
    three: int = 0


@lru_cache(REMEMBERED)
def _sources(need: Need, swaps: tuple[tuple[Good, Good], ...]) -> tuple[_Source, ...]:
    """R11 Each source that can cover one unit: an own good, a swapped one, a merchant, three for one."""
    fitting = [(i, good) for i, good in enumerate(GOODS) if need in (good, "any")]
    found = [_Source(Unit("own", need, good), _taken({i: 1})) for i, good in fitting]
    for pair in swaps:
        if need in pair:
            given = pair[1] if need == pair[0] else pair[0]
            found.append(_Source(Unit("swap", need, given), _taken({GOODS.index(given): 1}), 1))
    for i, good in fitting:
        found.append(_Source(Unit("merchant", need, good), _taken({COINS: MERCHANT_COST, DELIVERIES + i: 1})))
    if need != "any":
        for i, good in enumerate(GOODS):
            if good != need:
                found.append(_Source(Unit("three", need, good), _taken({i: THREE}), 1, 1))
    return tuple(found)


def _taken(numbers: Mapping[int, int]) -> int:
    return pack([numbers.get(i, 0) for i in range(AMOUNTS)])


def sources(purse: Purse, need: Need) -> Iterator[Way]:
    """R11 Each source that covers one unit now."""
    for left, (units, _, _) in _covered({_packed(purse): NOTHING}, _sources(need, purse.swaps)).items():
        yield Way(units, _purse(unpack(left, AMOUNTS), purse))


def _packed(purse: Purse, coins: int = 0) -> int:
    """coins: those that are paid apart."""
    return pack((*purse.goods, purse.coins - coins, *purse.deliveries))


def _purse(amounts: tuple[int, ...], purse: Purse) -> Purse:
    """What is left of a purse."""
    return Purse(amounts[:COINS], amounts[COINS], amounts[DELIVERIES:], purse.swaps)


@lru_cache(REMEMBERED)
def undominated(purse: Purse, cost: Cost) -> tuple[Way, ...]:
    """R11 Every way but those that leave no more of anything (goods, coins, merchants) than another, cheapest first.

    Unit by unit; a worse beginning can be dropped at once, because whoever has more can pay all that others can.
    """
    if purse.coins < cost.coins:
        return ()
    paid: Paid = {_packed(purse, cost.coins): NOTHING}
    for need in cost.needs:
        paid = _best(_covered(paid, _sources(need, purse.swaps)))
    ends = []
    for number, (end, (units, detours, _)) in enumerate(paid.items()):
        left = unpack(end, AMOUNTS)
        ends.append((-sum(left[:DELIVERIES]), -left[COINS], detours, number, Way(units, _purse(left, purse))))
    return tuple([way for *_, way in sorted(ends)])


def _covered(paid: Paid, by: tuple[_Source, ...]) -> Paid:
    """One unit more, from every source; of ways to the same end, the one with the fewest detours."""
    reached: Paid = {}
    for purse, (units, detours, threes) in paid.items():
        whole = purse | FREE
        for unit, takes, detour, three in by:
            left = whole - takes
            if left & FREE == FREE:
                end = left ^ FREE
                known = reached.get(end)
                if known is None or detours + detour < known[1]:
                    reached[end] = (*units, unit), detours + detour, threes + three
    return reached


def _best(paid: Paid) -> Paid:
    """What no other end dominates.

    Without three for one no end can be worse than another: every unit took one good, or coins and a delivery; who
    saved one of them has spent the other.
    """
    wasteful = [end for end, (_, _, threes) in paid.items() if threes]
    if not wasteful:
        return paid
    wholes = [end | FREE for end in paid]
    for end in wasteful:
        itself = end | FREE
        if any(whole - end & FREE == FREE for whole in wholes if whole != itself):
            del paid[end]
    return paid


# ---------------------------------------------------------------------- whether, and how much is missing


class _Units(NamedTuple):
    """The units of a cost counted. only: the good that all of them are, if they are of one kind."""

    goods: tuple[int, ...]
    any: int
    only: int | None


@lru_cache(REMEMBERED)
def _counted(needs: tuple[Need, ...]) -> _Units:
    goods = tuple(needs.count(good) for good in GOODS)
    kinds = [i for i, number in enumerate(goods) if number]
    return _Units(goods, needs.count("any"), kinds[0] if len(kinds) == 1 and "any" not in needs else None)


def _enough(held: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(map(ge, held, wanted))


def payable(purse: Purse, cost: Cost) -> bool:
    """R11 Whether a cost can be paid in full. Mostly without a search: own goods and merchants do, or nothing would."""
    coins = purse.coins - cost.coins
    if coins < 0:
        return False
    units = _counted(cost.needs)
    if units.only is not None:  # no two kinds of goods compete for the same source
        return _most(purse, coins, units.only) >= units.goods[units.only]
    if _enough(purse.goods, units.goods) and sum(purse.goods) >= len(cost.needs):
        return True
    if any(number and number > _most(purse, coins, i) for i, number in enumerate(units.goods)):
        return False
    return _plainly(purse, coins, units) or bool(undominated(purse, cost))


def _plainly(purse: Purse, coins: int, units: _Units) -> bool:
    """R11 Own goods first and merchants for the rest cover everything, without a detour."""
    calls = [max(0, number - own) for number, own in zip(units.goods, purse.goods, strict=True)]
    more = coins // MERCHANT_COST - sum(calls)
    if more < 0 or not _enough(purse.deliveries, tuple(calls)):
        return False
    spare = sum([max(0, own - number) for number, own in zip(units.goods, purse.goods, strict=True)])
    return spare + min(more, sum(purse.deliveries) - sum(calls)) >= units.any


def _most(purse: Purse, coins: int, i: int) -> int:
    """R11 The most units of one good that a purse covers; swaps go before three for one, which takes more."""
    goods = purse.goods
    total = goods[i] + min(purse.deliveries[i], coins // MERCHANT_COST)
    partners = [a if b == GOODS[i] else b for a, b in purse.swaps if GOODS[i] in (a, b)] if purse.swaps else ()
    for j, number in enumerate(goods):
        if j != i and number:
            total += number if GOODS[j] in partners else number // THREE
    return total


def missing(purse: Purse, cost: Cost) -> int:
    """R11 How many units and coins of the cost cannot be covered, at best; 0: it can be paid."""
    return len(lacking(purse, cost))


@lru_cache(REMEMBERED)
def lacking(purse: Purse, cost: Cost) -> tuple[str, ...]:
    """R11 The fewest units and coins ("coin") of the cost that cannot be covered; coins of the cost go first."""
    if purse.coins < cost.coins:
        coins = ("coin",) * (cost.coins - purse.coins)
        return (*lacking(purse._replace(coins=0), Cost(cost.needs)), *coins)
    units = _counted(cost.needs)
    if units.only is not None:
        short = units.goods[units.only] - _most(purse, purse.coins - cost.coins, units.only)
        return (GOODS[units.only],) * max(0, short)
    for uncovered in range(len(cost.needs) + 1):
        for some in reversed(_subsets(cost.needs, uncovered)):  # of equals what stands last is lacking: any goods
            if payable(purse, Cost(some, cost.coins)):
                return tuple((Counter(cost.needs) - Counter(some)).elements())
    raise AssertionError("a cost without units can be paid")


def _subsets(needs: tuple[Need, ...], without: int) -> list[tuple[Need, ...]]:
    """The needs with so many of them left out, each result once."""
    kept = {needs: None}
    for _ in range(without):
        kept = {some[:i] + some[i + 1 :]: None for some in kept for i in range(len(some))}
    return list(kept)
