"""`teban migrate --to`: a database goes from a file to a server and back, whole or not at all."""

from __future__ import annotations

import asyncio
import lzma
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot import maintenance, operator_commands
from bot.main import main
from bot.operating_system import hold_lock
from storage import (
    Database,
    DatabaseAddress,
    DatabaseUnavailable,
    InvalidRow,
    ServerAddress,
    StorageError,
    copies,
    transfer,
)
from storage.database import Transaction, load_version
from storage.dialect import Row
from storage.persons import people
from storage.schema import load_migrations
from tests.discovered import mark_slice
from tests.postgres_server import find_programs
from tests.storage.commits import create_game
from tests.table.test_old_databases import DATABASES, EVERY_OTHER


@pytest.fixture
async def source(tmp_path: Path) -> AsyncIterator[Path]:
    """A file with one game and five persons; the newest game, number 2, was deleted."""
    path = tmp_path / "source.db"
    async with await Database.open(path) as db:
        await create_game(db, channel=500)
        async with db.transaction() as tx:
            for person in range(3, 6):
                await people.save_person(tx, person, "X", 1)
            await tx.set_last_id("games", 2)
    yield path


def read_all(path: Path) -> dict[str, list[Any]]:
    """Return the rows of all SQL tables of a file, and the last numbers given out."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}


async def is_empty(address: DatabaseAddress) -> bool:
    async with await Database.open(address) as db:
        return not [table for table in await db.list_tables() if await db.fetch_rows(f"SELECT 1 FROM {table}")]


@pytest.mark.parametrize(
    "packed", mark_slice([DATABASES[0], *EVERY_OTHER], lambda path: path == DATABASES[0]), ids=lambda path: path.name
)
async def test_a_database_of_each_version_goes_there_and_back(
    packed: Path, tmp_path: Path, database: DatabaseAddress, capsys: pytest.CaptureFixture[str]
) -> None:
    old, expected, back = (tmp_path / name for name in ("old.db", "expected.db", "back.db"))
    content = lzma.decompress(await asyncio.to_thread(packed.read_bytes))
    for path in (old, expected):
        await asyncio.to_thread(path.write_bytes, content)
    await (await Database.open(expected)).close()
    assert await operator_commands.transfer_database(old, database) == 0
    assert await operator_commands.transfer_database(database, back) == 0
    rows = read_all(expected)
    assert read_all(back) == rows
    assert await asyncio.to_thread(old.read_bytes) == content
    assert await asyncio.to_thread(lambda: list(tmp_path.glob(".teban-*"))) == [], "the copy is deleted"
    count = sum(len(rows[table]) for table in rows if table != "sqlite_sequence")
    assert f"{database}: {count} rows copied to {back} and compared\n" in capsys.readouterr().out


async def test_many_rows_are_read_some_at_a_time(
    source: Path, database: DatabaseAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "BATCH_ROWS", 2)
    await operator_commands.transfer_database(source, database)
    await operator_commands.transfer_database(database, tmp_path / "back.db")
    rows = read_all(tmp_path / "back.db")
    assert rows == read_all(source) and len(rows["people"]) == 5
    async with await Database.open(database) as db:
        assert await create_game(db, channel=501) == 3, "no number is used twice"


async def test_presses_under_way_and_leases_stay_behind(
    source: Path, database: DatabaseAddress, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A forwarded press holds the token that allows answering it, and the processes have ended."""
    with closing(sqlite3.connect(source)) as connection, connection:
        expected = sum(len(rows) for table, rows in read_all(source).items() if table != "sqlite_sequence")
        connection.execute("INSERT INTO forwarded (id, home, payload, at) VALUES (1, 1, x'00', 1)")
        connection.execute("INSERT INTO processes (owner, version) VALUES (1, 17)")
        connection.execute("INSERT INTO shard_leases (shard, of, owner, token, until) VALUES (0, 1, 1, 1, 1)")
    assert await operator_commands.transfer_database(source, database) == 0
    assert f"{expected} rows copied" in capsys.readouterr().out
    assert await operator_commands.transfer_database(database, tmp_path / "back.db") == 0
    rows = read_all(tmp_path / "back.db")
    assert rows["forwarded"] == rows["processes"] == rows["shard_leases"] == [] and len(rows["people"]) == 5


async def test_a_target_with_rows_is_refused(source: Path, database: DatabaseAddress) -> None:
    async with await Database.open(database) as db, db.transaction() as tx:
        await people.save_person(tx, 7, "Ann", 1)
    with pytest.raises(transfer.TargetNotEmpty, match="is not empty: it has rows in people"):
        await operator_commands.transfer_database(source, database)
    async with await Database.open(database) as db:
        assert await db.fetch_rows("SELECT id FROM people") == [(7,)]


@pytest.mark.sqlite_only(reason="the target is a file")
async def test_an_older_target_stays_as_it_is(source: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    content = lzma.decompress(await asyncio.to_thread(DATABASES[0].read_bytes))
    await asyncio.to_thread(old.write_bytes, content)
    with pytest.raises(transfer.TargetNotEmpty):
        await operator_commands.transfer_database(source, old)
    assert await asyncio.to_thread(old.read_bytes) == content


@pytest.mark.postgres_only
async def test_an_older_server_stays_as_it_is(source: Path, database: ServerAddress) -> None:
    await (await Database.open(database)).close()
    older = str(len(load_migrations()) - 1)
    run_program("psql", database, "--command", f"UPDATE teban_version SET version = {older}")
    with pytest.raises(transfer.TargetNotEmpty, match="a database of an earlier version"):
        await operator_commands.transfer_database(source, database)
    assert await load_version(database) == int(older)
    run_program("psql", database, "--command", f"UPDATE teban_version SET version = {older} + 1")


async def test_a_row_that_the_target_refuses_leaves_it_empty(source: Path, database: DatabaseAddress) -> None:
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE seats SET kind = 'ghost'")
    with pytest.raises(InvalidRow, match=r"CHECK constraint failed: .*\(a row of seats\)\. Nothing was copied"):
        await operator_commands.transfer_database(source, database)
    assert await is_empty(database)


@pytest.mark.parametrize(("table", "words"), [("people", "rows of people differ"), ("seats", "rows of seats differ")])
async def test_a_row_that_arrives_otherwise_is_noticed(
    source: Path, database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch, table: str, words: str
) -> None:
    insert_rows = Transaction.insert_rows

    async def lose_the_last(tx: Transaction, name: str, columns: list[str], rows: list[Row]) -> None:
        await insert_rows(tx, name, columns, rows[:-1] if name == table else rows)

    monkeypatch.setattr(Transaction, "insert_rows", lose_the_last)
    with pytest.raises(StorageError, match=words):
        await operator_commands.transfer_database(source, database)
    monkeypatch.undo()
    assert await is_empty(database)
    assert await operator_commands.transfer_database(source, database) == 0, "it can be tried again"


@pytest.mark.postgres_only
async def test_parents_are_looked_for_before_the_commit(
    source: Path, database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit that takes more than half a minute is given up, and of many rows that look takes longer."""
    commit, insert_rows = AsyncMock(), Transaction.insert_rows

    async def lose_people(tx: Transaction, name: str, columns: list[str], rows: list[Row]) -> None:
        await insert_rows(tx, name, columns, [] if name == "people" else rows)

    monkeypatch.setattr(Transaction, "insert_rows", lose_people)
    monkeypatch.setattr(transfer, "_compare_table", AsyncMock(return_value=0))
    monkeypatch.setattr("storage.postgres_writer.PostgresConnection.commit", commit)
    with pytest.raises(InvalidRow, match="FOREIGN KEY constraint failed"):
        await operator_commands.transfer_database(source, database)
    commit.assert_not_awaited()


async def test_no_bot_may_run_on_either(source: Path, database: DatabaseAddress, tmp_path: Path) -> None:
    with hold_lock(source), pytest.raises(DatabaseUnavailable, match="another Teban is running"):
        await operator_commands.transfer_database(source, database)
    target = tmp_path / "target.db"
    with hold_lock(target), pytest.raises(DatabaseUnavailable, match="another Teban is running"):
        await operator_commands.transfer_database(source, target)


@pytest.mark.postgres_only
async def test_no_bot_may_run_on_the_server(source: Path, database: DatabaseAddress, tmp_path: Path) -> None:
    async with await Database.open(database):
        for here, there in ((source, database), (database, tmp_path / "back.db")):
            with pytest.raises(DatabaseUnavailable, match="another Teban writes it"):
                await operator_commands.transfer_database(here, there)


@pytest.mark.postgres_only
async def test_a_restored_dump_goes_on(database: ServerAddress, tmp_path: Path) -> None:
    """As docs/operate.md says: dump, restore into an empty database, check, mark it as a copy."""
    source = tmp_path / "source.db"
    await asyncio.to_thread(source.write_bytes, lzma.decompress(await asyncio.to_thread(DATABASES[-1].read_bytes)))
    await (await Database.open(source)).close()
    practice = ServerAddress(database.secret_url.replace("/postgres?", "/practice?"))
    dump = tmp_path / "teban.dump"
    await operator_commands.transfer_database(source, database)
    run_program("psql", database, "--command", "CREATE DATABASE practice TEMPLATE template0")
    run_program("psql", database, "--command", "INSERT INTO forwarded VALUES (1, 0, 'a token', 0)")
    try:
        run_program("pg_dump", database, "--format=custom", "--exclude-table-data=forwarded", f"--file={dump}")
        run_program("pg_restore", practice, "--no-owner", str(dump))
        assert await operator_commands.run_doctor(practice) == 0
        assert await operator_commands.transfer_database(practice, tmp_path / "back.db") == 0
        assert read_all(tmp_path / "back.db") == read_all(source)
        mark = "INSERT INTO copies VALUES (extract(epoch FROM timestamptz '2026-01-31 03:00+00') * 1000)"
        run_program("psql", practice, "--command", mark)
        async with await Database.open(practice) as db:
            assert await db.fetch_rows("SELECT id FROM forwarded") == []
            await maintenance.start_maintenance(db)
            assert await copies.load_copy_time(db) == 1_769_828_400_000
            assert await create_game(db, channel=501) > copies.SKIPPED_NUMBERS
    finally:
        run_program("psql", database, "--command", "DROP DATABASE practice")


def run_program(name: str, database: ServerAddress, *arguments: str) -> None:
    """Run a program of PostgreSQL on a database."""
    command = [str(find_programs() / name), *arguments, f"--dbname={database.secret_url}"]
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.sqlite_only(reason="the source is a file")
def test_the_command_names_what_is_wrong(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(database: Path, target: str) -> tuple[int, str]:
        monkeypatch.setenv("TEBAN_DB", str(database))
        try:
            code = main(["migrate", "--to", target])
        except SystemExit as exit_code:
            code = int(str(exit_code.code))
        return code, capsys.readouterr().err

    assert run(source, str(source)) == (1, f"teban: {source}: a database cannot be copied onto itself\n")
    missing = tmp_path / "typo.db"
    assert run(missing, str(tmp_path / "t.db")) == (1, f"teban: {missing}: there is no such file\n")
    code, error = run(source, "mysql://ann:s3cret@host/teban")
    assert code == 2 and "expected the path of a file" in error and "s3cret" not in error
    code, error = run(source, "postgresql://ann:s3cret@127.0.0.1:1/teban")
    assert code == 1 and error.startswith("teban: postgresql://127.0.0.1:1/teban: ") and "s3cret" not in error
