"""`python -m tests.playground.whole_game --lang ja|en --game G [--seats N] [--short] [--phone] [--shots FOLDER]`

A whole game on the playground's page, in a real browser: one browser in which somebody is everybody at the
table, from `/table open` to the final scores. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
import time
import tomllib
from dataclasses import asdict, dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.async_api import ConsoleMessage, Page, ViewportSize, async_playwright

from engines.kernel import games
from tests.playground.chromium import launch
from tests.playground.hands import Hands
from tests.playground.product import teban

PEOPLE = ("Aoi", "Marco", "Kotori", "Jules", "Nina")
LOCALES = {"ja": "ja", "en": "en-US"}
SHORT = 6
"""Presses of a slice."""
ROOM = "table-1"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


@dataclass(frozen=True, slots=True)
class Played:
    """One game as it went. scores: totals by name as the final message shows them (none of a slice)."""

    lang: str
    game: str
    seats: int
    presses: int
    seconds: float
    scores: dict[str, int]
    console_errors: list[str]


async def whole_game(
    lang: str,
    game: str,
    seats: int,
    *,
    most: int = sys.maxsize,
    phone: bool = False,
    shots: Path | None = None,
    seed: int = 1,
    pictures: str = "processes",
) -> Played:
    """Play a game (its id) with everybody reading `lang`; end after `most` presses. pictures: where they are drawn.

    A page that stalls raises TimeoutError.
    """
    errors: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        async with teban(Path(folder), TEBAN_PICTURES=pictures) as address, async_playwright() as playwright:
            browser = await launch(playwright)
            page = await browser.new_page(viewport=PHONE if phone else DESKTOP, locale=LOCALES[lang])
            page.set_default_timeout(20_000)
            page.on("console", partial(_note, errors))
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.goto(address)
            await page.locator("body[data-ready]").wait_for()
            started = time.monotonic()
            hands = Hands(page, words(lang), random.Random(seed), Album(page, shots).take)
            await open_table(hands, lang, game, seats)
            scores = await _play(hands, most)
            seconds = time.monotonic() - started
            await browser.close()
        errors += (Path(folder) / "teban.log").read_text().splitlines()
    return Played(lang, game, seats, hands.presses, round(seconds, 1), scores, errors)


def words(lang: str) -> dict[str, Any]:
    """The bot's own words in this language: what its buttons and commands are called."""
    return tomllib.loads(files("bot").joinpath(f"locale/{lang}.toml").read_text(encoding="utf-8"))


async def open_table(hands: Hands, lang: str, game: str, seats: int) -> None:
    """Everybody reads `lang`; the first opens the table, the others sit down, and it begins."""
    for name in PEOPLE[:seats]:
        await hands.join(name)
        await hands.read_in(name, LOCALES[lang])
    host, *others = PEOPLE[:seats]
    table, lobby = hands.words["commands"]["table"], hands.words["lobby"]
    await hands.be(host)
    await hands.look("welcome")
    await hands.go_to(ROOM)
    await hands.type("/")
    await hands.look("commands")
    await hands.type(f"{table['name']} {table['open']['name']} ")
    await hands.type(game)
    await hands.take_suggestion()
    await hands.add_option(table["open"]["params"]["language"]["name"])
    await hands.type(hands.words["setting"]["language"][lang])
    await hands.take_suggestion()
    await hands.look("open")
    await hands.page.keyboard.press("Enter")
    await hands.page.get_by_role("button", name=lobby["join"], exact=True).wait_for()
    await hands.look("lobby")
    for name in others:
        await hands.be(name)
        await hands.press(lobby["join"])
    await hands.be(host)
    await hands.press(lobby["start"])


async def _play(hands: Hands, most: int) -> dict[str, int]:
    """Whoever is called plays on while something is asked."""
    turns = 0
    while hands.presses < most:
        if not await hands.called():
            await hands.look("final")
            return await _scores(hands.page)
        if turns in (0, 1, 5):
            await hands.look(f"called-{turns}")
        panel = await hands.open_panel()
        await hands.play(panel, most)
        if turns in (0, 5):
            await hands.look(f"turn-{turns}")
        turns += 1
    return {}


async def _scores(page: Page) -> dict[str, int]:
    """Totals by name on the final message: lines like "1. Aoi — 31"."""
    text = await page.locator(".message:has(h4)", has_text="🏆").last.inner_text()
    names = "|".join(PEOPLE)
    return {name: int(total) for name, total in re.findall(rf"^\d+\. .*?({names}).* — (\d+)$", text, re.MULTILINE)}


def _note(errors: list[str], line: ConsoleMessage) -> None:
    outdated = "/cdn/" in line.location["url"]  # a picture that an edit replaced while it was being loaded
    if line.type in ("error", "warning") and not outdated:
        errors.append(line.text)


class Album:
    """A folder of screenshots, numbered in the order in which they were taken. None: nothing is kept."""

    def __init__(self, page: Page, folder: Path | None) -> None:
        self.page, self.folder, self.taken = page, folder, 0

    async def take(self, name: str) -> None:
        """A screenshot, once its pictures are there."""
        if self.folder is None:
            return
        await self.page.wait_for_function("() => [...document.images].every(image => image.complete)")
        await self.page.evaluate("() => Promise.allSettled([...document.images].map(image => image.decode()))")
        await self.page.screenshot(path=self.folder / f"{self.taken:02}-{name}.png")
        self.taken += 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.playground.whole_game", description=__doc__)
    parser.add_argument("--lang", choices=LOCALES, default="en")
    parser.add_argument("--game", choices=games(), required=True)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--short", action="store_true", help=f"only the first {SHORT} presses")
    parser.add_argument("--phone", action="store_true", help="a window as wide as a phone")
    parser.add_argument("--shots", type=Path, help="folder for screenshots")
    parser.add_argument("--seed", type=int, default=1, help="of what people choose")
    asked = parser.parse_args()
    most = SHORT if asked.short else sys.maxsize
    if asked.seats not in games()[asked.game].seats:
        parser.error(f"--seats: {asked.game} is for {games()[asked.game].seats} people, not {asked.seats}")
    played = asyncio.run(
        whole_game(
            asked.lang, asked.game, asked.seats, most=most, phone=asked.phone, shots=asked.shots, seed=asked.seed
        )
    )
    print(json.dumps(asdict(played), ensure_ascii=False), flush=True)
    return int(bool(played.console_errors) or (not asked.short and len(played.scores) != played.seats))


if __name__ == "__main__":
    sys.exit(main())
