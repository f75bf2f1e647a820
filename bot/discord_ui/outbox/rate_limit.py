"""Rate limits that the bot sets itself, in total and per channel, so that Discord does not refuse requests.

Discord accepts 50 requests a second from a bot and, by experience, five posts in five seconds in a channel. Answers to
interactions do not count, but commands, files and the gateway share the rest. Of several processes each has as large a
part of the rate as of the shards: leases exclude each other, so the parts add up to the whole at most. If Discord still
refuses all requests of the bot, the process that finds out informs the others (`GlobalLimit`). A request that hangs,
its name look-up included, ends with TimeoutError (`limit_requests`).
"""

import asyncio
import logging
import re
import time
from collections.abc import Callable
from typing import Any

import aiohttp
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord_ui.interaction.errors import read_retry_after
from bot.operating_system import read_steady_clock
from storage import DatabaseReader, ForeignTable, StorageError

log = logging.getLogger(__name__)

BOT_RATE, BOT_BURST = 40.0, 8
"""Rate and burst of the whole bot."""
MIN_SHARE = 1 / BOT_RATE
"""Part of the rate, one request a second, of a process that has no shard: it logs in and stands by."""
CHANNEL_RATE, CHANNEL_BURST = 0.9, 4
"""Rate and burst of posts and edits in one channel: two finished turns (each a post and the card) go at once."""
MESSAGES_PATH = re.compile(r"/channels/\d+/messages")
"""In the path of requests about messages that are no answers to interactions."""
MAX_BUCKETS = 4096
"""Number of buckets above which full ones are dropped."""


class TokenBucket:
    """A token bucket, refilled at `rate` tokens a second up to `size` tokens."""

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size = rate, size
        self._tokens, self._at = size, now
        """Tokens at the time `_at`; negative after more were taken than there were."""

    def compute_wait(self, now: float) -> float:
        """Return the seconds until a token is available; 0 if there is one."""
        self._refill(now)
        return max(0.0, (1 - self._tokens) / self.rate + self._at - now)

    def take_token(self, now: float) -> None:
        """Take a token, even from an empty bucket, which makes later waits longer."""
        self._refill(now)
        self._tokens -= 1

    def rest(self, until: float) -> None:
        """Have no token until then, and fill as usual from then on."""
        if until > self._at:
            self._tokens, self._at = min(self._tokens, 0), until

    def is_full(self, now: float) -> bool:
        self._refill(now)
        return self._tokens >= self.size

    def resize(self, rate: float, size: float, now: float) -> None:
        """Refill by another rate from now on."""
        if (rate, size) != (self.rate, self.size):
            self._refill(now)
            self.rate, self.size = rate, size

    def _refill(self, now: float) -> None:
        self._tokens = min(self.size, self._tokens + max(0.0, now - self._at) * self.rate)
        self._at = max(self._at, now)


class RateLimiter:
    """The bot's bucket and one per channel.

    clock: monotonic seconds. is_unlimited: no waiting at all, for the fake Discord server, which has no limits.
    find_share: returns the part of the bot's rate that this process has.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        is_unlimited: bool = False,
        find_share: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self._clock = clock
        self._find_share = find_share
        self.is_unlimited = is_unlimited
        self._total_bucket = TokenBucket(BOT_RATE, BOT_BURST, clock())
        """Of the whole bot, as far as this process has a share of it."""
        self._channel_buckets: dict[int, TokenBucket] = {}
        """By channel; full ones may be missing."""
        self._paused_until = 0.0
        """The time from which requests are accepted again after a refusal of all of them."""

    def pause_all(self, seconds: float) -> None:
        """Begin no delivery for some seconds, because a proxy in front of Discord refuses everything."""
        self._paused_until = max(self._paused_until, self._clock() + seconds)

    def rest_after_refusal(self, seconds: float) -> None:
        """Begin no delivery for some seconds, because Discord refuses all requests of the bot. The requests of those
        under way wait, too, as long as one may take.
        """
        self.pause_all(seconds)
        self._total_bucket.rest(self._clock() + min(seconds, REQUEST_SECONDS))

    async def wait_for_request(self, channel: int | None = None) -> None:
        """Wait until the bot's bucket allows a request.

        A request in a channel also takes a token there but does not wait for it: a delivery once begun is finished, and
        the channel rests afterwards (`compute_rest`).
        """
        if self.is_unlimited:
            return
        now = self._clock()
        if channel is not None:
            self._find_bucket(channel, now).take_token(now)
        share = max(MIN_SHARE, self._find_share())
        self._total_bucket.resize(BOT_RATE * share, BOT_BURST * share, now)
        wait = self._total_bucket.compute_wait(now)
        self._total_bucket.take_token(now)
        if wait > 0:
            await asyncio.sleep(wait)

    def compute_rest(self, channel: int | None) -> float:
        """Return the seconds for which no new delivery should begin in the channel (None: to a person); waiting rows
        may merge by then.
        """
        now = self._clock()
        bucket = None if channel is None else self._channel_buckets.get(channel)
        return max(self._paused_until - now, 0.0 if bucket is None else bucket.compute_wait(now), 0.0)

    def _find_bucket(self, channel: int, now: float) -> TokenBucket:
        if channel not in self._channel_buckets and len(self._channel_buckets) >= MAX_BUCKETS:
            self._channel_buckets = {
                key: bucket for key, bucket in self._channel_buckets.items() if not bucket.is_full(now)
            }
        return self._channel_buckets.setdefault(channel, TokenBucket(CHANNEL_RATE, CHANNEL_BURST, now))


REQUEST_SECONDS = 60.0
"""Limit of a request, with discord.py's repetitions after a failure of Discord (25 s of waits) and its waits for a rate
limit. A longer rate limit raises discord.RateLimited at once (`max_ratelimit_timeout`).
"""


REFUSAL_CHANNEL = "teban_refusal"
"""The channel on which processes hear that Discord refuses all requests of the bot: for how many seconds, and since
when (Unix seconds).
"""


class GlobalLimit:
    """Lets all processes that share the database rest when one of them reads that Discord refuses all requests.

    One that misses the notification finds out by a refusal of its own. clock: Unix seconds.
    """

    def __init__(self, rate_limiter: RateLimiter, db: DatabaseReader, clock: Callable[[], float] = time.time) -> None:
        self._rate_limiter, self._db, self._clock = rate_limiter, db, clock
        self._unannounced_seconds = 0.0
        """The longest refusal that the other processes do not know of yet."""
        self._announcement: asyncio.Task[None] | None = None
        """Task that informs the other processes."""

    def build_trace(self) -> aiohttp.TraceConfig:
        """Return a trace that looks at all requests and answers of Discord. Answers to interactions have no token."""

        async def look_at_answer(_session: object, _context: object, params: aiohttp.TraceRequestEndParams) -> None:
            is_refusal = params.response.status == 429 and "X-RateLimit-Global" in params.response.headers
            if is_refusal and "Authorization" in params.headers:
                self._handle_refusal(read_retry_after(params.response.headers))

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(look_at_answer)
        refuse_late_messages(trace, self._db)
        return trace

    def _handle_refusal(self, seconds: float) -> None:
        self._rate_limiter.rest_after_refusal(seconds)
        self._unannounced_seconds = max(self._unannounced_seconds, seconds)
        if self._announcement is None or self._announcement.done():
            self._announcement = asyncio.create_task(self._announce_refusal(), name="global limit")

    async def _announce_refusal(self) -> None:
        while (seconds := self._unannounced_seconds) > 0:
            self._unannounced_seconds = 0.0
            log.warning("Discord refuses all requests for %.1f s", seconds)
            try:
                await self._db.engine.notify_processes(REFUSAL_CHANNEL, f"{seconds:.3f} {self._clock():.3f}")
            except StorageError as error:
                log.warning("the other processes do not know of it: %s", error)

    def receive_refusal(self, text: str) -> None:
        """Rest after a refusal that another process has announced. text: the seconds to rest and when they began, since
        a process that was stopped receives it late; empty after a break of the connection.
        """
        if not text:
            return
        seconds, at = (float(number) for number in text.split())
        seconds_left = min(seconds, at + seconds - self._clock())
        if seconds_left > 0:
            self._rate_limiter.rest_after_refusal(seconds_left)


def refuse_late_messages(trace: aiohttp.TraceConfig, db: DatabaseReader) -> None:
    """Let each request that posts, edits or deletes a message raise ForeignTable, as soon as it has a connection, if
    the leases of this process may be over. discord.py waits before a request, and repeats it by itself: this process
    may have been stopped since it began to send (`MessageClient.wait_for_request`).
    """

    async def mark_message(_session: object, context: Any, params: aiohttp.TraceRequestStartParams) -> None:
        context.is_message_change = params.method != "GET" and MESSAGES_PATH.search(params.url.path) is not None

    async def look_at_leases(_session: object, context: Any, _params: object) -> None:
        if context.is_message_change and not db.ownership.may_answer(read_steady_clock()):
            raise ForeignTable("this process has not prolonged its leases, so it sends nothing")

    trace.on_request_start.append(mark_message)
    trace.on_connection_create_end.append(look_at_leases)
    trace.on_connection_reuseconn.append(look_at_leases)


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
