"""Search worker processes: their low priority, time limits for searches that hang, and replacement when they die."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.operating_system import limit_time
from bot.table.computers.search_workers import NICENESS, SearchWorkers, create_process, create_thread
from bot.table.state.suggestions import SearchPosition
from bot.worker_processes import WorkerLost
from engines.kernel import SEED_BYTES, Setup

MAX_NICENESS = 19


@pytest.fixture
async def workers() -> AsyncIterator[SearchWorkers]:
    workers = SearchWorkers()
    yield workers
    workers.close()


def build_position(game_id: str = "toy") -> SearchPosition:
    """Return a search position. game_id: also the folder of the files that `kill_process` uses up."""
    return SearchPosition(game_id, Setup(2, ("red", "blue")), bytes(SEED_BYTES), b"", (), 0)


def read_priority(_: SearchPosition) -> tuple[int, int]:
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def kill_process(position: SearchPosition) -> str:
    """Kill this process while the folder still has files, as if memory had run out."""
    for file in Path(position.game_id).iterdir():
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


async def test_workers_have_low_priority(workers: SearchWorkers) -> None:
    process, niceness = await workers.run_search(read_priority, build_position())
    assert process != os.getpid()
    assert niceness == min(MAX_NICENESS, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


@pytest.mark.parametrize("deaths", [1, 2])
async def test_killed_search_is_retried_once(workers: SearchWorkers, tmp_path: Path, deaths: int) -> None:
    for number in range(deaths):
        (tmp_path / str(number)).touch()
    if deaths == 1:
        assert await workers.run_search(kill_process, build_position(str(tmp_path))) == "thought out"
    else:
        with pytest.raises(WorkerLost):
            await workers.run_search(kill_process, build_position(str(tmp_path)))
    assert await workers.run_search(kill_process, build_position(str(tmp_path))) == "thought out", (
        "it died as often as it should have"
    )


async def test_hung_process_is_ended_and_replaced() -> None:
    """A process that is stopped cannot keep its own limit of time."""
    hung = create_process()
    process = hung.submit(os.getpid).result()
    os.kill(process, signal.SIGSTOP)
    executors = iter((hung, create_thread()))
    workers = SearchWorkers(lambda: next(executors), limit_seconds=0.1)
    assert (await workers.run_search(read_priority, build_position()))[0] == os.getpid()
    workers.close()
    with pytest.raises(ProcessLookupError):
        await wait_for_end(process)


async def test_search_that_hangs_each_time_is_given_up() -> None:
    may_end = threading.Event()
    workers = SearchWorkers(create_thread, limit_seconds=0.05)
    with pytest.raises(WorkerLost, match=r"2 workers were lost: it hung for 0\.05 s"):
        await workers.run_search(lambda _: may_end.wait(), build_position())
    may_end.set()
    assert (await workers.run_search(read_priority, build_position()))[0] == os.getpid(), "the next one is thought out"
    workers.close()


async def wait_for_end(process: int) -> None:
    """Raise ProcessLookupError once the process has ended."""
    async with asyncio.timeout(60):
        while True:
            os.kill(process, 0)
            await asyncio.sleep(0.02)


async def test_stuck_search_is_stopped_and_its_process_survives(workers: SearchWorkers) -> None:
    process, _ = await workers.run_search(read_priority, build_position())
    for search in (run_forever, sleep_long):
        with pytest.raises(TimeoutError, match="still thinking"):
            await workers.run_search(search, build_position())
    assert (await workers.run_search(read_priority, build_position()))[0] == process
