"""The heartbeat and the check that a container's HEALTHCHECK runs."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

from bot.health import STALE_S, beat, heartbeat_file, trouble


def check(database: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TEBAN_DB": str(database)}
    command = [sys.executable, "-m", "bot.health"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


async def test_the_file_lives_as_long_as_the_bot(tmp_path: Path) -> None:
    file = heartbeat_file(tmp_path / "games.sqlite3")
    task = asyncio.create_task(beat(file, lambda: True, every=0.01))
    while not file.exists():
        await asyncio.sleep(0.01)
    assert trouble(file, time.time()) is None
    task.cancel()
    await asyncio.wait({task})
    assert not file.exists()


async def test_a_bot_that_is_not_well_leaves_no_sign_of_life(tmp_path: Path) -> None:
    file = heartbeat_file(tmp_path / "games.sqlite3")
    asked = asyncio.Event()

    def well() -> bool:
        asked.set()
        return False

    task = asyncio.create_task(beat(file, well, every=0.01))
    await asked.wait()
    await asyncio.sleep(0.03)
    assert not file.exists()
    task.cancel()
    await asyncio.wait({task})


def test_an_old_beat_is_reported_with_its_age(tmp_path: Path) -> None:
    file = tmp_path / "beat"
    file.touch()
    os.utime(file, (1_000, 1_000))
    assert trouble(file, 1_000 + STALE_S) is None
    assert trouble(file, 1_000 + STALE_S + 5) == "the last heartbeat is 65 s old, expected at most 60 s"


def test_the_command_says_what_it_found_and_exits_accordingly(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    silent = check(database)
    assert (silent.returncode, silent.stdout.startswith("no heartbeat")) == (1, True)
    heartbeat_file(database).touch()
    alive = check(database)
    assert (alive.returncode, alive.stdout) == (0, "healthy\n")
