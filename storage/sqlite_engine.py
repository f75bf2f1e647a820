"""One SQLite file with one writer at a time and readers that see only committed data, and copies while it is in use.

There are three connections: the writer, held by one transaction at a time; the reader, each of whose statements sees
the last commit; and a second reader for slow queries. Write-ahead logging lets them work in parallel;
`synchronous = FULL` means that an acknowledged commit survives a power cut. The statements of a transaction run inline;
its commit runs in a thread, because it waits for the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, closing, nullcontext
from pathlib import Path
from typing import Self

from .connection import BUSY_TIMEOUT_MS, Connection, Mode, connect
from .dialect import SQLITE, Row, Values
from .errors import DatabaseCorrupt, DatabaseUnavailable, translate_errors
from .kinds import Job
from .schema import apply_migrations, load_migrations, read_version, require_newest_version
from .shards.ownership import Ownership

MIGRATION_SECONDS = 60.0
"""Limit of the wait at the start for the migrations of another program."""
COMMITS_PER_WAL_CHECKPOINT = 20
"""Commits between two checkpoints of the write-ahead log. An answer writes about 20 pages into the log, each of the
commits that follow it about 5. Copying 300 pages into the database file takes 5 to 20 ms.
"""


class SqliteEngine:
    """An open SQLite file."""

    dialect = SQLITE
    is_on_server = False

    def __init__(self, path: Path, writer: Connection | None, reader: Connection, slow_reader: Connection) -> None:
        self.path = path
        self.name = str(path)
        """For messages."""
        self.writer = writer
        self.reader = reader
        self._slow_reader = slow_reader
        """A second reader for slow queries, so that other queries do not wait behind them. It also runs background
        checkpoints of the write-ahead log.
        """
        self._commits_since_checkpoint = 0  # of the write-ahead log
        self.upgraded_from: int | None = None
        """Version of the file before its migrations; None: it was new or needed none."""
        self.ownership = Ownership()

    @classmethod
    async def open(cls, path: Path, *, may_create: bool) -> Self:
        """Open the file, creating it if it is missing (unless may_create=False), and apply pending migrations."""
        with translate_errors(path):
            old_version, new_version = await asyncio.to_thread(_prepare_file, path, may_create)
        engine = cls(path, *await _open_connections(path, (True, False, False), "rwc"))
        engine.upgraded_from = old_version if 0 < old_version < new_version else None
        return engine

    @classmethod
    async def open_to_read(cls, path: Path) -> Self:
        """Open an existing file and change nothing."""
        with translate_errors(path):
            await asyncio.to_thread(_require_newest_version, path)
        return cls(path, None, *await _open_connections(path, (False, False), "ro"))

    async def close(self) -> None:
        """Close the connections."""
        for connection in (self._slow_reader, self.reader, self.writer):
            if connection is not None:
                await connection.close()

    def try_fetch_rows(self, sql: str, values: Values = ()) -> list[Row] | None:
        """Return all rows of a quick query as of the last commit."""
        return self.reader.try_execute(sql, values)

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query as of the last commit. This never waits for a writer."""
        return await self._slow_reader.execute(sql, values)

    async def copy_table(self, game: int, more_queries: Sequence[str]) -> None:
        """Return None: copying the rows would take longer than reading them from the file one by one."""

    def hold_job(self, job: Job, place: int) -> AbstractAsyncContextManager[None]:
        """Return a context without a lock: a file has one process."""
        return nullcontext()

    async def keep_listening(self, callbacks: Mapping[str, Callable[[str], None]]) -> None:
        """Wait until cancelled: a file has one process."""
        await asyncio.Event().wait()

    async def notify_processes(self, channel: str, text: str) -> None:
        """Do nothing: a file has one process."""

    async def list_problems(self) -> list[str]:
        """Return SQLite's findings about the file (damaged pages, rows without their parent row). This reads all."""
        with translate_errors(self.path):
            return await asyncio.to_thread(_list_problems, self.path)

    def note_commit(self) -> None:
        """Count a commit, after which the log is longer."""
        self._commits_since_checkpoint += 1

    async def checkpoint_long_log(self) -> None:
        """Once the write-ahead log is long, copy its pages into the file, as far as no reader needs them. Transactions
        go on meanwhile.
        """
        if self._commits_since_checkpoint >= COMMITS_PER_WAL_CHECKPOINT:
            self._commits_since_checkpoint = 0
            await self._slow_reader.execute("PRAGMA wal_checkpoint(PASSIVE)")

    async def truncate_log(self) -> None:
        """Copy the write-ahead log into the file and empty it."""
        assert self.writer is not None
        await self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def copy_database(
    source: Path, target: Path, *, made_at: int | None = None, accepts_any_version: bool = False
) -> None:
    """Copy the last committed state of a database into one file, even while it is being written.

    The copy is checked before it replaces an existing file of that name. made_at: a time by which the copy is
    recognised when it is restored (None: it is not restored); no effect on a database older than 0.14, which has no
    place for it. accepts_any_version: also of another version than this program writes. Raises DatabaseUnavailable,
    DatabaseCorrupt, ForeignDatabase, FutureDatabase and OutdatedDatabase.
    """
    source, target = source.absolute(), target.absolute()  # noqa: ASYNC240 - asks no disk
    await asyncio.to_thread(check_copy_target, source, target)
    with translate_errors(source):
        await asyncio.to_thread(_require_file if accepts_any_version else _require_newest_version, source)
    with translate_errors(target):
        await asyncio.to_thread(_copy_file, source, target, made_at)


def check_copy_target(source: Path, target: Path) -> None:
    """Raises DatabaseUnavailable if a copy or an export would replace its own source, or another database in use."""
    if source.absolute() == target.absolute() or (source.exists() and target.exists() and source.samefile(target)):
        raise DatabaseUnavailable(f"{target}: this is the database itself. Give the new file another name")
    log = target.with_name(target.name + "-wal")
    if log.exists():
        raise DatabaseUnavailable(
            f"{target}: a database that is in use, or was not closed, is there: {log} is its log. Give the new file"
            " another name"
        )


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
    with translate_errors(path):
        _require_file(path)
        with closing(_connect(path, "ro")) as connection:
            return read_version(connection, len(load_migrations()))


def _connect(path: Path, mode: Mode, busy_seconds: float = BUSY_TIMEOUT_MS / 1000) -> sqlite3.Connection:
    return connect(path, mode, timeout=busy_seconds)


def _require_file(path: Path) -> None:
    if not path.exists():
        raise DatabaseUnavailable("there is no such file")


def _require_newest_version(path: Path) -> None:
    _require_file(path)
    with closing(_connect(path, "ro")) as connection:
        require_newest_version(connection, len(load_migrations()))


def _prepare_file(path: Path, may_create: bool) -> tuple[int, int]:
    if not may_create:
        _require_file(path)
    with closing(_connect(path, "rwc", MIGRATION_SECONDS)) as connection:
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
        if made_at is not None and writer.execute("SELECT 1 FROM sqlite_master WHERE name = 'copies'").fetchone():
            writer.execute("INSERT OR IGNORE INTO copies (made_at) VALUES (?)", (made_at,))
        writer.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        for (line,) in writer.execute("PRAGMA quick_check(1)"):
            if line != "ok":
                raise DatabaseCorrupt(f"the copy is damaged: {line}")
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)


def _list_problems(path: Path) -> list[str]:
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
