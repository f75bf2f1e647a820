"""What happens later: calls, reminders, time-out answers, tables that close. One task sleeps until the earliest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import msgspec

from engines.kernel import Refused
from storage import StorageError
from storage.messages import outbox
from storage.play import open_questions
from storage.time import timers
from storage.time.timers import TimerRow

from . import announce, calls, late, play
from .calls import CALL, REMINDER, Ping
from .deadlines import LATE, TIMEOUT
from .life import expiry
from .live import LiveTable
from .question_ref import QuestionRef
from .service import TableService

log = logging.getLogger(__name__)


AGAIN_MS = 60_000
"""So much later a timer is tried again that could not do its work."""


async def run(tables: TableService) -> None:
    """Serve timers as they fall due, for ever."""
    while True:
        tables.timers_changed.clear()
        row = await timers.earliest(tables.db)
        wait = None if row is None else (row.due_at - tables.clock()) / 1000
        if row is not None and wait is not None and wait <= 0:
            await fire(tables, row)
            continue
        # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the bell.
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await tables.timers_changed.wait()


async def fire(tables: TableService, row: TimerRow) -> None:
    """Do what a timer is for, once. A timer whose moment has passed (the question was answered) does nothing.

    Trouble with one table (a damaged row, a full disk) must not stop the timers of all: it is tried again later.
    """
    try:
        async with tables.at(row.game) as live:
            await WORK[row.kind](tables, live, row)
    except Refused as reason:
        log.info("timer %s of game %d: %s", row.kind, row.game, reason)
        await _stop(tables, row)
    except Exception:
        log.exception("timer %s of game %d", row.kind, row.game)
        await _put_off(tables, row)


async def _stop(tables: TableService, row: TimerRow) -> None:
    async with tables.db.transaction() as tx:
        await timers.take(tx, row.id)


async def _put_off(tables: TableService, row: TimerRow) -> None:
    try:
        async with tables.db.transaction() as tx:
            await timers.put(tx, row.game, row.kind, row.key, tables.clock() + AGAIN_MS, row.payload)
    except StorageError:
        log.exception("timer %s of game %d could not be put off", row.kind, row.game)
        await asyncio.sleep(AGAIN_MS / 1000)


async def _remind(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """Somebody who is still asked is called again, and after a longer time once more."""
    ping = msgspec.json.decode(row.payload, type=Ping)
    now = tables.clock()
    async with tables.db.transaction() as tx:
        if await timers.take(tx, row.id) is None or ping.seat not in live.waiting or live.row.reminder_hours is None:
            return
        again = msgspec.structs.replace(ping, count=ping.count + 1)
        key = outbox.ping_key(ping.seat, ping.step, ping.epoch)
        await announce.say(tx, live, now, "reminder", key, again)
        await calls.remind_later(tx, live, again, now)
    tables.outbox_ready.set()


async def _call(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """Somebody who was asked while asleep has woken, if the question is still the same."""
    ping = msgspec.json.decode(row.payload, type=Ping)
    async with tables.db.transaction() as tx:
        asked = {(q.seat, q.step, q.epoch) for q in await open_questions.of_game(tx, live.id)}
        if await timers.take(tx, row.id) is not None and (ping.seat, ping.step, ping.epoch) in asked:
            await calls.say_call(tx, live, ping, tables.clock())
    tables.wake()


async def _time_out(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """The question answers itself with its default; the decision stops the timer. A timer without a question goes."""
    ref = QuestionRef.decode(row.key)
    prompt = live.prompt_of(ref) if ref == live.ref(ref.seat) else None
    silence = None if prompt is None else prompt.silence
    if silence is not None and ref.seat in live.waiting and live.is_playing:
        await play.decide(tables, live, ref, silence, "timeout")
        return
    await _stop(tables, row)


WORK: Mapping[str, Callable[[TableService, LiveTable, TimerRow], Awaitable[None]]] = {
    CALL: _call,
    REMINDER: _remind,
    TIMEOUT: _time_out,
    LATE: late.fire,
    expiry.EXPIRY: expiry.fire,
}
