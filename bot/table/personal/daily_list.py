"""Daily list by direct message: the tables that wait for the person, sent in the morning. No list
on days without any. The worker serves all other timers of people, too (`HANDLERS`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.table.clock.availability import load_quiet_hours
from bot.table.clock.waking_hours import HOUR, WakingHours
from bot.table.player_records.table_list import load_table_list
from bot.table.service.table_service import TableService
from storage import Source, StorageError, Transaction, retry_while_unavailable
from storage.kinds import InboxKind
from storage.messages import inbox_rows
from storage.time import timers
from storage.time.timers import PersonTimerRow

from . import table_inbox
from .personal_data import ERASURE, RETRY_AFTER, finish_erasure
from .snooze import find_morning

log = logging.getLogger(__name__)

DAILY_LIST = "digest"
"""Kind of the person's timer, and of the outbox row."""
CHECK_SECONDS = 30.0


async def find_next_morning(source: Source, person: int, now: int) -> int:
    """Return when the person wakes next."""
    return find_morning(await load_quiet_hours(source, person), now)


async def bring_list_forward(tx: Transaction, person: int, now: int) -> None:
    """Bring the list forward that was postponed to the end of an absence, because the person is back earlier.

    Call it after the absence rows were changed.
    """
    row = await timers.load_person_timer(tx, person, DAILY_LIST)
    hours = await load_quiet_hours(tx, person)
    if row is not None:
        await timers.set_person_timer(tx, person, DAILY_LIST, min(row.due_at, find_morning(hours, now)))


async def apply_new_hours(tx: Transaction, person: int, now: int) -> None:
    """Move the next list to the morning by the new hours, and not to the end of rest days or absences by the old ones.

    A list may have come today; there is at most one a day.
    """
    row, hours = await timers.load_person_timer(tx, person, DAILY_LIST), await load_quiet_hours(tx, person)
    if row is not None:
        is_absent = any(start <= now < end for start, end in hours.absences)
        await timers.set_person_timer(
            tx,
            person,
            DAILY_LIST,
            min(row.due_at, find_morning(hours, now) if is_absent else _find_next_list(hours, now)),
        )


async def run(service: TableService, is_here: Callable[[], bool] = lambda: True) -> None:
    """Carry out the timers of people as they fall due, as long as Discord can be reached."""
    while True:
        row = await retry_while_unavailable(lambda: timers.load_next_person_timer(service.db))
        if row is None or row.due_at > service.clock() or not is_here():
            await asyncio.sleep(CHECK_SECONDS)
            continue
        try:
            await HANDLERS[row.kind](service, row)
        except Exception:  # this loop serves everybody
            log.exception("errand %s of person %d", row.kind, row.person)
            await _postpone_timer(service, row)


async def _postpone_timer(service: TableService, row: PersonTimerRow) -> None:
    """Let a timer that failed be tried again later, so that those of the others come before it."""
    try:
        async with service.db.transaction() as tx:
            await timers.postpone_person_timer(tx, row, service.clock() + RETRY_AFTER)
    except StorageError:
        log.exception("errand %s of person %d could not be put off", row.kind, row.person)
        await asyncio.sleep(CHECK_SECONDS)


async def send_daily_list(service: TableService, row: PersonTimerRow) -> None:
    """Send the list and set the next one in the same transaction, so that each comes once: none if the person has
    cancelled it meanwhile, or another process serves the person by now and has sent it.
    """
    hours = await load_quiet_hours(service.db, row.person)
    waiting = [entry for entry in await load_table_list(service.db, row.person) if entry.is_waiting]
    async with service.db.transaction() as tx:
        now = service.clock()
        is_due = bool(waiting) and hours.is_awake(now)  # not after a morning without the bot, or on leave
        next_at = _find_next_list(hours, now) if is_due else find_morning(hours, now)
        if not await timers.postpone_person_timer(tx, row, next_at) or not is_due:
            return
        own_table_id = next((entry.row.id for entry in waiting if tx.ownership.owns(entry.row.guild_id)), None)
        if own_table_id is not None:
            await table_inbox.enqueue_list(tx, own_table_id, row.person, row.due_at, now)
        else:  # rows of a table are written by its own process alone
            due_at = str(row.due_at).encode()
            await inbox_rows.add_rows(tx, [waiting[0].row.id], InboxKind.LIST_DUE, row.person, now, due_at)
    service.wake_workers()


def _find_next_list(hours: WakingHours, now: int) -> int:
    """Return the morning after a list that came now: on the next day, also if this one came late."""
    at, zone = find_morning(hours, now), ZoneInfo(hours.zone)
    days = {datetime.fromtimestamp(list_time / 1000, zone).date() for list_time in (now, at)}
    return find_morning(hours, at) if len(days) == 1 and at < now + 12 * HOUR else at


HANDLERS: Mapping[str, Callable[[TableService, PersonTimerRow], Awaitable[None]]] = {
    DAILY_LIST: send_daily_list,
    ERASURE: finish_erasure,
}
