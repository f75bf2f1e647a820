"""The playground with Teban in it, in this process: instead of the small bot of the other tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.discord_ui.client import Teban
from bot.playground import Playground
from bot.standin import point_client_at
from bot.table import TableService
from storage import Database


@asynccontextmanager
async def teban_inside(folder: Path, **more: Any) -> AsyncIterator[Playground]:
    """It tells time by the page's clock, and hears when that is moved. `more` goes to the client."""
    async with Playground(port=0, validate=True) as running:
        point_client_at(running.url)
        async with await Database.open(folder / "tables.sqlite3") as database:
            tables = TableService(database, lambda: int(running.world.clock.now() * 1000))
            bot = Teban(tables, guild_ready_timeout=0.05, **more)
            running.moved = bot.clock_moved
            async with bot:
                started = asyncio.create_task(bot.start(running.token))
                while not bot.is_ready():
                    await asyncio.sleep(0.01)
                yield running
            await started
