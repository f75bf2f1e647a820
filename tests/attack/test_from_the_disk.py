"""Disk failures: a full or read-only disk, and a database that is truncated, garbage, or lacks its last writes."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from bot.table.background import bot_presence
from storage import Database
from storage.play import decisions
from tests.bot.conftest import TableHarness, real_discord_afterwards, run_bot
from tests.discovered import mark_slice
from tests.storage.commits import create_game

__all__ = ["real_discord_afterwards"]

DISK_SIZE = "3m"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A separate file system of three megabytes."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small file system")
    mount_point = tmp_path / "disk"
    mount_point.mkdir()
    mounted = run_mount("-t", "tmpfs", "-o", f"size={DISK_SIZE}", "tmpfs", str(mount_point))
    if mounted.returncode != 0:
        pytest.skip(f"a small file system cannot be mounted here: {mounted.stderr.strip()}")
    yield mount_point
    subprocess.run(["umount", "--lazy", str(mount_point)], check=True)


def run_mount(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)


@pytest.fixture
async def table(disk: Path) -> AsyncIterator[TableHarness]:
    """The bot with its database on that disk."""
    async with run_bot(disk / "teban.db") as table:
        yield table


def fill_disk(disk: Path) -> Path:
    """Fill the disk to the last byte; return the file that fills it."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as out:
        for size in (65536, 4096, 512, 1):
            try:
                while True:
                    out.write(bytes(size))
            except OSError:
                continue
    return filler


async def count_decisions(table: TableHarness) -> int:
    return len(await decisions.load_active(table.db, 1))


async def test_full_disk_loses_nothing_and_game_goes_on_with_space(
    table: TableHarness, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_presence, "CHECK_SECONDS", 0.05)
    ada, jiro = table.driver.add_user("Ada"), table.driver.add_user("Jiro")
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    before = await count_decisions(table)
    await table.db.truncate_wal()
    filler = await asyncio.to_thread(fill_disk, disk)
    reply = await ada.click(panel, "Confirm")
    assert "There is no space left" in reply.text and await count_decisions(table) == before
    assert "open the next crate" in (await table.open_panel(ada)).text.lower()
    await table.stop()
    await table.boot()  # on the full disk
    await asyncio.to_thread(fill_disk, disk)  # the stop removed the WAL, which freed some space
    await wait_for_presence(table, False)  # else something could fall due, though nothing can be stored
    assert await table.bot.find_problem() is None
    assert await count_decisions(table) == before
    await asyncio.to_thread(filler.unlink)
    await wait_for_presence(table, True)
    assert "Your bid" in (await ada.click(await table.open_panel(ada), "Confirm")).text
    assert await count_decisions(table) == before + 1 and await table.db.list_problems() == []


async def wait_for_presence(table: TableHarness, is_here: bool) -> None:
    async with asyncio.timeout(60):
        while table.bot._presence.is_here != is_here:
            await asyncio.sleep(0.02)


def run_teban(database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program as an operator starts it; it must end by itself."""
    environment = os.environ | {"TEBAN_DB": str(database), "DISCORD_TOKEN": "x", "TEBAN_API": "http://127.0.0.1:9"}
    command = [sys.executable, "-m", "bot.main", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=900)


def require_one_error_line(ended: subprocess.CompletedProcess[str]) -> str:
    """Return the error line of a program that refused to start: exit code 1, one line, no traceback."""
    error_lines = [line for line in ended.stderr.splitlines() if line.startswith("teban: ")]
    assert ended.returncode == 1 and len(error_lines) == 1 and "Traceback" not in ended.stderr, ended
    return error_lines[0]


async def test_read_only_file_system_is_reported_in_one_line(disk: Path) -> None:
    database = disk / "teban.db"
    async with await Database.open(database) as db:
        await create_game(db, 500)
    assert run_mount("-o", "remount,ro", str(disk)).returncode == 0
    error_line = require_one_error_line(await asyncio.to_thread(run_teban, database))
    assert str(disk) in error_line and "read" in error_line.lower()


def cut_in_half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def cut_inside_page(content: bytes) -> bytes:
    return content[: 4096 * 3 + 100]


def cut_inside_header(content: bytes) -> bytes:
    return content[:60]


def replace_by_garbage(content: bytes) -> bytes:
    return os.urandom(len(content))


DAMAGES = (cut_in_half, cut_inside_page, cut_inside_header, replace_by_garbage)


@pytest.mark.parametrize("damage", mark_slice(DAMAGES, lambda damage: damage in (cut_inside_page, cut_inside_header)))
async def test_damaged_file_is_reported_in_one_line_and_left_alone(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    database = tmp_path / "teban.db"
    async with await Database.open(database) as db:
        for channel in range(500, 510):
            await create_game(db, channel)
    damaged = damage(database.read_bytes())
    database.write_bytes(damaged)
    error_line = require_one_error_line(await asyncio.to_thread(run_teban, database))
    assert str(database) in error_line
    assert database.read_bytes() == damaged


async def test_truncated_wal_loses_only_the_last_commits(tmp_path: Path) -> None:
    database, copy = tmp_path / "teban.db", tmp_path / "killed.db"
    async with await Database.open(database) as db:
        await db.truncate_wal()
        sizes = []
        for channel in range(500, 506):
            await create_game(db, channel)
            sizes.append(database.with_name("teban.db-wal").stat().st_size)
        whole = database.with_name("teban.db-wal").read_bytes()
        shutil.copy(database, copy)
    for size, game_count in ((sizes[-1] - 1, 5), (sizes[-2] + 10, 5), (sizes[2] + 4096, 3), (sizes[0], 1), (17, 0)):
        shutil.copy(copy, cut_copy := tmp_path / f"cut-at-{size}.db")
        cut_copy.with_name(f"{cut_copy.name}-wal").write_bytes(whole[:size])
        async with await Database.open(cut_copy, may_create=False) as db:
            assert await db.list_problems() == []
            assert await db.fetch_rows("SELECT count(*) FROM games") == [(game_count,)], size
