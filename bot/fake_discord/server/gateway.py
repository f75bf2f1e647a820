"""The gateway: one WebSocket per shard, resumable sessions, events filtered by intents, and
delivery faults on demand.
"""

import asyncio
import contextlib
import importlib
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.fake_discord.model.errors import Json
from bot.fake_discord.model.events import GatewayEvent
from bot.fake_discord.model.world import World

(
    DISPATCH,
    HEARTBEAT,
    IDENTIFY,
    PRESENCE_UPDATE,
    RESUME,
    RECONNECT,
    REQUEST_GUILD_MEMBERS,
    INVALID_SESSION,
    HELLO,
    HEARTBEAT_ACK,
) = (
    0,
    1,
    2,
    3,
    6,
    7,
    8,
    9,
    10,
    11,
)
"""Opcodes."""
GUILDS, GUILD_MEMBERS, GUILD_MODERATION = 1 << 0, 1 << 1, 1 << 2
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
"""Intents."""
HEARTBEAT_MS = 41_250
ACK_DELAY_SECONDS = 0.02
"""Seconds until a heartbeat is acknowledged. discord.py records the time of a heartbeat only after sending it. An
earlier acknowledgement would be measured from the previous heartbeat and reported as 41 seconds late."""
MAX_REPLAY_EVENTS = 2_000
"""Number of events that a session keeps for a resume."""


def _build_compressor(name: str | None) -> Callable[[bytes], bytes] | None:
    """Return a function that compresses one message into the connection's stream; None: send text frames, which clients
    accept too.
    """
    if name == "zlib-stream":
        stream = zlib.compressobj()
        return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)
    if name == "zstd-stream":
        try:
            zstd: Any = importlib.import_module("zstandard")
        except ImportError:
            return None
        writer = zstd.ZstdCompressor().compressobj()
        return lambda data: writer.compress(data) + writer.flush(zstd.COMPRESSOBJ_FLUSH_BLOCK)
    return None


def includes_event(event: GatewayEvent, intents: int, me: str) -> bool:
    """Return whether these intents include the event. Interactions, GUILD_DELETE and changes of the bot's own
    membership need no intent. me: the bot's id.
    """
    is_own = event.t == "GUILD_MEMBER_UPDATE" and event.d["user"]["id"] == me
    if is_own or event.t in ("INTERACTION_CREATE", "GUILD_DELETE"):
        return True
    if event.t.startswith("MESSAGE_"):
        return bool(intents & (GUILD_MESSAGES if event.guild_id else DIRECT_MESSAGES))
    if event.t.startswith("GUILD_BAN_"):
        return bool(intents & GUILD_MODERATION)
    if event.t.startswith("GUILD_MEMBER_"):
        return bool(intents & GUILD_MEMBERS)
    if event.t == "CHANNEL_PINS_UPDATE" and event.guild_id is None:
        return bool(intents & DIRECT_MESSAGES)
    return bool(intents & GUILDS) and event.t.startswith(("GUILD_", "CHANNEL_", "THREAD_"))


class GatewaySession:
    """The numbered events of one shard, which a client can resume."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        """By which a client resumes the session."""
        self.shard, self.intents = shard, intents
        self.seq = 0
        """Number of the last event."""
        self.sent_events: deque[Json] = deque(maxlen=MAX_REPLAY_EVENTS)
        """The latest ones, for a client that resumes."""
        self.connection: GatewayConnection | None = None
        """None: no client is connected."""

    def covers_guild(self, guild_id: str | None) -> bool:
        """Return whether this shard serves the guild (or, for None, direct messages)."""
        number, count = self.shard
        return (int(guild_id) >> 22) % count == number if guild_id is not None else number == 0

    def dispatch_event(self, t: str, d: Json) -> None:
        """Number an event, store it for a resume, and send it if a client is connected."""
        self.seq += 1
        message = {"op": DISPATCH, "s": self.seq, "t": t, "d": d}
        self.sent_events.append(message)
        if self.connection is not None:
            self.connection.queue_message(message)


class GatewayConnection:
    """One WebSocket with its outgoing queue and compression stream."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None) -> None:
        self.socket = socket
        self._compress = _build_compressor(compress)
        """Packs one message; None: messages are sent as text."""
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        """Messages that are not sent yet."""

    def queue_message(self, message: Json) -> None:
        """Queue a message. It is sent as it is now, because stored objects never change in place."""
        self._queue.put_nowait(message)

    async def send_queued(self) -> None:
        """Send queued messages in order, until cancelled."""
        with contextlib.suppress(ConnectionError):
            while True:
                data = msgspec.json.encode(await self._queue.get())
                if self._compress is None:
                    await self.socket.send_str(data.decode())
                else:
                    await self.socket.send_bytes(self._compress(data))


class Gateway:
    """All gateway sessions of the bot, and delivery faults on demand."""

    def __init__(self, world: World, token: str | None = None) -> None:
        self._world = world
        self._token = token
        self._sessions: dict[str, GatewaySession] = {}  # by id
        self._held_interactions: list[GatewayEvent] | None = None  # None: interactions are delivered at once
        self._duplicates_left = 0  # number of coming interactions that are delivered twice
        self.duplicated_ids: set[str] = set()  # ids of interactions that were delivered twice
        self.recommended_shards = 1  # recommended by GET /gateway/bot
        self.session_starts = (999, 14_400_000)  # starts left today, milliseconds until the next day
        self.max_concurrency = 1  # sessions that may be opened in five seconds, as GET /gateway/bot says
        self.identifies: list[tuple[int, float]] = []  # shard and time (monotonic seconds) of each opened session
        self.resume_count = 0  # how often a client has resumed
        world.add_listener(self._on_event)

    # -- faults on demand ----------------------------------------------------------------------------------------------

    @property
    def identify_count(self) -> int:
        """How often a client has identified."""
        return len(self.identifies)

    @property
    def is_connected(self) -> bool:
        """Whether any client is connected and identified."""
        return any(session.connection is not None for session in self._sessions.values())

    def list_connected_shards(self) -> list[tuple[int, int]]:
        """Return (shard, number of shards) of each session that a client is connected to."""
        return [session.shard for session in self._sessions.values() if session.connection is not None]

    async def drop_connections(self, code: int = 4000) -> None:
        """Close all connections with this code (4000: the client resumes). Sessions stay."""
        for session in self._sessions.values():
            if session.connection is not None:
                connection, session.connection = session.connection, None
                await connection.socket.close(code=code)

    def request_reconnect(self) -> None:
        """Ask all clients to reconnect and resume (opcode 7)."""
        self._send_to_all({"op": RECONNECT, "d": None})

    def invalidate_sessions(self) -> None:
        """Drop all sessions and notify clients (opcode 9), which have to identify again."""
        self._send_to_all({"op": INVALID_SESSION, "d": False})
        self._sessions.clear()

    def _send_to_all(self, message: Json) -> None:
        for session in self._sessions.values():
            if session.connection is not None:
                session.connection.queue_message(message)

    def duplicate_interactions(self, times: int = 1) -> None:
        """Deliver each of the next interactions twice."""
        self._duplicates_left += times

    def hold_interactions(self) -> None:
        """Hold back interactions from now on, until `release_interactions` delivers them."""
        self._held_interactions = self._held_interactions or []

    def release_interactions(self, *, is_reversed: bool = False) -> int:
        """Deliver the held interactions. is_reversed: in reverse order. Return their number."""
        events, self._held_interactions = self._held_interactions or [], None
        for event in reversed(events) if is_reversed else events:
            self._on_event(event)
        return len(events)

    # -- delivery ------------------------------------------------------------------------------------------------------

    def _on_event(self, event: GatewayEvent) -> None:
        copies = 1
        if event.t == "INTERACTION_CREATE":
            if self._held_interactions is not None:
                self._held_interactions.append(event)
                return
            if self._duplicates_left:
                self._duplicates_left -= 1
                copies = 2
                self.duplicated_ids.add(event.d["id"])
        if not self._sessions or not self._world.receives_event(self._world.me["id"], event):
            return
        # GUILD_DELETE and thread membership go to the bot only, but their guild still determines the shard.
        guild_id = event.guild_id or event.d.get("guild_id")
        for session in self._sessions.values():
            if session.covers_guild(guild_id) and includes_event(event, session.intents, self._world.me["id"]):
                for _ in range(copies):
                    session.dispatch_event(event.t, event.d)

    async def serve_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Handle the WebSocket endpoint."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = GatewayConnection(socket, request.query.get("compress"))
        connection.queue_message({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        writer = asyncio.create_task(connection.send_queued())
        session: GatewaySession | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                row = msgspec.json.decode(message.data)
                if row["op"] == HEARTBEAT:
                    asyncio.get_running_loop().call_later(
                        ACK_DELAY_SECONDS, connection.queue_message, {"op": HEARTBEAT_ACK}
                    )
                elif row["op"] == IDENTIFY:
                    session = await self._start_session(connection, row["d"])
                elif row["op"] == RESUME:
                    session = await self._resume_session(connection, row["d"])
                elif row["op"] == REQUEST_GUILD_MEMBERS and session is not None:
                    self._send_members(session, row["d"])
        finally:
            writer.cancel()
            if session is not None and session.connection is connection:
                session.connection = None
        return socket

    async def _start_session(self, connection: GatewayConnection, data: Json) -> GatewaySession | None:
        if not await self._check_token(connection, data):
            return None
        number, count = data.get("shard") or (0, 1)
        # A client that identifies again has abandoned its old session.
        abandoned_ids = [s.id for s in self._sessions.values() if s.connection is None and s.shard == (number, count)]
        for session_id in abandoned_ids:
            del self._sessions[session_id]
        session = GatewaySession((number, count), data["intents"])
        self._sessions[session.id] = session
        session.connection = connection
        self.identifies.append((number, time.monotonic()))
        world = self._world
        guild_ids = [
            guild for guild in world.guilds if (guild, world.me["id"]) in world.members and session.covers_guild(guild)
        ]
        session.dispatch_event("READY", {
            "v": 10, "user": {**world.me, "verified": True, "mfa_enabled": False, "email": None, "flags": 0},
            "session_id": session.id,
            "guilds": [{"id": guild, "unavailable": True} for guild in guild_ids], "session_type": "normal",
            "shard": [number, count],
            "resume_gateway_url": f"{world.base_url.replace('http', 'ws', 1)}/gateway", "private_channels": [],
            "relationships": [],
            "application": {"id": world.application["id"], "flags": world.application["flags"]}, "presences": [],
            "user_settings": {},
        })  # fmt: skip
        for guild in guild_ids:
            session.dispatch_event("GUILD_CREATE", world.build_guild_snapshot(guild))
        return session

    async def _check_token(self, connection: GatewayConnection, data: Json) -> bool:
        """Return whether the client has sent the bot's token; if not, close the connection."""
        token = data.get("token")
        if token and self._token in (None, token):
            return True
        await connection.socket.close(code=4004, message=b"Authentication failed.")
        return False

    async def _resume_session(self, connection: GatewayConnection, data: Json) -> GatewaySession | None:
        if not await self._check_token(connection, data):
            return None
        session = self._sessions.get(data.get("session_id", ""))
        missed_events = (
            [row for row in session.sent_events if row["s"] > (data.get("seq") or 0)] if session is not None else []
        )
        if session is None or len(missed_events) < session.seq - (data.get("seq") or 0):
            connection.queue_message({"op": INVALID_SESSION, "d": False})
            return None
        session.connection = connection
        self.resume_count += 1
        for row in missed_events:
            connection.queue_message(row)
        session.dispatch_event("RESUMED", {})
        return session

    def _send_members(self, session: GatewaySession, data: Json) -> None:
        ids = data.get("user_ids") or []
        wanted_ids = {str(user_id) for user_id in (ids if isinstance(ids, list) else [ids])}
        members = [
            member for (guild_id, user_id), member in self._world.members.items()
            if guild_id == str(data["guild_id"]) and (not wanted_ids or user_id in wanted_ids)
        ]  # fmt: skip
        found_ids = {row["user"]["id"] for row in members}
        session.dispatch_event("GUILD_MEMBERS_CHUNK", {
            "guild_id": str(data["guild_id"]), "members": members, "chunk_index": 0, "chunk_count": 1,
            "not_found": sorted(wanted_ids - found_ids),
            "nonce": data.get("nonce"),
        })  # fmt: skip
