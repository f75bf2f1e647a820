"""Turn notifications and reminders wait for the morning or the end of an absence, and come once."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.background import timer_worker
from bot.table.deadline import deadlines
from bot.table.notices import notify_targets, turn_notifications
from bot.table.personal import preferences
from engines.kernel import Message
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.persons import absences, people
from storage.play import open_questions
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

HOUR = 3_600_000


@pytest.fixture(autouse=True)
async def japan(service: TableService, clock: Clock) -> None:
    """Set the clock to 17:00 in Tokyo, where Marco's night starts at 20:00; Jules is away for ten days."""
    async with service.db.transaction() as tx:
        for person in (AOI, MARCO, JULES):
            await people.save_person(tx, person.id, person.name, clock())
        await people.set_hours(tx, MARCO.id, "Asia/Tokyo", 20 * 60, "")
        await absences.add_absence(tx, JULES.id, "leave", clock(), clock() + 240 * HOUR, clock())


async def start_bidding(service: TableService, players: Players) -> int:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="none")
    async with service.lock_table(table_id) as table:
        await players.answer(table, 0, "raise:tea", "raise:silk")
        await players.answer(table, 0, "yes")
    return table_id


async def fire_due_timers(service: TableService, clock: Clock) -> None:
    while (row := await timer_rows.load_next_timer(service.db)) is not None and row.due_at <= clock():
        await timer_worker.serve_timer(service, row)


async def load_notified_seats(
    service: TableService, table_id: int, kind: OutboxKind = OutboxKind.TURN_NOTIFICATION
) -> list[int]:
    """Return the notified seats, oldest notification first."""
    return [
        int(row.key.split(".")[0])
        for row in reversed(await outbox_rows.load_rows_newest_first(service.db, table_id, kind))
    ]


async def test_awake_seats_are_notified_at_once_and_others_on_waking(
    service: TableService, players: Players, clock: Clock
) -> None:
    clock.pass_hours(4)  # 21:00 in Tokyo
    table_id = await start_bidding(service, players)
    assert await load_notified_seats(service, table_id) == [0]
    clock.pass_hours(7.9)
    await fire_due_timers(service, clock)
    assert await load_notified_seats(service, table_id) == [0]
    clock.pass_hours(0.1)  # 05:00, the end of the nine-hour night
    await fire_due_timers(service, clock)
    assert await load_notified_seats(service, table_id) == [0, 1]
    clock.pass_hours(240)
    await fire_due_timers(service, clock)
    assert await load_notified_seats(service, table_id) == [0, 1, 2]


async def test_answer_at_night_cancels_the_morning_notification(
    service: TableService, players: Players, clock: Clock
) -> None:
    clock.pass_hours(4)
    table_id = await start_bidding(service, players)
    async with service.lock_table(table_id) as table:
        await players.answer(table, 1, "bid:0")
    clock.pass_hours(12)
    await fire_due_timers(service, clock)
    assert await load_notified_seats(service, table_id) == [0]


async def test_reminders_come_in_waking_hours(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await start_bidding(service, players)
    due = {row.key: (row.due_at - clock()) / HOUR for row in await timer_rows.load_timers(service.db, table_id)}
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE people SET remind_hours = 6 WHERE id = ?", (MARCO.id,))
    assert due["1"] == 24 and due["2"] == 240
    clock.pass_hours(24)  # 17:00 again
    await fire_due_timers(service, clock)
    assert set(await load_notified_seats(service, table_id, OutboxKind.REMINDER)) == {0, 1}
    row = next(r for r in await timer_rows.load_timers(service.db, table_id) if (r.kind, r.key) == ("reminder", "1"))
    assert (row.due_at - clock()) / HOUR == 12  # 6 * 2 hours later it is five in the morning: just awake


async def test_without_clock_reminder_counts_from_sent_notification(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="none")
    async with service.db.transaction() as tx:
        [row] = await open_questions.load_open_questions(tx, table_id)
        await open_questions.reset_notification(tx, table_id, row.seat)
    clock.pass_hours(30)  # an outage kept the notification unsent
    await fire_due_timers(service, clock)
    assert await load_notified_seats(service, table_id, OutboxKind.REMINDER) == []
    async with service.lock_table(table_id) as table, service.db.transaction() as tx:
        ping = deadlines.build_notification(table, row, count=0)
        assert ping is not None
        await outbox_rows.mark_sent(
            tx, (await outbox_rows.load_waiting_rows(tx, table_id, OutboxKind.TURN_NOTIFICATION))[0].id, clock(), 1
        )
        await turn_notifications.record_delivery(tx, table, ping, clock())
    [reminder] = [timer for timer in await timer_rows.load_timers(service.db, table_id) if timer.kind == "reminder"]
    assert reminder.due_at == clock() + 24 * HOUR


async def test_new_hours_move_a_postponed_reminder(service: TableService, players: Players, clock: Clock) -> None:
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE people SET remind_hours = 6 WHERE id = ?", (MARCO.id,))
    table_id = await start_bidding(service, players)
    async with service.lock_table(table_id) as table:
        await players.mark_notified(table)
    asked_at = clock()

    async def find_due_hours() -> float:
        rows = await timer_rows.load_timers(service.db, table_id)
        return next((row.due_at - asked_at) / HOUR for row in rows if (row.kind, row.key) == ("reminder", "1"))

    assert await find_due_hours() == 12, "05:00, at the end of the night in which the six hours were over"
    await preferences.set_hours(service, MARCO, "Asia/Tokyo", 2 * 60, ())
    assert await find_due_hours() == 6


async def test_clock_waits_for_the_morning_notification(service: TableService, players: Players, clock: Clock) -> None:
    clock.pass_hours(4)
    table_id = await players.start_table(MARCO, AOI, pace="none")
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE asked SET called_at = NULL")
    assert [row.kind for row in await timer_rows.load_timers(service.db, table_id)] == ["call"]
    clock.pass_hours(8)
    await fire_due_timers(service, clock)
    assert await load_notified_seats(service, table_id) == [0]
    [row] = await open_questions.load_open_questions(service.db, table_id)
    assert row.notified_at is None  # set when the notification is really sent


async def test_early_return_delivers_postponed_note_of_other_tables(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Examples are invitations, also to substitute."""
    table_id = await players.start_table(AOI, MARCO, pace="slow")
    sentence = notify_targets.PostponedSentence(Message("notice.day_given", {"giver": "Aoi", "who": "Marco"}))
    async with service.lock_table(table_id) as table, service.db.transaction() as tx:
        rung = await notify_targets.split_targets(tx, table, (JULES.id,), clock())
        await notify_targets.store_postponed(tx, table, rung, sentence, clock())
    clock.pass_hours(72)
    await fire_due_timers(service, clock)
    assert await outbox_rows.load_newest_row(service.db, table_id, OutboxKind.PERSONAL_NOTE) is None
    await preferences.end_absences(service, JULES)
    await fire_due_timers(service, clock)
    assert await outbox_rows.load_newest_row(service.db, table_id, OutboxKind.PERSONAL_NOTE) is not None
