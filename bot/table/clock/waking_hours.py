"""Waking hours of a person, shared by clocks, reminders and notifications.

A night has a fixed length and a person chooses only when it begins. So a day has equally many waking hours for all, and
nobody gains time by a narrow window. Nights and rest days follow the person's zone with its daylight saving. All times
are Unix milliseconds.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec

MINUTE = 60_000
QUARTER = 15 * MINUTE
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK, YEAR = 7 * DAY, 365 * DAY
NIGHT = 9 * HOUR
"""Length of a night. Elapsed time: the local clock may change meanwhile."""
WAKING_DAY = DAY - NIGHT
MORNING_GRACE = HOUR
"""Time after waking during which no deadline falls."""
_NEXT_DAY = timedelta(days=1)
NOON = 12 * 60
MAX_REST_DAYS = 2
"""Maximum number of days a week on which the clock rests."""

Span = tuple[int, int]
"""Start and end; the end is not included."""


class WakingHours(msgspec.Struct, frozen=True):
    """A person's nights, rest days and holidays."""

    zone: str = "UTC"
    """IANA name."""
    night: int | None = None
    """Minute after local midnight at which the night begins. None: no nights are known, always awake."""
    rest: tuple[int, ...] = ()
    """Local weekdays (0 = Monday) without a clock. A night that begins after midnight belongs to the day before, and
    the rest day begins and ends with it, so that nobody is notified between midnight and bedtime.
    """
    absences: tuple[Span, ...] = ()
    """Spans of holiday, in order and disjoint."""
    earlier: tuple[tuple[int, WakingHours], ...] = ()
    """The person's earlier hours, oldest first, each with the time at which they ended. Only `settle` reads them."""

    @property
    def calendar(self) -> WakingHours:
        """The calendar hours: nights and rest days count, too, only holidays do not."""
        return WakingHours(absences=self.absences)

    def settle(self, used: int, since: int) -> tuple[int, int]:
        """Return the waking time used before the last change of the hours, counted by the hours valid then, and when
        that change was. Both parameters are returned as they are if the hours have not changed since `since`.

        used: waking time used before `since`, when the clock was started
        """
        for until, hours in self.earlier:
            if until > since:
                used, since = used + hours.count_waking_time(since, until), until
        return used, since

    def is_awake(self, at: int) -> bool:
        return self.find_wake_time(at) == at

    def find_wake_time(self, at: int) -> int:
        """Return `at` if the person is awake then, else the end of the night, rest day or holiday."""
        for start, end in self.list_sleep_spans(at, at + 1):
            at = max(at, end) if start <= at else at
        return at

    def skip_morning(self, at: int) -> int:
        """Return `at`, or the first later time at which the person has been awake for an hour. Deadlines never fall
        between the beginning of a night and the first hour of the day.
        """
        while True:
            woke_at = max((end for _, end in self.list_sleep_spans(at - MORNING_GRACE, at + 1)), default=None)
            if woke_at is None or woke_at + MORNING_GRACE <= at:
                return at
            at = woke_at + MORNING_GRACE

    def list_sleep_spans(self, start: int, end: int) -> list[Span]:
        """Return the spans without waking time that touch start..end, in order, disjoint and in full length.

        A span is followed to its end: a night before a rest day before a holiday is one span.
        """
        merged_spans = _merge_spans([*self._list_nights_and_rest(start, end), *self.absences])
        touching_spans = [span for span in merged_spans if span[0] < end and span[1] > start]
        if touching_spans and touching_spans[-1][1] > end:
            return self._extend_last_span(touching_spans, end)
        return touching_spans

    def _extend_last_span(self, spans: list[Span], end: int) -> list[Span]:
        """Extend the last span, which may continue beyond the days examined so far."""
        while (further := spans[-1][1]) > end:
            end = further
            merged_spans = _merge_spans([*self._list_nights_and_rest(spans[-1][0], end), *self.absences])
            spans[-1] = next(span for span in merged_spans if span[0] <= spans[-1][0] < span[1])
            if spans[-1][1] == further:
                break
        return spans

    def count_waking_time(self, start: int, end: int) -> int:
        """Return the milliseconds of waking time between two times; 0 if `end` is not later."""
        if end <= start:
            return 0
        sleep_time = sum(min(b, end) - max(a, start) for a, b in self.list_sleep_spans(start, end))
        return end - start - sleep_time

    def add_waking_time(self, start: int, waking: int) -> int:
        """Return when this much waking time has passed since `start`; never a time at which the person sleeps."""
        at = self.find_wake_time(start)
        left = waking
        while True:
            horizon = at + left + NIGHT + 1
            asleep = next((span for span in self.list_sleep_spans(at, horizon) if span[1] > at), None)
            if asleep is None or at + left < asleep[0]:
                return at + left
            left -= asleep[0] - at
            at = asleep[1]

    def _list_nights_and_rest(self, start: int, end: int) -> tuple[Span, ...]:
        if self.night is None and not self.rest:
            return ()
        return _list_nights_and_rest(self.zone, self.night, self.rest, start // QUARTER, end // QUARTER)


@cache
def list_zones() -> frozenset[str]:
    """Return the names of all zones; cached, because Python opens some six hundred files to find them."""
    return frozenset(available_timezones())


@lru_cache(maxsize=256)
def _load_zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


@lru_cache(maxsize=4096)
def _find_local_time(zone: ZoneInfo, day: date, minute: int) -> int:
    """Return a local time of a day. A time skipped by daylight saving comes as late as if it had not been skipped; of a
    repeated one the first counts.
    """
    local = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    return int(local.timestamp() * 1000)


@lru_cache(maxsize=4096)
def _list_nights_and_rest(
    zone_name: str, night: int | None, rest: tuple[int, ...], start: int, end: int
) -> tuple[Span, ...]:
    """Return the nights and rest days around the time between two quarters of an hour; cached, because a press asks for
    the same ones again and again. In every time zone, days begin at a quarter of an hour.
    """
    zone, spans = _load_zone(zone_name), list[Span]()
    day = datetime.fromtimestamp(start * QUARTER / 1000, UTC).astimezone(zone).date() - 2 * _NEXT_DAY
    last = datetime.fromtimestamp(end * QUARTER / 1000, UTC).astimezone(zone).date() + _NEXT_DAY
    while day <= last:
        if night is not None:
            night_start = _find_local_time(zone, day, night)
            spans.append((night_start, night_start + NIGHT))
        if day.weekday() in rest:
            minute = 0 if night is None or night >= NOON else night
            spans.append((_find_local_time(zone, day, minute), _find_local_time(zone, day + _NEXT_DAY, minute)))
        day += _NEXT_DAY
    return tuple(spans)


def _merge_spans(spans: list[Span]) -> list[Span]:
    """Sort the spans and join those that touch."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        elif end > start:
            result.append((start, end))
    return result
