"""A person's playing habits, and the abandoned seats that an emergency excuses."""

from collections.abc import Mapping, Sequence
from statistics import quantiles

from bot.table.clock.availability import load_waking_hours
from bot.table.clock.waking_hours import DAY, YEAR, Span, WakingHours
from bot.table.state.people import PlayerHabits
from storage import Source
from storage.persons import absences
from storage.persons.absences import AbsenceRow
from storage.play import decisions, results, seat_tenures
from storage.play import games as game_rows
from storage.play.decisions import DecisionOutlineRow
from storage.play.seat_tenures import TenureRow

EXCUSE_LENGTH, EXCUSE_INTERVAL = 14 * DAY, YEAR
"""Time after an emergency in which a seat may be given up without harm, and the interval at which it is possible."""


def list_excused_spans(absences_by_person: Mapping[int, Sequence[AbsenceRow]]) -> dict[int, list[Span]]:
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
    excused_spans = list_excused_spans({person: await absences.load_absences(source, person)}).get(person, [])
    times = await seat_tenures.list_abandonment_times(source, person)
    return sorted(at for at in times if not any(begin <= at < end for begin, end in excused_spans))


async def load_habits(source: Source, person: int, now: int) -> PlayerHabits:
    """Compute the person's habits."""
    since = now - YEAR
    hours = (await load_waking_hours(source, [person])).get(person, WakingHours())
    answer_times: list[int] = []
    for table_id, tenures in (await seat_tenures.load_tenures_with_person(source, person)).items():
        row = await game_rows.load_game(source, table_id)
        if row is None or row.started_at is None or (row.ended_at or now) < since:
            continue
        rows = await decisions.load_public_outlines(source, row.id)
        answers = _list_answers(rows, tenures, person, row.started_at, hours)
        answer_times += [waking_time for at, waking_time in answers if at >= since]
    gave_up = max(await load_given_up_times(source, person), default=0)
    finished = sum(row.ended_at > max(gave_up, since) for row in await results.load_results_of_person(source, person))
    middle = quantiles(answer_times, n=4) if len(answer_times) > 1 else [0.0, 0.0, 0.0]
    absence_spans = tuple(
        (absence.from_at, absence.until_at)
        for absence in await absences.load_absences(source, person, now)
        if absence.kind != "net"
    )
    return PlayerHabits(len(answer_times), int(middle[0]), int(middle[2]), finished, absence_spans)


def _list_answers(
    rows: Sequence[DecisionOutlineRow],
    tenures: Sequence[TenureRow],
    person: int,
    started_at: int,
    hours: WakingHours,
) -> list[tuple[int, int]]:
    """Return (time, waking time needed) of each answer of the person that came first in its visit. An answer counts
    once, however often it was changed while others still answered.
    """
    answers = []
    answered_questions: set[tuple[int, int]] = set()
    """Step and seat of the answers so far."""
    # the question, when it was opened, and the seat that answered before it
    step, opened_at, answered_by = -1, started_at, -1
    previous_at, previous_seat = started_at, -1
    for row in rows:
        if row.step != step:
            step, opened_at, answered_by = row.step, previous_at, previous_seat
        is_first = (row.step, row.seat) not in answered_questions
        answered_questions.add((row.step, row.seat))
        is_answer = is_first and row.origin == "person" and row.seat != answered_by
        if is_answer and seat_tenures.find_decider(tenures, row) == person:
            answers.append((row.decided_at, hours.count_waking_time(opened_at, row.decided_at)))
        previous_at, previous_seat = row.decided_at, row.seat
    return answers
