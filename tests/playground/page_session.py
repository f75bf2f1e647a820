"""All players of a table on one page, whose clock is moved forward between their actions."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.async_api import Page, expect

from bot.playground import Playground
from tests.discovered import pick_game
from tests.playground.hands import PageUser
from tests.playground.whole_game import PEOPLE, load_bot_texts, open_table


async def save_screenshot(page: Page, name: str) -> None:
    """Save a screenshot of the page if the environment variable TEBAN_LOOK names a folder."""
    if folder := os.environ.get("TEBAN_LOOK"):
        await page.screenshot(path=Path(folder) / f"life-{name}.png")


@dataclass
class PageSession:
    """A table of three players on one page."""

    page: Page
    user: PageUser
    playground: Playground
    first_player: str = ""
    """Name of the player who is notified first."""
    other_players: tuple[str, ...] = ()
    """Names of the other two players."""

    @classmethod
    async def start(cls, page: Page, playground: Playground) -> PageSession:
        page.set_default_timeout(120_000)
        session = cls(
            page,
            PageUser(page, load_bot_texts("en"), random.Random(1), lambda name: save_screenshot(page, name)),
            playground,
        )
        await open_table(session.user, "en", pick_game(3), 3)
        assert await session.user.wait_for_turn()
        session.first_player = await page.locator(".person[aria-checked=true] .person-name").inner_text()
        session.other_players = tuple(name for name in PEOPLE[:3] if name != session.first_player)
        return session

    async def wait_for_message(self, text: str) -> None:
        await expect(self.page.locator(".message", has_text=text).last).to_be_visible(timeout=120_000)

    async def advance_days(self, days: int) -> None:
        for _ in range(days):
            await self.page.locator(".clock-step", has_text="+1 day").click()

    async def type_command(self, name: str, person: str = "", *, until: int | None = None) -> None:
        """Type a command with its options.

        person: name, if the command takes one; until: a day this many days from now, by the playground's clock.
        """
        await self.user.type_text("/")
        await self.user.type_text(f"{name} ")
        if person:
            await self.user.type_text(person)
            await self.user.take_suggestion()
        if until is not None:
            day = datetime.fromtimestamp(self.playground.world.clock.read_now(), UTC) + timedelta(days=until)
            await self.user.type_text(f"{day:%Y-%m-%d}")
        await self.page.keyboard.press("Enter")

    async def press_button(self, label: str) -> None:
        await self.page.get_by_role("button", name=label).last.click()
