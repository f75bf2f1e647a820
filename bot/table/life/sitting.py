"""A sitter: another person answers for somebody until a date. The seat stays its holder's, who may be back any time."""

from __future__ import annotations

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.service import TableService
from bot.table.time.hours import DAY
from engines.kernel import Msg, Refused, Seat
from storage import Transaction
from storage.messages.kinds import Saying
from storage.persons import people
from storage.play import invitations
from storage.play.invitations import InvitationRow
from storage.play.seats import SeatRow
from storage.time import timers
from storage.time.kinds import Timer
from storage.time.timers import TimerRow

from . import stretches, vacancy

MOST = 60 * DAY


async def invite(tables: TableService, live: LiveTable, holder: Person, sitter: Person, until: int) -> None:
    """The holder asks somebody to sit in until then (Unix milliseconds); they have to say yes. Raises Refused."""
    live.playing()
    seat = live.seat_or_refuse(holder.id)
    if live.seats[seat].person != holder.id:
        raise Refused("life.refused.not_holder", who=live.names[seat])
    now = tables.clock()
    if not now < until <= now + MOST:
        raise Refused("life.refused.sitter_until", most=MOST // DAY)
    if sitter.id == holder.id:
        raise Refused("life.refused.sat_here")
    vacancy.may_take(live, sitter.id, seat)
    async with tables.change(live, holder) as tx:
        await people.meet(tx, holder.id, holder.name, now)
        await people.meet(tx, sitter.id, sitter.name, now)
        await invitations.put(tx, InvitationRow(live.id, seat, sitter.id, until, holder.id, now))
        said = Msg("life.sitter_asked", {"who": holder.name, "until": until // 1000})
        notice = announce.Notice(said, (sitter.id,), offers=(f"sit:{seat}",))
        await announce.say(tx, live, now, Saying.NOTICE, f"sitter.{seat}:{now}", notice)


async def accept(tables: TableService, live: LiveTable, person: Person, seat: Seat) -> None:
    """The invited person sits in from now on. Raises Refused if they are not the one, or it is no longer wanted."""
    live.playing()
    invitation = await invitations.get(tables.db, live.id, seat)
    now = tables.clock()
    if invitation is None or invitation.until_at is None or invitation.until_at <= now:
        raise Refused("life.refused.no_invitation")
    if invitation.person != person.id:
        raise Refused("life.refused.seat_for_another")
    vacancy.may_take(live, person.id, seat)
    was = live.seats[seat]
    if was.person is None:
        raise Refused("life.refused.no_invitation")
    until = invitation.until_at
    async with tables.change(live, person) as tx:
        await people.meet(tx, person.id, person.name, now)
        await invitations.remove(tx, live.id, seat)
        row = SeatRow(live.id, seat, "person", was.person, None, was.colour, was.joined_at, None, person.id, until)
        await stretches.change(tx, tables, live, row, "sitter", now)
        await timers.put(tx, live.id, Timer.SITTER, str(seat), until)
        await tables.read_requests(tx, live)
        await announce.notice(tx, live, now, "life.sitter", who=person.name, holder=was.name, until=until // 1000)
        await announce.card(tx, live, now)


async def end(tx: Transaction, tables: TableService, live: LiveTable, seat: Seat, now: int) -> None:
    """The holder answers again, and is called if the seat is asked."""
    was = live.seats[seat]
    await timers.cancel(tx, live.id, Timer.SITTER, str(seat))
    row = SeatRow(live.id, seat, "person", was.person, None, was.colour, was.joined_at)
    await stretches.change(tx, tables, live, row, "back", now)
    await tables.read_requests(tx, live)
    await announce.notice(tx, live, now, "life.sitter_over", who=was.sitter_name, holder=was.name)
    await announce.card(tx, live, now)


async def stop(tables: TableService, live: LiveTable, person: Person) -> None:
    """The holder is back, or the sitter gives it up. Raises Refused if nobody sits in there."""
    live.playing()
    seat = live.seat_or_refuse(person.id)
    if live.seats[seat].sitter is None:
        raise Refused("life.refused.no_sitter")
    async with tables.change(live, person) as tx:
        await end(tx, tables, live, seat, tables.clock())


async def fire(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """The date has come."""
    seat = int(row.key)
    async with tables.change(live) as tx:
        if await timers.take(tx, row.id) is not None and live.seats[seat].sitter is not None and live.is_playing:
            await end(tx, tables, live, seat, tables.clock())
