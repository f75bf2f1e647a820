"""What was told above a question, for every page of it: leafing, Back and Play would drop it otherwise.

It is kept in memory: after a restart a page says only what is asked, and *What changed* tells the rest.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from bot.table import LiveTable
from bot.table.history import Line
from engines.kernel import Seat

MOST = 512
"""Of so many people at their tables, those who were told something last."""


class News:
    """For each person at each table: what was decided since their last answer."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[int, int], tuple[Seat, int, tuple[Line, ...]]] = OrderedDict()

    def tell(self, live: LiveTable, seat: Seat, person: int, lines: Sequence[Line]) -> Sequence[Line]:
        """These lines stand above the question of the seat from now on. The person's own steps that nobody else has
        seen are no news: before them is what was told.
        """
        if live.match is not None and live.match.acting != seat:
            key = (live.id, person)
            self._told[key] = (seat, live.public_n, tuple(lines))
            self._told.move_to_end(key)
            while len(self._told) > MOST:
                self._told.popitem(last=False)
        return lines

    def told(self, live: LiveTable, seat: Seat, person: int) -> tuple[Line, ...]:
        """What stood there, as long as nothing has become known at the table and nothing was taken back since."""
        of, upto, lines = self._told.get((live.id, person), (None, None, ()))
        return lines if (of, upto) == (seat, live.public_n) else ()
