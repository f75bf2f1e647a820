"""Relief: a computer player answers for somebody who is away, until their next own answer. The seat stays theirs.

It is given by the person's own wish, or by a vote of the others once the person is absent or late (`consent`).
"""

from __future__ import annotations

from dataclasses import replace

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.notices import calls
from bot.table.people import Person
from bot.table.service import TableService
from bot.table.time import deadlines, late
from engines.kernel import Msg, Refused, Seat, policies
from storage import Transaction
from storage.messages.kinds import Saying
from storage.play import open_questions, seats
from storage.time import timers
from storage.time.kinds import Timer

from . import sleeping, stretches


async def leave(tables: TableService, live: LiveTable, person: Person) -> None:
    """The person's own wish. Raises Refused if nobody else would be left: such a table waits without harm."""
    seat = live.seat_or_refuse(person.id)
    live.playing()
    if live.seats[seat].relief is not None:
        raise Refused("table.refused.relieved_already", who=live.names[seat])
    if not any(other.called is not None for other in live.seats if other.seat != seat):
        raise Refused("table.refused.nobody_left")
    async with tables.change(live, person) as tx:
        await begin(tx, tables, live, seat, tables.clock(), "notice.relief_own")


async def come_back(tables: TableService, live: LiveTable, person: Person) -> None:
    """The person answers again. Raises Refused if nobody answers for them."""
    seat = live.seat_or_refuse(person.id)
    live.playing()
    if live.seats[seat].relief is None:
        raise Refused("table.refused.not_relieved")
    now = tables.clock()
    async with tables.change(live, person) as tx:
        await stop(tx, tables, live, seat, now)
        await sleeping.wake(tx, live, now)
        await welcome(tx, live, seat, now)


async def may_be_given(tables: TableService, live: LiveTable, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the asker may ask the others for relief of that seat: its person is gone, or nobody holds
    it.
    """
    live.playing()
    own = live.seat_or_refuse(asker.id)
    if seat is None or seat == own or seat >= len(live.seats) or live.seats[seat].is_computer:
        raise Refused("table.refused.no_person_there")
    if live.seats[seat].relief is not None:
        raise Refused("table.refused.relieved_already", who=live.names[seat])
    if not await late.is_gone(tables, live, seat):
        raise Refused("table.refused.not_gone", who=live.names[seat])


async def begin(tx: Transaction, tables: TableService, live: LiveTable, seat: Seat, now: int, told: str) -> None:
    """From now on the strongest computer player of the game answers: no calls, no clock. told: the notice of it."""
    was = live.seats[seat]
    row = replace(was.row(live.id), relief=next(iter(policies(live.game))), sitter=None, sitter_until=None)
    await stretches.change(tx, tables, live, row, "relief", now)
    for kind in (Timer.CALL, Timer.REMINDER):
        await timers.cancel(tx, live.id, kind, str(seat))
    mention = () if was.person is None or told == "notice.relief_own" else (was.person,)
    notice = announce.Notice(Msg(told, {"who": was.name}), mention, returns=was.person is not None)
    await announce.say(tx, live, now, Saying.NOTICE, f"relief.{seat}:{now}", notice)
    await announce.card(tx, live, now)


async def stop(
    tx: Transaction, tables: TableService, live: LiveTable, seat: Seat, now: int, from_n: int | None = None
) -> None:
    """Nobody answers for the person any more. from_n: the first decision that is their own again (None: the next)."""
    await seats.set_relief(tx, live.id, seat, None)
    await stretches.written(tx, tables, live, seat, "back", now, from_n)
    await announce.offers_end(tx, live, now, f"relief.{seat}")


async def welcome(tx: Transaction, live: LiveTable, seat: Seat, now: int) -> None:
    """The table is told. An open question that the person was not called for counts from now: they are here."""
    if not live.is_playing:
        return
    for row in await open_questions.of_game(tx, live.id):
        if row.seat == seat:
            if row.called_at is None:
                await deadlines.called(tx, live, seat, row.step, row.epoch, now)
            await calls.here(tx, live, row, now)
    await deadlines.arm(tx, live, now)
    await announce.notice(tx, live, now, "notice.relief_over", who=live.names[seat])
    await announce.card(tx, live, now)
