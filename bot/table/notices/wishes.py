"""What people wish to be told, and how; at all tables or at one."""

from __future__ import annotations

from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.preferences import settled
from bot.table.service import TableService
from engines.kernel import Refused
from storage.persons import errands, people
from storage.persons.people import Way

from .morning_list import DIGEST, next_morning
from .ways import WAYS


async def wish(
    tables: TableService,
    person: Person,
    *,
    way: Way | None = None,
    next_up: bool | None = None,
    digest: bool | None = None,
) -> None:
    """What is None stays as it was. Raises Refused for a way that there is not."""
    if way is not None and way not in WAYS:
        raise Refused("table.refused.setting", got=way, allowed=WAYS)
    row = (await settled(tables, person)).row
    daily = bool(row.digest) if digest is None else digest
    async with tables.db.transaction() as tx:
        await people.set_notices(
            tx,
            person.id,
            remind_hours=row.remind_hours,
            next_up=bool(row.next_up) if next_up is None else next_up,
            digest=daily,
        )
        if way is not None:
            await people.set_way(tx, person.id, way)
        if not daily:
            await errands.cancel(tx, person.id, DIGEST)
        elif digest is not None or not row.digest:
            await errands.put(tx, person.id, DIGEST, await next_morning(tx, person.id, tables.clock()))


async def unsay(tables: TableService, person: Person) -> None:
    """Called as each server has it, again."""
    await settled(tables, person)
    async with tables.db.transaction() as tx:
        await people.set_way(tx, person.id, None)


async def wish_at(tables: TableService, live: LiveTable, person: Person, way: Way | None) -> None:
    """Another way at one table; None: as everywhere. Raises Refused if the person does not sit there."""
    live.seat_or_refuse(person.id)
    if way is not None and way not in WAYS:
        raise Refused("table.refused.setting", got=way, allowed=WAYS)
    async with tables.change(live, person) as tx:
        await people.set_way_at(tx, live.id, person.id, way)
