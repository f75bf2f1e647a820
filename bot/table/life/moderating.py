"""What moderators of a server may do at its tables. Everything is told at the table, with who did it and why.

Who counts as a moderator is settled in Discord (permissions of the command), not here.
"""

from __future__ import annotations

from bot.table import announce
from bot.table.live import LiveTable
from bot.table.lobby import expiry, inviting
from bot.table.people import Person
from bot.table.service import TableService
from engines.kernel import Msg, Refused, Seat
from storage import Transaction
from storage.messages.kinds import Saying
from storage.persons import people
from storage.play.games import Ending
from storage.play.stretches import Why
from storage.time import timers
from storage.time.kinds import Pause, Timer

from . import ending, hosting, pausing, sleeping, vacancy


async def pause(tables: TableService, live: LiveTable, by: Person, note: str) -> None:
    """Until a moderator ends it."""
    live.playing()
    async with tables.change(live, by) as tx:
        await pausing.begin(tx, live, Pause.MODERATOR, tables.clock())
        await _tell(tx, tables, live, by, "pause", note)


async def resume(tables: TableService, live: LiveTable, by: Person, note: str) -> None:
    """Every pause ends: that of a moderator, of a vote, and sleep. Raises Refused if there is none."""
    live.playing()
    now = tables.clock()
    async with tables.change(live, by) as tx:
        woke = any(one.called is not None for one in live.seats) and await sleeping.wake(tx, live, now)
        ended = [await pausing.end(tx, live, reason, now) for reason in (Pause.MODERATOR, Pause.VOTE)]
        if not woke and not any(ended):
            raise Refused("life.refused.no_pause")
        await _tell(tx, tables, live, by, "resume", note)


async def end(tables: TableService, live: LiveTable, by: Person, how: Ending, note: str) -> None:
    """A table in play ends as agreed (the score stands) or as void; one that has not started is closed."""
    live.not_ended()
    if not live.is_paused and not live.is_open:
        live.playing()
    now = tables.clock()
    async with tables.change(live, by) as tx:
        await _tell(tx, tables, live, by, "end", note)
        if live.is_open:
            await expiry.close(tx, live, now)
        else:
            await ending.close(tx, live, now, how)


async def kick(tables: TableService, live: LiveTable, by: Person, seat: Seat, note: str) -> None:
    """The person loses the seat and may not take it back; before the start they simply leave."""
    if live.is_open:
        await inviting.remove(tables, live, by, seat)
        return
    await _empty(tables, live, by, seat, "kick", note, None)


async def substitute(
    tables: TableService, live: LiveTable, by: Person, seat: Seat, successor: Person | None, note: str
) -> None:
    """Somebody else is sought for the seat (None: whoever comes)."""
    if successor is not None:
        vacancy.may_take(live, successor.id, seat)
    await _empty(tables, live, by, seat, "replace", note, successor)


async def make_host(tables: TableService, live: LiveTable, by: Person, seat: Seat, note: str) -> None:
    live.not_ended()
    if live.seats[seat].person is None:
        raise Refused("table.refused.no_person_there")
    async with tables.change(live, by) as tx:
        await _tell(tx, tables, live, by, "host", note, who=live.names[seat])
        await hosting.become(tx, live, seat, tables.clock())


async def repost(tables: TableService, live: LiveTable, by: Person) -> None:
    """The card is posted anew, below everything; a note of it is told, so that the card moves down."""
    async with tables.change(live, by) as tx:
        await _tell(tx, tables, live, by, "repost", "")
        await announce.card(tx, live, tables.clock())


async def _empty(
    tables: TableService, live: LiveTable, by: Person, seat: Seat, told: str, note: str, successor: Person | None
) -> None:
    live.playing()
    now = tables.clock()
    held = live.seats[seat].person is not None
    async with tables.change(live, by) as tx:
        await people.meet(tx, by.id, by.name, now)
        await _tell(tx, tables, live, by, told, note, who=live.names[seat])
        if held or live.seats[seat].is_computer:
            why: Why = "removed" if told == "kick" else "offered"
            await vacancy.open_seat(tx, tables, live, seat, why, now, asked_by=by.id, invited=successor)
        else:
            await timers.cancel(tx, live.id, Timer.VACANT, str(seat))
            await vacancy.invite_to(tx, live, seat, successor, by.id, now)


async def _tell(
    tx: Transaction, tables: TableService, live: LiveTable, by: Person, what: str, note: str, **args: str
) -> None:
    now = tables.clock()
    said = Msg(f"life.admin.{what}", {"by": by.name, **args})
    await announce.say(tx, live, now, Saying.NOTICE, f"admin.{what}:{now}", announce.Notice(said, note=note))
