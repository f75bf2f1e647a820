"""The outbox worker: sends each row exactly once and in order per channel, even if the bot is killed.

An attempt is recorded before sending. Discord rejects a repeated nonce for some minutes; after a longer outage the
message is searched (`message_client`) before it is posted again.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from contextlib import suppress

import aiohttp
import discord
import msgspec

from bot import metrics
from bot.discord_ui.interaction.bot_context import BotContext
from bot.discord_ui.interaction.errors import may_be_upload
from bot.discord_ui.lifecycle import lost_tables
from bot.operating_system import read_steady_clock
from bot.table.deadline import outages
from bot.table.state.notification_payload import TurnNotification, encode_payload
from engines.kernel import Refused
from storage import DatabaseFull, DatabaseUnavailable, ForeignTable, Transaction, retry_while_unavailable
from storage.kinds import PERSONAL_KINDS, OutboxKind
from storage.messages import outbox_rows
from storage.messages.outbox_rows import OutboxRow
from storage.play import games

from . import posting_failures
from .delivery import Delivery
from .fates import (
    Fate,
    Form,
    classify_error,
    endangers_direct_messages,
    find_retry_after,
    is_for_everything,
)
from .rate_limit import RateLimiter

log = logging.getLogger(__name__)

FIRST_WAIT_MS, LONGEST_WAIT_MS = 1_000, 600_000
"""Back-off after a temporary failure; doubles from the first to the longest wait."""
FOREIGN_SECONDS = 0.1
"""Pause of a target with a row whose table this process may not open for the moment."""
REST_SECONDS = 10.0
"""Pause of a target after its result could not be stored (a full disk)."""
WATCH_SECONDS = 1.0
"""Interval of looking for due rows of other targets while something is being sent."""
MAX_CONCURRENT = 100
"""Maximum targets served concurrently, not counting hanging ones, which must not delay the others."""
HANG_SECONDS = 3.0
"""Time after which a target counts as hanging."""
GIVE_UP_MS = 600_000
"""Age at which a line of text that Discord's server fails on is given up."""
SECOND_POLL_SECONDS = 60.0
"""Time after which a channel that Discord denies is looked at again, because outages look the same."""
MAX_DIRECT_REFUSALS = 3
"""Refusals of direct messages in a row (`DIRECT_CODES`) after which they rest."""
DIRECT_REST_MS = 3_600_000
"""Duration of that rest: calls go to the channels, other direct messages wait."""
MAX_ERRORS = 5
"""Number of the bot's own errors (not Discord's) after which a row is dropped, so that the next ones can be sent."""


class Sender:
    """Worker that sends outbox rows until it is cancelled. A target is a channel or a person."""

    def __init__(self, bot: BotContext, rate_limiter: RateLimiter) -> None:
        self.bot = bot
        self.rate_limiter = rate_limiter
        self.delivery = Delivery(bot, rate_limiter)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """Target -> the task that sends a row there."""
        self._missing_since: dict[int, int] = {}
        """Channel -> when Discord first said that it does not exist (milliseconds)."""
        self._direct_refusals = 0
        """Direct messages refused in a row."""
        self._direct_rest_until = 0
        """When direct messages are tried again (milliseconds)."""
        self._started_at: dict[int, float] = {}
        """Target -> start time of its task."""
        self._table_ids: dict[int, int] = {}
        """Target -> the table whose row is being sent."""
        self._error_counts: Counter[int] = Counter()
        """Row -> the bot's own errors with it; attempts that Discord refused are none."""

    async def run(self) -> None:
        service = self.bot.service
        try:
            await self.resume_tables()
            while True:
                pause = await retry_while_unavailable(self._serve_due_rows)
                # Not wait_for: before Python 3.12 it loses a cancellation that coincides with the event.
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await service.outbox_ready.wait()
        finally:
            self.delivery.pictures.close()
            under_way = list(self._tasks.values())
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)  # before the connection is closed

    async def resume_tables(self, shards: Collection[int] | None = None) -> None:
        """Finish the work left over from before this process served its tables. shards: only theirs; None: all."""
        await retry_while_unavailable(lambda: self._finish_left_over_work(shards))

    async def _finish_left_over_work(self, shards: Collection[int] | None) -> None:
        tables_to_retry = await posting_failures.load_failing_tables(self.bot, shards)
        # posts that were refused may be allowed since the bot stopped
        await posting_failures.retry_tables(self.bot, table_ids=tables_to_retry)
        await self.delivery.replaced.delete_all(shards)
        await self.delivery.pictures.update_cards_in_words(shards)

    async def finish_foreign_deliveries(self, seconds: float) -> bool:
        """Wait until the deliveries under way for tables that this process does not serve, or no longer, are settled.
        Returns False if one takes longer.
        """
        own_ids = await games.select_own_games(self.bot.service.db, [*self._table_ids.values()])
        tasks = [self._tasks[target] for target, table_id in self._table_ids.items() if table_id not in own_ids]
        _, late = await asyncio.wait(tasks, timeout=seconds) if tasks else ((), ())
        return not late

    async def _serve_due_rows(self) -> float | None:
        """Start sending the due rows. Return the seconds until the next look; None: wait for a new row."""
        self.bot.service.outbox_ready.clear()
        return await self._compute_pause(await self._start_due_rows())

    async def _start_due_rows(self) -> float | None:
        """Start sending the due rows. Return the seconds until the first resting channel is free; None: none rests.

        The rows of a resting channel wait; of several waiting cards only the newest is then shown.
        """
        rest_by_target: dict[int, float] = {}
        while (free_slots := MAX_CONCURRENT - self._count_responsive()) > 0:
            busy = (*self._tasks, *rest_by_target)
            rows = await outbox_rows.load_ready_rows(self.bot.service.db, self.bot.service.clock(), free_slots, busy)
            for row in rows:
                rest = self.rate_limiter.compute_rest(None if row.direct else row.target)
                if rest > 0:
                    rest_by_target[row.target] = rest
                else:
                    self._start_row(row)
            if not rows or not any(row.target in rest_by_target for row in rows):
                break
        return min(rest_by_target.values(), default=None)

    def _count_responsive(self) -> int:
        """Return the number of targets being served that do not hang."""
        since = asyncio.get_running_loop().time() - HANG_SECONDS
        return sum(1 for begun in self._started_at.values() if begun > since)

    async def _compute_pause(self, rest_seconds: float | None) -> float | None:
        """Return the seconds until the next row is due; None: wait for a new row."""
        if self._tasks:
            # A finished task sets the event; rows of other targets may become due before.
            return WATCH_SECONDS if rest_seconds is None else min(WATCH_SECONDS, rest_seconds)
        if rest_seconds is not None:
            return rest_seconds
        due_at = await outbox_rows.find_next_time(self.bot.service.db)
        return None if due_at is None else max(0.0, (due_at - self.bot.service.clock()) / 1000)

    def _start_row(self, row: OutboxRow) -> None:
        task = asyncio.create_task(self.serve_row(row), name=f"outbox-{row.id}")
        self._tasks[row.target] = task
        self._table_ids[row.target] = row.game
        self._started_at[row.target] = asyncio.get_running_loop().time()

        def release_target() -> None:
            self._tasks.pop(row.target, None)
            self._table_ids.pop(row.target, None)
            self._started_at.pop(row.target, None)
            self.bot.service.outbox_ready.set()

        def handle_end(done: asyncio.Task[None]) -> None:
            if done.cancelled() or done.exception() is None:
                release_target()
                return
            # The result could not be stored (a full disk): pause the target to avoid a busy loop.
            log.error("outbox row %d could not be settled", row.id, exc_info=done.exception())
            done.get_loop().call_later(REST_SECONDS, release_target)

        task.add_done_callback(handle_end)

    async def serve_row(self, row: OutboxRow) -> None:
        """Try to send one row and store the result."""
        service = self.bot.service
        if not service.db.ownership.is_trusted(read_steady_clock()):
            await asyncio.sleep(FOREIGN_SECONDS)  # it is no attempt: its table may not be opened
            return
        async with service.db.transaction() as tx:
            attempted_row = await outbox_rows.begin_attempt(tx, row.id) if await _is_own_table(tx, row.game) else None
        if attempted_row is None:
            return
        if attempted_row.direct and (rest_ms := self._compute_direct_rest()):
            await self._rest_direct_row(attempted_row, rest_ms)
            return
        was_failing = attempted_row.game in self.bot.failing_tables
        try:
            await self.delivery.deliver_row(attempted_row)
            self._direct_refusals = 0 if attempted_row.direct else self._direct_refusals
            metrics.POSTS.labels(attempted_row.kind).inc()
            if was_failing:
                await posting_failures.retry_notifications(self.bot, attempted_row.game)
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError) as error:
            await self._handle_error(attempted_row, error)
            return
        except Refused as error:
            await self._drop_row(attempted_row, error)
        except ForeignTable as error:  # it moves or was moved: its new process finds out whether the row was sent
            log.info("outbox row %d: %s", row.id, error)
            await asyncio.sleep(FOREIGN_SECONDS)
        except (DatabaseUnavailable, DatabaseFull):  # no error of the row, which may be posted: it is never given up
            raise
        except Exception as error:  # building the message may raise anything; the other rows must still be sent
            log.exception("outbox row %d (%s of table %d)", row.id, row.kind, row.game)
            self._error_counts[row.id] += 1
            if self._error_counts[row.id] < MAX_ERRORS:
                await self._retry_later(attempted_row, error)
                return
            await self._drop_row(attempted_row, error)
        self._forget_attempts(row)

    async def _handle_error(self, row: OutboxRow, error: BaseException) -> None:
        """Try the row again later, in a smaller form at once, or give it up (`Fate`)."""
        if row.direct and endangers_direct_messages(error):
            self._direct_refusals += 1
            if self._direct_refusals >= MAX_DIRECT_REFUSALS:
                self._direct_refusals, self._direct_rest_until = 0, self.bot.service.clock() + DIRECT_REST_MS
        if is_for_everything(error):
            self.rate_limiter.pause_all(find_retry_after(error))
        match await self._decide_fate(row, error):
            case Fate.PASSING | Fate.SERVER_ERROR:
                await self._retry_later(row, error)
            case Fate.TOO_BIG:
                self._shrink_form(row, error)
                await self._retry_later(row, error, 0)
            case Fate.CHANNEL_LOST if not await self._is_channel_lost(row):
                await self._retry_later(row, error, int(SECOND_POLL_SECONDS * 1000))
            case Fate.DELETED:
                log.info("outbox row %d (%s): its message was deleted meanwhile", row.id, row.kind)
                await self.delivery.acknowledge_deleted(row)
                self._forget_attempts(row)
            case _:
                await self._drop_row(row, error)
                self._forget_attempts(row)

    async def _decide_fate(self, row: OutboxRow, error: BaseException) -> Fate:
        """Return the fate of a refused row, with regard to the form in which it was tried."""
        fate, form = classify_error(error), self.delivery.message_client.forms.get(row.id, Form.FULL)
        if fate is Fate.SERVER_ERROR and await self._is_discord_well(row):
            fate = Fate.TOO_BIG  # everything else works: Discord cannot take this payload
        elif fate is Fate.REFUSED and form is Form.FULL and may_be_upload(error):
            fate = Fate.TOO_BIG
        if fate is Fate.TOO_BIG and form is Form.PLAIN:  # nothing is smaller; the rows behind it must pass some time
            is_old = self.bot.service.clock() - row.created_at > GIVE_UP_MS
            return Fate.REFUSED if is_old else Fate.PASSING
        return fate

    def _shrink_form(self, row: OutboxRow, error: BaseException) -> None:
        """Choose the next smaller form; after a failure of Discord's server one without picture would not help."""
        forms = self.delivery.message_client.forms
        form = Form(forms.get(row.id, Form.FULL) + 1)
        if classify_error(error) is Fate.SERVER_ERROR:
            form = max(form, Form.SHORT)
        forms[row.id] = form
        log.warning("outbox row %d (%s): tried in the form %s: %s", row.id, row.kind, form.name, error)

    def _forget_attempts(self, row: OutboxRow) -> None:
        """Forget the forms, errors and doubts of a row that is settled."""
        self.delivery.message_client.forget_row(row)
        self._error_counts.pop(row.id, None)
        self._missing_since.pop(row.target, None)

    async def _is_discord_well(self, row: OutboxRow) -> bool:
        """Return whether Discord answers another request about the row's target."""
        try:
            await (self.bot.fetch_user(row.target) if row.direct else self.bot.fetch_channel(row.target))
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError) as error:
            return classify_error(error) not in (Fate.PASSING, Fate.SERVER_ERROR)
        return True

    async def _is_channel_lost(self, row: OutboxRow) -> bool:
        """Return whether Discord denies the channel a second time, after a while, while its server is available."""
        now = self.bot.service.clock()
        doubted_since = self._missing_since.setdefault(row.target, now)
        if abs(now - doubted_since) < 900 * SECOND_POLL_SECONDS:  # a step of the clock took its time too
            return False
        table_row = await games.load_game(self.bot.service.db, row.game)
        guild = None if table_row is None else self.bot.get_guild(table_row.guild_id)
        return guild is None or not guild.unavailable

    async def _retry_later(self, row: OutboxRow, error: BaseException, wait: int | None = None) -> None:
        """Schedule the next attempt. wait: milliseconds; None: longer from attempt to attempt, or as Discord asks."""
        metrics.REFUSED.labels(row.kind).inc()
        if wait is None:
            wait = min(FIRST_WAIT_MS << min(row.attempts - 1, 20), LONGEST_WAIT_MS)
            wait = max(wait, int(find_retry_after(error) * 1000))
        log.warning(
            "outbox row %d (%s): try %d failed, again in %d ms: %s", row.id, row.kind, row.attempts, wait, error
        )
        async with self.bot.service.db.transaction() as tx:
            await outages.settle_clocks(tx, row.game)  # before: a step of the clock would shift the new time, too
            await outbox_rows.schedule_retry(tx, row.id, self.bot.service.clock() + wait, str(error))

    async def _drop_row(self, row: OutboxRow, error: BaseException) -> None:
        if row.direct:
            await self._redirect_or_drop(row, error)
            return
        is_channel_gone = classify_error(error) is Fate.CHANNEL_LOST
        level = logging.WARNING if is_channel_gone else logging.ERROR
        log.log(level, "outbox row %d (%s of table %d) is given up: %s", row.id, row.kind, row.game, error)
        self.bot.failing_tables.add(row.game)
        async with self.bot.service.db.transaction() as tx:
            await outbox_rows.drop_row(tx, row.id, self.bot.service.clock(), str(error))
        if is_channel_gone:
            await lost_tables.pause_lost_table(self.bot, row.game)  # deleted while the bot was offline
            return
        await posting_failures.notify_host(self.bot, row.game, error)

    def _compute_direct_rest(self) -> int:
        """Return the milliseconds for which direct messages rest; a clock that is set back ends the rest."""
        rest_ms = self._direct_rest_until - self.bot.service.clock()
        return rest_ms if 0 < rest_ms <= DIRECT_REST_MS else 0

    async def _rest_direct_row(self, row: OutboxRow, rest_ms: int) -> None:
        """Send a call to the channel, or let another direct message wait, because too many were refused."""
        error = RuntimeError("direct messages rest after a series of refusals")
        if row.kind in PERSONAL_KINDS:
            await self._redirect_or_drop(row, error)
        else:
            await self._retry_later(row, error, rest_ms)

    async def _redirect_or_drop(self, row: OutboxRow, error: BaseException) -> None:
        """Handle a person who accepts no direct messages: redirect notifications to the channel, drop other rows."""
        log.warning("outbox row %d (%s of table %d) does not reach its person: %s", row.id, row.kind, row.game, error)
        service = self.bot.service
        async with service.lock_table(row.game) as table, service.db.transaction() as tx:
            if row.kind in PERSONAL_KINDS:
                payload = row.payload
                if row.kind != OutboxKind.PERSONAL_NOTE:
                    notification = msgspec.json.decode(row.payload, type=TurnNotification)
                    payload = encode_payload(
                        msgspec.structs.replace(notification, carrier="post", was_undeliverable=True)
                    )
                await outbox_rows.redirect_row(
                    tx, row.id, target=table.row.channel_id, is_direct=False, payload=payload, at=service.clock()
                )
            else:
                await outbox_rows.drop_row(tx, row.id, service.clock(), str(error))


async def _is_own_table(tx: Transaction, table_id: int) -> bool:
    """Return whether the table belongs to this process still: it may have been moved after its row was found."""
    row = None if tx.ownership.is_alone else await games.load_game(tx, table_id)
    return tx.ownership.is_alone or (row is not None and tx.ownership.owns(row.guild_id))
