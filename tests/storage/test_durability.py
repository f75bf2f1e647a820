"""Durability: kill -9, a full disk, and backups during writes."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sqlite3
import time
from contextlib import closing, suppress
from multiprocessing import get_context
from pathlib import Path

import pytest

from storage import Database, DatabaseFull, DatabaseUnavailable, copy_database
from storage.persons import people
from storage.play import decisions, games
from storage.sqlite_engine import COMMITS_PER_WAL_CHECKPOINT
from tests.storage.commits import commit_one, commit_until_killed, create_game, measure_commit_rates

KILLS = 24


FORKS = get_context("forkserver")
"""Starts writers that need not import anything."""
FORKS.set_forkserver_preload(["tests.storage.commits"])


def run_until_killed(path: Path, after: float) -> list[int]:
    """Return the numbers acknowledged by a process that is killed `after` seconds after its first commit."""
    receiver, sender = FORKS.Pipe(duplex=False)
    writer = FORKS.Process(target=commit_until_killed, args=(path, sender))
    writer.start()
    sender.close()
    acknowledged = [receiver.recv()]
    time.sleep(after)
    writer.kill()
    writer.join()
    with suppress(EOFError):
        while True:
            acknowledged.append(receiver.recv())
    assert writer.exitcode == -signal.SIGKILL
    return acknowledged


async def test_kill_9_loses_no_acknowledged_decision_and_leaves_no_half_one(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    instants = random.Random(7)
    last = 0
    for _ in range(KILLS):
        acknowledged = await asyncio.to_thread(run_until_killed, path, instants.uniform(0, 0.06))
        async with await Database.open(path) as db:
            row = await games.load_active_in_channel(db, 500)
            assert row is not None
            numbers = [decision.n for decision in await decisions.load_active(db, row.id)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert set(acknowledged) <= set(numbers)
            assert acknowledged[0] == last + 1
            assert len(numbers) - acknowledged[-1] <= 1, "one commit may be done and not acknowledged"
            last = len(numbers)
            assert await db.fetch_rows("SELECT count(*) FROM checkpoints") == [(last + 1,)]
            assert await db.fetch_rows("SELECT count(*) FROM outbox WHERE kind = 'ping'") == [(last,)]
            assert await db.fetch_rows("SELECT rev FROM games") == [(last + 1,)]
            assert await db.list_problems() == []
    assert last > KILLS


@pytest.mark.sqlite_only(reason="SQLite has a limit of pages")
async def test_full_disk_raises_and_writes_nothing_partial(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        [(pages,)] = await tx.fetch_rows("PRAGMA page_count")
        await tx.execute(f"PRAGMA max_page_count = {pages + 20}")
    committed = 0
    with pytest.raises(DatabaseFull, match=r"teban\.db: database or disk is full"):
        while committed < 1000:
            await commit_one(db, table_id, committed + 1)
            committed += 1
    assert committed > 3
    for _ in range(2):  # writes stay refused, and existing rows stay readable
        with pytest.raises(DatabaseFull):
            async with db.transaction() as tx:
                await people.save_person(tx, 99, "x" * 500_000, 1)
        assert await decisions.find_last_n(db, table_id) == committed
        assert [row.n for row in await decisions.load_active(db, table_id)] == list(range(1, committed + 1))
    async with db.transaction() as tx:
        await tx.execute("PRAGMA max_page_count = 1000000")
    await commit_one(db, table_id, committed + 1)  # with space again the game continues
    assert await db.list_problems() == []


@pytest.mark.sqlite_only(reason="copies a file")
async def test_a_backup_is_one_sound_file_taken_between_two_commits(
    db: Database, table_id: int, tmp_path: Path
) -> None:
    under_way = asyncio.Event()

    async def play() -> None:
        for n in range(1, 200):
            await commit_one(db, table_id, n)
            if n == 20:
                under_way.set()

    playing = asyncio.create_task(play())
    await under_way.wait()
    copy = tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    await copy_database(db.path, copy)
    assert not playing.done(), "the copy was made while the game went on"
    await playing
    await copy_database(db.path, copy.with_name("later.db"))
    assert sorted(path.name for path in copy.parent.iterdir()) == ["copy.db", "later.db"]
    assert copy.read_bytes()[18:20] == b"\1\1", "no log beside it is needed: it can be read from a read-only place"
    for name, min_n, max_n in (("copy.db", 20, 198), ("later.db", 199, 199)):
        async with await Database.open(copy.with_name(name)) as other:
            n = await decisions.find_last_n(other, table_id)
            assert min_n <= n <= max_n
            row = await games.load_game(other, table_id)
            assert row is not None and row.rev == n + 1
            assert await other.list_problems() == []


@pytest.mark.sqlite_only(reason="copies a file")
async def test_a_backup_replaces_an_older_one_and_never_the_database(
    db: Database, table_id: int, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"an older copy")
    await copy_database(db.path, copy)
    async with await Database.open(copy) as other:
        assert await games.load_game(other, table_id) == await games.load_game(db, table_id)
    with pytest.raises(DatabaseUnavailable, match="the database itself"):
        await copy_database(db.path, db.path)


async def test_close_waits_for_the_running_transaction(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    db = await Database.open(path)
    table_id = await create_game(db, 500)
    commits = [asyncio.create_task(commit_one(db, table_id, 1))]
    await asyncio.sleep(0)
    await db.close()
    await asyncio.gather(*commits)
    assert not path.with_name("teban.db-wal").exists()
    async with await Database.open(path) as db:
        assert await decisions.find_last_n(db, table_id) == 1


async def test_commit_benchmark_counts_commits(tmp_path: Path) -> None:
    assert min(await measure_commit_rates(tmp_path, tables=5, commits=40)) > 0
    for name in ("ours", "plain"):
        async with await Database.open(tmp_path / f"{name}.db") as db:
            assert await db.fetch_rows("SELECT count(*), max(n) FROM decisions") == [(40, 8)]


@pytest.mark.sqlite_only(reason="a file has a log beside it")
async def test_log_is_merged_besides_writers(db: Database, table_id: int) -> None:
    """Otherwise SQLite would merge the log after 1000 pages, during a commit for which a player waits."""
    log = db.path.with_name(db.path.name + "-wal")
    for n in range(1, 8 * COMMITS_PER_WAL_CHECKPOINT):
        await commit_one(db, table_id, n)
        await db.checkpoint_wal_in_background()
    assert log.stat().st_size < 500 * 4096
    for n in range(1_001, 1_001 + COMMITS_PER_WAL_CHECKPOINT):
        await commit_one(db, table_id, n)
    async with db.transaction() as tx, asyncio.timeout(60):
        await people.save_person(tx, 3, "Cy", 10)
        await db.checkpoint_wal_in_background()  # does not wait for the writer
    alone = db.path.with_name("alone.db")
    shutil.copy(db.path, alone)
    with closing(sqlite3.connect(alone)) as connection:
        assert connection.execute("SELECT max(n) FROM decisions").fetchone() == (1_000 + COMMITS_PER_WAL_CHECKPOINT,)
        assert connection.execute("SELECT max(id) FROM people").fetchone() == (2,), "what is not committed is not there"
