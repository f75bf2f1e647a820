"""Clock of the fake Discord server: real time plus an offset that tests set. Also snowflake ids, which encode time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
"""First millisecond of 2015 (UTC), from which snowflakes count."""


class ClockTimer:
    """A callback that is due at a time of a `Clock`."""

    def __init__(self, clock: Clock, due: float, callback: Callable[[], None]) -> None:
        self._clock, self.due, self._callback = clock, due, callback
        self._handle: asyncio.TimerHandle | None = None
        """The timer of the event loop that calls `fire`."""
        self._schedule()

    def _schedule(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._handle = asyncio.get_running_loop().call_later(max(0.0, self.due - self._clock.read_now()), self.fire)

    def fire(self) -> None:
        """Run the callback now, unless it was cancelled or has already run."""
        if self._clock.remove_timer(self):
            self.cancel()
            self._callback()

    def cancel(self) -> None:
        """Cancel the callback. Cancelling twice is harmless."""
        self._clock.remove_timer(self)
        if self._handle is not None:
            self._handle.cancel()

    def reschedule(self) -> None:
        """Recompute the waiting time after the clock was moved."""
        self._schedule()


class Clock:
    """A clock in Unix seconds that tests can move forward. Timers that become due fire at once, in order."""

    def __init__(self) -> None:
        self._offset = 0.0
        """Seconds by which the clock was moved forward."""
        self._timers: set[ClockTimer] = set()
        """The timers that wait."""

    def read_now(self) -> float:
        """Return the present time in Unix seconds."""
        return time.time() + self._offset

    @property
    def offset(self) -> float:
        """Seconds by which the clock was moved forward so far."""
        return self._offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward by `seconds` >= 0 and fire the timers that became due."""
        if seconds < 0:
            raise ValueError(f"time only goes forward: expected seconds >= 0, got {seconds}")
        self._offset += seconds
        now = self.read_now()
        for timer in sorted(self._timers, key=lambda timer: timer.due):
            if timer.due <= now:
                timer.fire()
            else:
                timer.reschedule()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> ClockTimer:
        """Call `callback` once, `seconds` from now on this clock."""
        timer = ClockTimer(self, self.read_now() + seconds, callback)
        self._timers.add(timer)
        return timer

    def remove_timer(self, timer: ClockTimer) -> bool:
        """Remove a timer. Return True if it was still waiting."""
        if timer not in self._timers:
            return False
        self._timers.remove(timer)
        return True

    def format_now(self) -> str:
        """Return the present time in Discord's timestamp format."""
        return datetime.fromtimestamp(self.read_now(), UTC).isoformat()


class Snowflakes:
    """Unique ids that grow with time: milliseconds since 2015 in the upper 42 bits."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        """The greatest id so far."""

    def create_id(self) -> str:
        """Return a new id, greater than all earlier ones."""
        stamp = (int(self._clock.read_now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(self._last + 1, stamp)
        return str(self._last)

    @staticmethod
    def read_time(snowflake: str) -> float:
        """Return when an id was made, Unix seconds."""
        return ((int(snowflake) >> 22) + DISCORD_EPOCH_MS) / 1000
