"""One SQLite connection for asyncio. Quick statements run inline, slow ones in aiosqlite's thread.

A statement on pages that are in memory takes 10 to 30 µs; handing it to another thread and waiting for the answer takes
several times as long, and longer still while another thread draws pictures. Statements that wait for the disk or for
another program (BEGIN, COMMIT, a query over a whole table) run in the thread (`execute`), so that they do not
block the event loop.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Coroutine, Sequence
from math import inf
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, Literal, TypeVar

import aiosqlite

from .dialect import SQLITE, Row, Values
from .errors import StorageError, translate_errors
from .scopes import MirroredScope

T = TypeVar("T")
Mode = Literal["rwc", "ro"]

BUSY_TIMEOUT_MS = 1_500
"""Time to wait for another program that locks the database. Discord expects an answer within 3 s."""
MAX_INLINE_CPU_SECONDS, MAX_INLINE_WALL_SECONDS = 0.004, 0.05
"""Limits of a query that runs inline: processor time and wall-clock time. A query that exceeds one of them is
interrupted and runs again in the thread. (On a busy machine wall-clock time alone says little about a query.)
"""
MAX_THREAD_SECONDS = 30.0
"""Limit of a query in the thread, for which the queries behind it wait."""
INSTRUCTIONS_PER_CHECK = 2_000
"""SQLite checks these limits once per this number of virtual machine instructions, about every 0.1 ms."""
MAX_CACHED_STATEMENTS = 512
"""Number of prepared statements to cache."""
FETCH_CHUNK_ROWS = 64
"""Rows that aiosqlite fetches at a time during iteration. It has no effect here: all rows are fetched at once."""


def connect(path: Path, mode: Mode, *, timeout: float = 0, **settings: Any) -> sqlite3.Connection:
    """Open SQLite's own connection in autocommit mode.

    mode: `rwc` reads, writes and creates the file; with `ro` SQLite changes neither it nor its log, not even when the
    last connection is closed.
    """
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection: sqlite3.Connection = sqlite3.connect(
        address, uri=True, timeout=timeout, isolation_level=None, **settings
    )
    return connection


class Connection:
    """A connection to the database file, created by `open`. One task at a time may write; any number may read."""

    dialect = SQLITE

    def __init__(self, path: Path, sql: sqlite3.Connection, thread: aiosqlite.Connection) -> None:
        self.path = path
        self.name = str(path)
        """For messages."""
        self._sql = sql
        self._threaded = thread
        """The same connection, wrapped so that each call runs in a thread."""
        self._thread_lock = asyncio.Lock()
        """Held by the statement in the thread, so that its limit is not set again by those that wait behind it."""
        self._cpu_limit = self._wall_limit = inf
        """Limits in seconds of the statement that runs."""
        self._cpu_deadline = self._wall_deadline = inf
        """Times of both clocks, set at the first check: most statements end before it, and asking for the time costs
        more than some of them.
        """
        self._has_deadlines = False
        """Whether the deadlines of the running statement are set."""
        sql.set_progress_handler(self._is_over_time, INSTRUCTIONS_PER_CHECK)

    @classmethod
    async def open(cls, path: Path, *, writes: bool, mode: Mode = "rwc") -> Connection:
        """Open a connection. writes: False makes its statements read-only; mode: of the file, see `connect`."""
        seconds = BUSY_TIMEOUT_MS / 1000  # another program may just be closing the file
        sql = connect(path, mode, timeout=seconds, check_same_thread=False, cached_statements=MAX_CACHED_STATEMENTS)
        try:
            for pragma in ("synchronous = FULL", "foreign_keys = ON", *(() if writes else ("query_only = ON",))):
                sql.execute(f"PRAGMA {pragma}")
            sql.execute("PRAGMA busy_timeout = 0")  # nothing else waits in the event loop
            return cls(path, sql, await aiosqlite.Connection(lambda: sql, FETCH_CHUNK_ROWS))
        except BaseException:  # also on cancellation: nothing else would close it
            sql.close()
            raise

    @property
    def in_transaction(self) -> bool:
        return self._sql.in_transaction

    @property
    def foreign_version(self) -> int:
        """A number that changes when another connection writes the file."""
        with translate_errors(self.path):
            (version,) = self._sql.execute("PRAGMA data_version").fetchone()
        return int(version)

    def try_execute(self, sql: str, values: Values = ()) -> list[Row] | None:
        """Run one statement inline and return all its rows.

        Returns None if it is a query that takes too long or if another program locks the database. Nothing was done
        then, and the caller should use `execute`. A statement that changes rows is never interrupted: SQLite
        would roll back the whole transaction.
        """
        is_query = sql.startswith("SELECT")
        self._limit_time(*((MAX_INLINE_CPU_SECONDS, MAX_INLINE_WALL_SECONDS) if is_query else (inf, inf)))
        try:
            return self._sql.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_BUSY):
                return None
            with translate_errors(self.path):
                raise

    async def begin(self, *, needs_lease: bool = True) -> None:
        """Begin a transaction, once no other program writes. A file has no leases."""
        if self.try_execute("BEGIN IMMEDIATE") is None:
            await self.execute("BEGIN IMMEDIATE")

    async def execute(self, sql: str, values: Values = ()) -> list[Row]:
        """Run one statement in the thread, waiting for locks of other programs, and return all its rows.

        The statement has finished when this returns, even if the task was cancelled.
        """
        with translate_errors(self.path):
            return await wait_despite_cancellation(self._execute_in_thread(sql, values))

    async def _execute_in_thread(self, sql: str, values: Values) -> list[Row]:
        async with self._thread_lock:
            await self._threaded.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
            self._limit_time(inf, MAX_THREAD_SECONDS if sql.startswith("SELECT") else inf)
            try:
                return list(await self._threaded.execute_fetchall(sql, values))  # type: ignore[arg-type]
            finally:
                await self._threaded.execute("PRAGMA busy_timeout = 0")

    async def insert_rows(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert many rows, whose values are in the order of the columns."""
        self._limit_time(inf, inf)
        names, marks = ", ".join(f'"{column}"' for column in columns), ", ".join("?" * len(columns))
        with translate_errors(self.path):
            self._sql.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', rows)

    async def commit(self) -> None:
        """Commit. The commit has finished when this returns, even if the task was cancelled."""
        if not self.in_transaction:
            # SQLite rolls back by itself on a full disk or a read error.
            raise StorageError(f"{self.path}: the transaction was rolled back by an earlier error")
        with translate_errors(self.path):
            await wait_despite_cancellation(self._threaded.commit())

    async def read_ahead(self, scopes: Collection[MirroredScope]) -> None:
        """Do nothing: quick queries read the file directly."""

    def forget_game(self, game: int) -> None:
        """Do nothing: every query reads the file."""

    async def roll_back(self) -> None:
        """Discard everything that is not committed. Without an open transaction this does nothing."""
        with translate_errors(self.path):
            self._sql.rollback()

    async def close(self) -> None:
        """Close the file and end the thread."""
        await wait_despite_cancellation(self._threaded.close())

    def _limit_time(self, cpu_seconds: float, wall_seconds: float) -> None:
        """Limit the time of the next statement, counted from its first check."""
        self._cpu_limit, self._wall_limit, self._has_deadlines = cpu_seconds, wall_seconds, False

    def _is_over_time(self) -> bool:
        if not self._has_deadlines:
            self._has_deadlines = True
            self._cpu_deadline, self._wall_deadline = thread_time() + self._cpu_limit, perf_counter() + self._wall_limit
            return False
        return thread_time() > self._cpu_deadline or perf_counter() > self._wall_deadline


class LastingTask(asyncio.Task[T]):
    """A task that cannot be cancelled. A task that waits for it and is cancelled ends after it."""

    def cancel(self, msg: Any = None) -> bool:
        """Refuse to be cancelled."""
        return False


async def wait_despite_cancellation(work: Coroutine[Any, Any, T]) -> T:
    """Wait until the work is done, even if this task is cancelled meanwhile; raise the cancellation afterwards."""
    task = LastingTask(work)
    try:
        return await task
    except asyncio.CancelledError as cancelled:
        raise cancelled from (None if task.cancelled() else task.exception())
