"""The heartbeat and the check that a container's HEALTHCHECK runs."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

from bot.health import STALE_S, FileHeartbeat, find_problem, heartbeat_file, keep_heartbeat


def run_health_check(database: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TEBAN_DB": str(database)}
    command = [sys.executable, "-m", "bot.health"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


async def test_heartbeat_file_exists_while_bot_runs(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    file = heartbeat_file(database)

    async def find_nothing() -> None:
        return None

    task = asyncio.create_task(keep_heartbeat(FileHeartbeat(file), find_nothing, every=0.01))
    while not file.exists():
        await asyncio.sleep(0.01)
    assert find_problem(file, time.time()) is None
    task.cancel()
    await asyncio.wait({task})
    assert not file.exists()


async def test_unhealthy_bot_writes_no_heartbeat(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    file = heartbeat_file(database)
    was_checked = asyncio.Event()

    async def find_problem_always() -> str:
        was_checked.set()
        return "no connection"

    task = asyncio.create_task(keep_heartbeat(FileHeartbeat(file), find_problem_always, every=0.01))
    await was_checked.wait()
    await asyncio.sleep(0.03)
    assert not file.exists()
    task.cancel()
    await asyncio.wait({task})


def test_an_old_beat_is_reported_with_its_age(tmp_path: Path) -> None:
    file = tmp_path / "beat"
    file.touch()
    os.utime(file, (1_000, 1_000))
    assert find_problem(file, 1_000 + STALE_S) is None
    assert find_problem(file, 1_000 + STALE_S + 5) == "the last heartbeat is 65 s old, expected at most 60 s"


def test_a_beat_of_the_future_is_no_beat(tmp_path: Path) -> None:
    """The bot hangs, and the machine's clock was set back."""
    file = tmp_path / "beat"
    file.touch()
    os.utime(file, (9_000, 9_000))
    assert find_problem(file, 9_000 - STALE_S) is None
    assert find_problem(file, 5_400) == "the last heartbeat is 3600 s in the future: the machine's clock was set back"


def test_health_command_reports_and_sets_exit_code(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    silent = run_health_check(database)
    assert (silent.returncode, silent.stdout.startswith("no heartbeat")) == (1, True)
    heartbeat_file(database).touch()
    alive = run_health_check(database)
    assert (alive.returncode, alive.stdout) == (0, "healthy\n")
