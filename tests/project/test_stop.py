"""SIGTERM ends the bot well within the ten seconds that a container is given, whatever Discord does meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.standin import StandIn
from tests import EXAMPLE
from tests.fleet import Fleet
from tests.remote import RemoteBot

AT_MOST_S = 9.0


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[RemoteBot]:
    """Connected, with a table of which much is still to be said."""
    async with StandIn(settle=0.002) as standin:
        fleet = Fleet(standin, tmp_path / "stop.db")
        await fleet.fill(["flotsam"], 2, steps=6, watch=lambda live, decision: None)
        bot = RemoteBot(standin, fleet.database, log=tmp_path / "bot.log", PYTHONPATH=EXAMPLE)
        await bot.start()
        try:
            yield bot
        finally:
            if bot.is_running:
                await bot.kill()


async def stopped(bot: RemoteBot) -> tuple[int, str]:
    """The exit code, and what the log says; it must not take long."""
    begun = time.monotonic()
    async with asyncio.timeout(AT_MOST_S * 3):
        code = await bot.stop()
    assert time.monotonic() - begun < AT_MOST_S
    assert bot.log is not None
    return code, bot.log.read_text()


@pytest.mark.parametrize("away", [0.2, 3.0])
async def test_where_discord_cannot_be_reached(bot: RemoteBot, away: float) -> None:
    await bot.standin.go_away()
    await asyncio.sleep(away)
    code, log = await stopped(bot)
    assert code == 0 and "unclosed" not in log.lower()


async def test_where_discord_accepts_and_says_nothing(bot: RemoteBot) -> None:
    bot.standin.faults.slow("*", "*", 60.0, times=1000)
    bot.standin.gateway.invalidate()
    await asyncio.sleep(1.0)
    code, _ = await stopped(bot)
    assert code == 0


async def test_while_a_post_is_tried_again_nothing_is_said_about_a_closed_connector(bot: RemoteBot) -> None:
    bot.standin.faults.fail("*", "/channels/*", 502, times=1000)
    await asyncio.sleep(0.5)
    code, log = await stopped(bot)
    assert code == 0 and "Traceback" not in log and "Connector is closed" not in log


async def test_while_a_computer_player_thinks(bot: RemoteBot) -> None:
    """Its process is not waited for."""
    await bot.kill()
    bot.command = ("-m", "tests.project.busy_bot")
    await bot.start()
    code, _ = await stopped(bot)
    assert code == 0
