"""Faults on demand: errors, slow answers and lost connections; also rate-limit buckets."""

import asyncio
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from bot.fake_discord.model.clock import Clock
from bot.fake_discord.model.errors import Json

HANG_CHECK_SECONDS = 0.02
"""Interval at which a hung request looks whether its client has given up."""
FaultKind = Literal["error", "slow", "cut", "lose", "hang"]


@dataclass(slots=True)
class Fault:
    """A fault that is applied to the next matching requests."""

    kind: FaultKind
    """error: answered at once; slow: executed later; cut, lose: the connection closes before or after; hang: never
    done.
    """
    method: str
    """Of HTTP, or "*"."""
    pattern: str
    """Of the path below /api/v10; `*` matches anything."""
    remaining: int
    """Number of requests that it still applies to."""
    status: int = 0
    """For "error": HTTP status of the answer."""
    body: Json | str = field(default_factory=dict)
    """JSON, or the HTML of a proxy."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """For "error": further headers of the answer."""
    seconds: float = 0.0
    """For "slow" and "hang": real seconds to wait."""
    hits: int = 0
    """Number of requests that it was applied to."""


class Faults:
    """Planned faults by method ("*": any) and path pattern, such as ("POST", "/channels/*/messages"). The first match
    applies.

    Paths are relative to /api/v10; `*` matches anything, including slashes.
    """

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        """In the order in which they were planned."""

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
        """Answer matching requests with an error, without executing them."""
        return self._add_fault(
            Fault("error", method, pattern, times, status=status, body={"message": message, "code": code})
        )

    def fail_in_front(
        self, method: str, pattern: str, status: int, *, times: int = 1, retry_after: float | None = None
    ) -> Fault:
        """Answer with the HTML page of a proxy in front of Discord (Cloudflare, a captive portal)."""
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        page = f"<!DOCTYPE html><title>{status}</title><p>error code: 1015</p>"
        return self._add_fault(Fault("error", method, pattern, times, status=status, body=page, headers=headers))

    def rate_limit(
        self,
        method: str,
        pattern: str,
        *,
        retry_after: float = 0.05,
        times: int = 1,
        is_shared: bool = False,
        is_global: bool = False,
    ) -> Fault:
        """Answer 429 as Discord does: with `retry_after` seconds in body and header, and the Via header that
        distinguishes it from a ban.
        """
        body: Json = {"message": "You are being rate limited.", "retry_after": retry_after, "global": is_global}
        headers = {
            "Via": "1.1 fake-discord",
            "Retry-After": str(retry_after),
            "X-RateLimit-Scope": "global" if is_global else "shared" if is_shared else "user",
        }
        headers |= {"X-RateLimit-Global": "true"} if is_global else {}
        return self._add_fault(Fault("error", method, pattern, times, status=429, body=body, headers=headers))

    def delay(self, method: str, pattern: str, seconds: float, *, times: int = 1) -> Fault:
        """Wait this many real seconds before executing the request."""
        return self._add_fault(Fault("slow", method, pattern, times, seconds=seconds))

    def cut_connection(self, method: str, pattern: str, *, times: int = 1) -> Fault:
        """Close the connection without executing the request."""
        return self._add_fault(Fault("cut", method, pattern, times))

    def lose_answer(self, method: str, pattern: str, *, times: int = 1) -> Fault:
        """Execute the request, then close the connection instead of answering: the client cannot know the outcome."""
        return self._add_fault(Fault("lose", method, pattern, times))

    def hang(self, method: str, pattern: str, seconds: float, *, times: int = 1) -> Fault:
        """Never execute or answer the request; its connection is closed after this many seconds."""
        return self._add_fault(Fault("hang", method, pattern, times, seconds=seconds))

    def clear_faults(self) -> None:
        """Remove all faults."""
        self._faults.clear()

    def _add_fault(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    def take_fault(self, method: str, path: str) -> Fault | None:
        """Return the fault for this request and count it as applied; None if there is none."""
        for fault in self._faults:
            if fault.remaining > 0 and fault.method in ("*", method) and fnmatchcase(path, fault.pattern):
                fault.remaining -= 1
                fault.hits += 1
                return fault
        return None


async def wait_out_delay(fault: Fault | None, is_gone: Callable[[], bool]) -> None:
    """Wait if the fault is a slow answer, or one that never comes. is_gone: whether the client has given up."""
    if fault is None:
        return
    if fault.kind == "slow":
        await asyncio.sleep(fault.seconds)
    elif fault.kind == "hang":
        for _ in range(int(fault.seconds / HANG_CHECK_SECONDS)):
            if is_gone():
                break
            await asyncio.sleep(HANG_CHECK_SECONDS)


@dataclass(slots=True)
class _Bucket:
    remaining: int
    """Requests that are still accepted before `resets_at`."""
    resets_at: float
    """Seconds on the clock of the fake Discord server."""


RateLimitRules = Mapping[tuple[str, str], tuple[int, float]]
"""(method, route template) -> (requests, seconds)."""
GLOBAL_RULE = ("*", "*")
"""Key of the global rule, for all requests of the bot together except answers to interactions."""
_MESSAGES = "/channels/{channel_id}/messages"
DISCORD_RATE_LIMITS: RateLimitRules = {
    GLOBAL_RULE: (50, 1.0),
    ("POST", _MESSAGES): (5, 5.0),
    ("PATCH", f"{_MESSAGES}/{{message_id}}"): (5, 5.0),
    ("DELETE", f"{_MESSAGES}/{{message_id}}"): (5, 1.0),
}
"""Discord's rate limits, as far as they are documented or were measured."""
_UNLIMITED_HEADERS = {
    "X-RateLimit-Limit": "1000",
    "X-RateLimit-Remaining": "999",
    "X-RateLimit-Reset-After": "1.000",
    "X-RateLimit-Bucket": "unlimited",
}
"""Headers of requests without a simulated limit: Discord sends them with every answer."""
_EXEMPT_PREFIXES = ("/interactions/", "/webhooks/")


class RateLimits:
    """Rate-limit buckets, one per rule and major parameter (channel, webhook or guild)."""

    def __init__(self, clock: Clock, rules: RateLimitRules | None = None) -> None:
        self._clock = clock
        self.rules = dict(rules or {})
        self._buckets: dict[tuple[str, str, str], _Bucket] = {}
        """By method, route template and major parameter."""
        self.refused_count = 0
        """Number of requests that came too soon."""

    def charge_global_request(self, template: str) -> float | None:
        """Charge one request to the global limit. Return the seconds to wait if it is exceeded, else None."""
        if GLOBAL_RULE not in self.rules or template.startswith(_EXEMPT_PREFIXES):
            return None
        _, wait_for = self.charge_request(*GLOBAL_RULE, "")
        return wait_for

    def charge_request(self, method: str, template: str, major: str) -> tuple[dict[str, str], float | None]:
        """Charge one request to its bucket. Return the headers, and the seconds to wait if the bucket is empty."""
        rule = self.rules.get((method, template))
        if rule is None:
            return dict(_UNLIMITED_HEADERS), None
        limit, seconds = rule
        now = self._clock.read_now()
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
        self.refused_count += empty
        return headers, wait_for if empty else None
