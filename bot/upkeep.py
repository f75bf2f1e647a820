"""What the database needs: its log merged into the file, bit by bit, and every hour as a whole; then how much it holds
is written beside it.
"""

from __future__ import annotations

import asyncio
import logging

from storage import Database, StorageError, extent

EVERY_S = 3600.0
MERGE_S = 1.0

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


async def keep_merging(db: Database, every: float = MERGE_S) -> None:
    """For ever: the log is kept short, so that no answer waits for its merging (`Database.merge_aside`)."""
    while True:
        await asyncio.sleep(every)
        try:
            await db.merge_aside()
        except (StorageError, OSError):
            log.exception("%s: its log could not be merged", db.path)


async def once(db: Database) -> None:
    await db.merge_log()
    now = await extent.measure(db)
    await asyncio.to_thread(extent.keep, db.path, now)
