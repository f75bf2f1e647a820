"""A person asks for the next reminder of a question at another time: in three hours, tomorrow morning, on their return.

Clocks go on meanwhile; who wants them to stand still goes on leave.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.service import TableService
from bot.table.time import deadlines
from bot.table.time.hours import HOUR, Hours
from bot.table.time.lives import hours_of
from engines.kernel import Refused
from storage.messages import outbox
from storage.persons import absences
from storage.play import open_questions
from storage.play.open_questions import NEVER
from storage.time import timers
from storage.time.kinds import Timer

from . import calls, notes

HOURS, MORNING, BACK = "hours", "morning", "back"
SOON = 3 * HOUR
MORNING_HOUR = 9
"""For somebody who has told no nights."""


async def snooze(tables: TableService, live: LiveTable, person: Person, wish: str) -> int | None:
    """When the reminder comes; None: not before the person is back by themselves. Raises Refused."""
    seat = live.seat_or_refuse(person.id)
    live.playing()
    row = next((row for row in await open_questions.of_game(tables.db, live.id) if row.seat == seat), None)
    if row is None or seat not in live.waiting or live.seats[seat].called != person.id:
        raise Refused("table.refused.not_asked")
    now = tables.clock()
    until = await _until(tables, person, wish, now)
    async with tables.change(live, person) as tx:
        await open_questions.snooze(tx, live.id, seat, NEVER if until is None else until)
        await timers.cancel(tx, live.id, Timer.REMINDER, str(seat))
        ping = deadlines.ping_of(live, row)
        if until is not None and ping is not None and not deadlines.reminds(live):
            await calls.remind_at(tx, live, ping, until)
        await notes.unsay(tx, live.id, outbox.ping_key(row.seat, row.step, row.epoch, person.id), now)
        await deadlines.arm(tx, live, now)
    return until


async def _until(tables: TableService, person: Person, wish: str, now: int) -> int | None:
    if wish == BACK:
        away = await absences.of_person(tables.db, person.id, now)
        return away[0].until_at if away else None
    hours = (await hours_of(tables.db, [person.id])).get(person.id, Hours())
    return hours.wakes(now + SOON) if wish == HOURS else morning(hours, now)


def morning(hours: Hours, now: int) -> int:
    """When the person wakes from the next night that begins, or from the sleep or the absence that they are in; without
    known nights the next nine o'clock at which they are there.
    """
    if hours.night is not None:
        if not hours.is_awake(now):
            return hours.wakes(now)
        return next(end for start, end in hours.asleep(now, now + 48 * HOUR) if start > now)
    at = _nine(hours, now + 1)
    while not hours.is_awake(at):
        at = _nine(hours, hours.wakes(at))
    return at


def _nine(hours: Hours, at: int) -> int:
    """The first nine o'clock that is not before."""
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(hours.zone))
    nine = local.replace(hour=MORNING_HOUR, minute=0, second=0, microsecond=0)
    found = int(nine.timestamp() * 1000)
    return found if found >= at else int((nine + timedelta(days=1)).timestamp() * 1000)
