"""What a disk can do to the bot: it is full or read-only, the file is cut off, garbage, or lacks its last writes."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from bot.table.time import presence
from storage import Database
from storage.play import decisions
from tests.bot.conftest import Table, real_discord_afterwards, running
from tests.storage.commits import seat_two_people

__all__ = ["real_discord_afterwards"]

SMALL = "3m"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, three megabytes large."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small file system")
    place = tmp_path / "disk"
    place.mkdir()
    mounted = mount("-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(place))
    if mounted.returncode != 0:
        pytest.skip(f"a small file system cannot be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def mount(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)


@pytest.fixture
async def table(disk: Path) -> AsyncIterator[Table]:
    """The bot with its database on that disk."""
    async with running(disk / "teban.db") as table:
        yield table


def fill(disk: Path) -> Path:
    """Until not a byte more fits; the file that fills it."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as out:
        for size in (65536, 4096, 512, 1):
            try:
                while True:
                    out.write(bytes(size))
            except OSError:
                continue
    return filler


async def bids(table: Table) -> int:
    return len(await decisions.live(table.db, 1))


async def test_a_full_disk_loses_nothing_and_the_game_goes_on_when_there_is_room(
    table: Table, disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LOOK_SECONDS", 0.05)
    ada, jiro = table.driver.person("Ada"), table.driver.person("Jiro")
    await table.open(ada, jiro)
    panel = await table.spread(ada)
    before = await bids(table)
    await table.db.merge_log()
    filler = await asyncio.to_thread(fill, disk)
    told = await ada.click(panel, "Confirm")
    assert "There is no room left" in told.text and await bids(table) == before
    assert "open the next crate" in (await table.play(ada)).text.lower()
    await table.stop()
    await table.boot()  # on the full disk
    await asyncio.to_thread(fill, disk)  # the log that ended with the stop had left some room
    async with asyncio.timeout(10):
        while table.bot._is_here():  # then something could fall due, though nothing can be stored
            await asyncio.sleep(0.02)
    assert table.bot.is_well()
    assert await bids(table) == before
    await asyncio.to_thread(filler.unlink)
    async with asyncio.timeout(10):
        while not table.bot._is_here():
            await asyncio.sleep(0.02)
    assert "Your bid" in (await ada.click(await table.play(ada), "Confirm")).text
    assert await bids(table) == before + 1 and await table.db.problems() == []


def teban(database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program as an operator starts it; it must end by itself."""
    environment = os.environ | {"TEBAN_DB": str(database), "DISCORD_TOKEN": "x", "TEBAN_API": "http://127.0.0.1:9"}
    command = [sys.executable, "-m", "bot.main", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=60)


def one_sentence(ended: subprocess.CompletedProcess[str]) -> str:
    """What the program said when it refused to start: exit code 1, one line, no traceback."""
    said = [line for line in ended.stderr.splitlines() if line.startswith("teban: ")]
    assert ended.returncode == 1 and len(said) == 1 and "Traceback" not in ended.stderr, ended
    return said[0]


async def test_a_read_only_file_system_is_said_in_one_sentence(disk: Path) -> None:
    database = disk / "teban.db"
    async with await Database.open(database) as db:
        await seat_two_people(db, 500)
    assert mount("-o", "remount,ro", str(disk)).returncode == 0
    said = one_sentence(await asyncio.to_thread(teban, database))
    assert str(disk) in said and "read" in said.lower()


def half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def inside_a_page(content: bytes) -> bytes:
    return content[: 4096 * 3 + 100]


def inside_the_header(content: bytes) -> bytes:
    return content[:60]


def garbage(content: bytes) -> bytes:
    return os.urandom(len(content))


@pytest.mark.parametrize("damage", [half, inside_a_page, inside_the_header, garbage])
async def test_a_damaged_file_is_said_in_one_sentence_and_left_alone(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    database = tmp_path / "teban.db"
    async with await Database.open(database) as db:
        for channel in range(500, 510):
            await seat_two_people(db, channel)
    damaged = damage(database.read_bytes())
    database.write_bytes(damaged)
    said = one_sentence(await asyncio.to_thread(teban, database))
    assert str(database) in said
    assert database.read_bytes() == damaged


async def test_a_log_that_lacks_its_tail_has_lost_the_last_commits_at_most(tmp_path: Path) -> None:
    database, copy = tmp_path / "teban.db", tmp_path / "killed.db"
    async with await Database.open(database) as db:
        await db.merge_log()
        sizes = []
        for channel in range(500, 506):
            await seat_two_people(db, channel)
            sizes.append(database.with_name("teban.db-wal").stat().st_size)
        whole = database.with_name("teban.db-wal").read_bytes()
        shutil.copy(database, copy)
    for size, held in ((sizes[-1] - 1, 5), (sizes[-2] + 10, 5), (sizes[2] + 4096, 3), (sizes[0], 1), (17, 0)):
        shutil.copy(copy, there := tmp_path / f"cut-at-{size}.db")
        there.with_name(f"{there.name}-wal").write_bytes(whole[:size])
        async with await Database.open(there, create=False) as db:
            assert await db.problems() == []
            assert await db.rows("SELECT count(*) FROM games") == [(held,)], size
