"""Speed of turn notifications when many tables finish a turn in the same minute, under Discord's rate limits."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bot.fake_discord import FakeDiscord, World
from bot.fake_discord.server.faults import DISCORD_RATE_LIMITS
from storage import DatabaseUnavailable
from tests.bot_process import BotProcess
from tests.discovered import list_shipped_games
from tests.faults.pending import load_pending_work
from tests.fleet import Fleet

from .clicks import wait_for_cards
from .report import Figure, Size


async def measure_notifications(size: Size) -> Iterator[Figure]:
    """Finish a turn at each table while the bot is stopped, then measure how fast it sends all messages."""
    tables = size.choose(1000, 100, 3)
    with tempfile.TemporaryDirectory() as folder:
        fake_discord = FakeDiscord(World(keep_messages=8), is_strict=False, reply_delay=0.002)
        async with fake_discord:
            fleet = Fleet(fake_discord, Path(folder) / "bench.db")
            await fleet.fill_tables(list_shipped_games(), tables)
            async with BotProcess(fake_discord, fleet.database):
                await wait_for_cards(fleet)
                await _wait_until_sent(fleet)
            calls = await fleet.play_on()
            fake_discord.rate_limits.rules = dict(DISCORD_RATE_LIMITS)
            before = fake_discord.request_count
            async with BotProcess(fake_discord, fleet.database, TEBAN_LIMITS="on"):
                started = time.perf_counter()
                await _wait_until_sent(fleet)
                seconds = time.perf_counter() - started
            requests = fake_discord.request_count - before
    text = (
        f"{calls} calls at {tables} tables in {seconds:.0f} s, {requests} requests, "
        "Discord's limits at the fake Discord server"
    )
    return iter(
        [
            Figure("notices_drained_per_s", calls / seconds, "calls", text),
            Figure("notices_refused", fake_discord.rate_limits.refused_count, "answers 429", text),
        ]
    )


async def _wait_until_sent(fleet: Fleet, max_seconds: float = 1200) -> None:
    async with asyncio.timeout(max_seconds):
        while True:
            with suppress(DatabaseUnavailable):  # the bot is writing
                if not load_pending_work(fleet.database).rows:
                    return
            await asyncio.sleep(0.2)
