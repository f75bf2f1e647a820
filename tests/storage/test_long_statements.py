"""Long statements of SQLite run beside the event loop, and the wait for them has a limit."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing

import pytest

from storage import Database, DatabaseUnavailable, connection
from storage.connection import BUSY_TIMEOUT_MS, MAX_INLINE_CPU_SECONDS
from storage.persons import people
from storage.sqlite_engine import COMMITS_PER_WAL_CHECKPOINT, SqliteEngine

from .test_transactions import count_rows

pytestmark = pytest.mark.sqlite_only(reason="SQLite alone runs statements in this process")

LONG_QUERY = (
    "SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n)"
)
STEPS = 3_000_000
"""Rows of the long query, which takes about a hundred times as long as allowed in the event loop."""

READ_SECONDS = 0.2
"""Limit of a read here."""
PARTS = 6
"""How often, each time after half of a read's limit, other statements begin to wait behind it."""


class LoopDelay:
    """Measures the longest delay of the event loop."""

    def __init__(self) -> None:
        self.max_delay = 0.0

    async def __aenter__(self) -> LoopDelay:
        self._task = asyncio.create_task(self._run())
        await asyncio.sleep(0.01)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        before = time.thread_time()  # thread time, so that a busy machine does not count
        while True:
            await asyncio.sleep(0.001)
            now = time.thread_time()
            self.max_delay, before = max(self.max_delay, now - before), now


@pytest.mark.parametrize("inside", [False, True], ids=["reading", "in a transaction"])
async def test_long_query_does_not_block_the_loop(db: Database, inside: bool) -> None:
    """It moves to a thread while other queries are answered, and its transaction continues."""
    async with LoopDelay() as ticks, db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 1)
        long = asyncio.create_task((tx if inside else db).fetch_rows(LONG_QUERY, (STEPS,)))
        await asyncio.sleep(0.01)
        assert not long.done()
        for _ in range(100):
            assert await people.load_person(db, 1) is None
        assert not long.done()
        assert await long == [(STEPS,)]
        await people.save_person(tx, 2, "Bo", 1)
    assert await count_rows(db, "people") == 2
    assert ticks.max_delay < 10 * MAX_INLINE_CPU_SECONDS


async def test_long_write_is_not_interrupted(db: Database) -> None:
    async with db.transaction() as tx:
        await tx.execute(
            f"INSERT INTO people (id, name, seen_at) {LONG_QUERY.replace('count(*)', 'i, i, 1')}", (50_000,)
        )
    assert await count_rows(db, "people") == 50_000


async def test_wait_for_another_writer_is_limited_and_does_not_block(db: Database) -> None:
    with closing(sqlite3.connect(db.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        started_at = time.monotonic()
        async with LoopDelay() as ticks:
            with pytest.raises(DatabaseUnavailable, match="locked"):
                async with db.transaction():
                    pass
        assert time.monotonic() - started_at >= BUSY_TIMEOUT_MS / 1000
        writing = asyncio.create_task(_write_person(db))
        await asyncio.sleep(0.05)
        assert not writing.done()
        other.execute("COMMIT")
        await writing
    assert await count_rows(db, "people") == 1
    assert ticks.max_delay < 10 * MAX_INLINE_CPU_SECONDS


async def _write_person(db: Database) -> None:
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 1)


async def is_long_read_given_up(db: Database) -> bool:
    """Return whether a read that would take a minute ends at its limit, while others come and wait behind it."""
    assert isinstance(db.engine, SqliteEngine)
    long = asyncio.create_task(db.fetch_rows(LONG_QUERY, (100 * STEPS,)))
    others: list[asyncio.Task[object]] = []
    for _ in range(PARTS):
        await asyncio.wait({long}, timeout=READ_SECONDS / 2)
        db.engine._commits_since_checkpoint = COMMITS_PER_WAL_CHECKPOINT
        works = (db.engine.checkpoint_long_log(), db.engine.fetch_rows("SELECT 1"))
        others += [asyncio.create_task(work) for work in works]
    if not long.done():
        while not long.done():
            db.engine._slow_reader._sql.interrupt()
            await asyncio.wait({long}, timeout=0.01)
        await asyncio.gather(long, *others, return_exceptions=True)
        return False
    with pytest.raises(DatabaseUnavailable, match="interrupted"):
        await long
    await asyncio.gather(*others)
    assert await db.fetch_rows(LONG_QUERY, (STEPS // 100,)) == [(STEPS // 100,)], "the next one is answered"
    return True


@pytest.mark.parametrize("is_limited", [True, False], ids=["limited", "without its limit"])
async def test_long_read_is_interrupted_at_its_limit(
    db: Database, monkeypatch: pytest.MonkeyPatch, is_limited: bool
) -> None:
    monkeypatch.setattr(connection, "MAX_THREAD_SECONDS", READ_SECONDS)
    assert isinstance(db.engine, SqliteEngine)
    if not is_limited:
        db.engine._slow_reader._sql.set_progress_handler(None, 0)
    assert await is_long_read_given_up(db) is is_limited
