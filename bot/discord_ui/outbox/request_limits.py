"""Limits of Discord's answers: a request that hangs, its name look-up included, ends with TimeoutError."""

import asyncio
from typing import Any

from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

REQUEST_SECONDS = 60.0
"""Limit of a request, with discord.py's repetitions after a failure of Discord (25 s of waits) and its waits for a rate
limit. A longer rate limit raises discord.RateLimited at once (`max_ratelimit_timeout`).
"""


class LimitedAdapter(AsyncWebhookAdapter):
    """Sends answers to interactions, with a limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._seconds = seconds

    async def request(self, *args: Any, **kwargs: Any) -> Any:
        async with asyncio.timeout(self._seconds):
            return await super().request(*args, **kwargs)


def limit_requests(http: HTTPClient, seconds: float = REQUEST_SECONDS) -> None:
    """Limit all requests of a client, and the answers to interactions in tasks that are started from here."""
    send = http.request

    async def send_in_time(*args: Any, **kwargs: Any) -> Any:
        async with asyncio.timeout(seconds):
            return await send(*args, **kwargs)

    http.request = send_in_time  # type: ignore[method-assign]
    async_context.set(LimitedAdapter(seconds))
