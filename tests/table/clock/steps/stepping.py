"""A machine whose clocks can be stepped, and a table that runs on it."""

from __future__ import annotations

from bot.table import TableService
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Players

HOUR = 3_600_000
DAY = 24 * HOUR
STEPS = [sign * step for step in (HOUR, 3 * DAY, 30 * DAY, 3650 * DAY) for sign in (1, -1)]


class Machine:
    """A wall clock and a steady clock; a step moves only the first."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000_000, 0

    def pass_time(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds


async def start_bidding(service: TableService, players: Players) -> int:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await players.answer(table, 0, "raise:tea", "raise:silk")
        await players.answer(table, 0, "yes")
    return table_id


async def load_hours_left(service: TableService, now: int) -> set[float]:
    rows = await timer_rows.load_timers(service.db, 1)
    return {round((row.due_at - now) / HOUR, 1) for row in rows if row.kind == "timeout"}
