"""Requests of a check: paced, stopped by the first sign that going on would harm, and undone in the end."""

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import discord
import msgspec
from discord.http import Route

from bot.discord_ui.interaction.errors import read_retry_after

from .files import build_file
from .probe import HttpRequest, Json, Outcome, fill_names, read_path

SECONDS_BETWEEN = 0.5
"""Least time between the beginnings of two requests."""


class RequestPace:
    """Spaces out requests. clock: monotonic seconds; sleep: waits for a number of seconds."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._clock, self.sleep = clock, sleep
        self._lock = asyncio.Lock()
        """Held by the request that waits for its turn; the others queue behind it."""
        self._next_at = clock()
        """When the next request may begin, by the clock."""

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


MAX_WAITS = 8
"""Maximum number of repetitions of a request because Discord asks to wait."""
TOKEN_ROUTES = ("/webhooks/", "/interactions/")
"""Routes with a token of their own: 401 there says nothing about the bot's token."""
_CREATING_PATHS = re.compile(r"/channels/\d+/(messages|threads)|/applications/\d+/(emojis|guilds/\d+/commands)")


class CheckStopped(Exception):
    """The check must not continue: the message says why."""


class Answer(NamedTuple):
    """An answer of Discord."""

    status: int
    """Of HTTP; only 200 to 299 count as accepted."""
    body: Any
    """Decoded JSON; None if the answer had no content."""
    headers: Mapping[str, str]
    """As sent, found regardless of upper and lower case."""

    @property
    def is_accepted(self) -> bool:
        return 200 <= self.status < 300

    @property
    def code(self) -> int | None:
        """Discord's code of a refusal."""
        return self.body.get("code") if isinstance(self.body, dict) and not self.is_accepted else None

    def build_outcome(self, fields: Json) -> Outcome:
        return Outcome(status=self.status, code=self.code, fields=fields)


class Connection:
    """Discord's HTTP API for a check. names: ids by the names that requests use."""

    def __init__(self, session: aiohttp.ClientSession, token: str, pace: RequestPace) -> None:
        """session: must keep the pace (`RequestPace.build_trace`)."""
        self._session, self._pace = session, pace
        self._headers = {"Authorization": f"Bot {token}", "User-Agent": f"DiscordBot (teban, {discord.__version__})"}
        """Sent with every request."""
        self.names: dict[str, str] = {}
        self.request_count = 0
        """Number of requests sent so far, repeated ones included."""
        self._created_paths: list[str] = []  # of what this check created, oldest first
        self._kept_paths: list[str] = []  # the same, of what stays until the end of the check

    async def send(self, request: HttpRequest) -> Answer:
        """Send a request as often as it says; return the last answer or the first refusal. Raises CheckStopped."""
        if request.pause:
            await self._pace.sleep(request.pause)
        for _ in range(request.times):
            answer = await self._send_patiently(request)
            if not answer.is_accepted:
                break
        return answer

    async def _send_patiently(self, request: HttpRequest) -> Answer:
        """Send a request, again while it comes too soon. A refusal with a code of its own (30046) is an answer."""
        for _ in range(MAX_WAITS):
            answer = await self._send_once(request)
            if answer.status != 429 or answer.code:
                break
            await self._pace.sleep(read_retry_after(answer.headers))
        return answer

    async def _send_once(self, request: HttpRequest) -> Answer:
        path = fill_names(request.path, self.names)
        self.request_count += 1
        try:
            async with self._session.request(
                request.method, f"{Route.BASE}{path}", allow_redirects=False, **self._build_arguments(request)
            ) as response:
                content = await response.read()
        except (aiohttp.ClientError, TimeoutError) as error:
            raise CheckStopped(f"no connection to Discord: {error or type(error).__name__}") from error
        if content and response.content_type != "application/json":
            raise CheckStopped(
                f"something in front of Discord answered HTTP {response.status} ({response.content_type}): a proxy,"
                " a captive portal or Discord's protection. Wait an hour, then run the check again."
            )
        if response.status == 401 and not path.startswith(TOKEN_ROUTES):
            raise CheckStopped("Discord does not accept DISCORD_TOKEN (HTTP 401). Correct it, then run it again.")
        answer = Answer(response.status, msgspec.json.decode(content) if content else None, response.headers)
        self._record_things(request, path, answer)
        return answer

    def _build_arguments(self, request: HttpRequest) -> dict[str, Any]:
        """Return headers and body as aiohttp takes them."""
        if request.payload is None:
            return {"headers": self._headers}
        payload = fill_names(request.payload, self.names)
        content = json.dumps(payload, ensure_ascii=request.is_escaped, separators=(",", ":")).encode()
        if not request.files:
            return {"headers": {**self._headers, "Content-Type": "application/json"}, "data": content}
        form = aiohttp.FormData()
        form.add_field("payload_json", content.decode(), content_type="application/json")
        for index, name in enumerate(request.files):
            form.add_field(f"files[{index}]", build_file(name), filename=name, content_type="application/octet-stream")
        return {"headers": self._headers, "data": form}

    def _record_things(self, request: HttpRequest, path: str, answer: Answer) -> None:
        """Remember what a request created, so that it is deleted, and its id; forget what it deleted."""
        if request.method == "DELETE" and answer.status in (204, 200, 404):
            for paths in (self._created_paths, self._kept_paths):
                if path in paths:
                    paths.remove(path)
        if request.method != "POST" or not answer.is_accepted or not isinstance(answer.body, dict):
            return
        for name, where in request.saves.items():
            if (value := read_path(answer.body, where)) is not None:
                self.names[name] = value
            else:
                self.names.pop(name, None)
        if _CREATING_PATHS.fullmatch(path):
            is_thread = path.endswith("/threads")
            created_path = f"/channels/{answer.body['id']}" if is_thread else f"{path}/{answer.body['id']}"
            paths = self._kept_paths if request.is_kept else self._created_paths
            if created_path not in paths:
                paths.append(created_path)

    async def pause(self, seconds: float) -> None:
        """Send nothing for some seconds."""
        await self._pace.sleep(seconds)

    async def delete_created(self, *, includes_kept: bool = False) -> list[str]:
        """Delete what the probes created, the newest first. Return the paths of what Discord did not let it delete.

        includes_kept: also what was to stay.
        """
        left = []
        for paths in (self._created_paths, self._kept_paths) if includes_kept else (self._created_paths,):
            for path in reversed(paths.copy()):
                answer = await self.send(HttpRequest(method="DELETE", path=path))
                if not answer.is_accepted and answer.status != 404:
                    left.append(path)
            paths.clear()
        return left
