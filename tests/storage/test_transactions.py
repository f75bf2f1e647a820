"""Transactions: one writer at a time, all or nothing, and readers see only committed rows."""

from __future__ import annotations

import asyncio
import selectors
from contextlib import suppress

import pytest

from storage import Database, DatabaseUnavailable, InvalidRow, StorageError
from storage.connection import wait_despite_cancellation
from storage.persons import guilds, people


async def count_rows(db: Database, table: str) -> int:
    [(number,)] = await db.fetch_rows(f"SELECT count(*) FROM {table}")
    return int(number)


async def test_an_exception_in_the_block_rolls_everything_back(db: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Ann", 1)
            _ = 1 // 0
    assert await count_rows(db, "people") == 0


async def test_commit_durations_are_reported(db: Database) -> None:
    durations: list[float] = []
    db.on_commit = durations.append
    for person in (1, 2):
        async with db.transaction() as tx:
            await people.save_person(tx, person, "Ann", 1)
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            _ = 1 // 0
    assert len(durations) == 2 and all(0 < seconds < 60 for seconds in durations), "nothing of what was rolled back"


async def test_hung_transaction_is_rolled_back_and_the_next_one_goes_on(db: Database) -> None:
    db.transaction_seconds = 0.05
    with pytest.raises(DatabaseUnavailable, match=r"a transaction was not finished after 0\.05 s"):
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Ann", 1)
            await asyncio.Event().wait()
    db.transaction_seconds = 60.0
    assert await count_rows(db, "people") == 0
    async with db.transaction() as tx:
        await people.save_person(tx, 2, "Bo", 1)
    assert await count_rows(db, "people") == 1


async def test_nobody_waits_for_ever_behind_a_hung_transaction(db: Database) -> None:
    has_begun, may_end = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        async with db.transaction() as tx:
            has_begun.set()
            await people.save_person(tx, 1, "Ann", 1)
            await may_end.wait()

    hanging = asyncio.create_task(hang())
    await has_begun.wait()
    db.transaction_seconds = 0.05
    with pytest.raises(DatabaseUnavailable, match="another transaction was not finished"):
        async with db.transaction():
            pass
    may_end.set()
    await hanging
    assert await count_rows(db, "people") == 1, "a wait that was given up disturbs no transaction"


async def test_a_refused_statement_ends_the_transaction(db: Database) -> None:
    with pytest.raises(StorageError, match="an earlier statement ended this transaction"):
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Ann", 1)
            with pytest.raises(InvalidRow, match="language"):
                await guilds.set_language(tx, 5, "")
                await guilds.load_language(tx, 5)  # at the latest
    assert await count_rows(db, "people") == 0


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("people SET name", b"Ann"),
        ("people SET seen_at", "soon"),
        ("people SET seen_at", b"1"),
        ("games SET setup", "text"),
        ("games SET setup", 5),
    ],
)
async def test_a_column_takes_values_of_its_own_type_only(
    db: Database, table_id: int, column: str, value: int | str | bytes
) -> None:
    with pytest.raises(InvalidRow, match="cannot store"):
        async with db.transaction() as tx:
            await tx.execute(f"UPDATE {column} = ?", (value,))


async def test_no_statement_follows_a_refused_one(db: Database) -> None:
    with pytest.raises(StorageError, match="an earlier statement ended this transaction"):
        async with db.transaction() as tx:
            with suppress(InvalidRow):
                await guilds.set_language(tx, 5, "")
                await guilds.load_language(tx, 5)
            await people.save_person(tx, 1, "Ann", 1)
    assert await count_rows(db, "people") == 0


async def test_readers_see_nothing_before_the_commit_and_the_writer_sees_its_own_rows(db: Database) -> None:
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 1)
        assert await people.load_person(db, 1) is None
        ann = await people.load_person(tx, 1)
        assert ann is not None and ann.name == "Ann"
    assert await people.load_person(db, 1) == ann


async def test_readers_never_see_half_a_transaction(db: Database) -> None:
    async def write() -> None:
        for pair in range(100):
            async with db.transaction() as tx:
                await people.save_person(tx, 2 * pair, "left", 1)
                await asyncio.sleep(0)
                await people.save_person(tx, 2 * pair + 1, "right", 1)

    writer = asyncio.create_task(write())
    seen = set()
    while not writer.done():
        seen.add(await count_rows(db, "people"))
        await asyncio.sleep(0)
    await writer
    assert len(seen) > 2, "the reader looked while the writer wrote"
    assert all(number % 2 == 0 for number in seen)


async def test_transactions_of_many_tasks_do_not_mix(db: Database) -> None:
    """Each task reads a number, waits and writes it back plus one; an interleaved statement would lose a count."""
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 0)

    async def add_one() -> None:
        async with db.transaction() as tx:
            ann = await people.load_person(tx, 1)
            assert ann is not None
            await asyncio.sleep(0)
            await people.save_person(tx, 1, "Ann", ann.seen_at + 1)

    await asyncio.gather(*(add_one() for _ in range(60)))
    ann = await people.load_person(db, 1)
    assert ann is not None and ann.seen_at == 60


async def test_failed_transaction_does_not_affect_others(db: Database) -> None:
    async def meet_person(person: int) -> None:
        async with db.transaction() as tx:
            await people.save_person(tx, person, "somebody", 1)
            if person % 2:
                raise ValueError(person)

    results = await asyncio.gather(*(meet_person(person) for person in range(40)), return_exceptions=True)
    assert [isinstance(result, ValueError) for result in results] == [person % 2 == 1 for person in range(40)]
    assert [row_id for (row_id,) in await db.fetch_rows("SELECT id FROM people ORDER BY id")] == list(range(0, 40, 2))


async def test_cancelled_in_the_block_rolls_back_and_frees_the_writer(db: Database) -> None:
    inside = asyncio.Event()

    async def write_and_wait() -> None:
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Ann", 1)
            inside.set()
            await asyncio.sleep(3600)

    task = asyncio.create_task(write_and_wait())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await count_rows(db, "people") == 0
    async with db.transaction() as tx:
        await people.save_person(tx, 2, "Bo", 1)
    assert await count_rows(db, "people") == 1


async def test_cancelled_at_any_await_writes_all_or_nothing(db: Database) -> None:
    """Cancel the task after 0, 1, 2, ... turns of the loop: while waiting, beginning, writing and committing."""

    async def write(pair: int) -> None:
        async with db.transaction() as tx:
            await people.save_person(tx, 2 * pair, "left", 1)
            await people.save_person(tx, 2 * pair + 1, "right", 1)

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
        pair_rows = await db.fetch_rows("SELECT id FROM people WHERE id / 2 = ?", (pair,))
        assert len(pair_rows) in (0, 2)
    assert cancelled > 5
    async with db.transaction() as tx:
        await people.save_person(tx, 10_000, "Zoe", 1)


async def test_a_cancellation_during_the_commit_is_raised_after_it(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    committing = asyncio.Event()
    writer = db.engine.writer
    assert writer is not None
    commit = writer.commit

    async def announce_commit() -> None:
        committing.set()
        await commit()

    async def write() -> None:
        async with db.transaction() as tx:
            for person in range(2000):
                await people.save_person(tx, person, "somebody", 1)

    monkeypatch.setattr(writer, "commit", announce_commit)
    task = asyncio.create_task(write())
    await committing.wait()
    for _ in range(3):  # repeatedly
        task.cancel()
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await count_rows(db, "people") == 2000, "who catches the cancellation reads what really is"


@pytest.mark.sqlite_only(reason="no thread waits for a server")
async def test_a_commit_costs_the_event_loop_few_rounds(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    selector: selectors.BaseSelector = vars(asyncio.get_running_loop())["_selector"]
    select, rounds = selector.select, 0

    def count_round(timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        nonlocal rounds
        rounds += 1
        return select(timeout)

    monkeypatch.setattr(selector, "select", count_round)
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 1)
    assert rounds <= 4, "each is a call of the operating system: start, the thread's answer, the ends of two tasks"


async def test_a_cancelled_wait_ends_after_its_work_and_names_its_error() -> None:
    goes_on = asyncio.Event()

    async def fail() -> None:
        await goes_on.wait()
        raise OSError("no disk")

    task = asyncio.create_task(wait_despite_cancellation(fail()))
    for _ in range(3):
        await asyncio.sleep(0)
        task.cancel()
    assert not task.done()
    goes_on.set()
    with pytest.raises(asyncio.CancelledError) as cancelled:
        await task
    assert isinstance(cancelled.value.__cause__, OSError)


async def test_a_transaction_inside_a_transaction_is_an_error_not_a_deadlock(db: Database) -> None:
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 1)
        with pytest.raises(RuntimeError, match="inside a transaction"):
            async with db.transaction():
                pass
    assert await count_rows(db, "people") == 1


async def test_a_transaction_that_is_over_writes_nothing(db: Database) -> None:
    async with db.transaction() as tx:
        pass
    with pytest.raises(RuntimeError, match="is over"):
        await people.save_person(tx, 1, "Ann", 1)


async def test_after_sqlite_rolled_back_nothing_more_is_written(db: Database) -> None:
    with pytest.raises(StorageError, match="rolled back"):
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Ann", 1)
            await tx.execute("ROLLBACK")  # as SQLite does on some errors
            await people.save_person(tx, 2, "Bo", 1)
    assert await count_rows(db, "people") == 0


async def test_the_reading_connection_cannot_write(db: Database) -> None:
    with pytest.raises(StorageError, match="readonly"):
        await db.fetch_rows("INSERT INTO guilds VALUES (1, 'ja')")


@pytest.mark.sqlite_only(reason="pragmas")
async def test_pragmas_make_commits_durable(db: Database) -> None:
    async with db.transaction() as tx:
        for pragma, value in (("synchronous", 2), ("foreign_keys", 1), ("journal_mode", "wal")):
            assert await tx.fetch_rows(f"PRAGMA {pragma}") == [(value,)]


async def test_a_transaction_that_sqlite_rolled_back_is_never_acknowledged(db: Database) -> None:
    with pytest.raises(StorageError, match="rolled back"):
        async with db.transaction() as tx:
            await people.save_person(tx, 1, "Ann", 1)
            await tx.execute("ROLLBACK")
