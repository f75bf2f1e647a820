"""Presence is kept by shard: a take-over, a lost connection or another number of shards hides no absence."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.background.bot_presence import BotPresence
from bot.table.deadline.outages import GRACE
from storage import Transaction
from storage.play import games
from storage.shards.ownership import ID_SHIFT
from storage.time import presence as presence_rows
from storage.time import timers
from tests.table.conftest import Clock


async def write_leases(service: TableService, *shard_counts: int) -> None:
    """Give a process the leases by which a server lets it write, each with token 1."""
    async with service.db.transaction() as tx:
        for count in shard_counts:
            for shard in range(count):
                await tx.execute(
                    "INSERT INTO shard_leases (shard, of, owner, token, until) VALUES (?, ?, 1, 1, 1)", (shard, count)
                )


async def load_times(service: TableService, table: int) -> tuple[int, list[tuple[int, int]], set[int]]:
    """Return what an outage changes at a table: the end of its grace, its outages, and since when its clocks run."""
    row = await games.load_game(service.db, table)
    assert row is not None
    running = await service.db.fetch_rows("SELECT running_since FROM clocks WHERE game = ?", (table,))
    return (
        await presence_rows.load_grace_end(service.db, row.guild_id),
        await presence_rows.load_outages(service.db, row.guild_id, 0),
        {since for (since,) in running if since is not None},
    )


async def test_a_shard_that_is_taken_over_was_out_since_its_owner_was_last_here(
    service: TableService, tables: list[int], clock: Clock
) -> None:
    """The owner of shard 1 is gone for ten minutes, then that of shard 0 takes it: its own tables had no outage."""
    await write_leases(service, 2)
    ownership = service.db.ownership
    ownership.shard_count, ownership.tokens = 2, {1: 1}
    await BotPresence(service, lambda _: True).settle_outage_at_start()
    gone_at, ownership.tokens = clock(), {0: 1}
    steady = 0
    presence = BotPresence(service, lambda _: True, lambda: steady)
    await presence.settle_outage_at_start()
    for _ in range(20):
        clock.pass_hours(1 / 120)
        steady += 30_000
        await presence.check_presence()
    before = await load_times(service, tables[0])
    ownership.tokens = {0: 1, 1: 1}
    seen = [presence.attended_shards]
    await presence.check_presence()
    assert [*seen, presence.attended_shards] == [{0}, {0, 1}], (
        "nothing falls due before the outage is out of the clocks"
    )
    assert await load_times(service, tables[0]) == before == (0, [], before[2])
    assert await load_times(service, tables[1]) == (clock() + GRACE, [(gone_at, clock())], {clock()})


@pytest.mark.parametrize("step", [0, 5 * 3_600_000])
async def test_a_take_over_keeps_the_outage_and_the_step_of_shards_held_before(
    service: TableService, tables: list[int], clock: Clock, step: int
) -> None:
    """The owner of shard 0 is cut off for half an hour when it takes shard 1; its clock may have stepped meanwhile."""
    await write_leases(service, 2)
    ownership = service.db.ownership
    ownership.shard_count, ownership.tokens = 2, {0: 1, 1: 1}
    before = (await load_times(service, tables[1]))[2]
    ownership.tokens = {0: 1}
    steady, is_cut_off = 0, True
    presence = BotPresence(service, lambda _: not is_cut_off, lambda: steady)
    await presence.settle_outage_at_start()
    for _ in range(60):
        clock.pass_hours(1 / 120)
        steady += 30_000
        await presence.check_presence()
    clock.pass_hours(step / 3_600_000)
    ownership.tokens, ownership.resting = {0: 1, 1: 1}, {1}
    assert await presence.start_serving_shards() == {1} and ownership.served_shards == (0, 1)
    is_cut_off = False
    await presence.check_presence()
    gaps = [(clock() - away, clock()) for away in (step, 30 * 60_000 - 30_000) if away]
    assert await load_times(service, tables[0]) == (clock() + GRACE, gaps, {clock()})
    assert await load_times(service, tables[1]) == (0, [], before), "nobody had it before"


async def test_timers_go_on_at_a_shard_that_is_connected_beside_one_that_is_not(
    service: TableService, tables: list[int], clock: Clock
) -> None:
    await write_leases(service, 2)
    ownership = service.db.ownership
    ownership.shard_count, ownership.tokens = 2, {0: 1, 1: 1}
    steady = 0
    presence = BotPresence(service, lambda shard: shard == 0, lambda: steady)
    await presence.settle_outage_at_start()
    assert presence.is_here and presence.attended_shards == {0}
    found = [await timers.load_next_timer(service.db, frozenset(shards)) for shards in ((0,), (1,))]
    assert [row and row.game for row in found] == tables
    for _ in range(10):
        clock.pass_hours(1 / 120)
        steady += 30_000
        await presence.check_presence()
    assert [(await load_times(service, table))[1] for table in tables] == [[], []]
    presence.is_connected = lambda _: True
    await presence.check_presence()
    outages = [(await load_times(service, table))[1] for table in tables]
    assert (outages[0], [until for _, until in outages[1]]) == ([], [clock()])


@pytest.mark.sqlite_only(reason="changes a token in memory alone")
async def test_a_shard_that_is_given_back_and_taken_again_during_a_check_is_taken_up(
    service: TableService, tables: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await write_leases(service, 2)
    ownership = service.db.ownership
    ownership.shard_count, ownership.tokens = 2, {0: 1, 1: 1}
    presence = BotPresence(service, lambda _: True, lambda: 0)
    await presence.settle_outage_at_start()
    save_online = presence_rows.save_online

    async def lose_and_regain(tx: Transaction, at: int) -> None:
        await save_online(tx, at)
        ownership.tokens[1] = 3
        ownership.resting.add(1)

    with monkeypatch.context() as late:
        late.setattr(presence_rows, "save_online", lose_and_regain)
        await presence.check_presence()
    assert presence.attended_shards == {0}
    assert await presence.start_serving_shards() == {1} and ownership.served_shards == (0, 1)


async def test_presence_goes_on_when_the_number_of_shards_changes(service: TableService, clock: Clock) -> None:
    """A time counts once each shard that had tables of the asked one was there; else it is the one before."""
    await write_leases(service, 2, 4)
    ownership, db = service.db.ownership, service.db

    async def save_online(count: int | None, shard: int, at: int) -> None:
        ownership.shard_count, ownership.tokens = count, {shard: 1}
        async with db.transaction() as tx:
            await presence_rows.save_online(tx, at)
            await presence_rows.add_outage(tx, at, at + 1)

    async def load_online(count: int | None, *shards: int) -> list[int | None]:
        ownership.shard_count = count
        return [await presence_rows.load_last_online(db, shard) for shard in shards]

    assert await load_online(None, 0) == [None]
    await save_online(None, 0, 10)
    assert await load_online(2, 0, 1) == [10, 10]
    await save_online(2, 0, 20)
    assert (await load_online(2, 0, 1), await load_online(None, 0)) == ([20, 10], [10])
    await save_online(2, 1, 25)
    assert (await load_online(4, 0, 1, 2, 3), await load_online(None, 0)) == ([20, 25, 20, 25], [20])
    await save_online(4, 3, 40)
    assert (await load_online(4, 1, 3), await load_online(2, 0, 1)) == ([25, 40], [20, 25])
    outages = [await presence_rows.load_outages(db, shard << ID_SHIFT, 0) for shard in range(4)]
    assert [[start for start, _ in each] for each in outages] == [[10, 20], [10, 25], [10, 20], [10, 25, 40]]


async def test_a_clock_that_was_ahead_leaves_outages_of_other_processes_alone(service: TableService) -> None:
    """Times in the future are mended in rows of own shards, and of another number of shards, which nobody else has."""
    await write_leases(service, 2)
    ownership, db = service.db.ownership, service.db
    for count, shard in ((None, 0), (2, 0), (2, 1)):
        ownership.shard_count, ownership.tokens = count, {shard: 1}
        async with db.transaction() as tx:
            await presence_rows.save_online(tx, 90)
            await presence_rows.set_grace_end(tx, 95)
            await presence_rows.add_outage(tx, 10, 90)
            await presence_rows.add_outage(tx, 80, 90)
    async with db.transaction() as tx:
        await presence_rows.shift_due_times(tx, -40, 50)
    rows = await db.fetch_rows("SELECT of, shard, from_at, until_at FROM outages ORDER BY of, shard, from_at")
    assert rows == [(1, 0, 10, 50), (2, 0, 10, 90), (2, 0, 80, 90), (2, 1, 10, 50)]
    rows = await db.fetch_rows("SELECT of, shard, here_at, grace_until FROM presence ORDER BY of, shard")
    assert rows == [(1, 0, 50, 0), (2, 0, 90, 95), (2, 1, 50, 0)]
    async with db.transaction() as tx:
        await presence_rows.trim_outages(tx, 100)
    assert await db.fetch_rows("SELECT of, shard, from_at FROM outages ORDER BY from_at") == [(2, 0, 10), (2, 0, 80)]
