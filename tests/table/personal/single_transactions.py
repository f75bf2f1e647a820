"""Models to compare with: the transactions that once changed all tables of a person, or of the process, together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from bot.table import Person, TableService
from bot.table.clock.availability import load_counting_hours, load_quiet_hours
from bot.table.clock.time_control import stop_clock_row
from bot.table.clock.waking_hours import WakingHours
from bot.table.deadline import deadlines
from bot.table.deadline.outages import Outage
from bot.table.notices import outbox, turn_notifications
from bot.table.personal import preferences, table_inbox
from bot.table.state.seat_names import name_at_seat
from storage import Transaction
from storage.kinds import OutboxKind, TimerKind
from storage.messages import outbox_rows
from storage.play import checkpoints, games, open_questions, seats
from storage.time import clocks, presence, timers

LEAVE_DAYS = 14


async def change_in_one_transaction(
    service: TableService,
    person: Person,
    apply_change: Callable[[Transaction, int], Awaitable[object]],
    notice: table_inbox.AbsenceNotice | None = None,
) -> None:
    """Change a person's hours as before 0.16: all tables locked, and their clocks stopped and started at once."""
    await preferences.load_personal_settings(service, person)
    rows = await games.load_games_of_person(service.db, person.id, "playing")
    async with AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(service.lock_table(row.id)) for row in rows]
        async with service.db.transaction() as tx:
            now = service.clock()
            for table in tables:
                await deadlines.stop_clocks_and_timers(tx, table, now)
            await apply_change(tx, now)
            for table in tables:
                await deadlines.arm_timers(tx, table, now)
                await turn_notifications.apply_new_hours(tx, table, person.id, now)
                await timers.hasten_timer(tx, table.id, TimerKind.QUIET_HOURS_END, str(person.id), now)
                wakes_at = (await load_quiet_hours(tx, person.id)).find_wake_time(now)
                await outbox_rows.hasten_direct_rows(tx, table.id, person.id, wakes_at)
    for row in rows if notice is not None else ():
        assert notice is not None
        async with service.lock_table(row.id) as table, service.db.transaction() as tx:
            name = name_at_seat(person.name, table.require_seat(person.id))
            await outbox.enqueue_notice(tx, table, service.clock(), notice.key, mention=(), who=name, **notice.args)


async def settle_in_one_transaction(tx: Transaction, outage: Outage, _locked: Collection[int] = ()) -> list[int]:
    """Take the outage out of the clocks of all tables and shift all due times by the step, as before 0.18."""
    rows = await games.load_with_status(tx, "playing")
    hours = {row.id: await _load_hours(tx, row.id, row.started_at or 0) for row in rows}
    for row in rows:
        for turn in (await clocks.load_clocks(tx, row.id)).values():
            if turn.running_since is not None:
                await clocks.save_clock(tx, _skip(turn, hours[row.id], outage))
        for question in await open_questions.load_open_questions(tx, row.id):
            if question.running_since is not None:
                await open_questions.set_clock(tx, _skip(question, hours[row.id], outage))
    await tx.execute("UPDATE timers SET due_at = due_at + ?", (outage.step_ms,))
    if outage.step_ms:
        await tx.execute(
            "UPDATE outbox SET not_before = not_before + ?1,"
            " created_at = CASE WHEN attempts = 0 THEN min(created_at, ?2) WHEN created_at > ?2 THEN created_at + ?1"
            " ELSE created_at END WHERE sent_at IS NULL AND dropped_at IS NULL",
            (outage.step_ms, outage.ended_at),
        )
        for table, column in presence.PAST_TIME_COLUMNS:
            await tx.execute(
                f"UPDATE {table} SET {column} = {column} + ? WHERE {column} > ?", (outage.step_ms, outage.ended_at)
            )
    for row in rows:
        await outbox_rows.add_replacing_older(
            tx, game=row.id, kind=OutboxKind.CARD, key="card", target=row.channel_id, payload=b"", at=outage.ended_at
        )
    return [row.id for row in rows]


def _skip(row: Any, hours: dict[int, WakingHours], outage: Outage) -> Any:
    """Return a running clock stopped when the outage began, and started at its end."""
    return replace(
        stop_clock_row(row, hours.get(row.seat, WakingHours()), outage.began_at), running_since=outage.ended_at
    )


async def _load_hours(tx: Transaction, table_id: int, started_at: int) -> dict[int, WakingHours]:
    answering = {row.seat: row.person for row in await seats.load_seats(tx, table_id) if row.person is not None}
    checkpoint = await checkpoints.load_latest(tx, table_id)
    turn = 0 if checkpoint is None else checkpoint.n
    clock_rows = await clocks.load_clocks(tx, table_id)
    return await load_counting_hours(tx, answering, clock_rows, turn=turn, since=started_at, days=LEAVE_DAYS)
