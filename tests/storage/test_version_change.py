"""A newer version beside an older one: it gets the shards and never gives them back; migrations say what they allow."""

from __future__ import annotations

import asyncio
import itertools
import re
from copy import copy
from typing import Any

import asyncpg
import pytest

from storage import (
    Database,
    DatabaseReader,
    DatabaseTakenOver,
    DatabaseUnavailable,
    FutureDatabase,
    ServerAddress,
    postgres_engine,
    schema,
)
from storage.schema import POSTGRES_FOLDER, SQLITE_FOLDER, load_migrations, load_numbered_migrations
from storage.shards import leases as leases_module
from storage.shards import upgrade
from storage.shards.leases import LeaseKeeper, LeaseSession
from storage.shards.upgrade import FIRST_SHARED, SCHEMA_BASE, compute_process_version, find_oldest_compatible_version
from tests.storage.sharing import SHARDS, Process, run_on_server

NEWEST = len(load_migrations())
ALLOWED = (
    r"CREATE (UNLOGGED )?TABLE (\w+) \(.*\)( STRICT)?",
    r"CREATE INDEX \w+ ON .*",
    r"ALTER TABLE \w+ ADD COLUMN \w+ \w+( REFERENCES \w+ ?\(\w+\)( DEFERRABLE)?)?( CHECK \(.*\))?",
    r"ALTER TABLE \w+ ADD COLUMN \w+ \w+ NOT NULL DEFAULT [\w']+( CHECK \(.*\))?",
    r"CREATE FUNCTION .*",
    r"CREATE TRIGGER .*",
)
"""Statements after which programs go on that know the tables as they were before."""

ADDED_COLUMN = re.compile(r"ALTER TABLE (\w+) ADD COLUMN (\w+)")
"""A column that the same migration may fill."""


def list_wrong_statements(number: int, script: str) -> list[str]:
    """Return the statements of a migration that do not fit its first line."""
    if number < FIRST_SHARED or find_oldest_compatible_version(number, script) > 0:
        return []
    text = re.sub(r"\$\$.*?\$\$", "", re.sub(r"--[^\n]*", "", script), flags=re.DOTALL)
    statements = [" ".join(statement.split()) for statement in text.split(";")]
    filling = [rf"UPDATE {table} SET {column} = [^,]*" for table, column in ADDED_COLUMN.findall(text)]
    return [text for text in statements if text and not any(re.fullmatch(each, text) for each in (*ALLOWED, *filling))]


def test_migrations_that_only_add_say_so() -> None:
    scripts = {folder: load_numbered_migrations(folder) for folder in (SQLITE_FOLDER, POSTGRES_FOLDER)}
    wrong = {
        (folder, number): statements
        for folder, numbered in scripts.items()
        for number, script in numbered
        if (statements := list_wrong_statements(number, script))
    }
    assert wrong == {}
    kinds = [
        {number: find_oldest_compatible_version(number, text) for number, text in scripts[folder]} for folder in scripts
    ]
    shared = range(FIRST_SHARED, NEWEST + 1)
    assert [kinds[0][number] for number in shared] == [kinds[1][number] for number in shared]
    assert all(kinds[0][number] <= number for number in shared), "a program cannot do without what its own version adds"


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE games DROP COLUMN host",
        "ALTER TABLE games RENAME COLUMN host TO owner",
        "ALTER TABLE games ADD COLUMN motto TEXT NOT NULL",
        "CREATE UNIQUE INDEX one_host ON games (host)",
        "DROP TABLE games",
        "UPDATE games SET host = 1",
    ],
)
def test_a_migration_that_does_more_than_add_is_noticed(statement: str) -> None:
    harmless = "ALTER TABLE games ADD COLUMN motto TEXT;\nUPDATE games SET motto = 'none';"
    script = f"-- Only adds.\n-- Why.\n{harmless}\n{statement};\n"
    assert list_wrong_statements(NEWEST + 1, script) == [statement]
    assert list_wrong_statements(NEWEST + 1, f"-- Removes what programs before version 17 use.\n{statement};\n") == []
    with pytest.raises(RuntimeError, match="must say in its first line"):
        find_oldest_compatible_version(NEWEST + 1, statement)


def test_newer_programs_and_tables_have_greater_versions() -> None:
    versions = [("0.9.12", 20), ("0.18.0", 16), ("0.18.0", 17), ("0.18.1", 16), ("1.0", 16)]
    numbers = [compute_process_version(*each) for each in versions]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)


def open_keepers(processes: list[Process]) -> tuple[LeaseKeeper, LeaseKeeper]:
    """Return the keepers of an older and a newer process."""
    processes[1].leases.version += SCHEMA_BASE
    older, newer = (LeaseKeeper(each.leases, each.db.ownership, steady_ms=lambda: 0) for each in processes)
    return older, newer


async def poll(*keepers: LeaseKeeper) -> None:
    for keeper in keepers:
        await keeper.renew_leases()
        keeper.ownership.resting.clear()


@pytest.mark.postgres_only
async def test_an_older_process_hands_its_shards_over_one_by_one(processes: list[Process]) -> None:
    older, newer = open_keepers(processes)
    await poll(older)
    assert older.ownership.served_shards == (0, 1)
    for shard in (1, 0):
        for _ in range(leases_module.HAND_OVER_POLLS):
            assert older.find_surplus() is None
            await poll(newer, older)
        assert older.find_surplus() == shard
        await older.give_back(shard)
        await poll(older)
        assert older.find_surplus() is None, "the one before is not served yet"
        await poll(newer)
        assert shard in newer.ownership.tokens
    states = []
    for _ in range(leases_module.HAND_OVER_POLLS + 1):
        states.append(older.is_superseded)
        await poll(newer, older)
    assert states == [False] * leases_module.HAND_OVER_POLLS + [True]
    assert not newer.is_superseded and newer.find_surplus() is None


async def list_stolen_shards(processes: list[Process]) -> list[int]:
    """Return the shards that an older process takes although a newer one, which has died, has had them."""
    older, newer = open_keepers(processes)
    await poll(newer)
    await newer.session.close()
    while not await older.session.list_orphans():
        await asyncio.sleep(0)
    for _ in range(leases_module.ORPHAN_POLLS + 2):
        await poll(older)
    return list(older.ownership.tokens)


@pytest.mark.postgres_only
async def test_an_older_process_takes_nothing_that_a_newer_one_has_had(
    processes: list[Process], database: ServerAddress
) -> None:
    assert await list_stolen_shards(processes) == []
    again = LeaseSession(database, SHARDS, version=processes[1].leases.version)
    assert await again.take_lease(0, processes[1].leases.owner) is not None
    await again.close()


@pytest.mark.postgres_only
async def test_an_older_process_that_takes_what_a_newer_one_has_had_is_noticed(
    processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases_module, "_TAKE", leases_module._TAKE.replace("AND lease.version <= $6", ""))
    assert await list_stolen_shards(processes) == [0, 1]


def add_migration(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let this program know one more version of the tables."""

    def load_with_new(folder: str) -> list[tuple[int, str]]:
        return [*load_numbered_migrations(folder), (NEWEST + 1, script)]

    for module in (schema, upgrade):
        monkeypatch.setattr(module, "load_numbered_migrations", load_with_new)
    for module in (upgrade, postgres_engine):
        monkeypatch.setattr(module, "load_migrations", lambda: (*load_migrations(), script))


@pytest.fixture
async def _restored_tables(database: ServerAddress) -> object:
    """Let the tables be as they were, for the next test on the same server."""
    yield
    await run_on_server(database, "ALTER TABLE guilds DROP COLUMN IF EXISTS motto")
    await run_on_server(database, "UPDATE teban_version SET version = $1, oldest = 0", NEWEST)


@pytest.mark.postgres_only
@pytest.mark.usefixtures("_restored_tables")
async def test_a_migration_that_only_adds_is_applied_beside_an_older_process(
    processes: list[Process], database: ServerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = processes[0]
    await older.take_shards(0, 1)
    await older.write(1)
    with monkeypatch.context() as newer:
        add_migration(newer, "-- Only adds.\nALTER TABLE guilds ADD COLUMN motto TEXT;\n")
        await (await Database.open(database, shard_count=SHARDS)).close()
    assert await run_on_server(database, "SELECT version FROM teban_version") == NEWEST + 1
    await older.write(2)
    assert await run_on_server(database, "SELECT count(*) FROM guilds WHERE motto IS NULL") == 2
    await older.leases.prolong_leases(older.db.ownership.tokens)


@pytest.mark.postgres_only
@pytest.mark.usefixtures("_restored_tables")
async def test_an_older_process_starts_again_beside_tables_to_which_something_was_added(
    processes: list[Process], database: ServerAddress
) -> None:
    await run_on_server(database, "UPDATE teban_version SET version = $1", NEWEST + 1)
    await (await Database.open(database, shard_count=SHARDS)).close()
    with pytest.raises(FutureDatabase):
        await DatabaseReader.open_to_read(database)
    await run_on_server(database, "UPDATE teban_version SET oldest = $1", NEWEST + 1)
    with pytest.raises(FutureDatabase):
        await Database.open(database, shard_count=SHARDS)


REMOVAL = f"-- Removes what programs before version {NEWEST + 1} use.\nALTER TABLE guilds DROP COLUMN motto;\n"


@pytest.fixture
async def removing(database: ServerAddress, monkeypatch: pytest.MonkeyPatch, _restored_tables: object) -> object:
    """Let this program remove a column, without long waits."""
    monkeypatch.setattr(upgrade, "POLL_SECONDS", 0.05)
    await run_on_server(database, "ALTER TABLE guilds ADD COLUMN motto TEXT")
    with monkeypatch.context() as newer:
        add_migration(newer, REMOVAL)
        yield newer


async def is_column_there(database: ServerAddress) -> bool:
    query = "SELECT count(*) FROM pg_attribute WHERE attrelid = 'guilds'::regclass AND attname = 'motto'"
    return bool(await run_on_server(database, query))


@pytest.mark.postgres_only
async def test_a_migration_that_removes_waits_for_older_processes(
    processes: list[Process], database: ServerAddress, removing: pytest.MonkeyPatch
) -> None:
    older = processes[0]
    await older.take_shards(0, 1)
    opening = asyncio.create_task(Database.open(database, shard_count=SHARDS))
    await asyncio.wait({opening}, timeout=0.3)
    assert not opening.done() and await is_column_there(database)
    await older.write(1)
    await older.leases.close()
    await (await opening).close()
    assert not await is_column_there(database)
    with pytest.raises(DatabaseTakenOver, match="removed what this one needs"):
        await older.leases.list_orphans()
    with pytest.raises(DatabaseTakenOver, match="owns tables of this one now"):
        await older.write(2)  # its leases were not given back


@pytest.mark.postgres_only
async def test_a_short_loss_of_all_connections_lets_no_migration_remove_anything(
    processes: list[Process], database: ServerAddress, removing: pytest.MonkeyPatch
) -> None:
    older = processes[0]
    await older.take_shards(0)
    looks, try_upgrade = itertools.count(), upgrade._try_upgrade

    async def lose_connection_at_two_looks(*args: Any, **kwargs: Any) -> bool:
        look_number = next(looks)
        if look_number == 1:
            await older.leases.close()
            while await run_on_server(database, f"SELECT count(*) FROM processes WHERE {upgrade.IS_RUNNING}"):
                await asyncio.sleep(0.01)
        elif look_number == 3:
            assert await older.leases.prolong_leases(older.db.ownership.tokens) == {0}
        return await try_upgrade(*args, **kwargs)

    removing.setattr(upgrade, "_try_upgrade", lose_connection_at_two_looks)
    opening = asyncio.create_task(Database.open(database, shard_count=SHARDS))
    while not opening.done() and next(copy(looks)) < 8:
        await asyncio.sleep(0.01)
    assert not opening.done() and await is_column_there(database)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)


async def start_during_removal(older: Process, database: ServerAddress, patch: pytest.MonkeyPatch) -> bool:
    """Let an older process start after the look at which none ran, before the removal is committed. Return whether it
    has waited, and was refused then.
    """
    has_looked, may_remove = asyncio.Event(), asyncio.Event()
    apply_migration = upgrade._apply_migration

    async def apply_slowly(*args: Any) -> None:
        has_looked.set()
        await may_remove.wait()
        await apply_migration(*args)

    patch.setattr(upgrade, "_apply_migration", apply_slowly)
    patch.setattr(leases_module, "LOCK_MS", 60_000)
    older.leases.lease_ms = 180_000
    opening = asyncio.create_task(Database.open(database, shard_count=SHARDS))
    await has_looked.wait()
    starting = asyncio.create_task(older.leases.take_lease(0))
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    while not (starting.done() or await run_on_server(database, query)):
        await asyncio.sleep(0.01)
    has_waited = not starting.done()
    may_remove.set()
    await (await opening).close()
    if has_waited:
        with pytest.raises(DatabaseTakenOver, match="removed what this one needs"):
            await starting
    return has_waited


@pytest.mark.postgres_only
async def test_an_older_process_that_starts_during_a_removal_is_refused(
    processes: list[Process], database: ServerAddress, removing: pytest.MonkeyPatch
) -> None:
    assert await start_during_removal(processes[0], database, removing)
    assert not await is_column_there(database)


@pytest.mark.postgres_only
async def test_an_older_process_that_does_not_wait_for_a_removal_is_noticed(
    processes: list[Process], database: ServerAddress, removing: pytest.MonkeyPatch
) -> None:
    removing.setattr(leases_module, "_LOAD_OLDEST", leases_module._LOAD_OLDEST.replace(" FOR SHARE", ""))
    assert not await start_during_removal(processes[0], database, removing)


@pytest.mark.postgres_only
@pytest.mark.parametrize("failure_count", [1, 3])
async def test_an_upgrade_whose_connection_is_lost_connects_again_and_gives_up_at_last(
    database: ServerAddress, removing: pytest.MonkeyPatch, failure_count: int
) -> None:
    removing.setattr(upgrade, "MAX_FAILURES", 3)
    failures = iter(range(failure_count))
    apply_migration = upgrade._apply_migration

    async def lose_connection(sql: asyncpg.Connection[Any], *args: Any) -> None:
        if next(failures, None) is not None:
            await sql.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        await apply_migration(sql, *args)

    removing.setattr(upgrade, "_apply_migration", lose_connection)
    if failure_count < upgrade.MAX_FAILURES:
        await (await Database.open(database, shard_count=SHARDS)).close()
    else:
        with pytest.raises(DatabaseUnavailable, match="could not be brought up to date, 3 times in a row"):
            await Database.open(database, shard_count=SHARDS)
    assert await is_column_there(database) == (failure_count == upgrade.MAX_FAILURES)


@pytest.mark.postgres_only
async def test_nothing_is_removed_beside_a_process_that_is_alone(
    database: ServerAddress, monkeypatch: pytest.MonkeyPatch, _restored_tables: object
) -> None:
    for name, value in {"MAX_FAILURES": 1, "LOCK_MS": 50, "POLL_SECONDS": 0.05}.items():
        monkeypatch.setattr(upgrade, name, value)
    await run_on_server(database, "ALTER TABLE guilds ADD COLUMN motto TEXT")
    async with await Database.open(database):
        with monkeypatch.context() as newer:
            add_migration(newer, REMOVAL)
            with pytest.raises(DatabaseUnavailable, match="another Teban writes it"):
                await Database.open(database, shard_count=SHARDS)
    assert await is_column_there(database)
