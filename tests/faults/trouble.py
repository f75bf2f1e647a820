"""Random troubles around the bot while people play: doubled events, failing requests, Discord offline."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.fake_discord import FakeDiscord

from .machine import HungWorkers, WrongClock

POST, EDIT, DELETE = (
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("DELETE", "/channels/*/messages/*"),
)
ANSWER, PANEL = ("POST", "/interactions/*/callback"), ("PATCH", "/webhooks/*")
MAX_DROPS = 2
"""Maximum number of dropped connections between a start of the bot and its kill."""
MIN_SECONDS_BETWEEN_DROPS = 4.0
MIN_SECONDS_BETWEEN_FORMS = 10.0
"""A message that is refused in each of its forms is given up, rightly, and would be missing in the channel."""
HANGING_SHARE = 0.5
"""Share of the planned hanging requests that are made: each silences a table for some time."""
MAX_HANG_S = 40.0
DOUBLED_SHARE = 0.3
"""Share of the interactions that the gateway delivers twice."""


@dataclass(slots=True)
class TroubleMaker:
    """Makes random trouble in the fake Discord server."""

    fake_discord: FakeDiscord
    rng: random.Random
    clock: WrongClock
    workers: HungWorkers
    counts: Counter[str] = field(default_factory=Counter)
    """Number of troubles of each kind."""
    drops_left: int = 0
    """Number of connections that may still be dropped before the next start of the bot."""
    next_form_at_s: float = 0.0
    """Monotonic time before which no form is refused."""

    def double_some_interactions(self) -> None:
        """Have the gateway deliver the next interaction twice, sometimes."""
        if self.rng.random() < DOUBLED_SHARE:
            self.fake_discord.gateway.duplicate_interactions()
            self.counts["delivered twice"] += 1

    async def make_trouble(self) -> None:
        gateway: list[tuple[str, Callable[[], object]]] = [
            (
                "gateway dropped",
                lambda: self.fake_discord.gateway.drop_connections(self.rng.choice((1001, 4000, 4009))),
            ),
            ("asked to reconnect", self.fake_discord.gateway.request_reconnect),
            ("session forgotten", self.fake_discord.gateway.invalidate_sessions),
        ]
        kinds: list[tuple[str, Callable[[], object]]] = [
            ("Discord refused", self._refuse_requests),
            ("answer lost", self._lose_answers),
            ("answer lost", self._lose_answers),
            ("connection cut", self._cut_connection),
            ("Discord slow", self._slow_down_requests),
            ("too many requests", self._limit_requests),
            ("a proxy refused", self._refuse_in_front),
            ("form refused", self._refuse_form),
            ("request hung", self._hang_request),
            ("clock stepped", lambda: self.clock.step(self.rng)),
            ("worker hung", lambda: self.workers.hang_one(self.rng)),
        ]
        next_drop = time.monotonic() + self.rng.uniform(0.0, MIN_SECONDS_BETWEEN_DROPS)
        while True:
            await asyncio.sleep(self.rng.uniform(0.03, 0.5))
            name, make = self.rng.choice(kinds)
            if time.monotonic() > next_drop and self.use_up_drop():
                name, make = self.rng.choice(gateway)
                next_drop = time.monotonic() + MIN_SECONDS_BETWEEN_DROPS
            result = make()
            if asyncio.iscoroutine(result):
                await result
            self.counts[name] += result is not False

    def use_up_drop(self) -> bool:
        """Use up one dropped connection; return whether there was one left.

        They are limited because a client waits longer after each drop before it reconnects, eventually for minutes.
        """
        self.drops_left -= 1
        return self.drops_left >= 0

    async def interrupt_discord(self, seconds: float) -> None:
        """Take Discord offline for some seconds; its data is kept."""
        self.counts["Discord gone"] += 1
        await self.fake_discord.go_offline()
        await asyncio.sleep(seconds)
        await self.fake_discord.go_online()

    def clear_faults(self) -> None:
        """Nothing goes wrong any more."""
        self.fake_discord.faults.clear_faults()

    def _refuse_requests(self) -> None:
        status = self.rng.choice((503, 503, 500, 502))  # discord.py itself retries 500 and 502
        self.fake_discord.faults.fail(*self._choose_route(), status, times=self.rng.randint(1, 3))

    def _refuse_in_front(self) -> None:
        """Refuse a post or edit by the page of a proxy in front of Discord."""
        status = self.rng.choice((400, 401, 403, 404, 429))
        route = self.rng.choice((POST, POST, EDIT))
        self.fake_discord.faults.fail_in_front(*route, status, times=self.rng.randint(1, 3), retry_after=0.1)

    def _refuse_form(self) -> bool:
        """Refuse uploads, so that a smaller form must do. Return whether the last refusal was long ago."""
        is_made = time.monotonic() >= self.next_form_at_s
        if is_made:
            self.next_form_at_s = time.monotonic() + MIN_SECONDS_BETWEEN_FORMS
            self.fake_discord.faults.fail(*POST, 400, times=1, code=400001)
        return is_made

    def _lose_answers(self) -> None:
        self.fake_discord.faults.lose_answer(*self._choose_route(), times=self.rng.randint(1, 2))

    def _cut_connection(self) -> None:
        self.fake_discord.faults.cut_connection(*self._choose_route(), times=1)

    def _slow_down_requests(self) -> None:
        self.fake_discord.faults.delay(*self._choose_route(), self.rng.uniform(0.05, 0.6), times=2)

    def _hang_request(self) -> bool:
        is_made = self.rng.random() < HANGING_SHARE
        if is_made:
            self.fake_discord.faults.hang(*self.rng.choice((POST, EDIT, DELETE)), MAX_HANG_S)
        return is_made

    def _limit_requests(self) -> None:
        self.fake_discord.faults.rate_limit(*self._choose_route(), retry_after=0.05, times=self.rng.randint(1, 3))

    def _choose_route(self) -> tuple[str, str]:
        return self.rng.choice((POST, POST, POST, EDIT, DELETE, ANSWER, PANEL))
