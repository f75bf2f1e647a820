"""On a server, changes are put aside until the commit and statements about rows in memory are answered there: nothing
of it is noticed. Every row that a transaction has read from the mirror is compared with the server's, too (conftest).
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import asyncpg
import pytest

from storage import Database, DatabaseAddress, DatabaseUnavailable, DuplicateRow, ServerAddress, StorageError
from storage import table_mirror as mirror_module
from storage.dialect import translate_change
from storage.kinds import OutboxKind
from storage.messages import interactions, outbox_rows
from storage.persons import absences, guilds, people
from storage.play import games
from storage.postgres_writer import PostgresConnection
from storage.row_cache import RowCache
from storage.schema import POSTGRES_FOLDER, load_migrations, load_numbered_migrations
from storage.scopes import KIND_BY_TABLE, NUMBERED_TABLES, MirroredScope, add_id, list_assigned_columns
from storage.table_mirror import TableMirror
from storage.time import timers
from tests.storage.commits import create_game
from tests.storage.test_outbox import load_waiting, put_card, put_turn


def find_mirror(db: Database) -> TableMirror:
    assert isinstance(db._writer, PostgresConnection)
    return db._writer._mirror


async def send_foreign_change(database: DatabaseAddress, sql: str) -> None:
    """Change the server's database behind the program's back."""
    assert isinstance(database, ServerAddress)
    connection = await asyncpg.connect(database.secret_url)
    await connection.execute(sql)
    await connection.close()


async def test_changes_of_all_kinds_are_stored_in_their_order(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await guilds.set_language(tx, 5, "ja")
        await people.save_person(tx, 1, "Anna", 2)
        await timers.set_timer(tx, table_id, "reminder", "1", 10, b"\x00x")
        await timers.set_timer(tx, table_id, "reminder", "1", 20, b"\xff")
        await timers.set_timer(tx, table_id, "late", "2", 30)
        await timers.cancel_timers(tx, table_id, "late")
        await timers.set_timer(tx, table_id, "late", "2", 40)
        await guilds.set_language(tx, 5, "en")
    [moved, late] = await timers.load_timers(db, table_id)
    assert (moved.due_at, moved.payload, late.due_at) == (20, b"\xff", 40)
    ann = await people.load_person(db, 1)
    assert ann is not None and ann.name == "Anna" and await guilds.load_language(db, 5) == "en"


async def test_a_transaction_reads_what_it_has_changed_wherever_it_stands(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await guilds.set_language(tx, 5, "ja")
        await people.save_person(tx, 7, "Gil", 1)
        gil = await people.load_person(tx, 7)
        assert await guilds.load_language(tx, 5) == "ja" and gil is not None and gil.name == "Gil"
        await people.set_language(tx, 7, "en")
        names = await tx.fetch_rows("SELECT name FROM people WHERE language = ?", ("en",))
        assert names == [("Gil",)]


async def test_two_rows_with_one_key_are_refused_and_nothing_is_stored(db: Database, table_id: int) -> None:
    row = "INSERT INTO shares (game, person, share) VALUES (?, ?, ?)"
    with pytest.raises(DuplicateRow, match=r"UNIQUE constraint failed: shares\.game, shares\.person"):
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Anna", 2)
            for share in ("a", "b"):
                await tx.execute(row, (table_id, 1, share))
    ann = await people.load_person(db, 1)
    assert ann is not None and ann.name == "Ann"
    assert await db.fetch_rows("SELECT * FROM shares") == []


async def test_a_channel_with_a_table_is_refused_by_the_statement_itself(db: Database, table_id: int) -> None:
    other = await create_game(db, channel=501)
    with pytest.raises(StorageError, match="an earlier statement ended this transaction"):
        async with db.transaction() as tx:
            await games.advance_rev(tx, other)
            with pytest.raises(DuplicateRow, match=r"games\.channel_id"):
                await games.set_channel(tx, other, 1, 500)


async def test_an_interaction_is_claimed_once(db: Database, database: DatabaseAddress) -> None:
    for expected in (True, False):
        async with db.transaction() as tx:
            assert await interactions.claim_interaction(tx, 9, 1) is expected
    await db.close()
    async with await Database.open(database) as again, again.transaction() as tx:
        assert not await interactions.claim_interaction(tx, 9, 1)


async def test_ids_rise_through_roll_backs_and_starts(db: Database, table_id: int, database: DatabaseAddress) -> None:
    async def put_rows(db: Database, count: int) -> list[int]:
        async with db.transaction() as tx:
            return [(await put_turn(tx, table_id, f"{count}.{nth}")).id for nth in range(count)]

    ids = await put_rows(db, 2)
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            await put_turn(tx, table_id, "lost")
            raise ZeroDivisionError
    async with db.transaction() as tx:
        assert [row.id for row in await outbox_rows.load_waiting_rows(tx, table_id)] == ids
    ids += await put_rows(db, 3)
    async with db.transaction() as tx:
        assert await tx.load_last_id("outbox") >= ids[-1]
        await outbox_rows.delete_unsent_row(tx, ids[-1])
    await db.close()
    async with await Database.open(database) as again:
        ids += await put_rows(again, 2)
        assert len(await load_waiting(again, table_id)) == 6
    assert ids == sorted(set(ids))


async def test_a_row_named_by_its_id_is_changed_with_and_without_its_table(
    db: Database, table_id: int, database: DatabaseAddress
) -> None:
    async with db.transaction() as tx:
        row = await put_card(tx, table_id, b"old")
        leave = await absences.add_absence(tx, 1, "leave", 5, 9, 1)
        assert await absences.load_absences(tx, 1) and leave
    async with db.transaction() as tx:
        attempted = await outbox_rows.begin_attempt(tx, row.id)
        assert attempted is not None and attempted.attempts == 1
    await db.close()
    async with await Database.open(database) as again:
        async with again.transaction() as tx:
            attempted = await outbox_rows.begin_attempt(tx, row.id)
            assert attempted is not None and attempted.attempts == 2
            assert (await outbox_rows.load_waiting_rows(tx, table_id))[0].attempts == 2
            assert await outbox_rows.begin_attempt(tx, row.id + 100) is None
        async with again.transaction() as tx:
            await outbox_rows.mark_sent(tx, row.id, 20, 900)
        assert await load_waiting(again, table_id) == []


async def test_changes_of_all_tables_reach_rows_in_memory(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await outbox_rows.add_row(
            tx, game=table_id, kind=OutboxKind.NOTICE, key="", target=1, payload=b"", at=50, is_direct=True
        )
        await timers.set_timer(tx, table_id, "timeout", "0", 90)
    async with db.transaction() as tx:
        await tx.execute("UPDATE outbox SET not_before = ? WHERE target = ?", (7, 1))
        await tx.execute("UPDATE timers SET due_at = ? WHERE kind = ?", (8, "timeout"))
        [waiting] = await outbox_rows.load_waiting_rows(tx, table_id)
        [timer] = await timers.load_timers(tx, table_id)
        assert (waiting.not_before, timer.due_at) == (7, 8)


async def test_a_change_that_depends_on_other_tables_is_not_repeated_in_memory(
    db: Database, table_id: int, database: DatabaseAddress
) -> None:
    other = await create_game(db, channel=501)
    for number in (table_id, other):
        async with db.transaction() as tx:
            row = await put_card(tx, number, b"")
            await outbox_rows.mark_sent(tx, row.id, 20, 900)
    await db.close()
    async with await Database.open(database) as again, again.transaction() as tx:
        assert len(await outbox_rows.load_rows_newest_first(tx, other, OutboxKind.CARD)) == 1
        assert await outbox_rows.trim_rows(tx, 30, 1) == 1
        left = await tx.fetch_rows("SELECT game FROM outbox ORDER BY id LIMIT ?", (9,))
        for number in (table_id, other):
            rows = await outbox_rows.load_rows_newest_first(tx, number, OutboxKind.CARD)
            assert [(row.game,) for row in rows] == [row for row in left if row == (number,)]


@pytest.mark.postgres_only
async def test_changes_go_out_with_the_commit_and_not_before(
    db: Database, table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    fetch = asyncpg.Connection.fetch

    async def note_and_fetch(connection: object, sql: str, *values: object) -> object:
        sent.append(sql)
        return await fetch(connection, sql, *values)  # type: ignore[call-overload]

    async with db.transaction() as tx:
        assert await timers.load_timers(tx, table_id) == []
    monkeypatch.setattr(asyncpg.Connection, "fetch", note_and_fetch)
    monkeypatch.setattr(asyncpg.Connection, "execute", None)
    async with db.transaction() as tx:
        await timers.set_timer(tx, table_id, "late", "2", 40)
        await guilds.set_language(tx, 5, "ja")
        await games.advance_rev(tx, table_id)
        assert sent == []
    assert len(sent) == 1 and "run_changes" in sent[0]


@pytest.mark.postgres_only
async def test_a_change_behind_the_programs_back_is_noticed_and_the_rows_are_read_again(
    db: Database, table_id: int, database: DatabaseAddress
) -> None:
    async with db.transaction() as tx:
        await timers.set_timer(tx, table_id, "late", "2", 40)
    await send_foreign_change(database, "DELETE FROM timers")
    with pytest.raises(DatabaseUnavailable, match="changed 0 rows, expected 1: DELETE FROM timers"):
        async with db.transaction() as tx:
            await guilds.set_language(tx, 5, "ja")
            assert await timers.cancel_timers(tx, table_id) == 1
    assert await guilds.load_language(db, 5) is None
    async with db.transaction() as tx:
        assert await timers.cancel_timers(tx, table_id) == 0


@pytest.mark.postgres_only
async def test_the_least_recently_used_tables_leave_memory(
    db: Database, table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror_module, "MAX_SCOPES", {"game": 1, "person": 1, "interaction": 1})
    monkeypatch.setattr(RowCache, "find_rows", lambda *_: None)
    other = await create_game(db, channel=501)
    for number in (table_id, other, table_id):
        async with db.transaction() as tx:
            await timers.set_timer(tx, number, "late", "2", 40)
            assert len(await timers.load_timers(tx, number)) == 1
    mirror = find_mirror(db)
    mirror.forget_unused_scopes()
    first, second = MirroredScope("game", table_id), MirroredScope("game", other)
    assert mirror.list_missing_scopes([first, second]) == [second]
    assert mirror.run_statement("SELECT game FROM timers", ()).rows == [(table_id,)]


def test_tables_in_the_mirror_change_by_their_own_statements_only() -> None:
    """Another table's change must not reach them: no reference cascades into them, no trigger writes them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in load_migrations():
            connection.executescript(script)
        schema = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    text = "".join(script for _, script in load_numbered_migrations(POSTGRES_FOLDER))
    numbered = set(re.findall(r"CREATE TABLE (\w+) \(\s+id BIGINT GENERATED", text)) & set(KIND_BY_TABLE)
    assert numbered - {"games"} == set(NUMBERED_TABLES), "an INSERT gets its id from the mirror"
    for table in KIND_BY_TABLE:
        assert not re.search(r"ON (DELETE|UPDATE) (CASCADE|SET)", schema[table])
        assert not any(re.search(rf"TRIGGER .* ON {table}\b", sql, re.DOTALL) for sql in schema.values())


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("INSERT INTO people (id, name) VALUES (?, ?)", ("people", [("id", 0), ("name", 1)])),
        ("INSERT INTO people (id, at, name) VALUES (?, 0, ?)", ("people", [("id", 0), ("name", 1)])),
        ("UPDATE people SET name = ?, a = max(a, ?), zone = ? WHERE id = ?", ("people", [("name", 0), ("zone", 2)])),
        ("UPDATE people SET zone = ?2, name = ?1 WHERE id = ?3", ("people", [("zone", 1), ("name", 0)])),
        ("DELETE FROM people WHERE name = ?", ("", [])),
    ],
)
def test_values_that_are_stored_as_they_are_have_columns(sql: str, columns: tuple[str, list[tuple[str, int]]]) -> None:
    assert list_assigned_columns(sql) == columns


def test_an_insert_gets_its_id_as_first_value() -> None:
    sql = "INSERT INTO timers (due_at, game) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET id = excluded.id"
    assert add_id(sql) == ("timers", sql.replace("(due_at", "(id, due_at").replace("(?, ?)", "(?, ?, ?)"))
    assert add_id("INSERT INTO posts (game) VALUES (?)") == (None, "INSERT INTO posts (game) VALUES (?)")


def test_a_change_finds_its_values_in_an_array() -> None:
    sql = "UPDATE t SET a = ?, b = '$1 ?', c = ?, d = ? WHERE e = ?"
    assert translate_change(sql, (int, bytes, type(None), str)) == (
        "UPDATE t SET a = ($1)[1]::bigint, b = '$1 ?', c = decode(($1)[2], 'hex'), d = NULL WHERE e = ($1)[4]"
    )
