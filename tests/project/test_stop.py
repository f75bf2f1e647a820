"""SIGTERM ends the bot regularly within the ten seconds that a container has, even if Discord fails meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.fake_discord import FakeDiscord
from tests import EXAMPLE
from tests.bot_process import BotProcess
from tests.fleet import Fleet

MAX_STOP_S = 9.0


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[BotProcess]:
    """Connected, with a table of which much is still to be said."""
    async with FakeDiscord(reply_delay=0.002) as fake_discord:
        fleet = Fleet(fake_discord, tmp_path / "stop.db")
        await fleet.fill_tables(["flotsam"], 2, steps=6, watch=lambda live, decision: None)
        bot = BotProcess(fake_discord, fleet.database, log=tmp_path / "bot.log", PYTHONPATH=EXAMPLE)
        await bot.start()
        try:
            yield bot
        finally:
            if bot.is_running:
                await bot.kill()


async def stop_and_read_log(bot: BotProcess) -> tuple[int, str]:
    """Stop the bot, which must not take long; return its exit code and log."""
    started_at = time.monotonic()
    async with asyncio.timeout(MAX_STOP_S * 3):
        code = await bot.stop()
    assert time.monotonic() - started_at < MAX_STOP_S
    assert bot.log is not None
    return code, bot.log.read_text()


@pytest.mark.parametrize("away", [0.2, 3.0])
async def test_bot_stops_while_discord_is_unreachable(bot: BotProcess, away: float) -> None:
    await bot.fake_discord.go_offline()
    await asyncio.sleep(away)
    code, log = await stop_and_read_log(bot)
    assert code == 0 and "unclosed" not in log.lower()


@pytest.mark.release
async def test_bot_stops_while_discord_is_silent(bot: BotProcess) -> None:
    bot.fake_discord.faults.delay("*", "*", 60.0, times=1000)
    bot.fake_discord.gateway.invalidate_sessions()
    await asyncio.sleep(1.0)
    code, _ = await stop_and_read_log(bot)
    assert code == 0


async def test_stop_during_retry_logs_no_closed_connector(bot: BotProcess) -> None:
    bot.fake_discord.faults.fail("*", "/channels/*", 502, times=1000)
    await asyncio.sleep(0.5)
    code, log = await stop_and_read_log(bot)
    assert code == 0 and "Traceback" not in log and "Connector is closed" not in log


async def test_bot_stops_while_computer_player_searches(bot: BotProcess) -> None:
    """The bot does not wait for the computer player's process."""
    await bot.kill()
    bot.command = ("-m", "tests.project.busy_bot")
    await bot.start()
    code, _ = await stop_and_read_log(bot)
    assert code == 0
