"""The full house behind a bot: a stand-in of Discord, the database, and what the bot's page for Prometheus says."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bot.standin import Driver, Person, StandIn, World
from tests.remote import RemoteBot

from .held import held
from .stock import House, Stored, stock

PEOPLE_FOR_A_TABLE = 0.3
"""So many people a table: with three seats each of them sits at about ten."""
SETTLED_SHARE = 0.1
"""Of a processor: below that the bot has taken up what it found."""


@dataclass(frozen=True, slots=True)
class Open:
    """A house with its bot at work. page: where its numbers are."""

    driver: Driver
    bot: RemoteBot
    page: str
    live: list[Stored]
    house: House
    held: bool
    """Whether the database is kept in memory."""

    def person(self, table: Stored, seat: int) -> Person:
        """Somebody in their table's channel."""
        return Person(self.driver.world, str(table.people[seat]), str(table.channel))


@asynccontextmanager
async def opened(stored: int, live: int) -> AsyncIterator[Open]:
    """So many tables, so many of them in play, and the bot in a process of its own that has taken them up."""
    standin = StandIn(World(keep_messages=400), validate=False, settle=0.002)
    with TemporaryDirectory() as folder:
        database = Path(folder) / "scale.db"
        async with standin:
            driver = Driver(standin.world)
            people = [
                driver.person(f"P{n}", locale=("ja", "en-US")[n % 2]) for n in range(int(live * PEOPLE_FOR_A_TABLE) + 8)
            ]
            channels = [int(driver.new_channel(f"table-{n}").id) for n in range(live)]
            known = {int(person.id): f"P{n}" for n, person in enumerate(people)}
            house = House(int(driver.guild_id), channels, known, int(people[0].id))
            tables = await stock(database, house, stored)
            port = _free_port()
            async with RemoteBot(standin, database, TEBAN_METRICS=str(port), TEBAN_PICTURES="processes") as bot:
                await settled(bot)
                with held(database) as allowed:
                    yield Open(driver, bot, f"http://127.0.0.1:{port}/metrics", tables, house, allowed)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def settled(bot: RemoteBot, within: float = 240) -> None:
    """Wait until the bot does almost nothing any more."""
    async with asyncio.timeout(within):
        before = bot.cpu_seconds
        while True:
            await asyncio.sleep(1)
            now = bot.cpu_seconds
            if now - before < SETTLED_SHARE:
                return
            before = now


class Numbers:
    """The page for Prometheus at one moment."""

    def __init__(self, samples: Mapping[tuple[str, str, str], float]) -> None:
        self.samples = samples

    @classmethod
    async def read(cls, page: str) -> Numbers:
        async with aiohttp.ClientSession() as session, session.get(page) as response:
            text = await response.text()
        samples = {}
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                label = next((value for key, value in sample.labels.items() if key != "le"), "")
                samples[sample.name, label, sample.labels.get("le", "")] = sample.value
        return cls(samples)

    def since(self, earlier: Numbers) -> Numbers:
        """What happened between two moments."""
        return Numbers({key: value - earlier.samples.get(key, 0.0) for key, value in self.samples.items()})

    def count(self, histogram: str, label: str = "") -> int:
        return int(self.samples.get((f"{histogram}_count", label, ""), 0))

    def percentile_ms(self, histogram: str, percent: float, label: str = "") -> float:
        """Within its bucket the rank counts evenly, so this is exact to the width of a bucket. NaN: nothing counted."""
        buckets = sorted(
            (float(le), value)
            for (name, own, le), value in self.samples.items()
            if name == f"{histogram}_bucket" and own == label
        )
        wanted, below, low = self.count(histogram, label) * percent / 100, 0.0, 0.0
        for high, upto in buckets:
            if upto >= wanted and upto > below:
                return 1000 * (low if high == float("inf") else low + (high - low) * (wanted - below) / (upto - below))
            below, low = upto, high
        return float("nan")
