"""A stand-in, people on it, and a small real bot (the unmodified discord.py client) that does a bit of everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.standin import Driver, StandIn, point_client_at
from tests.standin.samplebot import SampleBot

Boot = Callable[[], Awaitable[SampleBot]]


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn() as running:
        point_client_at(running.base_url)
        yield running


@pytest.fixture
def driver(standin: StandIn) -> Driver:
    return Driver(standin.world)


@pytest.fixture
async def boot(standin: StandIn, driver: Driver) -> AsyncIterator[Boot]:
    """Start a bot and wait until it is ready; bots still running are closed in the end."""
    bots: list[tuple[SampleBot, asyncio.Task[Any]]] = []

    async def start() -> SampleBot:
        bot = SampleBot()
        await bot.login("token")
        bots.append((bot, asyncio.create_task(bot.connect())))
        await asyncio.wait_for(bot.wait_until_ready(), 5)
        return bot

    yield start
    for bot, task in bots:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def bot(boot: Boot) -> SampleBot:
    return await boot()


@pytest.fixture(autouse=True)
def real_discord_afterwards() -> Any:
    """`point_client_at` writes to the library: give the addresses back."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = before
