"""A person's list of tables: its contents, and a number of queries that does not depend on the number of tables."""

from __future__ import annotations

from bot.table import TableService
from bot.table.lobby import seating
from bot.table.player_records.table_list import TableEntry, load_table_list
from bot.table.seats import table_pauses
from bot.table.terms.table_terms import TableTerms
from storage import Database
from storage.dialect import Row, Values
from storage.kinds import OutboxKind, PauseReason
from storage.messages import posts
from storage.messages.posts import PostRow
from storage.time import timers
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


class CountingSource:
    """Database source that counts its queries."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.ownership = db.ownership
        self.query_count = 0

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        self.query_count += 1
        return await self.db.fetch_rows(sql, values)


async def _load_entry(service: TableService, person: int, table_id: int) -> TableEntry:
    return next(entry for entry in await load_table_list(service.db, person) if entry.row.id == table_id)


async def test_own_tables_come_first_with_asked_people_and_deadlines(
    service: TableService, players: Players, clock: Clock
) -> None:
    older = await players.start_table(AOI, MARCO, JULES, channel=1)
    clock.pass_hours(1)
    newer = await players.start_table(MARCO, AOI, JULES, channel=2)
    lobby = await seating.open_table(service, 1, 3, JULES, "flotsam", TableTerms(language="en"))
    late = clock() + 5_000
    async with service.db.transaction() as tx:
        await timers.set_timer(tx, newer, "late", "0", late)
        await timers.set_timer(tx, newer, "late", "1", clock() + 1)
        await posts.save_post(tx, PostRow(newer, OutboxKind.CARD, "", 2, 777, 1, clock()))
    listed = await load_table_list(service.db, MARCO.id)
    assert [(entry.row.id, entry.is_asked) for entry in listed] == [(newer, True), (older, False)]
    assert [entry.seat_names for entry in listed] == [("Marco", "Aoi", "Jules"), ("Aoi", "Marco", "Jules")]
    assert [entry.asked_names for entry in listed] == [("Marco",), ("Aoi",)]
    assert [entry.card_message_id for entry in listed] == [777, None]
    assert listed[0].due_at == late
    assert listed[1].due_at is None, "it waits for somebody else"
    assert [entry.row.id for entry in await load_table_list(service.db, JULES.id)] == [older, newer, lobby]
    assert await load_table_list(service.db, 999) == []


async def test_paused_tables_wait_for_nobody_and_come_last(
    service: TableService, players: Players, clock: Clock
) -> None:
    still = await players.start_table(AOI, MARCO, JULES, channel=1)
    clock.pass_hours(1)
    of_others = await players.start_table(MARCO, AOI, JULES, channel=2)
    async with service.lock_table(still) as table, service.change(table) as tx:
        await table_pauses.begin_pause(tx, table, PauseReason.ASLEEP, clock())
    listed = await load_table_list(service.db, AOI.id)
    assert [(entry.row.id, entry.is_asked, entry.is_waiting) for entry in listed] == [
        (of_others, False, False),
        (still, True, False),
    ]
    assert [[pause.reason for pause in entry.pauses] for entry in listed] == [[], ["asleep"]]
    async with service.lock_table(still) as table, service.change(table) as tx:
        await table_pauses.end_pause(tx, table, PauseReason.ASLEEP, clock())
    assert [(entry.row.id, entry.is_waiting) for entry in await load_table_list(service.db, AOI.id)] == [
        (still, True),
        (of_others, False),
    ]


async def test_open_seat_is_named_after_its_last_holder(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE seats SET kind = 'open', person = NULL WHERE game = ? AND seat = 2", (table_id,))
    assert (await _load_entry(service, AOI.id, table_id)).seat_names == ("Aoi", "Marco", "(Jules)")


async def test_many_tables_take_as_many_queries_as_one(service: TableService, players: Players) -> None:
    counts = []
    for channel in range(1, 6):
        await players.start_table(AOI, MARCO, JULES, channel=channel)
        source = CountingSource(service.db)
        assert len(await load_table_list(source, AOI.id)) == channel
        counts.append(source.query_count)
    assert len(set(counts)) == 1
