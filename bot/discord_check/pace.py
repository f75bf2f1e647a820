"""The pace of a check: every request of every connection waits here, at most two a second."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

SECONDS_BETWEEN = 0.5
"""Least time between the beginnings of two requests."""


class Pace:
    """Spaces out requests. clock: monotonic seconds; sleep: waits so many seconds."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._clock, self.sleep = clock, sleep
        self._lock = asyncio.Lock()
        self._next_at = clock()

    async def wait_for_turn(self) -> None:
        """Wait until the next request may begin."""
        async with self._lock:
            if (wait := self._next_at - self._clock()) > 0:
                await self.sleep(wait)
            self._next_at = self._clock() + SECONDS_BETWEEN

    def build_trace(self) -> aiohttp.TraceConfig:
        """Return a trace with which an aiohttp session, discord.py's too, keeps this pace."""

        async def on_request_start(
            _session: aiohttp.ClientSession, _context: SimpleNamespace, _params: aiohttp.TraceRequestStartParams
        ) -> None:
            await self.wait_for_turn()

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(on_request_start)
        return trace
