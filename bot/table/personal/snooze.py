"""Snooze: move the next reminder of a question: in three hours, tomorrow morning, on the person's return.

Clocks keep running; to stop them a person takes leave.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.table.clock.availability import load_waking_hours
from bot.table.clock.waking_hours import HOUR, WakingHours
from bot.table.deadline import deadlines
from bot.table.notices import notes, turn_notifications
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from engines.kernel import Refused
from storage.kinds import TimerKind
from storage.messages import outbox_rows
from storage.persons import absences
from storage.play import open_questions
from storage.play.open_questions import FAR_FUTURE
from storage.time import timers

HOURS, MORNING, BACK = "hours", "morning", "back"
SNOOZE_TIME = 3 * HOUR
MORNING_HOUR = 9
"""Morning of a person who has not set a night."""


async def snooze_reminder(service: TableService, table: Table, person: Person, choice: str) -> int | None:
    """Move the reminder. Returns when it comes; None: not before the person returns by themselves. Raises Refused."""
    seat = table.require_seat(person.id)
    table.require_match()
    row = next(
        (row for row in await open_questions.load_open_questions(service.db, table.id) if row.seat == seat), None
    )
    if row is None or seat not in table.waiting or table.seats[seat].person_to_notify != person.id:
        raise Refused("table.refused.not_asked")
    now = service.clock()
    until = await _find_snooze_end(service, person, choice, now)
    async with service.change(table, person) as tx:
        await open_questions.snooze_reminders(tx, table.id, seat, FAR_FUTURE if until is None else until)
        await timers.cancel_timers(tx, table.id, TimerKind.REMINDER, str(seat))
        notification = deadlines.build_notification(table, row)
        if until is not None and notification is not None and not deadlines.has_clock_reminders(table):
            await turn_notifications.set_reminder_timer(tx, table, notification, until)
        await notes.retract_message(
            tx, table.id, outbox_rows.build_notification_key(row.seat, row.step, row.epoch, person.id), now
        )
        await deadlines.arm_timers(tx, table, now)
    return until


async def _find_snooze_end(service: TableService, person: Person, choice: str, now: int) -> int | None:
    if choice == BACK:
        absence_rows = await absences.load_absences(service.db, person.id, now)
        return absence_rows[0].until_at if absence_rows else None
    hours = (await load_waking_hours(service.db, [person.id])).get(person.id, WakingHours())
    return hours.find_wake_time(now + SNOOZE_TIME) if choice == HOURS else find_morning(hours, now)


def find_morning(hours: WakingHours, now: int) -> int:
    """Return the person's next morning.

    The end of the next night that begins, or of the present sleep or absence; without a known night the next nine
    o'clock at which they are awake.
    """
    if hours.night is not None:
        if not hours.is_awake(now):
            return hours.find_wake_time(now)
        return next(end for start, end in hours.list_sleep_spans(now, now + 48 * HOUR) if start > now)
    at = _find_nine_o_clock(hours, now + 1)
    while not hours.is_awake(at):
        at = _find_nine_o_clock(hours, hours.find_wake_time(at))
    return at


def _find_nine_o_clock(hours: WakingHours, at: int) -> int:
    """Return the first nine o'clock at or after this time."""
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(hours.zone))
    nine = local.replace(hour=MORNING_HOUR, minute=0, second=0, microsecond=0)
    nine_at = int(nine.timestamp() * 1000)
    return nine_at if nine_at >= at else int((nine + timedelta(days=1)).timestamp() * 1000)
