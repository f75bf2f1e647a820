"""A simulated person who gives a fixed answer by pressing the panel's controls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.discord_ui.panel.draft import Draft
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from engines.kernel import Prompt
from tests.clicker import list_controls, list_ends, list_tokens

Json = dict[str, Any]

MAX_PRESSES = 400
"""Maximum number of presses for an answer; more mean that the panel does not lead to it."""


class Presser:
    """Gives answers by pressing controls; `presses` counts the presses so far."""

    def __init__(self, person: FakeUser) -> None:
        self.person = person
        self.presses = 0

    async def open_panel(self, card: Json) -> Reply:
        """Press Play on the card."""
        ids = [str(button.get("custom_id", "")) for button in c.list_of_types(card, c.BUTTON)]
        return await self._press_button(
            card,
            next(custom_id for custom_id in ids if custom_id.startswith("t:") and custom_id.split(":")[2] == "play"),
        )

    async def press_star(self, panel: Reply) -> Reply | None:
        """Press the button with the star: *Do ★*, or the suggested option; return None if there is none."""
        for button in (*list_controls(panel.message, "line", c.BUTTON), *_list_starred_buttons(panel.message)):
            return await self._press_button(panel.message, button["custom_id"])
        return None

    async def give_answer(self, panel: Reply, prompt: Prompt, keys: tuple[str, ...]) -> Reply:
        """Give these keys for the prompt that the panel shows. Raises LookupError if no press leads to them."""
        for _ in range(MAX_PRESSES):
            after = await self._press_answer(panel, prompt, keys)
            if after is not None:
                return after
            question = list_tokens(panel.message)
            panel = await self._press_towards(panel, prompt, keys)
            if list_tokens(panel.message) != question:  # that press completed the answer
                return panel
        raise LookupError(f"{prompt.text.key}: {keys} cannot be given")

    async def _press_answer(self, panel: Reply, prompt: Prompt, keys: tuple[str, ...]) -> Reply | None:
        """Press the control that gives the whole answer; return None if there is none."""
        message = panel.message
        for menu in list_controls(message, "choose", *c.SELECTS):
            if len(keys) > 1 and {*keys} <= {option["value"] for option in menu["options"]}:
                return await self._choose_in_menu(message, menu, [*keys])
        if len(keys) == 1:
            for button in list_controls(message, "pick", c.BUTTON):
                if button["custom_id"].split(":", 3)[3] == keys[0]:
                    return await self._press_button(message, button["custom_id"])
            for verb in ("choose", "aside"):
                for menu in list_controls(message, verb, *c.SELECTS):
                    if keys[0] in {option["value"] for option in menu["options"]}:
                        return await self._choose_in_menu(message, menu, [keys[0]])
        packed = Draft.from_keys(prompt, keys).encode(prompt)
        for menu in list_controls(message, "way", *c.SELECTS):
            if (value := packed or "-") in {option["value"] for option in menu["options"]}:
                return await self._choose_in_menu(message, menu, [value])
        for button in list_controls(message, "ok", c.BUTTON):
            if button["custom_id"].partition(":ok")[2].removeprefix(":") == packed:  # an empty choice has no suffix
                return await self._press_button(message, button["custom_id"])
        return None

    async def _press_towards(self, panel: Reply, prompt: Prompt, keys: tuple[str, ...]) -> Reply:
        """Press a control that brings the answer nearer."""
        message = panel.message
        for button in list_controls(message, "leaf", c.BUTTON):
            if keys[0:1] and _is_in_kind(prompt, button, keys[0]):
                return await self._press_button(message, button["custom_id"])
        for menu in list_controls(message, "kind", *c.SELECTS):
            for option in menu["options"]:
                if _is_in_kind(prompt, option, keys[0]):
                    return await self._choose_in_menu(message, menu, [option["value"]])
        for menu in list_controls(message, "tick", *c.SELECTS):
            offered = {option["value"] for option in menu["options"]}
            wanted = [key for key in keys if key in offered]
            if {option["value"] for option in menu["options"] if option.get("default")} != {*wanted}:
                return await self._choose_in_menu(message, menu, wanted)
        for menu in list_controls(message, "amounts", *c.SELECTS):
            values = [f"{n}.{keys.count(x.key)}" for n, x in enumerate(prompt.options) if x.key in keys]
            return await self._choose_in_menu(message, menu, values)
        if prompt.kind == "allocate":
            reply = await self._add_units(message, prompt, keys)
            if reply is not None:
                return reply
        for verb in ("variant", "leaf"):
            for button in reversed(list_controls(message, verb, c.BUTTON)):
                return await self._press_button(message, button["custom_id"])
        raise LookupError(f"{prompt.text.key}: no way to {keys} on the panel")

    async def _add_units(self, message: Json, prompt: Prompt, keys: tuple[str, ...]) -> Reply | None:
        """Add one unit, or all missing units, to a slot that has too few."""
        draft = Draft.decode(prompt, _find_draft(message))
        for index, option in enumerate(prompt.options):
            missing = keys.count(option.key) - draft.counts[index]
            if missing <= 0:
                continue
            max_units = min(prompt.max - draft.total, option.limit - draft.counts[index])
            verbs = ("rest", "plus") if missing == max_units and missing > 1 else ("plus",)
            for menu in list_controls(message, "put", *c.SELECTS):
                values = {option["value"] for option in menu["options"]}
                value = f"{index}.{missing}" if f"{index}.{missing}" in values else f"{index}.1"
                return await self._choose_in_menu(message, menu, [value])
            for verb in (*verbs[:-1], *(("handful",) if missing >= 5 else ()), "plus"):
                for button in list_controls(message, verb, c.BUTTON):
                    if button["custom_id"].split(":", 3)[3].split(".")[0] == str(index):
                        return await self._press_button(message, button["custom_id"])
        return None

    async def _press_button(self, message: Json, custom_id: str) -> Reply:
        self.presses += 1
        return await self._agree_to_end(await self.person.click(message, custom_id))

    async def _choose_in_menu(self, message: Json, menu: Json, values: list[str]) -> Reply:
        self.presses += count_menu_presses(menu, values)
        return await self._agree_to_end(await self.person.select_values(message, menu["custom_id"], values))

    async def _agree_to_end(self, reply: Reply) -> Reply:
        """Give an answer that ends the game, if the bot asks that, and return what is shown then."""
        for end in list_ends(reply.message):
            return await self._press_button(reply.message, end["custom_id"])
        return reply


def count_menu_presses(menu: Json, values: Sequence[str]) -> int:
    """Return the presses for these values: one opens the menu, one chooses each; a menu of several is also closed."""
    takes_several = int(menu.get("max_values", 1)) > 1
    return 1 + max(1, len(values)) + takes_several


def _list_starred_buttons(message: Json) -> list[Json]:
    return [
        button
        for verb in ("pick", "ok")
        for button in list_controls(message, verb, c.BUTTON)
        if button["label"].startswith("★")
    ]


def _is_in_kind(prompt: Prompt, control: Json, key: str) -> bool:
    """Return whether a button or choice such as `11–20. Rome` leads to the option with this key."""
    numbers = re.match(r"(?:★ )?(\d+)(?:–(\d+))?\. ", control["label"])
    listed = [option.key for option in (*prompt.options, *prompt.side_actions)]
    return numbers is not None and key in listed[int(numbers[1]) - 1 : int(numbers[2] or numbers[1])]


def _find_draft(message: Json) -> str:
    """Return the encoded draft from the custom_id of the OK button."""
    for component in c.list_of_types(message, c.BUTTON):
        parts = str(component.get("custom_id", "")).split(":", 3)
        if parts[0] == "p" and parts[2] == "ok":
            return parts[3] if len(parts) > 3 else ""
    return ""
