"""What the page asks and does, as JSON: the world, messages, events, interactions, people."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground import shown
from bot.standin.driver import Person
from bot.standin.model.errors import ApiError, Impossible, Json, NoAnswer
from bot.standin.model.events import Event
from bot.standin.model.world import World

LOCALES = ("ja", "en-US")
MAX_NAME = 32
MAX_CONTENT = 2000
MOST_HOURS = 24 * 31

Offered = Callable[[World, str], Awaitable[list[Json]]]
"""The games of which a person (id) is offered a sample table: {name, value}."""
Sample = Callable[[World, str, str], Awaitable[str]]
"""Opens a sample table of a game for a person (id) and returns the id of its channel."""


class Refused(Exception):
    """What came from the page does not fit; the message says what was expected."""


class Api:
    """Handlers over one world. `offered` and `sample` are the scripts behind the first screen's buttons.

    moved: hears by how many milliseconds the clock was moved forward
    """

    def __init__(self, world: World, offered: Offered, sample: Sample, moved: Callable[[int], None]) -> None:
        self._world, self._offered, self._sample, self._moved = world, offered, sample, moved
        self._pages: set[asyncio.Queue[Json]] = set()

    def add_to(self, app: web.Application) -> None:
        """Register the routes under /api/."""
        app.middlewares.append(answer_refusals)
        app.router.add_get("/api/world", self.world)
        app.router.add_get("/api/channels/{id}/messages", self.messages)
        app.router.add_post("/api/channels/{id}/messages", self.say)
        app.router.add_post("/api/interact", self.interact)
        app.router.add_post("/api/users", self.change_user)
        app.router.add_get("/api/samples", self.samples)
        app.router.add_post("/api/sample", self.open_sample)
        app.router.add_post("/api/clock", self.move_clock)
        app.router.add_get("/api/events", self.events)

    async def world(self, _: web.Request) -> web.Response:
        """GET world: see `shown.world_of`."""
        return web.json_response(shown.world_of(self._world))

    async def messages(self, request: web.Request) -> web.Response:
        """GET channels/{id}/messages?as=USER: all that this person sees there, oldest first."""
        person, channel_id = self._person(request.query), request.match_info["id"]
        self._may_see(person, channel_id)
        return web.json_response(self._world.messages.visible(channel_id, person))

    async def say(self, request: web.Request) -> web.Response:
        """POST channels/{id}/messages {as, content}: an ordinary message of a person."""
        body, channel_id = await _body(request), request.match_info["id"]
        person = self._person(body)
        self._may_see(person, channel_id)
        return web.json_response(Person(self._world, person, channel_id).say(_text(body, "content", MAX_CONTENT)))

    async def interact(self, request: web.Request) -> web.Response:
        """POST interact {as, channel_id, type, data, message_id?}: {ok, callback}, or {ok: false, error} after 3 s at
        the latest.
        """
        body = await _body(request)
        person, channel_id = self._person(body), body.get("channel_id")
        self._may_see(person, channel_id)
        if not isinstance(body.get("data"), dict) or not isinstance(body.get("type"), int):
            raise Refused(
                f"expected the type and data of an interaction, got {body.get('type')!r} and {body.get('data')!r}"
            )
        try:
            interaction = await self._world.interactions.interact(
                person, str(channel_id), body["type"], body["data"], message_id=body.get("message_id")
            )
        except (Impossible, NoAnswer) as error:
            return web.json_response({"ok": False, "error": str(error)})
        return web.json_response({"ok": True, "callback": interaction.callback})

    async def change_user(self, request: web.Request) -> web.Response:
        """POST users {as?, name?, locale?}: change somebody's name or language; without `as`, a new person joins. The
        answer is the user.
        """
        body = await _body(request)
        name = _text(body, "name", MAX_NAME) if "name" in body or "as" not in body else None
        locale = body.get("locale")
        if locale not in (None, *LOCALES):
            raise Refused(f"expected a locale of {', '.join(LOCALES)}, got {locale!r}")
        if body.get("as") is None:
            user = self._world.add_user(name or "", locale=locale or LOCALES[1])
            self._world.join(shown.guild_id(self._world), user["id"])
        else:
            user = self._world.update_user(self._person(body), name=name, locale=locale)
            for page in self._pages:  # Discord tells nobody of a change of language, but other tabs must know
                page.put_nowait(shown.changed(self._world))
        return web.json_response(shown.user(self._world, user["id"]))

    async def move_clock(self, request: web.Request) -> web.Response:
        """POST clock {hours}: the playground's time goes forward; {ahead} in seconds."""
        hours = (await _body(request)).get("hours")
        if not isinstance(hours, int) or isinstance(hours, bool) or not 1 <= hours <= MOST_HOURS:
            raise Refused(f"expected hours of 1 to {MOST_HOURS}, got {hours!r}")
        self._world.clock.advance(hours * 3600)
        self._moved(hours * 3_600_000)
        for page in self._pages:
            page.put_nowait(shown.changed(self._world))
        return web.json_response({"ahead": self._world.clock.ahead})

    async def samples(self, request: web.Request) -> web.Response:
        """GET samples?as=USER: the games of which there is a sample, [{name, value}]; none before the bot is there."""
        return web.json_response(await self._offered(self._world, self._person(request.query)))

    async def open_sample(self, request: web.Request) -> web.Response:
        """POST sample {as, game}: open the game's sample table; {channel_id} of the table."""
        body = await _body(request)
        person = self._person(body)
        try:
            where = await self._sample(self._world, person, str(body.get("game", "")))
        except (Impossible, NoAnswer, TimeoutError) as error:
            raise Refused(str(error)) from error
        return web.json_response({"channel_id": where})

    async def events(self, request: web.Request) -> web.WebSocketResponse:
        """WebSocket events: {t, d, to} of what everybody sees, and of what the people see whom this page is.

        The page says {as: USER} for each of them, and is answered with `shown.HERE` from when on it hears what only
        they see: their private answers and direct messages.
        """
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        queue: asyncio.Queue[Json] = asyncio.Queue()
        here: set[str] = set()

        def hear(told: Event) -> None:
            if (event := shown.event(self._world, told, here)) is not None:
                queue.put_nowait(event)

        stop = self._world.listen(hear)
        self._pages.add(queue)
        sender = asyncio.create_task(_send_all(queue, socket))
        try:
            async for message in socket:
                if message.type == WSMsgType.ERROR:
                    break
                if message.type == WSMsgType.TEXT:
                    person = self._person(_asked(message.data))
                    here.add(person)
                    queue.put_nowait({"t": shown.HERE, "d": {"as": person}, "to": [person]})
        except Refused as reason:  # too late for a status
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=str(reason).encode())
        finally:
            stop()
            self._pages.remove(queue)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    def _person(self, asked: Mapping[str, Any]) -> str:
        person = asked.get("as")
        if person not in shown.people(self._world):
            raise Refused(f"expected somebody of this playground in `as`, got {person!r}")
        return str(person)

    def _may_see(self, person: str, channel_id: object) -> None:
        if channel_id not in self._world.channels or not self._world.can_see(person, str(channel_id)):
            raise Refused(f"expected a channel that this person sees, got {channel_id!r}")


async def _send_all(queue: asyncio.Queue[Json], socket: web.WebSocketResponse) -> None:
    with contextlib.suppress(ConnectionResetError):  # the page is gone; the reading side ends by itself
        while True:
            await socket.send_json(await queue.get())


async def _body(request: web.Request) -> Json:
    if request.content_type != "application/json":
        raise Refused(f"expected application/json, got {request.content_type}")
    try:
        body = await request.json()
    except json.JSONDecodeError as error:
        raise Refused(f"expected JSON: {error}") from error
    if not isinstance(body, dict):
        raise Refused(f"expected an object, got {type(body).__name__}")
    return body


def _asked(text: str) -> Json:
    try:
        said = json.loads(text)
    except json.JSONDecodeError as error:
        raise Refused(f"expected JSON: {error}") from error
    return said if isinstance(said, dict) else {}


def _text(body: Json, key: str, limit: int) -> str:
    text = body.get(key)
    if not isinstance(text, str) or not 1 <= len(text.strip()) <= limit:
        raise Refused(f"expected {key} of 1 to {limit} characters, got {text!r}")
    return text.strip()


@web.middleware
async def answer_refusals(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refusals become 400 {error}."""
    try:
        return await handler(request)
    except (Refused, ApiError) as error:
        return web.json_response({"error": str(error)}, status=400)
