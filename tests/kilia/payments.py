"""R11 by brute force: every legal payment of random costs, against what is offered.

    python -m tests.kilia.payments 200     so many costs from the middle of a game and so many from its end, as a table

Nothing here uses the engine's own search: each unit tries each source that R11 names, one after the other.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from engines.kilia.data.types import GOODS, Need
from engines.kilia.payment.offered import distinct, more, offered
from engines.kilia.payment.pay import steps
from engines.kilia.payment.purse import Cost, Purse, Way
from engines.kilia.payment.ways import missing, undominated

End = tuple[int, ...]
"""What is left: four goods, coins, activations for each good."""


def every_end(purse: Purse, cost: Cost) -> set[End]:
    """All that can be left after a legal payment."""
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


def end(way: Way) -> End:
    return (*way.left.goods, way.left.coins, *way.left.deliveries)


def stock(end: End) -> End:
    """Goods and coins."""
    return end[:5]


def better(one: End, other: End) -> bool:
    """As much of everything, and more of something."""
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


def random_cost(chance: random.Random, *, late: bool) -> tuple[Purse, Cost]:
    """Like the costs of the middle or the end of a game."""
    size = 6 if late else 4
    stall_goods = [chance.choice(GOODS) for _ in range(chance.randint(1, 6 if late else 3))]
    calls = [sum(chance.randint(1, 3) for stall in stall_goods if stall == good) for good in GOODS]
    swaps = [pair for pair in combinations(GOODS, 2) if chance.random() < (0.2 if late else 0.1)]
    purse = Purse(
        goods=tuple(chance.randint(0, size) for _ in GOODS),
        coins=chance.randint(1, 10 if late else 6),
        deliveries=tuple(calls),
        swaps=tuple(swaps),
    )
    needs = [chance.choice(GOODS) for _ in range(chance.randint(1, 5))]
    any_good = chance.choice((0, 0, 0, 1, 2))
    ordered = sorted(needs[any_good:], key=GOODS.index)
    free: list[Need] = ["any"] * min(any_good, len(needs))
    return purse, Cost((*ordered, *free), chance.choice((0, 0, 0, 1, 2, 4)))


def unit_by_unit(purse: Purse, cost: Cost, way: Way | None = None) -> Iterator[End]:
    """What is left at the end of every path through the units."""
    way = way or Way((), purse._replace(coins=purse.coins - cost.coins))
    if len(way.units) == len(cost.needs):
        yield end(way)
        return
    for step in steps(purse, cost, way):
        yield from unit_by_unit(purse, cost, Way(way.units + step.units, step.left))


@dataclass
class Compared:
    """legal: all different ends; distinct: undominated stocks; offered: those offered at once; faults: in words."""

    legal: int
    distinct: int
    offered: int
    faults: list[str] = field(default_factory=list)


def compare(purse: Purse, cost: Cost) -> Compared:
    """What is offered for one cost, against all that is legal."""
    legal = every_end(purse, cost)
    ways = offered(purse, cost) if legal else ()
    found = Compared(len(legal), len(distinct(undominated(purse, cost))), len(ways))
    faults = found.faults
    if bool(legal) != (missing(purse, cost) == 0):
        faults.append(f"{len(legal)} legal payments, but {missing(purse, cost)} are missing")
    if not legal:
        return found
    for way in ways:
        if end(way) not in legal:
            faults.append(f"offered but not legal: {way}")
        if any(better(stock(other), stock(end(way))) for other in legal):
            faults.append(f"offered though worse in everything: {way}")
    if max(sum(stock(other)) for other in legal) != sum(stock(end(ways[0]))):
        faults.append(f"the first is not the cheapest: {ways[0]}")
    if [way.spent for way in ways] != sorted(way.spent for way in ways):
        faults.append("not in order of what is spent")
    reached = {end(way) for way in ways}
    if more(purse, cost):
        reached |= set(unit_by_unit(purse, cost))
    best = {one for one in legal if not any(better(other, one) for other in legal)}
    if not best <= reached:
        faults.append(f"ways that have their point cannot be reached: {best - reached}")
    if not reached <= best:
        faults.append(f"ways that are worse in everything can be reached: {reached - best}")
    return found


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    faults: list[str] = []
    for late in (False, True):
        chance = random.Random(f"payments {late}")
        rows = [compare(*random_cost(chance, late=late)) for _ in range(number)]
        faults += [fault for row in rows for fault in row.faults]
        rows = [row for row in rows if row.legal]
        print(f"{'late' if late else 'middle'}: {len(rows)} of {number} random costs can be paid")
        for name in ("legal", "distinct", "offered"):
            values = sorted(getattr(row, name) for row in rows)
            median, p90 = values[len(values) // 2], values[len(values) * 9 // 10]
            print(f"  {name:9} median {median:4}  p90 {p90:4}  most {values[-1]:4}")
    print(f"{len(faults)} faults", *faults[:10], sep="\n  ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
