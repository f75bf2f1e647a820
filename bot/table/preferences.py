"""What people settle for themselves: when they are awake, when they are away, how often they are reminded.

A change holds for all tables of the person. Clocks that run are settled by the old hours up to now and go on by the
new ones, so nothing is won or lost by changing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from engines.kernel import Refused
from storage import Transaction
from storage.messages import outbox
from storage.persons import absences, people
from storage.persons.absences import AbsenceRow
from storage.persons.people import PersonRow
from storage.play import games as game_rows
from storage.time import timers
from storage.time.kinds import Timer

from . import announce
from .notices import calls, morning_list
from .people import Person
from .service import TableService
from .time import deadlines, leave
from .time.hours import DAY, MOST_REST_DAYS, WEEK, zones
from .time.lives import quiet_hours

HOURS_EVERY, REST_EVERY = DAY, WEEK
"""Nights (with the zone) and rest days may be moved once in so long."""


@dataclass(frozen=True, slots=True)
class Settled:
    """row: as it is stored; every: all absences; leave: whole days that are left."""

    row: PersonRow
    every: tuple[AbsenceRow, ...]
    leave: int
    now: int

    @property
    def away(self) -> tuple[AbsenceRow, ...]:
        """Absences that are not over."""
        return tuple(one for one in self.every if one.until_at > self.now)

    @property
    def is_away(self) -> AbsenceRow | None:
        """The holiday that holds now."""
        return next((one for one in self.away if one.from_at <= self.now and one.kind == "leave"), None)


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
    return Settled(row, tuple(every), leave.left(every, now) // DAY, now)


async def set_hours(tables: TableService, person: Person, zone: str, night: int | None, rest: tuple[int, ...]) -> None:
    """Raises Refused for a zone that nobody lives in, more rest days than there may be, and changes that come too soon
    after the last one: nobody lives in an eternal night.
    """
    if zone not in zones():
        raise Refused("me.refused.zone", got=zone)
    if len(rest) > MOST_REST_DAYS:
        raise Refused("me.refused.rest", most=MOST_REST_DAYS, got=len(rest))
    now, row = tables.clock(), (await settled(tables, person)).row
    days = "".join(map(str, rest))
    moved = (row.zone, row.night) not in ((zone, night), (row.zone, None))
    if moved and row.hours_at is not None and now < row.hours_at + HOURS_EVERY:
        raise Refused("me.refused.hours_soon", at=(row.hours_at + HOURS_EVERY) // 1000)
    if days != row.rest and row.rest_at is not None and now < row.rest_at + REST_EVERY:
        raise Refused("me.refused.rest_soon", at=(row.rest_at + REST_EVERY) // 1000)

    async def write(tx: Transaction) -> None:
        await people.set_hours(tx, person.id, zone, night, days, now)
        await morning_list.hours_changed(tx, person.id, now)
        await outbox.bring_forward(tx, person.id, (await quiet_hours(tx, person.id)).wakes(now))

    await change(tables, person, write)


async def set_reminder(tables: TableService, person: Person, hours: int | None) -> None:
    """After how many hours to be called again; None: as each table does."""
    row = (await settled(tables, person)).row
    async with tables.db.transaction() as tx:
        await people.set_notices(tx, person.id, remind_hours=hours, next_up=bool(row.next_up), digest=bool(row.digest))


async def set_in_lists(tables: TableService, person: Person, shown: bool) -> None:
    """Whether leaderboards and others' questions about statistics name the person."""
    await settled(tables, person)
    async with tables.db.transaction() as tx:
        await people.set_in_lists(tx, person.id, shown)


async def set_net(tables: TableService, person: Person, net: bool) -> None:
    """Whether leave is drawn when a bank is empty."""
    await settled(tables, person)
    async with tables.db.transaction() as tx:
        await people.set_net(tx, person.id, net)


async def go_away(tables: TableService, person: Person, from_at: int | None, until_at: int) -> None:
    """A holiday, told to all tables of the person; from_at None: from now, or an absence that holds lasts longer.

    Raises Refused if it is too short, past, overlapping or longer than the leave that is left.
    """
    now, known = tables.clock(), await settled(tables, person)
    if from_at is None and (one := known.is_away) is not None and until_at > one.until_at:
        if not leave.may_extend(known.every, one, until_at, now):
            raise Refused("me.refused.leave", left=known.leave, got=round((until_at - one.until_at) / DAY))
        await change(tables, person, lambda tx: absences.set_until(tx, one.id, until_at))
    else:
        start = max(from_at or now, now)
        days = (until_at - start) / DAY
        if until_at <= now or days < leave.SHORTEST:
            raise Refused("me.refused.short", least=leave.SHORTEST)
        if days * DAY > leave.left(known.every, now):
            raise Refused("me.refused.leave", left=known.leave, got=round(days))
        if any(one.from_at < until_at and start < one.until_at for one in known.away):
            raise Refused("me.refused.overlap")
        await change(tables, person, lambda tx: absences.add(tx, person.id, "leave", start, until_at, now))
    start = max(from_at or now, now)
    await _tell(tables, person, "notice.away", start=start // 1000, end=until_at // 1000)


async def emergency(tables: TableService, person: Person) -> int:
    """Away at once for a week, at all tables, without a reason and without using leave; until when. Raises Refused if
    the last one is not long enough ago.
    """
    now, known = tables.clock(), await settled(tables, person)
    again = leave.emergency_again(known.every)
    if now < again:
        raise Refused("me.refused.emergency", at=again // 1000)
    until = now + leave.EMERGENCY_DAYS * DAY
    await change(tables, person, lambda tx: absences.add(tx, person.id, "emergency", now, until, now))
    await _tell(tables, person, "notice.away", start=now // 1000, end=until // 1000)
    return until


async def come_back(tables: TableService, person: Person) -> None:
    """Every absence ends now; days that were not used come back. Raises Refused if the person is not away."""
    now, known = tables.clock(), await settled(tables, person)
    if not known.away:
        raise Refused("me.refused.here")

    async def end(tx: Transaction) -> None:
        for one in known.away:
            await absences.set_until(tx, one.id, now)
        await morning_list.comes_back(tx, person.id, now)
        await outbox.bring_forward(tx, person.id, (await quiet_hours(tx, person.id)).wakes(now))

    await change(tables, person, end)
    await _tell(tables, person, "notice.back")


async def change(tables: TableService, person: Person, do: Callable[[Transaction], Awaitable[object]]) -> None:
    """All the person's tables are held; clocks stand still, it is done, and what runs goes on by the new hours."""
    await settled(tables, person)
    rows = await game_rows.of_person(tables.db, person.id, "playing")
    async with AsyncExitStack() as held:
        lives = [await held.enter_async_context(tables.at(row.id)) for row in rows]  # in the order of their numbers
        lives = [live for live in lives if live.is_playing]
        async with tables.db.transaction() as tx:
            now = tables.clock()
            for live in lives:
                await deadlines.stand_still(tx, live, now)
            await do(tx)
            for live in lives:
                await deadlines.arm(tx, live, now)
                await calls.hours_changed(tx, live, person.id, now)
            await timers.hurry_all(tx, Timer.NUDGE, str(person.id), now)  # also where they are only invited
    tables.wake()


async def _tell(tables: TableService, person: Person, key: str, **args: int) -> None:
    """A notice at every table of the person, in a lobby below their name; nobody is called by it."""
    for row in await game_rows.of_person(tables.db, person.id, "open"):
        async with tables.at(row.id) as live, tables.db.transaction() as tx:
            live.facts = await tables.facts(tx, live.seats)
            await announce.card(tx, live, tables.clock())
    for row in await game_rows.of_person(tables.db, person.id, "playing"):
        async with tables.at(row.id) as live, tables.db.transaction() as tx:
            await announce.notice(tx, live, tables.clock(), key, mention=(), who=person.name, **args)
    tables.wake()
