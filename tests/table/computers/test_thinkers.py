"""Search worker processes: their low priority, time limits for searches that hang, and replacement when they die."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from bot.operating_system import limit_time
from bot.table.computers.search_workers import NICENESS, SearchWorkers
from bot.table.state.suggestions import SearchPosition
from engines.kernel import SEED_BYTES, Setup

MAX_NICENESS = 19


@pytest.fixture
async def thinkers() -> AsyncIterator[SearchWorkers]:
    workers = SearchWorkers()
    yield workers
    workers.close()


def build_position(engine: str = "toy") -> SearchPosition:
    """Return a search position. engine: also the folder whose files `dies` uses up."""
    return SearchPosition(engine, Setup(2, ("red", "blue")), bytes(SEED_BYTES), b"", (), 0)


def read_priority(_: SearchPosition) -> tuple[int, int]:
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def kill_process(position: SearchPosition) -> str:
    """Kill this process while the folder still has files, as if memory had run out."""
    for file in Path(position.engine).iterdir():
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return "thought out"


def run_forever(_: SearchPosition) -> None:
    with limit_time(0.2, 5.0):
        while True:
            pass


def sleep_long(_: SearchPosition) -> None:
    with limit_time(5.0, 0.2):
        time.sleep(60)


async def test_workers_have_low_priority(thinkers: SearchWorkers) -> None:
    process, niceness = await thinkers.run_search(read_priority, build_position())
    assert process != os.getpid()
    assert niceness == min(MAX_NICENESS, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


@pytest.mark.parametrize("deaths", [1, 2])
async def test_killed_search_is_retried_once(thinkers: SearchWorkers, tmp_path: Path, deaths: int) -> None:
    for number in range(deaths):
        (tmp_path / str(number)).touch()
    if deaths == 1:
        assert await thinkers.run_search(kill_process, build_position(str(tmp_path))) == "thought out"
    else:
        with pytest.raises(BrokenProcessPool):
            await thinkers.run_search(kill_process, build_position(str(tmp_path)))
    assert await thinkers.run_search(kill_process, build_position(str(tmp_path))) == "thought out", (
        "it died as often as it should have"
    )


async def test_stuck_search_is_stopped_and_its_process_survives(thinkers: SearchWorkers) -> None:
    process, _ = await thinkers.run_search(read_priority, build_position())
    for search in (run_forever, sleep_long):
        with pytest.raises(TimeoutError, match="still thinking"):
            await thinkers.run_search(search, build_position())
    assert (await thinkers.run_search(read_priority, build_position()))[0] == process
