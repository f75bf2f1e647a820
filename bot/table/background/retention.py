"""Retention: delete old interaction ids and sent rows, and compress games that ended long ago.

It works in small batches, so that no interaction has to wait.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.table.clock.waking_hours import DAY, MINUTE
from bot.table.service.table_service import TableService
from bot.table.state.stored_match import pack_states
from storage import ForeignTable, StorageError, Transaction
from storage.kinds import Job
from storage.messages import forwarded_rows, interactions, outbox_rows
from storage.persons import people
from storage.play import checkpoints
from storage.time import presence

log = logging.getLogger(__name__)

RETENTION = 30 * DAY
EVERY_SECONDS = DAY / 1000
FIRST_SECONDS = 600.0
"""Delay of the first run, so that waiting posts are sent first."""
BATCH_SIZE = 500
"""Rows in one transaction."""
PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class TrimResult:
    """Counts of what one run has deleted and packed."""

    interaction_count: int
    """Number of remembered interactions that were deleted."""
    outbox_count: int
    """Number of outbox rows, sent or dropped, that were deleted."""
    game_count: int
    """Number of ended games whose checkpoints were packed."""


async def run(service: TableService) -> None:
    """Delete old data once a day until cancelled. Errors are logged, and the work is tried again the next day."""
    await asyncio.sleep(FIRST_SECONDS)
    while True:
        try:
            if service.db.ownership.served_shards:
                async with service.db.hold_job(Job.TRIM):
                    done = await delete_old_data(service)
                log.info(
                    "forgot %d interactions and %d outbox rows, packed %d games",
                    done.interaction_count,
                    done.outbox_count,
                    done.game_count,
                )
        except StorageError:
            log.exception("old rows could not be trimmed")
        await asyncio.sleep(EVERY_SECONDS)


async def delete_old_data(service: TableService) -> TrimResult:
    """Delete and pack everything that is due now."""
    limit = service.clock() - RETENTION
    interaction_count = await _delete_in_batches(
        service, lambda tx: interactions.trim_interactions(tx, limit, BATCH_SIZE)
    )
    outbox_count = await _delete_in_batches(service, lambda tx: outbox_rows.trim_rows(tx, limit, BATCH_SIZE))
    async with service.db.transaction() as tx:
        await presence.trim_outages(tx, limit)
        await people.trim_hours(tx, limit)
        await forwarded_rows.trim_rows(tx, MINUTE)
    game_count = 0
    for table_id in await checkpoints.list_archivable_games(service.db, limit):
        try:
            await _pack_game(service, table_id)
            game_count += 1
        except ForeignTable as error:  # given back since it was found: its new process packs it
            log.info("table %d is not packed: %s", table_id, error)
        except StorageError:  # a full disk: no game can be packed
            raise
        except Exception:  # a damaged game may raise anything; it stays as it is, and the others are packed
            log.exception("table %d cannot be packed", table_id)
        await asyncio.sleep(PAUSE_SECONDS)
    return TrimResult(interaction_count, outbox_count, game_count)


async def _delete_in_batches(service: TableService, delete_batch: Callable[[Transaction], Awaitable[int]]) -> int:
    total = 0
    while True:
        async with service.db.transaction() as tx:
            deleted = await delete_batch(tx)
        total += deleted
        if deleted < BATCH_SIZE:
            return total
        await asyncio.sleep(PAUSE_SECONDS)


async def _pack_game(service: TableService, table_id: int) -> None:
    async with service.lock_table(table_id):
        archive = await asyncio.to_thread(pack_states, await checkpoints.load_states(service.db, table_id))
        async with service.db.transaction() as tx:
            await checkpoints.archive_states(tx, table_id, archive)
