"""A person's data: export and deletion.

Logs stay complete, because decisions name seats, not people. The person's seats remain without a name; at tables in
play a computer player answers for them from then on.
"""

import logging
from collections.abc import Sequence
from typing import Any

from bot.table.clock.waking_hours import HOUR, MINUTE
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from storage import ForeignTable, StorageError
from storage.kinds import InboxKind
from storage.messages import inbox_rows
from storage.persons import people, personal_rows
from storage.play import games as game_rows
from storage.play import invitations, seat_tenures
from storage.time import timers
from storage.time.timers import PersonTimerRow

from . import table_inbox

log = logging.getLogger(__name__)

ERASURE = "forget"
"""Kind of the person's timer that continues an erasure."""
RETRY_AFTER = MINUTE
"""Time after which an interrupted erasure continues, and other failed work for a person is tried again."""
MAX_WAIT = HOUR
"""Time for which an erasure waits for tables that this process does not serve."""


async def export_person(service: TableService, person: int) -> dict[str, Any]:
    """Return all rows about the person, by table."""
    return {"format": "teban-person-1", "person": person, **await personal_rows.export_rows(service.db, person)}


async def forget_person(service: TableService, person: Person) -> None:
    """Leave open tables, hand other seats to a computer player, then delete the person's data.

    A timer of the person requests the erasure, so that it continues if the bot is stopped in between
    (`finish_erasure`), or once tables that this process does not serve have done their part. It is deleted with the
    rest. A damaged table does not prevent the erasure.
    """
    await _begin_erasure(service, person.id)
    unreached = []
    for row in await game_rows.load_games_of_person(service.db, person.id, "open", "playing"):
        try:
            async with service.lock_table(row.id) as table:
                if table.find_seat(person.id) is not None:
                    async with service.change(table) as tx:
                        await table_inbox.leave_table(tx, service, table, person.id)
                        await inbox_rows.delete_rows(tx, row.id, person.id, InboxKind.DEPARTS)
        except ForeignTable:  # also one of this process that it does not serve now
            unreached.append(row.id)  # the process that serves it does what is in the table's inbox
        except StorageError:
            raise  # a full disk, say: the timer tries again
        except Exception:  # a damaged table may raise anything
            log.exception("a person who is forgotten could not leave table %d", row.id)
    if await _waits_for_tables(service, person.id, unreached):
        return
    tables_of_person = await game_rows.load_games_of_person(service.db, person.id, "open", "playing", "over", "ended")
    table_ids = {
        *(row.id for row in tables_of_person),
        *await seat_tenures.list_games_with_person(service.db, person.id),  # also where the seat was left
        *await invitations.load_games_of_guest(service.db, person.id),
    }
    async with service.db.transaction() as tx:
        now = service.clock()
        anonymous_id = await personal_rows.erase_person(tx, person.id, now)
        if anonymous_id is not None:
            await inbox_rows.add_rows(tx, sorted(table_ids), InboxKind.FORGOTTEN, anonymous_id, now)
    await table_inbox.work_inboxes(service, sorted(table_ids))
    service.wake_workers()


async def _begin_erasure(service: TableService, person: int) -> None:
    """Set the timer. If other processes have tables, the first time also ask each table, by its inbox: it may be handed
    over before it is reached.
    """
    async with service.db.transaction() as tx:
        if await people.load_person(tx, person) is None:
            return
        now = service.clock()
        if not tx.ownership.is_alone and await timers.load_person_timer(tx, person, ERASURE) is None:
            rows = await game_rows.load_games_of_person(tx, person, "open", "playing")
            await inbox_rows.add_rows(tx, [row.id for row in rows], InboxKind.DEPARTS, person, now)
        await timers.set_person_timer(tx, person, ERASURE, now + RETRY_AFTER)


async def _waits_for_tables(service: TableService, person: int, unreached: Sequence[int]) -> bool:
    """Return whether one of these tables has not done its part yet. The timer does not wait for it for long, because
    the table may be damaged.
    """
    asked_at = await inbox_rows.list_times_by_game(service.db, person, InboxKind.DEPARTS)
    return any(service.clock() - asked_at[table_id] < MAX_WAIT for table_id in unreached if table_id in asked_at)


async def finish_erasure(service: TableService, timer: PersonTimerRow) -> None:
    """Continue an erasure that was interrupted."""
    row = await people.load_person(service.db, timer.person)
    assert row is not None, "the timer refers to the person"
    await forget_person(service, Person(row.id, row.name, "en" if row.language == "en" else "ja"))
