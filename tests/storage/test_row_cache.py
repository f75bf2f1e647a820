"""The row cache gives what the database would give, and forgets what a statement changes."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database
from storage.row_cache import RowCache
from storage.scopes import SCOPE_COLUMNS, CachedQuery, RowChange, parse_change, parse_query


@pytest.mark.parametrize(
    ("sql", "query"),
    [
        ("SELECT seat FROM asked WHERE game = ? ORDER BY seat", CachedQuery("asked", 1)),
        ("SELECT id FROM outbox WHERE game = ?1 AND kind = coalesce(?2, kind)", CachedQuery("outbox", 1)),
        ("SELECT name FROM people WHERE id IN (?, ?, ?)", CachedQuery("people", 3)),
        ("SELECT grace_until FROM presence", CachedQuery("presence", 0)),
        ("SELECT seat FROM clocks WHERE running_since IS NOT NULL", None),
        ("SELECT id FROM timers ORDER BY due_at", None),
        ("SELECT seat FROM asked WHERE game = ? OR seat = 1", None),
        ("SELECT seat FROM asked WHERE game = ?10", None),
        ("SELECT id FROM outbox WHERE game = ? AND id IN (SELECT value FROM json_each(?))", None),
        ("SELECT count(*) FROM asked WHERE game = ?", CachedQuery("asked", 1)),
        ("SELECT n FROM decisions WHERE game = ?", None),
        ("SELECT (SELECT max(seat) FROM asked WHERE game = ?1), id FROM people WHERE id = ?2", None),
        ("SELECT ?, seat FROM asked WHERE game = ?", None),
    ],
)
def test_queries_of_one_scope_are_cached(sql: str, query: CachedQuery | None) -> None:
    assert parse_query(sql) == query


@pytest.mark.parametrize(
    ("sql", "change"),
    [
        ("INSERT INTO asked (seat, game) VALUES (?, ?) ON CONFLICT DO NOTHING", RowChange("asked", 1)),
        ("INSERT INTO presence (shard, of, here_at) VALUES (0, 1, ?)", RowChange("presence", None)),
        ("INSERT INTO requests (game, n) SELECT id, ?2 FROM games WHERE id = ?1", RowChange("requests", None)),
        ("UPDATE asked SET used = ?, reminded = ? WHERE game = ? AND seat = ?", RowChange("asked", 2)),
        ("UPDATE people SET zone = ?1, night = ?2 WHERE id = ?5", RowChange("people", 4)),
        ("UPDATE outbox SET sent_at = ? WHERE id = ?", RowChange("outbox", None)),
        ('UPDATE "seats" SET "person" = ? WHERE "person" = ?', RowChange("seats", None)),
        ("UPDATE seats SET game = ? WHERE game = ?", RowChange("seats", None)),
        ("DELETE FROM timers WHERE game = ?1 AND kind = coalesce(?2, kind)", RowChange("timers", 0)),
        ("DELETE FROM outbox WHERE game = ? AND kind = ? OR target = ?", RowChange("outbox", None)),
        ("DELETE FROM presence", RowChange("presence", None)),
        ("UPDATE games SET rev = ? WHERE id = ?", RowChange("games", 1)),
        ("UPDATE decisions SET undone_at = ? WHERE game = ?", None),
    ],
)
def test_statements_name_the_rows_that_they_may_change(sql: str, change: RowChange | None) -> None:
    assert parse_change(sql) == change


def test_a_process_that_shares_the_database_keeps_rows_of_its_servers_and_shards_alone() -> None:
    cache = RowCache()
    own = [("SELECT settings FROM guild_settings WHERE guild = ?", (5,)), ("SELECT grace_until FROM presence", ())]
    shared = [("SELECT name FROM people WHERE id IN (?, ?)", (1, 2)), ("SELECT seat FROM asked WHERE game = ?", (1,))]
    for sql, values in (*own, *shared):
        cache.store_rows(sql, values, [(1,)])
    cache.remove_shared_rows()
    assert [cache.find_rows(*query) for query in own] == [[(1,)], [(1,)]]
    assert [cache.find_rows(*query) for query in shared] == [None, None]
    cache.store_rows(*shared[0], [(2,)])
    cache.remove_changed_rows("UPDATE people SET name = ? WHERE id = ?", ("Ann", 2))
    assert cache.find_rows(*shared[0]) is None


def test_least_recently_used_query_goes_first() -> None:
    cache, sql = RowCache(max_queries=2), "SELECT seat FROM asked WHERE game = ?"
    for table_id in (1, 2):
        cache.store_rows(sql, (table_id,), [(table_id,)])
    cache.find_rows(sql, (1,))
    cache.store_rows(sql, (3,), [(3,)])
    assert [cache.find_rows(sql, (table_id,)) for table_id in (1, 2, 3)] == [[(1,)], None, [(3,)]]
    cache.remove_changed_rows("UPDATE asked SET used = ? WHERE seat = ?", (0, 0))
    assert [cache.find_rows(sql, (table_id,)) for table_id in (1, 3)] == [None, None]


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(tmp_path / "one.db") as database:
        yield database


async def load_name(db: Database) -> str:
    async with db.transaction() as tx:
        return str((await tx.execute("SELECT name FROM people WHERE id = ?", (1,)))[0][0])


async def store_name(db: Database, name: str) -> None:
    async with db.transaction() as tx:
        await tx.execute(
            "INSERT INTO people (id, name, seen_at) VALUES (?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            (1, name, 0),
        )


async def test_transaction_sees_its_own_writes_and_a_rolled_back_one_leaves_nothing(db: Database) -> None:
    await store_name(db, "Aoi")
    assert await load_name(db) == "Aoi"
    with pytest.raises(LookupError):
        async with db.transaction() as tx:
            await tx.execute("UPDATE people SET name = ? WHERE id = ?", ("Ines", 1))
            assert (await tx.execute("SELECT name FROM people WHERE id = ?", (1,))) == [("Ines",)]
            raise LookupError
    assert await load_name(db) == "Aoi"


async def test_write_of_another_connection_is_seen(db: Database) -> None:
    await store_name(db, "Aoi")
    assert await load_name(db) == "Aoi"
    with sqlite3.connect(db.path) as other:
        other.execute("UPDATE people SET name = 'Marco'")
    assert await load_name(db) == "Marco"
    await db.truncate_wal()
    assert await load_name(db) == "Marco"


async def test_scopes_are_columns_of_their_tables(db: Database) -> None:
    for table, column in SCOPE_COLUMNS.items():
        assert await db.fetch_rows(f"SELECT {column} FROM {table} LIMIT 1") is not None
