"""A table to which nobody comes sleeps: no clock, no calls. It is never deleted, and the next move or press wakes it.

It falls asleep when nobody is left who would be called, or when for four weeks nobody has moved though somebody could.
Its people are called once after two weeks of sleep; after sixty days it is put away, which frees its channel.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.service import TableService
from bot.table.time.hours import DAY
from bot.table.time.lives import hours_of
from engines.kernel import Msg, Refused
from storage import Duplicate, Transaction
from storage.messages.kinds import Saying
from storage.play import decisions
from storage.play import games as game_rows
from storage.time import timers
from storage.time.kinds import Pause, Timer
from storage.time.timers import TimerRow

from . import pausing

log = logging.getLogger(__name__)

IDLE_FOR, CALLED_AFTER, ARCHIVED_AFTER = 28 * DAY, 14 * DAY, 60 * DAY
LOOK_EVERY = DAY // 4
"""So often all tables are looked at."""
CALL, ARCHIVE = "call", "archive"
"""The keys of the timer of a table that sleeps."""


async def look(tables: TableService) -> None:
    """Tables at which nobody has moved for long fall asleep. Trouble with one does not keep the others awake."""
    now = tables.clock()
    for game in await game_rows.idle(tables.db, now - IDLE_FOR):
        try:
            async with tables.at(game) as live, tables.change(live) as tx:
                if live.is_playing and await _last_life(tx, live, now) <= now - IDLE_FOR:
                    await begin(tx, live, now)
        except Exception:  # whatever a damaged table raises
            log.exception("game %d cannot fall asleep", game)


async def begin(tx: Transaction, live: LiveTable, now: int) -> None:
    """Fall asleep, if it does not sleep yet."""
    if Pause.ASLEEP in live.pauses or not live.is_playing:
        return
    await pausing.begin(tx, live, Pause.ASLEEP, now)
    await timers.cancel(tx, live.id, Timer.SLEEP)
    await timers.put(tx, live.id, Timer.SLEEP, CALL, now + CALLED_AFTER)
    await timers.put(tx, live.id, Timer.SLEEP, ARCHIVE, now + ARCHIVED_AFTER)
    await announce.say(
        tx, live, now, Saying.NOTICE, f"asleep:{now}", announce.Notice(Msg("life.asleep", {}), offers=("wake:",))
    )


async def wake(tx: Transaction, live: LiveTable, now: int) -> bool:
    """Somebody has come. False: it did not sleep. Raises Refused if its channel has another table by now."""
    if Pause.ASLEEP not in live.pauses:
        return False
    if live.is_archived:
        try:
            rev = await game_rows.set_archived(tx, live.id, None)
        except Duplicate as error:
            raise Refused("life.refused.archived_channel") from error
        live.row = replace(live.row, archived_at=None, rev=rev)
    await timers.cancel(tx, live.id, Timer.SLEEP)
    await pausing.end(tx, live, Pause.ASLEEP, now)
    await announce.offers_end(tx, live, now, "asleep", "asleep_call", "archived")
    await announce.notice(tx, live, now, "life.awake")
    return True


async def come(tables: TableService, live: LiveTable, person: Person) -> None:
    """Somebody of the table presses the button. Raises Refused if they have no seat, or nobody would be called."""
    live.playing()
    seat = live.seat_or_refuse(person.id)
    if Pause.ASLEEP not in live.pauses:
        raise Refused("life.refused.awake")
    if live.seats[seat].called is None:
        raise Refused("relief.yours")
    async with tables.change(live, person) as tx:
        await wake(tx, live, tables.clock())


async def fire(tables: TableService, live: LiveTable, row: TimerRow) -> None:
    """The people of a sleeping table are called once; later it is put away."""
    now = tables.clock()
    async with tables.change(live) as tx:
        if await timers.take(tx, row.id) is None or not live.is_playing:
            return
        if row.key == CALL:
            people = tuple(one.person for one in live.people if one.person is not None)
            said = announce.Notice(Msg("life.asleep_call", {}), people, offers=("wake:",))
            await announce.say(tx, live, now, Saying.NOTICE, f"asleep_call:{now}", said)
        else:
            await _archive(tx, live, now)


async def _archive(tx: Transaction, live: LiveTable, now: int) -> None:
    await announce.say(
        tx, live, now, Saying.NOTICE, f"archived:{now}", announce.Notice(Msg("life.archived", {}), offers=("wake:",))
    )
    live.row = replace(live.row, archived_at=now, rev=await game_rows.set_archived(tx, live.id, now))
    await announce.card(tx, live, now)


async def _last_life(tx: Transaction, live: LiveTable, now: int) -> int:
    """When somebody last moved or a seat changed hands; now, while it pauses or everybody is on holiday."""
    lives = await hours_of(tx, [one.person for one in live.people if one.person is not None])
    away = [any(start <= now < end for start, end in hours.away) for hours in lives.values()]
    if live.pauses or (away and all(away)):
        return now
    newest = await decisions.last_at(tx, live.id)
    changed = max((one.at for one in live.held), default=0)
    return max(newest or 0, changed, live.row.started_at or 0)
