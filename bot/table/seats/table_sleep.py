"""Sleep: a table that nobody visits has no clock and no notifications. It is never deleted; the next move or press
wakes it.

It falls asleep when no person is left to notify, or when nobody has moved for four weeks although somebody could. Its
people are notified once after two weeks of sleep; after sixty days it is archived, which frees its channel.
"""

import logging
from dataclasses import replace

from bot.table.clock.availability import load_waking_hours
from bot.table.clock.waking_hours import DAY
from bot.table.notices import outbox
from bot.table.service.decision_batch import DecisionBatch
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from engines.kernel import Message, Refused
from storage import DuplicateRow, Transaction
from storage.kinds import OutboxKind, PauseReason, TimerKind
from storage.play import decisions, open_questions
from storage.play import games as game_rows
from storage.time import presence, timers
from storage.time.timers import TimerRow

from . import table_pauses

log = logging.getLogger(__name__)

IDLE_TIME, CALL_DELAY, ARCHIVE_DELAY = 28 * DAY, 14 * DAY, 60 * DAY
CHECK_INTERVAL = DAY // 4
"""Interval at which all tables are checked."""
CALL, ARCHIVE = "call", "archive"
"""Keys of the timers of a sleeping table."""


async def put_idle_tables_to_sleep(service: TableService) -> None:
    """Put tables to sleep at which nobody has moved for long. An error with one does not affect the others."""
    now = service.clock()
    for table_id in await game_rows.list_idle_games(service.db, now - IDLE_TIME, now):
        try:
            async with service.lock_table(table_id) as table, service.change(table) as tx:
                now = service.clock()  # a step of the clock may have been settled while the lock was awaited
                if table.is_playing and await _find_last_activity(tx, table, now) <= now - IDLE_TIME:
                    await begin_sleep(tx, table, now)
        except Exception:  # a damaged table may raise anything
            log.exception("table %d cannot fall asleep", table_id)


async def begin_sleep(tx: Transaction, table: Table, now: int) -> None:
    """Put the table to sleep, if it is awake."""
    if PauseReason.ASLEEP in table.pauses or not table.is_playing:
        return
    await table_pauses.begin_pause(tx, table, PauseReason.ASLEEP, now)
    await timers.cancel_timers(tx, table.id, TimerKind.SLEEP)
    await timers.set_timer(tx, table.id, TimerKind.SLEEP, CALL, now + CALL_DELAY)
    await timers.set_timer(tx, table.id, TimerKind.SLEEP, ARCHIVE, now + ARCHIVE_DELAY)
    await outbox.enqueue(
        tx,
        table,
        now,
        OutboxKind.NOTICE,
        f"asleep:{now}",
        outbox.Notice(Message("life.asleep", {}), further_buttons=("wake:",)),
    )


async def wake_table(tx: Transaction, table: Table, now: int) -> bool:
    """Wake the table. Returns False if it was awake. Raises Refused if its channel has another table by now."""
    if PauseReason.ASLEEP not in table.pauses:
        return False
    if table.is_archived:
        try:
            rev = await game_rows.set_archived(tx, table.id, None)
        except DuplicateRow as error:
            raise Refused("life.refused.archived_channel") from error
        table.row = replace(table.row, archived_at=None, rev=rev)
    await timers.cancel_timers(tx, table.id, TimerKind.SLEEP)
    await table_pauses.end_pause(tx, table, PauseReason.ASLEEP, now)
    await outbox.enqueue_button_removals(tx, table, now, "asleep", "asleep_call", "archived")
    await outbox.enqueue_notice(tx, table, now, "life.awake")
    return True


async def wake_after_answer(tx: Transaction, batch: DecisionBatch) -> None:
    """Wake the table when a person has answered."""
    if batch.person is not None:
        await wake_table(tx, batch.table, batch.now)


async def wake_for_person(service: TableService, table: Table, person: Person) -> None:
    """Wake the table for a person who pressed the button. Raises Refused if they have no seat, or would not be
    notified.
    """
    table.require_match()
    seat = table.require_seat(person.id)
    if PauseReason.ASLEEP not in table.pauses:
        raise Refused("life.refused.awake")
    if table.seats[seat].person_to_notify is None:
        raise Refused("relief.yours")
    async with service.change(table, person) as tx:
        await wake_table(tx, table, service.clock())


async def handle_timer(service: TableService, table: Table, row: TimerRow) -> None:
    """Handle the timer of a sleeping table: notify its people once, later archive it."""
    now = service.clock()
    async with service.change(table) as tx:
        if await timers.take_timer(tx, row.id) is None or not table.is_playing:
            return
        if row.key == CALL:
            people = tuple(assignment.person for assignment in table.held_seats if assignment.person is not None)
            notice = outbox.Notice(Message("life.asleep_call", {}), people, further_buttons=("wake:",))
            await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"asleep_call:{now}", notice)
        else:
            await _archive_table(tx, table, now)


async def _archive_table(tx: Transaction, table: Table, now: int) -> None:
    await outbox.enqueue(
        tx,
        table,
        now,
        OutboxKind.NOTICE,
        f"archived:{now}",
        outbox.Notice(Message("life.archived", {}), further_buttons=("wake:",)),
    )
    table.row = replace(table.row, archived_at=now, rev=await game_rows.set_archived(tx, table.id, now))
    await outbox.enqueue_card(tx, table, now)


async def _find_last_activity(tx: Transaction, table: Table, now: int) -> int:
    """Return when a player last moved or a seat changed hands, later by the outages since; the present if the table
    pauses or everybody is on holiday.
    """
    hours_by_person = await load_waking_hours(tx, [item.person for item in table.held_seats if item.person is not None])
    are_absent = [any(start <= now < end for start, end in hours.absences) for hours in hours_by_person.values()]
    if table.pauses or (are_absent and all(are_absent)):
        return now
    newest = await decisions.find_last_time(tx, table.id)
    last_change = max((item.began_at for item in table.tenures), default=0)
    times = [newest or 0, last_change, table.row.started_at or 0]
    if max(times) > now:  # by a clock that was ahead; the times of the present questions have moved back with it
        question_rows = await open_questions.load_open_questions(tx, table.id)
        times = [at for at in (*times, *(question.since_at for question in question_rows)) if at <= now]
    last = max(times, default=now)
    outages = await presence.load_outages(tx, table.row.guild_id, last)
    return last + sum(end - max(start, last) for start, end in outages)
