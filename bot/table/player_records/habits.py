"""Emergencies excuse a person for giving up a seat."""

from collections.abc import Mapping, Sequence
from statistics import quantiles

from bot.table.clock.availability import load_waking_hours
from bot.table.clock.waking_hours import DAY, YEAR, Span, WakingHours
from bot.table.state.people import PlayerHabits
from storage import Source
from storage.persons import absences
from storage.persons.absences import AbsenceRow
from storage.play import decisions, results, seat_tenures, seats
from storage.play import games as game_rows
from storage.play.decisions import DecisionOutlineRow

EXCUSE_LENGTH, EXCUSE_INTERVAL = 14 * DAY, YEAR
"""How long after an emergency a seat may still be given up without harm, and how often that is possible."""


def find_excused_spans(absences_by_person: Mapping[int, Sequence[AbsenceRow]]) -> dict[int, list[Span]]:
    """Return by person when giving up a seat does not count against them: in an emergency and for a while after it, but
    not twice within a year.
    """
    spans_by_person: dict[int, list[Span]] = {}
    for person, rows in absences_by_person.items():
        for row in sorted(rows, key=lambda absence: absence.from_at):
            spans = spans_by_person.setdefault(person, [])
            if row.kind == "emergency" and (not spans or row.from_at >= spans[-1][0] + EXCUSE_INTERVAL):
                spans.append((row.from_at, row.until_at + EXCUSE_LENGTH))
    return spans_by_person


async def load_given_up_times(source: Source, person: int) -> list[int]:
    """Return when the person left seats open without an emergency, earliest first."""
    excused = find_excused_spans({person: await absences.load_absences(source, person)}).get(person, [])
    times = await seat_tenures.find_abandonment_times(source, person)
    return sorted(at for at in times if not any(begin <= at < end for begin, end in excused))


LAST_DECISION = 1 << 62


async def load_habits(source: Source, person: int, now: int) -> PlayerHabits:
    """Compute the person's habits."""
    since = now - YEAR
    hours = (await load_waking_hours(source, [person])).get(person, WakingHours())
    answer_times: list[int] = []
    for row in await game_rows.load_games_of_person(source, person, "playing", "over", "ended"):
        if (row.ended_at or now) < since or row.started_at is None:
            continue
        rows = await decisions.load_public_outlines(source, row.id)
        for seat, first, until in await _load_seat_spans(source, row.id, person):
            answer_times += [
                took for at, took in _list_answers(rows, seat, first, until, row.started_at, hours) if at >= since
            ]
    gave_up = max(await load_given_up_times(source, person), default=0)
    finished = sum(row.ended_at > max(gave_up, since) for row in await results.load_results_of_person(source, person))
    middle = quantiles(answer_times, n=4) if len(answer_times) > 1 else [0.0, 0.0, 0.0]
    absence_spans = tuple(
        (absence.from_at, absence.until_at)
        for absence in await absences.load_absences(source, person, now)
        if absence.kind != "net"
    )
    return PlayerHabits(len(answer_times), int(middle[0]), int(middle[2]), finished, absence_spans)


async def _load_seat_spans(source: Source, game: int, person: int) -> list[tuple[int, int, int]]:
    """Return the person's tenures at a table: (seat, first decision, last decision)."""
    by_seat: dict[int, list[tuple[int, int | None]]] = {
        row.seat: [(1, row.person)] for row in await seats.load_seats(source, game)
    }
    changes_by_seat: dict[int, list[tuple[int, int | None]]] = {}
    for stretch in await seat_tenures.load_tenures(source, game):
        changes_by_seat.setdefault(stretch.seat, []).append((stretch.from_n, stretch.person))
    seat_spans = []
    for seat, changes in (by_seat | changes_by_seat).items():
        ends = [*(later - 1 for later, _ in changes[1:]), LAST_DECISION]
        seat_spans += [
            (seat, first, end) for (first, holder), end in zip(changes, ends, strict=True) if holder == person
        ]
    return seat_spans


def _list_answers(
    rows: Sequence[DecisionOutlineRow], seat: int, first: int, last: int, started_at: int, hours: WakingHours
) -> list[tuple[int, int]]:
    """Return (time, waking time needed) of each answer of the seat that came first in its visit."""
    answers = []
    step, opened_at, answered_by = (
        -1,
        started_at,
        -1,
    )  # the question, when it was opened, and the seat that answered before it
    previous_at, previous_seat = started_at, -1
    for row in rows:
        if row.step != step:
            step, opened_at, answered_by = row.step, previous_at, previous_seat
        if row.seat == seat != answered_by and row.origin == "person" and first <= row.n <= last:
            answers.append((row.decided_at, hours.count_waking_time(opened_at, row.decided_at)))
        previous_at, previous_seat = row.decided_at, row.seat
    return answers
