"""The time of all tables: the machine's wall clock, as long as it agrees with its steady clock.

A wall clock can step: NTP after a boot, a moved or resumed virtual machine, an operator. A step of some minutes or more
is not believed until the bot has taken it out of all clocks (`BotPresence`); until then time continues from the last
trusted moment by the steady clock, so that nothing falls due and nobody is charged for it.
"""

import time
from collections.abc import Callable

from bot.operating_system import read_steady_clock

from .waking_hours import MINUTE

MAX_STEP = 2 * MINUTE
"""Steps up to this are followed at once."""


def read_wall_clock() -> int:
    """Return the machine's wall clock, Unix milliseconds."""
    return time.time_ns() // 1_000_000


def _ignore_step() -> None:
    """Ignore a step; used until the bot's presence sets its own callback."""


class TrustedClock:
    """A callable that returns the trusted time, Unix milliseconds."""

    def __init__(
        self, read_wall: Callable[[], int] = read_wall_clock, read_steady: Callable[[], int] = read_steady_clock
    ) -> None:
        self.read_wall = read_wall
        self.read_steady = read_steady
        self.on_step: Callable[[], None] = _ignore_step
        """Called when a step is noticed."""
        self._anchor = read_wall(), read_steady()
        """Wall and steady clock at the last trusted moment."""

    def __call__(self) -> int:
        wall_now, steady_now = self.read_wall(), self.read_steady()
        trusted_time = self._anchor[0] + steady_now - self._anchor[1]
        if abs(wall_now - trusted_time) > MAX_STEP:
            self.on_step()
            return trusted_time
        self._anchor = wall_now, steady_now
        return wall_now

    @property
    def has_stepped(self) -> bool:
        """Whether the wall clock has made a step that is not accepted yet."""
        return abs(self.read_wall() - self._anchor[0] - self.read_steady() + self._anchor[1]) > MAX_STEP

    def accept_step(self, wall_now: int, steady_now: int) -> None:
        """Believe the wall clock as it was at this reading of both clocks; a later step is noticed as another one."""
        self._anchor = wall_now, steady_now
