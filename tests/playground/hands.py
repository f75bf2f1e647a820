"""What people do on the page: switch who they are, type commands, press buttons, choose from menus. Nothing else.

They wait for what they see to change, never for a time to pass.
"""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as PageTimeout

Look = Callable[[str], Awaitable[None]]
"""Called with a name at moments worth seeing."""

PARTS = ".md, .problem, [data-key]"
SHOWN = f"[...node.querySelectorAll('{PARTS}')].map(part => part.dataset.key ?? part.textContent).join('\\n')"
ANSWERED = f"([id, before]) => {{ const node = document.getElementById(id); return !node || {SHOWN} !== before }}"
"""Other words or other controls (their ids name the question and what is ticked) mean that a press was answered, or
that it is said to have failed: then people press again."""

SETTLED = "id => !document.getElementById(id)?.querySelector('[aria-busy=true]')"
"""No press on this message is still on its way: what it asks is what it will show."""
QUESTION = """message => {
  const ways = [...message.querySelectorAll('[data-key^="p:"]:not(:disabled)')];
  return {asked: message.querySelector('h5')?.textContent ?? '', ways: ways.map(way => way.dataset.key)};
}"""

NEXT = """answered => {
  const heads = [...document.querySelectorAll('.message h4')];
  if (heads.some(head => head.textContent.startsWith('🏆'))) return {over: true};
  const calls = [...document.querySelectorAll('.message.pinged:has([data-key$=":play"])')].map(call => call.id);
  const me = document.querySelector('.person[aria-checked=true]')?.dataset.person;
  const call = calls.map(id => `${me} ${id}`).find(one => !answered.includes(one));
  if (call) return {call};
  const person = document.querySelector('.person[aria-checked=false]:has(.dot)')?.dataset.person;
  return person ? {person} : null;
}"""
"""Who is called: the present person, by a message that they have not answered (it may call several people); or somebody
with a mark; or the game is over."""


class Hands:
    """Everybody at a table, in one browser. words: the bot's sentences in the language that all of them read.

    `presses` counts what was pressed or chosen on the bot's messages.
    """

    def __init__(self, page: Page, words: Mapping[str, Any], chance: random.Random, look: Look) -> None:
        self.page, self.words, self.chance, self.look = page, words, chance, look
        self.presses = 0
        self._seen: set[str] = set()
        self._answered: list[str] = []

    # ------------------------------------------------------------------ being somebody

    async def be(self, name: str) -> None:
        """Press the person, if we are somebody else."""
        await self._be(self.page.get_by_role("radio", name=name))

    async def _be(self, person: Locator) -> None:
        if await person.get_attribute("aria-checked") != "true":
            await person.click()

    async def join(self, name: str) -> None:
        """Press the plus, if nobody of this name is there, and become that person."""
        if await self.page.get_by_role("radio", name=name).count():
            return
        await self.page.locator(".add-person").click()
        form = self.page.locator("dialog.modal")
        await form.locator("input[type=text]").fill(name)
        await form.locator("button[type=submit]").click()
        await form.wait_for(state="detached")

    async def read_in(self, name: str, locale: str) -> None:
        """Be this person and choose their language in the page's form."""
        await self.be(name)
        await self.page.locator(".edit-person").click()
        form = self.page.locator("dialog.modal")
        await form.locator(f"input[value='{locale}']").check()
        await form.locator("button[type=submit]").click()
        await form.wait_for(state="detached")

    async def go_to(self, channel: str) -> None:
        """Press a channel in the list, which a narrow page keeps behind a button."""
        menu = self.page.locator("#menu")
        if await menu.is_visible():
            await menu.click()
        await self.page.get_by_role("button", name=channel).click()

    # ------------------------------------------------------------------ typing a command

    async def type(self, text: str, *, enter: bool = False) -> None:
        """Type with the real keyboard."""
        await self.page.keyboard.type(text)
        if enter:
            await self.page.keyboard.press("Enter")

    async def take_suggestion(self) -> None:
        """Enter, once the field has suggestions."""
        await self.page.locator(".panel:not(.loading) [role=option]").first.wait_for()
        await self.page.keyboard.press("Enter")

    async def add_option(self, name: str) -> None:
        """Press an option that may be left out; its field gets the focus."""
        await self.page.locator(".add-option", has_text=name).click()

    # ------------------------------------------------------------------ pressing

    async def press(self, label: str) -> None:
        """Press the newest button with this label and wait until its message shows something else."""
        button = self.page.get_by_role("button", name=label, exact=True)
        message = self.page.locator(".message").filter(has=button).last
        await self._press(message, message.get_by_role("button", name=label, exact=True))

    async def _press(self, message: Locator, control: Locator, *, choose: bool = False) -> None:
        """Press a control of a message, or choose from its menu, and wait until the message shows something else."""
        custom_id = await message.get_attribute("id")
        before = await message.evaluate(f"node => {SHOWN}")
        await control.click()
        if choose:
            await self._choose()
        self.presses += 1
        await self.page.wait_for_function(ANSWERED, arg=[custom_id, before])

    async def _choose(self) -> None:
        """Some of the menu that is open: one, or as many as it wants."""
        menu = self.page.locator("dialog.picker[open]")  # a closed one stays for an instant
        free = menu.locator("[role=option][aria-selected=false]:not([aria-disabled=true])")
        await free.nth(self.chance.randrange(await free.count())).click()
        done = menu.locator("footer button")
        while await done.count():
            if await done.is_enabled():
                await done.click()
            else:
                await free.nth(self.chance.randrange(await free.count())).click()

    # ------------------------------------------------------------------ playing

    async def called(self) -> bool:
        """Wait until somebody is called to play, and be that person. False: the game is over."""
        while True:
            found = await (await self.page.wait_for_function(NEXT, arg=self._answered)).json_value()
            if "person" in found:  # called to play, or just told something
                await self._be(self.page.locator(f"[data-person='{found['person']}']"))
            elif "call" in found:
                self._answered.append(found["call"])
                return True
            else:
                return False

    async def open_panel(self) -> Locator:
        """Press Play, on the card or the call, whichever is newest; the panel that opens."""
        own = ".message.secret:has([data-key])"
        before = await self.page.locator(own).evaluate_all("nodes => nodes.map(node => node.id)")
        await self.page.locator(".message:not(.secret) [data-key$=':play']").last.click()
        self.presses += 1
        newer = "".join(f":not([id='{one}'])" for one in before)  # an older panel goes meanwhile
        panel = self.page.locator(own + newer).last
        return self.page.locator(f"#{await panel.get_attribute('id')}")

    async def play(self, panel: Locator, most: int) -> None:
        """Answer what the panel asks, by chance, until it asks nothing or `most` presses were made in all."""
        while self.presses < most:
            await self.page.wait_for_function(SETTLED, arg=await panel.get_attribute("id"))
            question = await panel.evaluate(QUESTION)
            ways = [key for key in question["ways"] if key.split(":")[2] in ("pick", "choose", "tick", "plus")]
            ready = [key for key in question["ways"] if key.split(":")[2] == "ok"]
            if not ways and not ready:
                return
            await self._look_once(question["asked"])
            key = self.chance.choice(ready or ways)
            menu = key.split(":")[2] in ("choose", "tick")
            control = panel.locator(f"[data-key='{key}']")
            try:
                await self._press(panel, control, choose=menu)
            except PageTimeout:
                if await control.count():
                    raise
                # On a busy machine the panel became another one before the press: look again, as a person would.

    async def _look_once(self, asked: str) -> None:
        """At the first question of each kind: those that differ in more than numbers and names in bold."""
        kind = re.sub(r"\d+", "#", asked)[:24]
        if kind not in self._seen:
            self._seen.add(kind)
            await self.look(f"panel-{len(self._seen)}")
