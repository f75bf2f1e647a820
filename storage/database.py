"""One SQLite file: one writer at a time, readers that see only what is committed, and copies while it runs.

Two connections: the writer, held by one transaction at a time, and the reader, whose every statement sees the last
commit. Write-ahead logging lets them work side by side; `synchronous = FULL` means that an acknowledged commit survives
a power cut. Of a transaction only the commit is handed to a thread, which waits there for the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from .connection import BUSY_MS, Connection, Row, Values
from .errors import DatabaseCorrupt, DatabaseUnavailable, StorageError, named
from .migrate import migrate, migrations

COMMITS_A_MERGE = 20
"""An answer writes some 20 pages into the log, what follows it some 5 at a time. 300 are merged in 5 to 20 ms."""


class Source(Protocol):
    """Where rows are read: the Database (committed data), or an open Transaction (its own writes too)."""

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """All rows of a query."""
        ...


class Transaction:
    """An open transaction: what is written through it is committed as a whole or not at all."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._open = True

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """All rows of a query, own writes included."""
        return await self.run(sql, values)

    async def run(self, sql: str, values: Values = ()) -> list[Row]:
        """Run one statement; the rows are those of its RETURNING clause."""
        if not self._open:
            raise RuntimeError("this transaction is over")
        if not self._connection.in_transaction:
            # SQLite itself rolls back on a full disk or a read error; what followed would be committed line by line.
            raise StorageError(f"{self._connection.path}: the transaction was rolled back by an earlier error")
        found = self._connection.run(sql, values)
        return await self._connection.apart(sql, values) if found is None else found


class Database:
    """An open database. `async with db.transaction() as tx` writes; `rows` (through the typed functions of this
    package) reads.
    """

    def __init__(
        self, path: Path, writer: Connection, reader: Connection, far: Connection, upgraded_from: int | None
    ) -> None:
        self.path = path
        self.upgraded_from = upgraded_from
        """The version found when opening brought an existing database up to date, else None."""
        self._writer = writer
        self._reader = reader
        self._far = far
        """Another reader, for queries that take long: the others need not wait behind them. It merges the log, too."""
        self._unmerged = 0
        """Commits since the log was last merged."""
        self.commit_took: Callable[[float], None] = lambda seconds: None
        """Told after each commit how long it was: nearly all of it is waiting for the disk."""
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None

    @classmethod
    async def open(cls, path: Path | str, *, create: bool = True) -> Database:
        """Open the file, make it if it is not there (unless create=False), and bring its tables up to date.

        Raises DatabaseUnavailable, DatabaseCorrupt, ForeignDatabase, FutureDatabase.
        """
        path = Path(path).absolute()  # noqa: ASYNC240 - asks no disk
        with named(path):
            found, now = await asyncio.to_thread(_prepare, path, create)
            opened: list[Connection] = []
            try:
                for writes in (True, False, False):
                    opened.append(await Connection.open(path, writes=writes))
            except BaseException:  # a cancellation too: nobody else could close them
                for connection in opened:
                    await connection.close()
                raise
        writer, reader, far = opened
        return cls(path, writer, reader, far, found if 0 < found < now else None)

    async def close(self) -> None:
        """Wait for the running transaction, then close."""
        async with self._lock:
            for connection in (self._far, self._reader, self._writer):
                await connection.close()

    async def __aenter__(self) -> Database:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """All rows of a query, as of the last commit. It never waits for a writer."""
        found = self._reader.run(sql, values)
        return await self._far.apart(sql, values) if found is None else found

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """The only way to write: waits for its turn, commits when the block ends, rolls back on any exception,
        cancellation included.

        A cancellation that arrives during the commit is raised after it: the rows are then there, as after a lost
        acknowledgement. Several reads in one transaction see one state of the database. Raises DatabaseFull,
        DatabaseUnavailable, DatabaseCorrupt.
        """
        task = asyncio.current_task()
        if task is not None and self._holder is task:
            raise RuntimeError("a transaction inside a transaction would wait for itself: hand the open one on")
        async with self._lock:
            self._holder = task
            tx = Transaction(self._writer)
            try:
                if self._writer.run("BEGIN IMMEDIATE") is None:
                    await self._writer.apart("BEGIN IMMEDIATE")
                yield tx
                tx._open = False
                begun = perf_counter()
                await self._writer.commit()
                self.commit_took(perf_counter() - begun)
                self._unmerged += 1
            except BaseException:  # a cancellation too: nothing of a block that was left early is committed
                tx._open = False
                # A commit whose await was cancelled is done by now: then nothing is left to roll back, and whoever
                # catches the exception reads what really is.
                self._writer.roll_back()
                raise
            finally:
                self._holder = None

    async def backup(self, target: Path | str) -> None:
        """Copy the last committed state into `target`, one file, while games go on.

        An earlier copy of that name is replaced at the end.
        """
        await copy(self.path, Path(target))

    async def merge_aside(self) -> None:
        """Bring the write-ahead log into the file beside whoever writes, if it has grown: else SQLite does it after
        every thousand pages (some fifty answers) in the middle of somebody's commit, who then waits for two files.
        """
        if self._unmerged >= COMMITS_A_MERGE:
            self._unmerged = 0
            await self._far.apart("PRAGMA wal_checkpoint(PASSIVE)")

    async def merge_log(self) -> None:
        """Bring the write-ahead log into the file and empty it: whoever loses the log afterwards loses little.

        Readers elsewhere may hold a part of it back; that part follows the next time.
        """
        async with self._lock:
            await self._writer.apart("PRAGMA wal_checkpoint(TRUNCATE)")

    async def problems(self) -> list[str]:
        """What SQLite finds wrong with the file (damaged pages, rows without their parent); empty when sound. Reads
        everything.
        """
        with named(self.path):
            return await asyncio.to_thread(_problems, self.path)


async def copy(source: Path, target: Path) -> None:
    """Copy the last committed state of a database of any version into one file, whoever writes to it meanwhile.

    The copy is read through before it replaces an earlier one of that name. Raises DatabaseUnavailable,
    DatabaseCorrupt, and ValueError for a copy onto itself.
    """
    source, target = source.absolute(), target.absolute()  # noqa: ASYNC240 - asks no disk
    if target == source:
        raise ValueError(f"{target}: a database cannot be copied onto itself")
    with named(source):
        if not await asyncio.to_thread(source.exists):
            raise DatabaseUnavailable("there is no such file")
    with named(target):
        await asyncio.to_thread(_copy, source, target)


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)


def _prepare(path: Path, create: bool) -> tuple[int, int]:
    if not create and not path.exists():
        raise DatabaseUnavailable("there is no such file")
    with closing(_connect(path)) as connection:
        versions = migrate(connection, migrations())
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise DatabaseUnavailable(f"this file system allows no write-ahead log (journal mode {mode})")
        return versions


def _copy(source: Path, target: Path) -> None:
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    with closing(_connect(source)) as reader, closing(_connect(part)) as writer:
        reader.backup(writer)
        writer.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        for (line,) in writer.execute("PRAGMA quick_check(1)"):
            if line != "ok":
                raise DatabaseCorrupt(f"the copy is damaged: {line}")
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)


def _problems(path: Path) -> list[str]:
    found: list[str] = []
    with closing(_connect(path)) as connection:
        try:
            for (line,) in connection.execute("PRAGMA integrity_check"):
                found += [] if line == "ok" else str(line).splitlines()
            for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
                found.append(f"{table}: row {row} has no parent in {parent}")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            found.append(str(error))  # too damaged to look further
    return found
