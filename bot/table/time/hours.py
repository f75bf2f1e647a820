"""When a person is awake: one notion for clocks, reminders and calls.

A night has a fixed length and a person chooses only when it begins, so a day on the clock is equally long for all, and
nobody buys time with a narrow window. Nights and rest days follow the person's own zone with its daylight saving.
All moments are Unix milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK, YEAR = 7 * DAY, 365 * DAY
NIGHT = 9 * HOUR
"""Between the beginning of a night and waking. Of elapsed time: the clocks may change meanwhile."""
WAKING_DAY = DAY - NIGHT
BREAKFAST = HOUR
"""After waking nobody runs out of time for so long."""
_NEXT_DAY = timedelta(days=1)
NOON = 12 * 60
MOST_REST_DAYS = 2
"""Days a week on which the clock rests, at most."""

Span = tuple[int, int]
"""From, until (not included)."""


class Hours(msgspec.Struct, frozen=True):
    """How a person lives.

    zone:  IANA name
    night: minute after local midnight at which the night begins; None = no nights are known, always awake
    rest:  local weekdays (0 = Monday) without a clock. Whose night begins after midnight goes to bed on the day before:
           their rest day begins and ends with it, so that nobody is called between midnight and bed
    away:  spans of holiday, in order, apart from each other
    """

    zone: str = "UTC"
    night: int | None = None
    rest: tuple[int, ...] = ()
    away: tuple[Span, ...] = ()

    def is_awake(self, at: int) -> bool:
        return self.wakes(at) == at

    def wakes(self, at: int) -> int:
        """`at` itself if the person is awake then, else when the night, the rest day or the holiday is over."""
        for start, end in self.asleep(at, at + 1):
            at = max(at, end) if start <= at else at
        return at

    def up(self, at: int) -> int:
        """`at` itself, or later: a moment at which the person has been awake for an hour. Nobody runs out of time
        between the beginning of a night and the first hour of the day.
        """
        while True:
            woke = max((end for _, end in self.asleep(at - BREAKFAST, at + 1)), default=None)
            if woke is None or woke + BREAKFAST <= at:
                return at
            at = woke + BREAKFAST

    def asleep(self, start: int, end: int) -> list[Span]:
        """Spans without waking time that touch start..end, in order and apart from each other, in their full length.

        A span is followed to its end: a night before a rest day before a holiday is one span.
        """
        found = _merged([*self._nights_and_rest(start, end), *self.away])
        touching = [span for span in found if span[0] < end and span[1] > start]
        if touching and touching[-1][1] > end:
            return self._followed(touching, end)
        return touching

    def _followed(self, spans: list[Span], end: int) -> list[Span]:
        """The last span may go on beyond the days that were looked at."""
        while (further := spans[-1][1]) > end:
            end = further
            found = _merged([*self._nights_and_rest(spans[-1][0], end), *self.away])
            spans[-1] = next(span for span in found if span[0] <= spans[-1][0] < span[1])
            if spans[-1][1] == further:
                break
        return spans

    def waking(self, start: int, end: int) -> int:
        """Milliseconds of waking time between two moments; 0 if `end` is not later."""
        if end <= start:
            return 0
        slept = sum(min(b, end) - max(a, start) for a, b in self.asleep(start, end))
        return end - start - slept

    def after(self, start: int, waking: int) -> int:
        """The moment at which so much waking time has passed since `start`: never one at which the person sleeps."""
        at = self.wakes(start)
        left = waking
        while True:
            horizon = at + left + NIGHT + 1
            asleep = next((span for span in self.asleep(at, horizon) if span[1] > at), None)
            if asleep is None or at + left < asleep[0]:
                return at + left
            left -= asleep[0] - at
            at = asleep[1]

    def _nights_and_rest(self, start: int, end: int) -> Iterator[Span]:
        zone = _zone(self.zone)
        day = datetime.fromtimestamp(start / 1000, UTC).astimezone(zone).date() - 2 * _NEXT_DAY
        last = datetime.fromtimestamp(end / 1000, UTC).astimezone(zone).date() + _NEXT_DAY
        while day <= last:
            if self.night is not None:
                begins = _local(zone, day, self.night)
                yield begins, begins + NIGHT
            if day.weekday() in self.rest:
                begins = 0 if self.night is None or self.night >= NOON else self.night
                yield _local(zone, day, begins), _local(zone, day + _NEXT_DAY, begins)
            day += _NEXT_DAY


@cache
def zones() -> frozenset[str]:
    """The names of all zones. Python opens some six hundred files each time to find them."""
    return frozenset(available_timezones())


@lru_cache(maxsize=256)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


@lru_cache(maxsize=4096)
def _local(zone: ZoneInfo, day: date, minute: int) -> int:
    """A local time of a day. One that the clocks skip comes as late as if they had not; of two the first counts."""
    local = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    return int(local.timestamp() * 1000)


def _merged(spans: list[Span]) -> list[Span]:
    """In order; those that touch become one."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged
