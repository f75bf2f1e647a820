"""How people want to be called: at a table, in general, or as the server has it for whoever has not said."""

from __future__ import annotations

from collections.abc import Collection

from bot.table.knowing.servers import WAYS, server
from bot.table.live import LiveTable
from storage import Source
from storage.persons import people
from storage.persons.people import Way

__all__ = ["USUAL", "WAYS", "way_of", "ways_of"]

USUAL: Way = "channel"
"""Where neither person nor server has said anything."""


async def ways_of(source: Source, live: LiveTable, persons: Collection[int] | None = None) -> dict[int, Way]:
    """How each of them wants to be called at the table; persons: None = whoever answers there."""
    asked = [one.called for one in live.seats if one.called is not None] if persons is None else list(persons)
    known = await people.get_many(source, asked)
    unsaid: Way = USUAL
    if len(known) < len(asked) or not all(row.chosen for row in known.values()):
        unsaid = (await server(source, live.row.guild_id)).way or USUAL
    here = await people.ways_at(source, live.id)
    general = {person: row.way for person, row in known.items() if row.chosen}
    return {person: here.get(person) or general.get(person, unsaid) for person in asked}


async def way_of(source: Source, live: LiveTable, person: int) -> Way:
    """How this person wants to be called at the table."""
    return (await ways_of(source, live, (person,)))[person]
