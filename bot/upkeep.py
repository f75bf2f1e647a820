"""What the database needs every hour: its log merged into the file, and how much it holds written beside it."""

from __future__ import annotations

import asyncio
import logging

from storage import Database, StorageError, extent

EVERY_S = 3600.0

log = logging.getLogger(__name__)


async def begin(db: Database) -> None:
    """At the start of the bot. Raises DatabaseUnavailable if the database once held more than it does now."""
    extent.check(db.path, await extent.measure(db))
    await once(db)


async def keep_up(db: Database, every: float = EVERY_S) -> None:
    """For ever, every so many seconds. A disk that refuses is logged, and asked again the next time."""
    while True:
        await asyncio.sleep(every)
        try:
            await once(db)
        except (StorageError, OSError):
            log.exception("%s: its log could not be merged", db.path)


async def once(db: Database) -> None:
    await db.merge_log()
    now = await extent.measure(db)
    await asyncio.to_thread(extent.keep, db.path, now)
