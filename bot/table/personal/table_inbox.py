"""The inbox of each table: what a person's change of hours, return, departure or deletion means there.

The transaction that causes it writes a row for each table (`storage.messages.inbox_rows`). The work is done at once
afterwards, one table after the other, each in a transaction of its own that deletes the row; what a crash left is done
at the start. Clocks do not depend on when: they are counted by the hours that held at the time (`WakingHours.settle`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec

from bot.table.admin import moderation
from bot.table.clock.availability import load_quiet_hours
from bot.table.deadline import deadlines
from bot.table.lobby import expiry, seating
from bot.table.notices import outbox, turn_notifications
from bot.table.seats import autopilot, host, substitutes
from bot.table.service.table_service import TableService
from bot.table.state.seat_names import name_at_seat
from bot.table.state.table import Table
from bot.table.terms import languages
from engines.kernel import Refused, Seat
from storage import ForeignTable, StorageError, Transaction
from storage.kinds import InboxKind, OutboxKind, TimerKind
from storage.messages import inbox_rows, outbox_rows
from storage.messages.inbox_rows import InboxRow
from storage.play import games as game_rows
from storage.time import timers

log = logging.getLogger(__name__)

CHECK_SECONDS = 30.0
"""Interval at which to look for work that was not done at once."""
MAX_RETRY_SECONDS = 3600.0
"""Longest wait before a table that fails again and again is tried once more; each failure doubles the wait."""


class AbsenceNotice(msgspec.Struct, frozen=True):
    """A notice about the person's absence or return, which a table posts without notifying anybody. It is the payload
    of `HOURS_CHANGED`; an empty payload means no notice.
    """

    key: str
    """Catalogue key of its sentence."""
    name: str
    """The person's name."""
    args: dict[str, int] = {}
    """Values of the sentence."""


async def run(service: TableService) -> None:
    """Carry out the rows of the inboxes, until cancelled: at the start, when rows were written, and at an interval."""
    while True:
        service.inbox_ready.clear()
        try:
            await work_due_inboxes(service)
        except StorageError:
            log.exception("the tables with something in their inbox could not be looked for")
        with suppress(TimeoutError):
            async with asyncio.timeout(CHECK_SECONDS):
                await service.inbox_ready.wait()


async def work_due_inboxes(service: TableService) -> None:
    """Do everything that is in the inboxes now, except at tables that have failed and wait for another attempt."""
    table_ids = await inbox_rows.list_games(service.db)
    await work_inboxes(service, [table_id for table_id in table_ids if not _waits_for_retry(service, table_id)])


async def work_all_inboxes(service: TableService) -> None:
    """Do everything that is in the inboxes now."""
    await work_inboxes(service, await inbox_rows.list_games(service.db))


async def work_inboxes(service: TableService, table_ids: Iterable[int]) -> None:
    """Carry out the rows in the inboxes of these tables. If a table fails, its rows stay, and it is tried again after
    growing waits; the others are not affected.
    """
    for table_id in table_ids:
        try:
            await _work_inbox(service, table_id)
        except ForeignTable:
            continue  # its own process looks for the rows
        except Refused as reason:
            log.info("the inbox of table %d: %s", table_id, reason)
        except Exception:  # a damaged table may raise anything
            log.exception("the inbox of table %d, which is tried again later", table_id)
        else:
            service.inbox_failures.pop(table_id, None)
            continue
        count, _ = service.inbox_failures.get(table_id, (0, 0))
        service.inbox_failures[table_id] = count + 1, service.clock()


def _waits_for_retry(service: TableService, table_id: int) -> bool:
    """Return whether a table has failed, and its next turn has not come."""
    if table_id not in service.inbox_failures:
        return False
    count, failed_at = service.inbox_failures[table_id]
    wait_ms = 1000 * min(MAX_RETRY_SECONDS, CHECK_SECONDS * (1 << min(count, 16)))
    return 0 <= service.clock() - failed_at < wait_ms


async def release_seats(service: TableService, person: int, table_ids: Sequence[int]) -> None:
    """Release the person's seats at these tables, because the person has left their server."""
    async with service.db.transaction() as tx:
        await inbox_rows.add_rows(tx, table_ids, InboxKind.LEFT_SERVER, person, service.clock())
    await work_inboxes(service, table_ids)


async def _work_inbox(service: TableService, table_id: int) -> None:
    async with service.lock_table(table_id) as table:
        for row in await inbox_rows.load_rows(service.db, table_id):
            async with service.change(table) as tx:
                if await inbox_rows.take_row(tx, row.id):
                    await HANDLERS[row.kind](tx, service, table, row)


def _require_person(row: InboxRow) -> int:
    assert row.person is not None, f"inbox row {row.id} names no person"
    return row.person


async def _apply_new_hours(tx: Transaction, service: TableService, table: Table, row: InboxRow) -> None:
    """Set deadlines, reminders and postponed sentences by the person's new hours, and post the notice of an absence."""
    now, person = service.clock(), _require_person(row)
    notice = msgspec.json.decode(row.payload, type=AbsenceNotice) if row.payload else None
    seat = table.find_seat(person)
    if table.is_playing:
        await deadlines.arm_timers(tx, table, now)
        await turn_notifications.apply_new_hours(tx, table, person, now)
    if notice is not None and table.is_open:
        table.habits = await service.load_habits(tx, table.seats)
        await outbox.enqueue_card(tx, table, now)
    elif notice is not None and table.row.status == "playing" and seat is not None:
        name = name_at_seat(notice.name, seat)
        await outbox.enqueue_notice(tx, table, now, notice.key, mention=(), who=name, **notice.args)
    await timers.hasten_timer(tx, table.id, TimerKind.QUIET_HOURS_END, str(person), now)
    wakes_at = (await load_quiet_hours(tx, person)).find_wake_time(now)
    await outbox_rows.hasten_direct_rows(tx, table.id, person, wakes_at)


async def _apply_new_language(tx: Transaction, service: TableService, table: Table, _row: InboxRow) -> None:
    """Let the table's posts be in the person's new language, too."""
    old_language = table.row.language
    if table.row.status in {"open", "playing"}:
        await languages.fit_language(tx, table)
    if table.row.language != old_language:
        await outbox.enqueue_card(tx, table, service.clock())


async def _apply_return(tx: Transaction, service: TableService, table: Table, _row: InboxRow) -> None:
    """Set deadlines and reminders by the hours without the leave that has ended."""
    if table.is_playing:
        await deadlines.arm_timers(tx, table, service.clock())


async def _release_seat(tx: Transaction, service: TableService, table: Table, row: InboxRow) -> None:
    await moderation.remove_member(tx, service, table, _require_person(row))


async def _depart(tx: Transaction, service: TableService, table: Table, row: InboxRow) -> None:
    await leave_table(tx, service, table, _require_person(row))


async def leave_table(tx: Transaction, service: TableService, table: Table, person: int) -> None:
    """Leave a table for a person who is forgotten. Before the start it closes if the person is alone there; in play the
    seat is handed over.
    """
    seat, now = table.find_seat(person), service.clock()
    if seat is None:
        return
    if not table.is_open:
        await _hand_over_seat(tx, service, table, seat, person)
    elif len(table.held_seats) == 1 and table.row.host == person:
        await expiry.close_open_table(tx, table, now)
    else:
        await seating.vacate_seat(tx, service, table, seat, now)


async def _hand_over_seat(tx: Transaction, service: TableService, table: Table, seat: Seat, person: int) -> None:
    """Let a computer player answer from now on, and make another person the host. A substitute is no longer one."""
    if table.row.status != "playing":
        return
    heir = next((s.seat for s in table.held_seats if s.person != person and s.person_to_notify is not None), None)
    now = service.clock()
    if table.seats[seat].substitute == person:
        await substitutes.end_substitution(tx, service, table, seat, now)
        return
    if table.row.host == person and heir is not None:
        await host.set_host(tx, table, heir, now)
    if table.seats[seat].autopilot_policy is None and table.is_playing:
        await autopilot.start_autopilot(tx, service, table, seat, now, "notice.relief_own")
    rev = await game_rows.advance_rev(tx, table.id)
    table.row = replace(table.row, rev=rev)


async def _drop_table(tx: Transaction, service: TableService, table: Table, _row: InboxRow) -> None:
    """Drop the table and its rows from memory, where they still have the person: another process may have erased it."""
    tx.forget_game(table.id)
    service.drop_table(table)


async def enqueue_list(tx: Transaction, table_id: int, person: int, due_at: int, now: int) -> None:
    """Enqueue the list of tables that wait for a person, in the outbox of one of them. due_at: makes each come once."""
    await outbox_rows.add_row(
        tx, game=table_id, kind=OutboxKind.SUMMARY, key=f"{person}.{due_at}",
        target=person, payload=b"", at=now, is_direct=True,
    )  # fmt: skip


async def _send_list(tx: Transaction, service: TableService, table: Table, row: InboxRow) -> None:
    await enqueue_list(tx, table.id, _require_person(row), int(row.payload), service.clock())


async def _begin_to_serve(_tx: Transaction, _service: TableService, _table: Table, _row: InboxRow) -> None:
    """Do nothing in the transaction: after it the workers are woken, as after any change."""


HANDLERS: Mapping[str, Callable[[Transaction, TableService, Table, InboxRow], Awaitable[None]]] = {
    InboxKind.HOURS_CHANGED: _apply_new_hours,
    InboxKind.LANGUAGE_CHANGED: _apply_new_language,
    InboxKind.CAME_BACK: _apply_return,
    InboxKind.LEFT_SERVER: _release_seat,
    InboxKind.FORGOTTEN: _drop_table,
    InboxKind.DEPARTS: _depart,
    InboxKind.LIST_DUE: _send_list,
    InboxKind.ARRIVED: _begin_to_serve,
}
