"""How fast calls reach people when many tables finish a turn in the same minute, under Discord's limits."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bot.standin import StandIn, World
from bot.standin.server.faults import DISCORD
from storage import DatabaseUnavailable
from tests.discovered import shipped
from tests.faults.stored import unsaid
from tests.fleet import Fleet
from tests.remote import RemoteBot

from .clicks import cards_shown
from .report import Figure, Size


async def drained(size: Size) -> Iterator[Figure]:
    """Every table has its card; then at each a turn is finished while the bot is away, and all is said at once."""
    tables = size.of(1000, 100, 3)
    with tempfile.TemporaryDirectory() as folder:
        standin = StandIn(World(keep_messages=8), validate=False, settle=0.002)
        async with standin:
            fleet = Fleet(standin, Path(folder) / "bench.db")
            await fleet.fill(shipped(), tables)
            async with RemoteBot(standin, fleet.database):
                await cards_shown(fleet)
                await _quiet(fleet)
            calls = await fleet.play_on()
            standin.rate_limits.rules = dict(DISCORD)
            before = standin.requests
            async with RemoteBot(standin, fleet.database, TEBAN_LIMITS="on"):
                started = time.perf_counter()
                await _quiet(fleet)
                seconds = time.perf_counter() - started
            requests = standin.requests - before
    text = f"{calls} calls at {tables} tables in {seconds:.0f} s, {requests} requests, Discord's limits at the stand-in"
    return iter(
        [
            Figure("notices_drained_per_s", calls / seconds, "calls", text),
            Figure("notices_refused", standin.rate_limits.refused, "answers 429", text),
        ]
    )


async def _quiet(fleet: Fleet, within: float = 1200) -> None:
    async with asyncio.timeout(within):
        while True:
            with suppress(DatabaseUnavailable):  # the bot is writing
                if not unsaid(fleet.database).rows:
                    return
            await asyncio.sleep(0.2)
