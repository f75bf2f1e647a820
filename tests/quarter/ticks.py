"""Time of the simulated quarter in half minutes, and when people are awake, as a row of bits counted by hand.

Nothing here uses the bot's own reckoning of waking hours: that is what the quarter is compared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

TICK = 30_000
"""Milliseconds of a tick."""
MINUTE, HOUR, DAY = 2, 120, 2880
"""In ticks."""
NIGHT = 9 * HOUR
START = int(datetime(2027, 2, 22, tzinfo=UTC).timestamp() * 1000)
"""Ninety-one days from here hold the changes of the clocks in America (14 March), Europe (28 March) and, the other
way round, in Australia and New Zealand (4 April).
"""

Span = tuple[int, int]
"""From, until (not included), in ticks."""


def ms(tick: int) -> int:
    """Unix milliseconds."""
    return START + tick * TICK


def tick(at: int) -> int:
    """The first tick that is not before the moment (Unix milliseconds)."""
    return -((START - at) // TICK)


def day_of(zone: str, night: int | None, rest: Sequence[int], ticks: int) -> bytearray:
    """One byte a tick: 1 where somebody is awake who lives there. night: minute after local midnight at which it
    begins; rest: local weekdays without waking time.
    """
    awake = bytearray(b"\1") * ticks
    local = ZoneInfo(zone)
    first = datetime.fromtimestamp(START / 1000, UTC).astimezone(local).date() - timedelta(days=2)
    for nth in range(ticks // DAY + 5):
        date = first + timedelta(days=nth)

        def moment(days: int, minute: int, date=date) -> int:  # type: ignore[no-untyped-def]
            that = date + timedelta(days=days)
            at = datetime(that.year, that.month, that.day, minute // 60, minute % 60, tzinfo=local)
            return int(at.timestamp() * 1000 - START) // TICK

        if night is not None:
            asleep(awake, (moment(0, night), moment(0, night) + NIGHT))
        if date.weekday() in rest:  # it begins with the night if that is after midnight
            bed = night if night is not None and night < 720 else 0
            asleep(awake, (moment(0, bed), moment(1, bed)))
    return awake


def asleep(awake: bytearray, span: Span) -> None:
    """Nobody is awake in the span."""
    start, end = max(0, span[0]), min(len(awake), span[1])
    if end > start:
        awake[start:end] = bytes(end - start)


def nth(bits: bytes | bytearray, start: int, number: int, end: int) -> int:
    """The first tick at which so many ticks of 1 have passed since `start`; `end` if that is later."""
    at = start
    while number > 0 and at < end:
        ahead = min(end, at + number)
        number -= bits.count(1, at, ahead)
        at = ahead
    return at
