"""What people settle for themselves: when they are awake, when they are away, how often they are reminded.

A change holds for all tables of the person. Clocks that run are settled by the old hours up to now and go on by the
new ones, so nothing is won or lost by changing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from zoneinfo import available_timezones

from engines.kernel import Refused
from storage import Transaction
from storage.persons import absences, people
from storage.persons.absences import AbsenceRow
from storage.persons.people import PersonRow
from storage.play import games as game_rows

from . import announce, calls, deadlines
from .people import Person
from .service import TableService
from .time.hours import HOUR, MOST_REST_DAYS

DAY = 24 * HOUR
LEAVE_AT_FIRST, LEAVE_EVERY, MOST_LEAVE = 10, 12, 30
"""Days of leave: at the beginning, one more in so many days, and at most."""
SHORTEST_LEAVE = 2
"""Days."""


@dataclass(frozen=True, slots=True)
class Settled:
    """row: as it is stored; away: absences that are not over; leave: whole days that are left."""

    row: PersonRow
    away: tuple[AbsenceRow, ...]
    leave: int


async def settled(tables: TableService, person: Person) -> Settled:
    """What holds for the person now."""
    now = tables.clock()
    row = await people.get(tables.db, person.id)
    if row is None:
        async with tables.db.transaction() as tx:
            await people.meet(tx, person.id, person.name, now)
        row = await people.get(tables.db, person.id)
        assert row is not None
    every = await absences.of_person(tables.db, person.id)
    return Settled(row, tuple(one for one in every if one.until_at > now), leave_left(every, now))


def leave_left(every: list[AbsenceRow], now: int) -> int:
    """Days of leave that are left: what came since the first leave, never above the most, less what was spent."""
    left, at = float(LEAVE_AT_FIRST), every[0].told_at if every else now
    for one in every:
        if one.kind == "leave":
            left = min(MOST_LEAVE, left + (one.told_at - at) / DAY / LEAVE_EVERY)
            left, at = left - (one.until_at - one.from_at) / DAY, one.told_at
    return max(0, int(min(MOST_LEAVE, left + (now - at) / DAY / LEAVE_EVERY)))


async def set_hours(tables: TableService, person: Person, zone: str, night: int | None, rest: tuple[int, ...]) -> None:
    """Raises Refused for a zone that nobody lives in or more rest days than there may be."""
    if zone not in available_timezones():
        raise Refused("me.refused.zone", got=zone)
    if len(rest) > MOST_REST_DAYS:
        raise Refused("me.refused.rest", most=MOST_REST_DAYS, got=len(rest))
    await _change(tables, person, lambda tx: people.set_hours(tx, person.id, zone, night, "".join(map(str, rest))))


async def set_reminder(tables: TableService, person: Person, hours: int | None) -> None:
    """After how many hours to be called again; None: as each table does."""
    row = (await settled(tables, person)).row
    async with tables.db.transaction() as tx:
        await people.set_notices(
            tx, person.id, way=row.way, remind_hours=hours, next_up=bool(row.next_up), digest=bool(row.digest)
        )


async def set_in_lists(tables: TableService, person: Person, shown: bool) -> None:
    """Whether leaderboards and others' questions about statistics name the person."""
    await settled(tables, person)
    async with tables.db.transaction() as tx:
        await people.set_in_lists(tx, person.id, shown)


async def go_away(tables: TableService, person: Person, from_at: int, until_at: int) -> None:
    """A holiday, told to all tables of the person. Raises Refused if it is too short, past, overlapping or too long."""
    now, known = tables.clock(), await settled(tables, person)
    days = (until_at - max(from_at, now)) / DAY
    if until_at <= now or days < SHORTEST_LEAVE:
        raise Refused("me.refused.short", least=SHORTEST_LEAVE)
    if days > known.leave:
        raise Refused("me.refused.leave", left=known.leave, got=round(days))
    if any(one.from_at < until_at and from_at < one.until_at for one in known.away):
        raise Refused("me.refused.overlap")
    start = max(from_at, now)
    await _change(tables, person, lambda tx: absences.add(tx, person.id, "leave", start, until_at, now))
    await _tell(tables, person, "notice.away", start=start // 1000, end=until_at // 1000)


async def come_back(tables: TableService, person: Person) -> None:
    """Every holiday ends now; days that were not used come back. Raises Refused if the person is not away."""
    now, known = tables.clock(), await settled(tables, person)
    if not known.away:
        raise Refused("me.refused.here")

    async def end(tx: Transaction) -> None:
        for one in known.away:
            await absences.set_until(tx, one.id, now)

    await _change(tables, person, end)
    await _tell(tables, person, "notice.back")


async def _change(tables: TableService, person: Person, change: Callable[[Transaction], Awaitable[object]]) -> None:
    """All the person's tables are held; clocks stand still, the change is made, what runs goes on by the new hours."""
    await settled(tables, person)
    rows = await game_rows.of_person(tables.db, person.id, "playing")
    async with AsyncExitStack() as held:
        lives = [await held.enter_async_context(tables.at(row.id)) for row in rows]  # in the order of their numbers
        lives = [live for live in lives if live.is_playing]
        async with tables.db.transaction() as tx:
            now = tables.clock()
            for live in lives:
                await deadlines.stand_still(tx, live, now)
            await change(tx)
            for live in lives:
                await deadlines.arm(tx, live, now)
                await calls.hours_changed(tx, live, person.id, now)
    tables.wake()


async def _tell(tables: TableService, person: Person, key: str, **args: int) -> None:
    """A notice at every table of the person; nobody is called by it."""
    for row in await game_rows.of_person(tables.db, person.id, "playing"):
        async with tables.at(row.id) as live, tables.db.transaction() as tx:
            await announce.notice(tx, live, tables.clock(), key, mention=(), who=person.name, **args)
    tables.wake()
