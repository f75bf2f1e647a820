"""Covering arrays: a small set of table setups that contains every possible pair of choices.

The number of all setups is the product of the options (eight options of two values and three seat counts: 768).
Mistakes that need a combination of three choices are rare, and about a dozen setups cover all pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

Row = tuple[str | int, ...]
"""One choice for each factor, in the order of the factors."""
Pair = tuple[int, str | int, int, str | int]
"""A factor and its choice, then a later factor and its choice."""


def cover_pairs(factors: Sequence[Sequence[str | int]], fits: Callable[[Row], bool] = lambda row: True) -> list[Row]:
    """Return rows that cover all pairs of choices that occur in some fitting row; with one factor, all its choices.

    Greedy and deterministic: each row starts with an uncovered pair, then takes the choice that covers most new pairs.
    """
    if len(factors) == 1:
        return [(choice,) for choice in factors[0] if fits((choice,))]
    missing = dict.fromkeys(_iter_all_pairs(factors))
    rows: list[Row] = []
    while missing:
        factor, choice, other, second = next(iter(missing))
        row = next(_iter_rows(factors, {factor: choice, other: second}, missing, fits), None)
        if row is None:  # no fitting row has this pair
            del missing[factor, choice, other, second]
            continue
        rows.append(row)
        for pair in _iter_row_pairs(row):
            missing.pop(pair, None)
    return rows


def _iter_rows(
    factors: Sequence[Sequence[str | int]],
    chosen: Mapping[int, str | int],
    missing: Mapping[Pair, None],
    fits: Callable[[Row], bool],
) -> Iterator[Row]:
    """Iterate over the fitting rows with these choices, best coverage first."""
    factor = next((n for n in range(len(factors)) if n not in chosen), None)
    if factor is None:
        row = tuple(chosen[n] for n in range(len(factors)))
        if fits(row):
            yield row
        return

    def count_new_pairs(choice: str | int) -> int:
        return sum(_order_pair(factor, choice, other, taken) in missing for other, taken in chosen.items())

    for choice in sorted(factors[factor], key=count_new_pairs, reverse=True):
        yield from _iter_rows(factors, {**chosen, factor: choice}, missing, fits)


def _iter_all_pairs(factors: Sequence[Sequence[str | int]]) -> Iterator[Pair]:
    for factor, other in combinations(range(len(factors)), 2):
        for choice, second in product(factors[factor], factors[other]):
            yield factor, choice, other, second


def _iter_row_pairs(row: Row) -> Iterator[Pair]:
    for factor, other in combinations(range(len(row)), 2):
        yield factor, row[factor], other, row[other]


def _order_pair(factor: int, choice: str | int, other: int, second: str | int) -> Pair:
    return (factor, choice, other, second) if factor < other else (other, second, factor, choice)
