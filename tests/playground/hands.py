"""Actions of people on the page: switch between people, type commands, press buttons, choose from menus.

Each action waits for a visible change, never for a fixed time.
"""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as PageTimeout

TakeScreenshot = Callable[[str], Awaitable[None]]
"""Function that takes a screenshot under a name."""

PARTS = ".md, .problem, [data-key]"
CONTENT_JS = f"[...node.querySelectorAll('{PARTS}')].map(part => part.dataset.key ?? part.textContent).join('\\n')"
HAS_CHANGED_JS = (
    f"([id, before]) => {{ const node = document.getElementById(id); return !node || {CONTENT_JS} !== before }}"
)
"""JavaScript: whether a message has other words or controls than before, that is, the press was answered or failed.

The ids of controls name the question and the ticked options. After a failure people press again.
"""

MENU_VERBS = ("choose", "way", "tick", "put", "amounts", "kind")
"""Verbs of the menus of options."""
CHOOSING_VERBS = ("pick", "plus", "end", "enddraft", *MENU_VERBS)
"""Verbs of the controls that choose an option; a kind that has a button is chosen if there are none."""
IS_IDLE_JS = "id => !document.getElementById(id)?.querySelector('[aria-busy=true]')"
"""JavaScript: whether no press on this message is waiting for an answer, so that its question is final."""
QUESTION_JS = """message => {
  const ways = [...message.querySelectorAll('[data-key^="p:"]:not(:disabled)')];
  return {asked: message.querySelector('h5')?.textContent ?? '', ways: ways.map(way => way.dataset.key)};
}"""

NEXT_TURN_JS = """answered => {
  const heads = [...document.querySelectorAll('.message h4')];
  if (heads.some(head => head.textContent.startsWith('🏆'))) return {over: true};
  const calls = [...document.querySelectorAll('.message.pinged:has([data-key$=":play"])')].map(call => call.id);
  const me = document.querySelector('.person[aria-checked=true]')?.dataset.person;
  const call = calls.map(id => `${me} ${id}`).find(one => !answered.includes(one));
  if (call) return {call};
  const others = [...document.querySelectorAll('.person[aria-checked=false]')];
  const cards = [...document.querySelectorAll('.message:not(.secret):has([data-key$=":play"])')];
  const mentions = (card, name) => [...card.querySelectorAll('.mention')].some(node => node.textContent === '@' + name);
  const isCalled = other => cards.some(card =>
    mentions(card, other.querySelector('.person-name').textContent)
    && !answered.includes(`${other.dataset.person} ${card.id}`));
  const person = (others.find(other => other.querySelector('.dot')) ?? others.find(isCalled))?.dataset.person;
  return person ? {person} : null;
}"""
"""JavaScript: the next turn. Either the selected person has a notification that they have not answered (it may mention
several people), or another person has a notification mark or a notification that they saw but did not answer, because
the page left them just after it came, or the game is over."""


class PageUser:
    """Acts as every person at a table, in one browser.

    bot_texts: the words of the bot in the language of all of them. `press_count` counts presses and choices on its
    messages.
    """

    def __init__(self, page: Page, bot_texts: Mapping[str, Any], rng: random.Random, ctx: TakeScreenshot) -> None:
        self.page, self.bot_texts, self.rng, self.take_screenshot = page, bot_texts, rng, ctx
        self.press_count = 0
        self._seen_kinds: set[str] = set()
        self._answered_notifications: list[str] = []

    # ------------------------------------------------------------------ choosing a person

    async def switch_to(self, name: str) -> None:
        """Select the person if another one is selected."""
        await self._switch_to(self.page.get_by_role("radio", name=name))

    async def _switch_to(self, person: Locator) -> None:
        if await person.get_attribute("aria-checked") != "true":
            await person.click()

    async def add_person(self, name: str) -> None:
        """Add a person of this name unless there is one; the page then selects the new person."""
        if await self.page.get_by_role("radio", name=name).count():
            return
        await self.page.locator(".add-person").click()
        form = self.page.locator("dialog.modal")
        await form.locator("input[type=text]").fill(name)
        await form.locator("button[type=submit]").click()
        await form.wait_for(state="detached")

    async def set_language(self, name: str, locale: str) -> None:
        """Select this person and choose their language in the page's form."""
        await self.switch_to(name)
        await self.page.locator(".edit-person").click()
        form = self.page.locator("dialog.modal")
        await form.locator(f"input[value='{locale}']").check()
        await form.locator("button[type=submit]").click()
        await form.wait_for(state="detached")

    async def open_channel(self, channel: str) -> None:
        """Open a channel from the list; on a narrow page a button opens the list first."""
        menu = self.page.locator("#menu")
        if await menu.is_visible():
            await menu.click()
        await self.page.get_by_role("button", name=channel).click()

    # ------------------------------------------------------------------ typing a command

    async def type_text(self, text: str, *, enter: bool = False) -> None:
        """Type with the real keyboard."""
        await self.page.keyboard.type(text)
        if enter:
            await self.page.keyboard.press("Enter")

    async def take_suggestion(self) -> None:
        """Wait for the field's suggestions and accept the first one with Enter."""
        await self.page.locator(".panel:not(.loading) [role=option]").first.wait_for()
        await self.page.keyboard.press("Enter")

    async def add_option(self, name: str) -> None:
        """Add an optional option to the command; its field gets the focus."""
        await self.page.locator(".add-option", has_text=name).click()

    # ------------------------------------------------------------------ pressing

    async def press_button(self, label: str) -> None:
        """Press the newest button with this label and wait until its message changes."""
        button = self.page.get_by_role("button", name=label, exact=True)
        message = self.page.locator(".message").filter(has=button).last
        await self.press_control(message, message.get_by_role("button", name=label, exact=True))

    async def press_control(self, message: Locator, control: Locator, *, chooses: bool = False) -> None:
        """Press a control of a message, or choose from its menu, and wait until the message changes."""
        custom_id = await message.get_attribute("id")
        before = await message.evaluate(f"node => {CONTENT_JS}")
        await control.click()
        if chooses:
            await self.choose_options()
        self.press_count += 1
        await self.page.wait_for_function(HAS_CHANGED_JS, arg=[custom_id, before])

    async def choose_options(self) -> None:
        """Choose random options in the open menu: one, or as many as it requires."""
        menu = self.page.locator("dialog.picker[open]")  # a closed menu stays on the page for an instant
        free = menu.locator("[role=option][aria-selected=false]:not([aria-disabled=true])")
        await free.nth(self.rng.randrange(await free.count())).click()
        done = menu.locator("footer button")
        while await done.count():
            if await done.is_enabled():
                await done.click()
            else:
                await free.nth(self.rng.randrange(await free.count())).click()

    # ------------------------------------------------------------------ playing

    async def wait_for_turn(self) -> bool:
        """Wait until a player is notified and select that person; return False if the game is over."""
        while True:
            next_turn = await (
                await self.page.wait_for_function(NEXT_TURN_JS, arg=self._answered_notifications)
            ).json_value()
            if "person" in next_turn:  # a turn notification or another message
                await self._switch_to(self.page.locator(f"[data-person='{next_turn['person']}']"))
            elif "call" in next_turn:
                self._answered_notifications.append(next_turn["call"])
                return True
            else:
                return False

    async def open_panel(self) -> Locator:
        """Press the newest Play button, on a card or a notification, and return the opened panel."""
        own_panels = ".message.secret:has([data-key])"
        before = await self.page.locator(own_panels).evaluate_all("nodes => nodes.map(node => node.id)")
        await self.page.locator(".message:not(.secret) [data-key$=':play']").last.click()
        self.press_count += 1
        newer = "".join(f":not([id='{panel_id}'])" for panel_id in before)  # an older panel disappears meanwhile
        panel = self.page.locator(own_panels + newer).last
        return self.page.locator(f"#{await panel.get_attribute('id')}")

    async def answer_panel(self, panel: Locator, max_presses: int) -> None:
        """Answer the panel's questions at random until there is none, or `max_presses` were made in total."""
        while self.press_count < max_presses:
            await self.page.wait_for_function(IS_IDLE_JS, arg=await panel.get_attribute("id"))
            question = await panel.evaluate(QUESTION_JS)
            choice_keys = [key for key in question["ways"] if key.split(":")[2] in CHOOSING_VERBS]
            choice_keys = choice_keys or [key for key in question["ways"] if key.split(":")[2] == "leaf"]
            confirm_keys = [key for key in question["ways"] if key.split(":")[2] == "ok"]
            if not choice_keys and not confirm_keys:
                return
            await self._record_new_question(question["asked"])
            key = self.rng.choice(confirm_keys or choice_keys)
            menu = key.split(":")[2] in MENU_VERBS
            control = panel.locator(f"[data-key='{key}']")
            try:
                await self.press_control(panel, control, chooses=menu)
            except PageTimeout:
                if await control.count():
                    raise
                # On a busy machine the panel may change just before the press: look again, as a person would.

    async def _record_new_question(self, question: str) -> None:
        """Take a screenshot of the first question of each kind; questions that differ only in numbers are one kind."""
        kind = re.sub(r"\d+", "#", question)[:24]
        if kind not in self._seen_kinds:
            self._seen_kinds.add(kind)
            await self.take_screenshot(f"panel-{len(self._seen_kinds)}")
