"""The stand-in as one aiohttp application: the API below /api/v10, the gateway, the CDN."""

from __future__ import annotations

import asyncio
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from aiohttp import BodyPartReader, web
from yarl import URL

from bot.standin.model.errors import ApiError, InvalidForm, Json, Problem, Refusal, Violation
from bot.standin.model.files import Upload
from bot.standin.model.world import World
from bot.standin.server import rest_app, rest_channels, validation
from bot.standin.server.faults import Fault, Faults, RateLimits, wait
from bot.standin.server.gateway import Gateway
from bot.standin.server.routing import Call, Handler

MAX_BODY = 105 * 1024 * 1024
SETTLE_TICKS = 24
"""Turns of the event loop that a client in this process gets to take in an answer before a test goes on (it stores
views after the answer).
"""
_FILE_PART = re.compile(r"files\[(\d+)\]")


class StandIn:
    """A world behind an address. `await start()`, point the client at `base_url`, and `await stop()` in the end (or use
    `async with`).

    validate: check every payload (always in tests); needs the extra of that name.
    settle: how many seconds a person takes, at least, before acting on an answer. 0 suits a bot in this process; give a
        bot in another process a few milliseconds.
    token: the bot's, without which its API answers nothing; None: any token will do.

    `app` may get further routes before `start` (the playground's).
    """

    def __init__(
        self, world: World | None = None, *, validate: bool = True, settle: float = 0.0,
        rate_limits: Mapping[tuple[str, str], tuple[int, float]] | None = None, token: str | None = None,
    ) -> None:  # fmt: skip
        if validate and (lacking := validation.missing()):
            raise validation.NothingToCheckWith(lacking)
        self.world = world or World()
        self.validate, self.settle = validate, settle
        self.faults = Faults()
        self.rate_limits = RateLimits(self.world.clock, rate_limits)
        self._authorization = None if token is None else f"Bot {token}"
        self.gateway = Gateway(self.world, token)
        self.requests = 0
        self.app = web.Application(client_max_size=MAX_BODY)
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self._coming: asyncio.Task[None] | None = None
        for table in (rest_channels.routes.table, rest_app.routes.table):
            for (method, template), handler in sorted(
                table.items(), key=lambda item: "{" in item[0][1].rsplit("/", 1)[1]
            ):
                self.app.router.add_route(method, f"/api/v10{template}", self._endpoint(template, handler))
        self.app.router.add_get("/api/v10/gateway/bot", self._endpoint("/gateway/bot", self._gateway_bot))
        self.app.router.add_get("/gateway", self.gateway.serve)
        self.app.router.add_get("/cdn/attachments/{channel_id}/{attachment_id}/{filename}", self._attachment)
        self.app.router.add_get("/cdn/emojis/{emoji_id}.png", self._emoji)
        self.app.router.add_get("/cdn/embed/avatars/{number}.png", self._avatar)
        self.app.router.add_route("*", "/api/{rest:.*}", self._unknown)

    @property
    def base_url(self) -> str:
        """Where it listens, e.g. "http://127.0.0.1:8080"."""
        return self.world.base

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> str:
        """Listen (port 0: any free one) and return the address."""
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        self._site = web.TCPSite(self._runner, host, port)
        await self._site.start()
        name = "127.0.0.1" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
        self.world.base = f"http://{name}:{self._runner.addresses[0][1]}"
        return self.base_url

    async def go_away(self) -> None:
        """As if Discord were gone: nothing listens, every connection breaks without a goodbye. The world stays."""
        assert self._runner is not None and self._runner.server is not None
        if self._coming is not None:
            await asyncio.shield(self._coming)
        if self._site is not None:
            await self._site.stop()
            self._site = None
        for connection in self._runner.server.connections:
            if connection.transport is not None:
                connection.transport.abort()

    async def come_back(self) -> None:
        """Listen again at the same address, also where whoever waits for it is cancelled."""
        if self._coming is None and self._site is None:
            self._coming = asyncio.create_task(self._listen_again(), name="come back")
        if self._coming is not None:
            await asyncio.shield(self._coming)

    async def _listen_again(self) -> None:
        address = URL(self.base_url)
        assert self._runner is not None and address.host is not None
        try:
            site = web.TCPSite(self._runner, address.host, address.port)
            await site.start()
            self._site = site
        finally:
            self._coming = None

    async def stop(self) -> None:
        """Close everything."""
        if self._runner is not None:
            await self.gateway.drop(1001)
            await self._runner.cleanup()
            self._runner = self._site = None

    async def __aenter__(self) -> StandIn:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # -- the API -------------------------------------------------------------------------------------------------------

    def _endpoint(self, template: str, handler: Handler) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.StreamResponse:
            try:
                return await answer(request)
            except ConnectionError:  # whoever asked is gone
                return _cut(request)

        async def answer(request: web.Request) -> web.StreamResponse:
            self.requests += 1
            path = request.path.removeprefix("/api/v10")
            fault = self.faults.take(request.method, path)
            await wait(fault)
            if fault is not None and fault.kind == "cut":
                return _cut(request)
            params = dict(request.match_info)
            headers, empty_for = self.rate_limits.spend(
                request.method,
                template,
                params.get("channel_id") or params.get("webhook_token") or params.get("guild_id") or "",
            )
            if fault is not None and fault.kind == "error":
                return self._refused(request, fault)
            if (everywhere := self.rate_limits.spend_everywhere(template)) is not None:
                limited = Faults().rate_limit("*", "*", retry_after=round(everywhere, 3))
                limited.body["global"] = True
                limited.headers = {**limited.headers, "X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
                return self._refused(request, limited)
            if empty_for is not None:
                limited = Faults().rate_limit("*", "*", retry_after=round(empty_for, 3))
                limited.headers = {**limited.headers, **headers}
                return self._refused(request, limited)
            call = Call(self.world, request.method, template, params, request.query, None, {}, self.validate)
            try:
                if not self._authorized(template, request.headers.get("Authorization")):
                    raise ApiError(401, 0, "401: Unauthorized")
                call.payload, call.uploads = await _body(request)
                call.check_schema()
                body, status = handler(call), 200
            except ApiError as error:
                body, status = error.body(), error.status
                self._note(call, path, error)
            if fault is not None and fault.kind == "lose":
                if call.then is not None:
                    call.then()
                return _cut(request)
            response = _json(body, status, headers)
            try:
                await response.prepare(request)
                await response.write_eof()
            finally:  # also where the connection broke meanwhile: what was done stays done
                if call.then is not None:
                    _after(self.settle, call.then)
            return response

        return serve

    def _authorized(self, template: str, given: str | None) -> bool:
        """Interactions carry a token of their own in the path, which only the bot is told."""
        if "{webhook_token}" in template or "{interaction_token}" in template:
            return True
        return bool(given) if self._authorization is None else given == self._authorization

    def _note(self, call: Call, path: str, error: ApiError) -> None:
        self.world.refusals.append(Refusal(call.method, path, error.status, error.code, error.message))
        if isinstance(error, InvalidForm):
            self.world.violations += [Violation(call.method, path, problem, call.payload) for problem in error.problems]

    def _refused(self, request: web.Request, fault: Fault) -> web.Response:
        return _json(fault.body, fault.status, fault.headers)

    def _gateway_bot(self, call: Call) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {
            "url": f"{self.world.base.replace('http', 'ws', 1)}/gateway",
            "shards": self.gateway.shards,
            "session_start_limit": limit,
        }

    async def _unknown(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        problem = Problem((), "UNKNOWN_ROUTE", "Discord (or the stand-in) has no such route")
        self.world.violations.append(Violation(request.method, path, problem, None))
        return _json({"message": "404: Not Found", "code": 0}, 404, {})

    # -- the CDN -------------------------------------------------------------------------------------------------------

    async def _attachment(self, request: web.Request) -> web.Response:
        content = self.world.files.read(request.match_info["attachment_id"])
        if content is None:
            raise web.HTTPNotFound(text="This content is no longer available.")
        kind = "image/png" if content.startswith(b"\x89PNG") else "application/octet-stream"
        return web.Response(body=content, content_type=kind, headers={"Cache-Control": "max-age=31536000"})

    async def _emoji(self, request: web.Request) -> web.Response:
        content = self.world.emoji.picture(request.match_info["emoji_id"])
        if content is None:
            raise web.HTTPNotFound(text="There is no such emoji.")
        return web.Response(body=content, content_type="image/png", headers={"Cache-Control": "max-age=31536000"})

    async def _avatar(self, request: web.Request) -> web.Response:
        shades = (0x5B6EE1, 0x747F8D, 0x3B9E6B, 0xC98A2B, 0xC9483B, 0xA4489C)
        number = request.match_info["number"]
        shade = shades[(int(number) if number.isdigit() else 0) % len(shades)]
        return web.Response(body=_plain_png(64, shade), content_type="image/png")


def _after(seconds: float, callback: Callable[[], None], ticks: int = SETTLE_TICKS) -> None:
    """Call back after some turns of the loop, or after real seconds if they are given."""
    loop = asyncio.get_running_loop()
    if seconds > 0:
        loop.call_later(seconds, callback)
    elif ticks > 0:
        loop.call_soon(_after, 0.0, callback, ticks - 1)
    else:
        callback()


def _json(body: Any, status: int, headers: Mapping[str, str]) -> web.Response:
    """JSON with exactly the content type that clients compare with; 204 without a body."""
    if body is None:
        return web.Response(status=204, headers=headers)
    return web.Response(
        body=msgspec.json.encode(body), status=status, headers={**headers, "Content-Type": "application/json"}
    )


def _cut(request: web.Request) -> web.Response:
    """Close the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)


async def _body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """The JSON payload and the uploaded files by index."""
    if not request.can_read_body:
        return None, {}
    if not request.content_type.startswith("multipart/"):
        return _decoded(await request.read()), {}
    payload: Any = {}
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(400, 50035, "nested multipart bodies are not understood")
        content = bytes(await part.read())
        match = _FILE_PART.fullmatch(part.name or "")
        if part.name == "payload_json":
            payload = _decoded(content)
        elif match:
            uploads[int(match[1])] = Upload(part.filename or "file", content)
        else:
            raise InvalidForm([Problem((part.name or "",), "UNKNOWN_FIELD", "parts are payload_json and files[n]")])
    return payload, uploads


def _decoded(content: bytes) -> Any:
    try:
        return msgspec.json.decode(content) if content else None
    except msgspec.DecodeError as error:
        raise ApiError(400, 50109, f"The request body contains invalid JSON: {error}") from error


def _plain_png(side: int, colour: int) -> bytes:
    """A square of one colour (0xRRGGBB)."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    rows = (b"\0" + colour.to_bytes(3, "big") * side) * side
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
