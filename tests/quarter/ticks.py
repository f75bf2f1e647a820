"""Time of the simulated quarter in ticks of half a minute, and waking hours as one byte per tick.

Nothing here uses the bot's own computation of waking hours, which the simulation tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

TICK = 30_000
"""Milliseconds per tick."""
MINUTE, HOUR, DAY = 2, 120, 2880
"""Durations in ticks."""
NIGHT = 9 * HOUR
START = int(datetime(2027, 2, 22, tzinfo=UTC).timestamp() * 1000)
"""The 91 days from here contain the daylight-saving changes in America (14 March), Europe (28 March) and, in the other
direction, Australia and New Zealand (4 April).
"""

Span = tuple[int, int]
"""(start, end) in ticks; the end is excluded."""


def to_millis(tick: int) -> int:
    """Return the Unix milliseconds of a tick."""
    return START + tick * TICK


def to_tick(at: int) -> int:
    """Return the first tick at or after a time in Unix milliseconds."""
    return -((START - at) // TICK)


def build_awake_bits(zone: str, night: int | None, rest: Sequence[int], ticks: int) -> bytearray:
    """Return one byte per tick, 1 where a person in this zone is awake.

    night: minute after local midnight at which the night begins; rest: local weekdays without waking time.
    """
    awake = bytearray(b"\1") * ticks
    local = ZoneInfo(zone)
    first = datetime.fromtimestamp(START / 1000, UTC).astimezone(local).date() - timedelta(days=2)
    for nth in range(ticks // DAY + 5):
        day = first + timedelta(days=nth)
        if night is not None:
            start = find_tick(day, night, local)
            mark_asleep(awake, (start, start + NIGHT))
        if day.weekday() in rest:  # starts with the night if that begins after midnight
            bed = night if night is not None and night < 720 else 0
            mark_asleep(awake, (find_tick(day, bed, local), find_tick(day + timedelta(days=1), bed, local)))
    return awake


def find_tick(day: date, minute: int, zone: ZoneInfo) -> int:
    """Return the tick of a minute of a local day."""
    at = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    return int(at.timestamp() * 1000 - START) // TICK


def mark_asleep(awake: bytearray, span: Span) -> None:
    """Clear the awake bits in the span."""
    start, end = max(0, span[0]), min(len(awake), span[1])
    if end > start:
        awake[start:end] = bytes(end - start)


def find_nth_tick(bits: bytes | bytearray, start: int, number: int, end: int) -> int:
    """Return the first tick at which `number` awake ticks have passed since `start`, at most `end`."""
    at = start
    while number > 0 and at < end:
        ahead = min(end, at + number)
        number -= bits.count(1, at, ahead)
        at = ahead
    return at
