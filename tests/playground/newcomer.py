"""`python -m tests.playground.newcomer FOLDER --game G [--langs ja en ja] [--wide]`: a whole game as newcomers play it.

They follow stars, try other options, look around, go back, fill entry forms with nonsense, press what is over. Every
screen becomes a line of FOLDER/protocol.jsonl: who looked, all words, the height, and what was pressed; some become
screenshots. They are read for what cannot be understood. Prints what was wrong on the way: questions and lobbies that
need scrolling, presses that showed nothing, entry forms that stayed without a reason, late pictures, errors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Locator, async_playwright
from playwright.async_api import TimeoutError as PageTimeout

from engines.kernel import LANGS
from tests.discovered import list_shipped_games
from tests.phone.screen import METRICS, USABLE_HEIGHT
from tests.playground.chromium import launch_browser
from tests.playground.hands import CHOOSING_VERBS, CONTENT_JS, IS_IDLE_JS, PageUser
from tests.playground.product import run_teban
from tests.playground.whole_game import (
    CHANNEL_NAME,
    DESKTOP,
    LOCALES,
    PEOPLE,
    PHONE,
    ScreenshotFolder,
    load_bot_texts,
)

NONSENSE = ("", "blue horse", "-3", "99999", "いろは", "roma, roma, roma")
"""Texts that newcomers type into fields of entry forms."""
DETAILS_LABELS = {load_bot_texts(lang)["panel"]["answer"] for lang in LANGS}
"""Labels of the button that only the page *Details* of a question has. That page may scroll."""
BARS = PHONE["height"] - USABLE_HEIGHT
"""Height in px of what a window has above and below the messages."""
OPENINGS = 3
PRESS_MS = 6_000
"""Time in which a press must show something."""
SHOT_EVERY = 40
"""Number of presses between two screenshots."""
TABLE_CONTROLS = "[data-key^='p:']:not(:disabled), [data-key^='t:']:not(:disabled)"
"""Selector of controls of a table."""
CONTROLS_JS = """message => {
  const controls = [...message.querySelectorAll('[data-key]:not(:disabled)')];
  return {
    height: Math.round(message.querySelector('.layout')?.getBoundingClientRect().height ?? 0),
    words: message.innerText,
    controls: controls.map(node => ({
      key: node.dataset.key, label: node.innerText, link: node.tagName === 'A',
      menu: node.classList.contains('select'),
    })),
  };
}"""
SETTLED_JS = """([id, late]) => !late.some(words => document.getElementById(id)?.innerText.includes(words))"""
"""JavaScript: whether the picture has followed the words."""
CHANGED_JS = f"""([id, before, count]) => {{
  const node = document.getElementById(id);
  return !node || {CONTENT_JS} !== before || document.querySelector('dialog.modal[open]')
    || document.querySelectorAll('.message').length !== count;
}}"""
"""JavaScript: whether a press showed anything: other words, an entry form, another message."""


class PageControl(NamedTuple):
    """A button or menu of a message."""

    key: str
    label: str
    is_menu: bool

    @property
    def verb(self) -> str:
        parts = self.key.split(":")
        return parts[1] if parts[0] == "h" else parts[2]


def needs_scrolling(height: int, controls: Sequence[PageControl], usable_height: int) -> bool:
    """Return whether a message is higher than the screen and not the page *Details*."""
    return height > usable_height and not any(control.label in DETAILS_LABELS for control in controls)


class Newcomer:
    """Plays all seats as newcomers do. Weights of what they press: see `_pick`."""

    def __init__(self, user: PageUser, protocol: Path, usable_height: int) -> None:
        self.user, self.page, self.rng = user, user.page, user.rng
        self._protocol, self._usable_height = protocol, usable_height
        self._steps = 0
        self.troubles: list[str] = []
        """Faults met on the way."""
        self._next_shot = 0
        texts = (load_bot_texts(lang)["panel"]["picture_follows"] for lang in LANGS)
        self._late_words = [text.removeprefix("-# ") for text in texts]

    async def play(self, max_presses: int) -> bool:
        """Play until the game is over, or for so many presses. Return whether it is over."""
        while self.user.press_count < max_presses:
            if not await self.user.wait_for_turn():
                return True
            await self._look_around()
            for _ in range(OPENINGS):  # after a look at something else the panel is opened again
                if await self._answer(await self.user.open_panel(), max_presses):
                    break
        return False

    async def _answer(self, panel: Locator, max_presses: int) -> bool:
        """Press on the panel until it asks nothing. Return whether it asked something."""
        has_asked = False
        while self.user.press_count < max_presses:
            panel_id = await panel.get_attribute("id")
            await self.page.wait_for_function(IS_IDLE_JS, arg=panel_id)
            await self._wait_for_picture(panel_id)
            if not await panel.count():
                return has_asked
            controls = await self._list_controls(panel)
            asked = [one for one in controls if one.key.startswith("p:")]
            if not asked or {one.verb for one in asked} <= {"change"}:
                await self._write(panel, "(waits)")
                return has_asked
            has_asked = True
            control = self._pick(asked)
            await self._check_height(panel, asked, f"{control.verb}: {control.label}")
            if self._steps >= self._next_shot:
                self._next_shot += SHOT_EVERY
                await self.user.take_screenshot(f"step-{self._steps}")
            await self._press(panel, control)
            if self.rng.random() < 0.03:
                await self._press_old_panel()
        return has_asked

    async def check_lobby(self, lobby: Locator) -> None:
        """Note whether *Join* and *Start* are on the screen with all above them."""
        await self._check_height(lobby, await self._list_controls(lobby), "LOBBY")

    async def _check_height(self, message: Locator, controls: Sequence[PageControl], pressed: str) -> None:
        height = await self._write(message, pressed)
        if needs_scrolling(height, controls, self._usable_height):
            self.troubles.append(f"step {self._steps}: {height} px")

    async def _wait_for_picture(self, panel_id: str | None) -> None:
        try:
            await self.page.wait_for_function(SETTLED_JS, arg=[panel_id, self._late_words], timeout=PRESS_MS)
        except PageTimeout:
            self._note("LATE PICTURE", "")
            self.troubles.append(f"step {self._steps}: no picture after {PRESS_MS // 1000} s")

    def _pick(self, controls: list[PageControl]) -> PageControl:
        """Return what a newcomer presses: stars often, anything sometimes, but in the end something that goes on."""
        going_on = [one for one in controls if one.verb in (*CHOOSING_VERBS, "aside", "line", "ok", "leaf", "variant")]
        starred = [one for one in going_on if "★" in one.label]
        chance = self.rng.random()
        if starred and chance < 0.55:
            return self.rng.choice(starred)
        if going_on and chance < 0.88:
            return self.rng.choice(going_on)
        return self.rng.choice(controls)

    async def _press(self, message: Locator, control: PageControl) -> None:
        """Press; fill an entry form that opens with nonsense; note what shows nothing."""
        node = message.locator(f'[data-key="{control.key}"]').first
        before = await message.evaluate(f"node => {CONTENT_JS}")
        count = await self.page.locator(".message").count()
        try:
            await node.click(timeout=PRESS_MS)
            if control.is_menu or await self.page.locator("dialog.picker[open]").count():
                await self.user.choose_options()
            self.user.press_count += 1
            arg = [await message.get_attribute("id"), before, count]
            await self.page.wait_for_function(CHANGED_JS, arg=arg, timeout=PRESS_MS)
        except PageTimeout:
            self._note("NOTHING HAPPENED", control.label)
            self.troubles.append(f"step {self._steps}: {control.label} showed nothing")
            return
        dialog = self.page.locator("dialog.modal[open]")
        if await dialog.count():
            await self._fill(dialog)

    async def _fill(self, dialog: Locator) -> None:
        """Fill each field with nonsense or by chance, submit, and close a dialog that stays, which it must explain."""
        self._note("FORM", await dialog.inner_text())
        fields = dialog.locator("input[type=text], textarea")
        for index in range(await fields.count()):
            await fields.nth(index).fill(self.rng.choice(NONSENSE))
        ticks = dialog.locator(".ticks")
        for index in range(await ticks.count()):
            boxes = ticks.nth(index).locator("input")
            await boxes.nth(self.rng.randrange(await boxes.count())).click()
        menus = dialog.locator(".select")
        for index in range(await menus.count()):
            await menus.nth(index).click()
            await self.user.choose_options()
        await dialog.locator("button[type=submit]").click()
        try:
            await dialog.wait_for(state="detached", timeout=PRESS_MS)
        except PageTimeout:
            self._note("FORM STAYS", await dialog.inner_text())
            if not await dialog.locator(".problem:visible").count():
                self.troubles.append(f"step {self._steps}: an entry form stayed and did not say why")
            await self.page.keyboard.press("Escape")

    async def _look_around(self) -> None:
        """Press, once in four calls, a button of the card that is not *Play*."""
        card = self.page.locator(".message:not(.secret):has([data-key$=':play'])").last
        if not await card.count() or self.rng.random() > 0.25:
            return
        controls = [one for one in await self._list_controls(card) if one.verb not in ("play", "resign")]
        if not controls:
            return
        control = self.rng.choice(controls)
        await self._write(card, f"CARD {control.label}")
        await self._press(card, control)
        await self._note_newest(control.label)

    async def _press_old_panel(self) -> None:
        """Press an enabled button about the table on a message of one's own that is not the newest.

        Others would change when people are called, and the game would wait for the morning.
        """
        old = self.page.locator(f".message.secret:has({TABLE_CONTROLS})")
        count = await old.count()
        if count < 2:
            return
        message = old.nth(self.rng.randrange(count - 1))
        message = self.page.locator(f"#{await message.get_attribute('id')}")
        controls = [
            one
            for one in await self._list_controls(message)
            if one.key.startswith(("p:", "t:")) and one.verb != "hours"
        ]
        if controls:
            control = self.rng.choice(controls)
            self._note("OLD PANEL", control.label)
            await self._press(message, control)
            await self._write(message, "(after a press on an old panel)")

    async def _list_controls(self, message: Locator) -> list[PageControl]:
        shown = await message.evaluate(CONTROLS_JS)
        return [PageControl(one["key"], one["label"], one["menu"]) for one in shown["controls"] if not one["link"]]

    async def _note_newest(self, label: str) -> None:
        newest = self.page.locator(".message").last
        self._note(f"NEWEST AFTER {label}", await newest.inner_text())

    async def _write(self, message: Locator, pressed: str) -> int:
        """Add a message to the protocol and return its height in px."""
        shown: dict[str, Any] = await message.evaluate(CONTROLS_JS)
        person = await self.page.locator(".person[aria-checked=true] .person-name").inner_text()
        self._append({"who": person, "height": shown["height"], "words": shown["words"], "pressed": pressed})
        return int(shown["height"])

    def _note(self, what: str, words: str) -> None:
        self._append({"note": what, "words": words})

    def _append(self, entry: dict[str, Any]) -> None:
        self._steps += 1
        with self._protocol.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"step": self._steps, **entry}, ensure_ascii=False) + "\n")


async def open_table(newcomer: Newcomer, game: str, langs: Sequence[str]) -> None:
    """Open a table as the first person, whose language the table has until others join, and start it with all."""
    user = newcomer.user
    people = PEOPLE[: len(langs)]
    for name, lang in zip(people, langs, strict=True):
        await user.add_person(name)
        await user.set_language(name, LOCALES[lang])
    table = user.bot_texts["commands"]["table"]
    await user.switch_to(people[0])
    await user.take_screenshot("welcome")
    await user.open_channel(CHANNEL_NAME)
    await user.type_text(f"/{table['name']} {table['open']['name']} {game}")
    await user.take_suggestion()
    await user.page.keyboard.press("Enter")
    join, start = (user.page.locator(f"[data-key$=':{verb}']").last for verb in ("join", "start"))
    await join.wait_for()
    lobby = user.page.locator(".message").filter(has=user.page.locator("[data-key$=':join']")).last
    for name in people[1:]:
        await user.switch_to(name)
        await user.press_control(lobby, lobby.locator("[data-key$=':join']"))
    await user.take_screenshot("lobby")
    await newcomer.check_lobby(lobby)
    await user.switch_to(people[0])
    await start.click()
    await user.press_button(user.bot_texts["confirm"]["do"])


async def play_as_newcomers(folder: Path, game: str, langs: Sequence[str], *, wide: bool, seed: int) -> list[str]:
    """Play a whole game and return what was wrong, with all errors of the page and of the bot."""
    errors: list[str] = []
    with tempfile.TemporaryDirectory() as logs:
        async with run_teban(Path(logs)) as address, async_playwright() as playwright:
            browser = await launch_browser(playwright)
            size = DESKTOP if wide else PHONE
            page = await browser.new_page(viewport=size, locale=LOCALES[langs[0]], bypass_csp=True)
            page.set_default_timeout(60_000)
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.goto(address)
            await page.locator("body[data-ready]").wait_for()
            if not wide:
                await page.add_style_tag(content=METRICS)
            shots = ScreenshotFolder(page, folder)
            user = PageUser(page, load_bot_texts(langs[0]), random.Random(seed), shots.take_screenshot)
            newcomer = Newcomer(user, folder / "protocol.jsonl", size["height"] - BARS)
            await open_table(newcomer, game, langs)
            await newcomer.play(sys.maxsize)
            await shots.take_screenshot("final")
            await browser.close()
        errors += (Path(logs) / "teban.log").read_text().splitlines()
    return [*newcomer.troubles, *errors]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.playground.newcomer", description=__doc__)
    parser.add_argument("folder", type=Path, help="gets the protocol and the screenshots")
    parser.add_argument("--game", choices=list_shipped_games(), required=True)
    parser.add_argument("--langs", nargs="+", choices=LOCALES, default=["ja", "en", "ja"], help="of each person")
    parser.add_argument("--wide", action="store_true", help="a window 1280 px wide instead of a phone")
    parser.add_argument("--seed", type=int, default=1, help="of what people press")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    play = play_as_newcomers(
        arguments.folder, arguments.game, arguments.langs, wide=arguments.wide, seed=arguments.seed
    )
    troubles = asyncio.run(play)
    print("\n".join(troubles), flush=True)
    return int(bool(troubles))


if __name__ == "__main__":
    sys.exit(main())
