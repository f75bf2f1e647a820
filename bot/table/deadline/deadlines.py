"""Deadlines: when a question answers itself, or its player is late, by the clock of the seat that is asked.

Timers follow from the stored clocks, pauses and people's hours alone, so they may be set again at any time.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from bot.table.clock import time_control
from bot.table.clock.availability import load_counting_hours
from bot.table.clock.time_control import PACES, TimeControl
from bot.table.clock.waking_hours import DAY, HOUR, WAKING_DAY, WakingHours
from bot.table.deadline import seat_clock
from bot.table.deadline.seat_clock import SeatClock
from bot.table.state.notification_payload import TurnNotification, encode_payload
from bot.table.state.settings import FIXED
from bot.table.state.table import Table
from engines.kernel import Prompt, Seat
from storage import Source, Transaction
from storage.kinds import TimerKind
from storage.persons import people
from storage.play import decisions, open_questions
from storage.play.open_questions import FAR_FUTURE, OpenQuestionRow
from storage.time import clocks, presence, timers
from storage.time.clocks import ClockRow
from storage.time.timers import DEADLINE_KINDS

ALWAYS_AWAKE = WakingHours()
"""A table that counts wall-clock hours also counts those of the night."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """An event that happens to a seat at a time."""

    kind: Literal[TimerKind.TIMEOUT, TimerKind.LATE]
    """TIMEOUT: the question answers itself. LATE: the seat is late."""
    seat: Seat  # of whom the answer or turn is due
    due_at: int  # Unix milliseconds


def find_time_control(table: Table) -> TimeControl | None:
    """Return the table's time control; None: no clock. Tables of early versions keep their wall-clock hours."""
    if table.settings.pace == FIXED:
        hours = table.settings.timeout_hours
        return None if hours is None else TimeControl(hours * HOUR, 0, 0, hours * HOUR)
    return PACES.get(table.settings.pace)


def has_clock_reminders(table: Table) -> bool:
    """Return whether the clock determines the reminders; else the table's interval does (`turn_notifications`)."""
    return table.settings.pace in PACES


def list_seats_on_turn(table: Table) -> frozenset[Seat]:
    """Return the seats that answer on the clock of a turn: the seat on turn, or all seats asked if none is on turn; off
    turn also seats whose question has no default answer.
    """
    if table.game.turn_info is None or table.match is None:
        return frozenset()
    turn, seats = table.seat_on_turn, []
    for seat in table.waiting:
        prompt = table.match.find_prompt(seat)
        if turn in (None, seat) or (prompt is not None and prompt.default is None):
            seats.append(seat)
    return frozenset(seats)


def is_answered_by_timeout(table: Table, prompt: Prompt) -> bool:
    """Return whether the default answer is given when the clock runs out; on one's own turn only at tables of early
    versions.
    """
    return prompt.default is not None and (table.settings.pace == FIXED or prompt.seat not in list_seats_on_turn(table))


async def arm_timers(tx: Transaction, table: Table, now: int) -> None:
    """Set the deadline and reminder of every seat that was notified, and cancel those of questions that are gone.

    The questions of one's own turn share one clock, which stops while others are asked; a question off turn has
    a short clock of its own. A clock runs only after the notification was sent, and never while the table pauses.
    """
    pace = find_time_control(table)
    if pace is None:
        return
    open_rows = await _load_open_rows(tx, table)
    notified_seats = (
        {seat for seat, row in open_rows.items() if row.notified_at is not None} if not table.pauses else set()
    )
    running = await _run_clocks(tx, table, pace, open_rows, notified_seats, now)
    wanted_timers: dict[tuple[str, str], tuple[int, bytes]] = {}
    for seat, clock in running.items():
        due = _find_deadline(table, seat, clock)
        if due is not None:
            wanted_timers[due.kind, _build_timer_key(table, due)] = max(now, due.due_at), b""
        notification = build_notification(table, open_rows[seat])
        at = await _find_reminder_time(tx, table, open_rows[seat], clock, now)
        if notification is not None and at is not None:
            wanted_timers[TimerKind.REMINDER, str(seat)] = at, encode_payload(notification)
    kinds = _list_timer_kinds(table)
    wanted_timers = {name: due for name, due in wanted_timers.items() if name[0] in kinds}
    for row in await timers.load_timers(tx, table.id):
        if row.kind in kinds and (row.kind, row.key) not in wanted_timers:
            await timers.cancel_timers(tx, table.id, row.kind, row.key)
        elif row.kind in kinds and wanted_timers[row.kind, row.key][0] in (row.due_at, max(now, row.due_at)):
            del wanted_timers[row.kind, row.key]
    for (kind, key), (at, payload) in wanted_timers.items():
        await timers.set_timer(tx, table.id, kind, key, at, payload)


async def start_clock(tx: Transaction, table: Table, seat: Seat, step: int, epoch: int, now: int) -> None:
    """Record that the notification of this question was sent: from now on its clock runs."""
    await open_questions.mark_notified(tx, table.id, seat, step=step, epoch=epoch, at=now)
    if table.is_playing:
        await arm_timers(tx, table, now)


async def stop_clocks(tx: Transaction, table: Table, now: int) -> None:
    """Stop every clock at `now`, until `arm_timers`."""
    pace = find_time_control(table)
    if pace is not None:
        await _run_clocks(tx, table, pace, await _load_open_rows(tx, table), set(), now)


async def stop_clocks_and_timers(tx: Transaction, table: Table, now: int) -> None:
    """Stop every clock at `now` and cancel its timers, until `arm_timers`."""
    if find_time_control(table) is None:
        return
    await stop_clocks(tx, table, now)
    for kind in _list_timer_kinds(table):
        await timers.cancel_timers(tx, table.id, kind)


async def load_turn_clock(source: Source, table: Table, seat: Seat) -> SeatClock | None:
    """Return the clock of a seat's own turn; None: the table has none, or the seat has not been on turn yet."""
    pace, row = find_time_control(table), (await clocks.load_clocks(source, table.id)).get(seat)
    if pace is None or row is None:
        return None
    return _build_turn_clock(
        row, pace, (await load_hours(source, table))[seat], await presence.load_grace_end(source, table.row.guild_id)
    )


async def load_question_clock(source: Source, table: Table, seat: Seat) -> SeatClock | None:
    """Return the clock of the seat's open question, on or off turn; None: no clock, or the seat is not asked."""
    return (await load_clocks(source, table)).get(seat)


async def load_clocks(source: Source, table: Table) -> dict[Seat, SeatClock]:
    """Return the clocks of all seats that are asked, running or not."""
    pace = find_time_control(table)
    if pace is None:
        return {}
    clock_rows, hours = await clocks.load_clocks(source, table.id), await load_hours(source, table)
    grace, turn_seats = await presence.load_grace_end(source, table.row.guild_id), list_seats_on_turn(table)
    clocks_by_seat = {}
    for seat, row in (await _load_open_rows(source, table)).items():
        if seat not in turn_seats:
            clocks_by_seat[seat] = _build_question_clock(row, pace, hours[seat], grace)
        elif seat in clock_rows and clock_rows[seat].turn == table.base_n:
            clocks_by_seat[seat] = _build_turn_clock(clock_rows[seat], pace, hours[seat], grace, row.notified_at)
    return clocks_by_seat


async def list_shown_deadlines(
    source: Source, table: Table, now: int, notified_seats: Collection[Seat] = ()
) -> dict[Seat, Deadline]:
    """Return the deadlines to show on the card, by seat. notified_seats: seats that are being notified now."""
    pace = find_time_control(table)
    if pace is None or table.pauses:
        return {}
    clocks_now, hours = await load_clocks(source, table), await load_hours(source, table)
    clock_rows, grace = (
        await clocks.load_clocks(source, table.id),
        await presence.load_grace_end(source, table.row.guild_id),
    )
    deadlines = {}
    for seat in table.waiting:
        clock = clocks_now.get(seat)
        if clock is None or (clock.clock.running_since is None and seat in notified_seats):
            if seat not in notified_seats:
                continue
            if clock is None:
                row = await seat_clock.find_turn_row(source, clock_rows.get(seat), table, seat, pace, hours[seat], now)
                clock = _build_turn_clock(row, pace, hours[seat], grace, now)
            clock = clock._replace(clock=clock.clock.start(now))
        due = _find_deadline(table, seat, clock._replace(stages_announced=0))
        if due is not None:
            deadlines[seat] = due
    return deadlines


async def give_time(tx: Transaction, table: Table, seat: Seat, waking: int, now: int) -> None:
    """Add waking time to the seat's bank. For each waking day the limit by the calendar moves by a day."""
    row = (await clocks.load_clocks(tx, table.id)).get(seat)
    if row is not None:
        if row.running_since is not None:  # leave counts again from now on, not for the time before
            row = time_control.stop_clock_row(row, (await load_hours(tx, table))[seat], now)
            row = replace(row, running_since=now)
        row = replace(row, bank=row.bank + waking, calendar_ms=row.calendar_ms - waking * DAY // WAKING_DAY)
        await clocks.save_clock(tx, replace(row, announced_stages=0, late_at=None))
        await arm_timers(tx, table, now)


async def record_stages(tx: Transaction, table: Table, seat: Seat, stages: int, now: int) -> None:
    """Record that this many stages of the seat's lateness were announced."""
    row = (await clocks.load_clocks(tx, table.id)).get(seat)
    if row is not None:
        await clocks.save_clock(tx, replace(row, announced_stages=stages, late_at=row.late_at or now))
        await arm_timers(tx, table, now)


async def record_automatic_leave(tx: Transaction, table: Table, seat: Seat) -> bool:
    """Record that leave is used automatically in the seat's turn. Returns False if it was before, or the seat has not
    decided anything yet.
    """
    row = (await clocks.load_clocks(tx, table.id)).get(seat)
    if (
        row is None
        or row.has_used_leave
        or not any(decision_row.seat == seat for decision_row in await decisions.load_active(tx, table.id))
    ):
        return False
    await clocks.save_clock(tx, replace(row, has_used_leave=1))
    return True


async def record_reminder(tx: Transaction, table: Table, seat: Seat, now: int) -> None:
    """Record that the person was reminded; reminders that are overdue now are not repeated."""
    clock, open_row = await load_question_clock(tx, table, seat), (await _load_open_rows(tx, table)).get(seat)
    if clock is None or open_row is None:
        return
    used_ms = max(clock.clock.compute_used_time(clock.hours, now), 1)
    if clock.turn is None:
        await open_questions.set_clock(tx, replace(open_row, reminded_at_ms=used_ms))
    else:
        row = (await clocks.load_clocks(tx, table.id))[seat]
        await clocks.save_clock(tx, replace(row, reminded_at_ms=used_ms))
    await arm_timers(tx, table, now)


async def find_reminder_due(source: Source, table: Table, seat: Seat, now: int) -> int | None:
    """Return when the person is to be reminded, if later than now; None: now, or the clock does not determine it."""
    clock, row = await load_question_clock(source, table, seat), (await _load_open_rows(source, table)).get(seat)
    if clock is None or row is None or not has_clock_reminders(table):
        return None
    at = await _find_reminder_time(source, table, row, clock, now)
    return at if at is not None and at > now else None


def build_notification(table: Table, row: OpenQuestionRow, count: int = 1) -> TurnNotification | None:
    """Build the notification of an open question; None: nobody is notified there."""
    person = table.seats[row.seat].person_to_notify
    return None if person is None else TurnNotification(row.seat, row.step, row.epoch, person, count)


def _list_timer_kinds(table: Table) -> tuple[str, ...]:
    """Return the kinds of timers that the clocks determine."""
    return (*DEADLINE_KINDS, TimerKind.REMINDER) if has_clock_reminders(table) else DEADLINE_KINDS


async def _load_open_rows(source: Source, table: Table) -> dict[Seat, OpenQuestionRow]:
    """Return the open questions that a person has to answer, by seat."""
    rows = await open_questions.load_open_questions(source, table.id)
    return {
        row.seat: row
        for row in rows
        if row.seat in table.waiting and table.seats[row.seat].person_to_notify is not None
    }


def _find_deadline(table: Table, seat: Seat, clock: SeatClock) -> Deadline | None:
    prompt = None if table.match is None else table.match.find_prompt(seat)
    if prompt is None or clock.runs_out_at is None:
        return None
    if is_answered_by_timeout(table, prompt):
        return Deadline(TimerKind.TIMEOUT, seat, clock.runs_out_at)
    at = None if clock.turn is None else clock.find_stage_time(clock.stages_announced)
    return None if at is None else Deadline(TimerKind.LATE, seat, at)


def _build_timer_key(table: Table, due: Deadline) -> str:
    ref = table.build_question_ref(due.seat)
    assert ref is not None
    return ref.encode() if due.kind == TimerKind.TIMEOUT else str(due.seat)


async def _find_reminder_time(
    source: Source, table: Table, row: OpenQuestionRow, clock: SeatClock, now: int
) -> int | None:
    """Return when the person is reminded; None: never."""
    if table.row.reminder_hours is None:
        return None
    if row.snoozed_until is not None:
        return None if row.snoozed_until == FAR_FUTURE else clock.hours.find_wake_time(max(now, row.snoozed_until))
    person = await people.load_person(source, table.seats[row.seat].person_to_notify or 0)
    own_interval = None if person is None or person.remind_hours is None else person.remind_hours * HOUR
    return clock.find_reminder_time(own_interval, now)


async def _run_clocks(
    tx: Transaction,
    table: Table,
    pace: TimeControl,
    open_rows: dict[Seat, OpenQuestionRow],
    notified_seats: Collection[Seat],
    now: int,
) -> dict[Seat, SeatClock]:
    """Start the clocks of these seats, stop all others, and return those that run."""
    stored_rows, hours, turn_seats = (
        await clocks.load_clocks(tx, table.id),
        await load_hours(tx, table),
        list_seats_on_turn(table),
    )
    grace = await presence.load_grace_end(tx, table.row.guild_id)
    running = {}
    for seat in sorted({*stored_rows, *(turn_seats & set(notified_seats))}):
        row = stored_rows.get(seat)
        runs = seat in turn_seats and seat in notified_seats
        if runs or (seat in turn_seats and row is not None and await seat_clock.is_taken_back(tx, row)):
            old_row, row = row, await seat_clock.find_turn_row(tx, row, table, seat, pace, hours[seat], now)
            await time_control.store_ended_turn(tx, old_row, row, hours[seat], now)
        if row is not None and runs:
            row = seat_clock.start_clock(row, hours[seat], now)
            running[seat] = _build_turn_clock(row, pace, hours[seat], grace, open_rows[seat].notified_at)
        elif row is not None:
            row = time_control.stop_clock_row(row, hours[seat], now)
        if row is not None and row != stored_rows.get(seat):
            await clocks.save_clock(tx, row)
    for seat, question in open_rows.items():
        clock = time_control.build_clock(question)
        if seat in notified_seats and seat not in turn_seats:
            clock = clock.start(now) if clock.running_since is None else clock.settle(hours[seat])
            running[seat] = _build_question_clock(
                time_control.update_clock_row(question, clock), pace, hours[seat], grace
            )
        else:
            clock = clock.stop(hours[seat], now)
        question_row = time_control.update_clock_row(question, clock)
        if question_row != question:
            await open_questions.set_clock(tx, question_row)
    return running


async def load_hours(source: Source, table: Table, *, includes_automatic: bool = True) -> dict[Seat, WakingHours]:
    """Return the hours that count for each seat at this table. includes_automatic=False: the hours in which its
    person may be notified.
    """
    if table.settings.pace == FIXED:
        return dict.fromkeys(range(len(table.seats)), ALWAYS_AWAKE)
    people_by_seat = {
        assignment.seat: person
        for assignment in table.seats
        if (person := assignment.substitute or assignment.person) is not None
    }
    clock_rows, since = await clocks.load_clocks(source, table.id), table.row.started_at or 0
    hours_by_seat = await load_counting_hours(
        source,
        people_by_seat,
        clock_rows,
        turn=table.base_n,
        since=since,
        days=table.settings.leave_days,
        includes_automatic=includes_automatic,
    )
    return {seated.seat: hours_by_seat.get(seated.seat, ALWAYS_AWAKE) for seated in table.seats}


def _build_turn_clock(
    row: ClockRow, pace: TimeControl, hours: WakingHours, grace: int, called_at: int | None = None
) -> SeatClock:
    """Build the clock of a turn. A person notified just now has an hour of their day, however little time is left."""
    if called_at is not None:
        grace = max(grace, hours.add_waking_time(called_at, HOUR))
    clock = time_control.build_clock(row).settle(hours)
    return SeatClock(row.turn, clock, pace, hours, row.reminded_at_ms, row.announced_stages, grace)


def _build_question_clock(row: OpenQuestionRow, pace: TimeControl, hours: WakingHours, grace: int) -> SeatClock:
    clock = time_control.build_clock(row).settle(hours)
    return SeatClock(None, clock, pace.off_turn_control, hours, row.reminded_at_ms, 0, grace)
