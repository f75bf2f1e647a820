"""What happens later: calls, reminders, time-out answers, tables that close. One task sleeps until the earliest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import msgspec

from bot.table import consent, play
from bot.table.life import ladder, pausing, sitting, sleeping, vacancy
from bot.table.live import LiveTable
from bot.table.lobby import expiry
from bot.table.notices import calls, rings
from bot.table.notices.ping import Ping
from bot.table.question_ref import QuestionRef
from bot.table.service import TableService
from engines.kernel import Refused
from storage import StorageError
from storage.play import open_questions
from storage.time import timers
from storage.time.kinds import Timer
from storage.time.timers import TimerRow

from . import deadlines

log = logging.getLogger(__name__)


AWAY_SECONDS = 1.0
"""So often it is asked whether the bot can be reached again."""
AGAIN_MS = 60_000
"""So much later a timer is tried again that could not do its work."""


async def run(tables: TableService, is_here: Callable[[], bool] = lambda: True) -> None:
    """Serve timers as they fall due, for ever. is_here: whether answers could have come; nothing is due before."""
    look_at = tables.clock() + sleeping.LOOK_EVERY
    while True:
        if not is_here():
            await asyncio.sleep(AWAY_SECONDS)
            continue
        tables.timers_changed.clear()
        row = await timers.earliest(tables.db)
        now = tables.clock()
        if row is not None and row.due_at <= now:
            await fire(tables, row)
            continue
        if look_at <= now:
            look_at = now + sleeping.LOOK_EVERY
            await _look_for_sleepers(tables)
        wait = (look_at - now if row is None else min(look_at, row.due_at) - now) / 1000
        # Not wait_for: before Python 3.12 it loses a cancellation that comes together with the bell.
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await tables.timers_changed.wait()


async def _look_for_sleepers(tables: TableService) -> None:
    try:
        await sleeping.look(tables)
    except StorageError:
        log.exception("tables at which nothing happens could not be looked for")


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
    except Exception:  # rules that have changed may raise anything
        log.exception("timer %s of game %d", row.kind, row.game)
        await _put_off(tables, row)


async def _stop(tables: TableService, row: TimerRow) -> None:
    try:
        async with tables.db.transaction() as tx:
            await timers.take(tx, row.id)
    except StorageError:
        log.exception("timer %s of game %d could not be taken away", row.kind, row.game)
        await asyncio.sleep(AGAIN_MS / 1000)


async def _put_off(tables: TableService, row: TimerRow) -> None:
    try:
        async with tables.db.transaction() as tx:
            await timers.put(tx, row.game, row.kind, row.key, tables.clock() + AGAIN_MS, row.payload)
    except StorageError:
        log.exception("timer %s of game %d could not be put off", row.kind, row.game)
        await asyncio.sleep(AGAIN_MS / 1000)


async def _remind(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """Somebody who is still asked is called again, and after a longer time once more. Nobody is woken by it."""
    ping = msgspec.json.decode(row.payload, type=Ping)
    now = tables.clock()
    async with tables.db.transaction() as tx:
        question = next((q for q in await open_questions.of_game(tx, live.id) if q.seat == ping.seat), None)
        asked = None if question is None or ping.seat not in live.waiting else deadlines.ping_of(live, question)
        if await timers.take(tx, row.id) is None or asked is None or live.row.reminder_hours is None:
            return
        if question is not None and question.called_at is None and await calls.waits(tx, live, ping):
            await calls.remind_later(tx, live, ping, now)
        elif (due := await calls.not_before(tx, live, ping, now)) is None:
            again = msgspec.structs.replace(asked, count=ping.count + 1)
            await calls.remind(tx, live, again, now)
            await calls.remind_later(tx, live, again, now)
        else:
            await timers.put(tx, live.id, Timer.REMINDER, row.key, due, row.payload)
    tables.wake()


async def _call(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """Somebody who was asked while asleep has woken, if the question is still the same."""
    ping = msgspec.json.decode(row.payload, type=Ping)
    now = tables.clock()
    async with tables.db.transaction() as tx:
        asked = {(q.seat, q.step, q.epoch) for q in await open_questions.of_game(tx, live.id)}
        if await timers.take(tx, row.id) is None or (ping.seat, ping.step, ping.epoch) not in asked:
            return
        if (wakes := await calls.wakes(tx, live, ping.seat, now)) > now:  # the bot was away when the night was over
            await timers.put(tx, live.id, Timer.CALL, row.key, wakes, row.payload)
        else:
            await calls.say_call(tx, live, ping, now)
    tables.wake()


async def _time_out(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """The question answers itself with its default; the decision stops the timer. A timer without a question goes, and
    one that comes before its time (the bot was away) is set anew.
    """
    ref = QuestionRef.decode(row.key)
    prompt = live.prompt_of(ref) if ref == live.ref(ref.seat) else None
    silence = None if prompt is None else prompt.silence
    if silence is None or ref.seat not in live.waiting or not live.is_playing:
        await _stop(tables, row)
        return
    clock = await deadlines.asked_clock(tables.db, live, ref.seat)
    if clock is None or clock.out_at is None or clock.out_at > tables.clock():
        async with tables.db.transaction() as tx:
            await timers.take(tx, row.id)
            await deadlines.arm(tx, live, tables.clock())
        tables.wake()
        return
    await play.decide(tables, live, ref, silence, "timeout")


async def _nudge(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """Somebody has woken who is to be told what was said meanwhile."""
    async with tables.db.transaction() as tx:
        if await timers.take(tx, row.id) is not None:
            await rings.fire(tx, live, row, tables.clock())
    tables.wake()


WORK: Mapping[str, Callable[[TableService, LiveTable, TimerRow], Awaitable[None]]] = {
    Timer.CALL: _call,
    Timer.NUDGE: _nudge,
    Timer.REMINDER: _remind,
    Timer.TIMEOUT: _time_out,
    Timer.LATE: ladder.fire,
    Timer.EXPIRY: expiry.fire,
    Timer.VACANT: vacancy.fire,
    Timer.SITTER: sitting.fire,
    Timer.PAUSE: pausing.fire,
    Timer.SLEEP: sleeping.fire,
    Timer.REQUEST: consent.fire,
}
