"""The waking hours that count for the seats of one table: of whoever answers there, with the leave the table counts."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import Seat
from storage import Source
from storage.persons.absences import AbsenceRow
from storage.time.clocks import ClockRow

from . import leave
from .hours import Hours, Span
from .lives import hours_of


async def hours_that_count(
    source: Source,
    answering: Mapping[Seat, int],
    known: Mapping[Seat, ClockRow],
    *,
    turn: int,
    since: int,
    days: int | None,
    drawn: bool = True,
) -> dict[Seat, Hours]:
    """answering: who answers for each seat; known: the seats' clocks; turn: the checkpoint of the present turn; since:
    when the table started; days: of leave that it counts; drawn: whether drawn leave counts (`leave.counting`).
    """
    seats = {person: seat for seat, person in answering.items()}

    def counts(person: int, every: list[AbsenceRow]) -> list[Span]:
        row = known.get(seats[person])
        runs = row is not None and (row.turn == turn or row.running_since is not None)
        late = row.late_at if row is not None and runs else None
        return leave.counting(every, since=since, days=days, told_before=late, drawn=drawn)

    lives = await hours_of(source, list(seats), counts)
    return {seat: lives.get(person, Hours()) for seat, person in answering.items()}
