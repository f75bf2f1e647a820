"""What happens later: reminders and time-out answers. One task sleeps until the earliest, across restarts."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec

from engines.kernel import Refused
from storage import StorageError, outbox, timers
from storage.timers import TimerRow

from . import announce, play
from .announce import HOUR_MS, Ping
from .house import House
from .live import Live
from .token import Token

log = logging.getLogger(__name__)

MOST_REMINDERS = 4
"""After N hours, then after 2 N, 4 N and 8 N more; a person who never comes is not called for ever."""


AGAIN_MS = 60_000
"""So much later a timer is tried again that could not do its work."""


async def run(house: House) -> None:
    """Serve timers as they fall due, for ever."""
    while True:
        house.timers_changed.clear()
        row = await timers.earliest(house.db)
        wait = None if row is None else (row.due_at - house.clock()) / 1000
        if row is not None and wait is not None and wait <= 0:
            await fire(house, row)
            continue
        # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the bell.
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await house.timers_changed.wait()


async def fire(house: House, row: TimerRow) -> None:
    """Do what a timer is for, once. A timer whose moment has passed (the question was answered) does nothing.

    Trouble with one table (a damaged row, a full disk) must not stop the timers of all: it is tried again later.
    """
    try:
        async with house.at(row.game) as live:
            await (_remind if row.kind == "reminder" else _time_out)(house, live, row)
    except Refused as reason:
        log.info("timer %s of game %d: %s", row.kind, row.game, reason)
        await _stop(house, row)
    except Exception:
        log.exception("timer %s of game %d", row.kind, row.game)
        await _put_off(house, row)


async def _stop(house: House, row: TimerRow) -> None:
    async with house.db.transaction() as tx:
        await timers.take(tx, row.id)


async def _put_off(house: House, row: TimerRow) -> None:
    try:
        async with house.db.transaction() as tx:
            await timers.set(tx, row.game, row.kind, row.key, house.clock() + AGAIN_MS, row.payload)
    except StorageError:
        log.exception("timer %s of game %d could not be put off", row.kind, row.game)
        await asyncio.sleep(AGAIN_MS / 1000)


async def _remind(house: House, live: Live, row: TimerRow) -> None:
    ping = msgspec.json.decode(row.payload, type=Ping)
    now = house.clock()
    async with house.db.transaction() as tx:
        if await timers.take(tx, row.id) is None or ping.seat not in live.waiting or live.row.reminder_hours is None:
            return
        again = msgspec.structs.replace(ping, count=ping.count + 1)
        key = outbox.ping_key(ping.seat, ping.step, ping.epoch)
        await announce.say(tx, live, now, "reminder", key, again)
        if again.count < MOST_REMINDERS:
            due = now + live.row.reminder_hours * HOUR_MS * 2**again.count
            await timers.set(tx, live.id, "reminder", row.key, due, announce.pack(again))
    house.outbox_ready.set()


async def _time_out(house: House, live: Live, row: TimerRow) -> None:
    """The question answers itself with its default; the decision stops the timer. A timer without a question goes."""
    token = Token.decode(row.key)
    prompt = live.prompt_of(token) if token == live.token(token.seat) else None
    if prompt is not None and prompt.default is not None and token.seat in live.waiting and live.is_playing:
        await play.decide(house, live, token, prompt.default, "timeout")
        return
    await _stop(house, row)
