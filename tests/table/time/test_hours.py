"""Waking hours: nights of a fixed length, rest days, holidays, in zones with and without daylight saving."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.time.hours import HOUR, MINUTE, NIGHT, WAKING_DAY, Hours

ZONES = (
    "UTC",
    "Asia/Tokyo",
    "Europe/Rome",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
    "America/St_Johns",
)


def at(zone: str, text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def test_a_day_on_the_clock_is_fifteen_hours_for_everybody() -> None:
    assert WAKING_DAY == 15 * HOUR
    for night in (0, 23 * 60, 12 * 60 + 30):
        hours = Hours("Asia/Tokyo", night)
        start = at("Asia/Tokyo", "2026-06-01T00:00")
        assert hours.waking(start, start + 7 * 24 * HOUR) == 7 * WAKING_DAY


def test_who_has_told_nothing_is_always_awake() -> None:
    assert Hours().after(5, 100 * HOUR) == 5 + 100 * HOUR
    assert Hours().is_awake(0)


def test_a_night_across_midnight() -> None:
    hours = Hours("Europe/Rome", 23 * 60)
    assert not hours.is_awake(at("Europe/Rome", "2026-06-02T03:00"))
    assert hours.wakes(at("Europe/Rome", "2026-06-01T23:00")) == at("Europe/Rome", "2026-06-02T08:00")
    assert hours.is_awake(at("Europe/Rome", "2026-06-02T08:00"))


def test_time_that_runs_out_at_the_beginning_of_a_night_runs_out_in_the_morning() -> None:
    hours = Hours("Europe/Rome", 23 * 60)
    assert hours.after(at("Europe/Rome", "2026-06-01T22:00"), HOUR) == at("Europe/Rome", "2026-06-02T08:00")
    assert hours.after(at("Europe/Rome", "2026-06-01T22:00"), 2 * HOUR) == at("Europe/Rome", "2026-06-02T09:00")


def test_rest_days_are_local_and_join_the_nights_around_them() -> None:
    hours = Hours("Asia/Tokyo", 22 * 60, rest=(5, 6))  # Saturday and Sunday
    friday_night = at("Asia/Tokyo", "2026-06-05T22:00")
    assert hours.wakes(friday_night) == at("Asia/Tokyo", "2026-06-08T07:00")  # the night of Sunday ends on Monday
    assert hours.waking(friday_night, at("Asia/Tokyo", "2026-06-08T08:00")) == HOUR


def test_a_holiday_is_followed_into_the_night_after_it() -> None:
    leave = (at("UTC", "2026-06-10T12:00"), at("UTC", "2026-06-20T23:30"))
    hours = Hours("UTC", 23 * 60, away=(leave,))
    assert hours.wakes(leave[0]) == at("UTC", "2026-06-21T08:00")
    assert hours.wakes(leave[0] - 1) == leave[0] - 1


@pytest.mark.parametrize(
    ("zone", "day", "elapsed"),
    [
        ("Europe/Rome", "2026-03-28", 23),  # 02:00 becomes 03:00 in the night
        ("Europe/Rome", "2026-10-24", 25),  # 03:00 comes twice
        ("America/New_York", "2026-03-07", 23),
        ("Australia/Lord_Howe", "2026-04-04", 24.5),  # half an hour
    ],
)
def test_the_night_stays_nine_hours_when_the_clocks_change(zone: str, day: str, elapsed: float) -> None:
    hours = Hours(zone, 23 * 60)
    tonight = at(zone, f"{day}T23:00")
    [(_, wakes)] = hours.asleep(tonight, tonight + HOUR)
    assert wakes - tonight == NIGHT
    tomorrow = datetime.fromisoformat(day) + timedelta(days=1)
    assert at(zone, f"{tomorrow.date()}T23:00") - tonight == elapsed * HOUR
    assert hours.waking(tonight, at(zone, f"{tomorrow.date()}T23:00")) == elapsed * HOUR - NIGHT


def test_a_night_that_begins_in_an_hour_that_is_skipped() -> None:
    hours = Hours("Europe/Rome", 2 * 60 + 30)
    asleep = hours.asleep(at("Europe/Rome", "2026-03-29T01:00"), at("Europe/Rome", "2026-03-29T20:00"))
    assert asleep == [(at("Europe/Rome", "2026-03-29T03:30"), at("Europe/Rome", "2026-03-29T03:30") + NIGHT)]


def _spans(ends: list[int]) -> tuple[tuple[int, int], ...]:
    """Hours after the beginning, two by two."""
    return tuple((BEGIN + a * HOUR, BEGIN + b * HOUR) for a, b in zip(ends[::2], ends[1::2], strict=False))


BEGIN = at("UTC", "2026-03-01T00:00")
lives = st.builds(
    Hours,
    zone=st.sampled_from(ZONES),
    night=st.one_of(st.none(), st.integers(0, 1439)),
    rest=st.lists(st.integers(0, 6), max_size=2, unique=True).map(tuple),
    away=st.lists(st.integers(0, 60 * 24), min_size=0, max_size=4, unique=True).map(
        lambda hours: tuple(
            (BEGIN + a * HOUR, BEGIN + b * HOUR) for a, b in zip(*[iter(sorted(hours))] * 2, strict=False)
        )
    ),
)
moments = st.integers(0, 60 * 24 * 60).map(lambda minutes: BEGIN + minutes * MINUTE)


@settings(max_examples=150, deadline=None)
@given(lives, moments, st.integers(0, 200 * 60))
def test_a_deadline_is_reached_awake_and_after_just_so_much_waking_time(hours: Hours, start: int, minutes: int) -> None:
    due = hours.after(start, minutes * MINUTE)
    assert hours.is_awake(due)
    assert hours.waking(start, due) == minutes * MINUTE


@settings(max_examples=150, deadline=None)
@given(lives, moments, moments, moments)
def test_however_a_wait_is_split_it_counts_the_same(hours: Hours, a: int, b: int, c: int) -> None:
    a, b, c = sorted((a, b, c))
    assert hours.waking(a, b) + hours.waking(b, c) == hours.waking(a, c)


@settings(max_examples=60, deadline=None)
@given(lives, moments, st.integers(1, 72 * 60))
def test_waking_time_equals_a_count_of_minutes(hours: Hours, start: int, minutes: int) -> None:
    counted = sum(hours.is_awake(start + n * MINUTE) for n in range(minutes))
    assert hours.waking(start, start + minutes * MINUTE) == counted * MINUTE
