"""A playground with a small real bot, and pages in a real headless Chromium that must stay free of errors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, Request, async_playwright, expect

from bot.fake_discord import World, point_client_at
from bot.fake_discord.model.uploads import Upload
from bot.playground import Playground
from tests.playground.chromium import launch_browser
from tests.playground.smallbot import SmallBot, build_board_file

OpenPage = Callable[..., Awaitable[Page]]
DESKTOP, PHONE = (1280, 800), (390, 844)
V2 = 1 << 15
TIMEOUT_MS = 120_000
"""Maximum time a page may take for anything before a test fails; the machine may be busy."""
expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(autouse=True)
def real_discord_afterwards() -> Any:
    """Restore the addresses that `point_client_at` changed in discord.py."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = before


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A browser that is closed after the last test of this folder, because it uses processor time while it runs."""
    async with async_playwright() as playwright:
        running = await launch_browser(playwright)
        yield running
        await running.close()


async def list_fake_games(world: World, person_id: str) -> list[dict[str, str]]:
    """Return two sample games in place of the bot's."""
    return [{"name": "Flotsam", "value": "flotsam"}, {"name": "Meadow", "value": "meadow"}]


async def open_fake_sample(world: World, person_id: str, game: str) -> str:
    """Open a channel with a greeting, in place of the script behind the first screen's button."""
    channel = world.add_text_channel(next(iter(world.guilds)), "sample-1")
    world.messages.create_message(channel["id"], world.me, {"content": f"<@{person_id}>, your table of {game}"})
    return str(channel["id"])


def build_board_upload() -> Upload:
    """Return the board picture as an upload of the fake Discord server."""
    return Upload("board.png", build_board_file().fp.read())


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    async with Playground(port=0, is_strict=True, list_games=list_fake_games, open_sample=open_fake_sample) as running:
        point_client_at(running.url)
        yield running
        assert not [row for row in running.world.violations if not row.is_lost_picture], running.world.violations


@pytest_asyncio.fixture(loop_scope="session")
async def bot(playground: Playground) -> AsyncIterator[SmallBot]:
    bot = SmallBot()
    await bot.login(playground.token)
    task = asyncio.create_task(bot.connect())
    await asyncio.wait_for(bot.wait_until_ready(), 5)
    yield bot
    await bot.close()
    await asyncio.gather(task, return_exceptions=True)


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, playground: Playground) -> AsyncIterator[OpenPage]:
    """A function that opens the page as a person: `await open_page("Marco")`.

    After the test there must be no error on the console and no request to another site.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def record_console_line(line: ConsoleMessage) -> None:
        outdated = "/cdn/" in line.location["url"]  # an edit replaced the picture while it was loading
        if line.type in ("error", "warning") and not outdated:
            problems.append(line.text)

    def record_request(sent: Request) -> None:
        if not sent.url.startswith(playground.url):
            problems.append(f"loads {sent.url}")

    async def open_as(name: str = "Marco", *, size: tuple[int, int] = DESKTOP, **context_options: Any) -> Page:
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, **context_options)
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = await context.new_page()
        page.on("console", record_console_line)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", record_request)
        await page.goto(playground.url)
        await page.locator("body[data-ready]").wait_for()
        await switch_to(page, name)
        return page

    yield open_as
    for context in contexts:
        await context.close()
    assert not problems, problems


async def switch_to(page: Page, name: str) -> None:
    """Select the person who uses the page."""
    person = page.get_by_role("radio", name=name)
    if await person.get_attribute("aria-checked") != "true":
        await person.click()


async def type_command(page: Page, *keys: str) -> None:
    """Type with the real keyboard; names of special keys are pressed, everything else is typed as text."""
    for key in keys:
        if key in ("Enter", "Tab", "Escape", "ArrowDown", "ArrowUp", "Backspace", "Shift+Tab"):
            await page.keyboard.press(key)
        else:
            await page.keyboard.type(key)


def post_message(playground: Playground, content: str = "", channel: str = "welcome", **more: Any) -> dict[str, Any]:
    """Post a message as the bot, without its client."""
    world = playground.world
    channel_id = next(row["id"] for row in world.channels.values() if row.get("name") == channel)
    payload = {"content": content, **more} if content else more
    return world.messages.create_message(channel_id, world.me, payload)
