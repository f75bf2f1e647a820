"""Leave: the balance is never negative, no hour is charged twice, and a table counts only its agreed days."""

from __future__ import annotations

import random

from bot.table.clock import leave
from bot.table.clock.waking_hours import DAY, HOUR
from storage.persons.absences import AbsenceKind, AbsenceRow


def build_absence(start: float, days: float, kind: AbsenceKind = "leave", announced: float | None = None) -> AbsenceRow:
    at = int(start * DAY)
    return AbsenceRow(0, 1, kind, at, at + int(days * DAY), at if announced is None else int(announced * DAY))


def compute_balance(*absences: AbsenceRow, on: float) -> float:
    return leave.compute_leave_left(absences, int(on * DAY)) / DAY


def test_leave_grows_a_day_every_twelve_days_up_to_thirty() -> None:
    assert compute_balance(on=500) == 10
    assert compute_balance(build_absence(0, 4), on=0) == 6
    assert compute_balance(build_absence(0, 4), on=36) == 9
    assert compute_balance(build_absence(0, 4), on=5000) == 30


def test_leave_grows_during_absence() -> None:
    assert compute_balance(build_absence(0, 6), on=6) == 4.5


def test_a_holiday_that_ends_early_gives_days_back_but_two_stay_spent() -> None:
    assert compute_balance(build_absence(0, 5), on=0) == 5
    assert compute_balance(build_absence(0, 3), on=0) == 7
    assert compute_balance(build_absence(0, 0.5), on=0) == 8


def test_cancelled_future_leave_costs_nothing() -> None:
    assert compute_balance(build_absence(9, 0, announced=0), on=1) == 10


def test_emergencies_cost_nothing_and_come_once_in_half_a_year() -> None:
    assert compute_balance(build_absence(0, 7, "emergency"), on=0) == 10
    assert leave.find_next_emergency([build_absence(3, 7, "emergency")]) == 185 * DAY
    assert leave.find_next_emergency([]) <= 0


def test_automatic_leave_is_charged_by_the_hour() -> None:
    drawn = AbsenceRow(0, 1, "net", 0, 90 * 60_000, 0)
    assert leave.compute_cost(drawn) == 2 * HOUR


def test_leave_balance_is_never_negative() -> None:
    rng = random.Random(4)
    for _ in range(200):
        absences: list[AbsenceRow] = []
        at = 0.0
        for _ in range(30):
            at += rng.uniform(0, 20)
            now = int(at * DAY)
            if absences and rng.random() < 0.2:
                last = absences[-1]
                until = last.until_at + int(rng.uniform(0, 9) * DAY)
                if last.until_at > now and leave.may_extend(absences, last, until, now):
                    absences[-1] = AbsenceRow(0, 1, last.kind, last.from_at, until, last.announced_at)
            elif not absences or absences[-1].until_at <= now:
                days = rng.choice((0.1, 2, 5, 9))
                new = build_absence(at, days, "net" if days < 2 else "leave")
                if leave.compute_cost(new) <= leave.compute_leave_left(absences, now):
                    absences.append(new)
            balance = float(leave.START_DAYS * DAY)
            before = absences[0].announced_at if absences else now
            for absence in absences:
                balance = min(
                    leave.MAX_DAYS * DAY, balance + (absence.announced_at - before) / leave.DAYS_TO_EARN_ONE
                ) - leave.compute_cost(absence)
                before = absence.announced_at
            assert balance + (now - before) / leave.DAYS_TO_EARN_ONE >= -1
            assert leave.compute_leave_left(absences, now) >= 0


def test_table_counts_its_days_and_all_emergencies() -> None:
    every = [build_absence(0, 10), build_absence(20, 10), build_absence(40, 7, "emergency")]
    spans = leave.list_counting_spans(every, since=0, days=14)
    assert [(a / DAY, b / DAY) for a, b in spans] == [(0, 10), (20, 24), (40, 47)]
    assert [b - a for a, b in leave.list_counting_spans(every, since=0, days=None)] == [10 * DAY, 10 * DAY, 7 * DAY]
    assert leave.list_counting_spans(every, since=0, days=0) == [(40 * DAY, 47 * DAY)]


def test_leave_announced_after_deadline_does_not_help() -> None:
    every = [build_absence(5, 3, announced=1), build_absence(10, 3, announced=10)]
    assert len(leave.list_counting_spans(every, since=0, days=14, planned_before=9 * DAY)) == 1
    assert len(leave.list_counting_spans(every, since=0, days=14)) == 2
