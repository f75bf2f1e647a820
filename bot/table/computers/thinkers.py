"""The processes that think, for computer players and suggestions alike. One that dies is replaced."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from .thinking import Position, process_pool

log = logging.getLogger(__name__)

ATTEMPTS = 2
"""So often a thought is begun whose process dies."""

P = TypeVar("P", bound=Position)
R = TypeVar("R")


class Thinkers:
    """They are started with the first thought. `pool` makes them: in tests often threads."""

    def __init__(self, pool: Callable[[], Executor] = process_pool) -> None:
        self._make_pool = pool
        self._pool: Executor | None = None

    async def do(self, think: Callable[[P], R], position: P) -> R:
        """What `think` finds there. Raises what it raises, and BrokenProcessPool if its process dies each time."""
        for attempt in range(1, ATTEMPTS + 1):
            self._pool = pool = self._pool or self._make_pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, think, position)
            except BrokenProcessPool:
                log.warning("%s: a process has died while it thought for seat %d", position.engine, position.seat)
                self._pool = None if self._pool is pool else self._pool
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("a thought is tried or refused")

    def close(self) -> None:
        """Thoughts that have not begun are dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
