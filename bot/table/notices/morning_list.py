"""A list by direct message every morning: the tables that wait for the person. None on a day on which none waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.table.knowing.summaries import tables_of
from bot.table.service import TableService
from bot.table.time.hours import HOUR, Hours
from bot.table.time.lives import quiet_hours
from storage import Source, Transaction
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import errands
from storage.persons.errands import ErrandRow

from .snooze import morning

log = logging.getLogger(__name__)

DIGEST = "digest"
"""An errand, and a kind of outbox row."""
LOOK_SECONDS = 30.0
AGAIN_MS = 60_000


async def next_morning(source: Source, person: int, now: int) -> int:
    """When the person wakes next."""
    return morning(await quiet_hours(source, person), now)


async def comes_back(tx: Transaction, person: int, now: int) -> None:
    """The list that was put off until the end of an absence comes with the next morning of somebody who is back before.
    The rows of the absence are changed already.
    """
    row = await errands.get(tx, person, DIGEST)
    hours = await quiet_hours(tx, person)
    if row is not None:
        await errands.put(tx, person, DIGEST, min(row.due_at, morning(hours, now)))


async def hours_changed(tx: Transaction, person: int, now: int) -> None:
    """The next list comes when the person wakes by the new hours: not after rest days or an absence that ended by the
    old ones. A list may have come today, and is not followed by another on the same day.
    """
    row, hours = await errands.get(tx, person, DIGEST), await quiet_hours(tx, person)
    if row is not None:
        away = any(start <= now < end for start, end in hours.away)
        await errands.put(tx, person, DIGEST, min(row.due_at, morning(hours, now) if away else _after(hours, now)))


async def run(tables: TableService, is_here: Callable[[], bool] = lambda: True) -> None:
    """Do errands as they fall due, for ever, while Discord can be reached."""
    while True:
        row = await errands.earliest(tables.db)
        if row is None or row.due_at > tables.clock() or not is_here():
            await asyncio.sleep(LOOK_SECONDS)
            continue
        try:
            await fire(tables, row)
        except Exception:  # this loop serves everybody
            log.exception("errand %s of person %d", row.kind, row.person)
            await asyncio.sleep(LOOK_SECONDS)


async def fire(tables: TableService, row: ErrandRow) -> None:
    """The next list is set in the transaction that writes this one, so that it comes once."""
    now = tables.clock()
    hours = await quiet_hours(tables.db, row.person)
    waiting = [one for one in await tables_of(tables.db, row.person) if one.calls]
    async with tables.db.transaction() as tx:
        if not hours.is_awake(now):  # the bot was away in the morning, or the person is on leave
            await errands.put(tx, row.person, row.kind, morning(hours, now))
            return
        await errands.put(tx, row.person, row.kind, _after(hours, now) if waiting else morning(hours, now))
        if waiting:
            await outbox.put(
                tx, game=waiting[0].row.id, kind=Saying.DIGEST, key=f"{row.person}.{row.due_at}", target=row.person,
                payload=b"", at=now, direct=True,
            )  # fmt: skip
    tables.wake()


def _after(hours: Hours, now: int) -> int:
    """The morning after a list that came now: one that came late is not followed by another on the same day."""
    at, zone = morning(hours, now), ZoneInfo(hours.zone)
    days = {datetime.fromtimestamp(one / 1000, zone).date() for one in (now, at)}
    return morning(hours, at) if len(days) == 1 and at < now + 12 * HOUR else at
