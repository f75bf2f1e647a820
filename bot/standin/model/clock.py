"""Time as the stand-in sees it: real time, plus whatever a test has pushed it forward. Also snowflake ids, which are
made of time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
"""First millisecond of 2015 (UTC), from which snowflakes count."""


class Timer:
    """A callback that waits for its moment on a `Clock`."""

    def __init__(self, clock: Clock, due: float, callback: Callable[[], None]) -> None:
        self._clock, self.due, self._callback = clock, due, callback
        self._handle: asyncio.TimerHandle | None = None
        self._arm()

    def _arm(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._handle = asyncio.get_running_loop().call_later(max(0.0, self.due - self._clock.now()), self.fire)

    def fire(self) -> None:
        """Run the callback now, if it has not been cancelled or run."""
        if self._clock.drop(self):
            self.cancel()
            self._callback()

    def cancel(self) -> None:
        """Forget the callback. Cancelling twice is harmless."""
        self._clock.drop(self)
        if self._handle is not None:
            self._handle.cancel()

    def rearm(self) -> None:
        """Recompute how long to wait after the clock has moved."""
        self._arm()


class Clock:
    """Unix seconds that a test can push forward. Timers that become due fire at once, in order."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._timers: set[Timer] = set()

    def now(self) -> float:
        """Unix seconds."""
        return time.time() + self._ahead

    @property
    def ahead(self) -> float:
        """Seconds by which it was pushed forward so far."""
        return self._ahead

    def advance(self, seconds: float) -> None:
        """Push time forward by `seconds` >= 0 and fire what became due."""
        if seconds < 0:
            raise ValueError(f"time only goes forward: expected seconds >= 0, got {seconds}")
        self._ahead += seconds
        now = self.now()
        for timer in sorted(self._timers, key=lambda timer: timer.due):
            if timer.due <= now:
                timer.fire()
            else:
                timer.rearm()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call `callback` once, `seconds` from now on this clock."""
        timer = Timer(self, self.now() + seconds, callback)
        self._timers.add(timer)
        return timer

    def drop(self, timer: Timer) -> bool:
        """Forget a timer; True if it was still waiting."""
        if timer not in self._timers:
            return False
        self._timers.remove(timer)
        return True

    def iso(self) -> str:
        """Now, as Discord writes timestamps."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat()


class Snowflakes:
    """Unique ids that grow with time: milliseconds since 2015 in the upper 42 bits."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        """A new id, greater than every one before."""
        stamp = (int(self._clock.now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = max(self._last + 1, stamp)
        return str(self._last)
