"""A person's list of tables: what stands in it, and that it asks the database as often for many as for one."""

from __future__ import annotations

from bot.table import TableService
from bot.table.knowing.summaries import Summary, tables_of
from bot.table.life import pausing
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from storage import Database
from storage.connection import Row, Values
from storage.messages import posts
from storage.messages.kinds import Saying
from storage.messages.posts import PostRow
from storage.time import timers
from storage.time.kinds import Pause
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


class Counting:
    """A source that counts how often it is asked."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.asked = 0

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        self.asked += 1
        return await self.db.rows(sql, values)


async def _alone(tables: TableService, person: int, game: int) -> Summary:
    return next(one for one in await tables_of(tables.db, person) if one.row.id == game)


async def test_own_tables_come_first_with_who_is_asked_and_until_when(
    tables: TableService, players: Players, clock: Clock
) -> None:
    older = await players.open(AOI, MARCO, JULES, channel=1)
    clock.pass_hours(1)
    newer = await players.open(MARCO, AOI, JULES, channel=2)
    lobby = await seating.open_table(tables, 1, 3, JULES, "flotsam", Agreement(language="en"))
    late = clock() + 5_000
    async with tables.db.transaction() as tx:
        await timers.put(tx, newer, "late", "0", late)
        await timers.put(tx, newer, "late", "1", clock() + 1)
        await posts.put(tx, PostRow(newer, Saying.CARD, "", 2, 777, 1, clock()))
    listed = await tables_of(tables.db, MARCO.id)
    assert [(one.row.id, one.mine) for one in listed] == [(newer, True), (older, False)]
    assert [one.names for one in listed] == [("Marco", "Aoi", "Jules"), ("Aoi", "Marco", "Jules")]
    assert [one.waiting for one in listed] == [("Marco",), ("Aoi",)]
    assert [one.card for one in listed] == [777, None]
    assert listed[0].until == late
    assert listed[1].until is None, "it waits for somebody else"
    assert [one.row.id for one in await tables_of(tables.db, JULES.id)] == [older, newer, lobby]
    assert await tables_of(tables.db, 999) == []


async def test_tables_that_stand_still_wait_for_nobody_and_come_last(
    tables: TableService, players: Players, clock: Clock
) -> None:
    still = await players.open(AOI, MARCO, JULES, channel=1)
    clock.pass_hours(1)
    of_others = await players.open(MARCO, AOI, JULES, channel=2)
    async with tables.at(still) as live, tables.change(live) as tx:
        await pausing.begin(tx, live, Pause.ASLEEP, clock())
    listed = await tables_of(tables.db, AOI.id)
    assert [(one.row.id, one.mine, one.calls) for one in listed] == [(of_others, False, False), (still, True, False)]
    assert [[pause.reason for pause in one.pauses] for one in listed] == [[], ["asleep"]]
    async with tables.at(still) as live, tables.change(live) as tx:
        await pausing.end(tx, live, Pause.ASLEEP, clock())
    assert [(one.row.id, one.calls) for one in await tables_of(tables.db, AOI.id)] == [
        (still, True),
        (of_others, False),
    ]


async def test_a_seat_that_was_left_is_named_after_who_left_it(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE seats SET kind = 'open', person = NULL WHERE game = ? AND seat = 2", (game,))
    assert (await _alone(tables, AOI.id, game)).names == ("Aoi", "Marco", "(Jules)")


async def test_many_tables_take_as_many_queries_as_one(tables: TableService, players: Players) -> None:
    counts = []
    for channel in range(1, 6):
        await players.open(AOI, MARCO, JULES, channel=channel)
        source = Counting(tables.db)
        assert len(await tables_of(source, AOI.id)) == channel
        counts.append(source.asked)
    assert len(set(counts)) == 1
