"""A fake Discord server with people on it, and a small real bot (the unmodified discord.py client)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.fake_discord import Driver, FakeDiscord, point_client_at
from tests.fake_discord.samplebot import SampleBot

Boot = Callable[[], Awaitable[SampleBot]]


@pytest.fixture
async def fake_discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as running:
        point_client_at(running.base_url)
        running.world.quirks.update_keeps_unnamed_files = True  # the sample bot names no files
        yield running


@pytest.fixture
def driver(fake_discord: FakeDiscord) -> Driver:
    return Driver(fake_discord.world)


@pytest.fixture
async def boot(fake_discord: FakeDiscord, driver: Driver) -> AsyncIterator[Boot]:
    """Start a bot and wait until it is ready; bots still running are closed in the end."""
    bots: list[tuple[SampleBot, asyncio.Task[Any]]] = []

    async def start_bot() -> SampleBot:
        bot = SampleBot()
        await bot.login("token")
        bots.append((bot, asyncio.create_task(bot.connect())))
        await asyncio.wait_for(bot.wait_until_ready(), 5)
        return bot

    yield start_bot
    for bot, task in bots:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def bot(boot: Boot) -> SampleBot:
    return await boot()


@pytest.fixture(autouse=True)
def real_discord_afterwards() -> Any:
    """Restore the addresses that `point_client_at` changed in discord.py."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = before
