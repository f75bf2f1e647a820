"""The playground server: the fake Discord server with its initial users and channels, and the web page on it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from aiohttp import web

from bot.fake_discord import FakeDiscord, World
from bot.fake_discord.model.permissions import Permission
from bot.network_access import build_guard, choose_port, forbid_other_sites
from bot.playground.routes import Api, ListSamples, OpenSample, add_page, add_security_headers
from bot.playground.sample_tables import SampleTables, list_samples


class Playground:
    """Call `await start()`, then let the bot log in at `url` with `token` (see `bot.fake_discord.point_client_at`).

    People open `url` in a browser. Only the bot knows the token, and requests of other sites' pages are refused.
    """

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int | None = None,
        is_strict: bool = False,
        token: str | None = None,
        list_games: ListSamples = list_samples,
        open_sample: OpenSample | None = None,
    ) -> None:
        """host: address to listen on. port: None: 8230 or the next free one; 0: any free one.
        is_strict: check the bot's payloads against Discord's API description, and refuse them as Discord would.
        token: of the bot; None: a new one.
        """
        self._host, self._port = host, port
        self.world = World()
        populate_world(self.world)
        self.token = token or secrets.token_urlsafe(32)
        self.fake_discord = FakeDiscord(self.world, is_strict=is_strict, token=self.token)
        self.fake_discord.app.middlewares.append(build_guard(host))
        self.fake_discord.app.on_response_prepare.append(forbid_other_sites)
        pages = web.Application(middlewares=[add_security_headers])
        add_page(pages)
        self.on_clock_moved: Callable[[int], None] = _ignore_clock
        """Called with the milliseconds by which the clock was moved forward. The bot sets it to follow the clock."""
        self._samples = SampleTables()
        Api(self.world, list_games, open_sample or self._samples.open_table, self._follow_clock).register_routes(pages)
        self.fake_discord.app.add_subapp("/play/", pages)
        self.fake_discord.app.router.add_get("/", _redirect_to_page)
        self.fake_discord.app.router.add_get("/play", _redirect_to_page)

    def _follow_clock(self, delta_ms: int) -> None:
        self.on_clock_moved(delta_ms)

    @property
    def url(self) -> str:
        """Address of the server, e.g. "http://127.0.0.1:8230": the page for people, the API for the bot."""
        return self.fake_discord.base_url

    async def start(self) -> str:
        """Start listening and return `url`. Raises OSError if the port is not available."""
        return await self.fake_discord.start(self._host, choose_port(self._host, self._port))

    async def stop(self) -> None:
        """Close everything. The world is not saved."""
        await self._samples.cancel_panels()
        await self.fake_discord.stop()

    async def __aenter__(self) -> Playground:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


def _ignore_clock(_: int) -> None:
    """Ignore a change of the clock; used until the bot sets its own callback."""


async def _redirect_to_page(_: web.Request) -> web.StreamResponse:
    raise web.HTTPFound("/play/")


GUILD_NAME = "Teban"
CHANNELS = ("welcome", "table-1", "table-2")
PEOPLE = (("Aoi", "ja"), ("Marco", "en-US"), ("Kotori", "ja"), ("Jules", "en-US"))
MODERATORS = frozenset({"Kotori", "Jules"})
MODERATOR_PERMISSIONS = Permission.MANAGE_CHANNELS | Permission.MANAGE_GUILD


def populate_world(world: World) -> None:
    """Add the initial guild, channels and people to an empty world."""
    guild_id = world.add_guild(GUILD_NAME)["id"]
    for name in CHANNELS:
        world.add_text_channel(guild_id, name)
    role = world.add_role(guild_id, "Moderators", int(MODERATOR_PERMISSIONS))["id"]
    for name, locale in PEOPLE:
        world.add_member(
            guild_id, world.add_user(name, locale=locale)["id"], roles=[role] if name in MODERATORS else None
        )
