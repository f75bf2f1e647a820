"""Tests of PostgreSQL alone: its spelling of statements, its errors, and its list of migrations."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from typing import Any

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
from storage.postgres_errors import translate_postgres_errors
from storage.schema import POSTGRES_FOLDER, SQLITE_FOLDER, load_migrations, load_numbered_migrations
from storage.time import presence
from tests.storage.sharing import run_on_server

OWN_TRIGGERS = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgname NOT LIKE 'announce%'"
"""Without those that wake other processes: a file has one."""
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


def simplify_definition(definition: str) -> str:
    """Return the words of a condition or an index without what the engines spell each in its way."""
    definition = re.sub(r"--[^\n]*", "", definition.lower())
    definition = re.sub(r"::\w+(\[\])?|collate \"c\"|\bbtree\b|\busing\b", "", definition)
    definition = re.sub(r"([\w()]+) between (-?\d+) and (-?\d+)", r"\1 >= \2 and \1 <= \3", definition)
    definition = re.sub(r"= any \(?\(?array\[(.*?)\]\)?\)?", r"in (\1)", definition)
    return re.sub(r"[\s()\"]+", "", definition)


def describe_sqlite() -> dict[str, Any]:
    """Return tables, constraints and indexes of SQLite's newest version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for script in load_migrations():
            connection.executescript(script)
        query = connection.execute
        tables = [
            str(name)
            for (name,) in query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence'")
        ]
        described: dict[str, Any] = {}
        for table in tables:
            rows = query(
                'SELECT name, type, "notnull", dflt_value, hidden, pk FROM pragma_table_xinfo(?)', (table,)
            ).fetchall()
            (text,) = query("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,)).fetchone()
            references: dict[int, list[Any]] = {}
            for number, _, parent, child, to, _, on_delete, _ in query(f"PRAGMA foreign_key_list('{table}')"):
                references.setdefault(number, [parent, on_delete, []])[2].append((child, to))
            unique = []
            for _, index, is_unique, origin, _ in query(f"PRAGMA index_list('{table}')"):
                if is_unique and origin == "u":
                    unique.append([name for _, _, name in query(f"PRAGMA index_info('{index}')")])
            described[table] = {
                "columns": sorted(
                    (name, kind, bool(notnull or pk), default, bool(hidden))
                    for name, kind, notnull, default, hidden, pk in rows
                ),
                "key": [row[0] for row in sorted((row for row in rows if row[5]), key=lambda row: row[5])],
                "unique": sorted(unique),
                "references": sorted([parent, rule, sorted(pairs)] for parent, rule, pairs in references.values()),
                "checks": sorted(simplify_definition(check) for check in list_checks(str(text))),
            }
        described["indexes"] = sorted(
            simplify_definition(sql)
            for (sql,) in query("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
        )
        described["triggers"] = sorted(
            name for (name,) in query("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        )
    return described


def list_checks(text: str) -> list[str]:
    """Return the conditions of the CHECK constraints in a table's definition."""
    text = re.sub(r"--[^\n]*", "", text)
    checks = []
    for match in re.finditer(r"CHECK \(", text):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        checks.append(text[match.end() : end - 1])
    return checks


async def describe_postgres(db: Database) -> dict[str, Any]:
    """Return tables, constraints and indexes of PostgreSQL's newest version."""
    here = "current_schema()::regnamespace"
    kinds = {"bigint": "INTEGER", "text": "TEXT", "bytea": "BLOB"}
    described: dict[str, Any] = {}
    for oid, table in await db.fetch_rows(
        f"SELECT oid::bigint, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = {here}"
        " AND relname <> 'teban_version'"
    ):
        columns = await db.fetch_rows(
            "SELECT a.attname, a.atttypid::regtype::text, a.attnotnull, pg_get_expr(d.adbin, d.adrelid),"
            " a.attgenerated <> '', a.attcollation = 0 OR a.attcollation = '\"C\"'::regcollation FROM pg_attribute a"
            " LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
            " WHERE a.attrelid::bigint = ? AND a.attnum > 0 AND NOT a.attisdropped",
            (oid,),
        )
        assert all(column[5] for column in columns), f"a text of {table} is not ordered by its bytes"
        constraints = await db.fetch_rows(
            "SELECT c.contype::text, p.relname, c.confdeltype::text, condeferrable, pg_get_expr(c.conbin, c.conrelid),"
            " (SELECT array_agg(a.attname ORDER BY k.nth) FROM unnest(c.conkey) WITH ORDINALITY k (number, nth)"
            "  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number),"
            " (SELECT array_agg(a.attname ORDER BY k.nth) FROM unnest(c.confkey) WITH ORDINALITY k (number, nth)"
            "  JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number)"
            " FROM pg_constraint c LEFT JOIN pg_class p ON p.oid = c.confrelid WHERE c.conrelid::bigint = ?",
            (oid,),
        )
        assert all(row[3] for row in constraints if row[0] == "f"), f"a reference of {table} cannot be deferred"
        described[table] = {
            "columns": sorted(
                (
                    name,
                    kinds[kind],
                    notnull,
                    None if generated or default is None else default.split("::")[0],
                    generated,
                )
                for name, kind, notnull, default, generated, _ in columns
            ),
            "key": next((list(row[5]) for row in constraints if row[0] == "p"), []),
            "unique": sorted(list(row[5]) for row in constraints if row[0] == "u"),
            "references": sorted(
                [row[1], {"a": "NO ACTION", "c": "CASCADE"}[row[2]], sorted(zip(row[5], row[6], strict=True))]
                for row in constraints
                if row[0] == "f"
            ),
            "checks": sorted(simplify_definition(row[4]) for row in constraints if row[0] == "c"),
        }
    described["indexes"] = sorted(
        simplify_definition(str(text).replace(f"{schema}.", ""))
        for text, schema in await db.fetch_rows(
            f"SELECT pg_get_indexdef(i.indexrelid), current_schema() FROM pg_index i JOIN pg_class c"
            f" ON c.oid = i.indexrelid WHERE c.relnamespace = {here}"
            " AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)"
        )
    )
    described["triggers"] = sorted(str(name) for (name,) in await db.fetch_rows(OWN_TRIGGERS))
    return described


async def test_a_refusal_says_the_same_on_both_engines(db: Database, game: int) -> None:
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
