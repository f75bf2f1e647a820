"""`teban backup FILE --every TIME`: whole copies at any moment, whoever is killed."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import backups
from bot.upkeep import begin
from storage import Database
from tests.storage.commits import seat_two_people


async def commits(db: Database, channel: int) -> None:
    await seat_two_people(db, channel)


def _restore(copy: Path, restored: Path) -> None:
    for beside in restored.parent.glob("restored.db*"):
        beside.unlink()
    restored.write_bytes(copy.read_bytes())


async def games_in(copy: Path) -> int:
    """How many games a copy holds, restored as the manual says; it must be sound."""
    restored = copy.with_name("restored.db")
    await asyncio.to_thread(_restore, copy, restored)
    async with await Database.open(restored, create=False) as db:
        assert await db.problems() == []
        await begin(db)
        [(count,)] = await db.rows("SELECT count(*) FROM games")
    return int(count)


async def test_copies_move_on_and_are_at_most_so_many(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    async with await Database.open(tmp_path / "teban.db") as db:
        for channel in range(1, 5):
            await commits(db, channel)
            await backups.once(db.path, target, 3)
    names = sorted(await asyncio.to_thread(os.listdir, tmp_path))
    names = [name for name in names if name.startswith("copy.db")]
    assert names == ["copy.db", "copy.db.1", "copy.db.2"]
    assert [await games_in(tmp_path / name) for name in names] == [4, 3, 2]


async def test_killed_at_any_moment_there_is_a_whole_copy_and_in_the_end_the_newest(tmp_path: Path) -> None:
    source, target = tmp_path / "teban.db", tmp_path / "copy.db"
    environment = os.environ | {"TEBAN_DB": str(source)}
    command = (sys.executable, "-m", "bot.main", "backup", str(target), "--every", "1s", "--keep", "2")
    async with await Database.open(source) as db:
        await commits(db, 1)
        for n in range(2, 4):
            process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=asyncio.subprocess.DEVNULL)
            await _until(target.exists)
            await commits(db, n)
            await asyncio.sleep(0.3 * n)
            process.kill()
            await process.wait()
            assert await games_in(target if target.exists() else tmp_path / "copy.db.1") >= 1
        process = await asyncio.create_subprocess_exec(*command, env=environment)
        await commits(db, 4)
        deadline = time.monotonic() + 30
        while await games_in(target) < 4:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 10) == 0


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.05)


async def test_nothing_is_copied_while_nothing_changes(tmp_path: Path) -> None:
    async with await Database.open(tmp_path / "teban.db") as db:
        await commits(db, 1)
        before = backups._state(db.path)
        assert backups._state(db.path) == before
        await commits(db, 2)
        assert backups._state(db.path) != before


async def test_a_damaged_copy_does_not_replace_a_whole_one(tmp_path: Path) -> None:
    source, target = tmp_path / "teban.db", tmp_path / "copy.db"
    async with await Database.open(source) as db:
        for channel in range(1, 40):
            await commits(db, channel)
        await db.merge_log()
    await backups.once(source, target, 1)
    content = bytearray(source.read_bytes())
    content[4096 * 3 : 4096 * 8] = os.urandom(4096 * 5)
    source.write_bytes(content)
    with pytest.raises(Exception, match=r"copy\.db"):
        await backups.once(source, target, 1)
    assert await games_in(target) == 39


@pytest.mark.parametrize(("text", "seconds"), [("30s", 30), ("15m", 900), ("6h", 21600), ("1d", 86400)])
def test_times(text: str, seconds: float) -> None:
    assert backups.duration(text) == seconds


@pytest.mark.parametrize("text", ["", "0s", "15", "m", "1.5h", "-1s", "1w", "9999999s"])
def test_times_that_are_none(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="expected a time"):
        backups.duration(text)
