"""How people want to be called: in general, and at single tables."""

from __future__ import annotations

from bot.table.live import LiveTable
from storage import Source
from storage.persons import people
from storage.persons.people import Way

WAYS: tuple[Way, ...] = ("channel", "direct", "silent")


async def ways_of(source: Source, live: LiveTable) -> dict[int, Way]:
    """How each person at the table wants to be called there."""
    persons = await people.get_many(source, [seated.called for seated in live.seats if seated.called is not None])
    return {person: row.way for person, row in persons.items()} | await people.ways_at(source, live.id)
