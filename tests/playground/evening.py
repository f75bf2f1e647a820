"""Everybody at a table on one page, whose clock is moved forward between what they do."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.async_api import Page, expect

from bot.playground import Playground
from tests.discovered import a_game
from tests.playground.hands import Hands
from tests.playground.whole_game import PEOPLE, open_table, words


async def look_at(page: Page, name: str) -> None:
    """A picture of the page, if a folder for them is named."""
    if folder := os.environ.get("TEBAN_LOOK"):
        await page.screenshot(path=Path(folder) / f"life-{name}.png")


@dataclass
class Evening:
    """A table of three. asked: who is called first; others: the other two."""

    page: Page
    hands: Hands
    playground: Playground
    asked: str = ""
    others: tuple[str, ...] = ()

    @classmethod
    async def begin(cls, page: Page, playground: Playground) -> Evening:
        page.set_default_timeout(20_000)
        evening = cls(page, Hands(page, words("en"), random.Random(1), lambda name: look_at(page, name)), playground)
        await open_table(evening.hands, "en", a_game(3), 3)
        assert await evening.hands.called()
        evening.asked = await page.locator(".person[aria-checked=true] .person-name").inner_text()
        evening.others = tuple(name for name in PEOPLE[:3] if name != evening.asked)
        return evening

    async def told(self, text: str) -> None:
        await expect(self.page.locator(".message", has_text=text).last).to_be_visible(timeout=20_000)

    async def later(self, days: int) -> None:
        for _ in range(days):
            await self.page.locator(".clock-step", has_text="+1 day").click()

    async def command(self, name: str, person: str = "", *, until: int | None = None) -> None:
        """Type a command with its options: a person, and the day so many days from now by the playground's clock."""
        await self.hands.type("/")
        await self.hands.type(f"{name} ")
        if person:
            await self.hands.type(person)
            await self.hands.take_suggestion()
        if until is not None:
            day = datetime.fromtimestamp(self.playground.world.clock.now(), UTC) + timedelta(days=until)
            await self.hands.type(f"{day:%Y-%m-%d}")
        await self.page.keyboard.press("Enter")

    async def press(self, label: str) -> None:
        await self.page.get_by_role("button", name=label).last.click()
