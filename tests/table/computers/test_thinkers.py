"""Thinking in real processes: they give way to all else, outlive thoughts that hang, and are replaced when they die."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from bot.table.computers import thinking
from bot.table.computers.thinkers import Thinkers
from bot.table.computers.thinking import NICENESS, Position
from engines.kernel import SEED_BYTES, Setup

LEAST_URGENT = 19


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    found = Thinkers()
    yield found
    found.close()


def position(engine: str = "toy") -> Position:
    """engine: also says where a thought leaves its marks."""
    return Position(engine, Setup(2, ("red", "blue")), bytes(SEED_BYTES), b"", (), 0)


def urgency(_: Position) -> tuple[int, int]:
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def dies(position: Position) -> str:
    """As often as the folder has files left: out of memory, say."""
    for left in Path(position.engine).iterdir():
        left.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return "thought out"


def hangs(_: Position) -> None:
    with thinking._limited(0.2, 5.0):
        while True:
            pass


def sleeps(_: Position) -> None:
    with thinking._limited(5.0, 0.2):
        time.sleep(60)


async def test_they_give_way_to_everything_else(thinkers: Thinkers) -> None:
    process, niceness = await thinkers.do(urgency, position())
    assert process != os.getpid()
    assert niceness == min(LEAST_URGENT, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


@pytest.mark.parametrize("deaths", [1, 2])
async def test_a_thought_whose_process_is_killed_is_begun_once_more_in_another(
    thinkers: Thinkers, tmp_path: Path, deaths: int
) -> None:
    for number in range(deaths):
        (tmp_path / str(number)).touch()
    if deaths == 1:
        assert await thinkers.do(dies, position(str(tmp_path))) == "thought out"
    else:
        with pytest.raises(BrokenProcessPool):
            await thinkers.do(dies, position(str(tmp_path)))
    assert await thinkers.do(dies, position(str(tmp_path))) == "thought out", "it died as often as it should have"


async def test_a_thought_that_hangs_or_sleeps_is_given_up_and_its_process_thinks_on(thinkers: Thinkers) -> None:
    process, _ = await thinkers.do(urgency, position())
    for thought in (hangs, sleeps):
        with pytest.raises(TimeoutError, match="still thinking"):
            await thinkers.do(thought, position())
    assert (await thinkers.do(urgency, position()))[0] == process
