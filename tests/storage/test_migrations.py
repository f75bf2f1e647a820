"""Migrations: a database is upgraded one version at a time, and never downgraded."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import (
    Database,
    DatabaseCorrupt,
    DatabaseReader,
    DatabaseUnavailable,
    ForeignDatabase,
    FutureDatabase,
    InvalidRow,
    OutdatedDatabase,
    sqlite_engine,
)
from storage.persons import guilds
from storage.play import invitations
from storage.schema import apply_migrations, load_migrations
from storage.time import presence


def connect(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, isolation_level=None))


def read_version(path: Path) -> int:
    with connect(path) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


NEWEST = len(load_migrations())


async def test_an_empty_file_is_called_empty(tmp_path: Path) -> None:
    """Regression: its reader was told to use the Teban that wrote version 0."""
    path = tmp_path / "new.db"
    path.touch()
    with pytest.raises(OutdatedDatabase, match="the database is empty"):
        await DatabaseReader.open_to_read(path)


async def test_a_fresh_file_gets_all_tables_and_the_version(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    async with await Database.open(path) as db:
        assert db.upgraded_from is None
        strict = await db.fetch_rows(
            "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'"
        )
        assert {"games", "decisions", "outbox"} <= {name for name, _ in strict}
        assert all(strict for _, strict in strict)
    assert read_version(path) == NEWEST


async def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    async with await Database.open(path) as db, db.transaction() as tx:
        await guilds.set_language(tx, 5, "both")
    async with await Database.open(path, may_create=False) as db:
        assert await guilds.load_language(db, 5) == "both"
        assert db.upgraded_from is None


async def test_an_older_database_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.db"
    async with await Database.open(path) as db, db.transaction() as tx:
        await guilds.set_language(tx, 5, "ja")
    script = "ALTER TABLE guilds ADD COLUMN motto TEXT;\n-- words; with a semicolon\nUPDATE guilds SET motto = 'a;b';\n"
    monkeypatch.setattr(sqlite_engine, "load_migrations", lambda: (*load_migrations(), script))
    async with await Database.open(path) as db:
        assert db.upgraded_from == NEWEST
        assert await db.fetch_rows("SELECT * FROM guilds") == [(5, "ja", "a;b")]
    assert read_version(path) == NEWEST + 1


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ("UPDATE guilds SET language = 'en'; SELECT * FROM nowhere;", sqlite3.OperationalError),
        ("UPDATE guilds SET language = 'en'; DELETE FROM people;", InvalidRow),  # leaves games without their host
    ],
)
def test_a_migration_that_fails_leaves_the_version_before_it(
    tmp_path: Path, wrong: str, error: type[Exception]
) -> None:
    path = tmp_path / "half.db"
    good = "INSERT INTO guilds VALUES (6, 'ja');"
    with connect(path) as connection:
        apply_migrations(connection, load_migrations())
        connection.execute("INSERT INTO guilds VALUES (5, 'ja')")
        connection.execute("INSERT INTO people (id, name, seen_at) VALUES (1, 'Ann', 0)")
        connection.execute(
            "INSERT INTO games (engine, rules, guild_id, channel_id, host, status, setup, language, undo_policy,"
            " created_at) VALUES ('toy', 1, 5, 7, 1, 'open', x'', 'ja', 'consent', 0)"
        )
        with pytest.raises(error):
            apply_migrations(connection, (*load_migrations(), good, wrong))
        assert connection.execute("SELECT * FROM guilds ORDER BY id").fetchall() == [(5, "ja"), (6, "ja")]
        assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST + 1,)
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


async def test_a_database_from_the_future_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "future.db"
    await (await Database.open(path)).close()
    with connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(FutureDatabase, match=rf"{path}: .*version 999.*up to {NEWEST}.*upgrade the program"):
        await Database.open(path)
    assert path.read_bytes() == before


async def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(ForeignDatabase, match=r"other\.db: .*another program"):
        await Database.open(path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("a shopping list, " * 1000)
    with pytest.raises(DatabaseCorrupt, match=r"notes\.db: file is not a database"):
        await Database.open(path)
    assert path.read_text().startswith("a shopping list")


async def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "short.db"
    await (await Database.open(path)).close()
    path.write_bytes(path.read_bytes()[: 4096 * 3])
    with pytest.raises(DatabaseCorrupt, match=r"short\.db: database disk image is malformed"):
        await Database.open(path)


async def test_damaged_pages_are_found_by_problems(tmp_path: Path) -> None:
    path = tmp_path / "bad.db"
    async with await Database.open(path) as db:
        async with db.transaction() as tx:
            for guild in range(2000):
                await guilds.set_language(tx, guild, "ja" * 50)
        assert await db.list_problems() == []
    data = bytearray(path.read_bytes())
    data[-3 * 4096 : -2 * 4096] = b"\xff" * 4096
    path.write_bytes(data)
    async with await Database.open(path) as db:
        assert await db.list_problems() != []
        with pytest.raises(DatabaseCorrupt, match="malformed"):
            await db.fetch_rows("SELECT * FROM guilds")


async def test_a_place_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match=r"nowhere/teban\.db: unable to open"):
        await Database.open(tmp_path / "nowhere" / "teban.db")
    with pytest.raises(DatabaseUnavailable, match=r"teban\.db: there is no such file"):
        await Database.open(tmp_path / "teban.db", may_create=False)
    assert not (tmp_path / "teban.db").exists()


async def test_guests_leave_the_plan_of_their_table(tmp_path: Path) -> None:
    """Until version 5 guests were stored in the settings, which `/me forget` does not search."""
    path = tmp_path / "old.db"
    opened = '{"players":3,"invited":[4,2,9],"closed":true}'
    with connect(path) as connection:
        apply_migrations(connection, load_migrations()[:5])
        connection.execute("INSERT INTO people (id, name, seen_at) VALUES (1, 'Ann', 0), (2, 'Ben', 7)")
        for channel, ended, setup in ((7, None, opened), (8, 1, opened), (9, None, '{"players":2}')):
            connection.execute(
                "INSERT INTO games (engine, rules, guild_id, channel_id, host, status, setup, language, undo_policy,"
                " created_at, ended_at) VALUES ('toy', 1, 5, ?, 1, ?, CAST(? AS BLOB), 'ja', 'consent', 0, ?)",
                (channel, "open" if ended is None else "ended", setup, ended),
            )
    async with await Database.open(path) as db:
        assert [await invitations.load_guests(db, table_id) for table_id in (1, 2, 3)] == [(4, 2, 9), (), ()]
        assert await db.fetch_rows("SELECT id, name FROM people ORDER BY id") == [
            (1, "Ann"), (2, "Ben"), (4, "N.N."), (9, "N.N."),
        ]  # fmt: skip
        plans = [bytes(setup) for (setup,) in await db.fetch_rows("SELECT setup FROM games ORDER BY id")]
        assert plans == [b'{"players":3,"closed":true}', b'{"players":3,"closed":true}', b'{"players":2}']
        assert await db.list_problems() == []


async def test_presence_and_outages_concern_all_tables_after_shards_have_their_own(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with connect(path) as connection:
        apply_migrations(connection, load_migrations()[:11])
        connection.execute("INSERT INTO presence (id, here_at, grace_until) VALUES (1, 70, 90)")
        connection.execute("INSERT INTO outages (from_at, until_at) VALUES (10, 20), (30, 40)")
    async with await Database.open(path) as db:
        for shard_count in (None, 2):
            db.ownership.shard_count = shard_count
            assert await presence.load_last_online(db) == 70
            for guild in (1, 1 << 22):
                assert await presence.load_grace_end(db, guild) == 90
                assert await presence.load_outages(db, guild, 20) == [(30, 40)]


async def test_programs_that_open_an_empty_file_at_once_wait_for_its_first_tables(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    opened = await asyncio.gather(*(Database.open(path) for _ in range(4)))
    for db in opened:
        await db.close()
    assert read_version(path) == NEWEST


async def test_a_program_waits_as_long_as_the_migrations_of_another_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.db"
    monkeypatch.setattr(sqlite_engine, "MIGRATION_SECONDS", 0.1)
    with connect(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseUnavailable, match="locked"):
            await Database.open(path)
        monkeypatch.setattr(sqlite_engine, "MIGRATION_SECONDS", 10.0)
        opening = asyncio.create_task(Database.open(path))
        await asyncio.sleep(0.2)
        assert not opening.done()
        other.execute("ROLLBACK")
    await (await opening).close()
    assert read_version(path) == NEWEST
