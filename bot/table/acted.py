"""Who did what in the last turns: for the letters on the card's picture, and for the lines below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engines.kernel import Event, Msg, Seat


class Acted(NamedTuple):
    """Who acted (None: several at once), what a spectator saw before it, whether it goes on with a turn.

    told: what the log tells everybody of it, each sentence with the number of its decision
    """

    seat: Seat | None
    before: Any
    goes_on: bool
    told: list[tuple[int, Msg]]

    def tell(self, n: int, events: Sequence[Event]) -> None:
        """What decision n did; reasons are no deeds."""
        self.told.extend((n, event.text) for event in events if event.is_deed)

    def take_back(self, n: int) -> None:
        """Decision n is not told any more."""
        self.told[:] = [(number, text) for number, text in self.told if number != n]

    def upto(self, n: int) -> tuple[Msg, ...]:
        """What decisions up to n did: later ones are not public yet."""
        return tuple(text for number, text in self.told if number <= n)
