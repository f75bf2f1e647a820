"""Gateway events, and the event stream of one user. Also the channel types."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from bot.fake_discord.model.errors import Json

TEXT, DM, GROUP, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 3, 11, 12, 15
"""Discord's channel types."""
THREADS = (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclass(frozen=True, slots=True)
class GatewayEvent:
    """A gateway event. It is sent to the users who see `channel_id` (or are in `guild_id`), or to one user only."""

    t: str
    """Name, as on the gateway."""
    d: Json
    """Data, as on the gateway."""
    guild_id: str | None = None
    """Server of the event; None: direct messages, or all users."""
    channel_id: str | None = None
    """Channel of the event; None: it is about a whole server or a user."""
    only_user_id: str | None = None
    """The only recipient, if not None."""


class Subscription:
    """Endless async iterator over the events {"t", "d"} that one user's client would receive. Close it after use (it is
    a context manager).
    """

    def __init__(
        self,
        listen: Callable[[Callable[[GatewayEvent], None]], Callable[[], None]],
        is_receiver: Callable[[GatewayEvent], bool],
    ):
        """listen: registers a callback for every event and returns the function that removes it. is_receiver: whether
        the user receives an event.
        """
        self._is_receiver = is_receiver
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()
        """Events that are not read yet; None: the end."""
        self._remove = listen(self._on_event)
        """Ends the listening."""

    def _on_event(self, event: GatewayEvent) -> None:
        if self._is_receiver(event):
            self._queue.put_nowait({"t": event.t, "d": event.d})

    def __aiter__(self) -> AsyncIterator[Json]:
        return self._iter_events()

    async def _iter_events(self) -> AsyncIterator[Json]:
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


class EventHub:
    """Passes events on to listeners."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[GatewayEvent], None]] = []
        """Each is called with every event."""

    def add_listener(self, listener: Callable[[GatewayEvent], None]) -> Callable[[], None]:
        """Call `listener` with every event from now on. Return the function that removes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def emit_event(self, event: GatewayEvent) -> None:
        """Pass an event to all listeners, in order."""
        for listener in tuple(self._listeners):
            listener(event)
