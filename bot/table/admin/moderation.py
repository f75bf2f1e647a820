"""Actions of server moderators. Each is announced at the table with the moderator's name and reason.

Discord decides who is a moderator (permissions of the command).
"""

from bot.table.lobby import expiry, invitations, seating
from bot.table.notices import outbox
from bot.table.seats import host, open_seats, substitutes, table_pauses, table_sleep
from bot.table.service import early_end
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.seat_names import name_person
from bot.table.state.table import Table
from engines.kernel import Message, Refused, Seat
from storage import Transaction
from storage.kinds import OutboxKind, PauseReason, TimerKind
from storage.persons import people
from storage.play.games import GameEnding
from storage.play.seat_tenures import TenureReason
from storage.time import timers


async def pause_table(service: TableService, table: Table, moderator: Person, note: str) -> None:
    """Pause the table until a moderator resumes it."""
    table.require_match()
    async with service.change(table, moderator) as tx:
        await table_pauses.begin_pause(tx, table, PauseReason.MODERATOR, service.clock())
        await _announce_action(tx, service, table, moderator, "pause", note)


async def resume_table(service: TableService, table: Table, moderator: Person, note: str) -> None:
    """End every pause: by a moderator, by vote, and sleep. Raises Refused if there is none."""
    table.require_match()
    now = service.clock()
    async with service.change(table, moderator) as tx:
        was_asleep = any(
            assignment.person_to_notify is not None for assignment in table.seats
        ) and await table_sleep.wake_table(tx, table, now)
        ended_pauses = [
            await table_pauses.end_pause(tx, table, reason, now) for reason in (PauseReason.MODERATOR, PauseReason.VOTE)
        ]
        if not was_asleep and not any(ended_pauses):
            raise Refused("life.refused.no_pause")
        await _announce_action(tx, service, table, moderator, "resume", note)


async def end_table_now(
    service: TableService, table: Table, moderator: Person, ending_kind: GameEnding, note: str
) -> None:
    """End a table: in play as agreed (the score counts) or void; before the start it is closed."""
    if not table.is_paused and not table.is_open:
        table.require_match()
    now = service.clock()
    async with service.change(table, moderator) as tx:
        await _announce_action(tx, service, table, moderator, "end", note)
        if table.is_open:
            await expiry.close_open_table(tx, table, now)
        else:
            await early_end.end_table(tx, table, now, ending_kind)


async def kick_person(service: TableService, table: Table, moderator: Person, seat: Seat, note: str) -> None:
    """Remove the person from the seat for good; before the start they simply leave."""
    if table.is_open:
        await invitations.remove_person(service, table, moderator, seat)
        return
    await _empty_seat(service, table, moderator, seat, "kick", note, None)


async def seek_successor(
    service: TableService, table: Table, moderator: Person, seat: Seat, successor: Person | None, note: str
) -> None:
    """Open the seat for a successor (None: for everybody)."""
    if successor is not None:
        open_seats.check_may_take(table, successor.id, seat)
    await _empty_seat(service, table, moderator, seat, "replace", note, successor)


async def make_host(service: TableService, table: Table, moderator: Person, seat: Seat, note: str) -> None:
    """Make the seat's person the host."""
    table.require_not_ended()
    if table.seats[seat].person is None:
        raise Refused("table.refused.no_person_there")
    async with service.change(table, moderator) as tx:
        await _announce_action(tx, service, table, moderator, "host", note, who=table.names[seat])
        await host.set_host(tx, table, seat, service.clock())


async def repost_card(service: TableService, table: Table, moderator: Person) -> None:
    """Post the card again at the bottom, below a notice about it."""
    async with service.change(table, moderator) as tx:
        await _announce_action(tx, service, table, moderator, "repost", "")
        await outbox.enqueue_card(tx, table, service.clock())


async def _empty_seat(
    service: TableService, table: Table, moderator: Person, seat: Seat, action: str, note: str, successor: Person | None
) -> None:
    """Open the seat and announce it, or invite a successor if it is open already."""
    table.require_match()
    now = service.clock()
    is_held = table.seats[seat].person is not None
    async with service.change(table, moderator) as tx:
        await people.save_person(tx, moderator.id, moderator.name, now)
        await _announce_action(tx, service, table, moderator, action, note, who=table.names[seat])
        if is_held or table.seats[seat].is_computer:
            why: TenureReason = "removed" if action == "kick" else "offered"
            await open_seats.open_seat(tx, service, table, seat, why, now, asked_by=moderator.id, successor=successor)
        else:
            await timers.cancel_timers(tx, table.id, TimerKind.OPEN_SEAT, str(seat))
            await open_seats.offer_open_seat(tx, table, seat, successor, moderator.id, now)


async def _announce_action(
    tx: Transaction, service: TableService, table: Table, moderator: Person, action: str, note: str, **args: str
) -> None:
    now = service.clock()
    sentence = Message(f"life.admin.{action}", {"by": name_person(moderator.name), **args})
    await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"admin.{action}:{now}", outbox.Notice(sentence, note=note))


async def remove_member(tx: Transaction, service: TableService, table: Table, person: int) -> None:
    """Release the seat of a person who has left the server.

    Before the start the seat becomes free, and a table without people closes. In play the seat opens; a substitute
    gives way to the seat's holder.
    """
    seat, now = table.find_seat(person), service.clock()
    if seat is None:
        return
    if table.is_open and all(assignment.person == person for assignment in table.held_seats):
        await expiry.close_open_table(tx, table, now)
    elif table.is_open:
        await seating.vacate_seat(tx, service, table, seat, now)
    elif table.is_playing and table.seats[seat].substitute == person:
        await substitutes.end_substitution(tx, service, table, seat, now)
    elif table.is_playing:
        await open_seats.open_seat(tx, service, table, seat, "vacated", now, asked_by=person)
