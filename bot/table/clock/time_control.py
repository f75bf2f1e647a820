"""Time control: a free allowance for each turn, then one bank, both in waking time.

Only lateness drains the bank. A turn within its allowance brings a little back, never above the start, so many small
answers gain nothing. The numbers are defined only here; texts and help read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

import msgspec

from storage import Transaction
from storage.play import checkpoints
from storage.play.open_questions import OpenQuestionRow
from storage.time import clocks
from storage.time.clocks import ClockRow, EndedTurnRow

from .waking_hours import DAY, HOUR, WAKING_DAY, WakingHours

Row = TypeVar("Row", ClockRow, OpenQuestionRow)
"""A stored clock."""


class TimeControl(msgspec.Struct, frozen=True):
    """A time control, in milliseconds of waking time."""

    allowance: int
    """Free time for each turn."""
    bank: int
    """Time for lateness: at the start, and the maximum."""
    regain: int
    """Added to the bank after each turn within its allowance."""
    question_time: int
    """Free time for a question off turn; it takes nothing from the bank."""
    latest_takeover: int | None = None
    """Calendar time from the call, with nights and rest days, after which others may always ask for a takeover."""

    def list_reminder_points(self, bank: int, first: int | None = None) -> tuple[int, ...]:
        """Return after how much waking time of a turn the person is reminded: at half the allowance (or after `first`),
        when the bank begins, and at the last hours. Points that are close together count once.
        """
        end = self.allowance + bank
        candidates = (first or self.allowance // 2, self.allowance, end - LAST_HOURS)
        points: list[int] = []
        for point in sorted(point for point in candidates if 0 < point < end):
            if not points or point - points[-1] >= HOUR:
                points.append(point)
        return tuple(points)

    @property
    def off_turn_control(self) -> TimeControl:
        """The short clock of a question off turn, as a time control without a bank."""
        return TimeControl(self.question_time, 0, 0, self.question_time, self.latest_takeover)


def _build_from_days(allowance: float, bank: float, regain: float, latest_takeover: int | None = None) -> TimeControl:
    """Build a time control from numbers of waking days. latest_takeover: calendar days."""
    return TimeControl(
        allowance=int(allowance * WAKING_DAY),
        bank=int(bank * WAKING_DAY),
        regain=int(regain * WAKING_DAY),
        question_time=int(QUESTION_DAYS * WAKING_DAY),
        latest_takeover=None if latest_takeover is None else latest_takeover * DAY,
    )


QUESTION_DAYS = 0.5
PACES = {
    "friends": _build_from_days(0.5, 2, 0.25, latest_takeover=3),
    "brisk": _build_from_days(0.5, 2, 0.25),
    "steady": _build_from_days(1, 4, 0.5),
    "slow": _build_from_days(2, 7, 0.5),
}
"""Fastest first. A table may also have none. Before 0.14 "brisk" was offered instead of "friends"."""
DEFAULT_PACE = "slow"
INVITED_PACE = "friends"
"""Time control of tables of invited people for which none was chosen."""
LAST_HOURS = 3 * HOUR
"""Waking time before a clock runs out at which its person is reminded."""


class TurnClock(msgspec.Struct, frozen=True):
    """The clock of one seat, in milliseconds of waking time."""

    bank: int
    """The bank when this turn began."""
    used_ms: int = 0
    """Time of this turn used before `running_since`."""
    running_since: int | None = None
    """When it was last started (Unix milliseconds); None while it is stopped."""
    calendar_ms: int = 0
    """Calendar time of this turn before `running_since`: nights and rest days count, too (`WakingHours.calendar`). Days
    that were given are taken off, so it may be negative.
    """

    def compute_used_time(self, hours: WakingHours, now: int) -> int:
        """Return the waking time of this turn so far. A machine clock that was set back takes nothing away."""
        clock = self.settle(hours)
        return clock.used_ms + (0 if clock.running_since is None else hours.count_waking_time(clock.running_since, now))

    def settle(self, hours: WakingHours) -> TurnClock:
        """Return the clock as it runs by the present hours; the earlier ones count the time before."""
        if self.running_since is None or not hours.earlier:
            return self
        used_ms, since = hours.settle(self.used_ms, self.running_since)
        calendar_ms = self.calendar_ms + hours.calendar.count_waking_time(self.running_since, since)
        return msgspec.structs.replace(self, used_ms=used_ms, running_since=since, calendar_ms=calendar_ms)

    def compute_bank(self, pace: TimeControl, hours: WakingHours, now: int) -> int:
        """Return the bank now, at least 0."""
        return max(0, self.bank - max(0, self.compute_used_time(hours, now) - pace.allowance))

    def find_time_of_use(self, used_time: int, hours: WakingHours, now: int) -> int | None:
        """Return when this much of the turn will be used if the clock keeps running; None while it is stopped."""
        return (
            None
            if self.running_since is None
            else hours.add_waking_time(
                max(self.running_since, now), max(0, used_time - self.compute_used_time(hours, now))
            )
        )

    def start(self, now: int) -> TurnClock:
        """Return the clock started at `now`; unchanged if it runs already."""
        return self if self.running_since is not None else msgspec.structs.replace(self, running_since=now)

    def stop(self, hours: WakingHours, now: int) -> TurnClock:
        """Return the clock stopped at `now`: another seat is asked, the table pauses, or the person's hours change."""
        if self.running_since is None:
            return self
        used_ms = self.compute_used_time(hours, now)
        calendar_ms = self.calendar_ms + hours.calendar.count_waking_time(self.running_since, now)
        return msgspec.structs.replace(self, used_ms=used_ms, running_since=None, calendar_ms=calendar_ms)

    def find_latest_takeover(self, pace: TimeControl, hours: WakingHours) -> int | None:
        """Return when others may always ask for a takeover: only leave and the time in which the clock is stopped put
        it off. None: the pace knows no such time, or the clock is stopped.
        """
        if self.running_since is None or pace.latest_takeover is None:
            return None
        return hours.calendar.add_waking_time(self.running_since, max(0, pace.latest_takeover - self.calendar_ms))

    def begin_next_turn(self, pace: TimeControl, hours: WakingHours, now: int) -> TurnClock:
        """Return the clock of the next turn: lateness is taken from the bank, a turn in time brings something back.

        With an empty bank, a turn that used exactly its allowance was not in time: automatic leave was used at that
        point, and the clock stood there.
        """
        used_ms = self.compute_used_time(hours, now)
        late = used_ms > pace.allowance or (used_ms == pace.allowance and not self.bank)
        bank = self.compute_bank(pace, hours, now)
        return TurnClock(bank if late else min(pace.bank, bank + pace.regain))


def merge_turn_clocks(earlier: Sequence[EndedTurnRow], row: ClockRow, turn: int, pace: TimeControl) -> ClockRow:
    """Return the clock of the turn that began at the checkpoint `turn`, after these turns and the present one (`row`)
    were taken back.

    Their ends cost nothing and gave nothing back. Time that others have given meanwhile is kept. Reminders and stages
    of lateness are not repeated.
    """
    if not earlier:
        return replace(row, turn=turn)
    turns: list[EndedTurnRow | ClockRow] = [*earlier, row]
    given_time = sum(max(0, later.bank - _find_next_bank(turn_row, pace)) for turn_row, later in pairwise(turns))
    used_ms = sum(turn_row.used_ms for turn_row in turns)
    return replace(
        row,
        turn=turn,
        bank=turns[0].bank + given_time,
        used_ms=used_ms,
        calendar_ms=sum(turn_row.calendar_ms for turn_row in turns),
        reminded_at_ms=used_ms,
        announced_stages=max(turn_row.announced_stages for turn_row in turns),
        late_at=next((turn_row.late_at for turn_row in turns if turn_row.late_at is not None), None),
        has_used_leave=max(turn_row.has_used_leave for turn_row in turns),
    )


async def store_ended_turn(
    tx: Transaction, old_row: ClockRow | None, row: ClockRow, hours: WakingHours, now: int
) -> None:
    """Store the ended turn when another turn of the seat begins; if turns were taken back, delete
    their stored clocks.
    """
    if old_row is None or old_row.turn == row.turn:
        return
    if old_row.turn and not await checkpoints.is_valid(tx, row.game, old_row.turn):
        for ended_row in await clocks.load_undone_turns(tx, row.game, row.seat, row.turn):
            await clocks.delete_ended_turns(tx, row.game, row.seat, ended_row.turn)
        return
    await clocks.save_ended_turn(tx, stop_clock_row(old_row, hours, now))


def build_clock(row: ClockRow | OpenQuestionRow) -> TurnClock:
    """Build the clock of a turn, or of a question off turn, which has no bank."""
    bank = row.bank if isinstance(row, ClockRow) else 0
    return TurnClock(bank, row.used_ms, row.running_since, row.calendar_ms)


def update_clock_row(row: Row, clock: TurnClock) -> Row:
    """Return the row with the times of this clock; the bank is that at the beginning of the turn."""
    return replace(row, used_ms=clock.used_ms, running_since=clock.running_since, calendar_ms=clock.calendar_ms)


def stop_clock_row(row: Row, hours: WakingHours, now: int) -> Row:
    """Return the row with its clock stopped now."""
    return update_clock_row(row, build_clock(row).stop(hours, now))


def _find_next_bank(turn_row: EndedTurnRow | ClockRow, pace: TimeControl) -> int:
    """Return the bank with which the next turn would have begun if no time had been given."""
    return TurnClock(turn_row.bank, turn_row.used_ms).begin_next_turn(pace, WakingHours(), 0).bank
