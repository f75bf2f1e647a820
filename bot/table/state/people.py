"""People as interactions describe them, and their playing habits."""

from dataclasses import dataclass

import msgspec

from bot.table.clock.waking_hours import Span
from engines.kernel import Lang

MIN_TURNS = 20
"""Number of turns below which a person counts as new."""


@dataclass(frozen=True, slots=True)
class PlayerHabits:
    """A person's playing habits of the last twelve months."""

    turns: int
    """Number of answers that count."""
    quick: int
    """Lower quartile of the answer times, in waking milliseconds."""
    slow: int
    """Upper quartile of the answer times."""
    finished: int
    """Games finished since the person last gave up a seat without an emergency; all, if they never did."""
    absences: tuple[Span, ...] = ()
    """Announced absences, present and future (Unix milliseconds)."""

    @property
    def is_new(self) -> bool:
        return self.turns < MIN_TURNS


class Person(msgspec.Struct, frozen=True):
    """A person as the interaction describes them."""

    id: int
    """Discord's user id."""
    name: str
    """Display name on the server."""
    lang: Lang
    """The language in which they read."""
    interaction_id: int | None = None
    """Id of the interaction. Discord may deliver one twice; the second one is ignored. None: no interaction."""
