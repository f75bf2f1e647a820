"""`python -m tests.phone.shots [FOLDER] [--game NAME ...]`: a first turn of each game as a phone shows it.

A newcomer opens a sample table on the playground's page, 390 px wide, and follows the stars to the first *Confirm*.
Each turn becomes three WebP pictures a language: the call, the question, the confirmation.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import re
import socket
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from aiohttp import ClientSession
from PIL import Image
from playwright.async_api import Browser, Locator, Page, async_playwright
from playwright.async_api import TimeoutError as PageTimeout

from engines.kernel import LANGS, Lang, Message, load_catalogue
from tests.discovered import list_shipped_games
from tests.playground.chromium import launch_browser
from tests.playground.hands import PageUser
from tests.playground.product import run_teban
from tests.playground.whole_game import load_bot_texts
from tests.project import ROOT

from .screen import METRICS, WIDTH

FOLDER = ROOT / "docs" / "pictures"
HEIGHT = 844
PERSON = {"en": "Marco", "ja": "Aoi"}
MAX_BYTES = 60_000
MAX_PRESSES = 60
"""Presses after which the first turn must have been confirmed."""
PARTS = ("call", "question", "confirm")
QUALITIES = range(85, 20, -5)
MAX_TABLES = 4
"""Tables that are opened until the first question of a turn has a star; some questions have no answer that is clearly
better than most.
"""
MAX_LOOKS, POLL_SECONDS = 600, 1.0
"""Looks at a panel until it stays as it is, and the time between two of them."""
SCALE = 1.25
"""Pixels of a picture for one of the phone's."""
TIMEOUT_MS = 180_000
CARD = ".message:not(.secret):has([data-key$=':play'])"
PANEL = ".message.secret:has([data-key^='p:'])"
CHOOSING_VERBS = ("pick", "aside", "choose", "way", "kind", "leaf", "tick", "put", "plus", "amounts", "ok")
LOOK_JS = """([id, late, verbs]) => {
  const panel = document.getElementById(id);
  if (!panel) return null;
  const all = [...panel.querySelectorAll("[data-key^='p:']")];
  const keys = all.filter(key => verbs.includes(key.dataset.key.split(":")[2]));
  return {
    html: panel.innerHTML,
    is_late: panel.innerText.includes(late) || !panel.querySelector(".picture img"),
    has_star: panel.innerText.includes("★"),
    has_choice: keys.length > 1 || keys.some(key => key.matches(".select")),
  };
}"""
"""JavaScript: what a panel shows; null if it has gone: on a busy machine the next call may delete it."""
SEARCH_COUNT = re.compile(r"^teban_advice_seconds_count (\S+)", re.MULTILINE)
DECODED_JS = "() => Promise.allSettled([...document.images].map(image => image.decode()))"


class NoStar(LookupError):
    """The first question of a turn has no star."""


class Screen(NamedTuple):
    """A newcomer's phone, and the bot's measures."""

    page: Page
    user: PageUser
    metrics: str
    """Address of the measures."""
    late: str
    """Words of a panel whose picture is still to come."""

    async def count_searches(self) -> int:
        """Return how many searches for stars have ended."""
        async with ClientSession() as session, session.get(self.metrics) as response:
            found = SEARCH_COUNT.search(await response.text())
        assert found is not None
        return int(float(found[1]))

    async def wait_until_settled(self, panel: Locator, searches_before: int) -> bool | None:
        """Wait until the panel's picture is there, the search for its stars has ended, and nothing changes any more.
        Return whether it has a star; None: the panel has gone.

        searches_before: searches that had ended before the question was asked
        """
        panel_id, before = await panel.get_attribute("id"), ""
        for _ in range(MAX_LOOKS):
            seen = await self.page.evaluate(LOOK_JS, [panel_id, self.late, CHOOSING_VERBS])
            if seen is None:
                return None
            is_searched = seen["has_star"] or not seen["has_choice"] or await self.count_searches() > searches_before
            if is_searched and not seen["is_late"] and seen["html"] == before:
                return bool(seen["has_star"])
            before = seen["html"] if is_searched else ""
            await asyncio.sleep(POLL_SECONDS)
        raise LookupError(f"a panel does not settle: {await panel.inner_text()}")


async def open_screen(browser: Browser, address: str, metrics: str, lang: Lang) -> Screen:
    """Open the playground's page as a newcomer who reads this language."""
    page = await browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SCALE, bypass_csp=True
    )
    page.set_default_timeout(TIMEOUT_MS)
    await page.goto(address)
    await page.locator("body[data-ready]").wait_for()
    await page.add_style_tag(content=METRICS)
    user = PageUser(page, load_bot_texts(lang), random.Random(1), _take_no_screenshot)
    await user.switch_to(PERSON[lang])
    return Screen(page, user, metrics, user.bot_texts["panel"]["picture_follows"].removeprefix("-# "))


async def record_turn(screen: Screen, game_id: str, lang: Lang) -> list[bytes]:
    """Play until the first turn can be confirmed, and return the screenshots of that turn.

    Stars beside the confirmation are followed first, as they promise more. Raises NoStar if the first question of the
    turn has none.
    """
    page, user = screen.page, screen.user
    confirm_word = load_catalogue("engines.kernel").render(Message("kernel.confirm"), lang)
    searches = await screen.count_searches()
    await page.locator(".samples .sample").nth(list(list_shipped_games()).index(game_id)).click()
    shots: list[bytes] = []
    called_by: str | None = None
    is_starred = False
    while user.press_count < MAX_PRESSES:
        panel = await _find_panel(page)
        card = await page.locator(CARD).last.get_attribute("id")
        has_star = await screen.wait_until_settled(panel, searches)
        if has_star is None:
            continue
        await page.evaluate(DECODED_JS)
        if card != called_by:  # another call: another turn, or another question of the set-up
            called_by, is_starred, shots = card, has_star, [await _take_card(page)]
        shots.append(await panel.screenshot())
        confirm = panel.get_by_role("button", name=confirm_word)
        stars = panel.locator("button").filter(has_text="★").filter(has_not_text=confirm_word)
        if await confirm.count() and not await stars.count():
            if not is_starred:
                raise NoStar(f"{game_id} {lang}: the first question has no star")
            return shots
        searches = await screen.count_searches()
        await _follow_star(user, panel)
    raise LookupError(f"{game_id}: no turn was confirmed after {MAX_PRESSES} presses")


async def record_starred_turn(
    record: Callable[[], Awaitable[list[bytes]]], max_tables: int = MAX_TABLES
) -> list[bytes]:
    """Return the screenshots of a first turn with a star at its first question, at one of several tables.

    record: opens a table and does as `record_turn`. Raises NoStar if no table has a star.
    """
    for _ in range(max_tables - 1):
        try:
            return await record()
        except NoStar as reason:
            print(f"{reason}: another table is opened", flush=True)
    return await record()


async def _take_card(page: Page) -> bytes:
    """Return a screenshot of the newest card, whose picture may follow its words."""
    card = page.locator(CARD).last
    await card.locator(".picture img").wait_for()
    await page.evaluate(DECODED_JS)
    return await card.screenshot()


async def _find_panel(page: Page) -> Locator:
    """Return the panel with the open question; if it does not come by itself, *Play* on the newest card opens it."""
    panel = page.locator(PANEL).last
    try:
        await panel.wait_for(timeout=TIMEOUT_MS / 9)
    except PageTimeout:
        await page.locator(CARD).last.locator("[data-key$=':play']").click()
        await panel.wait_for()
    return panel


async def _follow_star(user: PageUser, panel: Locator) -> None:
    star = panel.locator("button:not(.select)").filter(has_text="★")
    if await star.count():
        await user.press_control(panel, star.last)
    else:
        await user.answer_panel(panel, user.press_count + 1)


async def _take_no_screenshot(_name: str) -> None:
    """Stand in for the screenshots of `PageUser`."""


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def compress(shot: bytes) -> bytes:
    """Return a screenshot as WebP of at most MAX_BYTES."""
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    for quality in QUALITIES:
        data = io.BytesIO()
        picture.save(data, "WEBP", quality=quality, method=6)
        if data.tell() <= MAX_BYTES:
            return data.getvalue()
    raise ValueError(f"expected at most {MAX_BYTES} bytes, got {data.tell()} at quality {quality}")


async def write_pictures(folder: Path, game_ids: Sequence[str]) -> None:
    """Write `first-turn-<game>-<language>-<part>.webp` of these games into the folder."""
    with tempfile.TemporaryDirectory() as logs:
        port = _find_free_port()
        async with run_teban(Path(logs), TEBAN_METRICS=str(port)) as address, async_playwright() as playwright:
            browser = await launch_browser(playwright)

            async def record(game_id: str, lang: Lang) -> list[bytes]:
                screen = await open_screen(browser, address, f"http://127.0.0.1:{port}/metrics", lang)
                shots = await record_turn(screen, game_id, lang)
                await screen.page.close()
                return shots

            for game_id in game_ids:
                for lang in LANGS:
                    call, question, *_, confirm = await record_starred_turn(partial(record, game_id, lang))
                    for part, shot in zip(PARTS, (call, question, confirm), strict=True):
                        (folder / f"first-turn-{game_id}-{lang}-{part}.webp").write_bytes(compress(shot))
            await browser.close()


def main() -> int:
    games = list_shipped_games()
    parser = argparse.ArgumentParser(prog="python -m tests.phone.shots", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--game", nargs="*", choices=games, default=list(games))
    arguments = parser.parse_args()
    asyncio.run(write_pictures(arguments.folder, arguments.game))
    return 0


if __name__ == "__main__":
    sys.exit(main())
