"""A button moves the playground's clock forward, and due events happen: a reminder after half the time."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from playwright.async_api import expect

from bot.discord_ui.outbox.rate_limit import RateLimiter
from bot.playground import Playground
from tests.playground.conftest import OpenPage
from tests.playground.inside import run_teban_inside

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """The playground with Teban in it, who tells time by its clock."""
    async with run_teban_inside(tmp_path, rate_limiter=RateLimiter(is_unlimited=True)) as running:
        yield running


async def test_player_is_reminded_after_a_day(playground: Playground, open_page: OpenPage) -> None:
    page = await open_page("Marco")
    await page.locator(".sample", has_text=re.compile("Signorie|シニョーリエ")).click()
    await expect(page.locator(".secret", has=page.locator("h3, h4, h5"))).to_be_visible()
    await page.locator(".clock-step", has_text="+1 day").click()
    await expect(page.locator(".message", has_text="Still your turn")).to_be_visible()
    await expect(page.get_by_role("button", name="Tomorrow morning")).to_be_visible()
    await expect(page.locator(".message", has_text="used up the time")).to_have_count(0)
    if folder := os.environ.get("TEBAN_LOOK"):
        for width, height in ((1280, 900), (390, 844)):
            await page.set_viewport_size({"width": width, "height": height})
            await page.screenshot(path=Path(folder) / f"clock-{width}.png")


async def test_clock_moves_forward_by_limited_hours(playground: Playground) -> None:
    headers = {"Origin": playground.url}
    async with ClientSession(playground.url) as http:
        for hours in (0, -1, 10_000, "1", True, None):
            async with http.post("/play/api/clock", json={"hours": hours}, headers=headers) as answer:
                assert answer.status == 400 and "hours" in (await answer.json())["error"]
        async with http.post("/play/api/clock", json={"hours": 8}, headers=headers) as answer:
            assert (await answer.json())["ahead"] >= 8 * 3600
