"""A process that shares a database looks for rows of its own tables and people only, and opens no table of another."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from bot import metrics
from bot.operating_system import read_steady_clock
from bot.table import Table, TableService
from bot.table.background import delays, retention
from bot.table.background.bot_presence import BotPresence
from bot.table.deadline.outages import Outage
from bot.table.personal import table_inbox
from bot.table.seats import table_sleep
from engines.kernel import Refused
from storage import (
    Database,
    DatabaseUnavailable,
    ForeignTable,
    Source,
    StorageError,
    retry_while_unavailable,
)
from storage.dialect import Row
from storage.kinds import InboxKind, OutboxKind
from storage.messages import inbox_rows, outbox_rows, posts
from storage.play import checkpoints, games, results
from storage.queries import select_shards
from storage.shards.ownership import Ownership
from storage.time import presence as presence_rows
from storage.time import timers
from tests.table.conftest import AOI, MARCO, Clock, Players

from .conftest import FAR, PERSON


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
        "inboxes": set(await inbox_rows.list_games(source)),
        "late inboxes": set(await inbox_rows.list_oldest_times(source)),
        "idle": set(await games.list_idle_games(source, now, now)),
        "in play": {row.id for row in (await games.load_readable(source, "playing"))[0]},
        "outages": set(await presence_rows.list_timed_games(source, with_due_times=False)),
        "due times": set(await presence_rows.list_timed_games(source, with_due_times=True)),
        "unsettled": set(await inbox_rows.list_unsettled_games(source)),
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
    service.db.ownership.tokens = {0: 1, 1: 1}
    found = await list_games_found(select_shards(service.db, [shard]), clock())
    assert {name for name, numbers in found.items() if numbers != {tables[shard]}} == set(), "a take-up of one shard"
    assert await games.select_own_games(select_shards(service.db, [shard]), tables) == {tables[shard]}
    service.db.ownership.tokens = {shard: 1}
    errand = await timers.load_next_person_timer(service.db)
    assert errand is not None and errand.person == (PERSON, FAR)[shard]
    assert await games.count_by_shard_and_status(service.db) == {(shard, "playing"): 1}
    await metrics.update_gauges(service, True)
    for gauge in (metrics.SHARDS, metrics.TABLES, metrics.WAITING, metrics.LATE):
        samples = [sample for family in gauge.collect() for sample in family.samples]
        assert {sample.labels["shard"] for sample in samples} == {str(shard)}
        assert max(sample.value for sample in samples) > 0
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


@pytest.mark.parametrize("error", [ForeignTable("not prolonged"), DatabaseUnavailable("cut off")], ids=type)
async def test_taking_up_tables_is_begun_again_after_an_outage(
    service: TableService, tables: list[int], clock: Clock, monkeypatch: pytest.MonkeyPatch, error: StorageError
) -> None:
    started, errors = TableService(service.db, clock, "en"), [error]
    load_game = games.load_game

    async def fail_first(source: Source, table_id: int) -> games.GameRow | None:
        if errors:
            raise errors.pop()
        return await load_game(source, table_id)

    monkeypatch.setattr(games, "load_game", fail_first)
    monkeypatch.setattr("storage.errors.RETRY_SECONDS", 0)
    await retry_while_unavailable(started.load_games_in_play)
    assert errors == [] and started.in_memory == len(tables)


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
        assert await results.list_games_without_results(service.db) == expected
        assert await checkpoints.list_archivable_games(service.db, clock() + 1) == expected


@pytest.mark.sqlite_only(reason="writes without a lease")
async def test_old_rows_of_others_are_left_alone(
    service: TableService, tables: list[int], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is given back after it was found stays as it is, and the other work is done."""
    ended = await Players(service, clock).start_table(AOI, MARCO, channel=99)
    await Players(service, clock).play_to_end(ended)
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE outbox SET sent_at = ? WHERE dropped_at IS NULL", (clock(),))
    before = await load_rows(service.db, tables[0])
    clock.now += retention.RETENTION + 1
    service.db.ownership.shard_count, service.db.ownership.tokens = 2, {1: 1}

    async def list_games(*_: object) -> list[int]:
        return [ended]

    monkeypatch.setattr(checkpoints, "list_archivable_games", list_games)
    trimmed = await retention.delete_old_data(service)
    assert trimmed.outbox_count > 0 and trimmed.game_count == 0
    assert await load_rows(service.db, tables[0]) == before


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
    await presence.settle_outage_at_start()
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
    await presence.settle_outage_at_start()
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
