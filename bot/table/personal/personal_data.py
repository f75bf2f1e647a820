"""A person's data: export and deletion.

Logs stay complete, because decisions name seats, not people. The person's seats remain without a name; at tables in
play a computer player answers for them from then on.
"""

import logging
from dataclasses import replace
from typing import Any

from bot.table import consent
from bot.table.clock.waking_hours import MINUTE
from bot.table.lobby import seating
from bot.table.seats import autopilot, host, substitutes
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from storage import StorageError
from storage.kinds import InboxKind
from storage.messages import inbox_rows
from storage.persons import people, personal_rows
from storage.play import games as game_rows
from storage.play import invitations
from storage.time import timers
from storage.time.timers import PersonTimerRow

from . import table_inbox

log = logging.getLogger(__name__)

ERASURE = "forget"
"""Kind of the person's timer that goes on with an erasure."""
RETRY_AFTER = MINUTE
"""Time after which an erasure that was interrupted goes on."""


async def export_person(service: TableService, person: int) -> dict[str, Any]:
    """Return all rows about the person, by table."""
    return {"format": "teban-person-1", "person": person, **await personal_rows.export_rows(service.db, person)}


async def forget_person(service: TableService, person: Person) -> None:
    """Leave open tables, hand other seats to a computer player, then delete the person's data.

    A timer of the person says that this is to be done, so that it goes on by itself if the bot is stopped in between
    (`finish_erasure`). It is deleted with the rest. A damaged table does not keep the person.
    """
    async with service.db.transaction() as tx:
        if await people.load_person(tx, person.id) is not None:
            await timers.set_person_timer(tx, person.id, ERASURE, service.clock() + RETRY_AFTER)
    nobody = Person(person.id, person.name, person.lang)
    for row in await game_rows.load_games_of_person(service.db, person.id, "open", "playing"):
        try:
            async with service.lock_table(row.id) as table:
                await _leave_open_table(service, table, nobody)
                await _hand_over_seat(service, table, person.id)
        except StorageError:
            raise  # a full disk, say: the timer tries again
        except Exception:  # a damaged table may raise anything
            log.exception("a person who is forgotten could not leave table %d", row.id)
    sat = await game_rows.load_games_of_person(service.db, person.id, "open", "playing", "over", "ended")
    game_ids = {*(row.id for row in sat), *await invitations.load_games_of_guest(service.db, person.id)}
    async with service.db.transaction() as tx:
        now = service.clock()
        anonymous_id = await personal_rows.erase_person(tx, person.id, now)
        if anonymous_id is not None:
            await inbox_rows.add_rows(tx, sorted(game_ids), InboxKind.FORGOTTEN, anonymous_id, now)
    await table_inbox.work_inboxes(service, sorted(game_ids))
    service.wake_workers()


async def finish_erasure(service: TableService, timer: PersonTimerRow) -> None:
    """Go on with an erasure that was interrupted."""
    row = await people.load_person(service.db, timer.person)
    assert row is not None, "the timer refers to the person"
    await forget_person(service, Person(row.id, row.name, "en" if row.language == "en" else "ja"))


async def _leave_open_table(service: TableService, table: Table, person: Person) -> None:
    """Leave a table before the start; close it if the person is alone there."""
    if not table.is_open or table.seat_of(person.id) is None:
        return
    if len(table.held_seats) == 1 and table.row.host == person.id:
        await consent.end_open_table(service, table, person)
    else:
        await seating.leave_table(service, table, person)


async def _hand_over_seat(service: TableService, table: Table, person: int) -> None:
    """Let a computer player answer from now on, and make another person the host."""
    seat = table.seat_of(person)
    if seat is None or table.row.status != "playing":
        return
    heir = next((s.seat for s in table.held_seats if s.person != person and s.person_to_notify is not None), None)
    now = service.clock()
    async with service.change(table) as tx:
        if table.seats[seat].substitute == person:
            await substitutes.end_substitution(tx, service, table, seat, now)
            return
        if table.row.host == person and heir is not None:
            await host.set_host(tx, table, heir, now)
        if table.seats[seat].autopilot_policy is None and table.is_playing:
            await autopilot.start_autopilot(tx, service, table, seat, now, "notice.relief_own")
        rev = await game_rows.advance_rev(tx, table.id)
        table.row = replace(table.row, rev=rev)
