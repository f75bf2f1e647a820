"""Processes that search, draw or try the machine end with the bot, even if it is killed during their work."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

SEARCH_SCRIPT = """
from bot.table.computers.search_workers import create_process
from tests.project.test_parent import work_forever
if __name__ == "__main__":
    create_process().submit(work_forever).result()
"""
DRAW_SCRIPT = """
import asyncio
from bot.discord_ui.page.render_pool import RenderPool
from tests.project.test_parent import EndlessDrawing
if __name__ == "__main__":
    asyncio.run(RenderPool(processes=True).draw_request(EndlessDrawing()))
"""
START_SCRIPT = """
from types import SimpleNamespace
from bot import start_checks
from tests.project.test_parent import work_forever
if __name__ == "__main__":
    start_checks.os = SimpleNamespace(getpid=work_forever)
    start_checks.check_processes()
"""
UNWATCHED_SCRIPT = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from tests.project.test_parent import work_forever
if __name__ == "__main__":
    spawn = multiprocessing.get_context("spawn")
    ProcessPoolExecutor(1, mp_context=spawn).submit(work_forever).result()
"""


def work_forever() -> None:
    """Print the process id, then work without ever waiting, so that only a watch on the parent can end the process."""
    print(os.getpid(), flush=True)
    while True:
        pass


class EndlessDrawing:
    """A picture whose drawing never ends."""

    def draw(self) -> None:
        work_forever()


def has_ended(process: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while Path(f"/proc/{process}").exists():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def start_orphan(script: Path, text: str) -> int:
    """Start a worker and kill its parent; return the worker's process id."""
    script.write_text(text)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) as bot:
        assert bot.stdout is not None
        worker = int(bot.stdout.readline())
        bot.kill()
    return worker


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks processes up in /proc")
@pytest.mark.parametrize("text", [SEARCH_SCRIPT, DRAW_SCRIPT, START_SCRIPT], ids=["thinks", "draws", "starts"])
def test_worker_ends_with_killed_bot(tmp_path: Path, text: str) -> None:
    assert has_ended(start_orphan(tmp_path / "started.py", text), 20.0), "it goes on without its bot"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks processes up in /proc")
def test_unwatched_worker_outlives_bot(tmp_path: Path) -> None:
    worker = start_orphan(tmp_path / "started.py", UNWATCHED_SCRIPT)
    try:
        assert not has_ended(worker, 1.0)
    finally:
        os.kill(worker, 9)
