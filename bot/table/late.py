"""Late: the player of a turn has used its allowance and the bank. Nothing ends by that and nobody wins by it.

The table is told, and anybody may give time. What more the others may do depends on how late the player is.
"""

from __future__ import annotations

from typing import Literal

from engines.kernel import Msg, Refused, Seat
from storage.persons import absences
from storage.play import open_questions
from storage.time import timers
from storage.time.timers import TimerRow

from . import announce, deadlines
from .deadlines import LATE, SeatClock
from .live import LiveTable
from .people import Person
from .service import TableService
from .time.hours import WAKING_DAY, Hours
from .time.lives import hours_of

Stage = Literal["in_time", "late", "may_answer", "opens"]
AFTER: dict[Stage, int] = {"late": 0, "may_answer": 1, "opens": 5}
"""Waking days of the player after the time was out."""


def stage(clock: SeatClock, now: int) -> Stage:
    """How late the seat is."""
    if clock.out_at is None or now < clock.out_at:
        return "in_time"
    days = clock.hours.waking(clock.out_at, now) / WAKING_DAY
    return next(stage for stage in reversed(AFTER) if days >= AFTER[stage])


def next_at(clock: SeatClock, now: int) -> int | None:
    """When the seat comes to the next stage; None: it is at the last one."""
    assert clock.out_at is not None
    later = (clock.hours.after(clock.out_at, days * WAKING_DAY) for days in AFTER.values())
    return next((at for at in later if at > now), None)


async def fire(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """A seat has come to another stage: the table is told once."""
    seat, now = int(row.key), tables.clock()
    clock = await deadlines.clock_of(tables.db, live, seat)
    async with tables.db.transaction() as tx:
        if await timers.take(tx, row.id) is None or seat not in live.waiting or clock is None:
            return
        came = stage(clock, now)
        if came == "in_time":
            await deadlines.arm(tx, live, now)
            return
        person = live.seats[seat].person
        mention = () if person is None else (person,)
        said = Msg(f"notice.late.{came}", {"who": live.seats[seat].name})
        notice = announce.Notice(said, mention, gives=seat, relieves=None if came == "late" else seat)
        await announce.say(tx, live, now, "notice", f"late.{came}:{now}", notice)
        following = next_at(clock, now)
        if following is not None:
            await timers.put(tx, live.id, LATE, row.key, following)
    tables.wake()


async def is_gone(tables: TableService, live: LiveTable, seat: Seat) -> bool:
    """Whether others may step in for the person: relieved, absent, or late (where no clock runs: asked for long)."""
    person, now = live.seats[seat].person, tables.clock()
    if person is None or live.seats[seat].relief is not None:
        return True
    away = await absences.of_person(tables.db, person, now)
    if any(one.from_at <= now for one in away):
        return True
    if seat not in live.waiting:
        return False
    clock = await deadlines.clock_of(tables.db, live, seat)
    if clock is not None:
        return AFTER.get(stage(clock, now), 0) >= AFTER["may_answer"]
    called = next((row.called_at for row in await open_questions.of_game(tables.db, live.id) if row.seat == seat), None)
    hours = (await hours_of(tables.db, [person])).get(person, Hours())
    return called is not None and hours.waking(called, now) >= AFTER["opens"] * WAKING_DAY


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
