"""One SQLite file with one writer at a time, readers that see only committed data, and backups while it is in use.

There are three connections: the writer, held by one transaction at a time; the reader, each of whose statements sees
the last commit; and a second reader for slow queries. Write-ahead logging lets them work in parallel;
`synchronous = FULL` means that an acknowledged commit survives a power cut. The statements of a transaction run inline;
its commit runs in a thread, because it waits for the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, Self

from .connection import BUSY_TIMEOUT_MS, Connection, Mode, Row, Values, connect
from .errors import DatabaseCorrupt, DatabaseUnavailable, StorageError, translate_errors
from .row_cache import RowCache
from .schema import apply_migrations, load_migrations, read_version, require_newest_version

COMMITS_PER_WAL_CHECKPOINT = 20
"""Commits between two checkpoints of the write-ahead log. An answer writes about 20 pages into the log, each of the
commits that follow it about 5. Copying 300 pages into the database file takes 5 to 20 ms.
"""

TRANSACTION_SECONDS = 30.0
"""Limit of the wait for other transactions, and of a transaction's block. Most take milliseconds; those over all
tables, after an outage, take seconds.
"""


class Source(Protocol):
    """Anything rows can be read from: the Database (committed data) or an open Transaction (its own writes too)."""

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""
        ...


class Transaction:
    """An open transaction. Everything written through it is committed as a whole or not at all.

    - A refused statement ends it: every later statement and the commit raise StorageError.
    - Types are strict: a column takes values of its own type only, e.g. no `str` in a BLOB.
    - Other transactions see its rows after the commit, and it sees theirs; one transaction at a time writes a table.
    - A row whose key exists raises DuplicateRow; one that breaks another constraint raises InvalidRow.
    """

    def __init__(self, connection: Connection, cache: RowCache) -> None:
        self._connection = connection
        self._cache = cache
        self._open = True
        self._refusal: BaseException | None = None
        """The error of the statement that ended this transaction."""

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query, including this transaction's own writes."""
        return await self.execute(sql, values)

    async def execute(self, sql: str, values: Values = ()) -> list[Row]:
        """Run one statement and return its rows (those of its RETURNING clause, if it changes rows)."""
        if not self._open:
            raise RuntimeError("this transaction is over")
        if not self._connection.in_transaction:
            # SQLite rolls back by itself on a full disk or a read error; later statements would autocommit one by one.
            raise StorageError(f"{self._connection.path}: the transaction was rolled back by an earlier error")
        self.require_no_refusal()
        is_query = sql.startswith("SELECT")
        if is_query and (cached_rows := self._cache.find_rows(sql, values)) is not None:
            return cached_rows
        try:
            rows = self._connection.try_execute(sql, values)
            if rows is None:
                rows = await self._connection.execute_in_thread(sql, values)
        except BaseException as error:
            self._refusal = error
            raise
        if is_query:
            self._cache.store_rows(sql, values, rows)
        else:
            self._cache.remove_changed_rows(sql, values)
        return rows

    def require_no_refusal(self) -> None:
        """Raise StorageError if a statement of this transaction was refused."""
        if self._refusal is not None:
            raise StorageError(
                f"{self._connection.path}: an earlier statement ended this transaction"
            ) from self._refusal


class DatabaseReader:
    """An open database that is only read: the query functions of this package take it as their `Source`."""

    def __init__(self, path: Path, reader: Connection, slow_reader: Connection) -> None:
        self.path = path
        self._reader = reader
        self._slow_reader = slow_reader
        """A second reader for slow queries, so that other queries do not wait behind them. It also runs background
        checkpoints of the write-ahead log.
        """

    @classmethod
    async def open_to_read(cls, path: Path | str) -> DatabaseReader:
        """Open an existing file, beside a running bot or not, and change nothing.

        Raises DatabaseUnavailable, DatabaseCorrupt, ForeignDatabase, FutureDatabase, OutdatedDatabase.
        """
        path = Path(path).absolute()  # noqa: ASYNC240 - asks no disk
        with translate_errors(path):
            await asyncio.to_thread(_require_newest_version, path)
        return DatabaseReader(path, *await _open_connections(path, (False, False), "ro"))

    async def close(self) -> None:
        """Close the connections."""
        for connection in (self._slow_reader, self._reader):
            await connection.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query as of the last commit. This never waits for a writer."""
        rows = self._reader.try_execute(sql, values)
        return await self._slow_reader.execute_in_thread(sql, values) if rows is None else rows

    async def find_problems(self) -> list[str]:
        """Return SQLite's findings about the file (damaged pages, rows without their parent row); empty if it is
        sound. This reads the whole file.
        """
        with translate_errors(self.path):
            return await asyncio.to_thread(_find_problems, self.path)


class Database(DatabaseReader):
    """An open database that is read and written. Write with `async with db.transaction() as tx`."""

    def __init__(
        self, path: Path, writer: Connection, reader: Connection, slow_reader: Connection, upgraded_from: int | None
    ) -> None:
        super().__init__(path, reader, slow_reader)
        self.upgraded_from = upgraded_from
        """The schema version before migration, if opening migrated an existing database; else None."""
        self._writer = writer
        self._cache = RowCache()
        self._foreign_version = 0
        """SQLite's number that changes when another connection writes the file."""
        self._commits_since_checkpoint = 0
        """Number of commits since the last checkpoint of the write-ahead log."""
        self.transaction_seconds = TRANSACTION_SECONDS
        self.on_commit: Callable[[float], None] = lambda seconds: None
        """Called after each commit with its duration in seconds, nearly all of which is waiting for the disk."""
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None

    @classmethod
    async def open(cls, path: Path | str, *, create: bool = True) -> Database:
        """Open the file, creating it if it is missing (unless create=False), and apply pending migrations.

        Raises DatabaseUnavailable, DatabaseCorrupt, ForeignDatabase, FutureDatabase.
        """
        path = Path(path).absolute()  # noqa: ASYNC240 - asks no disk
        with translate_errors(path):
            old_version, new_version = await asyncio.to_thread(_prepare_file, path, create)
        writer, reader, slow_reader = await _open_connections(path, (True, False, False), "rwc")
        return cls(path, writer, reader, slow_reader, old_version if 0 < old_version < new_version else None)

    async def close(self) -> None:
        """Wait for the running transaction, then close all connections."""
        async with self._lock:
            await super().close()
            await self._writer.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Open a transaction, the only way to write. It waits for other transactions, commits when the block ends and
        rolls back on any exception, including cancellation.

        A cancellation that arrives during the commit is raised after it: the rows are then written, as after a lost
        acknowledgement. Several reads in one transaction see one state of the database. Raises DatabaseFull,
        DatabaseCorrupt, and DatabaseUnavailable, also if the wait or the block takes longer than the limit.
        """
        task = asyncio.current_task()
        if task is not None and self._holder is task:
            raise RuntimeError("a transaction inside a transaction would wait for itself: hand the open one on")
        async with self._hold_writer():
            self._holder = task
            tx = Transaction(self._writer, self._cache)
            try:
                if self._writer.try_execute("BEGIN IMMEDIATE") is None:
                    await self._writer.execute_in_thread("BEGIN IMMEDIATE")
                self._clear_cache_after_foreign_write()
                async with self._limit_time("a transaction was not finished"):
                    yield tx
                tx.require_no_refusal()
                tx._open = False
                started = perf_counter()
                await self._writer.commit()
                self.on_commit(perf_counter() - started)
                self._commits_since_checkpoint += 1
            except BaseException:  # also on cancellation: a block that was left early commits nothing
                tx._open = False
                # A commit whose await was cancelled has finished by now: there is nothing left to roll back, and the
                # handler of the exception reads the committed state.
                self._writer.roll_back()
                self._cache.clear()
                raise
            finally:
                self._holder = None

    def _clear_cache_after_foreign_write(self) -> None:
        version = self._writer.read_foreign_version()
        if version != self._foreign_version:
            self._foreign_version = version
            self._cache.clear()

    @asynccontextmanager
    async def _hold_writer(self) -> AsyncIterator[None]:
        """Hold the writer, once no other transaction does."""
        async with self._limit_time("another transaction was not finished"):
            await self._lock.acquire()
        try:
            yield
        finally:
            self._lock.release()

    @asynccontextmanager
    async def _limit_time(self, trouble: str) -> AsyncIterator[None]:
        """Raise DatabaseUnavailable if the block takes too long. Its present wait is cancelled."""
        try:
            async with asyncio.timeout(self.transaction_seconds) as limit:
                yield
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise DatabaseUnavailable(f"{self.path}: {trouble} after {self.transaction_seconds:g} s") from error

    async def checkpoint_wal_in_background(self) -> None:
        """Checkpoint the write-ahead log in the background once it is large. Otherwise SQLite checkpoints after every
        thousand pages (about fifty answers) inside some commit, which then waits for two files.
        """
        if self._commits_since_checkpoint >= COMMITS_PER_WAL_CHECKPOINT:
            self._commits_since_checkpoint = 0
            await self._slow_reader.execute_in_thread("PRAGMA wal_checkpoint(PASSIVE)")

    async def truncate_wal(self) -> None:
        """Checkpoint and empty the write-ahead log, so that losing the log file afterwards loses little.

        Readers in other processes may keep part of the log; that part is copied the next time.
        """
        async with self._lock:
            await self._writer.execute_in_thread("PRAGMA wal_checkpoint(TRUNCATE)")


async def copy_database(source: Path, target: Path, *, made_at: int | None = None, any_version: bool = False) -> None:
    """Copy the last committed state of a database into one file, even while it is being written.

    The copy is checked before it replaces an existing file of that name. made_at: a time by which the copy is
    recognised when it is restored (None: it is not restored, or by an older version). any_version: also of another
    version than this program writes. Raises DatabaseUnavailable, DatabaseCorrupt, ForeignDatabase, FutureDatabase,
    OutdatedDatabase, and ValueError for a copy onto itself.
    """
    source, target = source.absolute(), target.absolute()  # noqa: ASYNC240 - asks no disk
    if target == source:
        raise ValueError(f"{target}: a database cannot be copied onto itself")
    with translate_errors(source):
        await asyncio.to_thread(_require_file if any_version else _require_newest_version, source)
    with translate_errors(target):
        await asyncio.to_thread(_copy_file, source, target, made_at)


async def _open_connections(path: Path, each_writes: Iterable[bool], mode: Mode) -> list[Connection]:
    """Open several connections, or none. each_writes: whether each of them writes."""
    connections: list[Connection] = []
    with translate_errors(path):
        try:
            for writes in each_writes:
                connections.append(await Connection.open(path, writes=writes, mode=mode))
        except BaseException:  # also on cancellation: nothing else would close them
            for connection in connections:
                await connection.close()
            raise
    return connections


def read_stored_version(path: Path) -> int:
    """Return the version of the database at this path, 0 for an empty file. Changes nothing."""
    _require_file(path)
    with translate_errors(path), closing(_connect(path, "ro")) as connection:
        return read_version(connection, len(load_migrations()))


def _connect(path: Path, mode: Mode) -> sqlite3.Connection:
    return connect(path, mode, timeout=BUSY_TIMEOUT_MS / 1000)


def _require_file(path: Path) -> None:
    if not path.exists():
        raise DatabaseUnavailable("there is no such file")


def _require_newest_version(path: Path) -> None:
    _require_file(path)
    with closing(_connect(path, "ro")) as connection:
        require_newest_version(connection, len(load_migrations()))


def _prepare_file(path: Path, create: bool) -> tuple[int, int]:
    if not create:
        _require_file(path)
    with closing(_connect(path, "rwc")) as connection:
        versions = apply_migrations(connection, load_migrations())
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise DatabaseUnavailable(f"this file system allows no write-ahead log (journal mode {mode})")
        return versions


def _copy_file(source: Path, target: Path, made_at: int | None) -> None:
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    with closing(_connect(source, "ro")) as reader, closing(_connect(part, "rwc")) as writer:
        reader.backup(writer)
        if made_at is not None:
            writer.execute("INSERT OR IGNORE INTO copies (made_at) VALUES (?)", (made_at,))
        writer.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        for (line,) in writer.execute("PRAGMA quick_check(1)"):
            if line != "ok":
                raise DatabaseCorrupt(f"the copy is damaged: {line}")
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)


def _find_problems(path: Path) -> list[str]:
    problems: list[str] = []
    with closing(_connect(path, "ro")) as connection:
        try:
            for (line,) in connection.execute("PRAGMA integrity_check"):
                problems += [] if line == "ok" else str(line).splitlines()
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                problems.append(f"{table}: row {row} has no parent in {parent}")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            problems.append(str(error))  # too damaged to look further
    return problems
