"""Waiting for background work of the client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def wait_until(condition: Callable[[], bool], timeout_s: float = 60.0) -> None:
    """Wait until the condition holds. Raises TimeoutError if it does not within this many seconds."""
    async with asyncio.timeout(timeout_s):
        while not condition():
            await asyncio.sleep(0.005)
