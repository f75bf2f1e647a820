"""The fake Discord server as one aiohttp application: the API below /api/v10, the gateway and the CDN."""

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

from bot.fake_discord.model.errors import ApiError, InvalidBody, Json, PayloadProblem, RefusedRequest, Violation
from bot.fake_discord.model.uploads import Upload
from bot.fake_discord.model.world import World
from bot.fake_discord.server.faults import Fault, Faults, RateLimits, wait_out_delay
from bot.fake_discord.server.gateway import Gateway
from bot.fake_discord.server.routing import ApiRequest, Handler

from . import application_routes, channel_routes, schema_validation

MAX_BODY = 105 * 1024 * 1024
REPLY_TICKS = 24
"""Iterations of the event loop that a client in this process gets to handle a response before the test goes on
(discord.py stores views after the response).
"""
_CREATING = ("/threads", "/emojis", "/commands")
"""Ends of the routes that answer 201 when they create something, as the API description says."""
_FILE_PART = re.compile(r"files\[(\d+)\]")


class FakeDiscord:
    """HTTP server of a world. Call `await start()`, point the client at `base_url`, and call `await stop()` at the end
    (or use `async with`). Further routes may be added to `app` before `start`, as the playground does.
    """

    def __init__(
        self, world: World | None = None, *, is_strict: bool = True, reply_delay: float = 0.0,
        rate_limits: Mapping[tuple[str, str], tuple[int, float]] | None = None, token: str | None = None,
    ) -> None:  # fmt: skip
        """is_strict: check every payload (always in tests); needs the extra "validate".
        reply_delay: minimum seconds before a simulated user acts on an answer. 0 suits a bot in this process; a bot in
        another process needs a few milliseconds.
        token: the bot's token, which the API then requires; None: any token is accepted.
        """
        if is_strict and (requirement := schema_validation.find_missing_requirement()):
            raise schema_validation.ValidationUnavailable(requirement)
        self.world = world or World()
        self.is_strict, self.reply_delay = is_strict, reply_delay
        self.faults = Faults()
        self.rate_limits = RateLimits(self.world.clock, rate_limits)
        self._authorization = None if token is None else f"Bot {token}"
        """The header that the API requires; None: any."""
        self.gateway = Gateway(self.world, token)
        self.request_count = 0
        """Number of API requests so far."""
        self.app = web.Application(client_max_size=MAX_BODY)
        """The routes and their handlers."""
        self._runner: web.AppRunner | None = None
        """None before `start`."""
        self._site: web.TCPSite | None = None
        """The address that is listened on; None before `start` and during an outage."""
        self._restart_task: asyncio.Task[None] | None = None
        """Ends an outage."""
        for table in (channel_routes.routes.handlers, application_routes.routes.handlers):
            for (method, template), handler in sorted(
                table.items(), key=lambda item: "{" in item[0][1].rsplit("/", 1)[1]
            ):
                self.app.router.add_route(method, f"/api/v10{template}", self._build_endpoint(template, handler))
        self.app.router.add_get("/api/v10/gateway/bot", self._build_endpoint("/gateway/bot", self._get_gateway))
        self.app.router.add_get("/gateway", self.gateway.serve_websocket)
        self.app.router.add_get("/cdn/attachments/{channel_id}/{attachment_id}/{filename}", self._serve_attachment)
        self.app.router.add_get("/cdn/emojis/{emoji_id}.png", self._serve_emoji)
        self.app.router.add_get("/cdn/embed/avatars/{number}.png", self._serve_avatar)
        self.app.router.add_route("*", "/api/{rest:.*}", self._answer_unknown_route)

    @property
    def base_url(self) -> str:
        """Address of the server, e.g. "http://127.0.0.1:8080"."""
        return self.world.base_url

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> str:
        """Start listening (port 0: any free one) and return the address."""
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        self._site = web.TCPSite(self._runner, host, port)
        await self._site.start()
        name = "127.0.0.1" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
        self.world.base_url = f"http://{name}:{self._runner.addresses[0][1]}"
        return self.base_url

    async def go_offline(self) -> None:
        """Simulate an outage of Discord: stop listening and break every connection. The world stays."""
        assert self._runner is not None and self._runner.server is not None
        if self._restart_task is not None:
            await asyncio.shield(self._restart_task)
        if self._site is not None:
            await self._site.stop()
            self._site = None
        for connection in self._runner.server.connections:
            if connection.transport is not None:
                connection.transport.abort()

    async def go_online(self) -> None:
        """Listen again at the same address. The restart is completed even if the caller is cancelled."""
        if self._restart_task is None and self._site is None:
            self._restart_task = asyncio.create_task(self._listen_again(), name="come back")
        if self._restart_task is not None:
            await asyncio.shield(self._restart_task)

    async def _listen_again(self) -> None:
        address = URL(self.base_url)
        assert self._runner is not None and address.host is not None
        try:
            site = web.TCPSite(self._runner, address.host, address.port)
            await site.start()
            self._site = site
        finally:
            self._restart_task = None

    async def stop(self) -> None:
        """Close everything."""
        if self._runner is not None:
            await self.gateway.drop_connections(1001)
            await self._runner.cleanup()
            self._runner = self._site = None

    async def __aenter__(self) -> FakeDiscord:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # -- the API -------------------------------------------------------------------------------------------------------

    def _build_endpoint(self, template: str, handler: Handler) -> Callable[[web.Request], Any]:
        async def handle_request(request: web.Request) -> web.StreamResponse:
            try:
                return await answer_request(request)
            except ConnectionError:  # the client has disconnected
                return _cut_connection(request)

        async def answer_request(request: web.Request) -> web.StreamResponse:
            self.request_count += 1
            path = request.path.removeprefix("/api/v10")
            fault = self.faults.take_fault(request.method, path)
            await wait_out_delay(fault, lambda: request.transport is None or request.transport.is_closing())
            if fault is not None and fault.kind in ("cut", "hang"):
                return _cut_connection(request)
            params = dict(request.match_info)
            headers, bucket_wait = self.rate_limits.charge_request(
                request.method,
                template,
                params.get("channel_id") or params.get("webhook_token") or params.get("guild_id") or "",
            )
            if fault is not None and fault.kind == "error":
                return self._refuse(request, fault)
            if (global_wait := self.rate_limits.charge_global_request(template)) is not None:
                limited = Faults().rate_limit("*", "*", retry_after=round(global_wait, 3), is_global=True)
                return self._refuse(request, limited)
            if bucket_wait is not None:
                limited = Faults().rate_limit("*", "*", retry_after=round(bucket_wait, 3))
                limited.headers = {**limited.headers, **headers}
                return self._refuse(request, limited)
            api_request = ApiRequest(
                self.world, request.method, template, params, request.query, None, {}, self.is_strict
            )
            try:
                if not self._is_authorized(template, request.headers.get("Authorization")):
                    raise ApiError(401, 0, "401: Unauthorized")
                api_request.payload, api_request.uploads = await _read_body(request)
                api_request.check_schema()
                body = _present_messages(self.world, handler(api_request))
                status = 201 if request.method == "POST" and template.endswith(_CREATING) else 200
            except ApiError as error:
                body, status = error.build_body(), error.status
                headers = {**headers, **error.build_headers()}
                self._record_error(api_request, path, error)
            if fault is not None and fault.kind == "lose":
                if api_request.after_response is not None:
                    api_request.after_response()
                return _cut_connection(request)
            response = _build_response(body, status, headers)
            try:
                await response.prepare(request)
                await response.write_eof()
            finally:  # also if the connection broke: the request was executed
                if api_request.after_response is not None:
                    _call_after(self.reply_delay, api_request.after_response)
            return response

        return handle_request

    def _is_authorized(self, template: str, authorization: str | None) -> bool:
        """Return whether the request is authorized. Interaction routes have their own token in the path, which only the
        bot knows.
        """
        if "{webhook_token}" in template or "{interaction_token}" in template:
            return True
        return bool(authorization) if self._authorization is None else authorization == self._authorization

    def _record_error(self, request: ApiRequest, path: str, error: ApiError) -> None:
        self.world.refusals.append(RefusedRequest(request.method, path, error.status, error.code, error.message))
        if isinstance(error, InvalidBody):
            self.world.violations += [
                Violation(request.method, path, problem, request.payload) for problem in error.problems
            ]

    def _refuse(self, request: web.Request, fault: Fault) -> web.Response:
        if isinstance(fault.body, str):
            return web.Response(text=fault.body, status=fault.status, headers=fault.headers, content_type="text/html")
        return _build_response(fault.body, fault.status, fault.headers)

    def _get_gateway(self, request: ApiRequest) -> Json:
        left, reset_after = self.gateway.session_starts
        limit = {
            "total": 1000, "remaining": left, "reset_after": reset_after,
            "max_concurrency": self.gateway.max_concurrency,
        }  # fmt: skip
        return {
            "url": f"{self.world.base_url.replace('http', 'ws', 1)}/gateway",
            "shards": self.gateway.recommended_shards,
            "session_start_limit": limit,
        }

    async def _answer_unknown_route(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        problem = PayloadProblem((), "UNKNOWN_ROUTE", "Discord (or the fake Discord server) has no such route")
        self.world.violations.append(Violation(request.method, path, problem, None))
        return _build_response({"message": "404: Not Found", "code": 0}, 404, {})

    # -- the CDN -------------------------------------------------------------------------------------------------------

    async def _serve_attachment(self, request: web.Request) -> web.Response:
        content = self.world.files.read_file(request.match_info["attachment_id"])
        if content is None:
            raise web.HTTPNotFound(text="This content is no longer available.")
        kinds = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}
        kind = next((kind for start, kind in kinds.items() if content.startswith(start)), "application/octet-stream")
        return web.Response(body=content, content_type=kind, headers={"Cache-Control": "max-age=31536000"})

    async def _serve_emoji(self, request: web.Request) -> web.Response:
        content = self.world.emoji.read_picture(request.match_info["emoji_id"])
        if content is None:
            raise web.HTTPNotFound(text="There is no such emoji.")
        return web.Response(body=content, content_type="image/png", headers={"Cache-Control": "max-age=31536000"})

    async def _serve_avatar(self, request: web.Request) -> web.Response:
        shades = (0x5B6EE1, 0x747F8D, 0x3B9E6B, 0xC98A2B, 0xC9483B, 0xA4489C)
        number = request.match_info["number"]
        shade = shades[(int(number) if number.isdigit() else 0) % len(shades)]
        return web.Response(body=_build_plain_png(64, shade), content_type="image/png")


def _call_after(seconds: float, callback: Callable[[], None], ticks: int = REPLY_TICKS) -> None:
    """Call back after `seconds`, or if they are 0 after `ticks` iterations of the event loop."""
    loop = asyncio.get_running_loop()
    if seconds > 0:
        loop.call_later(seconds, callback)
    elif ticks > 0:
        loop.call_soon(_call_after, 0.0, callback, ticks - 1)
    else:
        callback()


def _build_response(body: Any, status: int, headers: Mapping[str, str]) -> web.Response:
    """Return a JSON response with exactly the content type that clients expect; 204 without a body."""
    if body is None:
        return web.Response(status=204, headers=headers)
    return web.Response(
        body=msgspec.json.encode(body), status=status, headers={**headers, "Content-Type": "application/json"}
    )


def _cut_connection(request: web.Request) -> web.Response:
    """Close the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)


def _present_messages(world: World, body: Json | list[Json] | None) -> Json | list[Json] | None:
    """Return a response body with its messages as the API shows them."""
    if isinstance(body, list):
        return [world.messages.present_message(row) if "attachments" in row else row for row in body]
    if body is not None and "attachments" in body:
        return world.messages.present_message(body)
    if body is not None and "message" in body.get("resource", {}):
        resource = {**body["resource"], "message": world.messages.present_message(body["resource"]["message"])}
        return {**body, "resource": resource}
    return body


async def _read_body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON payload and the uploaded files by index."""
    if not request.can_read_body:
        return None, {}
    if not request.content_type.startswith("multipart/"):
        return _decode_json(await request.read()), {}
    payload: Any = {}
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(400, 50035, "nested multipart bodies are not understood")
        content = bytes(await part.read())
        match = _FILE_PART.fullmatch(part.name or "")
        if part.name == "payload_json":
            payload = _decode_json(content)
        elif match:
            uploads[int(match[1])] = Upload(part.filename or "file", content)
        else:
            raise InvalidBody(
                [PayloadProblem((part.name or "",), "UNKNOWN_FIELD", "parts are payload_json and files[n]")]
            )
    return payload, uploads


def _decode_json(content: bytes) -> Any:
    try:
        return msgspec.json.decode(content) if content else None
    except msgspec.DecodeError as error:
        raise ApiError(400, 50109, f"The request body contains invalid JSON: {error}") from error


def _build_plain_png(side: int, colour: int) -> bytes:
    """Return a PNG of a square in one colour (0xRRGGBB)."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    rows = (b"\0" + colour.to_bytes(3, "big") * side) * side
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
