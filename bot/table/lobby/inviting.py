"""Before the start: naming people, closing the table to others, removing somebody; and the next table after the end."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.service import TableService
from engines.kernel import Msg, Refused, Seat
from storage import Transaction
from storage.messages.kinds import Saying
from storage.persons import people
from storage.play import games as game_rows
from storage.play import guests as guest_rows

from . import seating
from .agreement import Agreement

INVITED = "invited"
"""What the keys of notices that call guests begin with."""


async def invite(tables: TableService, live: LiveTable, by: Person, guests: tuple[Person, ...]) -> None:
    """The host names people: they are called once, and may join a table that is closed to others."""
    live.open_only()
    live.host_only(by.id)
    fresh = [guest for guest in guests if live.seat_of(guest.id) is None]
    if not fresh:
        raise Refused("life.refused.seated_there")
    now = tables.clock()
    async with tables.change(live, by) as tx:
        for guest in fresh:
            await people.meet(tx, guest.id, guest.name, now)
            await guest_rows.put(tx, live.id, guest.id, now)
        live.guests = await guest_rows.of_game(tx, live.id)
        live.row = replace(live.row, rev=await game_rows.advance(tx, live.id))
        await call(tx, live, tuple(guest.id for guest in fresh), now)
        await announce.card(tx, live, now)


async def call(tx: Transaction, live: LiveTable, guests: tuple[int, ...], now: int) -> None:
    """Tell these people that the host wants them at the table; nobody: nothing."""
    if guests:
        host = next(seated.name for seated in live.seats if seated.person == live.row.host)
        notice = announce.Notice(Msg("life.invited", {"who": host}), guests, offers=("join:",))
        await announce.say(tx, live, now, Saying.NOTICE, f"{INVITED}:{now}", notice)


async def remove(tables: TableService, live: LiveTable, by: Person, seat: Seat) -> None:
    """Somebody loses the seat before the start; at a closed table the invitation goes with it. Who may do it is
    settled by the caller.
    """
    live.open_only()
    if not 0 <= seat < len(live.seats) or live.seats[seat].person in (None, live.row.host):
        raise Refused("table.refused.no_person_there")
    gone = live.seats[seat]
    rest = tuple(replace(one, seat=n) for n, one in enumerate(one for one in live.seats if one.seat != seat))
    assert gone.person is not None
    async with tables.change(live, by) as tx:
        await guest_rows.remove(tx, live.id, gone.person)
        live.guests = await guest_rows.of_game(tx, live.id)
        await seating.reseat(tx, tables, live, rest)
        await announce.notice(tx, live, tables.clock(), "life.removed", who=gone.name)
        await announce.card(tx, live, tables.clock())


async def again(tables: TableService, live: LiveTable, by: Person) -> int:
    """A new table with the same game, options, settings and computer players, in the same place; its id. The others are
    invited.

    Raises Refused if the person did not sit here, the game goes on, or the channel has another table by now.
    """
    sat = {one.seat: (one.holder, one.name) for one in live.held if one.holder is not None}
    if by.id not in (person for person, _ in sat.values()):
        raise Refused("table.refused.not_seated")
    if live.row.status in ("open", "playing"):
        raise Refused("life.refused.not_over")
    row = live.row
    game = await seating.open_table(
        tables,
        row.guild_id,
        row.channel_id,
        by,
        row.engine,
        Agreement.of(row, live.plan),
    )
    others = tuple(
        Person(person, name, by.lang) for person, name in sat.values() if person is not None and person != by.id
    )
    host = msgspec.structs.replace(by, click=None)
    held_by_people = {seat for seat, (person, _) in sat.items() if person is not None}
    async with tables.at(game) as opened:
        for computer in live.seats:
            if computer.is_computer and computer.seat not in held_by_people:
                await seating.add_computer(tables, opened, host, computer.policy)
        if others:
            await invite(tables, opened, host, others)
    return game
