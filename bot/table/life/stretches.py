"""A seat changes hands: written down for ever, with the call of whoever answers now."""

from __future__ import annotations

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.notices import calls
from bot.table.service import TableService
from bot.table.time import deadlines
from engines.kernel import Seat
from storage import Transaction
from storage.play import orders, seats, stretches
from storage.play.seats import SeatRow
from storage.play.stretches import StretchRow, Why

from .names import held

ADVERT = "advert"
"""What the keys of notices that offer an open seat begin with."""
OFFERS = (ADVERT, "nobody", "sitter", "relief")
"""Notices about a seat that go when it has another holder: what they offer is not to be had any more."""


async def begin_all(tx: Transaction, live: LiveTable, now: int) -> None:
    """The game starts: everybody holds their seat."""
    for seated in live.seats:
        row = StretchRow(live.id, seated.seat, 1, seated.person, seated.policy, seated.person, "start", now)
        await stretches.begin(tx, row)
    live.held = await held(tx, live.row)


async def change(
    tx: Transaction, tables: TableService, live: LiveTable, row: SeatRow, why: Why, now: int, from_n: int | None = None
) -> None:
    """Put the row on its seat. from_n: the first decision of whoever answers now (None: the next one).

    The earlier call goes and whoever answers now is called; their clock begins with that call. Standing answers are
    those of the holder: somebody else begins without.
    """
    before = live.seats[row.seat]
    if live.is_playing:
        await deadlines.settled(tx, live, now)  # so far it was the hours of whoever answered before that counted
    await seats.put(tx, row)
    await written(tx, tables, live, row.seat, why, now, from_n)
    if before.person != row.person:
        await orders.revoke_all(tx, live.id, row.seat)
        live.orders = {key: value for key, value in live.orders.items() if key[0] != row.seat}
    if live.is_playing and before.called == live.seats[row.seat].called:
        await deadlines.arm(tx, live, now)
    elif live.is_playing:
        await calls.person_changed(tx, live, row.seat, before.called, now)
    after = live.seats[row.seat]
    if not after.is_vacant and (after.person, after.sitter, after.policy) != (
        before.person,
        before.sitter,
        before.policy,
    ):
        await announce.offers_end(tx, live, now, *(f"{name}.{row.seat}" for name in OFFERS))


async def written(
    tx: Transaction, tables: TableService, live: LiveTable, seat: Seat, why: Why, now: int, from_n: int | None = None
) -> None:
    """The seats have changed in the database: read them, and write the stretch that begins."""
    live.seats = await tables.seats(tx, live.row)
    one = live.seats[seat]
    person = None if one.answers is not None else one.sitter or one.person
    begins = live.last_n + 1 if from_n is None else from_n
    await stretches.begin(tx, StretchRow(live.id, seat, begins, person, one.answers, one.person, why, now))
    live.held = await held(tx, live.row)
