"""The events that Discord sends during a check, as they come."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import TracebackType
from typing import Any

import discord
import msgspec

from .connection import CheckStopped, RequestPace
from .probe import Json

PRESS = "INTERACTION_CREATE"
READY_SECONDS = 30.0


class _Listener(discord.Client):
    """discord.py's client, used only to receive raw events. `on_socket_raw_receive` is called for each."""

    def __init__(self, events: GatewayEvents, pace: RequestPace) -> None:
        intents = discord.Intents(guilds=True, moderation=True, guild_messages=True)
        super().__init__(intents=intents, enable_debug_events=True, http_trace=pace.build_trace(), max_messages=None)
        self._events = events

    async def on_socket_raw_receive(self, message: str) -> None:
        row = msgspec.json.decode(message)
        if row.get("op") == 0:
            await self._events.add_event(row["t"], row["d"])


class GatewayEvents:
    """Counts events by label: the event's name, for presses with the custom_id ("INTERACTION_CREATE c:menu")."""

    def __init__(self, channel_id: str) -> None:
        """channel_id: only events of this channel and its threads are counted."""
        self._channel_id = channel_id
        self._counts: Counter[str] = Counter()
        """By label."""
        self._latest: dict[str, Json] = {}
        """Label -> data of the latest event for which nobody has waited yet."""
        self._changed = asyncio.Condition()
        """Notified when an event was counted."""
        self._threads: set[str] = set()
        """Ids of the threads of the channel."""

    async def add_event(self, name: str, data: Any) -> None:
        """Count an event if it belongs to the check's channel."""
        if name == "THREAD_CREATE" and data.get("parent_id") == self._channel_id:
            self._threads.add(data["id"])
        places = {data.get("channel_id"), data.get("id"), data.get("parent_id")} if isinstance(data, dict) else set()
        if not places & {self._channel_id, *self._threads}:
            return
        label = f"{name} {data['data'].get('custom_id')}" if name == PRESS else name
        async with self._changed:
            self._counts[label] += 1
            self._latest[label] = data
            self._changed.notify_all()

    def forget_events(self) -> None:
        """Restart the count."""
        self._counts.clear()
        self._latest.clear()

    def forget_latest(self, label: str) -> None:
        """Let only later events end a wait for this label."""
        self._latest.pop(label, None)

    def count_events(self, label: str) -> int:
        return self._counts[label]

    async def wait_for_event(self, label: str, max_seconds: float) -> Json | None:
        """Return the data of the latest event with this label, once there is one; None after that many seconds."""
        try:
            async with asyncio.timeout(max_seconds), self._changed:
                await self._changed.wait_for(lambda: label in self._latest)
        except TimeoutError:
            return None
        return self._latest.pop(label)


class GatewayListener:
    """A connection to the gateway while a context lasts."""

    def __init__(self, events: GatewayEvents, token: str, pace: RequestPace) -> None:
        self._client = _Listener(events, pace)
        """discord.py's client, which passes on every event."""
        self._token = token
        self._task: asyncio.Task[None] | None = None
        """Keeps the connection."""

    async def __aenter__(self) -> GatewayListener:
        await self._client.login(self._token)
        self._task = asyncio.create_task(self._client.connect(), name="gateway of the check")
        try:
            async with asyncio.timeout(READY_SECONDS):
                await self._client.wait_until_ready()
        except TimeoutError as error:
            await self._close()
            raise CheckStopped(f"Discord's gateway did not answer within {READY_SECONDS:.0f} seconds") from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        await self._client.close()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
