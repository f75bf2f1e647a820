"""The timer worker: notifications, reminders, time-outs, tables that close. One task sleeps until
the earliest timer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial

import msgspec

from bot.table import consent
from bot.table.deadline import deadlines
from bot.table.lobby import expiry
from bot.table.notices import notify_targets, turn_notifications
from bot.table.play import answers
from bot.table.seats import escalation, open_seats, substitutes, table_pauses, table_sleep
from bot.table.service.table_service import TableService
from bot.table.state.notification_payload import TurnNotification
from bot.table.state.table import QuestionRef, Table
from engines.kernel import Refused
from storage import ForeignTable, StorageError, retry_while_unavailable
from storage.kinds import TimerKind
from storage.play import open_questions
from storage.time import timers
from storage.time.timers import TimerRow

log = logging.getLogger(__name__)


AWAY_SECONDS = 1.0
"""Interval at which to check whether the bot can be reached again."""
RETRY_MS = 60_000
"""Delay before a timer that failed is tried again."""


async def run(service: TableService, list_attended_shards: Callable[[], frozenset[int]]) -> None:
    """Serve timers as they fall due, until cancelled. list_attended_shards: the shards at whose tables answers could
    have arrived; at others nothing is due.
    """
    sleep_check_at = service.clock() + table_sleep.CHECK_INTERVAL
    while True:
        shards = list_attended_shards()
        if not shards:
            await asyncio.sleep(AWAY_SECONDS)
            continue
        service.timers_changed.clear()
        row = await retry_while_unavailable(partial(timers.load_next_timer, service.db, shards))
        now = service.clock()
        if not shards <= list_attended_shards():  # e.g. the clock has stepped since the last look
            continue
        if row is not None and row.due_at <= now:
            await serve_timer(service, row)
            continue
        sleep_check_at = min(sleep_check_at, now + table_sleep.CHECK_INTERVAL)  # the clock may have been set back
        if sleep_check_at <= now:
            sleep_check_at = now + table_sleep.CHECK_INTERVAL
            await _put_idle_tables_to_sleep(service)
        wait = (sleep_check_at - now if row is None else min(sleep_check_at, row.due_at) - now) / 1000
        if not shards.issuperset(service.db.ownership.served_shards):
            wait = min(wait, AWAY_SECONDS)
        # Not wait_for: before Python 3.12 it loses a cancellation that coincides with the event.
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await service.timers_changed.wait()


async def _put_idle_tables_to_sleep(service: TableService) -> None:
    try:
        await table_sleep.put_idle_tables_to_sleep(service)
    except StorageError:
        log.exception("tables at which nothing happens could not be looked for")


async def serve_timer(service: TableService, row: TimerRow) -> None:
    """Serve a timer, once. A timer that is out of date (its question was answered) does nothing.

    An error with one table (a damaged row, a full disk) does not stop the timers of the others: it is tried again
    later.
    """
    try:
        async with service.lock_table(row.game) as table:
            await HANDLERS[row.kind](service, table, row)
    except ForeignTable:
        return  # given back since the timer was found: its new process serves it
    except Refused as reason:
        log.info("timer %s of table %d: %s", row.kind, row.game, reason)
        await _remove_timer(service, row)
    except Exception:  # rules that have changed may raise anything
        log.exception("timer %s of table %d", row.kind, row.game)
        await _postpone_timer(service, row)


async def _remove_timer(service: TableService, row: TimerRow) -> None:
    try:
        async with service.db.transaction() as tx:
            await timers.take_timer(tx, row.id)
    except StorageError:
        log.exception("timer %s of table %d could not be taken away", row.kind, row.game)
        await asyncio.sleep(RETRY_MS / 1000)


async def _postpone_timer(service: TableService, row: TimerRow) -> None:
    try:
        async with service.db.transaction() as tx:
            await timers.set_timer(tx, row.game, row.kind, row.key, service.clock() + RETRY_MS, row.payload)
    except StorageError:
        log.exception("timer %s of table %d could not be put off", row.kind, row.game)
        await asyncio.sleep(RETRY_MS / 1000)


async def _handle_reminder(service: TableService, table: Table, row: TimerRow) -> None:
    """Remind a player who is still asked, in waking hours, and set the next reminder."""
    stored_notification = msgspec.json.decode(row.payload, type=TurnNotification)
    now = service.clock()
    async with service.db.transaction() as tx:
        question = next(
            (q for q in await open_questions.load_open_questions(tx, table.id) if q.seat == stored_notification.seat),
            None,
        )
        notification = (
            None
            if question is None or stored_notification.seat not in table.waiting
            else deadlines.build_notification(table, question)
        )
        if await timers.take_timer(tx, row.id) is None or notification is None or table.row.reminder_hours is None:
            return
        if (
            question is not None
            and question.notified_at is None
            and await turn_notifications.is_undelivered(tx, table, stored_notification)
        ):
            await turn_notifications.schedule_reminder(tx, table, stored_notification, now)
        elif (
            due := await turn_notifications.find_postponed_reminder_time(tx, table, stored_notification, now)
        ) is None:
            next_reminder = msgspec.structs.replace(notification, count=stored_notification.count + 1)
            await turn_notifications.enqueue_reminder(tx, table, next_reminder, now)
            await turn_notifications.schedule_reminder(tx, table, next_reminder, now)
        else:
            await timers.set_timer(tx, table.id, TimerKind.REMINDER, row.key, due, row.payload)
    service.wake_workers()


async def _handle_notification(service: TableService, table: Table, row: TimerRow) -> None:
    """Notify a player on waking who was asked while asleep, if the question is still open."""
    notification = msgspec.json.decode(row.payload, type=TurnNotification)
    now = service.clock()
    async with service.db.transaction() as tx:
        open_questions_now = {(q.seat, q.step, q.epoch) for q in await open_questions.load_open_questions(tx, table.id)}
        if (
            await timers.take_timer(tx, row.id) is None
            or (notification.seat, notification.step, notification.epoch) not in open_questions_now
        ):
            return
        if (
            wake_time := await turn_notifications.find_wake_time(tx, table, notification.seat, now)
        ) > now:  # the bot was away when the night ended
            await timers.set_timer(tx, table.id, TimerKind.POSTPONED_NOTIFICATION, row.key, wake_time, row.payload)
        else:
            await turn_notifications.enqueue_notification(tx, table, notification, now)
    service.wake_workers()


async def _handle_time_out(service: TableService, table: Table, row: TimerRow) -> None:
    """Answer the question with its default. A timer without a question is removed; one that comes too early (the bot
    was away) is set again.
    """
    ref = QuestionRef.decode(row.key)
    prompt = table.require_prompt(ref) if ref == table.build_question_ref(ref.seat) else None
    default_answer = None if prompt is None else prompt.timeout_answer
    if default_answer is None or ref.seat not in table.waiting or not table.is_playing:
        await _remove_timer(service, row)
        return
    clock = await deadlines.load_question_clock(service.db, table, ref.seat)
    if clock is None or clock.runs_out_at is None or clock.runs_out_at > service.clock():
        async with service.db.transaction() as tx:
            await timers.take_timer(tx, row.id)
            await deadlines.arm_timers(tx, table, service.clock())
        service.wake_workers()
        return
    await answers.apply_decision(service, table, ref, default_answer, "timeout")


async def _handle_quiet_hours_end(service: TableService, table: Table, row: TimerRow) -> None:
    """Send the postponed sentences, because quiet hours have ended."""
    async with service.db.transaction() as tx:
        if await timers.take_timer(tx, row.id) is not None:
            await notify_targets.send_postponed(tx, table, row, service.clock())
    service.wake_workers()


HANDLERS: Mapping[str, Callable[[TableService, Table, TimerRow], Awaitable[None]]] = {
    TimerKind.POSTPONED_NOTIFICATION: _handle_notification,
    TimerKind.QUIET_HOURS_END: _handle_quiet_hours_end,
    TimerKind.REMINDER: _handle_reminder,
    TimerKind.TIMEOUT: _handle_time_out,
    TimerKind.LATE: escalation.handle_late_timer,
    TimerKind.EXPIRY: expiry.handle_timer,
    TimerKind.OPEN_SEAT: open_seats.handle_timer,
    TimerKind.SUBSTITUTE_END: substitutes.handle_timer,
    TimerKind.PAUSE_END: table_pauses.handle_timer,
    TimerKind.SLEEP: table_sleep.handle_timer,
    TimerKind.REQUEST: consent.handle_timer,
}
