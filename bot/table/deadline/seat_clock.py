"""The clock of a seat: its reminders, lateness and stages."""

from typing import NamedTuple

from bot.table.clock.time_control import TimeControl, TurnClock
from bot.table.clock.waking_hours import WAKING_DAY, WakingHours

STAGES = (0, WAKING_DAY, 5 * WAKING_DAY)
"""Waking time of the player after the deadline at which each stage of lateness is announced."""


class SeatClock(NamedTuple):
    """The clock of a seat: of its present turn, or of its question off turn."""

    turn: int | None
    """The checkpoint at which the turn began; None off turn."""
    clock: TurnClock
    pace: TimeControl
    hours: WakingHours
    reminded_ms: int = 0
    """Reminder marks up to this time were handled (storage.time.clocks)."""
    stages_announced: int = 0
    """Stages of lateness announced so far (storage.time.clocks)."""
    grace: int = 0
    """The deadline is never before this time."""

    @property
    def out_at(self) -> int | None:
        """The deadline: in the person's day, and not in its first hour."""
        return self.find_stage_time(0)

    def find_stage_time(self, stage: int) -> int | None:
        """Return when the nth stage of lateness is announced; None: never, or the clock stands still.

        Lateness is counted like the time before it: after a pause or an outage it goes on where it was.
        """
        if self.clock.running_since is None or stage >= len(STAGES):
            return None
        end = self.pace.allowance + self.clock.bank + STAGES[stage]
        return self.hours.skip_morning(
            max(self.hours.add_waking_time(self.clock.running_since, max(0, end - self.clock.used_ms)), self.grace)
        )

    def find_reminder_time(self, first: int | None, now: int) -> int | None:
        """Return when the person is reminded next (`TimeControl.list_marks`), now if that is overdue; None: never."""
        marks = [mark for mark in self.pace.list_marks(self.clock.bank, first) if mark > self.reminded_ms]
        overdue = [mark for mark in marks if mark <= self.clock.find_used_by(self.hours, now)]
        if overdue:
            return self.hours.find_wake_time(now)
        return self.clock.find_mark_time(marks[0], self.hours, now) if marks else None
