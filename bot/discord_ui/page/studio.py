"""Where pictures are drawn: in processes of their own, so that no press waits for the interpreter while they draw."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import traceback
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

from bot import memory, metrics, parent
from render import arts
from render.kit.warming import warm

log = logging.getLogger(__name__)

WORKERS = 2
"""Two keep two cores busy, and a film that takes seconds holds no board up. The second starts when two are wanted."""
NICENESS = 5
"""Answers come before pictures."""
ATTEMPTS = 2
"""So often a drawing is begun whose process dies."""

P_co = TypeVar("P_co", covariant=True)


class Draws(Protocol[P_co]):
    """Something that can be drawn."""

    def draw(self) -> P_co:
        """Takes from 10 ms to some seconds."""
        ...


class DrawingFailed(RuntimeError):
    """What went wrong where it was drawn, as it was told there."""


class Drawn(NamedTuple):
    """What was drawn and how long it took, or why it was not."""

    picture: Any
    seconds: float
    trouble: str = ""


class Packed(NamedTuple):
    """Something to draw as it is sent to a process."""

    name: str
    content: bytes

    def draw(self) -> object:
        shot: Draws[object] = pickle.loads(self.content)
        return shot.draw()


class Studio:
    """Draws in threads, or (processes=True) in processes. Threads suffice where nobody presses beside: in tests."""

    def __init__(self, *, processes: bool = False) -> None:
        self._processes = processes
        self._threads = ThreadPoolExecutor(WORKERS, "picture")
        self._pool: Executor | None = None

    def prepare(self) -> None:
        """Start the first process now, not when somebody waits for a picture."""
        if self._processes:
            self._open().submit(os.getpid)

    async def draw(self, shot: Draws[P_co]) -> P_co:
        """Draw it now. Raises DrawingFailed."""
        packed = _packed(shot) if self._processes else None
        if packed is None:
            drawn = await asyncio.get_running_loop().run_in_executor(self._threads, _draw, shot)
        else:
            drawn = await self._in_a_process(packed)
        if drawn.trouble:
            raise DrawingFailed(drawn.trouble)
        metrics.PICTURES.observe(drawn.seconds)
        picture: P_co = drawn.picture
        return picture

    async def _in_a_process(self, packed: Packed) -> Drawn:
        for _ in range(ATTEMPTS):
            pool = self._open()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, _draw, packed)
            except BrokenProcessPool:
                log.warning("a process has died while it drew %s", packed.name)
                self._pool = None if self._pool is pool else self._pool
        return Drawn(None, 0.0, f"{ATTEMPTS} processes have died of it")

    def close(self) -> None:
        """Drawings that have not begun are dropped."""
        for executor in (self._threads, self._pool):
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)

    def _open(self) -> Executor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(WORKERS, mp_context=spawn, initializer=_begin)
        return self._pool


def _packed(shot: object) -> Packed | None:
    """None: a View of somebody's own game that cannot be sent to another process."""
    try:
        return Packed(type(shot).__name__, pickle.dumps(shot, pickle.HIGHEST_PROTOCOL))
    except (pickle.PicklingError, AttributeError, TypeError):
        log.exception("%s is drawn in a thread", type(shot).__name__)
        return None


def _draw(shot: Draws[object]) -> Drawn:
    """In the thread or process."""
    begun = perf_counter()
    try:
        return Drawn(shot.draw(), perf_counter() - begun)
    except Exception:  # noqa: BLE001 - whatever a game's art raises: it is told to whoever waits
        return Drawn(None, perf_counter() - begun, traceback.format_exc())


def _begin() -> None:
    """In a new process: give way to the bot, end with it however it ends, read what every picture needs, and do not
    search it for circles again and again: that was a sixth of the time in which what changed was drawn.
    """
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory.give_back_large_buffers()
    parent.end_with_the_bot()
    warm(arts())
    memory.spare_what_stays()
