"""The gateway: one WebSocket per shard, sessions that can be resumed, events as the intents allow, and faults of
delivery on demand.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.standin.model.errors import Json
from bot.standin.model.events import Event
from bot.standin.model.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
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
ACK_AFTER = 0.02
"""Seconds until a heartbeat is answered. discord.py notes when it was sent only after it was: an answer sooner than
that is reckoned from the heartbeat before, and each is reported as 41 seconds late."""
REPLAY = 2_000
"""Events that a session keeps for a resume."""


def _compressor(name: str | None) -> Callable[[bytes], bytes] | None:
    """A function that adds one message to the connection's compressed stream; None: send text frames, which clients
    also take.
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


def wanted(event: Event, intents: int) -> bool:
    """Do these intents include the event? Interactions and what concerns the bot alone always are."""
    if event.t in ("INTERACTION_CREATE", "GUILD_DELETE"):
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


class Session:
    """What a resume brings back: the sequence of events of one shard."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard, self.intents = shard, intents
        self.seq = 0
        self.log: deque[Json] = deque(maxlen=REPLAY)
        self.connection: Connection | None = None

    def covers(self, guild_id: str | None) -> bool:
        """Does this shard carry the guild (or, for None, direct messages)?"""
        number, count = self.shard
        return (int(guild_id) >> 22) % count == number if guild_id is not None else number == 0

    def dispatch(self, t: str, d: Json) -> None:
        """Number an event, keep it, and send it if somebody is connected."""
        self.seq += 1
        message = {"op": DISPATCH, "s": self.seq, "t": t, "d": d}
        self.log.append(message)
        if self.connection is not None:
            self.connection.send(message)


class Connection:
    """One WebSocket with its outgoing queue and compression stream."""

    def __init__(self, socket: web.WebSocketResponse, compress: str | None) -> None:
        self.socket = socket
        self._compress = _compressor(compress)
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, message: Json) -> None:
        """Send soon, in order. What it is at this moment is what will be sent: stored objects never change in place."""
        self._queue.put_nowait(message)

    async def write(self) -> None:
        """Send what is queued, for ever."""
        with contextlib.suppress(ConnectionError):
            while True:
                data = msgspec.json.encode(await self._queue.get())
                if self._compress is None:
                    await self.socket.send_str(data.decode())
                else:
                    await self.socket.send_bytes(self._compress(data))


class Gateway:
    """All sessions of the bot, and what can go wrong on the way to it."""

    def __init__(self, world: World, token: str | None = None) -> None:
        self._world = world
        self._token = token
        self._sessions: dict[str, Session] = {}
        self._held: list[Event] | None = None
        self._duplicates = 0
        self.doubled: set[str] = set()  # ids of interactions that were delivered twice
        self.shards = 1  # what GET /gateway/bot recommends
        self.identified = 0  # how often a client has identified
        self.resumed = 0  # how often a client has resumed
        world.listen(self._hear)

    # -- faults on demand ----------------------------------------------------------------------------------------------

    @property
    def connected(self) -> bool:
        """Is any client connected and identified?"""
        return any(session.connection is not None for session in self._sessions.values())

    async def drop(self, code: int = 4000) -> None:
        """Close all connections with this code (4000: the client resumes). Sessions stay."""
        for session in self._sessions.values():
            if session.connection is not None:
                connection, session.connection = session.connection, None
                await connection.socket.close(code=code)

    def ask_to_reconnect(self) -> None:
        """Ask all clients to reconnect and resume (opcode 7)."""
        self._tell_all({"op": RECONNECT, "d": None})

    def invalidate(self) -> None:
        """Forget all sessions and say so (opcode 9): clients have to identify again."""
        self._tell_all({"op": INVALID, "d": False})
        self._sessions.clear()

    def _tell_all(self, message: Json) -> None:
        for session in self._sessions.values():
            if session.connection is not None:
                session.connection.send(message)

    def duplicate_interactions(self, times: int = 1) -> None:
        """Deliver each of the next interactions twice."""
        self._duplicates += times

    def hold_interactions(self) -> None:
        """Keep interactions back from now on; `release_interactions` delivers them."""
        self._held = self._held or []

    def release_interactions(self, *, reverse: bool = False) -> int:
        """Deliver what was held, on demand in the opposite order. Returns how many."""
        held, self._held = self._held or [], None
        for event in reversed(held) if reverse else held:
            self._hear(event)
        return len(held)

    # -- delivery ------------------------------------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        copies = 1
        if event.t == "INTERACTION_CREATE":
            if self._held is not None:
                self._held.append(event)
                return
            if self._duplicates:
                self._duplicates -= 1
                copies = 2
                self.doubled.add(event.d["id"])
        if not self._sessions or not self._world.hears(self._world.me["id"], event):
            return
        # GUILD_DELETE and thread membership reach the bot alone, but their guild decides the shard all the same.
        guild_id = event.guild_id or event.d.get("guild_id")
        for session in self._sessions.values():
            if session.covers(guild_id) and wanted(event, session.intents):
                for _ in range(copies):
                    session.dispatch(event.t, event.d)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """The WebSocket endpoint."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request.query.get("compress"))
        connection.send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        writer = asyncio.create_task(connection.write())
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                row = msgspec.json.decode(message.data)
                if row["op"] == HEARTBEAT:
                    asyncio.get_running_loop().call_later(ACK_AFTER, connection.send, {"op": ACK})
                elif row["op"] == IDENTIFY:
                    session = await self._identify(connection, row["d"])
                elif row["op"] == RESUME:
                    session = await self._resume(connection, row["d"])
                elif row["op"] == MEMBERS and session is not None:
                    self._send_members(session, row["d"])
        finally:
            writer.cancel()
            if session is not None and session.connection is connection:
                session.connection = None
        return socket

    async def _identify(self, connection: Connection, data: Json) -> Session | None:
        if not await self._authenticated(connection, data):
            return None
        number, count = data.get("shard") or (0, 1)
        # A client that identifies anew has given its old session up.
        gone = [s.id for s in self._sessions.values() if s.connection is None and s.shard == (number, count)]
        for session_id in gone:
            del self._sessions[session_id]
        session = Session((number, count), data["intents"])
        self._sessions[session.id] = session
        session.connection = connection
        self.identified += 1
        world = self._world
        mine = [guild for guild in world.guilds if (guild, world.me["id"]) in world.members and session.covers(guild)]
        session.dispatch("READY", {
            "v": 10, "user": {**world.me, "verified": True, "mfa_enabled": False, "email": None, "flags": 0},
            "session_id": session.id,
            "guilds": [{"id": guild, "unavailable": True} for guild in mine], "session_type": "normal",
            "shard": [number, count],
            "resume_gateway_url": f"{world.base.replace('http', 'ws', 1)}/gateway", "private_channels": [],
            "relationships": [],
            "application": {"id": world.application["id"], "flags": world.application["flags"]}, "presences": [],
            "user_settings": {},
        })  # fmt: skip
        for guild in mine:
            session.dispatch("GUILD_CREATE", world.guild_snapshot(guild))
        return session

    async def _authenticated(self, connection: Connection, data: Json) -> bool:
        """Whether the client has said the bot's token; else the connection is closed."""
        given = data.get("token")
        if given and self._token in (None, given):
            return True
        await connection.socket.close(code=4004, message=b"Authentication failed.")
        return False

    async def _resume(self, connection: Connection, data: Json) -> Session | None:
        if not await self._authenticated(connection, data):
            return None
        session = self._sessions.get(data.get("session_id", ""))
        missed = [row for row in session.log if row["s"] > (data.get("seq") or 0)] if session is not None else []
        if session is None or len(missed) < session.seq - (data.get("seq") or 0):
            connection.send({"op": INVALID, "d": False})
            return None
        session.connection = connection
        self.resumed += 1
        for row in missed:
            connection.send(row)
        session.dispatch("RESUMED", {})
        return session

    def _send_members(self, session: Session, data: Json) -> None:
        ids = data.get("user_ids") or []
        wanted_ids = {str(user_id) for user_id in (ids if isinstance(ids, list) else [ids])}
        rows = [
            member for (guild_id, user_id), member in self._world.members.items()
            if guild_id == str(data["guild_id"]) and (not wanted_ids or user_id in wanted_ids)
        ]  # fmt: skip
        found = {row["user"]["id"] for row in rows}
        session.dispatch("GUILD_MEMBERS_CHUNK", {
            "guild_id": str(data["guild_id"]), "members": rows, "chunk_index": 0, "chunk_count": 1,
            "not_found": sorted(wanted_ids - found),
            "nonce": data.get("nonce"),
        })  # fmt: skip
