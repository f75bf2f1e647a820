"""What the bot keeps about a person: handed out, and forgotten.

Logs stay whole: decisions name seats, not people. Where the person sat, a seat without a name remains; at tables in
play a computer player answers for it from then on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.table import consent
from bot.table.life import hosting, relief, sitting
from bot.table.live import LiveTable
from bot.table.lobby import seating
from bot.table.people import Person
from bot.table.service import TableService
from storage.persons import everything
from storage.play import games as game_rows
from storage.play import guests


async def export(tables: TableService, person: int) -> dict[str, Any]:
    """All rows about the person, by table."""
    return {"format": "teban-person-1", "person": person, **await everything.rows_of(tables.db, person)}


async def forget(tables: TableService, person: Person) -> None:
    """Leave open tables, leave the seats of others to a computer player, then forget who it was.

    Each part is done again without harm if the bot is stopped in between.
    """
    nobody = Person(person.id, person.name, person.lang)
    for row in await game_rows.of_person(tables.db, person.id, "open"):
        async with tables.at(row.id) as live:
            await _leave(tables, live, nobody)
    for row in await game_rows.of_person(tables.db, person.id, "playing"):
        async with tables.at(row.id) as live:
            await _hand_over(tables, live, person.id)
    sat = await game_rows.of_person(tables.db, person.id, "open", "playing", "over", "ended")
    every = {*(row.id for row in sat), *await guests.of_person(tables.db, person.id)}
    async with tables.db.transaction() as tx:
        await everything.forget(tx, person.id, tables.clock())
    for game in every:
        async with tables.at(game) as live:
            live.dirty = True  # what is in memory still has the name
    tables.wake()


async def _leave(tables: TableService, live: LiveTable, person: Person) -> None:
    if not live.is_open or live.seat_of(person.id) is None:
        return
    if len(live.people) == 1 and live.row.host == person.id:
        await consent.end_open_table(tables, live, person)
    else:
        await seating.leave(tables, live, person)


async def _hand_over(tables: TableService, live: LiveTable, person: int) -> None:
    """A computer player answers from now on, and somebody else is the host."""
    seat = live.seat_of(person)
    if seat is None or live.row.status != "playing":
        return
    heir = next((s.seat for s in live.people if s.person != person and s.called is not None), None)
    now = tables.clock()
    async with tables.change(live) as tx:
        if live.seats[seat].sitter == person:
            await sitting.end(tx, tables, live, seat, now)
            return
        if live.row.host == person and heir is not None:
            await hosting.become(tx, live, heir, now)
        if live.seats[seat].relief is None and live.is_playing:
            await relief.begin(tx, tables, live, seat, now, "notice.relief_own")
        rev = await game_rows.advance(tx, live.id)
        live.row = replace(live.row, rev=rev)
