"""`python -m tests.phone.shots [FOLDER] [--engine NAME ...]`: a first turn of each game as a phone shows it.

A newcomer opens a sample table on the playground's page, 390 px wide, and follows the stars to the first *Confirm*.
Each turn becomes three WebP pictures a language: the call, the question, the confirmation.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

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
MAX_TRIES, FEW_TRIES = 60, 8
"""Seconds to wait for a star at the first question of a turn, whose picture is kept, and at later ones."""
SCALE = 1.25
"""Pixels of a picture for one of the phone's."""
TIMEOUT_MS = 60_000
CARD = ".message:not(.secret):has([data-key$=':play'])"
PANEL = ".message.secret:has([data-key^='p:'])"
SETTLED_JS = """async ([id, late, starTries]) => {
  const panel = () => document.getElementById(id);
  const isLate = () => panel().innerText.includes(late) || !panel().querySelector(".picture img");
  const hasStar = () => panel().innerText.includes("★");
  for (let tries = 0, before = ""; tries < 60; tries += 1) {
    if (!panel()) return false;
    if (!isLate() && before === panel().innerHTML && (hasStar() || tries >= starTries)) break;
    before = panel().innerHTML;
    await new Promise(done => setTimeout(done, 1000));
  }
  return Boolean(panel());
}"""
"""JavaScript: wait until words, picture and controls stay as they are. Stars follow; some questions have none. False if
the panel has gone: on a busy machine the next call may delete it meanwhile.
"""
DECODED_JS = "() => Promise.allSettled([...document.images].map(image => image.decode()))"


async def record_turn(browser: Browser, address: str, engine: str, lang: Lang) -> list[bytes]:
    """Play until the first turn can be confirmed, and return the screenshots of that turn.

    Stars beside the confirmation are followed first, as they promise more.
    """
    page = await browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SCALE, bypass_csp=True
    )
    page.set_default_timeout(TIMEOUT_MS)
    await page.goto(address)
    await page.locator("body[data-ready]").wait_for()
    await page.add_style_tag(content=METRICS)
    user = PageUser(page, load_bot_texts(lang), random.Random(1), _take_no_screenshot)
    late = user.bot_texts["panel"]["picture_follows"].removeprefix("-# ")
    confirm_word = load_catalogue("engines.kernel").render(Message("kernel.confirm"), lang)
    await user.switch_to(PERSON[lang])
    await page.locator(".samples .sample").nth(list(list_shipped_games()).index(engine)).click()
    shots: list[bytes] = []
    called_by: str | None = None
    while user.press_count < MAX_PRESSES:
        panel = await _find_panel(page)
        card = await page.locator(CARD).last.get_attribute("id")
        star_tries = FEW_TRIES if card == called_by else MAX_TRIES
        if not await page.evaluate(SETTLED_JS, [await panel.get_attribute("id"), late, star_tries]):
            continue
        await page.evaluate(DECODED_JS)
        if card != called_by:  # another call: another turn, or another question of the set-up
            called_by, shots = card, [await _take_card(page)]
        shots.append(await panel.screenshot())
        confirm = panel.get_by_role("button", name=confirm_word)
        stars = panel.locator("button").filter(has_text="★").filter(has_not_text=confirm_word)
        if await confirm.count() and not await stars.count():
            await page.close()
            return shots
        await _follow_star(user, panel)
    raise LookupError(f"{engine}: no turn was confirmed after {MAX_PRESSES} presses")


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
        await panel.wait_for(timeout=TIMEOUT_MS / 3)
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


def compress(shot: bytes) -> bytes:
    """Return a screenshot as WebP of at most MAX_BYTES."""
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    for quality in QUALITIES:
        data = io.BytesIO()
        picture.save(data, "WEBP", quality=quality, method=6)
        if data.tell() <= MAX_BYTES:
            return data.getvalue()
    raise ValueError(f"expected at most {MAX_BYTES} bytes, got {data.tell()} at quality {quality}")


async def write_pictures(folder: Path, engines: Sequence[str]) -> None:
    """Write `first-turn-<game>-<language>-<part>.webp` of these games into the folder."""
    with tempfile.TemporaryDirectory() as logs:
        async with run_teban(Path(logs)) as address, async_playwright() as playwright:
            browser = await launch_browser(playwright)
            for engine in engines:
                for lang in LANGS:
                    call, question, *_, confirm = await record_turn(browser, address, engine, lang)
                    for part, shot in zip(PARTS, (call, question, confirm), strict=True):
                        (folder / f"first-turn-{engine}-{lang}-{part}.webp").write_bytes(compress(shot))
            await browser.close()


def main() -> int:
    games = list_shipped_games()
    parser = argparse.ArgumentParser(prog="python -m tests.phone.shots", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--engine", nargs="*", choices=games, default=list(games))
    arguments = parser.parse_args()
    asyncio.run(write_pictures(arguments.folder, arguments.engine))
    return 0


if __name__ == "__main__":
    sys.exit(main())
