"""Routes of the playground: its page, and the page's JSON API for the world, messages, events,
interactions and users.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, hdrs, web
from aiohttp.typedefs import Handler

from bot.fake_discord.driver import FakeUser
from bot.fake_discord.model.errors import ApiError, ImpossibleAction, Json, NoAnswer
from bot.fake_discord.model.events import GatewayEvent
from bot.fake_discord.model.world import World
from render.kit import fonts

from . import page_data
from .request_bodies import InvalidRequest, parse_body, read_body

LOCALES = ("ja", "en-US")
MAX_NAME = 32
MAX_CONTENT = 2000
MAX_HOURS = 24 * 31

ListSamples = Callable[[World, str], Awaitable[list[Json]]]
"""Returns the games that offer a sample table to a person (id): {name, value}."""
OpenSample = Callable[[World, str, str], Awaitable[str]]
"""Opens a sample table of a game for a person (id) and returns the channel id."""


class Api:
    """Route handlers for one world."""

    def __init__(
        self, world: World, list_samples: ListSamples, open_sample: OpenSample, on_clock_moved: Callable[[int], None]
    ) -> None:
        """list_samples, open_sample: for the sample buttons of the first screen. on_clock_moved: called with the
        milliseconds by which the clock was moved forward.
        """
        self._world, self._on_clock_moved = world, on_clock_moved
        self._list_samples, self._open_sample = list_samples, open_sample
        self._pages: set[asyncio.Queue[Json]] = set()
        """One queue of events for each open page."""

    def register_routes(self, app: web.Application) -> None:
        """Register the routes under /api/."""
        app.middlewares.append(answer_refusals)
        app.router.add_get("/api/world", self.send_world)
        app.router.add_get("/api/channels/{id}/messages", self.list_messages)
        app.router.add_post("/api/channels/{id}/messages", self.post_message)
        app.router.add_post("/api/interact", self.start_interaction)
        app.router.add_post("/api/users", self.change_user)
        app.router.add_get("/api/samples", self.list_samples)
        app.router.add_post("/api/sample", self.open_sample)
        app.router.add_post("/api/clock", self.move_clock)
        app.router.add_get("/api/events", self.stream_events)

    async def send_world(self, _: web.Request) -> web.Response:
        """GET world: see `page_data.build_world`."""
        return web.json_response(page_data.build_world(self._world))

    async def list_messages(self, request: web.Request) -> web.Response:
        """GET channels/{id}/messages?as=USER: all messages that this person sees, oldest first."""
        person, channel_id = self._require_person(request.query), request.match_info["id"]
        self._require_visible(person, channel_id)
        return web.json_response(self._world.messages.list_visible(channel_id, person))

    async def post_message(self, request: web.Request) -> web.Response:
        """POST channels/{id}/messages {as, content}: post an ordinary message of a person."""
        body, channel_id = await read_body(request), request.match_info["id"]
        person = self._require_person(body)
        self._require_visible(person, channel_id)
        return web.json_response(
            FakeUser(self._world, person, channel_id).post_message(_require_text(body, "content", MAX_CONTENT))
        )

    async def start_interaction(self, request: web.Request) -> web.Response:
        """POST interact {as, channel_id, type, data, message_id?}: answers {ok, callback}, or {ok: false, error} after
        at most 3 s.
        """
        body = await read_body(request)
        person, channel_id = self._require_person(body), body.get("channel_id")
        self._require_visible(person, channel_id)
        if not isinstance(body.get("data"), dict) or not isinstance(body.get("type"), int):
            raise InvalidRequest(
                f"expected the type and data of an interaction, got {body.get('type')!r} and {body.get('data')!r}"
            )
        try:
            interaction = await self._world.interactions.complete_interaction(
                person, str(channel_id), body["type"], body["data"], message_id=body.get("message_id")
            )
        except (ImpossibleAction, NoAnswer) as error:
            return web.json_response({"ok": False, "error": str(error)})
        return web.json_response({"ok": True, "callback": interaction.callback})

    async def change_user(self, request: web.Request) -> web.Response:
        """POST users {as?, name?, locale?}: change a person's name or language; without `as`, add a person. Answers the
        user object.
        """
        body = await read_body(request)
        name = _require_text(body, "name", MAX_NAME) if "name" in body or "as" not in body else None
        locale = body.get("locale")
        if locale not in (None, *LOCALES):
            raise InvalidRequest(f"expected a locale of {', '.join(LOCALES)}, got {locale!r}")
        if body.get("as") is None:
            user = self._world.add_user(name or "", locale=locale or LOCALES[1])
            self._world.add_member(page_data.find_guild_id(self._world), user["id"])
        else:
            user = self._world.update_user(self._require_person(body), name=name, locale=locale)
            for page in self._pages:  # Discord sends no event for a change of language, but other tabs must know
                page.put_nowait(page_data.build_world_changed(self._world))
        return web.json_response(page_data.build_user(self._world, user["id"]))

    async def move_clock(self, request: web.Request) -> web.Response:
        """POST clock {hours}: move the playground's clock forward. Answers {ahead}, its total offset in seconds."""
        hours = (await read_body(request)).get("hours")
        if not isinstance(hours, int) or isinstance(hours, bool) or not 1 <= hours <= MAX_HOURS:
            raise InvalidRequest(f"expected hours of 1 to {MAX_HOURS}, got {hours!r}")
        self._world.clock.advance(hours * 3600)
        self._on_clock_moved(hours * 3_600_000)
        for page in self._pages:
            page.put_nowait(page_data.build_world_changed(self._world))
        return web.json_response({"ahead": self._world.clock.offset})

    async def list_samples(self, request: web.Request) -> web.Response:
        """GET samples?as=USER: games with a sample table, [{name, value}]; empty before the bot has connected."""
        return web.json_response(await self._list_samples(self._world, self._require_person(request.query)))

    async def open_sample(self, request: web.Request) -> web.Response:
        """POST sample {as, game}: open the game's sample table. Answers its {channel_id}."""
        body = await read_body(request)
        person = self._require_person(body)
        try:
            channel_id = await self._open_sample(self._world, person, str(body.get("game", "")))
        except (ImpossibleAction, NoAnswer, TimeoutError) as error:
            raise InvalidRequest(str(error)) from error
        return web.json_response({"channel_id": channel_id})

    async def stream_events(self, request: web.Request) -> web.WebSocketResponse:
        """WebSocket events: send {t, d, to} for public events, and for private events of the people whom this page
        plays.

        The page sends {as: USER} for each of them and receives `page_data.LISTENING` in return. From then on it also
        gets their private answers and direct messages.
        """
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        queue: asyncio.Queue[Json] = asyncio.Queue()
        played_people: set[str] = set()

        def on_event(gateway_event: GatewayEvent) -> None:
            if (event := page_data.build_event(self._world, gateway_event, played_people)) is not None:
                queue.put_nowait(event)

        stop = self._world.add_listener(on_event)
        self._pages.add(queue)
        sender = asyncio.create_task(_send_all(queue, socket))
        try:
            async for message in socket:
                if message.type == WSMsgType.ERROR:
                    break
                if message.type == WSMsgType.TEXT:
                    person = self._require_person(parse_body(message.data))
                    played_people.add(person)
                    queue.put_nowait({"t": page_data.LISTENING, "d": {"as": person}, "to": [person]})
        except InvalidRequest as reason:  # too late for an HTTP status
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=str(reason).encode())
        finally:
            stop()
            self._pages.remove(queue)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    def _require_person(self, fields: Mapping[str, Any]) -> str:
        person = fields.get("as")
        if person not in page_data.list_people(self._world):
            raise InvalidRequest(f"expected somebody of this playground in `as`, got {person!r}")
        return str(person)

    def _require_visible(self, person: str, channel_id: object) -> None:
        if channel_id not in self._world.channels or not self._world.can_see(person, str(channel_id)):
            raise InvalidRequest(f"expected a channel that this person sees, got {channel_id!r}")


async def _send_all(queue: asyncio.Queue[Json], socket: web.WebSocketResponse) -> None:
    with contextlib.suppress(ConnectionResetError):  # the page has disconnected; the reader ends by itself
        while True:
            await socket.send_json(await queue.get())


def _require_text(body: Json, key: str, limit: int) -> str:
    text = body.get(key)
    if not isinstance(text, str) or not 1 <= len(text.strip()) <= limit:
        raise InvalidRequest(f"expected {key} of 1 to {limit} characters, got {text!r}")
    return text.strip()


@web.middleware
async def answer_refusals(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Turn invalid requests and API errors into responses 400 {error}."""
    try:
        return await handler(request)
    except (InvalidRequest, ApiError) as error:
        return web.json_response({"error": str(error)}, status=400)


PAGE = Path(str(files("bot.playground"))) / "page"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    hdrs.CACHE_CONTROL: "no-cache",  # files are revalidated, so an upgrade shows at once
}


@web.middleware
async def add_security_headers(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Add the security headers to every response."""
    response = await handler(request)
    if not response.prepared:
        response.headers.update(SECURITY_HEADERS)
    return response


async def serve_page(_: web.Request) -> web.FileResponse:
    """Serve the page."""
    return web.FileResponse(PAGE / "index.html")


async def serve_japanese_font(_: web.Request) -> web.FileResponse:
    """Serve the font of the pictures, for desktops without a Japanese font."""
    font = fonts.find_font_file("regular")
    if font is None:
        raise web.HTTPNotFound
    return web.FileResponse(font)


def add_page(app: web.Application) -> None:
    """Serve the page at the root of the (sub-)application, and its files under /static/."""
    app.router.add_get("/", serve_page)
    app.router.add_get("/font/japanese", serve_japanese_font)
    app.router.add_static("/static/", PAGE)
