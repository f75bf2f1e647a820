"""A bot with many tables: the fake Discord server, the database, and the bot's Prometheus metrics."""

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

from bot.fake_discord import Driver, FakeDiscord, FakeUser, World
from tests.bot_process import BotProcess

from .memory_lock import lock_in_memory
from .table_stock import Server, StoredTable, create_database

PEOPLE_FOR_A_TABLE = 0.3
"""People per table: with three seats each person sits at about ten tables."""
IDLE_SHARE = 0.1
"""Share of a processor below which the bot has finished loading its tables."""


@dataclass(frozen=True, slots=True)
class RunningBot:
    """A running bot with its tables."""

    driver: Driver
    bot: BotProcess
    metrics_url: str
    """URL of the metrics."""
    live_tables: list[StoredTable]
    server: Server
    is_in_memory: bool
    """True if the database is locked in memory."""

    def build_person(self, table: StoredTable, seat: int) -> FakeUser:
        """Return the person on the seat, in the table's channel."""
        return FakeUser(self.driver.world, str(table.people[seat]), str(table.channel))


@asynccontextmanager
async def run_bot_with_tables(stored: int, live: int) -> AsyncIterator[RunningBot]:
    """Create `stored` tables, `live` of them in play, and run the bot on them in its own process."""
    fake_discord = FakeDiscord(World(keep_messages=400), is_strict=False, reply_delay=0.002)
    with TemporaryDirectory() as folder:
        database = Path(folder) / "scale.db"
        async with fake_discord:
            driver = Driver(fake_discord.world)
            people = [
                driver.add_user(f"P{n}", locale=("ja", "en-US")[n % 2])
                for n in range(int(live * PEOPLE_FOR_A_TABLE) + 8)
            ]
            channels = [int(driver.add_channel(f"table-{n}").id) for n in range(live)]
            names = {int(person.id): f"P{n}" for n, person in enumerate(people)}
            server = Server(int(driver.guild_id), channels, names, int(people[0].id))
            tables = await create_database(database, server, stored)
            port = _free_port()
            async with BotProcess(fake_discord, database, TEBAN_METRICS=str(port), TEBAN_PICTURES="processes") as bot:
                await wait_until_idle(bot)
                with lock_in_memory(database) as is_locked:
                    yield RunningBot(driver, bot, f"http://127.0.0.1:{port}/metrics", tables, server, is_locked)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


async def wait_until_idle(bot: BotProcess, max_seconds: float = 240) -> None:
    """Wait until the bot is nearly idle."""
    async with asyncio.timeout(max_seconds):
        before = bot.cpu_seconds
        while True:
            await asyncio.sleep(1)
            now = bot.cpu_seconds
            if now - before < IDLE_SHARE:
                return
            before = now


class Metrics:
    """A snapshot of the Prometheus metrics."""

    def __init__(self, samples: Mapping[tuple[str, str, str], float]) -> None:
        self.samples = samples

    @classmethod
    async def load(cls, page: str) -> Metrics:
        async with aiohttp.ClientSession() as session, session.get(page) as response:
            text = await response.text()
        samples = {}
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                label = next((value for key, value in sample.labels.items() if key != "le"), "")
                samples[sample.name, label, sample.labels.get("le", "")] = sample.value
        return cls(samples)

    def subtract(self, earlier: Metrics) -> Metrics:
        """Return the changes since an earlier snapshot."""
        return Metrics({key: value - earlier.samples.get(key, 0.0) for key, value in self.samples.items()})

    def find_count(self, histogram: str, label: str = "") -> int:
        return int(self.samples.get((f"{histogram}_count", label, ""), 0))

    def compute_percentile_ms(self, histogram: str, percent: float, label: str = "") -> float:
        """Return a percentile in ms, interpolated within its bucket; NaN without samples."""
        buckets = sorted(
            (float(le), value)
            for (name, sample_label, le), value in self.samples.items()
            if name == f"{histogram}_bucket" and sample_label == label
        )
        rank, count_below_low, low = self.find_count(histogram, label) * percent / 100, 0.0, 0.0
        for high, count_below_high in buckets:
            if count_below_high >= rank and count_below_high > count_below_low:
                return 1000 * (
                    low
                    if high == float("inf")
                    else low + (high - low) * (rank - count_below_low) / (count_below_high - count_below_low)
                )
            count_below_low, low = count_below_high, high
        return float("nan")
