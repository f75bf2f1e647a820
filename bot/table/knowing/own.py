"""From when on a seat is somebody's own: who has taken over a seat sees nothing of it from before."""

from __future__ import annotations

from bot.table.live import LiveTable
from engines.kernel import Seat
from storage import Source
from storage.play import stretches


async def own_since(source: Source, live: LiveTable, seat: Seat, person: int | None = None) -> int:
    """The first decision after which this person (None: who holds the seat) may look back with its eyes.

    A computer player or a sitter that stood in meanwhile does not end the holder's time. A sitter begins with the first
    decision that was theirs to make.
    """
    one = live.seats[seat]
    rows = [row for row in await stretches.of_game(source, live.id) if row.seat == seat]
    if person is not None and person == one.sitter:
        return _begun([row.person for row in rows], [row.from_n for row in rows], person, strictly=True)
    since = _begun([row.holder for row in rows], [row.from_n for row in rows], one.person, strictly=False)
    return since if since > 1 else 0


def _begun(whose: list[int | None], from_n: list[int], person: int | None, *, strictly: bool) -> int:
    """From when on it has been the person's without a break; strictly: nobody's time is a break, too."""
    since = from_n[-1] if from_n else 0
    for other, n in zip(reversed(whose), reversed(from_n), strict=True):
        if other != person and (strictly or other is not None):
            break
        since = n if other == person else since
    return since
