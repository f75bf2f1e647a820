"""Up to so many of what lies there: what a time-out answers (R15.34)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Option


def as_many_as_possible(options: Sequence[Option], most: int) -> tuple[str, ...]:
    """The keys of as many things as may be taken, of the first options first."""
    return tuple([option.key for option in options for _ in range(option.limit)][:most])
