"""`teban backup FILE --every TIME` leaves a whole copy at any time, even if it is killed."""

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

from bot import maintenance, operator_commands
from bot.maintenance import start_maintenance
from storage import Database, DatabaseUnavailable
from tests.storage.commits import create_game


async def add_game(db: Database, channel: int) -> None:
    await create_game(db, channel)


def _copy_backup(copy: Path, restored: Path) -> None:
    for old_file in restored.parent.glob("restored.db*"):
        old_file.unlink()
    restored.write_bytes(copy.read_bytes())


async def count_games(copy: Path) -> int:
    """Return the number of games in a copy, restored as the manual says; the database must be sound."""
    restored = copy.with_name("restored.db")
    await asyncio.to_thread(_copy_backup, copy, restored)
    async with await Database.open(restored, may_create=False) as db:
        assert await db.list_problems() == []
        await start_maintenance(db)
        [(count,)] = await db.fetch_rows("SELECT count(*) FROM games")
    return int(count)


async def test_copies_rotate_up_to_their_limit(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    async with await Database.open(tmp_path / "teban.db") as db:
        for channel in range(1, 5):
            await add_game(db, channel)
            await maintenance.make_copy(db.path, target, 3)
    names = sorted(await asyncio.to_thread(os.listdir, tmp_path))
    names = [name for name in names if name.startswith("copy.db")]
    assert names == ["copy.db", "copy.db.1", "copy.db.2"]
    assert [await count_games(tmp_path / name) for name in names] == [4, 3, 2]


async def test_kill_leaves_whole_copy_and_end_leaves_newest(tmp_path: Path) -> None:
    source, target = tmp_path / "teban.db", tmp_path / "copy.db"
    environment = os.environ | {"TEBAN_DB": str(source)}
    command = (sys.executable, "-m", "bot.main", "backup", str(target), "--every", "1s", "--keep", "2")
    async with await Database.open(source) as db:
        await add_game(db, 1)
        for n in range(2, 4):
            process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=asyncio.subprocess.DEVNULL)
            await _wait_until(target.exists)
            await add_game(db, n)
            await asyncio.sleep(0.3 * n)
            process.kill()
            await process.wait()
            assert await count_games(target if target.exists() else tmp_path / "copy.db.1") >= 1
        process = await asyncio.create_subprocess_exec(*command, env=environment)
        await add_game(db, 4)
        deadline = time.monotonic() + 30
        while await count_games(target) < 4:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 10) == 0


async def _wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.05)


async def test_copy_replaces_no_database_in_use(tmp_path: Path) -> None:
    """A bot that has one open would go on writing into the file that is gone."""
    link = tmp_path / "link.db"
    async with await Database.open(tmp_path / "teban.db") as db, await Database.open(tmp_path / "other.db") as other:
        await asyncio.to_thread(link.hardlink_to, db.path)
        for target, reason in ((db.path, "the database itself"), (link, "the database itself"), (other.path, "in use")):
            inode = (await asyncio.to_thread(target.stat)).st_ino
            with pytest.raises(DatabaseUnavailable, match=reason):
                await maintenance.make_copy(db.path, target, 2)
            with pytest.raises(DatabaseUnavailable, match=reason):
                await operator_commands.back_up_database(db.path, target)
            assert (await asyncio.to_thread(target.stat)).st_ino == inode
    await maintenance.make_copy(tmp_path / "teban.db", tmp_path / "other.db", 1)  # it was closed


async def test_nothing_is_copied_while_nothing_changes(tmp_path: Path) -> None:
    async with await Database.open(tmp_path / "teban.db") as db:
        await add_game(db, 1)
        before = maintenance._read_file_state(db.path)
        assert maintenance._read_file_state(db.path) == before
        await add_game(db, 2)
        assert maintenance._read_file_state(db.path) != before


async def test_a_damaged_copy_does_not_replace_a_whole_one(tmp_path: Path) -> None:
    source, target = tmp_path / "teban.db", tmp_path / "copy.db"
    async with await Database.open(source) as db:
        for channel in range(1, 40):
            await add_game(db, channel)
        await db.truncate_wal()
    await maintenance.make_copy(source, target, 1)
    content = bytearray(source.read_bytes())
    content[4096 * 3 : 4096 * 8] = os.urandom(4096 * 5)
    source.write_bytes(content)
    with pytest.raises(Exception, match=r"copy\.db"):
        await maintenance.make_copy(source, target, 1)
    assert await count_games(target) == 39


@pytest.mark.parametrize(("text", "seconds"), [("30s", 30), ("15m", 900), ("6h", 21600), ("1d", 86400)])
def test_durations_are_parsed(text: str, seconds: float) -> None:
    assert maintenance.parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "0s", "15", "m", "1.5h", "-1s", "1w", "9999999s"])
def test_invalid_durations_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="expected a time"):
        maintenance.parse_duration(text)
