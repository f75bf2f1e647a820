"""Somebody has left the server, or was banned: they cannot come to their tables any more."""

from __future__ import annotations

from bot.table.live import LiveTable
from bot.table.lobby import expiry, seating
from bot.table.service import TableService

from . import sitting, vacancy


async def depart(tables: TableService, live: LiveTable, person: int) -> None:
    """Before the start the seat is free, and a table without people closes; in play the seat opens to others, and where
    the person only sat in its holder answers again.
    """
    seat, now = live.seat_of(person), tables.clock()
    if seat is None:
        return
    async with tables.change(live) as tx:
        if live.is_open and all(one.person == person for one in live.people):
            await expiry.close(tx, live, now)
        elif live.is_open:
            await seating.vacate(tx, tables, live, seat, now)
        elif live.is_playing and live.seats[seat].sitter == person:
            await sitting.end(tx, tables, live, seat, now)
        elif live.is_playing:
            await vacancy.open_seat(tx, tables, live, seat, "vacated", now, asked_by=person)
