"""The first screen's button with the product itself: a newcomer sees a board and makes a move."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.discord_ui.client import Teban
from bot.playground import Playground
from bot.standin import point_client_at
from bot.table import TableService
from engines.kernel import catalogue, games
from storage import Database
from tests.playground.conftest import OpenPage

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """The playground with Teban in it, instead of the small bot."""
    async with Playground(port=0, validate=True) as running:
        point_client_at(running.url)
        async with await Database.open(tmp_path / "tables.sqlite3") as database:
            bot = Teban(TableService(database, lambda: time.time_ns() // 1_000_000), guild_ready_timeout=0.05)
            async with bot:
                started = asyncio.create_task(bot.start(running.token))
                while not bot.is_ready():
                    await asyncio.sleep(0.01)
                yield running
            await started
        assert not running.world.violations, running.world.violations


async def test_every_game_has_a_sample(open_page: OpenPage) -> None:
    page = await open_page("Kotori")
    found = [catalogue(game.package).term(f"terms.{game.id}", "ja") for game in games().values()]
    await expect(page.locator(".sample")).to_have_text(found, timeout=30_000)


@pytest.mark.parametrize("name", ["Marco", "Kotori"])
async def test_a_newcomer_sees_a_board_and_makes_a_move(
    open_page: OpenPage, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    page = await open_page(name)
    await page.locator(".sample", has_text=re.compile("Signorie|シニョーリエ")).click()
    await expect(page.get_by_role("heading", name="sample-1").first).to_be_visible(timeout=30_000)
    panel = page.locator(".secret", has=page.locator(".select"))
    await expect(panel).to_be_visible(timeout=30_000)
    panel = page.locator(f"#{await panel.get_attribute('id')}")
    board = page.locator(".message:not(.secret) .picture img").last
    await expect(board).to_have_attribute("alt", re.compile(".{40}"))
    question = await panel.locator("h3, h4, h5").first.inner_text()
    await panel.locator(".select").first.click()
    await page.get_by_role("option").first.click()
    await expect(panel).not_to_contain_text(question, timeout=15_000)
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
