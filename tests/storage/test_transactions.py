"""One writer at a time; all or nothing; readers see only what is committed."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing

import pytest

from storage import BadRow, Database, DatabaseUnavailable, StorageError
from storage.connection import BUSY_MS, LONG_SECONDS, Connection
from storage.persons import guilds, people


async def count(db: Database, table: str) -> int:
    [(number,)] = await db.rows(f"SELECT count(*) FROM {table}")
    return int(number)


async def test_an_exception_in_the_block_rolls_everything_back(db: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            await people.meet(tx, 1, "Ann", 1)
            _ = 1 // 0
    assert await count(db, "people") == 0


async def test_how_long_each_commit_took_is_told(db: Database) -> None:
    took: list[float] = []
    db.commit_took = took.append
    for person in (1, 2):
        async with db.transaction() as tx:
            await people.meet(tx, person, "Ann", 1)
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            _ = 1 // 0
    assert len(took) == 2 and all(0 < seconds < 60 for seconds in took), "nothing of what was rolled back"


async def test_a_refused_statement_may_be_caught_and_the_rest_is_committed(db: Database) -> None:
    async with db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 1)
        with pytest.raises(BadRow, match="language"):
            await guilds.set_language(tx, 5, "")
    assert await count(db, "people") == 1
    assert await guilds.language(db, 5) is None


async def test_readers_see_nothing_before_the_commit_and_the_writer_sees_its_own_rows(db: Database) -> None:
    async with db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 1)
        assert await people.get(db, 1) is None
        ann = await people.get(tx, 1)
        assert ann is not None and ann.name == "Ann"
    assert await people.get(db, 1) == ann


async def test_readers_never_see_half_a_transaction(db: Database) -> None:
    async def write() -> None:
        for pair in range(100):
            async with db.transaction() as tx:
                await people.meet(tx, 2 * pair, "left", 1)
                await asyncio.sleep(0)
                await people.meet(tx, 2 * pair + 1, "right", 1)

    writer = asyncio.create_task(write())
    seen = set()
    while not writer.done():
        seen.add(await count(db, "people"))
        await asyncio.sleep(0)
    await writer
    assert len(seen) > 2, "the reader looked while the writer wrote"
    assert all(number % 2 == 0 for number in seen)


async def test_transactions_of_many_tasks_do_not_mix(db: Database) -> None:
    """Each task reads a number, waits, writes it back plus one: any statement slipped in between would lose a count."""
    async with db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 0)

    async def add_one() -> None:
        async with db.transaction() as tx:
            ann = await people.get(tx, 1)
            assert ann is not None
            await asyncio.sleep(0)
            await people.meet(tx, 1, "Ann", ann.seen_at + 1)

    await asyncio.gather(*(add_one() for _ in range(60)))
    ann = await people.get(db, 1)
    assert ann is not None and ann.seen_at == 60


async def test_a_failing_neighbour_takes_nobody_with_it(db: Database) -> None:
    async def meet(person: int) -> None:
        async with db.transaction() as tx:
            await people.meet(tx, person, "somebody", 1)
            if person % 2:
                raise ValueError(person)

    results = await asyncio.gather(*(meet(person) for person in range(40)), return_exceptions=True)
    assert [isinstance(result, ValueError) for result in results] == [person % 2 == 1 for person in range(40)]
    assert [row_id for (row_id,) in await db.rows("SELECT id FROM people ORDER BY id")] == list(range(0, 40, 2))


async def test_cancelled_in_the_block_rolls_back_and_frees_the_writer(db: Database) -> None:
    inside = asyncio.Event()

    async def stuck() -> None:
        async with db.transaction() as tx:
            await people.meet(tx, 1, "Ann", 1)
            inside.set()
            await asyncio.sleep(3600)

    task = asyncio.create_task(stuck())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await count(db, "people") == 0
    async with db.transaction() as tx:
        await people.meet(tx, 2, "Bo", 1)
    assert await count(db, "people") == 1


async def test_cancelled_at_any_await_writes_all_or_nothing(db: Database) -> None:
    """The task is cancelled after 0, 1, 2, ... turns of the loop: while waiting, beginning, writing, committing."""

    async def write(pair: int) -> None:
        async with db.transaction() as tx:
            await people.meet(tx, 2 * pair, "left", 1)
            await people.meet(tx, 2 * pair + 1, "right", 1)

    cancelled = 0
    for pair in range(300):
        task = asyncio.create_task(write(pair))
        for _ in range(pair // 3):
            await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            cancelled += 1
        pair_rows = await db.rows("SELECT id FROM people WHERE id / 2 = ?", (pair,))
        assert len(pair_rows) in (0, 2)
    assert cancelled > 5
    async with db.transaction() as tx:
        await people.meet(tx, 10_000, "Zoe", 1)


async def test_a_cancellation_during_the_commit_is_raised_after_it(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    committing = asyncio.Event()
    commit = Connection.commit

    async def announced(self: Connection) -> None:
        committing.set()
        await commit(self)

    async def write() -> None:
        async with db.transaction() as tx:
            for person in range(2000):
                await people.meet(tx, person, "somebody", 1)

    monkeypatch.setattr(Connection, "commit", announced)
    task = asyncio.create_task(write())
    await committing.wait()
    for _ in range(3):  # however impatiently
        task.cancel()
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await count(db, "people") == 2000, "who catches the cancellation reads what really is"


async def test_a_transaction_inside_a_transaction_is_an_error_not_a_deadlock(db: Database) -> None:
    async with db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 1)
        with pytest.raises(RuntimeError, match="inside a transaction"):
            async with db.transaction():
                pass
    assert await count(db, "people") == 1


async def test_a_transaction_that_is_over_writes_nothing(db: Database) -> None:
    async with db.transaction() as tx:
        pass
    with pytest.raises(RuntimeError, match="is over"):
        await people.meet(tx, 1, "Ann", 1)


async def test_after_sqlite_rolled_back_nothing_more_is_written(db: Database) -> None:
    with pytest.raises(StorageError, match="rolled back"):
        async with db.transaction() as tx:
            await people.meet(tx, 1, "Ann", 1)
            await tx.run("ROLLBACK")  # what SQLite does by itself on some errors
            await people.meet(tx, 2, "Bo", 1)
    assert await count(db, "people") == 0


async def test_the_reading_connection_cannot_write(db: Database) -> None:
    with pytest.raises(StorageError, match="readonly"):
        await db.rows("INSERT INTO guilds VALUES (1, 'ja')")


async def test_the_settings_that_keep_a_commit_through_a_power_cut(db: Database) -> None:
    async with db.transaction() as tx:
        for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("journal_mode", "wal")):
            assert await tx.rows(f"PRAGMA {pragma}") == [(value,)]


LONG = (
    "SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n)"
)
STEPS = 3_000_000
"""Takes some hundred times as long as a query may take in the event loop."""


class Ticks:
    """How long the event loop was held up, at most."""

    def __init__(self) -> None:
        self.worst = 0.0

    async def __aenter__(self) -> Ticks:
        self._task = asyncio.create_task(self._run())
        await asyncio.sleep(0.01)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        before = time.thread_time()  # of the loop's own thread: a busy machine counts for nothing
        while True:
            await asyncio.sleep(0.001)
            now = time.thread_time()
            self.worst, before = max(self.worst, now - before), now


@pytest.mark.parametrize("inside", [False, True], ids=["reading", "in a transaction"])
async def test_a_query_that_takes_long_holds_nobody_up(db: Database, inside: bool) -> None:
    """It goes on in a thread; other queries are answered meanwhile, and the transaction it belongs to goes on."""
    async with Ticks() as ticks, db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 1)
        long = asyncio.create_task((tx if inside else db).rows(LONG, (STEPS,)))
        await asyncio.sleep(0.01)
        assert not long.done()
        for _ in range(100):
            assert await people.get(db, 1) is None
        assert not long.done()
        assert await long == [(STEPS,)]
        await people.meet(tx, 2, "Bo", 1)
    assert await count(db, "people") == 2
    assert ticks.worst < 10 * LONG_SECONDS


async def test_a_long_change_of_rows_is_not_broken_off(db: Database) -> None:
    async with db.transaction() as tx:
        await tx.run(f"INSERT INTO people (id, name, seen_at) {LONG.replace('count(*)', 'i, i, 1')}", (50_000,))
    assert await count(db, "people") == 50_000


async def test_while_another_program_writes_the_loop_goes_on_and_the_wait_has_an_end(db: Database) -> None:
    with closing(sqlite3.connect(db.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        async with Ticks() as ticks:
            with pytest.raises(DatabaseUnavailable, match="locked"):
                async with db.transaction():
                    pass
        assert time.monotonic() - begun >= BUSY_MS / 1000
        writing = asyncio.create_task(_meet(db))
        await asyncio.sleep(0.05)
        assert not writing.done()
        other.execute("COMMIT")
        await writing
    assert await count(db, "people") == 1
    assert ticks.worst < 10 * LONG_SECONDS


async def _meet(db: Database) -> None:
    async with db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 1)


async def test_a_transaction_that_sqlite_rolled_back_is_never_acknowledged(db: Database) -> None:
    with pytest.raises(StorageError, match="rolled back"):
        async with db.transaction() as tx:
            await people.meet(tx, 1, "Ann", 1)
            await tx.run("ROLLBACK")
