"""The pictures of first turns show what a newcomer sees once the search for stars has ended."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import chain, repeat
from random import Random
from typing import Any

import pytest
from playwright.async_api import Locator, Page, async_playwright

from tests.playground.chromium import launch_browser
from tests.playground.hands import PageUser

from . import shots
from .shots import NoStar, Screen, record_starred_turn

LATE = "The picture follows."
PANEL = """<div class="message" id="m7"><div class="picture"><img></div>
<button data-key="p:1:pick:a">1</button><button data-key="p:1:pick:b">2</button></div>"""


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await launch_browser(playwright)
        yield await browser.new_page()
        await browser.close()


async def look(page: Page, monkeypatch: pytest.MonkeyPatch, counts: Iterator[int], panel: str) -> bool | None:
    """Wait for a panel that gets a star when the search for it ends, the fourth since the start.

    counts: searches that have ended, at each look
    """
    monkeypatch.setattr(shots, "POLL_SECONDS", 0.01)

    async def count_searches(screen: Screen) -> int:
        count = next(counts)
        if count == 4:
            await screen.page.locator("button").first.evaluate("key => { key.textContent = '★ 1' }")
        return count

    monkeypatch.setattr(Screen, "count_searches", count_searches)
    await page.set_content(panel)
    user: Any = PageUser(page, {}, Random(1), shots._take_no_screenshot)
    message: Locator = page.locator("#m7")
    return await Screen(page, user, "", LATE).wait_until_settled(message, searches_before=3)


async def test_star_is_awaited(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long its search takes; a search without a star ends the wait, too."""
    assert await look(page, monkeypatch, chain(repeat(3, 20), repeat(4)), PANEL) is True
    assert await look(page, monkeypatch, chain(repeat(3, 20), repeat(5)), PANEL) is False


async def test_question_without_a_choice_has_no_search(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await look(page, monkeypatch, iter(()), PANEL.replace("p:1:pick:b", "p:1:details:")) is False


async def test_panel_without_its_picture_does_not_settle(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shots, "MAX_LOOKS", 30)
    for panel in (PANEL.replace("<img>", ""), PANEL.replace("<button", f"{LATE}<button")):
        with pytest.raises(LookupError):
            await look(page, monkeypatch, repeat(5), panel)


async def test_turn_without_a_star_is_played_again() -> None:
    """At another table; if none has a star, there is no picture."""
    outcomes = iter((None, [b"shot"], None, None, None))

    async def record() -> list[bytes]:
        if (found := next(outcomes)) is None:
            raise NoStar("no star")
        return found

    assert await record_starred_turn(record, max_tables=3) == [b"shot"]
    with pytest.raises(NoStar):
        await record_starred_turn(record, max_tables=3)
