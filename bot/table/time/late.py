"""Late: the player of a turn has used its allowance and the bank. Nothing ends by that and nobody wins by it.

The table is told, and anybody may give time. What more the others may do depends on how late the player is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from bot.table import announce
from bot.table.live import FIXED, LiveTable
from bot.table.people import Person
from bot.table.service import TableService
from engines.kernel import Msg, Refused, Seat
from storage import Transaction
from storage.messages.kinds import Saying
from storage.persons import absences, people
from storage.persons.absences import AbsenceRow
from storage.play import open_questions
from storage.time import timers
from storage.time.timers import TimerRow

from . import deadlines, leave, outage
from .deadlines import STAGES, SeatClock
from .hours import DAY, HOUR, WAKING_DAY, Hours
from .lives import hours_of

Stage = Literal["in_time", "late", "may_answer", "opens"]
Opens = Callable[[Transaction, Seat], Awaitable[None]]
TOLD: tuple[Stage, ...] = ("late", "may_answer", "opens")
"""What the table is told, in the order of `deadlines.STAGES`."""


def stage(clock: SeatClock, now: int) -> Stage:
    """How late the seat is: as the table was told, or as it is just now."""
    found: Stage = TOLD[clock.told - 1] if clock.told else "in_time"
    for nth in range(clock.told, len(TOLD)):
        at = clock.stage_at(nth)
        if at is not None and at <= now:
            found = TOLD[nth]
    return found


async def fire(tables: TableService, live: LiveTable, row: TimerRow, opens: Opens | None = None) -> None:
    """A seat has come to another stage: the table is told once. A timer that comes too early is set anew.

    opens: done with the last stage, or not at all: a bot that was killed between them would never open the seat
    """
    seat, now = int(row.key), tables.clock()
    async with tables.change(live) as tx:
        if await timers.take(tx, row.id) is None or seat not in live.waiting:
            return
        clock = await deadlines.asked_clock(tx, live, seat)
        at = None if clock is None else clock.stage_at(clock.told)
        if clock is None or at is None or at > now or (clock.told == 0 and await _draw(tx, live, seat, now)):
            await deadlines.arm(tx, live, now)
            return
        came = TOLD[clock.told]
        await deadlines.told(tx, live, seat, clock.told + 1, now)
        if came != "opens" or opens is None:  # a seat that opens is told by that
            await _tell(tx, live, seat, came, now)
        else:
            await opens(tx, seat)


async def _draw(tx: Transaction, live: LiveTable, seat: Seat, now: int) -> bool:
    """The safety net: before a seat is late, leave that the person has is drawn by the hour. Told to all; once a turn,
    never before the first move, not while somebody sits in, and not if the person or the table does not want it.
    """
    person = live.seats[seat].person
    row = None if person is None or live.seats[seat].sitter is not None else await people.get(tx, person)
    if row is None or person is None or not row.net or live.plan.pace == FIXED:
        return False
    every = await absences.of_person(tx, person)
    until = now + min(leave.NET_DAYS * DAY, leave.left(every, now) // HOUR * HOUR)
    added = AbsenceRow(0, person, "net", now, until, now)
    counted = leave.counting([*every, added], since=live.row.started_at or 0, days=live.plan.leave_days)
    if until <= now or (now, until) not in counted or not await deadlines.drawn(tx, live, seat):
        return False
    await absences.add(tx, person, "net", now, until, now)
    who = live.seats[seat].name
    await announce.notice(tx, live, now, "notice.drawn", mention=(person,), who=who, end=until // 1000)
    await announce.card(tx, live, now)
    return True


async def _tell(tx: Transaction, live: LiveTable, seat: Seat, came: Stage, now: int) -> None:
    person = live.seats[seat].person
    mention = () if person is None else (person,)
    said = Msg(f"notice.late.{came}", {"who": live.seats[seat].name})
    relieves, offers = (None, ()) if came == "late" else (seat, (f"press:{seat}",))
    notice = announce.Notice(said, mention, gives=seat, relieves=relieves, offers=offers)
    await announce.say(tx, live, now, Saying.NOTICE, f"late.{came}:{now}", notice)


async def is_gone(tables: TableService, live: LiveTable, seat: Seat) -> bool:
    """Whether others may step in for the person: relieved, absent, or late."""
    person, now = live.seats[seat].person, tables.clock()
    if person is None or live.seats[seat].relief is not None:
        return True
    away = await absences.of_person(tables.db, person, now)
    return any(one.from_at <= now for one in away) or await is_late(tables, live, seat)


async def is_late(tables: TableService, live: LiveTable, seat: Seat) -> bool:
    """Whether the person is late by a waking day; where no clock runs, whether they were called long ago."""
    person, now = live.seats[seat].person, tables.clock()
    if seat not in live.waiting or person is None:
        return False
    clock = await deadlines.asked_clock(tables.db, live, seat)
    if clock is not None:
        return stage(clock, now) in ("may_answer", "opens")
    called = next((row.called_at for row in await open_questions.of_game(tables.db, live.id) if row.seat == seat), None)
    if called is None:
        return False
    hours = (await hours_of(tables.db, [person])).get(person, Hours())
    return (await outage.without(tables.db, hours, called)).waking(called, now) >= STAGES[-1]


async def give_day(tables: TableService, live: LiveTable, person: Person, seat: Seat) -> None:
    """Anybody at the table gives another a waking day. Raises Refused for the own seat, or where no clock runs."""
    if live.seat_or_refuse(person.id) == seat:
        raise Refused("table.refused.own_clock")
    live.playing()
    now = tables.clock()
    clock = await deadlines.clock_of(tables.db, live, seat)
    if clock is None or seat not in live.waiting:
        raise Refused("table.refused.no_clock")
    async with tables.change(live, person) as tx:
        await deadlines.give(tx, live, seat, WAKING_DAY, now)
        await announce.notice(tx, live, now, "notice.day_given", giver=person.name, who=live.seats[seat].name)
