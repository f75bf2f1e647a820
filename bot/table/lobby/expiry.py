"""Expiry: a table that is not started closes by itself. Its people are warned a day before."""

from dataclasses import replace

from bot.table.clock.waking_hours import DAY
from bot.table.notices import outbox
from bot.table.service.table_service import TableService
from bot.table.state.table import Table
from storage import Transaction
from storage.kinds import TimerKind
from storage.play import games as game_rows
from storage.play import invitations
from storage.time import timers
from storage.time.timers import TimerRow

MAX_AGE = 14 * DAY
"""Time that a table may wait for its start."""
WARNING_TIME = DAY
"""Time between the warning and the closing, however late the warning is."""
WARN, CLOSE = "warn", "close"
"""Keys of the timer."""


async def arm_expiry(tx: Transaction, table_id: int, now: int) -> None:
    """Set the expiry timer of a new table."""
    await timers.set_timer(tx, table_id, TimerKind.EXPIRY, WARN, now + MAX_AGE - WARNING_TIME)


async def handle_timer(service: TableService, table: Table, row: TimerRow) -> None:
    """Warn the people, or close the table; no effect if it has started or was closed."""
    now = service.clock()
    async with service.change(table) as tx:
        if await timers.take_timer(tx, row.id) is None or not table.is_open:
            return
        if row.key == WARN:
            people = tuple(seated.person for seated in table.held_seats if seated.person is not None)
            at = now + WARNING_TIME
            await timers.set_timer(tx, table.id, TimerKind.EXPIRY, CLOSE, at)
            await outbox.enqueue_notice(tx, table, now, "notice.expires", mention=people, at=at // 1000)
            await outbox.enqueue_card(tx, table, now)
        else:
            await close_open_table(tx, table, now)
            await outbox.enqueue_notice(tx, table, now, "notice.expired")


async def close_open_table(tx: Transaction, table: Table, now: int) -> None:
    """Close a table that has not started."""
    rev = await game_rows.end_game(tx, table.id, at=now)
    table.row = replace(table.row, rev=rev, status="ended", ending="agreed", ended_at=now)
    await invitations.remove_all_guests(tx, table.id)
    await timers.cancel_timers(tx, table.id)
    await outbox.enqueue_card(tx, table, now)
