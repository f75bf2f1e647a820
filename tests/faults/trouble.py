"""What goes wrong around the bot while people play: lost and doubled events, a failing Discord, one that is gone."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.standin import StandIn

POST, EDIT, DELETE = (
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("DELETE", "/channels/*/messages/*"),
)
ANSWER, PANEL = ("POST", "/interactions/*/callback"), ("PATCH", "/webhooks/*")
DROPS = 2
"""In one life of the bot."""
RECONNECTS_S = 4.0
TWICE = 0.3
"""Share of the presses that the gateway delivers twice."""


@dataclass(slots=True)
class Trouble:
    """Makes trouble by chance until it is cancelled; `made` counts each kind."""

    standin: StandIn
    chance: random.Random
    made: Counter[str] = field(default_factory=Counter)
    drops_left: int = 0

    def before_press(self) -> None:
        """Some presses arrive twice."""
        if self.chance.random() < TWICE:
            self.standin.gateway.duplicate_interactions()
            self.made["delivered twice"] += 1

    async def run(self) -> None:
        gateway: list[tuple[str, Callable[[], object]]] = [
            ("gateway dropped", lambda: self.standin.gateway.drop(self.chance.choice((1001, 4000, 4009)))),
            ("asked to reconnect", self.standin.gateway.ask_to_reconnect),
            ("session forgotten", self.standin.gateway.invalidate),
        ]
        kinds: list[tuple[str, Callable[[], object]]] = [
            ("Discord refused", self._refuse),
            ("answer lost", self._lose),
            ("answer lost", self._lose),
            ("connection cut", self._cut),
            ("Discord slow", self._slow),
            ("too many requests", self._limit),
        ]
        next_drop = time.monotonic() + self.chance.uniform(0.0, RECONNECTS_S)
        while True:
            await asyncio.sleep(self.chance.uniform(0.03, 0.5))
            name, make = self.chance.choice(kinds)
            if time.monotonic() > next_drop and self.may_drop():
                name, make = self.chance.choice(gateway)
                next_drop = time.monotonic() + RECONNECTS_S
            made = make()
            if asyncio.iscoroutine(made):
                await made
            self.made[name] += 1

    def may_drop(self) -> bool:
        """Whether the connection may break once more in this life: after each time a client waits longer before it
        comes back, in the end for minutes.
        """
        self.drops_left -= 1
        return self.drops_left >= 0

    async def away(self, seconds: float) -> None:
        """Discord is gone for so long, and back with all that it knew."""
        self.made["Discord gone"] += 1
        await self.standin.go_away()
        await asyncio.sleep(seconds)
        await self.standin.come_back()

    def over(self) -> None:
        """Nothing goes wrong any more."""
        self.standin.faults.clear()

    def _refuse(self) -> None:
        status = self.chance.choice((503, 503, 500, 502))  # what is not 503 discord.py tries again by itself
        self.standin.faults.fail(*self._where(), status, times=self.chance.randint(1, 3))

    def _lose(self) -> None:
        self.standin.faults.lose_answer(*self._where(), times=self.chance.randint(1, 2))

    def _cut(self) -> None:
        self.standin.faults.cut(*self._where(), times=1)

    def _slow(self) -> None:
        self.standin.faults.slow(*self._where(), self.chance.uniform(0.05, 0.6), times=2)

    def _limit(self) -> None:
        self.standin.faults.rate_limit(*self._where(), retry_after=0.05, times=self.chance.randint(1, 3))

    def _where(self) -> tuple[str, str]:
        return self.chance.choice((POST, POST, POST, EDIT, DELETE, ANSWER, PANEL))
