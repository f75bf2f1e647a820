"""The host's role passes on: the host hands it over, or the others vote when the host is absent or late."""

from dataclasses import replace

from bot.table.notices import outbox
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from bot.table.terms import languages
from engines.kernel import Refused, Seat
from storage import Transaction
from storage.play import games as game_rows

from . import lateness


async def hand_over_host(service: TableService, table: Table, host: Person, seat: Seat) -> None:
    """Make another person the host, before the start or in play. Only the host may."""
    if not table.is_open and not table.is_paused:
        table.require_match()
    table.require_host(host.id)
    _check_other_person(table, seat)
    async with service.change(table, host) as tx:
        await set_host(tx, table, seat, service.clock())


async def check_host_vote(service: TableService, table: Table, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the asker may request a vote that makes this seat's person the host."""
    if not table.is_paused:
        table.require_match()
    table.require_seat(asker.id)
    _check_other_person(table, seat)
    old = table.find_seat(table.row.host)
    if old is not None and not await lateness.is_gone(service, table, old):
        raise lateness.build_early_refusal("table.refused.not_gone", table, old)


async def check_replacement_vote(service: TableService, table: Table, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the asker may request a vote to find a new player for this seat."""
    table.require_match()
    own_seat = table.require_seat(asker.id)
    if seat is None or seat == own_seat or seat >= len(table.seats) or table.seats[seat].person is None:
        raise Refused("table.refused.no_person_there")
    if not await lateness.is_gone(service, table, seat):
        raise lateness.build_early_refusal("table.refused.not_gone", table, seat)


async def set_host(tx: Transaction, table: Table, seat: Seat, now: int) -> None:
    """Make the seat's person the host and notify them."""
    person = table.seats[seat].person
    assert person is not None
    rev = await game_rows.set_host(tx, table.id, person)
    table.row = replace(table.row, host=person, rev=rev)
    await languages.fit_language(tx, table)
    await outbox.enqueue_notice(tx, table, now, "notice.host", mention=(person,), who=table.names[seat])
    await outbox.enqueue_card(tx, table, now)


def _check_other_person(table: Table, seat: Seat | None) -> None:
    """Raises Refused unless the seat has a person other than the host."""
    person = None if seat is None or not 0 <= seat < len(table.seats) else table.seats[seat].person
    if person is None or person == table.row.host:
        raise Refused("table.refused.no_person_there")
