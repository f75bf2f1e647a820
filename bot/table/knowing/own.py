"""From when on a seat is somebody's own: who has taken over a seat sees nothing of it from before."""

from __future__ import annotations

from bot.table.live import LiveTable
from engines.kernel import Seat
from storage import Source
from storage.play import stretches


async def own_since(source: Source, live: LiveTable, seat: Seat) -> int:
    """The first decision after which the person who now holds the seat may look back with its eyes.

    A computer player or a sitter that stood in meanwhile does not end the person's time.
    """
    person = live.seats[seat].person
    held = [row for row in await stretches.of_game(source, live.id) if row.seat == seat]
    since = held[-1].from_n if held else 0
    for row in reversed(held):
        if row.holder not in (person, None):
            break
        since = row.from_n if row.holder == person else since
    return since if since > 1 else 0
