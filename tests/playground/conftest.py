"""A playground with a small real bot, and pages of a real headless Chromium that must stay free of errors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, Request, async_playwright, expect

from bot.playground import Playground
from bot.standin import World, point_client_at
from bot.standin.model.files import Upload
from tests.playground.chromium import launch
from tests.playground.smallbot import SmallBot, board

OpenPage = Callable[..., Awaitable[Page]]
DESKTOP, PHONE = (1280, 800), (390, 844)
V2 = 1 << 15
PATIENCE_MS = 30_000
"""So long a page may take for anything before a test fails: the machine may be busy."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(autouse=True)
def real_discord_afterwards() -> Any:
    """`point_client_at` writes to the library: give the addresses back."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE
    yield
    discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY, discord.asset.Asset.BASE = before


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Closed with the last test of this folder: it takes processor time as long as it is there."""
    async with async_playwright() as playwright:
        running = await launch(playwright)
        yield running
        await running.close()


async def games(world: World, person_id: str) -> list[dict[str, str]]:
    """Stands for what the bot offers."""
    return [{"name": "Flotsam", "value": "flotsam"}, {"name": "Meadow", "value": "meadow"}]


async def sample(world: World, person_id: str, game: str) -> str:
    """Stands for the script of the first screen's button: it opens a channel with a greeting in it."""
    channel = world.add_text_channel(next(iter(world.guilds)), "sample-1")
    world.messages.create(channel["id"], world.me, {"content": f"<@{person_id}>, your table of {game}"})
    return str(channel["id"])


def board_bytes() -> Upload:
    """The board as the stand-in gets it."""
    return Upload("board.png", board().fp.read())


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    async with Playground(port=0, validate=True, games=games, sample=sample) as running:
        point_client_at(running.url)
        yield running
        assert not running.world.violations, running.world.violations


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
    """Open the page as somebody: `await open_page("Marco")`. In the end there must be no error on the console, and
    nothing loaded from elsewhere.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def console(line: ConsoleMessage) -> None:
        outdated = "/cdn/" in line.location["url"]  # a picture that an edit replaced while it was being loaded
        if line.type in ("error", "warning") and not outdated:
            problems.append(line.text)

    def request(sent: Request) -> None:
        if not sent.url.startswith(playground.url):
            problems.append(f"loads {sent.url}")

    async def opened(name: str = "Marco", *, size: tuple[int, int] = DESKTOP, **context_options: Any) -> Page:
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, **context_options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = await context.new_page()
        page.on("console", console)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", request)
        await page.goto(playground.url)
        await page.locator("body[data-ready]").wait_for()
        await be(page, name)
        return page

    yield opened
    for context in contexts:
        await context.close()
    assert not problems, problems


async def be(page: Page, name: str) -> None:
    """Switch to a person."""
    person = page.get_by_role("radio", name=name)
    if await person.get_attribute("aria-checked") != "true":
        await person.click()


async def type_command(page: Page, *keys: str) -> None:
    """Type with the real keyboard; names of keys are pressed, everything else is written."""
    for key in keys:
        if key in ("Enter", "Tab", "Escape", "ArrowDown", "ArrowUp", "Backspace", "Shift+Tab"):
            await page.keyboard.press(key)
        else:
            await page.keyboard.type(key)


def post(playground: Playground, content: str = "", channel: str = "welcome", **more: Any) -> dict[str, Any]:
    """A message of the bot, without going through its client."""
    world = playground.world
    where = next(row["id"] for row in world.channels.values() if row.get("name") == channel)
    payload = {"content": content, **more} if content else more
    return world.messages.create(where, world.me, payload)
