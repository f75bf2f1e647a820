"""One SQLite connection for asyncio: quick statements run where they stand, what may take long in aiosqlite's thread.

A statement on pages that are in memory takes 10 to 30 µs; handing it to another thread and waiting for the answer takes
several times as long, and longer still while another thread draws. What waits for the disk or for another program
(`apart`: to begin, to commit, a query over a whole table) must not hold up everybody's answers.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine, Sequence
from math import inf
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, TypeVar

import aiosqlite

from .errors import StorageError, named

T = TypeVar("T")
Values = Sequence[int | str | bytes | None]
Row = tuple[Any, ...]

BUSY_MS = 1_500
"""How long to wait for another program that holds the database: whoever pressed must be told within Discord's 3 s."""
LONG_SECONDS, LONG_WAIT_SECONDS = 0.004, 0.05
"""A query goes on in the thread that has used so much processor time, or has taken so long because of the disk. (On a
busy machine the second alone says little about a query.)
"""
STEPS = 2_000
"""So often SQLite asks whether it is too long already: in instructions of its machine, some 0.1 ms."""
STATEMENTS = 512
"""Prepared statements that are kept."""
CHUNK = 64
"""Rows that aiosqlite fetches at a time where rows are iterated; here all are fetched at once."""


class Connection:
    """Used by one task at a time, for writing, or by any number for reading. `open` makes one."""

    def __init__(self, path: Path, sql: sqlite3.Connection, thread: aiosqlite.Connection) -> None:
        self.path = path
        self._sql = sql
        self._thread = thread
        """The same connection, each call handed to a thread."""
        self._until = self._latest = inf
        sql.set_progress_handler(self._too_long, STEPS)

    @classmethod
    async def open(cls, path: Path, *, writes: bool) -> Connection:
        """writes: False for one that cannot write."""
        sql = sqlite3.connect(
            path, timeout=0, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
        )
        try:
            for pragma in ("synchronous = FULL", "foreign_keys = ON", *(() if writes else ("query_only = ON",))):
                sql.execute(f"PRAGMA {pragma}")
            return cls(path, sql, await aiosqlite.Connection(lambda: sql, CHUNK))
        except BaseException:  # a cancellation too: nobody else could close it
            sql.close()
            raise

    @property
    def in_transaction(self) -> bool:
        return self._sql.in_transaction

    def run(self, sql: str, values: Values = ()) -> list[Row] | None:
        """All rows of one statement, here and now. None: it is a query that takes long, or another program holds the
        database; nothing was done, and it belongs `apart`.

        A statement that changes rows is not broken off: SQLite would roll the whole transaction back.
        """
        is_query = sql.startswith("SELECT")
        self._until = thread_time() + LONG_SECONDS if is_query else inf
        self._latest = perf_counter() + LONG_WAIT_SECONDS if is_query else inf
        try:
            return self._sql.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_BUSY):
                return None
            with named(self.path):
                raise

    async def apart(self, sql: str, values: Values = ()) -> list[Row]:
        """The same in the thread, waiting for other programs; done when this returns, also if it was cancelled."""
        with named(self.path):
            return await settled(self._apart(sql, values))

    async def _apart(self, sql: str, values: Values) -> list[Row]:
        self._until = self._latest = inf
        await self._thread.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        try:
            return list(await self._thread.execute_fetchall(sql, values))  # type: ignore[arg-type]
        finally:
            await self._thread.execute("PRAGMA busy_timeout = 0")

    async def commit(self) -> None:
        """Done when this returns, also if it was cancelled."""
        if not self.in_transaction:
            # SQLite itself rolls back on a full disk or a read error.
            raise StorageError(f"{self.path}: the transaction was rolled back by an earlier error")
        with named(self.path):
            await settled(self._thread.commit())

    def roll_back(self) -> None:
        """Nothing of what was not committed stays; without a transaction nothing happens."""
        with named(self.path):
            self._sql.rollback()

    async def close(self) -> None:
        """Close the file, and end the thread."""
        await settled(self._thread.close())

    def _too_long(self) -> bool:
        return thread_time() > self._until or perf_counter() > self._latest


async def settled(work: Coroutine[Any, Any, T]) -> T:
    """Wait until the work is done even if this task is cancelled meanwhile; the cancellation is raised afterwards."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from (None if task.cancelled() else task.exception())
    return task.result()
