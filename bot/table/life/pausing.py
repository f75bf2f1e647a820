"""A table pauses: no clock runs, nobody is called, but whoever wants may go on. A pause that has an end ends itself."""

from __future__ import annotations

from dataclasses import replace

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.notices import calls
from bot.table.people import Person
from bot.table.service import TableService
from bot.table.time import deadlines
from bot.table.time.hours import DAY
from engines.kernel import Refused
from storage import Transaction
from storage.play import games as game_rows
from storage.time import pauses, timers
from storage.time.kinds import Pause, Timer
from storage.time.pauses import PauseRow
from storage.time.timers import TimerRow

MOST = 14 * DAY
"""So long a pause by vote lasts at most."""


def may_be_asked(tables: TableService, live: LiveTable, asker: Person, until: int | None) -> None:
    """Raises Refused unless a pause until that moment (Unix seconds) may be put to the vote.

    One pause does not follow another without a move between.
    """
    live.playing()
    live.seat_or_refuse(asker.id)
    now = tables.clock()
    if until is None or not now < until * 1000 <= now + MOST + DAY:
        raise Refused("life.refused.pause_until", most=MOST // DAY)
    if Pause.VOTE not in live.pauses and live.row.pause_n == live.last_n:
        raise Refused("life.refused.pause_again")


def may_be_ended(live: LiveTable, asker: Person) -> None:
    """Raises Refused unless the table pauses by vote."""
    live.playing()
    live.seat_or_refuse(asker.id)
    if Pause.VOTE not in live.pauses:
        raise Refused("life.refused.no_pause")


async def begin(tx: Transaction, live: LiveTable, reason: Pause, now: int, until: int | None = None) -> None:
    """From now on every clock stands; the calls that wait and the reminders stop."""
    if live.match is not None and not live.pauses:
        await deadlines.stand_still(tx, live, now)
    await pauses.begin(tx, PauseRow(live.id, reason, now, until))
    live.pauses |= {reason}
    live.pause_ends[reason] = until
    for kind in (Timer.CALL, Timer.REMINDER):
        await timers.cancel(tx, live.id, kind)
    await timers.cancel(tx, live.id, Timer.PAUSE, reason)
    if until is not None:
        await timers.put(tx, live.id, Timer.PAUSE, reason, until)
    if reason == Pause.VOTE:
        await game_rows.set_pause_n(tx, live.id, live.last_n)
    live.row = replace(live.row, rev=await game_rows.advance(tx, live.id), pause_n=_pause_n(live, reason))
    await announce.card(tx, live, now)


async def end(tx: Transaction, live: LiveTable, reason: Pause, now: int) -> bool:
    """The reason is gone; without any other the table goes on. False: there was no such reason."""
    await timers.cancel(tx, live.id, Timer.PAUSE, reason)
    if not await pauses.end(tx, live.id, reason):
        return False
    live.pauses -= {reason}
    live.pause_ends.pop(reason, None)
    live.row = replace(live.row, rev=await game_rows.advance(tx, live.id))
    if live.is_playing and not live.pauses:
        await deadlines.arm(tx, live, now)
        await calls.resume(tx, live, now)
    await announce.card(tx, live, now)
    return True


async def fire(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """The pause has lasted as long as it should."""
    now = tables.clock()
    async with tables.change(live) as tx:
        if await timers.take(tx, row.id) is not None and await end(tx, live, Pause(row.key), now):
            await announce.notice(tx, live, now, "life.pause_over")


def _pause_n(live: LiveTable, reason: Pause) -> int | None:
    return live.last_n if reason == Pause.VOTE else live.row.pause_n
