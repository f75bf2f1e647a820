"""The database as the rest of the program knows it: sources of rows, transactions, and the open database.

An engine keeps the rows: SQLite in a file (`sqlite_engine`), or PostgreSQL on a server (`postgres_engine`).
Transactions, their limits and their order are the same on both.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

from .address import DatabaseAddress, ServerAddress
from .dialect import Row, Values
from .engine import Catalogue as Catalogue  # noqa: PLC0414 - other modules take it from here
from .engine import Engine
from .engine import Source as Source  # noqa: PLC0414 - other modules take it from here
from .errors import DatabaseTakenOver, DatabaseUnavailable
from .kinds import Job
from .row_cache import RowCache
from .shards.ownership import Ownership
from .sqlite_engine import SqliteEngine, read_stored_version
from .table_copy import TableCopy
from .transaction import Transaction as Transaction  # noqa: PLC0414 - other modules take it from here

if TYPE_CHECKING:
    from .postgres_engine import PostgresEngine

TRANSACTION_SECONDS = 30.0
"""Limit of the wait for other transactions, and of a transaction's block. One over all tables may take seconds."""


class CopySource:
    """A source that reads a copy of a table, and the database for what is not in it."""

    def __init__(self, copy: TableCopy, db: DatabaseReader) -> None:
        self._copy, self._db = copy, db
        self.ownership = db.ownership
        """The tables that belong to this process."""

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""
        rows = self._copy.find_rows(sql, values)
        return await self._db.fetch_rows(sql, values) if rows is None else rows


class DatabaseReader:
    """An open database that is only read: the query functions of this package take it as their `Source`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = engine.name
        """File or server, for messages; without a password."""
        self.ownership = engine.ownership
        """The tables that belong to this process."""

    @property
    def path(self) -> Path:
        """The file. Raises RuntimeError if a server keeps the rows."""
        return self.engine.path

    @classmethod
    async def open_to_read(cls, address: DatabaseAddress, *, is_snapshot: bool = False) -> DatabaseReader:
        """Open an existing database, beside a running bot or not, and change nothing.

        is_snapshot: read all that a server has as it is now. Raises DatabaseUnavailable, DatabaseCorrupt,
        ForeignDatabase, FutureDatabase, OutdatedDatabase.
        """
        if isinstance(address, ServerAddress):
            return DatabaseReader(await _load_server_engine().open_to_read(address, is_snapshot=is_snapshot))
        return DatabaseReader(await SqliteEngine.open_to_read(address.absolute()))

    async def close(self) -> None:
        """Close the connections."""
        await self.engine.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query as of the last commit. This never waits for a writer."""
        rows = self.engine.try_fetch_rows(sql, values)
        return await self.engine.fetch_rows(sql, values) if rows is None else rows

    @asynccontextmanager
    async def copy_table(self, game: int, more_queries: Sequence[str] = ()) -> AsyncIterator[Source]:
        """Yield a source for reading a table that nothing changes meanwhile: a server is asked once for all its rows
        (`Engine.copy_table`), and again only for what is not among them.
        """
        copy = await self.engine.copy_table(game, more_queries)
        if copy is None:
            yield self
            return
        with closing(copy):
            yield CopySource(copy, self)

    async def list_tables(self) -> list[str]:
        return [str(name) for (name,) in await self.fetch_rows(self.engine.dialect.tables)]

    async def list_key_columns(self, table: str) -> list[str]:
        return [str(name) for (name,) in await self.fetch_rows(self.engine.dialect.key, (table,))]

    async def list_references(self, table: str) -> list[tuple[str, str]]:
        rows = await self.fetch_rows(self.engine.dialect.references, (table,))
        return [(str(child), str(column)) for child, column in rows]

    async def list_columns(self, table: str) -> list[tuple[str, str]]:
        return [(str(name), str(kind)) for name, kind in await self.fetch_rows(self.engine.dialect.columns, (table,))]

    async def load_last_id(self, table: str) -> int:
        [(last_id,)] = await self.fetch_rows(self.engine.dialect.last_id, (table,))
        return int(last_id)

    def hold_job(self, job: Job, place: int = 0) -> AbstractAsyncContextManager[None]:
        """Return a context in which no other process that shares the database does this job. place: of a job that
        several may do at a time, each at a place of its own.
        """
        return self.engine.hold_job(job, place)

    async def keep_listening(self, callbacks: Mapping[str, Callable[[str], None]]) -> None:
        """Call what belongs to a channel with the text of each of its notifications, or an empty one. Never returns."""
        await self.engine.keep_listening(callbacks)

    async def list_problems(self) -> list[str]:
        """Return the engine's findings (damaged pages, rows without their parent row); empty if all is sound. This may
        read the whole database.
        """
        return await self.engine.list_problems()


async def load_version(address: DatabaseAddress) -> int:
    """Return the version of a database, 0 for an empty one, and change nothing. Raises ForeignDatabase or
    FutureDatabase.
    """
    if isinstance(address, Path):
        return await asyncio.to_thread(read_stored_version, address)
    engine = _load_server_engine()(address, None, None, Ownership())
    try:
        return await engine.load_version()
    finally:
        await engine.close()


class Database(DatabaseReader):
    """An open database that is read and written. Write with `async with db.transaction() as tx`."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        assert engine.writer is not None, "opened to be read"
        self._writer = engine.writer
        self.upgraded_from = engine.upgraded_from
        self._cache = RowCache()
        self._foreign_version = 0
        """`WriterConnection.foreign_version` of the cached rows."""
        self.transaction_seconds = TRANSACTION_SECONDS  # limit of one transaction; tests set it lower
        self.on_commit: Callable[[float], None] = lambda seconds: None
        """Called after each commit with its duration in seconds, nearly all of which is waiting for the disk."""
        self.on_taken_over: Callable[[], None] = lambda: None
        """Called when another program has written the database, so that what this one has in memory is not true."""
        self._lock = asyncio.Lock()  # held by the transaction under way
        self._holder: asyncio.Task[Any] | None = None  # the task of that transaction

    @classmethod
    async def open(
        cls, address: DatabaseAddress, *, may_create: bool = True, shard_count: int | None = None
    ) -> Database:
        """Open a file or a server's database, and apply pending migrations.

        may_create: False: an SQLite file must exist. shard_count: of all processes that share the server's database by
        leases; None: this one is alone. Raises DatabaseUnavailable, DatabaseCorrupt, ForeignDatabase, FutureDatabase.
        """
        if isinstance(address, ServerAddress):
            return cls(await _load_server_engine().open(address, Ownership(shard_count)))
        if shard_count is not None:
            raise DatabaseUnavailable(f"{address}: several processes share a PostgreSQL database only, not a file")
        return cls(await SqliteEngine.open(address.absolute(), may_create=may_create))

    async def close(self) -> None:
        """Wait for the running transaction, then close all connections."""
        async with self._lock:
            await super().close()

    @asynccontextmanager
    async def transaction(self, *, needs_lease: bool = True) -> AsyncIterator[Transaction]:
        """Open a transaction, the only way to write. It waits for other transactions, commits when the block ends and
        rolls back on any exception, including cancellation.

        A cancellation that arrives during the commit is raised after it: the rows are then written, as after a lost
        acknowledgement. Several reads in one transaction see one state of the database. Raises DatabaseFull,
        DatabaseCorrupt, and DatabaseUnavailable, also if the wait or the block takes longer than the limit.

        needs_lease: False: it writes only the table whose rows belong to no shard (`shards.fence`), so a process
        without one may do that, too.
        """
        task = asyncio.current_task()
        if task is not None and self._holder is task:
            raise RuntimeError("a transaction inside a transaction would wait for itself: hand the open one on")
        async with self._hold_writer():
            self._holder = task
            tx = Transaction(self._writer, self._cache, self.ownership, is_fenced=needs_lease)
            try:
                await self._writer.begin(needs_lease=needs_lease)
                self._forget_foreign_rows()
                async with self._limit_time("a transaction was not finished"):
                    yield tx
                tx.require_no_refusal()
                tx._open = False
                started = perf_counter()
                await self._writer.commit()
                self.on_commit(perf_counter() - started)
                self.engine.note_commit()
            except BaseException as error:  # also on cancellation: a block that was left early commits nothing
                tx._open = False
                if isinstance(error, DatabaseTakenOver):
                    self.on_taken_over()
                # A commit whose await was cancelled has finished by now: there is nothing left to roll back, and the
                # handler of the exception reads the committed state.
                self._cache.clear()
                await self._writer.roll_back()
                raise
            finally:
                self._holder = None

    def _forget_foreign_rows(self) -> None:
        version = self._writer.foreign_version
        if version != self._foreign_version:
            self._foreign_version = version
            self._cache.clear()
        elif not self.ownership.is_alone:
            self._cache.remove_shared_rows()

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
    async def _limit_time(self, problem: str) -> AsyncIterator[None]:
        """Raise DatabaseUnavailable if the block takes too long. Its present wait is cancelled."""
        try:
            async with asyncio.timeout(self.transaction_seconds) as limit:
                yield
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise DatabaseUnavailable(f"{self.name}: {problem} after {self.transaction_seconds:g} s") from error

    async def checkpoint_wal_in_background(self) -> None:
        """Checkpoint the write-ahead log in the background once it is large. Otherwise SQLite checkpoints after every
        thousand pages (about fifty answers) inside some commit, which then waits for two files.
        """
        await self.engine.checkpoint_long_log()

    async def truncate_wal(self) -> None:
        """Checkpoint and empty the write-ahead log, so that losing the log file afterwards loses little.

        Readers in other processes may keep part of the log; that part is copied the next time.
        """
        async with self._lock:
            await self.engine.truncate_log()


def _load_server_engine() -> type[PostgresEngine]:
    try:
        from .postgres_engine import PostgresEngine  # noqa: PLC0415 - its driver is an extra
    except ModuleNotFoundError as error:
        raise DatabaseUnavailable(
            "a database on a PostgreSQL server needs an extra package: pip install 'teban[postgres]'"
        ) from error
    return PostgresEngine
