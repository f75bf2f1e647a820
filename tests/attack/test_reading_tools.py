"""The operator's commands that read leave the database as it is, beside a running bot and of another version."""

from __future__ import annotations

import hashlib
import lzma
import os
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.fake_discord import FakeDiscord, World
from bot.operating_system import hold_lock
from storage import Database, DatabaseFull
from storage.safeguards import COPIES_BEFORE_UPGRADES, copy_before_upgrade
from storage.schema import load_migrations
from tests import EXAMPLE
from tests.bot_process import BotProcess
from tests.fleet import Fleet

from .test_beside_the_bot import run_each, run_teban

OLD = Path(__file__).parents[1] / "table" / "databases" / "0.1.0-two-games.db.xz"
NEWEST = len(load_migrations())
READING = [("doctor",), ("export", "1"), ("report", "1"), ("backup", "copy.db")]


def hash_files(database: Path) -> dict[str, str]:
    """Return a hash of the database and of its log."""
    files = [file for file in (database, database.with_name(f"{database.name}-wal")) if file.exists()]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.stat().st_size}


def write_old_database(path: Path) -> Path:
    path.write_bytes(lzma.decompress(OLD.read_bytes()))
    return path


def list_files(folder: Path, pattern: str = "*") -> list[str]:
    return sorted(file.name for file in folder.glob(pattern))


def read_version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


async def test_reading_tools_change_no_byte_beside_a_running_bot(tmp_path: Path) -> None:
    """The bot is halted in the meantime, so that every change is the tool's."""
    async with FakeDiscord(World(keeps_files=False), reply_delay=0.002) as fake_discord:
        fleet = Fleet(fake_discord, tmp_path / "teban.db")
        await fleet.fill_tables(["flotsam", "meadow"], 2, steps=8)
        bot = BotProcess(fake_discord, fleet.database, log=tmp_path / "bot.log", PYTHONPATH=EXAMPLE)
        await bot.start(100)
        assert bot.process is not None
        bot.process.send_signal(signal.SIGSTOP)
        before = hash_files(fleet.database)
        copy = str(tmp_path / "copy.db")
        commands = [("doctor",), ("export", "1"), ("backup", copy), ("report", "1"), ("migrate",)]
        *read, (report_code, report_output), (migrate_code, migrate_output) = await run_each(fleet.database, commands)
        assert [code for code, _ in read] == [0, 0, 0], read
        assert report_code == 1 and "no report 1" in report_output
        assert migrate_code == 1 and "another Teban is running" in migrate_output
        assert hash_files(fleet.database) == before
        bot.process.send_signal(signal.SIGCONT)
        assert await bot.stop() == 0
    assert "teban.db-wal" in before, "the log held nothing: the test saw half"


async def test_log_of_a_killed_bot_is_read_and_kept(tmp_path: Path) -> None:
    """A reader that closes as the last one must not merge the log: only the bot does."""
    path, killed = tmp_path / "teban.db", tmp_path / "killed.db"
    async with await Database.open(path) as db:
        async with db.transaction() as tx:
            await tx.execute("INSERT INTO people (id, name, seen_at) VALUES (1, 'Ann', 0)")
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{killed}{end}")
    before = hash_files(killed)
    assert len(before) == 2
    results = await run_each(killed, [("doctor",), ("backup", str(tmp_path / "copy.db"))])
    assert [code for code, _ in results] == [0, 0], results
    assert hash_files(killed) == before
    async with await Database.open(tmp_path / "copy.db") as db:
        assert await db.fetch_rows("SELECT name FROM people") == [("Ann",)]


async def test_older_database_is_refused_unchanged(tmp_path: Path) -> None:
    """An older bot may be running on it: it could write no more after an upgrade."""
    database = write_old_database(tmp_path / "teban.db")
    before = hash_files(database)
    commands = [[str(tmp_path / part) if part.endswith(".db") else part for part in arguments] for arguments in READING]
    with hold_lock(database):
        results = await run_each(database, commands)
    assert len(results) == len(READING)
    for code, output in results:
        assert code == 1 and f"has version 1, this program reads version {NEWEST} only" in output
        assert "teban migrate" in output
    assert hash_files(database) == before and not (tmp_path / "copy.db").exists()


async def test_newer_database_is_refused_unchanged(tmp_path: Path) -> None:
    database = tmp_path / "teban.db"
    await (await Database.open(database)).close()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    before = hash_files(database)
    results = await run_each(database, READING)
    assert len(results) == len(READING)
    assert all(code == 1 and "upgrade the program" in output for code, output in results)
    assert hash_files(database) == before


@pytest.mark.release
async def test_upgrade_is_rehearsed_on_a_copy(tmp_path: Path) -> None:
    database = write_old_database(tmp_path / "teban.db")
    before = hash_files(database)
    with hold_lock(database):
        _, output = await run_teban(database, "doctor", "--before-upgrade")
    assert "brought up to date from version 1" in output and hash_files(database) == before


async def test_upgrade_keeps_a_copy_of_what_was(tmp_path: Path) -> None:
    database = write_old_database(tmp_path / "teban.db")
    before = hash_files(database)
    with hold_lock(database):
        code, output = await run_teban(database, "migrate")
        assert code == 1 and "another Teban is running" in output and hash_files(database) == before
    code, output = await run_teban(database, "migrate")
    assert code == 0 and "brought up to date" in output and read_version(database) == NEWEST
    copies = list_files(tmp_path, "teban.db.before-*")
    assert [read_version(tmp_path / name) for name in copies] == [1]
    code, output = await run_teban(database, "migrate")
    assert code == 0 and "nothing to do" in output and list_files(tmp_path, "teban.db.before-*") == copies


async def test_migrate_creates_no_database(tmp_path: Path) -> None:
    code, output = await run_teban(tmp_path / "typo.db", "migrate")
    assert code == 1 and "no such file" in output and list_files(tmp_path) == []


async def test_oldest_copies_are_deleted(tmp_path: Path) -> None:
    for n, version in enumerate(("0.11.0", "0.12.0", "0.13.0")):
        copy = await copy_before_upgrade(write_old_database(tmp_path / "teban.db"), version, n)
        assert copy is not None
        os.utime(copy, (n, n))
    names = list_files(tmp_path, "teban.db.before-*")
    assert names == ["teban.db.before-0.12.0", "teban.db.before-0.13.0"] and len(names) == COPIES_BEFORE_UPGRADES


async def test_upgrade_without_room_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = write_old_database(tmp_path / "teban.db")
    size = database.stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2 * size - 1))
    with pytest.raises(DatabaseFull, match="MB must be free beside it"):
        await copy_before_upgrade(database, "0.13.0", 1)
    assert list_files(tmp_path) == ["teban.db"] and read_version(database) == 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2 * size))
    assert await copy_before_upgrade(database, "0.13.0", 1) == tmp_path / "teban.db.before-0.13.0"
