"""R11 by brute force: every legal payment of random costs, compared with the offered ones.

    python -m tests.kilia.payments 200     (200 costs from the middle of a game and 200 from its end, as a table)

Nothing here uses the engine's own search: each unit tries each source that R11 names, one after the other.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from engines.kilia.data.types import GOODS, Need
from engines.kilia.payment.options import (
    count_missing,
    filter_distinct,
    has_more_payments,
    list_undominated,
    select_payments,
)
from engines.kilia.payment.pay import list_next_units
from engines.kilia.payment.purse import Cost, Payment, Purse

End = tuple[int, ...]
"""Resources left after a payment: four goods, coins, activations for each good."""


def list_all_ends(purse: Purse, cost: Cost) -> set[End]:
    """Return all possible results of a legal payment."""
    ends: set[End] = set()
    seen: set[tuple[int, End]] = set()

    def pay(unit: int, goods: list[int], coins: int, calls: list[int]) -> None:
        if (unit, state := (*goods, coins, *calls)) in seen:
            return
        seen.add((unit, state))
        if unit == len(cost.needs):
            ends.add(state)
            return
        need = cost.needs[unit]
        for i, good in enumerate(GOODS):
            swapped = any({good, need} == set(pair) for pair in purse.swaps)
            if goods[i] >= 1 and (need in (good, "any") or swapped):
                pay(unit + 1, [n - (j == i) for j, n in enumerate(goods)], coins, calls)
            if goods[i] >= 3 and need not in (good, "any"):
                pay(unit + 1, [n - 3 * (j == i) for j, n in enumerate(goods)], coins, calls)
            if coins and calls[i] and need in (good, "any"):
                pay(unit + 1, goods, coins - 1, [n - (j == i) for j, n in enumerate(calls)])

    if purse.coins >= cost.coins:
        pay(0, list(purse.goods), purse.coins - cost.coins, list(purse.deliveries))
    return ends


def compute_end(way: Payment) -> End:
    return (*way.remaining.goods, way.remaining.coins, *way.remaining.deliveries)


def drop_deliveries(end: End) -> End:
    """Return goods and coins."""
    return end[:5]


def is_better(first: End, second: End) -> bool:
    """Return whether `one` has as much of everything, and more of something."""
    return first != second and all(a >= b for a, b in zip(first, second, strict=True))


def draw_cost(rng: random.Random, *, late: bool) -> tuple[Purse, Cost]:
    """Return a cost as in the middle or at the end of a game."""
    size = 6 if late else 4
    stall_goods = [rng.choice(GOODS) for _ in range(rng.randint(1, 6 if late else 3))]
    calls = [sum(rng.randint(1, 3) for stall in stall_goods if stall == good) for good in GOODS]
    swaps = [pair for pair in combinations(GOODS, 2) if rng.random() < (0.2 if late else 0.1)]
    purse = Purse(
        goods=tuple(rng.randint(0, size) for _ in GOODS),
        coins=rng.randint(1, 10 if late else 6),
        deliveries=tuple(calls),
        swaps=tuple(swaps),
    )
    needs = [rng.choice(GOODS) for _ in range(rng.randint(1, 5))]
    any_good = rng.choice((0, 0, 0, 1, 2))
    ordered = sorted(needs[any_good:], key=GOODS.index)
    free: list[Need] = ["any"] * min(any_good, len(needs))
    return purse, Cost((*ordered, *free), rng.choice((0, 0, 0, 1, 2, 4)))


def follow_units(purse: Purse, cost: Cost, way: Payment | None = None) -> Iterator[End]:
    """Yield the result of every path through the unit-by-unit questions."""
    way = way or Payment((), purse._replace(coins=purse.coins - cost.coins))
    if len(way.units) == len(cost.needs):
        yield compute_end(way)
        return
    for step in list_next_units(purse, cost, way):
        yield from follow_units(purse, cost, Payment(way.units + step.units, step.remaining))


@dataclass
class PaymentComparison:
    """Legal and offered payments for one cost, by number."""

    legal_count: int
    """Number of different results of legal payments."""
    distinct_count: int
    """Number of undominated stocks among them."""
    offered_count: int
    """Number of payments that the first question offers."""
    faults: list[str] = field(default_factory=list)
    """Differences between the two, in words."""


def compare_payments(purse: Purse, cost: Cost) -> PaymentComparison:
    """Compare the payments offered for one cost with all legal ones."""
    legal = list_all_ends(purse, cost)
    payments = select_payments(purse, cost) if legal else ()
    comparison = PaymentComparison(len(legal), len(filter_distinct(list_undominated(purse, cost))), len(payments))
    faults = comparison.faults
    if bool(legal) != (count_missing(purse, cost) == 0):
        faults.append(f"{len(legal)} legal payments, but {count_missing(purse, cost)} are missing")
    if not legal:
        return comparison
    for payment in payments:
        if compute_end(payment) not in legal:
            faults.append(f"offered but not legal: {payment}")
        if any(
            is_better(drop_deliveries(other_result), drop_deliveries(compute_end(payment))) for other_result in legal
        ):
            faults.append(f"offered though worse in everything: {payment}")
    if max(sum(drop_deliveries(other_result)) for other_result in legal) != sum(
        drop_deliveries(compute_end(payments[0]))
    ):
        faults.append(f"the first is not the cheapest: {payments[0]}")
    if [payment.total_spent for payment in payments] != sorted(payment.total_spent for payment in payments):
        faults.append("not in order of what is spent")
    reached = {compute_end(payment) for payment in payments}
    if has_more_payments(purse, cost):
        reached |= set(follow_units(purse, cost))
    best = {result for result in legal if not any(is_better(other_result, result) for other_result in legal)}
    if not best <= reached:
        faults.append(f"ways that have their point cannot be reached: {best - reached}")
    if not reached <= best:
        faults.append(f"ways that are worse in everything can be reached: {reached - best}")
    return comparison


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    faults: list[str] = []
    for late in (False, True):
        rng = random.Random(f"payments {late}")
        rows = [compare_payments(*draw_cost(rng, late=late)) for _ in range(number)]
        faults += [fault for row in rows for fault in row.faults]
        rows = [row for row in rows if row.legal_count]
        print(f"{'late' if late else 'middle'}: {len(rows)} of {number} random costs can be paid")
        for name in ("legal", "distinct", "offered"):
            values = sorted(getattr(row, name) for row in rows)
            median, p90 = values[len(values) // 2], values[len(values) * 9 // 10]
            print(f"  {name:9} median {median:4}  p90 {p90:4}  most {values[-1]:4}")
    print(f"{len(faults)} faults", *faults[:10], sep="\n  ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
