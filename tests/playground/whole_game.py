"""`python -m tests.playground.whole_game --lang ja|en --game G [--seats N] [--short] [--phone] [--shots FOLDER]`

Play a whole game on the playground's page, in a real browser. One browser plays all seats of the table, from
`/table open` to the final scores. Prints one JSON object.
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

from tests.discovered import list_shipped_games
from tests.playground.chromium import launch_browser
from tests.playground.hands import PageUser
from tests.playground.product import run_teban

PEOPLE = ("Aoi", "Marco", "Kotori", "Jules", "Nina")
LOCALES = {"ja": "ja", "en": "en-US"}
SHORT_PRESSES = 6
"""Number of presses of a short game."""
CHANNEL_NAME = "table-1"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game."""

    lang: str
    game: str
    seats: int
    presses: int
    seconds: float
    scores: dict[str, int]
    """Totals by name as the final message shows them; empty for a short game."""
    console_errors: list[str]


async def play_whole_game(
    lang: str,
    game: str,
    seats: int,
    *,
    max_presses: int = sys.maxsize,
    phone: bool = False,
    shots: Path | None = None,
    seed: int = 1,
    pictures: str = "processes",
) -> GameResult:
    """Play a game and return its result.

    lang: language of all players; game: its id; max_presses: maximum number of presses; shots: screenshot folder;
    pictures: where they are drawn, "processes" or "threads". Raises TimeoutError if the page stalls.
    """
    errors: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        async with run_teban(Path(folder), TEBAN_PICTURES=pictures) as address, async_playwright() as playwright:
            browser = await launch_browser(playwright)
            page = await browser.new_page(viewport=PHONE if phone else DESKTOP, locale=LOCALES[lang])
            page.set_default_timeout(120_000)
            page.on("console", partial(_collect_error, errors))
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.goto(address)
            await page.locator("body[data-ready]").wait_for()
            started = time.monotonic()
            user = PageUser(
                page, load_bot_texts(lang), random.Random(seed), ScreenshotFolder(page, shots).take_screenshot
            )
            await open_table(user, lang, game, seats)
            scores = await _play_turns(user, max_presses)
            seconds = time.monotonic() - started
            await browser.close()
        errors += (Path(folder) / "teban.log").read_text().splitlines()
    return GameResult(lang, game, seats, user.press_count, round(seconds, 1), scores, errors)


def load_bot_texts(lang: str) -> dict[str, Any]:
    """Return the bot's texts in this language, such as the names of buttons and commands."""
    return tomllib.loads(files("bot").joinpath(f"locale/{lang}.toml").read_text(encoding="utf-8"))


async def open_table(user: PageUser, lang: str, game: str, seats: int) -> None:
    """Set everyone's language to `lang`, open a table as the first person, join as the others, and start the game."""
    for name in PEOPLE[:seats]:
        await user.add_person(name)
        await user.set_language(name, LOCALES[lang])
    host, *others = PEOPLE[:seats]
    table, lobby = user.bot_texts["commands"]["table"], user.bot_texts["lobby"]
    await user.switch_to(host)
    await user.take_screenshot("welcome")
    await user.open_channel(CHANNEL_NAME)
    await user.type_text("/")
    await user.take_screenshot("commands")
    await user.type_text(f"{table['name']} {table['open']['name']} ")
    await user.type_text(game)
    await user.take_suggestion()
    await user.add_option(table["open"]["params"]["language"]["name"])
    await user.type_text(user.bot_texts["setting"]["language"][lang])
    await user.take_suggestion()
    await user.take_screenshot("open")
    await user.page.keyboard.press("Enter")
    await user.page.get_by_role("button", name=lobby["join"], exact=True).wait_for()
    await user.take_screenshot("lobby")
    for name in others:
        await user.switch_to(name)
        await user.press_button(lobby["join"])
    await user.switch_to(host)
    if others:
        await user.page.get_by_role("button", name=lobby["start"], exact=True).last.click()
        await user.press_button(user.bot_texts["confirm"]["do"])
    else:
        await user.press_button(lobby["start"])


async def _play_turns(user: PageUser, max_presses: int) -> dict[str, int]:
    """Play the turn of each notified player until the game is over or `max_presses` were made; return the scores."""
    turns = 0
    while user.press_count < max_presses:
        if not await user.wait_for_turn():
            await user.take_screenshot("final")
            return await _read_scores(user.page)
        if turns in (0, 1, 5):
            await user.take_screenshot(f"called-{turns}")
        panel = await user.open_panel()
        await user.answer_panel(panel, max_presses)
        if turns in (0, 5):
            await user.take_screenshot(f"turn-{turns}")
        turns += 1
    return {}


async def _read_scores(page: Page) -> dict[str, int]:
    """Return the totals by name from the final message, which has lines like "1. Aoi — 31"."""
    text = await page.locator(".message:has(h4)", has_text="🏆").last.inner_text()
    names = "|".join(PEOPLE)
    return {name: int(total) for name, total in re.findall(rf"^\d+\. .*?({names}).* — (\d+)$", text, re.MULTILINE)}


def _collect_error(errors: list[str], line: ConsoleMessage) -> None:
    outdated = "/cdn/" in line.location["url"]  # an edit replaced the picture while it was loading
    if line.type in ("error", "warning") and not outdated:
        errors.append(line.text)


class ScreenshotFolder:
    """A folder of screenshots, numbered in the order they were taken. With no folder, nothing is saved."""

    def __init__(self, page: Page, folder: Path | None) -> None:
        self.page, self.folder, self.count = page, folder, 0

    async def take_screenshot(self, name: str) -> None:
        """Save a screenshot as soon as the page's pictures are loaded."""
        if self.folder is None:
            return
        await self.page.wait_for_function("() => [...document.images].every(image => image.complete)")
        await self.page.evaluate("() => Promise.allSettled([...document.images].map(image => image.decode()))")
        await self.page.screenshot(path=self.folder / f"{self.count:02}-{name}.png")
        self.count += 1


def main() -> int:
    games = list_shipped_games()  # `teban` in its own process does not know the example games
    parser = argparse.ArgumentParser(prog="python -m tests.playground.whole_game", description=__doc__)
    parser.add_argument("--lang", choices=LOCALES, default="en")
    parser.add_argument("--game", choices=games, required=True)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--short", action="store_true", help=f"only the first {SHORT_PRESSES} presses")
    parser.add_argument("--phone", action="store_true", help="a window as wide as a phone")
    parser.add_argument("--shots", type=Path, help="folder for screenshots")
    parser.add_argument("--seed", type=int, default=1, help="of what people choose")
    arguments = parser.parse_args()
    max_presses = SHORT_PRESSES if arguments.short else sys.maxsize
    if arguments.seats not in games[arguments.game].seat_counts:
        parser.error(
            f"--seats: {arguments.game} is for {games[arguments.game].seat_counts} people, not {arguments.seats}"
        )
    result = asyncio.run(
        play_whole_game(
            arguments.lang,
            arguments.game,
            arguments.seats,
            max_presses=max_presses,
            phone=arguments.phone,
            shots=arguments.shots,
            seed=arguments.seed,
        )
    )
    print(json.dumps(asdict(result), ensure_ascii=False), flush=True)
    return int(bool(result.console_errors) or (not arguments.short and len(result.scores) != result.seats))


if __name__ == "__main__":
    sys.exit(main())
