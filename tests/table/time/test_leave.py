"""Leave: the balance is never negative, no hour is charged twice, and a table counts its days only."""

from __future__ import annotations

import random

from bot.table.time import leave
from bot.table.time.hours import DAY, HOUR
from storage.persons.absences import AbsenceRow, Kind


def away(start: float, days: float, kind: Kind = "leave", told: float | None = None) -> AbsenceRow:
    at = int(start * DAY)
    return AbsenceRow(0, 1, kind, at, at + int(days * DAY), at if told is None else int(told * DAY))


def left(*every: AbsenceRow, on: float) -> float:
    return leave.left(every, int(on * DAY)) / DAY


def test_a_day_comes_in_every_twelve_up_to_thirty() -> None:
    assert left(on=500) == 10
    assert left(away(0, 4), on=0) == 6
    assert left(away(0, 4), on=36) == 9
    assert left(away(0, 4), on=5000) == 30


def test_it_grows_while_the_person_is_away() -> None:
    assert left(away(0, 6), on=6) == 4.5


def test_a_holiday_that_ends_early_gives_days_back_but_two_stay_spent() -> None:
    assert left(away(0, 5), on=0) == 5
    assert left(away(0, 3), on=0) == 7
    assert left(away(0, 0.5), on=0) == 8


def test_one_that_was_taken_back_before_it_began_costs_nothing() -> None:
    assert left(away(9, 0, told=0), on=1) == 10


def test_emergencies_cost_nothing_and_come_once_in_half_a_year() -> None:
    assert left(away(0, 7, "emergency"), on=0) == 10
    assert leave.emergency_again([away(3, 7, "emergency")]) == 185 * DAY
    assert leave.emergency_again([]) <= 0


def test_what_the_net_draws_is_charged_by_the_hour() -> None:
    drawn = AbsenceRow(0, 1, "net", 0, 90 * 60_000, 0)
    assert leave.cost(drawn) == 2 * HOUR


def test_the_balance_is_never_negative_whatever_is_asked_for() -> None:
    chance = random.Random(4)
    for _ in range(200):
        every: list[AbsenceRow] = []
        at = 0.0
        for _ in range(30):
            at += chance.uniform(0, 20)
            now = int(at * DAY)
            if every and chance.random() < 0.2:
                last = every[-1]
                until = last.until_at + int(chance.uniform(0, 9) * DAY)
                if last.until_at > now and leave.may_extend(every, last, until, now):
                    every[-1] = AbsenceRow(0, 1, last.kind, last.from_at, until, last.told_at)
            elif not every or every[-1].until_at <= now:
                days = chance.choice((0.1, 2, 5, 9))
                new = away(at, days, "net" if days < 2 else "leave")
                if leave.cost(new) <= leave.left(every, now):
                    every.append(new)
            balance = float(leave.AT_FIRST * DAY)
            before = every[0].told_at if every else now
            for one in every:
                balance = min(leave.MOST * DAY, balance + (one.told_at - before) / leave.EVERY) - leave.cost(one)
                before = one.told_at
            assert balance + (now - before) / leave.EVERY >= -1
            assert leave.left(every, now) >= 0


def test_a_table_counts_its_days_and_emergencies_beside_them() -> None:
    every = [away(0, 10), away(20, 10), away(40, 7, "emergency")]
    spans = leave.counting(every, since=0, days=14)
    assert [(a / DAY, b / DAY) for a, b in spans] == [(0, 10), (20, 24), (40, 47)]
    assert [b - a for a, b in leave.counting(every, since=0, days=None)] == [10 * DAY, 10 * DAY, 7 * DAY]
    assert leave.counting(every, since=0, days=0) == [(40 * DAY, 47 * DAY)]


def test_leave_that_is_told_after_the_time_was_out_does_not_help_in_that_turn() -> None:
    every = [away(5, 3, told=1), away(10, 3, told=10)]
    assert len(leave.counting(every, since=0, days=14, told_before=9 * DAY)) == 1
    assert len(leave.counting(every, since=0, days=14)) == 2
