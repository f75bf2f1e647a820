"""Outages of the bot: nobody could answer, so the time counts for nobody.

The transaction that notices an outage writes an inbox row for each table (`announce_outage`). Each table takes it out
of its clocks in a transaction of its own (`settle_clocks`), before anything of it is read or fires; then its deadlines
are set again (`finish_settling`). A kill between these leaves rows, with which the next start continues.
"""

import logging
from collections.abc import Collection
from dataclasses import replace

import msgspec

from bot.table.clock.availability import load_counting_hours
from bot.table.clock.time_control import stop_clock_row
from bot.table.clock.waking_hours import HOUR, WakingHours
from bot.table.deadline import deadlines
from bot.table.state.settings import FIXED, TableSettings
from bot.table.state.table import Table
from storage import Source, Transaction
from storage.kinds import InboxKind, OutboxKind
from storage.messages import inbox_rows, outbox_rows
from storage.play import checkpoints, games, open_questions, seats
from storage.time import clocks, presence

log = logging.getLogger(__name__)

GRACE = HOUR
"""Time after an outage during which no deadline falls."""


class Outage(msgspec.Struct, frozen=True):
    """A time that counts for nobody: the payload of an inbox row `OUTAGE`."""

    began_at: int
    """When the bot was last there, by the clock at that time."""
    ended_at: int
    """When it was back; earlier than `began_at` if the machine's clock was set back."""
    step_ms: int = 0
    """The part in which no time passed, because the machine's clock was set: due times shift by it."""
    hours: dict[int, WakingHours] | None = None
    """The hours by seat as they were before a step, which shifts absences, too; None: as they are stored."""


async def announce_outage(tx: Transaction, outage: Outage, locked_tables: Collection[int] = ()) -> list[int]:
    """Write an inbox row for each table of this process that has to settle the outage; return these tables.

    locked_tables: tables that a change still holds. The change may store clocks yet, so they are settled at once.
    """
    table_ids = await presence.list_timed_games(tx, with_due_times=outage.step_ms != 0)
    for table_id in table_ids:
        payload = msgspec.json.encode(await _add_hours(tx, table_id, outage) if outage.step_ms else outage)
        await inbox_rows.add_rows(tx, [table_id], InboxKind.OUTAGE, None, outage.ended_at, payload)
        if table_id in locked_tables:
            await settle_clocks(tx, table_id)
    return table_ids


async def _add_hours(tx: Transaction, table_id: int, outage: Outage) -> Outage:
    """Return the outage with the hours of a table's seats, by which its clocks count up to the step."""
    try:
        return msgspec.structs.replace(outage, hours=await _load_hours(tx, table_id))
    except (msgspec.MsgspecError, ValueError):  # a damaged table must not keep the others waiting
        log.exception("the hours at table %d could not be read", table_id)
        return outage


async def settle_clocks(tx: Transaction, table_id: int) -> bool:
    """Take the outages that wait for a table out of its clocks. Return False if none waits."""
    rows = [row for row in await inbox_rows.load_rows(tx, table_id) if row.kind == InboxKind.OUTAGE]
    for row in rows:
        if await inbox_rows.mark_outage_settled(tx, row.id):
            await skip_outage(tx, table_id, msgspec.json.decode(row.payload, type=Outage))
    return bool(rows)


async def skip_outage(tx: Transaction, table_id: int, outage: Outage) -> None:
    """Stop the running clocks of a table when the outage began and continue them from its end, let its other waits go
    on, shift its due times if the clock was set, and update its card.
    """
    turns = [row for row in (await clocks.load_clocks(tx, table_id)).values() if row.running_since is not None]
    questions = [row for row in await open_questions.load_open_questions(tx, table_id) if row.running_since is not None]
    if turns or questions:
        hours = await _load_hours(tx, table_id) if outage.hours is None else outage.hours
        for turn in turns:
            stopped_turn = stop_clock_row(turn, hours.get(turn.seat, WakingHours()), outage.began_at)
            await clocks.save_clock(tx, replace(stopped_turn, running_since=outage.ended_at))
        for question in questions:
            stopped_question = stop_clock_row(question, hours.get(question.seat, WakingHours()), outage.began_at)
            await open_questions.set_clock(tx, replace(stopped_question, running_since=outage.ended_at))
    grace_end = outage.ended_at + GRACE
    if outage.step_ms:
        await presence.shift_due_times_of_game(tx, table_id, outage.step_ms, outage.ended_at, grace_end)
    away_ms = outage.ended_at - outage.began_at - outage.step_ms
    await presence.shift_waits_of_game(tx, table_id, away_ms, grace_end)
    row = await games.load_game(tx, table_id)
    if row is not None and row.status == "playing":
        await outbox_rows.add_replacing_older(
            tx, game=table_id, kind=OutboxKind.CARD, key="card", target=row.channel_id, payload=b"", at=outage.ended_at
        )


async def finish_settling(tx: Transaction, table: Table, now: int) -> None:
    """Set the deadlines of a table again whose clocks were settled."""
    for row in await inbox_rows.load_rows(tx, table.id):
        if row.kind == InboxKind.OUTAGE_SETTLED:
            await inbox_rows.take_row(tx, row.id)
    await deadlines.arm_timers(tx, table, now)


async def find_wait_end(source: Source, guild_id: int, since: int, wait: int) -> int:
    """Return when `wait` milliseconds have passed since `since`, outages of the server's tables not counted."""
    return (await exclude_outages(source, guild_id, WakingHours(), since)).add_waking_time(since, wait)


async def exclude_outages(source: Source, guild_id: int, hours: WakingHours, since: int) -> WakingHours:
    """Return the hours with outages of the server's tables since `since` removed, for waiting times where no clock
    runs.
    """
    outages = await presence.load_outages(source, guild_id, since)
    return msgspec.structs.replace(hours, absences=(*hours.absences, *outages)) if outages else hours


async def _load_hours(tx: Transaction, table_id: int) -> dict[int, WakingHours]:
    """Return the hours by seat, as `deadlines.load_hours` does; {} at a table that counts wall-clock hours."""
    row = await games.load_game(tx, table_id)
    settings = None if row is None else msgspec.json.decode(row.setup, type=TableSettings)
    if row is None or settings is None or settings.pace == FIXED:
        return {}
    people_by_seat = {
        s.seat: person for s in await seats.load_seats(tx, table_id) if (person := s.substitute or s.person) is not None
    }
    checkpoint = await checkpoints.load_latest(tx, table_id)
    turn = 0 if checkpoint is None else checkpoint.n
    clock_rows, since = await clocks.load_clocks(tx, table_id), row.started_at or 0
    return await load_counting_hours(tx, people_by_seat, clock_rows, turn=turn, since=since, days=settings.leave_days)
