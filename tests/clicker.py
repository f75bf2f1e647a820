"""A person who plays by clicks alone: presses what stands on the private panel, never anything else."""

from __future__ import annotations

import random
from typing import Any

from bot.standin import Person, Reply
from bot.standin.model import components as c

Json = dict[str, Any]
Choice = tuple[str, list[str] | None]
"""A control by its custom_id, and what is chosen in it if it is a menu."""

ANSWERS = ("pick", "choose", "aside", "way", "ok")
"""Verbs of the panel that make a decision."""


def tokens(message: Json) -> set[str]:
    """Which questions the controls of a panel belong to: one, or none."""
    ids = [str(component.get("custom_id", "")) for component in c.of_type(message, c.BUTTON, *c.SELECTS)]
    return {custom_id.split(":")[1] for custom_id in ids if custom_id.startswith("p:")}


def controls(message: Json, verb: str, *types: int) -> list[Json]:
    """Enabled controls of the panel's question with this verb (`p:<token>:<verb>...`)."""
    found = []
    for component in c.of_type(message, *types):
        parts = str(component.get("custom_id", "")).split(":")
        if parts[0] == "p" and len(parts) > 2 and parts[2] == verb and not component.get("disabled"):
            found.append(component)
    return found


class Clicker:
    """Opens the panel with the card's Play button and answers whatever is asked, by chance.

    `latencies` are the milliseconds from each press to its first answer; `back` is how often a step is taken back.
    """

    def __init__(self, person: Person, chance: random.Random, back: float = 0.0) -> None:
        self.person = person
        self.chance = chance
        self.back = back
        self.latencies: list[float] = []
        self._answered: set[str] = set()
        """Tokens of questions that were answered: while others still think, the panel offers to answer anew."""

    async def open(self, card: Json) -> Reply:
        """Press Play on the living card."""
        return self._timed(await self.person.click(card, self._play_id(card)))

    async def step(self, panel: Reply) -> Reply | None:
        """One press on the panel; None if nothing is asked there, or it was answered already."""
        message = panel.message
        if tokens(message) & self._answered:
            return None
        chosen = self.choose(message)
        return None if chosen is None else await self.press(message, chosen)

    async def press(self, message: Json, chosen: Choice) -> Reply:
        """Press what was chosen on the message."""
        custom_id, values = chosen
        if values is None:
            return self._timed(await self.person.click(message, custom_id))
        return self._timed(await self.person.select(message, custom_id, values))

    def choose(self, message: Json) -> Choice | None:
        """What to press next on a panel, by chance; None if nothing is asked there."""
        backs = controls(message, "back", c.BUTTON)
        if backs and self.chance.random() < self.back:
            return backs[0]["custom_id"], None
        ok = controls(message, "ok", c.BUTTON)
        if ok:
            return ok[0]["custom_id"], None
        picks = controls(message, "pick", c.BUTTON)
        menus = [menu for verb in ("choose", "aside", "way") for menu in controls(message, verb, *c.SELECTS)]
        ticks = [menu for verb in ("tick", "plus", "rest") for menu in controls(message, verb, *c.SELECTS)]
        pluses = [key for verb in ("plus", "handful", "rest") for key in controls(message, verb, c.BUTTON)]
        ways: list[tuple[Json, str | None]] = [(pick, None) for pick in picks + pluses]
        ways += [(menu, option["value"]) for menu in menus + ticks for option in menu["options"]]
        if not ways:
            return None
        control, value = self.chance.choice(ways)
        if value is None:
            return control["custom_id"], None
        values = [value]
        if control["max_values"] > 1 or control.get("min_values", 1) > 1:
            others = [o["value"] for o in control["options"] if o["value"] != value]
            least = max(1, control.get("min_values", 1))
            values += self.chance.sample(others, self.chance.randint(least, control["max_values"]) - 1)
        return control["custom_id"], values

    def _timed(self, reply: Reply) -> Reply:
        self.latencies.append(reply.latency_ms)
        parts = str(reply.interaction.data.get("custom_id", "")).split(":")
        if parts[0] == "p" and parts[2] in ANSWERS:
            self._answered.add(parts[1])
        return reply

    @staticmethod
    def _play_id(card: Json) -> str:
        for button in c.of_type(card, c.BUTTON):
            parts = str(button.get("custom_id", "")).split(":")
            if parts[0] == "t" and parts[2:3] == ["play"]:
                return str(button["custom_id"])
        raise LookupError("this message has no Play button")
