"""Covering arrays: few ways to set a table in which every pair of choices that can stand together does so once.

All ways grow with the product of the options (eight options of two values and three numbers of seats: 768); mistakes
that need a certain mixture of three choices are rare, and pairs are covered by about a dozen ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

Row = tuple[str | int, ...]
"""One choice of each factor, in the order of the factors."""
Pair = tuple[int, str | int, int, str | int]
"""Factor and choice, and a later factor and choice."""


def covering(factors: Sequence[Sequence[str | int]], fits: Callable[[Row], bool] = lambda row: True) -> list[Row]:
    """Rows that cover all pairs of choices that some fitting row has; with one factor, all its choices.

    Greedy and always the same: each row takes a pair that is not yet covered, then choice by choice what covers most.
    """
    if len(factors) == 1:
        return [(choice,) for choice in factors[0] if fits((choice,))]
    missing = dict.fromkeys(_pairs_of(factors))
    rows: list[Row] = []
    while missing:
        one, choice, other, second = next(iter(missing))
        row = next(_rows(factors, {one: choice, other: second}, missing, fits), None)
        if row is None:  # these two never stand together
            del missing[one, choice, other, second]
            continue
        rows.append(row)
        for pair in _pairs_in(row):
            missing.pop(pair, None)
    return rows


def _rows(
    factors: Sequence[Sequence[str | int]],
    chosen: Mapping[int, str | int],
    missing: Mapping[Pair, None],
    fits: Callable[[Row], bool],
) -> Iterator[Row]:
    """Fitting rows with these choices, those that cover most first."""
    factor = next((n for n in range(len(factors)) if n not in chosen), None)
    if factor is None:
        row = tuple(chosen[n] for n in range(len(factors)))
        if fits(row):
            yield row
        return

    def gain(choice: str | int) -> int:
        return sum(_pair(factor, choice, other, taken) in missing for other, taken in chosen.items())

    for choice in sorted(factors[factor], key=gain, reverse=True):
        yield from _rows(factors, {**chosen, factor: choice}, missing, fits)


def _pairs_of(factors: Sequence[Sequence[str | int]]) -> Iterator[Pair]:
    for one, other in combinations(range(len(factors)), 2):
        for choice, second in product(factors[one], factors[other]):
            yield one, choice, other, second


def _pairs_in(row: Row) -> Iterator[Pair]:
    for one, other in combinations(range(len(row)), 2):
        yield one, row[one], other, row[other]


def _pair(one: int, choice: str | int, other: int, second: str | int) -> Pair:
    return (one, choice, other, second) if one < other else (other, second, one, choice)
