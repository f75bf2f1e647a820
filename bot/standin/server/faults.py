"""Trouble on demand: errors, slow answers, lost connections, and rate-limit buckets."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from bot.standin.model.clock import Clock
from bot.standin.model.errors import Json

Kind = Literal["error", "slow", "cut", "lose"]


@dataclass(slots=True)
class Fault:
    """What befalls the next `left` requests that match. `hits` counts those that it befell."""

    kind: Kind
    method: str
    pattern: str
    left: int
    status: int = 0
    body: Json = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    hits: int = 0


class Faults:
    """Faults by method ("*": any) and path pattern, such as ("POST", "/channels/*/messages"). The first that matches is
    taken.

    Paths are those below /api/v10; `*` stands for anything, slashes included.
    """

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def fail(
        self,
        method: str,
        pattern: str,
        status: int = 503,
        *,
        times: int = 1,
        code: int = 0,
        message: str = "fault on demand",
    ) -> Fault:
        """Answer with an error instead of doing anything."""
        return self._add(Fault("error", method, pattern, times, status=status, body={"message": message, "code": code}))

    def rate_limit(
        self, method: str, pattern: str, *, retry_after: float = 0.05, times: int = 1, shared: bool = False
    ) -> Fault:
        """Answer 429 as Discord does: with `retry_after` seconds in body and header, and the Via header that tells it
        from a ban.
        """
        body: Json = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
        headers = {
            "Via": "1.1 stand-in",
            "Retry-After": str(retry_after),
            "X-RateLimit-Scope": "shared" if shared else "user",
        }
        return self._add(Fault("error", method, pattern, times, status=429, body=body, headers=headers))

    def slow(self, method: str, pattern: str, seconds: float, *, times: int = 1) -> Fault:
        """Wait this many real seconds before doing anything."""
        return self._add(Fault("slow", method, pattern, times, seconds=seconds))

    def cut(self, method: str, pattern: str, *, times: int = 1) -> Fault:
        """Close the connection before doing anything."""
        return self._add(Fault("cut", method, pattern, times))

    def lose_answer(self, method: str, pattern: str, *, times: int = 1) -> Fault:
        """Do what is asked, then close the connection instead of answering: the client cannot know that it was done."""
        return self._add(Fault("lose", method, pattern, times))

    def clear(self) -> None:
        """Forget all faults."""
        self._faults.clear()

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that befalls this request, used up by one."""
        for fault in self._faults:
            if fault.left > 0 and fault.method in ("*", method) and fnmatchcase(path, fault.pattern):
                fault.left -= 1
                fault.hits += 1
                return fault
        return None


async def wait(fault: Fault | None) -> None:
    """Sit out a slow answer."""
    if fault is not None and fault.kind == "slow":
        await asyncio.sleep(fault.seconds)


@dataclass(slots=True)
class _Bucket:
    remaining: int
    resets_at: float


Rules = Mapping[tuple[str, str], tuple[int, float]]
"""(method, route template) -> (requests, seconds)."""
EVERYWHERE = ("*", "*")
"""In the place of a rule: all requests of the bot together, but for answers to interactions."""
_MESSAGES = "/channels/{channel_id}/messages"
DISCORD: Rules = {
    EVERYWHERE: (50, 1.0),
    ("POST", _MESSAGES): (5, 5.0),
    ("PATCH", f"{_MESSAGES}/{{message_id}}"): (5, 5.0),
    ("DELETE", f"{_MESSAGES}/{{message_id}}"): (5, 1.0),
}
"""What Discord allows, as far as it says so or people have measured it."""
_FREE = ("/interactions/", "/webhooks/")


class RateLimits:
    """Rate-limit buckets: one for each of the `rules` and major parameter. `refused` counts the answers 429."""

    def __init__(self, clock: Clock, rules: Rules | None = None) -> None:
        self._clock = clock
        self.rules = dict(rules or {})
        self._buckets: dict[tuple[str, str, str], _Bucket] = {}
        self.refused = 0

    def spend_everywhere(self, template: str) -> float | None:
        """Count one request of the bot; the seconds to wait if it has made too many of any kind."""
        if EVERYWHERE not in self.rules or template.startswith(_FREE):
            return None
        _, wait_for = self.spend(*EVERYWHERE, "")
        return wait_for

    def spend(self, method: str, template: str, major: str) -> tuple[dict[str, str], float | None]:
        """Count one request. Returns the headers, and the seconds to wait if the bucket is empty."""
        rule = self.rules.get((method, template))
        if rule is None:
            return {}, None
        limit, seconds = rule
        now = self._clock.now()
        bucket = self._buckets.get((method, template, major))
        if bucket is None or now >= bucket.resets_at:
            bucket = self._buckets[method, template, major] = _Bucket(limit, now + seconds)
        wait_for = bucket.resets_at - now
        empty = bucket.remaining == 0
        bucket.remaining = max(0, bucket.remaining - 1)
        name = zlib.crc32(f"{method} {template}".encode())
        headers = {
            "X-RateLimit-Limit": str(limit), "X-RateLimit-Remaining": str(bucket.remaining),
            "X-RateLimit-Reset": f"{bucket.resets_at:.3f}",
            "X-RateLimit-Reset-After": f"{wait_for:.3f}", "X-RateLimit-Bucket": f"{name:08x}",
        }  # fmt: skip
        self.refused += empty
        return headers, wait_for if empty else None
