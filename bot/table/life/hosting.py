"""The host's role passes on: the host gives it, or the others do when the host is absent or late."""

from __future__ import annotations

from dataclasses import replace

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.service import TableService
from bot.table.time import late
from engines.kernel import Refused, Seat
from storage import Transaction
from storage.play import games as game_rows


async def hand_over(tables: TableService, live: LiveTable, host: Person, seat: Seat) -> None:
    """The host makes somebody else the host, before the start or in play."""
    if not live.is_open and not live.is_paused:
        live.playing()
    live.host_only(host.id)
    _other_person(live, seat)
    async with tables.change(live, host) as tx:
        await become(tx, live, seat, tables.clock())


async def may_be_taken(tables: TableService, live: LiveTable, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the asker may ask the others for another host, whom the seat names."""
    if not live.is_paused:
        live.playing()
    live.seat_or_refuse(asker.id)
    _other_person(live, seat)
    old = live.seat_of(live.row.host)
    if old is not None and not await late.is_gone(tables, live, old):
        raise Refused("table.refused.not_gone", who=live.names[old])


async def may_be_parted(tables: TableService, live: LiveTable, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the asker may ask the others to seek somebody else for that person's seat."""
    live.playing()
    own = live.seat_or_refuse(asker.id)
    if seat is None or seat == own or seat >= len(live.seats) or live.seats[seat].person is None:
        raise Refused("table.refused.no_person_there")
    if not await late.is_gone(tables, live, seat):
        raise Refused("table.refused.not_gone", who=live.names[seat])


async def become(tx: Transaction, live: LiveTable, seat: Seat, now: int) -> None:
    """The person of the seat is the host from now on, and is told."""
    person = live.seats[seat].person
    assert person is not None
    rev = await game_rows.set_host(tx, live.id, person)
    live.row = replace(live.row, host=person, rev=rev)
    await announce.notice(tx, live, now, "notice.host", mention=(person,), who=live.names[seat])
    await announce.card(tx, live, now)


def _other_person(live: LiveTable, seat: Seat | None) -> None:
    person = None if seat is None or not 0 <= seat < len(live.seats) else live.seats[seat].person
    if person is None or person == live.row.host:
        raise Refused("table.refused.no_person_there")
