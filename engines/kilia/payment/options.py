"""R11 Search for the payments of a cost, and selection of those offered.

A payment is dominated if another one leaves at least as much of everything and more of something.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import ge
from typing import NamedTuple

from engines.kilia.data.types import GOODS, Good, Need
from engines.kilia.payment.purse import MERCHANT_COST, THREE_TO_ONE, Cost, Payment, Purse, Unit

CACHE_SIZE = 20_000

COINS_INDEX, DELIVERIES_INDEX = len(GOODS), len(GOODS) + 1
AMOUNT_COUNT = DELIVERIES_INDEX + len(GOODS)
"""Number of amounts in a packed purse: four goods, coins, four deliveries."""

PartialPayment = tuple[tuple[Unit, ...], int, int]
"""Covering units of a cost, how many of them are detours (swaps, three for one), and how many three for one."""

PartialPayments = dict[int, PartialPayment]
"""Remaining purse (packed) -> the units that lead to it."""

NOTHING_PAID: PartialPayment = ((), 0, 0)


class _Source(NamedTuple):
    """A source of one unit."""

    unit: Unit
    """The unit as a payment lists it."""
    packed_amounts: int
    """Packed amounts that it takes from a purse."""
    detour_count: int = 0
    """1 for a swap or three for one; of equal ends the one with fewer detours is kept."""
    three_count: int = 0
    """1 for three for one, without which no payment dominates another."""


@lru_cache(CACHE_SIZE)
def _list_sources(need: Need, swaps: tuple[tuple[Good, Good], ...]) -> tuple[_Source, ...]:
    """R11 Return every source that can cover one unit: own goods, swapped goods, merchants, three for one."""
    matching = [(index, good) for index, good in enumerate(GOODS) if need in (good, "any")]
    unit_sources = [_Source(Unit("own", need, good), _pack_numbers({index: 1})) for index, good in matching]
    for pair in swaps:
        if need in pair:
            source_good = pair[1] if need == pair[0] else pair[0]
            unit_sources.append(
                _Source(Unit("swap", need, source_good), _pack_numbers({GOODS.index(source_good): 1}), 1)
            )
    for index, good in matching:
        unit_sources.append(
            _Source(
                Unit("merchant", need, good), _pack_numbers({COINS_INDEX: MERCHANT_COST, DELIVERIES_INDEX + index: 1})
            )
        )
    if need != "any":
        for index, good in enumerate(GOODS):
            if good != need:
                unit_sources.append(_Source(Unit("three", need, good), _pack_numbers({index: THREE_TO_ONE}), 1, 1))
    return tuple(unit_sources)


def _pack_numbers(numbers: Mapping[int, int]) -> int:
    return pack_amounts([numbers.get(i, 0) for i in range(AMOUNT_COUNT)])


def iter_unit_payments(purse: Purse, need: Need) -> Iterator[Payment]:
    """R11 Yield each payment of one unit that the purse allows."""
    for remaining, (units, _, _) in _cover_unit(
        {_pack_purse(purse): NOTHING_PAID}, _list_sources(need, purse.swaps)
    ).items():
        yield Payment(units, _unpack_purse(unpack_amounts(remaining, AMOUNT_COUNT), purse))


def _pack_purse(purse: Purse, coins: int = 0) -> int:
    """Pack a purse. coins: coins paid separately, left out of the packed number."""
    return pack_amounts((*purse.goods, purse.coins - coins, *purse.deliveries))


def _unpack_purse(amounts: tuple[int, ...], purse: Purse) -> Purse:
    """Return the purse that remains with these amounts."""
    return Purse(amounts[:COINS_INDEX], amounts[COINS_INDEX], amounts[DELIVERIES_INDEX:], purse.swaps)


@lru_cache(CACHE_SIZE)
def list_undominated(purse: Purse, cost: Cost) -> tuple[Payment, ...]:
    """R11 Return every undominated payment, cheapest first: no other leaves more goods, coins and merchants.

    The search goes unit by unit. A dominated beginning is dropped at once, because a larger purse can pay all that a
    smaller one can.
    """
    if purse.coins < cost.coins:
        return ()
    payments: PartialPayments = {_pack_purse(purse, cost.coins): NOTHING_PAID}
    for need in cost.needs:
        payments = _drop_dominated(_cover_unit(payments, _list_sources(need, purse.swaps)))
    ends = []
    for number, (end, (units, detours, _)) in enumerate(payments.items()):
        amounts = unpack_amounts(end, AMOUNT_COUNT)
        ends.append(
            (
                -sum(amounts[:DELIVERIES_INDEX]),
                -amounts[COINS_INDEX],
                detours,
                number,
                Payment(units, _unpack_purse(amounts, purse)),
            )
        )
    return tuple([payment for *_, payment in sorted(ends)])


def _cover_unit(payments: PartialPayments, unit_sources: tuple[_Source, ...]) -> PartialPayments:
    """Cover one more unit from every source. Of several ways to the same end, keep the one with the fewest detours."""
    payments_by_end: PartialPayments = {}
    for purse, (units, detours, threes) in payments.items():
        guarded_purse = purse | GUARD_BITS
        for unit, packed_amounts, detour_count, three_count in unit_sources:
            remaining = guarded_purse - packed_amounts
            if remaining & GUARD_BITS == GUARD_BITS:
                end = remaining ^ GUARD_BITS
                best_known = payments_by_end.get(end)
                if best_known is None or detours + detour_count < best_known[1]:
                    payments_by_end[end] = (*units, unit), detours + detour_count, threes + three_count
    return payments_by_end


def _drop_dominated(payments: PartialPayments) -> PartialPayments:
    """Drop the ends that another end dominates.

    Without three for one no end dominates another: every unit took one good, or coins and a delivery, so a payment that
    saves one of them spends the other.
    """
    wasteful = [end for end, (_, _, threes) in payments.items() if threes]
    if not wasteful:
        return payments
    guarded_ends = [end | GUARD_BITS for end in payments]
    for end in wasteful:
        guarded = end | GUARD_BITS
        if any(guarded_end - end & GUARD_BITS == GUARD_BITS for guarded_end in guarded_ends if guarded_end != guarded):
            del payments[end]
    return payments


# ---------------------------------------------------------------------- whether a cost can be paid, and what is missing


class _UnitCounts(NamedTuple):
    """Counts of the units of a cost."""

    goods: tuple[int, ...]
    """Units of each good, in the order of GOODS."""
    any: int
    """Units of any good."""
    single_good: int | None
    """Index of the good if all units are of one good; else None."""


@lru_cache(CACHE_SIZE)
def _count_units(needs: tuple[Need, ...]) -> _UnitCounts:
    goods = tuple(needs.count(good) for good in GOODS)
    kinds = [index for index, number in enumerate(goods) if number]
    return _UnitCounts(goods, needs.count("any"), kinds[0] if len(kinds) == 1 and "any" not in needs else None)


def _has_enough(available: tuple[int, ...], needed: tuple[int, ...]) -> bool:
    return all(map(ge, available, needed))


def can_pay(purse: Purse, cost: Cost) -> bool:
    """R11 Return True if the cost can be paid in full. Simple checks mostly decide it without a search."""
    coins = purse.coins - cost.coins
    if coins < 0:
        return False
    units = _count_units(cost.needs)
    if units.single_good is not None:  # no two kinds of goods compete for the same source
        return _count_max_units(purse, coins, units.single_good) >= units.goods[units.single_good]
    if _has_enough(purse.goods, units.goods) and sum(purse.goods) >= len(cost.needs):
        return True
    if any(number and number > _count_max_units(purse, coins, index) for index, number in enumerate(units.goods)):
        return False
    return _can_pay_plainly(purse, coins, units) or bool(list_undominated(purse, cost))


def _can_pay_plainly(purse: Purse, coins: int, units: _UnitCounts) -> bool:
    """R11 Return True if own goods first, then merchants, cover everything without a detour."""
    deliveries_needed = [max(0, number - available) for number, available in zip(units.goods, purse.goods, strict=True)]
    spare_deliveries = coins // MERCHANT_COST - sum(deliveries_needed)
    if spare_deliveries < 0 or not _has_enough(purse.deliveries, tuple(deliveries_needed)):
        return False
    spare = sum([max(0, available - number) for number, available in zip(units.goods, purse.goods, strict=True)])
    return spare + min(spare_deliveries, sum(purse.deliveries) - sum(deliveries_needed)) >= units.any


def _count_max_units(purse: Purse, coins: int, index: int) -> int:
    """R11 Return the maximum number of units of one good that a purse covers. Swaps are used before three for one."""
    goods = purse.goods
    total = goods[index] + min(purse.deliveries[index], coins // MERCHANT_COST)
    partners = [a if b == GOODS[index] else b for a, b in purse.swaps if GOODS[index] in (a, b)] if purse.swaps else ()
    for other_index, number in enumerate(goods):
        if other_index != index and number:
            total += number if GOODS[other_index] in partners else number // THREE_TO_ONE
    return total


def count_missing(purse: Purse, cost: Cost) -> int:
    """R11 Return the minimum number of units and coins that cannot be covered; 0 if the cost can be paid."""
    return len(list_missing(purse, cost))


@lru_cache(CACHE_SIZE)
def list_missing(purse: Purse, cost: Cost) -> tuple[str, ...]:
    """R11 Return the fewest units and coins ("coin") that cannot be covered. Coins of the cost are paid first."""
    if purse.coins < cost.coins:
        coins = ("coin",) * (cost.coins - purse.coins)
        return (*list_missing(purse._replace(coins=0), Cost(cost.needs)), *coins)
    units = _count_units(cost.needs)
    if units.single_good is not None:
        missing_count = units.goods[units.single_good] - _count_max_units(
            purse, purse.coins - cost.coins, units.single_good
        )
        return (GOODS[units.single_good],) * max(0, missing_count)
    for uncovered in range(len(cost.needs) + 1):
        for subset in reversed(_list_subsets(cost.needs, uncovered)):  # of equals, report the last units (any)
            if can_pay(purse, Cost(subset, cost.coins)):
                return tuple((Counter(cost.needs) - Counter(subset)).elements())
    raise AssertionError("a cost without units can be paid")


def _list_subsets(needs: tuple[Need, ...], omitted_count: int) -> list[tuple[Need, ...]]:
    """Return the needs with `omitted_count` units left out, each distinct result once."""
    subsets = {needs: None}
    for _ in range(omitted_count):
        subsets = {subset[:index] + subset[index + 1 :]: None for subset in subsets for index in range(len(subset))}
    return list(subsets)


MAX_OFFERED = 5
"""Up to this many payments are all offered; of more, only those that save most of something."""


@lru_cache(CACHE_SIZE)
def select_payments(purse: Purse, cost: Cost) -> tuple[Payment, ...]:
    """Return the few payments to offer, cheapest first.

    Payments that differ only in the merchants that deliver count as one (R11), and dominated ones are left out. Of
    many, these remain: the cheapest, those that save most coins or most goods, and those that save most of one good.
    """
    payments = filter_distinct(list_undominated(purse, cost))
    if len(payments) <= MAX_OFFERED:
        return payments
    sort_keys: list[Callable[[Payment], int]] = [
        lambda payment: 0,
        lambda payment: -payment.remaining.coins,
        lambda payment: -sum(payment.remaining.goods),
        *(lambda payment, index=index: -payment.remaining.goods[index] for index in range(len(GOODS))),
    ]
    # of equals the first, i.e. the cheapest
    best_payments = {min(payments, key=sort_key): None for sort_key in sort_keys}
    return tuple(payment for payment in payments if payment in best_payments)


def filter_distinct(payments: Sequence[Payment]) -> tuple[Payment, ...]:
    """Return one payment per remaining stock of goods and coins, without stocks dominated by another."""
    payments_by_stock: dict[int, Payment] = {}
    for payment in payments:  # cheapest first: a dominated payment comes after the dominating one
        stock = pack_amounts((*payment.remaining.goods, payment.remaining.coins))
        if not any(has_at_least(other, stock) for other in payments_by_stock):
            payments_by_stock[stock] = payment
    return tuple(payments_by_stock.values())


def has_more_payments(purse: Purse, cost: Cost) -> bool:
    """Return True if reaching every undominated payment requires choosing the units one by one."""
    return len(list_undominated(purse, cost)) > len(select_payments(purse, cost))


BITS_PER_AMOUNT = 12
MAX_AMOUNT = 2 ** (BITS_PER_AMOUNT - 1) - 1
MAX_AMOUNTS = 9
"""Maximum number of amounts in a number."""

GUARD_BITS = sum(1 << BITS_PER_AMOUNT * i + BITS_PER_AMOUNT - 1 for i in range(MAX_AMOUNTS))
"""The guard bits of all amounts."""


def pack_amounts(amounts: Sequence[int]) -> int:
    """Pack at most MAX_AMOUNTS amounts of 0 to MAX_AMOUNT into one number, the first in the lowest bits.

    One subtraction then compares or spends all amounts: it clears an amount's guard bit if the amount was too small.
    """
    return sum([amount << BITS_PER_AMOUNT * i for i, amount in enumerate(amounts)])


def unpack_amounts(number: int, count: int) -> tuple[int, ...]:
    """Return the first `count` amounts."""
    return tuple([number >> BITS_PER_AMOUNT * i & MAX_AMOUNT for i in range(count)])


def has_at_least(amounts: int, minimum: int) -> bool:
    """Return True if every amount is at least as large as in the other number."""
    return (amounts | GUARD_BITS) - minimum & GUARD_BITS == GUARD_BITS
