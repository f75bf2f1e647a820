"""When people are available: their waking hours and absences, loaded from the database."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import msgspec

from engines.kernel import Seat
from storage import Source
from storage.persons import absences, people
from storage.persons.absences import AbsenceRow
from storage.persons.people import HoursRow
from storage.time.clocks import ClockRow

from . import leave
from .waking_hours import Span, WakingHours


def build_hours(rows: Sequence[HoursRow], absence_spans: Sequence[Span] = ()) -> WakingHours:
    """Build the waking hours of one person from all their hours, the present ones last."""
    return _build_hours(tuple(rows), tuple(absence_spans))


@lru_cache(maxsize=4096)
def _build_hours(rows: tuple[HoursRow, ...], spans: tuple[Span, ...]) -> WakingHours:
    """Cached, because a press asks for the hours of the same few people again and again."""
    history = [WakingHours(absences=spans)]
    history.extend(WakingHours(row.zone or "UTC", row.night, tuple(map(int, row.rest)), absences=spans) for row in rows)
    ends = tuple(row.from_at for row in rows)
    return msgspec.structs.replace(history[-1], earlier=tuple(zip(ends, history, strict=False)))


async def load_quiet_hours(source: Source, person: int) -> WakingHours:
    """Return the hours outside which the person is never notified, at any table: nights, rest days, and planned
    absences. Automatic leave does not silence notifications.
    """
    return (await load_waking_hours(source, [person], _select_planned)).get(person, WakingHours())


def _select_planned(_person: int, absence_rows: Sequence[AbsenceRow]) -> list[Span]:
    return leave.list_counting_spans(absence_rows, since=0, days=None, includes_automatic=False)


async def load_waking_hours(
    source: Source, persons: Sequence[int], counts: Callable[[int, list[AbsenceRow]], Sequence[Span]] | None = None
) -> dict[int, WakingHours]:
    """Load the waking hours of each person, holidays included. counts: selects the absences that count (None: all)."""
    rows_by_person = await people.load_hours_by_person(source, persons)
    absences_by_person = await absences.load_absences_by_person(source, persons)
    hours_by_person = {}
    for person in persons:
        absence_rows = absences_by_person.get(person, [])
        spans = (
            [(absence.from_at, absence.until_at) for absence in absence_rows]
            if counts is None
            else counts(person, absence_rows)
        )
        hours_by_person[person] = build_hours(rows_by_person.get(person, ()), spans)
    return hours_by_person


async def load_counting_hours(
    source: Source,
    people_by_seat: Mapping[Seat, int],
    clock_rows: Mapping[Seat, ClockRow],
    *,
    turn: int,
    since: int,
    days: int | None,
    includes_automatic: bool = True,
) -> dict[Seat, WakingHours]:
    """Return the hours that count, by seat.

    people_by_seat: the person who answers for each seat; clock_rows: the seats' clocks; turn: the checkpoint of the
    present turn; since: when the table started; days: days of leave that it counts; includes_automatic: whether
    automatic leave counts (`leave.list_counting_spans`).
    """
    seats = {person: seat for seat, person in people_by_seat.items()}

    def counts(person: int, absence_rows: list[AbsenceRow]) -> list[Span]:
        row = clock_rows.get(seats[person])
        runs = row is not None and (row.turn == turn or row.running_since is not None)
        late = row.late_at if row is not None and runs else None
        return leave.list_counting_spans(
            absence_rows, since=since, days=days, planned_before=late, includes_automatic=includes_automatic
        )

    hours_by_person = await load_waking_hours(source, list(seats), counts)
    return {seat: hours_by_person.get(person, WakingHours()) for seat, person in people_by_seat.items()}
