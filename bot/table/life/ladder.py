"""What becomes of a seat whose person does not come: late, pressed or relieved by others, at last open to them."""

from __future__ import annotations

from bot.table.live import LiveTable
from bot.table.service import TableService
from bot.table.time import late
from engines.kernel import Seat
from storage import Transaction
from storage.time.timers import TimerRow

from . import misses, vacancy, votes


async def fire(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """A seat has come to another stage of lateness; at the last one it opens."""

    async def opens(tx: Transaction, seat: Seat) -> None:
        await _open(tx, tables, live, seat)

    await late.fire(tables, live, row, None if live.plan.ballot == votes.BEFORE else opens)


async def after_pressing(tables: TableService, live: LiveTable, seat: Seat) -> None:
    """Others have pressed for a seat: if that was one turn too many, it opens."""
    held = live.is_playing and live.seats[seat].person is not None
    if held and await misses.opens(tables.db, live, seat):
        async with tables.change(live) as tx:
            await _open(tx, tables, live, seat)


async def _open(tx: Transaction, tables: TableService, live: LiveTable, seat: Seat) -> None:
    person = live.seats[seat].person
    if person is not None:
        await vacancy.open_seat(tx, tables, live, seat, "vacated", tables.clock(), asked_by=person)
