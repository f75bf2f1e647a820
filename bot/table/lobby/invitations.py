"""Invitations and removals before the start, and the rematch after the end."""

from dataclasses import replace

import msgspec

from bot.table.notices import outbox
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from bot.table.terms import languages
from bot.table.terms.abuse_limits import CALLS_OF_PAIR
from bot.table.terms.table_terms import TableTerms, set_invited_pace
from engines.kernel import Message, Refused, Seat
from storage import Transaction
from storage.kinds import OutboxKind
from storage.persons import people
from storage.play import games as game_rows
from storage.play import invitations as invitation_rows

from . import seating

INVITED = "invited"
"""Prefix of the keys of notices that invite guests."""


async def invite_guests(
    service: TableService, table: Table, host: Person, guests: tuple[Person, ...]
) -> tuple[Person, ...]:
    """Invite people: they are notified once, and may join a table that is closed to others. Only the host may. Returns
    those whom the host has called recently: they are invited without a call.
    """
    table.require_open()
    table.require_host(host.id)
    new_guests = [guest for guest in guests if table.find_seat(guest.id) is None]
    if not new_guests:
        raise Refused("life.refused.seated_there")
    fresh = [guest for guest in new_guests if guest.id not in table.guests]
    if not fresh:
        raise Refused("life.refused.invited_already")
    called_guests = [
        guest for guest in fresh if service.limiter.find_free_time(CALLS_OF_PAIR, host.id, guest.id) is None
    ]
    now = service.clock()
    async with service.change(table, host) as tx:
        for n, guest in enumerate(fresh):
            await people.save_person(tx, guest.id, guest.name, now)
            await invitation_rows.add_guest(tx, table.id, guest.id, now + n)  # a millisecond apart keeps their order
        table.guests = await invitation_rows.load_guests(tx, table.id)
        table.row = replace(table.row, rev=await game_rows.advance_rev(tx, table.id))
        await seating.store_settings(tx, table, set_invited_pace(table.settings, table))
        await enqueue_invitation(tx, table, tuple(guest.id for guest in called_guests), now)
        await outbox.enqueue_card(tx, table, now)
    await service.limiter.record_calls(host.id, [guest.id for guest in called_guests])
    return tuple(guest for guest in fresh if guest not in called_guests)


async def enqueue_invitation(tx: Transaction, table: Table, guests: tuple[int, ...], now: int) -> None:
    """Notify these people that the host invites them. No effect for no people."""
    if guests:
        host = next(seated.name for seated in table.seats if seated.person == table.row.host)
        notice = outbox.Notice(Message("life.invited", {"who": host}), guests, further_buttons=("join:",))
        await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"{INVITED}:{now}", notice)


async def remove_person(service: TableService, table: Table, remover: Person, seat: Seat) -> None:
    """Remove a person from their seat before the start, and at a closed table revoke their invitation. The caller
    checks permissions.
    """
    table.require_open()
    if not 0 <= seat < len(table.seats) or table.seats[seat].person in (None, table.row.host):
        raise Refused("table.refused.no_person_there")
    removed = table.seats[seat]
    rest = tuple(
        replace(assignment, seat=n)
        for n, assignment in enumerate(assignment for assignment in table.seats if assignment.seat != seat)
    )
    assert removed.person is not None
    async with service.change(table, remover) as tx:
        await invitation_rows.remove_guest(tx, table.id, removed.person)
        table.guests = await invitation_rows.load_guests(tx, table.id)
        await seating.store_seats(tx, service, table, rest)
        await languages.fit_language(tx, table)
        await outbox.enqueue_notice(tx, table, service.clock(), "life.removed", who=removed.name)
        await outbox.enqueue_card(tx, table, service.clock())


async def open_rematch(service: TableService, table_id: int, opener: Person) -> int:
    """Open a rematch: same game, options, settings, computer players and channel. The other people are invited. Returns
    its id. Only one table is locked at a time.

    Raises Refused if the person had no seat, the game is in play, the channel has another table by now, or
    the person may open none (`seating.check_may_open`).
    """
    async with service.lock_table(table_id) as table:
        holders = {tenure.seat: (tenure.holder, tenure.name) for tenure in table.tenures if tenure.holder is not None}
        if opener.id not in (person for person, _ in holders.values()):
            raise Refused("table.refused.not_seated")
        if table.row.status in ("open", "playing"):
            raise Refused("life.refused.not_over")
        row, terms, seats = table.row, TableTerms.from_table(table.row, table.settings), table.seats
    await seating.check_may_open(service, row.guild_id, opener)
    new_id = await seating.open_table(service, row.guild_id, row.channel_id, opener, row.engine, terms)
    others = tuple(
        Person(person, name, opener.lang)
        for person, name in holders.values()
        if person is not None and person > 0 and person != opener.id  # a forgotten person has a negative id
    )
    host = msgspec.structs.replace(opener, interaction_id=None)
    held_by_people = {seat for seat, (person, _) in holders.items() if person is not None}
    async with service.lock_table(new_id) as new_table:
        for computer in seats:
            if computer.is_computer and computer.seat not in held_by_people:
                await seating.add_computer(service, new_table, host, computer.policy)
        if others:
            await invite_guests(service, new_table, host, others)
    return new_id
