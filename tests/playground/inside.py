"""A playground with Teban in this process, instead of the small bot of the other tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.discord_ui.client import Teban
from bot.fake_discord import point_client_at
from bot.playground import Playground
from bot.table import TableService
from storage import Database


@asynccontextmanager
async def run_teban_inside(folder: Path, **options: Any) -> AsyncIterator[Playground]:
    """Run Teban by the clock of a playground, and yield the playground. options: arguments of the client."""
    async with Playground(port=0, is_strict=True) as running:
        point_client_at(running.url)
        async with await Database.open(folder / "tables.sqlite3") as database:
            service = TableService(database, lambda: int(running.world.clock.read_now() * 1000))
            bot = Teban(service, guild_ready_timeout=0.05, **options)
            running.on_clock_moved = bot.handle_clock_jump
            async with bot:
                started = asyncio.create_task(bot.start(running.token))
                while not bot.is_ready():
                    await asyncio.sleep(0.01)
                yield running
            await started
