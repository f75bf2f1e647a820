"""Tests of PostgreSQL alone: its spelling of statements, its errors, and its list of migrations."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from storage import (
    Database,
    DatabaseAddress,
    DatabaseReader,
    DatabaseTakenOver,
    DatabaseUnavailable,
    DuplicateRow,
    InvalidRow,
    ServerAddress,
    StorageError,
)
from storage.dialect import POSTGRES, translate_statement
from storage.persons import guilds, people
from storage.postgres_driver import translate_postgres_errors
from storage.schema import POSTGRES_FOLDER, SQLITE_FOLDER, load_migrations, load_numbered_migrations
from storage.time import presence
from tests.storage.catalogues import describe_postgres, describe_sqlite
from tests.storage.sharing import run_on_server

OWN_FUNCTIONS = (
    "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace ORDER BY oid DESC"
)
END_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'teban'"


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT ? , ?", "SELECT $1 , $2"),
        ("SELECT ?2, ?1, ?2", "SELECT $2, $1, $2"),
        ("SELECT '?', ?", "SELECT '?', $1"),
        ("SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1"),
        ("UPDATE outbox SET payload = x''", "UPDATE outbox SET payload = ''::bytea"),
        ("DELETE FROM asked WHERE seat NOT IN ()", "DELETE FROM asked WHERE seat <> ALL ('{}')"),
        ("SELECT 1 FROM asked WHERE seat IN ()", "SELECT 1 FROM asked WHERE seat = ANY ('{}')"),
        ("SELECT 1 FROM outbox o INDEXED BY outbox_in_order", "SELECT 1 FROM outbox o "),
        (
            "SELECT 1 FROM t WHERE a = ? AND id IN (SELECT value FROM json_each(?)) AND b = ?",
            "SELECT 1 FROM t WHERE a = $1 AND id IN"
            " (SELECT value::bigint FROM jsonb_array_elements_text($2::jsonb) AS value) AND b = $3",
        ),
    ],
)
def test_a_statement_is_spelled_for_postgresql(sql: str, expected: str) -> None:
    assert translate_statement(sql) == expected


def test_both_lists_of_migrations_end_with_one_number() -> None:
    newest = [load_numbered_migrations(folder)[-1][0] for folder in (SQLITE_FOLDER, POSTGRES_FOLDER)]
    assert newest[0] == newest[1] == len(load_migrations())


@pytest.mark.postgres_only
async def test_both_engines_have_the_same_tables(db: Database) -> None:
    """Columns, keys, references, checks and indexes, each engine's read from its own catalogue."""
    assert await describe_postgres(db) == describe_sqlite()


async def test_a_refusal_says_the_same_on_both_engines(db: Database, table_id: int) -> None:
    async def find_refusal(sql: str, *values: int | str | bytes) -> StorageError:
        with pytest.raises(StorageError) as caught:
            async with db.transaction() as tx:
                await tx.execute(sql, values)
        return caught.value

    person = "INSERT INTO people (id, name, seen_at) VALUES (?, ?, ?)"
    for error, kind, words in (
        (await find_refusal(person, 1, "Ann", 1), DuplicateRow, "UNIQUE constraint failed: people.id"),
        (
            await find_refusal("UPDATE seats SET person = 1"),
            DuplicateRow,
            "UNIQUE constraint failed: seats.person, seats.game",
        ),
        (await find_refusal("UPDATE people SET name = NULL"), InvalidRow, "NOT NULL constraint failed: people.name"),
        (await find_refusal("UPDATE games SET host = 99"), InvalidRow, "FOREIGN KEY constraint failed"),
        (await find_refusal("UPDATE people SET night = 5"), InvalidRow, "CHECK constraint failed: a_night_has_a_zone"),
        (await find_refusal("UPDATE games SET setup = ?", "text"), InvalidRow, "cannot store"),
    ):
        assert type(error) is kind and str(error).startswith(f"{db.name}: {words}")


@pytest.mark.postgres_only
async def test_a_second_program_that_writes_is_refused(db: Database, database: DatabaseAddress) -> None:
    with pytest.raises(DatabaseUnavailable, match="another Teban writes it"):
        await Database.open(database)


@pytest.mark.postgres_only
async def test_a_program_that_lost_the_lock_to_another_writes_no_more(db: Database, database: DatabaseAddress) -> None:
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 1)
    await db.fetch_rows("SELECT pg_terminate_backend(pid)::text FROM pg_locks WHERE locktype = 'advisory'")
    async with await Database.open(database) as other, other.transaction() as tx:
        await people.save_person(tx, 2, "Bo", 1)
    calls = []
    db.on_taken_over = lambda: calls.append(1)
    for _ in range(2):
        with pytest.raises(DatabaseTakenOver, match="another Teban has written this database since"):
            async with db.transaction() as tx:
                await people.save_person(tx, 3, "Cy", 1)
    assert await people.load_person(db, 3) is None and len(calls) == 2


@pytest.mark.postgres_only
@pytest.mark.parametrize("is_there_still", [True, False], ids=["there", "gone"])
async def test_a_program_that_lost_the_lock_to_processes_with_leases_writes_no_more(
    db: Database, database: DatabaseAddress, is_there_still: bool
) -> None:
    """It is told so while they hold the lock, too, instead of waiting for it again and again."""
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 1)
    await db.fetch_rows("SELECT pg_terminate_backend(pid)::text FROM pg_locks WHERE locktype = 'advisory'")
    other = await Database.open(database, shard_count=4)
    try:
        if not is_there_still:
            await other.close()
        with pytest.raises(DatabaseTakenOver, match="another Teban has written this database since"):
            async with db.transaction() as tx:
                await people.save_person(tx, 3, "Cy", 1)
    finally:
        await other.close()


@pytest.mark.postgres_only
async def test_a_user_without_rights_is_an_error_of_the_database(database: DatabaseAddress) -> None:
    assert isinstance(database, ServerAddress)
    await run_on_server(database, "CREATE ROLE guest LOGIN")
    guest = ServerAddress(database.secret_url.replace("//postgres@", "//guest@"))
    try:
        with pytest.raises(DatabaseUnavailable, match="permission denied"):
            await Database.open(guest)
    finally:
        await run_on_server(database, "DROP ROLE guest")


@pytest.mark.postgres_only
async def test_the_heartbeat_counts_while_its_program_runs(database: DatabaseAddress) -> None:
    async with await DatabaseReader.open_to_read(database) as reader:
        async with await Database.open(database) as db:
            assert await presence.measure_silence(reader) is None
            async with db.transaction() as tx:
                await presence.save_beat(tx)
            assert await presence.measure_silence(reader) == 0
            async with db.transaction() as tx:
                await tx.execute("UPDATE teban_version SET beat_at = beat_at - interval '90 seconds'")
            assert await presence.measure_silence(reader) == 90
        assert await presence.measure_silence(reader) is None, "no program writes the database"
        async with await Database.open(database):
            assert await presence.measure_silence(reader) is None, "the beat of an earlier program does not count"


def test_a_connection_lost_in_the_middle_of_an_answer_is_an_error_of_the_database() -> None:
    with pytest.raises(DatabaseUnavailable, match="InternalClientError"), translate_postgres_errors("here"):
        raise asyncpg.InternalClientError("got result for unknown protocol state 3")


@pytest.mark.postgres_only
async def test_a_lost_connection_is_opened_again(db: Database) -> None:
    assert await people.load_person(db, 1) is None
    with pytest.raises(DatabaseUnavailable):
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Ann", 1)
            await tx.execute(END_CONNECTIONS)
    async with db.transaction() as tx:
        await people.save_person(tx, 2, "Bo", 1)
    assert await people.load_person(db, 1) is None and await people.load_person(db, 2) is not None
    async with db.transaction() as tx:
        await guilds.set_language(tx, 5, "ja")
    assert await guilds.load_language(db, 5) == "ja"


@pytest.mark.postgres_only
@pytest.mark.parametrize("goes_on", [False, True])
async def test_a_connection_lost_between_statements_is_an_error_that_passes(
    db: Database, database: DatabaseAddress, goes_on: bool
) -> None:
    """Workers try again after such an error; another one would end them."""
    with pytest.raises(DatabaseUnavailable):
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Ann", 1)
            await run_on_server(database, END_CONNECTIONS)
            while tx._connection.in_transaction:
                await asyncio.sleep(0.01)
            if goes_on:
                await people.save_person(tx, 2, "Bo", 1)


@pytest.mark.postgres_only
async def test_a_snapshot_is_never_read_over_two_connections(db: Database, database: DatabaseAddress) -> None:
    async with await DatabaseReader.open_to_read(database, is_snapshot=True) as snapshot:
        async with db.transaction() as tx:
            await guilds.set_language(tx, 5, "ja")
        assert await guilds.load_language(snapshot, 5) is None and await guilds.load_language(db, 5) == "ja"
        with pytest.raises(DatabaseUnavailable):
            await snapshot.fetch_rows("SELECT pg_terminate_backend(pg_backend_pid())")
        with pytest.raises(DatabaseUnavailable, match="out of date"):
            await guilds.load_language(snapshot, 5)


@pytest.mark.postgres_only
async def test_a_snapshot_with_a_failed_query_is_an_error_of_the_database(
    db: Database, database: DatabaseAddress
) -> None:
    async with await DatabaseReader.open_to_read(database, is_snapshot=True) as snapshot:
        with pytest.raises(InvalidRow):
            await snapshot.fetch_rows("SELECT 1 / 0")
        with pytest.raises(DatabaseUnavailable, match="aborted"):
            await guilds.load_language(snapshot, 5)


@pytest.mark.postgres_only
async def test_presence_and_outages_of_before_concern_the_tables_of_all_shards(database: DatabaseAddress) -> None:
    assert isinstance(database, ServerAddress)
    await (await Database.open(database)).close()
    connection = await asyncpg.connect(database.secret_url)
    try:
        for (table,) in await connection.fetch(POSTGRES.tables):
            await connection.execute(f"DROP TABLE {table} CASCADE")
        for (function,) in await connection.fetch(OWN_FUNCTIONS):
            await connection.execute(f"DROP FUNCTION {function}")
        await connection.execute("ALTER TABLE teban_version DROP COLUMN oldest")  # of migration 16
        for number, script in load_numbered_migrations(POSTGRES_FOLDER):
            if number < 12:
                await connection.execute(script)
        await connection.execute("INSERT INTO presence (id, here_at, grace_until) VALUES (1, 70, 90)")
        await connection.execute("INSERT INTO outages (from_at, until_at) VALUES (10, 20), (30, 40)")
        await connection.execute("UPDATE teban_version SET version = 11")
    finally:
        await connection.close()
    async with await Database.open(database) as db:
        assert await presence.load_last_online(db) == 70
        assert await presence.load_grace_end(db, 1 << 22) == 90
        assert await presence.load_outages(db, 1 << 22, 20) == [(30, 40)]
        assert await describe_postgres(db) == describe_sqlite()
