"""A phone's screen: the playground's page in a real browser, at the sizes that Discord gives text and controls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from playwright.async_api import Browser, Page, async_playwright

from bot.discord_ui.page import pages
from bot.discord_ui.page.pictures import PICTURE_NAME
from bot.playground import Playground
from tests.playground.chromium import launch_browser

from .questions import ShownQuestion

WIDTH, HEIGHT = 390, 2000
"""Higher than a phone, so that a screenshot has the whole message."""
USABLE_HEIGHT = 640
"""Height in px between the bar above and the line for typing below."""
METRICS = """
body { font-size: 16px }
.button { min-height: 40px !important }
.select { min-height: 44px !important }
.picture img { max-height: 590px !important }
"""
"""Discord's sizes on a phone."""
V2, EPHEMERAL = 1 << 15, 1 << 6
RENDER = """async (components) => {
  const { messageNode } = await import("/play/static/js/message.js");
  const author = { id: "1", username: "Teban", bot: true };
  const message = { id: "9", author, timestamp: new Date().toISOString(), flags: FLAGS, components, mentions: [] };
  document.querySelector(".messages").replaceChildren(messageNode(message, { joined: true }));
  const box = document.querySelector(".layout").getBoundingClientRect();
  return box.height;
}""".replace("FLAGS", str(V2 | EPHEMERAL))

PLACES = """() => [...document.querySelectorAll(".layout .picture, .layout .button, .layout .select")]
  .map((node) => node.getBoundingClientRect()).map((box) => [box.left, box.top, box.height])"""


class PhoneScreen:
    """Shows one message at a time."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def measure_height(self, question: ShownQuestion) -> float:
        """Show a question and return the height of its message in px, without the line that names the bot."""
        return await self.measure_page(question.page, question.picture_size)

    async def measure_page(self, page: pages.Page, picture_size: tuple[int, int] | None) -> float:
        """Show a page with a picture of this size and return the height of its message in px."""
        height: float = await self._page.evaluate(RENDER, _build_components(page, picture_size))
        return height

    async def list_places(self, question: ShownQuestion) -> list[tuple[float, float, float]]:
        """Show a question and return left edge, top and height in px of its picture and of each control."""
        await self.measure_height(question)
        places: list[list[float]] = await self._page.evaluate(PLACES)
        return [(left, top, height) for left, top, height in places]

    async def take_screenshot(self, path: str) -> None:
        """Write the shown message as a picture."""
        await self._page.locator(".layout").screenshot(path=path)


def _build_components(page: pages.Page, picture_size: tuple[int, int] | None) -> Any:
    """Return the components of a page's message; its picture is an empty one of the same size."""
    has_picture = picture_size is not None
    view = pages.build_view(page, f"{PICTURE_NAME}.jpg" if has_picture else None, "board")
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    for component in components[0]["components"]:
        if "items" in component and picture_size is not None:
            width, height = picture_size
            empty = f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'/>"
            url = f"data:image/svg+xml,{quote(empty)}"
            component["items"][0]["media"] = {"url": url, "width": width, "height": height}
    return components


@asynccontextmanager
async def open_phone(browser: Browser | None = None) -> AsyncIterator[PhoneScreen]:
    """Open the playground's page as wide as a phone, in this browser or one of its own."""
    async with Playground(port=0) as playground, async_playwright() as playwright:
        running = browser or await launch_browser(playwright)
        page = await running.new_page(viewport={"width": WIDTH, "height": HEIGHT}, bypass_csp=True)
        await page.goto(playground.url)
        await page.locator("body[data-ready]").wait_for()
        await page.add_style_tag(content=METRICS)
        yield PhoneScreen(page)
        await (page.close() if browser else running.close())
