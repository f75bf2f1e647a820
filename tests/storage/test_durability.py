"""kill -9, a full disk, and copies while it runs."""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from storage import Database, DatabaseFull
from storage.database import COMMITS_A_MERGE
from storage.persons import people
from storage.play import decisions, games
from tests.storage.commits import commit_one, commits_per_s, seat_two_people

ROOT = Path(__file__).parents[2]
KILLS = 24


def commit_until_killed(path: Path, after: float) -> list[int]:
    """Numbers acknowledged by a process that is killed `after` seconds after its first commit."""
    command = [sys.executable, "-m", "tests.storage.commits", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(after)
        writer.send_signal(signal.SIGKILL)
        acknowledged = [int(line) for line in [first, *writer.stdout]]
    assert writer.returncode == -signal.SIGKILL
    return acknowledged


async def test_kill_9_loses_no_acknowledged_decision_and_leaves_no_half_one(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    instants = random.Random(7)
    last = 0
    for _ in range(KILLS):
        acknowledged = await asyncio.to_thread(commit_until_killed, path, instants.uniform(0, 0.06))
        async with await Database.open(path) as db:
            game = await games.live_in(db, 500)
            assert game is not None
            numbers = [row.n for row in await decisions.live(db, game.id)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert set(acknowledged) <= set(numbers)
            assert acknowledged[0] == last + 1
            assert len(numbers) - acknowledged[-1] <= 1, "one commit may be done and not acknowledged"
            last = len(numbers)
            assert await db.rows("SELECT count(*) FROM checkpoints") == [(last + 1,)]
            assert await db.rows("SELECT count(*) FROM outbox WHERE kind = 'ping'") == [(last,)]
            assert await db.rows("SELECT rev FROM games") == [(last + 1,)]
            assert await db.problems() == []
    assert last > KILLS


async def test_a_full_disk_is_said_and_nothing_half_is_written(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        [(pages,)] = await tx.rows("PRAGMA page_count")
        await tx.run(f"PRAGMA max_page_count = {pages + 20}")
    done = 0
    with pytest.raises(DatabaseFull, match=r"teban\.db: database or disk is full"):
        while done < 1000:
            await commit_one(db, game, done + 1)
            done += 1
    assert done > 3
    for _ in range(2):  # it stays refused, and what is there stays readable
        with pytest.raises(DatabaseFull):
            async with db.transaction() as tx:
                await people.meet(tx, 99, "x" * 500_000, 1)
        assert await decisions.last_n(db, game) == done
        assert [row.n for row in await decisions.live(db, game)] == list(range(1, done + 1))
    async with db.transaction() as tx:
        await tx.run("PRAGMA max_page_count = 1000000")
    await commit_one(db, game, done + 1)  # room was made: the game goes on
    assert await db.problems() == []


async def test_a_backup_is_one_sound_file_taken_between_two_commits(db: Database, game: int, tmp_path: Path) -> None:
    under_way = asyncio.Event()

    async def play() -> None:
        for n in range(1, 200):
            await commit_one(db, game, n)
            if n == 20:
                under_way.set()

    playing = asyncio.create_task(play())
    await under_way.wait()
    copy = tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    await db.backup(copy)
    assert not playing.done(), "the copy was made while the game went on"
    await playing
    await db.backup(copy.with_name("later.db"))
    assert sorted(path.name for path in copy.parent.iterdir()) == ["copy.db", "later.db"]
    assert copy.read_bytes()[18:20] == b"\1\1", "no log beside it is needed: it can be read from a read-only place"
    for name, least, most in (("copy.db", 20, 198), ("later.db", 199, 199)):
        async with await Database.open(copy.with_name(name)) as other:
            n = await decisions.last_n(other, game)
            assert least <= n <= most
            row = await games.get(other, game)
            assert row is not None and row.rev == n + 1
            assert await other.problems() == []


async def test_a_backup_replaces_an_older_one_and_never_the_database(db: Database, game: int, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(b"an older copy")
    await db.backup(copy)
    async with await Database.open(copy) as other:
        assert await games.get(other, game) == await games.get(db, game)
    with pytest.raises(ValueError, match="onto itself"):
        await db.backup(db.path)


async def test_close_waits_for_the_running_transaction(tmp_path: Path) -> None:
    path = tmp_path / "teban.db"
    db = await Database.open(path)
    game = await seat_two_people(db, 500)
    commits = [asyncio.create_task(commit_one(db, game, 1))]
    await asyncio.sleep(0)
    await db.close()
    await asyncio.gather(*commits)
    assert not path.with_name("teban.db-wal").exists()
    async with await Database.open(path) as db:
        assert await decisions.last_n(db, game) == 1


async def test_the_bench_counts_what_it_committed(tmp_path: Path) -> None:
    assert min(await commits_per_s(tmp_path, tables=5, commits=40)) > 0
    for name in ("ours", "plain"):
        async with await Database.open(tmp_path / f"{name}.db") as db:
            assert await db.rows("SELECT count(*), max(n) FROM decisions") == [(40, 8)]


async def test_the_log_is_merged_beside_whoever_writes(db: Database, game: int) -> None:
    """SQLite would merge it after 1000 pages, in the middle of a commit for which somebody waits."""
    log = db.path.with_name(db.path.name + "-wal")
    for n in range(1, 8 * COMMITS_A_MERGE):
        await commit_one(db, game, n)
        await db.merge_aside()
    assert log.stat().st_size < 500 * 4096
    for n in range(1_001, 1_001 + COMMITS_A_MERGE):
        await commit_one(db, game, n)
    async with db.transaction() as tx, asyncio.timeout(5):
        await people.meet(tx, 3, "Cy", 10)
        await db.merge_aside()  # it waits for no writer
    alone = db.path.with_name("alone.db")
    shutil.copy(db.path, alone)
    with closing(sqlite3.connect(alone)) as connection:
        assert connection.execute("SELECT max(n) FROM decisions").fetchone() == (1_000 + COMMITS_A_MERGE,)
        assert connection.execute("SELECT max(id) FROM people").fetchone() == (2,), "what is not committed is not there"
