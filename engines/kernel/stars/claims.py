"""Claims: reasons that compare an option with those shown beside it. Only a claim that holds is shown.

A claim has a measure of each answer, and must hold among all answers that the question shows; if several options are
chosen together, these are all combinations. If the measure of one of them is unknown, because chance or another seat
decides first or because it was not tried, the claim is not proven.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engines.kernel.messages import Message
from engines.kernel.policy import Answer

EQUAL_VALUE_GAP = 0.05
"""Values that differ by less are equally good."""
RATED = Message("kernel.aid.rated")
"""A reason that compares nothing, shown if no claim holds: the stars are the computer player's opinion."""


def exceeds_all(value: float, others: Sequence[float]) -> bool:
    """Return whether each of the others is clearly lower."""
    return all(value - other >= EQUAL_VALUE_GAP for other in others)


def exceeds_most(value: float, others: Sequence[float]) -> bool:
    """Return whether more than half of the others are clearly lower."""
    return 2 * sum(value - other >= EQUAL_VALUE_GAP for other in others) > len(others)


def is_unsurpassed(value: float, others: Sequence[float]) -> bool:
    """Return whether none of the others is clearly higher."""
    return all(other - value < EQUAL_VALUE_GAP for other in others)


def equals_all(value: float, others: Sequence[float]) -> bool:
    """Return whether no other differs clearly."""
    return all(abs(other - value) < EQUAL_VALUE_GAP for other in others)


class Claim(NamedTuple):
    """A reason for an answer, and what must hold among the answers shown."""

    words: Message
    """The reason."""
    measures: Mapping[Answer, float] | None = None
    """Measure of each answer that the reason compares; None: the reason compares nothing."""
    compare: Callable[[float, Sequence[float]], bool] = exceeds_all
    """(Measure of the answer, those of all others) -> whether the reason is true."""

    def holds(self, answer: Answer, shown: Iterable[Answer] | None) -> bool:
        """Return whether the comparison is proven among the answers shown; None: these are too many to be compared."""
        if self.measures is None:
            return True
        if shown is None:
            return False
        others = [other for other in shown if other != answer]
        if not {answer, *others} <= self.measures.keys():
            return False
        return self.compare(self.measures[answer], [self.measures[other] for other in others])


class PreviewedAmount(NamedTuple):
    """The number of a reason that the option itself may have, too."""

    arg: str
    """Argument of the reason."""
    parts: Mapping[str, str]
    """Key of a part of the option's label or detail -> its argument with the same number."""


def is_beyond_preview(reason: Message, option_parts: Sequence[Message], amounts: Mapping[str, PreviewedAmount]) -> bool:
    """Return whether the option shows another number than this reason: an automatic consequence adds to it.

    option_parts: the parts of the option's label and detail
    """
    amount = amounts.get(reason.key)
    if amount is None:
        return False
    numbers = [part.args[amount.parts[part.key]] for part in option_parts if part.key in amount.parts]
    return bool(numbers) and reason.args[amount.arg] not in numbers


def find_true_claim(claims: Iterable[Claim], answer: Answer, shown: Sequence[Answer] | None) -> Message:
    """Return the first reason that holds among the answers shown."""
    return next((claim.words for claim in claims if claim.holds(answer, shown)), RATED)
