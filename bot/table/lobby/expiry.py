"""A table that is not started closes by itself: its people are told a day before."""

from __future__ import annotations

from dataclasses import replace

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.service import TableService
from bot.table.time.hours import DAY
from storage import Transaction
from storage.play import games as game_rows
from storage.play import guests
from storage.time import timers
from storage.time.kinds import Timer
from storage.time.timers import TimerRow

LASTS = 14 * DAY
"""So long a table waits for its start."""
NOTICE = DAY
"""So long before it closes its people are told, however late that is."""
WARN, CLOSE = "warn", "close"
"""The keys of the timer."""


async def arm(tx: Transaction, game: int, now: int) -> None:
    """A table was opened."""
    await timers.put(tx, game, Timer.EXPIRY, WARN, now + LASTS - NOTICE)


async def fire(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """Tell that the table closes, or close it; nothing if it has started or was closed."""
    now = tables.clock()
    async with tables.change(live) as tx:
        if await timers.take(tx, row.id) is None or not live.is_open:
            return
        if row.key == WARN:
            people = tuple(seated.person for seated in live.people if seated.person is not None)
            at = now + NOTICE
            await timers.put(tx, live.id, Timer.EXPIRY, CLOSE, at)
            await announce.notice(tx, live, now, "notice.expires", mention=people, at=at // 1000)
            await announce.card(tx, live, now)
        else:
            await close(tx, live, now)
            await announce.notice(tx, live, now, "notice.expired")


async def close(tx: Transaction, live: LiveTable, now: int) -> None:
    """A table that has not started is closed."""
    rev = await game_rows.end(tx, live.id, at=now)
    live.row = replace(live.row, rev=rev, status="ended", ending="agreed", ended_at=now)
    await guests.clear(tx, live.id)
    await timers.cancel(tx, live.id)
    await announce.card(tx, live, now)
