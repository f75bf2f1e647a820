"""Several amounts in one number, so that one subtraction compares or spends all of them.

Each amount has BITS bits, the highest of which stays free: where it falls, there was not enough of that amount.
"""

from __future__ import annotations

from collections.abc import Sequence

BITS = 12
MOST = 2 ** (BITS - 1) - 1
FIELDS = 9
"""The most amounts in a number."""

FREE = sum(1 << BITS * i + BITS - 1 for i in range(FIELDS))
"""The highest bit of every amount."""


def pack(amounts: Sequence[int]) -> int:
    """At most FIELDS amounts of 0 to MOST, the first in the lowest bits."""
    return sum([amount << BITS * i for i, amount in enumerate(amounts)])


def unpack(number: int, count: int) -> tuple[int, ...]:
    """The first `count` amounts."""
    return tuple([number >> BITS * i & MOST for i in range(count)])


def dominates(one: int, other: int) -> bool:
    """Whether one has at least as much of everything."""
    return (one | FREE) - other & FREE == FREE
