"""How the people of a table live, as they have told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from storage import Source
from storage.persons import absences, people
from storage.persons.absences import AbsenceRow
from storage.persons.people import PersonRow

from . import leave
from .hours import Hours, Span


def hours(row: PersonRow, away: Sequence[Span] = ()) -> Hours:
    """The waking hours of one person."""
    return Hours(row.zone or "UTC", row.night, tuple(map(int, row.rest)), tuple(away))


async def quiet_hours(source: Source, person: int) -> Hours:
    """When nobody calls the person, whatever the table: nights, rest days, and absences that they told. Leave that is
    drawn is none: its person is missing, not away.
    """
    return (await hours_of(source, [person], _told)).get(person, Hours())


def _told(_person: int, every: Sequence[AbsenceRow]) -> list[Span]:
    return leave.counting(every, since=0, days=None, drawn=False)


async def hours_of(
    source: Source, persons: Sequence[int], counts: Callable[[int, list[AbsenceRow]], Sequence[Span]] | None = None
) -> dict[int, Hours]:
    """The waking hours of each of them, holidays included. counts: what of a person's absences counts (None: all)."""
    rows = await people.get_many(source, persons)
    away = await absences.of_people(source, persons)
    found = {}
    for person, row in rows.items():
        every = away.get(person, [])
        spans = [(one.from_at, one.until_at) for one in every] if counts is None else counts(person, every)
        found[person] = hours(row, spans)
    return found
