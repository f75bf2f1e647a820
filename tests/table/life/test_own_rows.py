"""A process that shares a database looks for rows of its own tables and people only, and opens no table of another."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from bot import metrics
from bot.operating_system import read_steady_clock
from bot.table import Table, TableService
from bot.table.background import delays
from bot.table.background.bot_presence import GRACE, BotPresence
from bot.table.deadline.outages import Outage
from bot.table.personal import preferences, table_inbox
from bot.table.seats import table_sleep
from engines.kernel import Refused
from storage import Database, ForeignTable, Source, Transaction
from storage.dialect import Row
from storage.kinds import InboxKind, OutboxKind
from storage.messages import inbox_rows, outbox_rows, posts
from storage.persons import people
from storage.play import checkpoints, games, results
from storage.shards.ownership import ID_SHIFT, Ownership
from storage.time import presence as presence_rows
from storage.time import timers
from tests.table.conftest import AOI, MARCO, Clock, Players

FAR = 1 << ID_SHIFT
"""A server and a person of shard 1; small ids are of shard 0."""
PERSON = 5_000
"""Both tables have messages for this person."""


async def skip_inboxes(_service: TableService, _games: object) -> None:
    """Leave the rows to the worker, as a kill would."""


@pytest.fixture
async def tables(players: Players, service: TableService, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Two tables, of shard 0 and of shard 1, with something to do for each worker; so have two people."""
    tables = [await players.start_table(AOI, MARCO, channel=number, pace="friends") for number in (7, 8)]
    with monkeypatch.context() as dead:
        dead.setattr(table_inbox, "work_inboxes", skip_inboxes)
        await preferences.start_emergency(service, AOI)
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE games SET guild_id = ? WHERE id = ?", (FAR, tables[1]))
        await tx.execute("UPDATE asked SET running_since = ?", (service.clock(),))  # beside the clocks of turns
        for person in (PERSON, FAR):
            await people.remember_person(tx, person, "Cy", 1)
            await timers.set_person_timer(tx, person, "list", person)
        for table in tables:  # the first one waits for the same person
            for kind, direct in ((OutboxKind.CHANNEL_LOST, True), (OutboxKind.NOTICE, False)):
                await outbox_rows.add_row(
                    tx,
                    game=table,
                    kind=kind,
                    key="k",
                    target=PERSON if direct else table,
                    payload=b"",
                    at=1,
                    is_direct=direct,
                )
            await posts.save_post(tx, posts.PostRow(table, OutboxKind.CHANNEL_BLOCKED, "", 7, 1, 1, 1))
    return tables


async def list_games_found(source: Source, now: int) -> dict[str, set[int]]:
    """Return the tables that each query over all tables finds."""
    ready = await outbox_rows.load_ready_rows(source, now)
    timer = await timers.load_next_timer(source)
    direct = await outbox_rows.load_direct_rows(source, PERSON, OutboxKind.CHANNEL_LOST, now)
    blocked = await posts.load_posts_of_all_games(source, OutboxKind.CHANNEL_BLOCKED)
    return {
        "due rows": {row.game for row in ready},
        "first rows for a person": {row.game for row in ready if row.target == PERSON},
        "direct rows": {row.game for row in direct},
        "blocked": {post.game for post in blocked},
        "timer": set() if timer is None else {timer.game},
        "inboxes": set(await inbox_rows.find_games(source)),
        "idle": set(await games.find_idle_games(source, now)),
        "in play": {row.id for row in (await games.load_readable(source, "playing"))[0]},
        "outages": set(await presence_rows.find_timed_games(source, with_due_times=False)),
        "due times": set(await presence_rows.find_timed_games(source, with_due_times=True)),
        "unsettled": set(await inbox_rows.find_unsettled_games(source)),
    }


async def load_rows(db: Database, table: int) -> dict[str, list[Row]]:
    """Return the rows of a table that workers change."""
    names = ("timers", "outbox", "inbox", "clocks", "asked", "pauses", "posts")
    return {name: sorted(await db.fetch_rows(f"SELECT * FROM {name} WHERE game = ?", (table,))) for name in names}


@pytest.mark.parametrize("shard", [0, 1])
async def test_queries_over_all_tables_find_those_of_the_process(
    service: TableService, tables: list[int], clock: Clock, shard: int
) -> None:
    clock.pass_hours(2_400)
    async with service.db.transaction() as tx:
        await inbox_rows.add_rows(tx, tables, InboxKind.OUTAGE_SETTLED, None, clock())
    every = await list_games_found(service.db, clock())
    alone = [name for name, found in every.items() if found != set(tables)]
    assert alone == ["first rows for a person", "timer"], "there is one at a time"
    service.db.ownership.shard_count, service.db.ownership.tokens = 2, {shard: 1}
    async with service.db.transaction() as tx:
        for source in (service.db, tx):
            found = await list_games_found(source, clock())
            assert {name for name, numbers in found.items() if numbers != {tables[shard]}} == set()
    errand = await timers.load_next_person_timer(service.db)
    assert errand is not None and errand.person == (PERSON, FAR)[shard]
    assert await outbox_rows.measure_backlog(service.db, clock()) != (0, None)
    assert await games.count_by_status(service.db) == {"playing": 1}
    await metrics.update_gauges(service, True)
    assert {sample.labels["shard"] for family in metrics.SHARDS.collect() for sample in family.samples} == {str(shard)}
    service.db.ownership.shard_count = None
    async with service.db.transaction() as tx:
        await tx.execute("DELETE FROM inbox WHERE kind = ?", (InboxKind.OUTAGE_SETTLED,))
    service.db.ownership.shard_count = 2
    started = TableService(service.db, clock, "en")
    in_memory = []
    for shards in ({1 - shard}, {shard}, None):
        await started.load_games_in_play(shards)
        in_memory.append(started.in_memory)
    assert in_memory == [0, 1, 1]
    with pytest.raises(ForeignTable, match="belongs to another process"):
        async with started.lock_table(tables[1 - shard]):
            pass
    with pytest.raises(Refused, match="unknown"):
        async with started.lock_table(999):
            pass


async def test_outage_of_a_table_of_another_process_is_left_to_it(
    service: TableService, tables: list[int], clock: Clock
) -> None:
    payload = msgspec.json.encode(Outage(clock() - 1, clock()))
    async with service.db.transaction() as tx:
        await inbox_rows.add_rows(tx, [tables[1]], InboxKind.OUTAGE, None, clock(), payload)
    rows = await inbox_rows.load_rows(service.db, tables[1])
    service.db.ownership.shard_count, service.db.ownership.tokens = 2, {0: 1}
    with pytest.raises(ForeignTable):
        async with TableService(service.db, clock, "en").lock_table(tables[1]):
            pass
    assert await inbox_rows.load_rows(service.db, tables[1]) == rows


@pytest.mark.parametrize("condition", ["build_condition", "build_game_condition"])
async def test_a_worker_that_takes_foreign_rows_is_noticed(
    service: TableService, tables: list[int], clock: Clock, monkeypatch: pytest.MonkeyPatch, condition: str
) -> None:
    monkeypatch.setattr(Ownership, condition, lambda ownership, column: "")
    with pytest.raises(AssertionError):
        await test_queries_over_all_tables_find_those_of_the_process(service, tables, clock, 1)


async def test_ended_games_of_others_are_left_alone(service: TableService, players: Players, clock: Clock) -> None:
    table = await players.start_table(AOI, MARCO)
    await players.play_to_end(table)
    async with service.db.transaction() as tx:
        await tx.execute("DELETE FROM results WHERE game = ?", (table,))
    for tokens, expected in (({0: 1}, [table]), ({1: 1}, []), ({}, [])):
        service.db.ownership.shard_count, service.db.ownership.tokens = 2, tokens
        assert await results.find_games_without_results(service.db) == expected
        assert await checkpoints.find_archivable_games(service.db, clock() + 1) == expected


@pytest.mark.sqlite_only(reason="writes without a lease")
async def test_workers_change_no_row_of_another_process(
    service: TableService, tables: list[int], clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """The inboxes, sleepers and presence of shard 1 leave the table of shard 0 as it is, also after an outage."""
    before = [await load_rows(service.db, table) for table in tables]
    service.db.ownership.shard_count, service.db.ownership.tokens = 2, {1: 1}
    steady = 0
    shared = TableService(service.db, clock, "en")
    presence = BotPresence(shared, lambda _: True, lambda: steady)
    await presence.record_arrival()
    clock.pass_hours(900)
    steady += 900 * 3_600_000
    await presence.check_presence()
    clock.pass_hours(-24)  # the machine's clock is set back: due times move with it
    steady += 30_000
    await presence.check_presence()
    await table_inbox.work_all_inboxes(shared)
    await table_sleep.put_idle_tables_to_sleep(shared)
    await table_inbox.work_inboxes(shared, tables)  # as after a change of a person at tables of both
    after = [await load_rows(service.db, table) for table in tables]
    assert after[0] == before[0]
    assert [name for name in before[1] if after[1][name] != before[1][name]] == [
        "timers",
        "outbox",
        "inbox",
        "clocks",
        "asked",
    ]
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_table_that_moves_to_the_server_of_another_process_leaves_the_memory(
    service: TableService, tables: list[int]
) -> None:
    service.db.ownership.shard_count, service.db.ownership.tokens = 2, {0: 1}
    async with service.lock_table(tables[0]) as table:
        table.row = replace(table.row, guild_id=FAR)
    others = service.in_memory
    async with service.lock_table(tables[0]) as table:
        assert table.row.guild_id == 1, "read again, as after it came back"
    assert service.in_memory == others + 1


async def test_nothing_is_opened_or_due_once_the_leases_were_not_prolonged(
    service: TableService, tables: list[int], clock: Clock
) -> None:
    service.db.ownership.trusted_until_ms = read_steady_clock() + 3_600_000
    presence = BotPresence(service, lambda _: True)
    await presence.record_arrival()
    was_here = presence.is_here
    async with service.lock_table(tables[0]) as table:
        assert isinstance(table, Table)
    service.db.ownership.trusted_until_ms = read_steady_clock()
    assert was_here and not presence.is_here
    with pytest.raises(ForeignTable, match="has not prolonged its leases"):
        async with service.lock_table(tables[0]):
            pass


async def test_delays_are_measured_by_own_rows(service: TableService, tables: list[int], clock: Clock) -> None:
    clock.pass_hours(1)
    assert await delays.measure_outbox_delay(service) > 0
    service.db.ownership.shard_count = 2
    assert await delays.measure_outbox_delay(service) == await delays.measure_timer_delay(service) == 0


async def write_leases(service: TableService, *shard_counts: int) -> None:
    """Give a process the leases by which a server lets it write, each with token 1."""
    async with service.db.transaction() as tx:
        for count in shard_counts:
            for shard in range(count):
                await tx.execute("INSERT INTO shard_leases VALUES (?, ?, 1, 1, 1)", (shard, count))


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
    await BotPresence(service, lambda _: True).record_arrival()
    gone_at, ownership.tokens = clock(), {0: 1}
    steady = 0
    presence = BotPresence(service, lambda _: True, lambda: steady)
    await presence.record_arrival()
    for _ in range(20):
        clock.pass_hours(1 / 120)
        steady += 30_000
        await presence.check_presence()
    before = await load_times(service, tables[0])
    ownership.tokens = {0: 1, 1: 1}
    here = [presence.here_shards]
    await presence.check_presence()
    assert [*here, presence.here_shards] == [{0}, {0, 1}], "nothing falls due before the outage is out of the clocks"
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
    await presence.record_arrival()
    for _ in range(60):
        clock.pass_hours(1 / 120)
        steady += 30_000
        await presence.check_presence()
    clock.pass_hours(step / 3_600_000)
    ownership.tokens, ownership.resting = {0: 1, 1: 1}, {1}
    assert await presence.take_up_new_shards() == {1} and ownership.served_shards == (0, 1)
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
    await presence.record_arrival()
    assert presence.is_here and presence.here_shards == {0}
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
    await presence.record_arrival()
    save_online = presence_rows.save_online

    async def lose_and_regain(tx: Transaction, at: int) -> None:
        await save_online(tx, at)
        ownership.tokens[1] = 3
        ownership.resting.add(1)

    with monkeypatch.context() as late:
        late.setattr(presence_rows, "save_online", lose_and_regain)
        await presence.check_presence()
    assert presence.here_shards == {0}
    assert await presence.take_up_new_shards() == {1} and ownership.served_shards == (0, 1)


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
