"""A person who has made up their mind, and gives that answer by pressing what stands on the panel."""

from __future__ import annotations

from typing import Any

from bot.discord_ui.panel.draft import Draft
from bot.standin import Person, Reply
from bot.standin.model import components as c
from engines.kernel import Prompt
from tests.clicker import controls

Json = dict[str, Any]

MENU = 2
"""A menu is opened, then chosen from."""
MOST = 400
"""Presses after which an answer is given up: something on the panel does not lead there."""


class Presser:
    """presses: how often the person has pressed so far."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.presses = 0

    async def open(self, card: Json) -> Reply:
        """Press Play on the card."""
        ids = [str(button.get("custom_id", "")) for button in c.of_type(card, c.BUTTON)]
        return await self._button(
            card, next(one for one in ids if one.startswith("t:") and one.split(":")[2] == "play")
        )

    async def answer(self, panel: Reply, prompt: Prompt, keys: tuple[str, ...]) -> Reply:
        """Give these keys; `prompt` as the panel shows it. Raises LookupError if nothing pressed leads to them."""
        for _ in range(MOST):
            after = await self._give(panel, prompt, keys)
            if after is not None:
                return after
            panel = await self._towards(panel, prompt, keys)
        raise LookupError(f"{prompt.text.key}: {keys} cannot be given")

    async def _give(self, panel: Reply, prompt: Prompt, keys: tuple[str, ...]) -> Reply | None:
        """The press that gives the whole answer, if it is there."""
        message = panel.message
        if len(keys) == 1:
            for button in controls(message, "pick", c.BUTTON):
                if button["custom_id"].split(":", 3)[3] == keys[0]:
                    return await self._button(message, button["custom_id"])
            for verb in ("choose", "aside"):
                for menu in controls(message, verb, *c.SELECTS):
                    if keys[0] in {option["value"] for option in menu["options"]}:
                        return await self._menu(message, menu, [keys[0]])
        packed = Draft.of(prompt, keys).packed(prompt)
        for menu in controls(message, "way", *c.SELECTS):
            if (value := packed or "-") in {option["value"] for option in menu["options"]}:
                return await self._menu(message, menu, [value])
        for button in controls(message, "ok", c.BUTTON):
            if button["custom_id"].partition(":ok")[2].removeprefix(":") == packed:  # nothing chosen: nothing behind it
                return await self._button(message, button["custom_id"])
        return None

    async def _towards(self, panel: Reply, prompt: Prompt, keys: tuple[str, ...]) -> Reply:
        """A press after which the answer is nearer."""
        message = panel.message
        for menu in controls(message, "tick", *c.SELECTS):
            offered = {option["value"] for option in menu["options"]}
            wanted = [key for key in keys if key in offered]
            if {option["value"] for option in menu["options"] if option.get("default")} != {*wanted}:
                return await self._menu(message, menu, wanted)
        if prompt.kind == "allocate":
            found = await self._place(message, prompt, keys)
            if found is not None:
                return found
        for verb in ("variant", "leaf"):
            for button in reversed(controls(message, verb, c.BUTTON)):
                return await self._button(message, button["custom_id"])
        raise LookupError(f"{prompt.text.key}: no way to {keys} on the panel")

    async def _place(self, message: Json, prompt: Prompt, keys: tuple[str, ...]) -> Reply | None:
        """One more, or all that is missing, on a slot that has too few."""
        draft = Draft.read(prompt, _draft(message))
        for index, option in enumerate(prompt.options):
            missing = keys.count(option.key) - draft.counts[index]
            if missing <= 0:
                continue
            room = min(prompt.max - draft.total, option.limit - draft.counts[index])
            verbs = ("rest", "plus") if missing == room and missing > 1 else ("plus",)
            for verb in (*verbs[:-1], *(("handful",) if missing >= 5 else ()), "plus"):
                for button in controls(message, verb, c.BUTTON):
                    if button["custom_id"].split(":", 3)[3].split(".")[0] == str(index):
                        return await self._button(message, button["custom_id"])
                for menu in controls(message, verb, *c.SELECTS):
                    if str(index) in {option["value"] for option in menu["options"]}:
                        return await self._menu(message, menu, [str(index)])
        return None

    async def _button(self, message: Json, custom_id: str) -> Reply:
        self.presses += 1
        return await self.person.click(message, custom_id)

    async def _menu(self, message: Json, menu: Json, values: list[str]) -> Reply:
        self.presses += MENU + max(0, len(values) - 1)
        return await self.person.select(message, menu["custom_id"], values)


def _draft(message: Json) -> str:
    """The ticks so far, as the buttons carry them."""
    for component in c.of_type(message, c.BUTTON):
        parts = str(component.get("custom_id", "")).split(":", 3)
        if parts[0] == "p" and parts[2] == "ok":
            return parts[3] if len(parts) > 3 else ""
    return ""
