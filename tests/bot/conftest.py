"""The real bot on a stand-in of Discord, a database that outlives it, and a clock that tests move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord_ui.client import Teban
from bot.discord_ui.outbox.budget import Budget
from bot.standin import Driver, Person, Reply, StandIn, point_client_at
from bot.standin.model import components as c
from bot.table import TableService
from storage import Database
from storage.messages import outbox, posts
from storage.messages.kinds import Saying

Json = dict[str, Any]


class Clock:
    """Real time in milliseconds, plus whatever a test has pushed it forward."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms


class Table:
    """The bot and a channel in which people play. `stop` and `boot` restart the bot on the same database."""

    def __init__(self, standin: StandIn, database: Path, *, emoji: bool = False) -> None:
        self.standin = standin
        self.emoji = emoji
        self.driver = Driver(standin.world)
        self.clock = Clock()
        self.database = database
        self.bot: Teban
        self.db: Database
        self._running: asyncio.Task[None] | None = None

    async def boot(self) -> None:
        self.db = await Database.open(self.database)
        self.bot = Teban(
            TableService(self.db, self.clock),
            guild_ready_timeout=0.05,
            budget=Budget(endless=True),
            emoji=self.emoji,
            thinkers=lambda: ThreadPoolExecutor(1),
        )
        await self.bot.login("token")
        self._running = asyncio.create_task(self.bot.connect())
        await asyncio.wait_for(self.bot.wait_until_ready(), 5)

    async def stop(self) -> None:
        if self._running is not None:
            await self.bot.close()
            await asyncio.gather(self._running, return_exceptions=True)
            await self.db.close()
            self._running = None

    # ------------------------------------------------------------------ what people do

    async def open(self, host: Person, *others: Person, game: str = "flotsam", **options: Any) -> None:
        """A started table; its seats in the order in which the people are named."""
        await host.slash("table open", game=game, order="joined", **options)
        lobby = await self.lobby()
        for person in others:
            lobby = (await person.click(lobby, ident(lobby, "t:", "join"))).message
        await host.click(lobby, ident(lobby, "t:", "start"))
        await self.card()

    async def bidding(self, host: Person, *others: Person, **options: Any) -> None:
        """The same, and the host has opened the crate: now all are asked for bids."""
        await self.open(host, *others, **options)
        await self.opened(host)

    async def lobby(self) -> Json:
        return await self.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "join")))

    async def card(self) -> Json:
        """The living card, once everything has been said."""
        await self.said()
        return await self.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "changed")))

    async def said(self, within: float = 10.0) -> None:
        """Wait until nothing waits in the outbox, and what was replaced is gone."""
        async with asyncio.timeout(within):
            while await outbox.next_at(self.db) is not None or await posts.anywhere(self.db, Saying.STALE):
                await asyncio.sleep(0.005)

    def pings(self, person: Person) -> list[Json]:
        """Messages that call the person to move: the card, or posts of their own."""
        return [m for m in self.driver.channel().messages if calls(m, person) and idents(m, "t:", "play")]

    def posts_for(self, person: Person) -> list[Json]:
        """Calls by posts of their own."""
        return [m for m in self.pings(person) if not idents(m, "t:", "changed")]

    async def play(self, person: Person) -> Reply:
        """Press Play on the card."""
        card = await self.card()
        return await person.click(card, ident(card, "t:", "play"))

    async def spread(self, crier: Person) -> Reply:
        """The crier of Flotsam spreads both marks on the first good; the panel then asks for confirmation."""
        panel = await self.play(crier)
        for _ in range(2):
            panel = await crier.click(panel, next(i for i in idents(panel.message, "p:", "plus") if ":0." in i))
        return await crier.click(panel, ident(panel.message, "p:", "ok"))

    async def opened(self, crier: Person) -> Reply:
        """... and opens the crate: now all are asked for bids."""
        panel = await self.spread(crier)
        return await crier.click(panel, ident(panel.message, "p:", "pick"))

    async def bid(self, person: Person, coins: int) -> Reply:
        panel = await self.play(person)
        menus = idents(panel.message, "p:", "choose")
        if menus:
            return await person.select(panel, menus[0], f"bid:{coins}")
        button = next(i for i in idents(panel.message, "p:", "pick") if i.endswith(f":bid:{coins}"))
        return await person.click(panel, button)


def calls(message: Json, person: Person) -> bool:
    """Whether the message calls the person, so that Discord rings."""
    return any(user["id"] == person.id for user in message["mentions"])


def idents(message: Json, kind: str, verb: str) -> list[str]:
    """custom_ids of the enabled controls with this verb."""
    found = []
    for component in c.of_type(message, c.BUTTON, c.STRING_SELECT):
        custom_id = str(component.get("custom_id", ""))
        if custom_id.startswith(kind) and custom_id.split(":")[2:3] == [verb] and not component.get("disabled"):
            found.append(custom_id)
    return found


def ident(message: Json, kind: str, verb: str) -> str:
    found = idents(message, kind, verb)
    assert found, f"no {verb!r} in {[x.get('custom_id') for x in c.of_type(message, c.BUTTON, c.STRING_SELECT)]}"
    return found[0]


async def pictured(reply: Reply) -> Json:
    """The message that answers, once it shows a picture."""
    while not c.media(reply.message):
        await reply.next_change()
    return reply.message


def labels(message: Json) -> list[str]:
    """What stands on the buttons, and in the menus."""
    buttons = [str(b.get("label")) for b in c.of_type(message, c.BUTTON)]
    return buttons + [o["label"] for menu in c.of_type(message, c.STRING_SELECT) for o in menu["options"]]


@asynccontextmanager
async def running(database: Path, *, settle: float = 0.0) -> AsyncIterator[Table]:
    """The bot on a stand-in of its own, with this database; stopped after it."""
    async with StandIn(settle=settle) as standin:
        point_client_at(standin.base_url)
        table = Table(standin, database)
        await table.boot()
        try:
            yield table
        finally:
            await table.stop()


@pytest.fixture
async def table(database: Path) -> AsyncIterator[Table]:
    async with running(database) as table:
        yield table
    table.driver.assert_clean()


@pytest.fixture
def ada(table: Table) -> Person:
    return table.driver.person("Ada")


@pytest.fixture
def jiro(table: Table) -> Person:
    return table.driver.person("次郎", locale="ja")


@pytest.fixture
def marco(table: Table) -> Person:
    return table.driver.person("Marco", locale="it")


@pytest.fixture(autouse=True)
def real_discord_afterwards() -> Iterator[None]:
    """`point_client_at` writes to the library: give the addresses back."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = before
