"""A list by direct message every morning: the tables that wait for the person. None on a day on which none waits."""

from __future__ import annotations

import asyncio
import logging

from bot.table.service import TableService
from bot.table.time.hours import Hours
from bot.table.time.lives import hours_of
from storage import Source
from storage.messages import outbox
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
    return morning((await hours_of(source, [person])).get(person, Hours()), now)


async def run(tables: TableService) -> None:
    """Do errands as they fall due, for ever."""
    while True:
        row = await errands.earliest(tables.db)
        if row is None or row.due_at > tables.clock():
            await asyncio.sleep(LOOK_SECONDS)
            continue
        try:
            await fire(tables, row)
        except Exception:
            log.exception("errand %s of person %d", row.kind, row.person)
            await asyncio.sleep(LOOK_SECONDS)


async def fire(tables: TableService, row: ErrandRow) -> None:
    """The next list is set in the transaction that writes this one, so that it comes once."""
    now = tables.clock()
    hours = (await hours_of(tables.db, [row.person])).get(row.person, Hours())
    waiting = [one for one in await tables.tables_of(row.person) if one.mine]
    async with tables.db.transaction() as tx:
        if not hours.is_awake(now):  # the bot was away in the morning, or the person is on leave
            await errands.put(tx, row.person, row.kind, hours.wakes(now))
            return
        await errands.put(tx, row.person, row.kind, morning(hours, now))
        if waiting:
            await outbox.put(
                tx, game=waiting[0].row.id, kind=DIGEST, key=f"{row.person}.{row.due_at}", target=row.person,
                payload=b"", at=now, direct=True,
            )  # fmt: skip
    tables.wake()
