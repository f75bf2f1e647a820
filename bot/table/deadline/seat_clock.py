"""The clock of a seat: its reminders, lateness and stages; and the stored clock of its present turn."""

from typing import NamedTuple

from bot.table.clock import time_control
from bot.table.clock.time_control import TimeControl, TurnClock
from bot.table.clock.waking_hours import WAKING_DAY, WakingHours
from bot.table.state.table import Table
from engines.kernel import Seat
from storage import Source
from storage.play import checkpoints
from storage.time import clocks
from storage.time.clocks import ClockRow

MAY_ANSWER = 1
"""The stage from which others may ask for a takeover."""
STAGES = (0, WAKING_DAY, 5 * WAKING_DAY)
"""Waking time of the player after the deadline at which each stage of lateness is announced."""


class SeatClock(NamedTuple):
    """The clock of a seat: of its present turn, or of its question off turn."""

    turn: int | None
    """The checkpoint at which the turn began; None off turn."""
    clock: TurnClock
    """Time used in the turn, time left in the bank, and since when it runs."""
    pace: TimeControl
    """The table's time control; off turn its `off_turn_control`."""
    hours: WakingHours
    """Times in which the clock runs; absences that the table counts are left out of them."""
    reminded_ms: int = 0
    """Reminder points up to this time were handled (storage.time.clocks)."""
    stages_announced: int = 0
    """Stages of lateness announced so far (storage.time.clocks)."""
    grace: int = 0
    """The deadline is never before this time."""

    @property
    def runs_out_at(self) -> int | None:
        """The deadline: in the person's day, and not in its first hour."""
        return self.find_stage_time(0)

    def find_stage_time(self, stage: int) -> int | None:
        """Return when the nth stage of lateness is announced; None: never, or the clock is stopped."""
        at = self._find_used_up_time(stage)
        if at is None or self.clock.running_since is None or stage > MAY_ANSWER:
            return at
        latest_at = self.clock.find_latest_takeover(self.pace, self.hours)
        return at if latest_at is None else min(at, max(latest_at, self.grace))

    def has_used_up(self, stage: int, now: int) -> bool:
        """Return whether the person has used the time up to the nth stage. False, too, if the stage was only brought
        forward (`TurnClock.find_latest_takeover`).
        """
        at = self._find_used_up_time(stage)
        return at is not None and at <= now

    def _find_used_up_time(self, stage: int) -> int | None:
        """Return when the person has used the time up to the nth stage; None: never, or the clock is stopped.

        Lateness is counted like the time before it: after a pause or an outage it continues where it stopped.
        """
        if self.clock.running_since is None or stage >= len(STAGES):
            return None
        end = self.pace.allowance + self.clock.bank + STAGES[stage]
        return self.hours.skip_morning(
            max(self.hours.add_waking_time(self.clock.running_since, max(0, end - self.clock.used_ms)), self.grace)
        )

    def find_reminder_time(self, first: int | None, now: int) -> int | None:
        """Return when the person is reminded next (`TimeControl.list_reminder_points`): now if overdue; None: never."""
        points = [point for point in self.pace.list_reminder_points(self.clock.bank, first) if point > self.reminded_ms]
        overdue_points = [point for point in points if point <= self.clock.compute_used_time(self.hours, now)]
        if overdue_points:
            return self.hours.find_wake_time(now)
        return self.clock.find_time_of_use(points[0], self.hours, now) if points else None


async def find_turn_row(
    source: Source, row: ClockRow | None, table: Table, seat: Seat, pace: TimeControl, hours: WakingHours, now: int
) -> ClockRow:
    """Return the seat's row for the present turn: as stored, or of a new turn. A turn that was taken back never ended
    (`merge_turn_clocks`).
    """
    if row is None:
        return ClockRow(table.id, seat, table.base_n, pace.bank, 0, None)
    if row.turn == table.base_n:
        return row
    if await is_taken_back(source, row):
        earlier = await clocks.load_undone_turns(source, table.id, seat, table.base_n)
        return time_control.merge_turn_clocks(earlier, time_control.stop_clock_row(row, hours, now), table.base_n, pace)
    clock = time_control.build_clock(row).begin_next_turn(pace, hours, now)
    return ClockRow(table.id, seat, table.base_n, clock.bank, clock.used_ms, clock.running_since)


async def is_taken_back(source: Source, row: ClockRow) -> bool:
    """Return whether the turn of the clock began at a checkpoint that was taken back."""
    return bool(row.turn) and not await checkpoints.is_valid(source, row.game, row.turn)


def start_clock(row: ClockRow, hours: WakingHours, now: int) -> ClockRow:
    """Return the row with its clock started now; a clock that runs is settled (`TurnClock.settle`)."""
    clock = time_control.build_clock(row)
    return time_control.update_clock_row(row, clock.start(now) if row.running_since is None else clock.settle(hours))
