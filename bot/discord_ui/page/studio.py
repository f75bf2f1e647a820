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
    """What went wrong in the process that drew, as it was told there."""


class Drawn(NamedTuple):
    """What was drawn and how long it took, or why it was not."""

    picture: Any
    seconds: float
    trouble: str = ""


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
        """Draw it now. Raises what the drawing raises, or DrawingFailed."""
        loop = asyncio.get_running_loop()
        packed = _packed(shot) if self._processes else None
        if packed is None:
            begun = perf_counter()
            picture = await loop.run_in_executor(self._threads, shot.draw)
            metrics.PICTURES.observe(perf_counter() - begun)
            return picture
        for attempt in range(1, ATTEMPTS + 1):
            pool = self._open()
            try:
                drawn = await loop.run_in_executor(pool, _draw, packed)
            except BrokenProcessPool:
                log.warning("a process has died while it drew %s", type(shot).__name__)
                self._pool = None if self._pool is pool else self._pool
                if attempt == ATTEMPTS:
                    raise
                continue
            if drawn.picture is None:
                raise DrawingFailed(drawn.trouble)
            metrics.PICTURES.observe(drawn.seconds)
            done: P_co = drawn.picture
            return done
        raise AssertionError("a drawing is tried or refused")

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


def _packed(shot: object) -> bytes | None:
    """None: a View of somebody's own game that cannot be sent to another process."""
    try:
        return pickle.dumps(shot, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):
        log.exception("%s is drawn in a thread", type(shot).__name__)
        return None


def _begin() -> None:
    """In a new process: give way to the bot, end with it however it ends, and read what every picture needs."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory.give_back_large_buffers()
    parent.end_with_the_bot()
    warm(arts())


def _draw(packed: bytes) -> Drawn:
    """In the process."""
    begun = perf_counter()
    try:
        shot: Draws[object] = pickle.loads(packed)
        return Drawn(shot.draw(), perf_counter() - begun)
    except Exception:  # noqa: BLE001 - told to whoever waits
        return Drawn(None, perf_counter() - begun, traceback.format_exc())
