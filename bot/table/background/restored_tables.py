"""After a restore from a copy: one notice at each table that later moves are lost."""

import logging

from bot.table.notices import outbox
from bot.table.service.table_service import TableService
from storage import copies
from storage.play import games as game_rows

log = logging.getLogger(__name__)


async def enqueue_restore_notices(service: TableService) -> None:
    """Post at every table that was open or in play when the copy was made, once, and renew its card.

    The copy does not show which tables have lost moves, so the sentence says what to do in both cases.
    """
    made_at = await copies.load_copy_time(service.db)
    if made_at is None:
        return
    rows, _ = await game_rows.load_readable(service.db, *game_rows.ACTIVE_STATUSES)
    log.warning("this database is a copy of %d: %d tables get a notice", made_at, len(rows))
    for row in rows:
        if row.archived_at is not None:
            continue
        try:
            async with service.lock_table(row.id) as table, service.db.transaction() as tx:
                now = service.clock()
                await outbox.enqueue_restored(tx, table, now, made_at)
                await outbox.enqueue_card(tx, table, now)
        except Exception:  # rules that have changed and damaged rows may raise anything
            log.exception("table %d gets no notice of the restored copy", row.id)
    async with service.db.transaction() as tx:
        await copies.settle_copy(tx)
    service.wake_workers()
