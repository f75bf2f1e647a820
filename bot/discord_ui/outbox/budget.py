"""How many requests the bot allows itself, so that Discord need not refuse any: for all together, and in one channel.

Discord takes 50 requests a second of a bot, and by experience five posts in five seconds in a channel. Answers to
presses do not count there, but commands, files and the gateway share the rest.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PER_SECOND, AT_ONCE = 40.0, 8
"""For the bot: in the long run, and in one instant."""
CHANNEL_PER_SECOND, CHANNEL_AT_ONCE = 0.9, 4
"""Posts and edits in one channel: two finished turns (a post and the card each) go at once."""
MOST_CHANNELS = 4096
"""Buckets kept; those that are full again need not be."""


class Bucket:
    """A token bucket: refilled at `rate` tokens a second, at most `size` tokens."""

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size = rate, size
        self._tokens, self._at = size, now

    def wait(self, now: float) -> float:
        """Seconds until a token is available; 0 if there is one."""
        self._fill(now)
        return max(0.0, (1 - self._tokens) / self.rate)

    def take(self, now: float) -> None:
        """Take a token, even if the bucket is empty: the next `wait` is longer then."""
        self._fill(now)
        self._tokens -= 1

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self._tokens >= self.size

    def _fill(self, now: float) -> None:
        self._tokens = min(self.size, self._tokens + max(0.0, now - self._at) * self.rate)
        self._at = now


class Budget:
    """The bot's bucket and one for each channel. `clock` gives seconds that only go forward. endless: nothing waits,
    for a stand-in of Discord that has no limits.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, endless: bool = False) -> None:
        self._clock = clock
        self.endless = endless
        self._all = Bucket(PER_SECOND, AT_ONCE, clock())
        self._channels: dict[int, Bucket] = {}

    async def spend(self, channel: int | None = None) -> None:
        """Wait until a request is in the budget. In a channel it counts there too, but waits only for the bot's: what
        has begun is finished, and the channel rests afterwards (`rests`).
        """
        if self.endless:
            return
        now = self._clock()
        if channel is not None:
            self._bucket(channel, now).take(now)
        wait = self._all.wait(now)
        self._all.take(now)
        if wait > 0:
            await asyncio.sleep(wait)

    def rests(self, channel: int) -> float:
        """Seconds for which nothing new shall be begun in the channel. What waits meanwhile may become one."""
        bucket = self._channels.get(channel)
        return 0.0 if bucket is None else bucket.wait(self._clock())

    def _bucket(self, channel: int, now: float) -> Bucket:
        if channel not in self._channels and len(self._channels) >= MOST_CHANNELS:
            self._channels = {key: kept for key, kept in self._channels.items() if not kept.is_full(now)}
        return self._channels.setdefault(channel, Bucket(CHANNEL_PER_SECOND, CHANNEL_AT_ONCE, now))
