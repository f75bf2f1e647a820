"""Leave: how many days a person has, the cost of an absence, and which part counts at one table.

A person starts with ten days and gets one more every twelve, up to thirty. A holiday costs at least two days, also if
it ends earlier. Automatic leave, used because a bank was empty, is counted by the hour. The numbers are defined only
here.
"""

from collections.abc import Sequence

from storage import Transaction
from storage.kinds import InboxKind
from storage.messages import inbox_rows
from storage.persons import absences
from storage.persons.absences import AbsenceRow
from storage.play import games

from .waking_hours import DAY, HOUR, Span

START_DAYS, DAYS_TO_EARN_ONE, MAX_DAYS = 10, 12, 30
"""Days of leave: at the start, days until one more, and the maximum."""
MIN_DAYS = 2
"""Minimum days of a holiday."""
MAX_AUTOMATIC_DAYS = 2
"""Maximum days of automatic leave when a bank is empty."""
EMERGENCY_DAYS, EMERGENCY_EVERY = 7, 182
"""Length of an emergency absence, and days between two; without a vote and free of charge."""
DEFAULT_TABLE_DAYS = 14
"""Default for the days of leave that stop the clock of one table."""


def compute_cost(absence: AbsenceRow) -> int:
    """Return the milliseconds that an absence takes from the leave."""
    length = absence.until_at - absence.from_at
    if absence.kind == "emergency" or length <= 0:
        return 0
    return -(-length // HOUR) * HOUR if absence.kind == "net" else max(MIN_DAYS * DAY, length)


def compute_leave_left(all_absences: Sequence[AbsenceRow], now: int) -> int:
    """Return the milliseconds of leave that are left, at least 0. Leave also accrues during an absence."""
    spent = sorted(
        (absence for absence in all_absences if compute_cost(absence)),
        key=lambda absence: (absence.announced_at, absence.id),
    )
    balance, at = float(START_DAYS * DAY), spent[0].announced_at if spent else now
    for absence in spent:
        balance = min(MAX_DAYS * DAY, balance + (absence.announced_at - at) / DAYS_TO_EARN_ONE) - compute_cost(absence)
        at = absence.announced_at
    return max(0, int(min(MAX_DAYS * DAY, balance + max(0, now - at) / DAYS_TO_EARN_ONE)))


def may_extend(all_absences: Sequence[AbsenceRow], absence: AbsenceRow, until: int, now: int) -> bool:
    """Return whether there is enough leave to extend an absence."""
    return max(MIN_DAYS * DAY, until - absence.from_at) - compute_cost(absence) <= compute_leave_left(all_absences, now)


def find_next_emergency(all_absences: Sequence[AbsenceRow]) -> int:
    """Return when the person may start the next emergency absence."""
    planned_times = [absence.announced_at for absence in all_absences if absence.kind == "emergency"]
    return max(planned_times, default=-EMERGENCY_EVERY * DAY) + EMERGENCY_EVERY * DAY


def list_counting_spans(
    all_absences: Sequence[AbsenceRow],
    *,
    since: int,
    days: int | None,
    planned_before: int | None = None,
    includes_automatic: bool = True,
) -> list[Span]:
    """Return the spans that stop the clock of one table: emergencies, and leave until the table's days are used up.

    since: when the table started; days: days of leave in all, None = no limit; planned_before: leave planned later does
    not count (the seat was late by then); includes_automatic: include automatic leave, during which the person
    may be notified.
    """
    ms_left = None if days is None else days * DAY
    spans = []
    for absence in sorted(all_absences, key=lambda absence: (absence.from_at, absence.id)):
        if planned_before is not None and absence.announced_at >= planned_before and absence.kind == "leave":
            continue
        end = absence.until_at
        if absence.kind != "emergency" and ms_left is not None:
            begin = max(absence.from_at, since)
            end = min(end, begin + ms_left)
            ms_left -= max(0, end - begin)
        if end > absence.from_at and (includes_automatic or absence.kind != "net"):
            spans.append((absence.from_at, end))
    return spans


async def end_automatic_leave(tx: Transaction, person: int, now: int) -> bool:
    """End automatic leave that is running; all tables of the person set their deadlines again by their inbox. Returns
    whether there was any.
    """
    running = [
        absence
        for absence in await absences.load_absences(tx, person, now)
        if absence.kind == "net" and absence.from_at <= now
    ]
    for absence in running:
        await absences.set_end(tx, absence.id, now)
    if running:
        table_ids = [row.id for row in await games.load_games_of_person(tx, person, "playing")]
        await inbox_rows.add_rows(tx, table_ids, InboxKind.CAME_BACK, person, now)
    return bool(running)
