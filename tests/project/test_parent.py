"""Processes that think or draw end with the bot, also when it is killed in the middle of their work."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

THINKS = """
from bot.table.computers.thinking import process_pool
from tests.project.test_parent import works_for_ever
if __name__ == "__main__":
    process_pool().submit(works_for_ever).result()
"""
DRAWS = """
import asyncio
from bot.discord_ui.page.studio import Studio
from tests.project.test_parent import WorksForEver
if __name__ == "__main__":
    asyncio.run(Studio(processes=True).draw(WorksForEver()))
"""
UNWATCHED = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from tests.project.test_parent import works_for_ever
if __name__ == "__main__":
    spawn = multiprocessing.get_context("spawn")
    ProcessPoolExecutor(1, mp_context=spawn).submit(works_for_ever).result()
"""


def works_for_ever() -> None:
    """Says who it is, and is busy: it never waits for anything, so nothing but a watch can end it."""
    print(os.getpid(), flush=True)
    while True:
        pass


class WorksForEver:
    """The same as a picture."""

    def draw(self) -> None:
        works_for_ever()


def gone(process: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while Path(f"/proc/{process}").exists():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def orphan(script: Path, text: str) -> int:
    """The process that was at work when the one that had started it was killed."""
    script.write_text(text)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) as bot:
        assert bot.stdout is not None
        worker = int(bot.stdout.readline())
        bot.kill()
    return worker


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks processes up in /proc")
@pytest.mark.parametrize("text", [THINKS, DRAWS], ids=["thinks", "draws"])
def test_it_ends_with_the_bot_however_that_ends(tmp_path: Path, text: str) -> None:
    assert gone(orphan(tmp_path / "started.py", text), 20.0), "it goes on without its bot"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks processes up in /proc")
def test_without_the_watch_it_would_go_on(tmp_path: Path) -> None:
    worker = orphan(tmp_path / "started.py", UNWATCHED)
    try:
        assert not gone(worker, 1.0)
    finally:
        os.kill(worker, 9)
