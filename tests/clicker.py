"""A simulated person who plays only by pressing the controls of the private panel, and a host who chooses options."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from bot.table import QuestionRef

Json = dict[str, Any]
PanelChoice = tuple[str, list[str] | None]
"""A control's custom_id, and the chosen values if it is a menu."""

ENDS = ("end", "enddraft")
"""Verbs of the button that gives an answer although that ends the game: an answer's own control asks first."""
ANSWERS = ("pick", "choose", "aside", "way", "ok", "line", *ENDS)
"""Verbs of the panel's controls that make a decision."""


def list_tokens(message: Json) -> set[str]:
    """Return the tokens of the questions to which the panel's controls belong, without tags: one, or none."""
    ids = [str(component.get("custom_id", "")) for component in c.list_of_types(message, c.BUTTON, *c.SELECTS)]
    refs = (QuestionRef.decode(custom_id.split(":")[1]) for custom_id in ids if custom_id.startswith("p:"))
    return {ref._replace(tag="").encode() for ref in refs}


def list_controls(message: Json, verb: str, *types: int) -> list[Json]:
    """Return the enabled controls of the panel's question with this verb (`p:<token>:<verb>...`)."""
    components = []
    for component in c.list_of_types(message, *types):
        parts = str(component.get("custom_id", "")).split(":")
        if parts[0] == "p" and len(parts) > 2 and parts[2] == verb and not component.get("disabled"):
            components.append(component)
    return components


def list_ends(message: Json) -> list[Json]:
    """Return the button that gives an answer although that ends the game, if that is asked."""
    return [button for verb in ENDS for button in list_controls(message, verb, c.BUTTON)]


class Clicker:
    """Opens the panel with the card's Play button and answers at random.

    `latencies` are the milliseconds from each press to its first answer; `back` is the probability of taking a step
    back, `line` that of giving all suggested answers with one press.
    """

    def __init__(self, person: FakeUser, rng: random.Random, back: float = 0.0) -> None:
        self.person = person
        self.rng = rng
        self.back = back
        self.line = 0.0
        self.latencies: list[float] = []
        self._answered: set[str] = set()
        """Tokens of answered questions: while others still think, the panel offers to change the answer."""

    async def open_panel(self, card: Json) -> Reply:
        """Press Play on the card."""
        return self._record_latency(await self.person.click(card, self._find_play_id(card)))

    async def press_next(self, panel: Reply) -> Reply | None:
        """Press one control of the panel; return None if nothing is asked there or it is already answered."""
        message = panel.message
        if list_tokens(message) & self._answered:
            return None
        chosen = self.choose_press(message)
        return None if chosen is None else await self.press_choice(message, chosen)

    async def press_choice(self, message: Json, chosen: PanelChoice) -> Reply:
        """Press the chosen control of the message."""
        custom_id, values = chosen
        if values is None:
            return self._record_latency(await self.person.click(message, custom_id))
        return self._record_latency(await self.person.select_values(message, custom_id, values))

    def choose_press(self, message: Json) -> PanelChoice | None:
        """Return a random control to press next on a panel, or None if nothing is asked there."""
        for end in list_ends(message):
            return end["custom_id"], None
        backs = list_controls(message, "back", c.BUTTON)
        if backs and self.rng.random() < self.back:
            return backs[0]["custom_id"], None
        suggested = list_controls(message, "line", c.BUTTON)
        if suggested and self.rng.random() < self.line:
            return suggested[0]["custom_id"], None
        oks, picks = list_controls(message, "ok", c.BUTTON), list_controls(message, "pick", c.BUTTON)
        if len(oks) == 1 and not picks:
            return oks[0]["custom_id"], None
        menus = [menu for verb in ("choose", "aside", "way") for menu in list_controls(message, verb, *c.SELECTS)]
        ticks = [
            menu for verb in ("tick", "put", "amounts", "kind") for menu in list_controls(message, verb, *c.SELECTS)
        ]
        pluses = [key for verb in ("plus", "handful", "rest") for key in list_controls(message, verb, c.BUTTON)]
        ways: list[tuple[Json, str | None]] = [(pick, None) for pick in picks + oks + pluses]
        ways += [(menu, option["value"]) for menu in menus + ticks for option in menu["options"]]
        ways += [(kind, None) for kind in list_controls(message, "leaf", c.BUTTON) if not ways]
        if not ways:
            return None
        control, value = self.rng.choice(ways)
        if value is None:
            return control["custom_id"], None
        values = [value]
        if control["max_values"] > 1 or control.get("min_values", 1) > 1:
            others = [o["value"] for o in control["options"] if o["value"] != value]
            min_values = max(1, control.get("min_values", 1))
            values += self.rng.sample(others, self.rng.randint(min_values, control["max_values"]) - 1)
        return control["custom_id"], values

    def _record_latency(self, reply: Reply) -> Reply:
        self.latencies.append(reply.latency_ms)
        parts = str(reply.interaction.data.get("custom_id", "")).split(":")
        if parts[0] == "p" and parts[2] in ANSWERS and not list_ends(reply.message):
            self._answered.add(parts[1])
        return reply

    @staticmethod
    def _find_play_id(card: Json) -> str:
        for button in c.list_of_types(card, c.BUTTON):
            parts = str(button.get("custom_id", "")).split(":")
            if parts[0] == "t" and parts[2:3] == ["play"]:
                return str(button["custom_id"])
        raise LookupError("this message has no Play button")


async def choose_options(host: FakeUser, details: Reply, options: Mapping[str, str]) -> Reply:
    """Fill in and submit every entry form that has one of the options; return the last answer."""
    answer = details
    for button in c.list_buttons(details.message):
        custom_id = str(button.get("custom_id"))
        if custom_id.split(":")[2:3] != ["options"]:
            continue
        reply = await host.click(details, custom_id)
        values = _fill_in(reply.modal, options)
        if values:
            answer = await host.submit_modal(reply, values)
    return answer


def _fill_in(modal: dict[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of the fields that an option changes."""
    values: dict[str, Any] = {}
    for label in c.list_of_types(modal, c.LABEL):
        field = label["component"]
        if field["type"] == c.CHECKBOX_GROUP:
            present = {row["value"]: "on" if row.get("default") else "off" for row in field["options"]}
            chosen = {key: options.get(key, value) for key, value in present.items()}
            if chosen != present:
                values[field["custom_id"]] = [key for key, value in chosen.items() if value == "on"]
        elif field["custom_id"] in options:
            value = options[field["custom_id"]]
            values[field["custom_id"]] = [value] if field["type"] == c.STRING_SELECT else value
    return values
