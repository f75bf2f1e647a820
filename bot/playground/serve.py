"""The playground as one thing to start and stop: the stand-in, people and channels in it, and the page on it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from aiohttp import web

from bot.playground import cast
from bot.playground.address import choose_port
from bot.playground.api_routes import Api, Offered, Sample
from bot.playground.guard import guard, own_site_only
from bot.playground.page_routes import add_page, strict
from bot.playground.sample import Samples, offered
from bot.standin import StandIn, World


class Playground:
    """`await start()` and let the bot log in at `url` with `token` (see `bot.standin.point_client_at`).

    People open `url` in a browser. Only the bot knows the token, and only pages of this address are answered.

    host: loopback unless a setting says otherwise. port: None takes 8230 or the next free one, 0 any free one.
    validate: check what the bot sends against Discord's description, and refuse it as Discord would.
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int | None = None,
        validate: bool = False,
        games: Offered = offered,
        sample: Sample | None = None,
    ) -> None:
        self._host, self._port = host, port
        self.world = World()
        cast.populate(self.world)
        self.token = secrets.token_urlsafe(32)
        self.standin = StandIn(self.world, validate=validate, token=self.token)
        self.standin.app.middlewares.append(guard(host))
        self.standin.app.on_response_prepare.append(own_site_only)
        pages = web.Application(middlewares=[strict])
        add_page(pages)
        self.moved: Callable[[int], None] = _nobody
        """Who is told by how many milliseconds the clock was moved forward: the bot, which tells time by it."""
        self._samples = Samples()
        Api(self.world, games, sample or self._samples.open, self._clock_moved).add_to(pages)
        self.standin.app.add_subapp("/play/", pages)
        self.standin.app.router.add_get("/", _to_page)
        self.standin.app.router.add_get("/play", _to_page)

    def _clock_moved(self, by: int) -> None:
        self.moved(by)

    @property
    def url(self) -> str:
        """Where it listens, e.g. "http://127.0.0.1:8230": the page for people, the API for the bot."""
        return self.standin.base_url

    async def start(self) -> str:
        """Listen and return `url`. Raises OSError if the port cannot be had."""
        return await self.standin.start(self._host, choose_port(self._host, self._port))

    async def stop(self) -> None:
        """Close everything; the world is forgotten with it."""
        await self._samples.close()
        await self.standin.stop()

    async def __aenter__(self) -> Playground:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


def _nobody(_: int) -> None:
    """Nobody tells time by the playground's clock."""


async def _to_page(_: web.Request) -> web.StreamResponse:
    raise web.HTTPFound("/play/")
