"""Substitutes: another person answers for a seat's holder until a date. The holder keeps the seat and may return any
time.
"""

from bot.table.clock.waking_hours import DAY
from bot.table.notices import outbox
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.seat_names import name_at_seat
from bot.table.state.table import Table
from bot.table.terms import languages
from engines.kernel import Message, Refused, Seat
from storage import Transaction
from storage.kinds import OutboxKind, TimerKind
from storage.persons import people
from storage.play import invitations
from storage.play.invitations import InvitationRow
from storage.play.seats import SeatRow
from storage.time import timers
from storage.time.timers import TimerRow

from . import open_seats, tenures

MAX_SUBSTITUTION = 60 * DAY
"""Longest substitution."""


async def invite_substitute(
    service: TableService, table: Table, holder: Person, substitute: Person, until: int
) -> None:
    """Ask a person to substitute until this time (Unix milliseconds); they have to accept. Raises Refused."""
    table.require_match()
    seat = table.require_seat(holder.id)
    if table.seats[seat].person != holder.id:
        raise Refused("life.refused.not_holder", who=table.names[seat])
    now = service.clock()
    if not now < until <= now + MAX_SUBSTITUTION:
        raise Refused("life.refused.sitter_until", most=MAX_SUBSTITUTION // DAY)
    if substitute.id == holder.id:
        raise Refused("life.refused.sat_here")
    open_seats.check_may_take(table, substitute.id, seat)
    service.limiter.require_call(holder.id, substitute.id, substitute.name)
    async with service.change(table, holder) as tx:
        await people.save_person(tx, holder.id, holder.name, now)
        await people.save_person(tx, substitute.id, substitute.name, now)
        await invitations.save_invitation(tx, InvitationRow(table.id, seat, substitute.id, until, holder.id, now))
        sentence = Message("life.sitter_asked", {"who": holder.name, "until": until // 1000})
        notice = outbox.Notice(sentence, (substitute.id,), further_buttons=(f"sit:{seat}",))
        await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"sitter.{seat}:{now}", notice)
    await service.limiter.record_calls(holder.id, [substitute.id])


async def accept_substitution(service: TableService, table: Table, person: Person, seat: Seat) -> None:
    """Become the substitute. Raises Refused if the person was not invited, or the invitation is no longer valid."""
    table.require_match()
    invitation = await invitations.load_invitation(service.db, table.id, seat)
    now = service.clock()
    if invitation is None or invitation.until_at is None or invitation.until_at <= now:
        raise Refused("life.refused.no_invitation")
    if invitation.person != person.id:
        raise Refused("life.refused.seat_for_another")
    open_seats.check_may_take(table, person.id, seat)
    assignment = table.seats[seat]
    if assignment.person is None:
        raise Refused("life.refused.no_invitation")
    until = invitation.until_at
    async with service.change(table, person) as tx:
        await people.save_person(tx, person.id, person.name, now)
        await invitations.delete_invitation(tx, table.id, seat)
        row = SeatRow(
            table.id,
            seat,
            "person",
            assignment.person,
            None,
            assignment.colour,
            assignment.joined_at,
            None,
            person.id,
            until,
        )
        await tenures.change_assignment(tx, service, table, row, "sitter", now)
        await languages.fit_language(tx, table, person)
        await timers.set_timer(tx, table.id, TimerKind.SUBSTITUTE_END, str(seat), until)
        await service.read_requests(tx, table)
        name = name_at_seat(person.name, seat)
        await outbox.enqueue_notice(
            tx, table, now, "life.sitter", who=name, holder=assignment.name, until=until // 1000
        )
        await outbox.enqueue_card(tx, table, now)


async def end_substitution(tx: Transaction, service: TableService, table: Table, seat: Seat, now: int) -> None:
    """Let the holder answer again, and notify them if the seat is asked."""
    assignment = table.seats[seat]
    await timers.cancel_timers(tx, table.id, TimerKind.SUBSTITUTE_END, str(seat))
    row = SeatRow(table.id, seat, "person", assignment.person, None, assignment.colour, assignment.joined_at)
    await tenures.change_assignment(tx, service, table, row, "back", now)
    await service.read_requests(tx, table)
    await outbox.enqueue_notice(
        tx, table, now, "life.sitter_over", who=assignment.substitute_name, holder=assignment.name
    )
    await outbox.enqueue_card(tx, table, now)


async def stop_substitution(service: TableService, table: Table, person: Person) -> None:
    """End the substitution, as the holder or the substitute. Raises Refused if there is none."""
    table.require_match()
    seat = table.require_seat(person.id)
    if table.seats[seat].substitute is None:
        raise Refused("life.refused.no_sitter")
    async with service.change(table, person) as tx:
        await end_substitution(tx, service, table, seat, service.clock())


async def handle_timer(service: TableService, table: Table, row: TimerRow) -> None:
    """End the substitution, because its date has come."""
    seat = int(row.key)
    async with service.change(table) as tx:
        if (
            await timers.take_timer(tx, row.id) is not None
            and table.seats[seat].substitute is not None
            and table.is_playing
        ):
            await end_substitution(tx, service, table, seat, service.clock())
