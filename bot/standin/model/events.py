"""Events as the gateway tells them, and one user's stream of them. Also the kinds of channel that there are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from bot.standin.model.errors import Json

TEXT, DM, GROUP, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
"""Discord's channel types."""
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened. `t` and `d` as on the gateway; it reaches those who see `channel_id` (or are in
    `guild_id`), or `only` one user.
    """

    t: str
    d: Json
    guild_id: str | None = None
    channel_id: str | None = None
    only: str | None = None


class Subscription:
    """What one user's client would receive, as an endless async iterator of {"t", "d"}. Close it when done (it is a
    context manager).
    """

    def __init__(self, listen: Callable[[Callable[[Event], None]], Callable[[], None]], hears: Callable[[Event], bool]):
        """listen: calls back with every event until what it returns is called; hears: what reaches the user."""
        self._hears = hears
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._remove = listen(self._hear)

    def _hear(self, event: Event) -> None:
        if self._hears(event):
            self._queue.put_nowait({"t": event.t, "d": event.d})

    def __aiter__(self) -> AsyncIterator[Json]:
        return self._events()

    async def _events(self) -> AsyncIterator[Json]:
        while (event := await self._queue.get()) is not None:
            yield event

    def close(self) -> None:
        """Stop listening; the iterator ends."""
        self._remove()
        self._queue.put_nowait(None)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
