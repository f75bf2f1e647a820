"""One writer at a time; all or nothing; readers see only what is committed."""

from __future__ import annotations

import asyncio

import pytest

from storage import BadRow, Database, StorageError
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
    control = Database._control

    async def announced(self: Database, sql: str) -> None:
        if sql == "COMMIT":
            committing.set()
        await control(self, sql)

    async def write() -> None:
        async with db.transaction() as tx:
            for person in range(2000):
                await people.meet(tx, person, "somebody", 1)

    monkeypatch.setattr(Database, "_control", announced)
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
        for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("journal_mode", "wal"), ("busy_timeout", 1500)):
            assert await tx.rows(f"PRAGMA {pragma}") == [(value,)]
