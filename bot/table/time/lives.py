"""How the people of a table live, as they have told."""

from __future__ import annotations

from collections.abc import Sequence

from storage import Source
from storage.persons import absences, people
from storage.persons.people import PersonRow

from .hours import Hours


def hours(row: PersonRow, away: Sequence[tuple[int, int]] = ()) -> Hours:
    """The waking hours of one person."""
    return Hours(row.zone or "UTC", row.night, tuple(map(int, row.rest)), tuple(away))


async def hours_of(source: Source, persons: Sequence[int]) -> dict[int, Hours]:
    """The waking hours of each of them, holidays included."""
    rows = await people.get_many(source, persons)
    away = await absences.of_people(source, persons)
    return {
        person: hours(row, [(absence.from_at, absence.until_at) for absence in away.get(person, ())])
        for person, row in rows.items()
    }
