"""Pauses of a table: no clock runs and nobody is notified, but people may keep playing. A pause
may have an end date.
"""

from dataclasses import replace

from bot.table.clock.waking_hours import DAY
from bot.table.deadline import deadlines
from bot.table.notices import outbox, turn_notifications
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from engines.kernel import Refused
from storage import Transaction
from storage.kinds import PauseReason, TimerKind
from storage.play import games as game_rows
from storage.time import pauses, timers
from storage.time.pauses import PauseRow
from storage.time.timers import TimerRow

MAX_PAUSE = 14 * DAY
"""Maximum length of a pause by vote."""


def check_pause_vote(service: TableService, table: Table, asker: Person, until: int | None) -> None:
    """Raises Refused unless a vote may be held on a pause until that time (Unix seconds).

    Two pauses need a move between them.
    """
    table.require_match()
    table.require_seat(asker.id)
    now = service.clock()
    if until is None or not now < until * 1000 <= now + MAX_PAUSE + DAY:
        raise Refused("life.refused.pause_until", most=MAX_PAUSE // DAY)
    last_progress = table.row.pause_n
    has_advanced = last_progress is None or _measure_public_progress(table) > last_progress
    if PauseReason.VOTE not in table.pauses and not has_advanced:
        raise Refused("life.refused.pause_again")


def check_resume_vote(table: Table, asker: Person) -> None:
    """Raises Refused unless the table pauses by vote."""
    table.require_match()
    table.require_seat(asker.id)
    if PauseReason.VOTE not in table.pauses:
        raise Refused("life.refused.no_pause")


async def begin_pause(tx: Transaction, table: Table, reason: PauseReason, now: int, until: int | None = None) -> None:
    """Begin a pause: stop the clocks, and cancel waiting notifications and reminders."""
    if table.match is not None and not table.pauses:
        await deadlines.stop_clocks_and_timers(tx, table, now)
    await pauses.begin_pause(tx, PauseRow(table.id, reason, now, until))
    table.pauses |= {reason}
    table.pause_ends[reason] = until
    for kind in (TimerKind.POSTPONED_NOTIFICATION, TimerKind.REMINDER):
        await timers.cancel_timers(tx, table.id, kind)
    await timers.cancel_timers(tx, table.id, TimerKind.PAUSE_END, reason)
    if until is not None:
        await timers.set_timer(tx, table.id, TimerKind.PAUSE_END, reason, until)
    if reason == PauseReason.VOTE:
        progress = _measure_public_progress(table)
        await game_rows.set_pause_n(tx, table.id, progress)
        table.row = replace(table.row, pause_n=progress)
    table.row = replace(table.row, rev=await game_rows.advance_rev(tx, table.id))
    await outbox.enqueue_card(tx, table, now)


async def end_pause(tx: Transaction, table: Table, reason: PauseReason, now: int) -> bool:
    """End the pause for this reason; if there is no other, the table continues. Returns False if
    there was no such pause.
    """
    await timers.cancel_timers(tx, table.id, TimerKind.PAUSE_END, reason)
    if not await pauses.end_pause(tx, table.id, reason):
        return False
    table.pauses -= {reason}
    table.pause_ends.pop(reason, None)
    table.row = replace(table.row, rev=await game_rows.advance_rev(tx, table.id))
    if table.is_playing and not table.pauses:
        await deadlines.arm_timers(tx, table, now)
        await turn_notifications.resume_notifications(tx, table, now)
    await outbox.enqueue_card(tx, table, now)
    return True


async def handle_timer(service: TableService, table: Table, row: TimerRow) -> None:
    """End the pause, because its end date has come."""
    now = service.clock()
    async with service.change(table) as tx:
        if await timers.take_timer(tx, row.id) is not None and await end_pause(tx, table, PauseReason(row.key), now):
            await outbox.enqueue_notice(tx, table, now, "life.pause_over")


def _measure_public_progress(table: Table) -> int:
    """Return a number that grows with every move that all can see: the number of the last public decision, plus one for
    each seat that has answered a question which several are asked at once.

    A player can ask for a pause again and again. The refusal must therefore depend neither on secret changes of an
    answer nor on unconfirmed steps.
    """
    prompts = None if table.match is None else table.match.open_prompts
    if table.match is None or prompts is None:
        return table.public_n
    return table.public_n + len(prompts.seats) - len(table.match.waiting_seats)
