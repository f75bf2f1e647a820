"""Wait for what the client does on its own time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], bool], within: float = 5.0) -> None:
    """Return as soon as the condition holds; TimeoutError if it does not within so many seconds."""
    async with asyncio.timeout(within):
        while not condition():
            await asyncio.sleep(0.005)
