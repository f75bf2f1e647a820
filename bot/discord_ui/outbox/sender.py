"""The outbox worker: what the tables have to say goes out in order for each channel, once, however often the
bot is killed.

A row is marked as tried before it is sent. Discord refuses to post one nonce twice for some minutes; after a longer
outage `delivery` looks for the message before it posts again.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import aiohttp
import discord
import msgspec

from bot import metrics
from bot.discord_ui.interaction.context import BotContext
from bot.discord_ui.interaction.errors import UNKNOWN_CHANNEL
from bot.discord_ui.life import orphans
from bot.table.notices.ping import Ping, pack
from engines.kernel import Refused
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.messages.outbox import OutboxRow

from . import permission_notice
from .budget import Budget
from .delivery import Delivery

log = logging.getLogger(__name__)

FIRST_WAIT_MS, LONGEST_WAIT_MS = 1_000, 600_000
"""Back-off after a trouble that passes: it doubles from the first to the longest."""
REST_SECONDS = 10.0
"""So long a target rests after something that could not even be written down."""
WATCH_SECONDS = 1.0
"""So often the times of other targets are looked at while something is being sent."""
MOST_AT_A_TIME = 100
"""Targets that are served side by side, not counting those that hang: they must not keep the others waiting."""
HANGS_SECONDS = 3.0
MOST_ERRORS = 5
"""After so many errors that are ours (not Discord's) a row is given up: the ones behind it have waited enough."""


class Sender:
    """Serves the outbox until it is cancelled."""

    def __init__(self, bot: BotContext, budget: Budget) -> None:
        self.bot = bot
        self.budget = budget
        self.delivery = Delivery(bot, budget)
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._begun: dict[int, float] = {}
        """When the task of each target was begun."""

    async def run(self) -> None:
        tables = self.bot.tables
        try:
            await permission_notice.remembered(self.bot)
            await self.delivery.replaced.clear_all()
            while True:
                tables.outbox_ready.clear()
                rests = await self._begin_ready()
                pause = await self._pause(rests)
                # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the bell.
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await tables.outbox_ready.wait()
        finally:
            under_way = list(self._under_way.values())
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)  # before the connection is closed under them

    async def _begin_ready(self) -> float | None:
        """Begin to say what may be said now. Seconds until a channel that rests may be written to; None: none rests.

        A channel that rests keeps its rows: of several cards that wait only the newest is shown.
        """
        rests: dict[int, float] = {}
        while (room := MOST_AT_A_TIME - self._fresh()) > 0:
            busy = (*self._under_way, *rests)
            rows = await outbox.ready(self.bot.tables.db, self.bot.tables.clock(), room, busy)
            for row in rows:
                rest = 0.0 if row.direct else self.budget.rests(row.target)
                if rest > 0:
                    rests[row.target] = rest
                else:
                    self._begin(row)
            if not rows or not any(row.target in rests for row in rows):
                break
        return min(rests.values(), default=None)

    def _fresh(self) -> int:
        """How many targets are served that do not hang."""
        since = asyncio.get_running_loop().time() - HANGS_SECONDS
        return sum(1 for begun in self._begun.values() if begun > since)

    async def _pause(self, rests: float | None) -> float | None:
        """Seconds until the next row's time comes; None: until somebody writes one."""
        if self._under_way:
            # Each that ends rings the bell; the others' times come meanwhile.
            return WATCH_SECONDS if rests is None else min(WATCH_SECONDS, rests)
        if rests is not None:
            return rests
        at = await outbox.next_at(self.bot.tables.db)
        return None if at is None else max(0.0, (at - self.bot.tables.clock()) / 1000)

    def _begin(self, row: OutboxRow) -> None:
        task = asyncio.create_task(self.serve(row), name=f"outbox-{row.id}")
        self._under_way[row.target] = task
        self._begun[row.target] = asyncio.get_running_loop().time()

        def free() -> None:
            self._under_way.pop(row.target, None)
            self._begun.pop(row.target, None)
            self.bot.tables.outbox_ready.set()

        def ended(done: asyncio.Task[None]) -> None:
            if done.cancelled() or done.exception() is None:
                free()
                return
            # The database does not take what came of it (a full disk): the target rests, or this would spin.
            log.error("outbox row %d could not be settled", row.id, exc_info=done.exception())
            done.get_loop().call_later(REST_SECONDS, free)

        task.add_done_callback(ended)

    async def serve(self, row: OutboxRow) -> None:
        """Try to say one row; write down what came of it."""
        tables = self.bot.tables
        async with tables.db.transaction() as tx:
            tried = await outbox.attempt(tx, row.id)
        if tried is None:
            return
        was_troubled = tried.game in self.bot.troubled
        try:
            await self.delivery.deliver(tried)
            metrics.POSTS.labels(tried.kind).inc()
            if was_troubled:
                await permission_notice.call_again(self.bot, tried.game)
        except (discord.HTTPException, discord.RateLimited) as error:
            if _passes(error):
                await self._later(tried, error)
            else:
                await self._give_up(tried, error)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            await self._later(tried, error)
        except Refused as error:
            await self._give_up(tried, error)
        except Exception as error:  # whatever making the message raises: the others in the outbox are to be sent
            log.exception("outbox row %d (%s of game %d)", row.id, row.kind, row.game)
            if tried.attempts < MOST_ERRORS:
                await self._later(tried, error)
            else:
                await self._give_up(tried, error)

    async def _later(self, row: OutboxRow, error: BaseException) -> None:
        metrics.REFUSED.labels(row.kind).inc()
        wait = min(FIRST_WAIT_MS << min(row.attempts - 1, 20), LONGEST_WAIT_MS)
        log.warning(
            "outbox row %d (%s): try %d failed, again in %d ms: %s", row.id, row.kind, row.attempts, wait, error
        )
        async with self.bot.tables.db.transaction() as tx:
            await outbox.retry(tx, row.id, self.bot.tables.clock() + wait, str(error))

    async def _give_up(self, row: OutboxRow, error: BaseException) -> None:
        if row.direct:
            await self._not_directly(row, error)
            return
        gone = isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL
        level = logging.WARNING if gone else logging.ERROR
        log.log(level, "outbox row %d (%s of game %d) is given up: %s", row.id, row.kind, row.game, error)
        self.bot.troubled.add(row.game)
        async with self.bot.tables.db.transaction() as tx:
            await outbox.drop(tx, row.id, self.bot.tables.clock(), str(error))
        if gone:
            await orphans.lost(self.bot, row.game)  # deleted while the bot was away
            return
        await permission_notice.tell_host(self.bot, row.game, error)

    async def _not_directly(self, row: OutboxRow, error: BaseException) -> None:
        """A person takes no direct messages: a call goes to the table's channel instead; nothing else does."""
        log.warning("outbox row %d (%s of game %d) does not reach its person: %s", row.id, row.kind, row.game, error)
        tables = self.bot.tables
        async with tables.at(row.game) as live, tables.db.transaction() as tx:
            if row.kind in (Saying.PING, Saying.REMINDER, Saying.NOTE):
                payload = row.payload
                if row.kind != Saying.NOTE:
                    ping = msgspec.json.decode(row.payload, type=Ping)
                    payload = pack(msgspec.structs.replace(ping, carrier="post", missed=True))
                await outbox.redirect(
                    tx, row.id, target=live.row.channel_id, direct=False, payload=payload, at=tables.clock()
                )
            else:
                await outbox.drop(tx, row.id, tables.clock(), str(error))


def _passes(error: discord.HTTPException | discord.RateLimited) -> bool:
    """Discord is busy or broken; what it refuses for good does not pass."""
    return isinstance(error, discord.RateLimited) or error.status == 429 or error.status >= 500
