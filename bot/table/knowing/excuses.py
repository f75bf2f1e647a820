"""Seats that somebody gave up who could not help it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.table.time.hours import DAY, YEAR, Span
from storage import Source
from storage.persons import absences
from storage.persons.absences import AbsenceRow
from storage.play import stretches

EXCUSED_AFTER, EXCUSED_EVERY = 14 * DAY, YEAR
"""So long after an emergency a seat may still be given up for it; once in so long a time."""


def excused_spans(away: Mapping[int, Sequence[AbsenceRow]]) -> dict[int, list[Span]]:
    """When a seat that somebody gives up does not count against them: in an emergency and for a while after it, but
    not by a second one within a year.
    """
    found: dict[int, list[Span]] = {}
    for person, rows in away.items():
        for row in sorted(rows, key=lambda one: one.from_at):
            mine = found.setdefault(person, [])
            if row.kind == "emergency" and (not mine or row.from_at >= mine[-1][0] + EXCUSED_EVERY):
                mine.append((row.from_at, row.until_at + EXCUSED_AFTER))
    return found


async def given_up(source: Source, person: int) -> list[int]:
    """When the person left seats open without an emergency, the earliest first."""
    excused = excused_spans({person: await absences.of_person(source, person)}).get(person, [])
    every = await stretches.given_up(source, person)
    return sorted(at for at in every if not any(begin <= at < end for begin, end in excused))
