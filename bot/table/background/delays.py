"""The delay of the bot: people are being notified as long as nothing that is due waits for long."""

from bot.table.clock.waking_hours import MINUTE
from bot.table.service.table_service import TableService
from storage.messages import inbox_rows, outbox_rows
from storage.time import timers

MAX_DELAY = 3 * MINUTE
"""Longer than the sum of all limited waits on the way of a notification."""


async def measure_outbox_delay(service: TableService) -> int:
    """Return for how long (milliseconds) the first row of a target has been due; the oldest decides.

    A row that Discord refuses is due again after a wait, and a row behind another is not due yet.
    """
    return _measure_delay(service, await outbox_rows.find_next_time(service.db))


async def measure_timer_delay(service: TableService) -> int:
    """Return for how long (milliseconds) the next timer of a table or a person has been due."""
    of_table = await timers.load_next_timer(service.db)
    of_person = await timers.load_next_person_timer(service.db)
    return max(_measure_delay(service, None if row is None else row.due_at) for row in (of_table, of_person))


async def measure_inbox_delay(service: TableService) -> int:
    """Return for how long (milliseconds) the oldest inbox row of a table has waited: one that cannot be done stays."""
    return _measure_delay(service, min((await inbox_rows.list_oldest_times(service.db)).values(), default=None))


async def find_problem(service: TableService) -> str | None:
    """Return what waits for too long, in words; None if people are being notified."""
    outbox_delay, timer_delay = await measure_outbox_delay(service), await measure_timer_delay(service)
    if max(outbox_delay, timer_delay) <= MAX_DELAY:
        return None
    return f"the oldest due row waits for {outbox_delay // 1000} s, the oldest due timer for {timer_delay // 1000} s"


def _measure_delay(service: TableService, due_at: int | None) -> int:
    return 0 if due_at is None else max(0, service.clock() - due_at)
