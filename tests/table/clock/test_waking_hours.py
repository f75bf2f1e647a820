"""Waking hours: nights of a fixed length, rest days, holidays, in zones with and without daylight saving."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.clock.waking_hours import HOUR, MINUTE, NIGHT, WAKING_DAY, WakingHours, list_zones

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


def to_millis(zone: str, text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def test_a_day_on_the_clock_is_fifteen_hours_for_everybody() -> None:
    assert WAKING_DAY == 15 * HOUR
    for night in (0, 23 * 60, 12 * 60 + 30):
        hours = WakingHours("Asia/Tokyo", night)
        start = to_millis("Asia/Tokyo", "2026-06-01T00:00")
        assert hours.count_waking_time(start, start + 7 * 24 * HOUR) == 7 * WAKING_DAY


def test_days_begin_with_a_quarter_of_an_hour_in_every_zone() -> None:
    months = [datetime(year, month, 1, tzinfo=UTC) for year in (2026, 2027) for month in range(1, 13)]
    offsets = {month.astimezone(ZoneInfo(zone)).utcoffset() for zone in list_zones() for month in months}
    assert len(offsets) > 30 and not any(offset is None or offset % timedelta(minutes=15) for offset in offsets)


def test_person_without_hours_is_always_awake() -> None:
    assert WakingHours().add_waking_time(5, 100 * HOUR) == 5 + 100 * HOUR
    assert WakingHours().is_awake(0)


def test_a_night_across_midnight() -> None:
    hours = WakingHours("Europe/Rome", 23 * 60)
    assert not hours.is_awake(to_millis("Europe/Rome", "2026-06-02T03:00"))
    assert hours.find_wake_time(to_millis("Europe/Rome", "2026-06-01T23:00")) == to_millis(
        "Europe/Rome", "2026-06-02T08:00"
    )
    assert hours.is_awake(to_millis("Europe/Rome", "2026-06-02T08:00"))


def test_time_that_runs_out_at_the_beginning_of_a_night_runs_out_in_the_morning() -> None:
    hours = WakingHours("Europe/Rome", 23 * 60)
    assert hours.add_waking_time(to_millis("Europe/Rome", "2026-06-01T22:00"), HOUR) == to_millis(
        "Europe/Rome", "2026-06-02T08:00"
    )
    assert hours.add_waking_time(to_millis("Europe/Rome", "2026-06-01T22:00"), 2 * HOUR) == to_millis(
        "Europe/Rome", "2026-06-02T09:00"
    )


def test_rest_days_are_local_and_join_the_nights_around_them() -> None:
    hours = WakingHours("Asia/Tokyo", 22 * 60, rest=(5, 6))  # Saturday and Sunday
    friday_night = to_millis("Asia/Tokyo", "2026-06-05T22:00")
    # Sunday's night ends on Monday
    assert hours.find_wake_time(friday_night) == to_millis("Asia/Tokyo", "2026-06-08T07:00")
    assert hours.count_waking_time(friday_night, to_millis("Asia/Tokyo", "2026-06-08T08:00")) == HOUR


def test_holiday_joins_the_following_night() -> None:
    leave = (to_millis("UTC", "2026-06-10T12:00"), to_millis("UTC", "2026-06-20T23:30"))
    hours = WakingHours("UTC", 23 * 60, absences=(leave,))
    assert hours.find_wake_time(leave[0]) == to_millis("UTC", "2026-06-21T08:00")
    assert hours.find_wake_time(leave[0] - 1) == leave[0] - 1


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
    hours = WakingHours(zone, 23 * 60)
    tonight = to_millis(zone, f"{day}T23:00")
    [(_, wakes)] = hours.list_sleep_spans(tonight, tonight + HOUR)
    assert wakes - tonight == NIGHT
    tomorrow = datetime.fromisoformat(day) + timedelta(days=1)
    assert to_millis(zone, f"{tomorrow.date()}T23:00") - tonight == elapsed * HOUR
    assert hours.count_waking_time(tonight, to_millis(zone, f"{tomorrow.date()}T23:00")) == elapsed * HOUR - NIGHT


def test_a_night_that_begins_in_an_hour_that_is_skipped() -> None:
    hours = WakingHours("Europe/Rome", 2 * 60 + 30)
    asleep = hours.list_sleep_spans(
        to_millis("Europe/Rome", "2026-03-29T01:00"), to_millis("Europe/Rome", "2026-03-29T20:00")
    )
    assert asleep == [
        (to_millis("Europe/Rome", "2026-03-29T03:30"), to_millis("Europe/Rome", "2026-03-29T03:30") + NIGHT)
    ]


def _pair_hours(ends: list[int]) -> tuple[tuple[int, int], ...]:
    """Return spans between successive pairs of hours after BEGIN."""
    return tuple((BEGIN + a * HOUR, BEGIN + b * HOUR) for a, b in zip(ends[::2], ends[1::2], strict=False))


BEGIN = to_millis("UTC", "2026-03-01T00:00")
random_hours = st.builds(
    WakingHours,
    zone=st.sampled_from(ZONES),
    night=st.one_of(st.none(), st.integers(0, 1439)),
    rest=st.lists(st.integers(0, 6), max_size=2, unique=True).map(tuple),
    absences=st.lists(st.integers(0, 60 * 24), min_size=0, max_size=4, unique=True).map(
        lambda hours: tuple(
            (BEGIN + a * HOUR, BEGIN + b * HOUR) for a, b in zip(*[iter(sorted(hours))] * 2, strict=False)
        )
    ),
)
random_times = st.integers(0, 60 * 24 * 60).map(lambda minutes: BEGIN + minutes * MINUTE)


@settings(max_examples=150, deadline=None)
@given(random_hours, random_times, st.integers(0, 200 * 60))
def test_deadline_is_awake_after_exact_waking_time(hours: WakingHours, start: int, minutes: int) -> None:
    due = hours.add_waking_time(start, minutes * MINUTE)
    assert hours.is_awake(due)
    assert hours.count_waking_time(start, due) == minutes * MINUTE


@settings(max_examples=150, deadline=None)
@given(random_hours, random_times, random_times, random_times)
def test_split_wait_counts_the_same(hours: WakingHours, a: int, b: int, c: int) -> None:
    a, b, c = sorted((a, b, c))
    assert hours.count_waking_time(a, b) + hours.count_waking_time(b, c) == hours.count_waking_time(a, c)


@settings(max_examples=60, deadline=None)
@given(random_hours, random_times, st.integers(1, 72 * 60))
def test_waking_time_equals_a_count_of_minutes(hours: WakingHours, start: int, minutes: int) -> None:
    counted = sum(hours.is_awake(start + n * MINUTE) for n in range(minutes))
    assert hours.count_waking_time(start, start + minutes * MINUTE) == counted * MINUTE
