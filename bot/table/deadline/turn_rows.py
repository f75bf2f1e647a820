"""Stored clocks of turns: which row counts for the present turn of a seat, and what it says."""

from dataclasses import replace

from bot.table.clock import time_control
from bot.table.clock.time_control import TimeControl, TurnClock
from bot.table.clock.waking_hours import WakingHours
from bot.table.state.table import Table
from engines.kernel import Seat
from storage import Source
from storage.play import checkpoints
from storage.time import clocks
from storage.time.clocks import ClockRow


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
        return time_control.merge_turn_clocks(earlier, stop_clock(row, hours, now), table.base_n, pace)
    clock = build_clock(row).begin_next_turn(pace, hours, now)
    return ClockRow(table.id, seat, table.base_n, clock.bank, clock.used_ms, clock.running_since)


async def is_taken_back(source: Source, row: ClockRow) -> bool:
    """Return whether the turn of the clock began at a checkpoint that was taken back."""
    return bool(row.turn) and not await checkpoints.is_valid(source, row.game, row.turn)


def stop_clock(row: ClockRow, hours: WakingHours, now: int) -> ClockRow:
    """Return the row with its clock stopped now."""
    if row.running_since is None:
        return row
    return replace(row, used_ms=build_clock(row).find_used_by(hours, now), running_since=None)


def build_clock(row: ClockRow) -> TurnClock:
    return TurnClock(row.bank, row.used_ms, row.running_since)
