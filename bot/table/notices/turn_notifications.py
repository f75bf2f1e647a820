"""Turn notifications: a person is notified once that they are asked, and reminded later, but never while asleep or
away.

A person who is awake is notified at once, any other on waking: a timer holds the notification until then, so that it
does not delay posts in the channel. The player on turn is notified by the table's card; off turn and on waking by a
post of its own. A person may want direct messages instead, or none.
"""

from collections.abc import Collection, Mapping

import msgspec

from bot.table.clock.waking_hours import HOUR
from bot.table.deadline import deadlines
from bot.table.state.notification_payload import Carrier, TurnNotification, encode_payload
from bot.table.state.table import Table
from bot.table.terms.notification_channels import load_channel, load_channels
from engines.kernel import Seat
from storage import Source, Transaction
from storage.kinds import OutboxKind, TimerKind
from storage.messages import outbox_rows, posts
from storage.messages.outbox_rows import OutboxRow
from storage.persons import people
from storage.play import open_questions
from storage.play.open_questions import OpenQuestionRow
from storage.time import timers

from . import notes, notify_targets

MAX_REMINDERS = 4
"""Without a clock: reminders after N hours, then 2 N, 4 N and 8 N more. A person who never comes is not reminded for
ever.
"""
CARRIERS: dict[people.NotificationChannel, Carrier] = {"channel": "post", "direct": "direct", "silent": "none"}


async def update_questions(tx: Transaction, table: Table, now: int) -> None:
    """Update the open questions: notify seats that were not asked before, retract answered
    notifications, set timers.
    """
    assert table.match is not None
    old_rows = {row.seat: row for row in await open_questions.load_open_questions(tx, table.id)}
    waiting = table.waiting
    fresh = await open_questions.set_asked_seats(
        tx, table.id, waiting, step=table.match.step, epoch=table.row.epoch, at=now
    )
    for seat, row in old_rows.items():
        if seat not in waiting or seat in fresh:
            await retract_notification(tx, table, now, row)
    await _notify_seats(tx, table, now, fresh)
    people_before = sum(table.seats[seat].person_to_notify is not None for seat in old_rows)
    await notes.update_notes(tx, table, await open_questions.load_open_questions(tx, table.id), people_before, now)
    await deadlines.arm_timers(tx, table, now)


async def retract_notification(tx: Transaction, table: Table, now: int, row: OpenQuestionRow) -> None:
    """Retract the notification of a seat that is no longer asked: unsent rows are dropped, posts removed, timers
    cancelled.
    """
    seated = table.seats[row.seat]
    await forget_notification(tx, table, now, row, seated.substitute or seated.person)


async def forget_notification(
    tx: Transaction, table: Table, now: int, row: OpenQuestionRow, person: int | None
) -> None:
    """Retract this person's notification of the question."""
    for kind in (TimerKind.POSTPONED_NOTIFICATION, TimerKind.REMINDER):
        await timers.cancel_timers(tx, table.id, kind, str(row.seat))
    if person is not None:
        await notes.retract_message(
            tx, table.id, outbox_rows.build_notification_key(row.seat, row.step, row.epoch, person), now
        )


async def notify_new_person(tx: Transaction, table: Table, seat: Seat, old_person: int | None, now: int) -> None:
    """Notify the new player of a seat (`table.seats`), and retract the notification of `old_person`.

    The new player is notified even if they had been notified of this question in an earlier tenure. Their clock begins
    with this notification.
    """
    person = table.seats[seat].person_to_notify
    for row in await open_questions.load_open_questions(tx, table.id):
        if row.seat == seat:
            await forget_notification(tx, table, now, row, old_person)
            if person is not None:
                await outbox_rows.delete_finished_notification(
                    tx, table.id, outbox_rows.build_notification_key(row.seat, row.step, row.epoch, person)
                )
            await open_questions.reset_notification(tx, table.id, seat)
            await _notify_seats(tx, table, now, (seat,), has_own_posts=True)
    await deadlines.arm_timers(tx, table, now)


async def list_keys(source: Source, table: Table) -> dict[Seat, str]:
    """Return the keys of the notifications of all seats that are asked."""
    keys_by_seat = {}
    for row in await open_questions.load_open_questions(source, table.id):
        person = table.seats[row.seat].person_to_notify
        if person is not None:
            keys_by_seat[row.seat] = outbox_rows.build_notification_key(row.seat, row.step, row.epoch, person)
    return keys_by_seat


async def repeat_notifications(tx: Transaction, table: Table, lost_keys: Mapping[Seat, str], now: int) -> None:
    """Repeat the notifications of these seats (by key) because their posts are gone, when people are awake. Clocks
    go on.
    """
    for key in lost_keys.values():
        await posts.delete_post(tx, table.id, OutboxKind.TURN_NOTIFICATION, key)
        await outbox_rows.delete_finished_notification(tx, table.id, key)
    await _notify_seats(tx, table, now, lost_keys)


async def _notify_seats(
    tx: Transaction, table: Table, now: int, seats: Collection[Seat], has_own_posts: bool = False
) -> None:
    """Notify the people on newly asked seats, once: now, or when they wake. Players mentioned on the card share one
    card. has_own_posts: use posts of their own instead of the card.
    """
    if table.match is None or table.pauses:
        return  # a pausing table notifies nobody; `resume_notifications` does it
    notifications = []
    for row in await open_questions.load_open_questions(tx, table.id):
        notification = deadlines.build_notification(table, row, count=0)
        if row.seat not in seats or notification is None:
            continue
        up_at = await find_wake_time(tx, table, row.seat, now)
        if up_at > now:
            await timers.set_timer(
                tx, table.id, TimerKind.POSTPONED_NOTIFICATION, str(row.seat), up_at, encode_payload(notification)
            )
        else:
            notifications.append(notification)
    by_card = () if has_own_posts else await _list_card_keys(tx, table, notifications)
    for notification in notifications:
        await enqueue_notification(tx, table, notification, now, by_card if notification.key in by_card else ())


async def postpone_notification(
    tx: Transaction, table: Table, row: OutboxRow, notification: TurnNotification, now: int
) -> None:
    """Postpone a notification or reminder that was sent too late and would wake its person."""
    up_at = await find_wake_time(tx, table, notification.seat, now)
    await outbox_rows.delete_unsent_row(tx, row.id)
    open_rows = [
        q
        for q in await open_questions.load_open_questions(tx, table.id)
        if (q.seat, q.step, q.epoch) == (notification.seat, notification.step, notification.epoch)
    ]
    if not open_rows or table.pauses:
        return
    if row.kind == OutboxKind.TURN_NOTIFICATION:
        postponed_notification = msgspec.structs.replace(notification, carrier="post", card_keys=())
        await timers.set_timer(
            tx,
            table.id,
            TimerKind.POSTPONED_NOTIFICATION,
            str(notification.seat),
            up_at,
            encode_payload(postponed_notification),
        )
    elif deadlines.has_clock_reminders(table):
        await open_questions.snooze_reminders(tx, table.id, notification.seat, up_at)
        await deadlines.arm_timers(tx, table, now)
    else:
        await timers.set_timer(
            tx, table.id, TimerKind.REMINDER, str(notification.seat), up_at, encode_payload(notification)
        )


async def resume_notifications(tx: Transaction, table: Table, now: int) -> None:
    """Continue after a pause: notify those who were asked meanwhile, and set the reminders of the others."""
    rows = await open_questions.load_open_questions(tx, table.id)
    await _notify_seats(tx, table, now, [row.seat for row in rows if row.notified_at is None])
    for row in rows:
        if row.notified_at is not None:
            await start_reminder(tx, table, row, now)


async def _list_card_keys(
    tx: Transaction, table: Table, notifications: Collection[TurnNotification]
) -> tuple[str, ...]:
    """Return the keys of notifications that the card carries: those of the player on turn, or all if no seat is on
    turn.
    """
    turn = table.seat_on_turn
    channels = await load_channels(tx, table, [notification.person for notification in notifications])
    return tuple(p.key for p in notifications if channels[p.person] == "channel" and turn in (None, p.seat))


async def enqueue_notification(
    tx: Transaction, table: Table, notification: TurnNotification, now: int, card_keys: tuple[str, ...] = ()
) -> None:
    """Enqueue the notification and set the reminder. card_keys: of all notifications on the same card, this one
    included.
    """
    channel = await load_channel(tx, table, notification.person)
    carrier: Carrier = "card" if card_keys else CARRIERS[channel]
    direct = carrier == "direct"
    await outbox_rows.add_turn_notification(
        tx,
        game=table.id,
        key=notification.key,
        target=notification.person if direct else table.row.channel_id,
        payload=encode_payload(msgspec.structs.replace(notification, carrier=carrier, card_keys=card_keys)),
        at=now,
        is_direct=direct,
    )
    await schedule_reminder(tx, table, notification, now)


async def record_delivery(tx: Transaction, table: Table, notification: TurnNotification, now: int) -> None:
    """Record that the notification was sent: the clock runs, or without a clock the reminder counts, from now on."""
    await deadlines.start_clock(tx, table, notification.seat, notification.step, notification.epoch, now)
    await schedule_reminder(tx, table, notification, now)


async def is_undelivered(tx: Transaction, table: Table, notification: TurnNotification) -> bool:
    """Return whether the notification has not been sent yet, because Discord or the bot was away."""
    return any(
        row.key == notification.key
        for row in await outbox_rows.load_waiting_rows(tx, table.id, OutboxKind.TURN_NOTIFICATION)
    )


async def enqueue_reminder(tx: Transaction, table: Table, notification: TurnNotification, now: int) -> None:
    """Enqueue a reminder on the person's notification channel, if they want any."""
    channel = await load_channel(tx, table, notification.person)
    if channel != "silent":
        target, direct = (notification.person, True) if channel == "direct" else (table.row.channel_id, False)
        reminder = msgspec.structs.replace(notification, count=max(1, notification.count), carrier=CARRIERS[channel])
        await outbox_rows.add_row(
            tx,
            game=table.id,
            kind=OutboxKind.REMINDER,
            key=notification.key,
            target=target,
            payload=encode_payload(reminder),
            at=now,
            is_direct=direct,
        )
    await open_questions.snooze_reminders(tx, table.id, notification.seat, None)
    await deadlines.record_reminder(tx, table, notification.seat, now)


async def schedule_reminder(tx: Transaction, table: Table, notification: TurnNotification, since: int) -> None:
    """Without a clock: set or move the next reminder, if the person and the table want any. It
    comes in waking hours.
    """
    if deadlines.has_clock_reminders(table) or table.pauses:
        return
    person_row = await people.load_person(tx, notification.person)
    interval = (
        person_row.remind_hours
        if person_row is not None and person_row.remind_hours is not None
        else table.row.reminder_hours
    )
    if table.row.reminder_hours is not None and interval is not None and notification.count < MAX_REMINDERS:
        due = since + interval * HOUR * 2**notification.count
        await set_reminder_timer(
            tx,
            table,
            msgspec.structs.replace(notification, due=due),
            await find_wake_time(tx, table, notification.seat, due),
        )


async def set_reminder_timer(tx: Transaction, table: Table, notification: TurnNotification, at: int) -> None:
    """Set the timer of the next reminder."""
    await timers.set_timer(tx, table.id, TimerKind.REMINDER, str(notification.seat), at, encode_payload(notification))


async def find_postponed_reminder_time(
    tx: Transaction, table: Table, notification: TurnNotification, now: int
) -> int | None:
    """Return when a reminder may come because it is too early or the person is asleep; None: it may come now."""
    wakes_at = await find_wake_time(tx, table, notification.seat, now)
    if wakes_at > now:
        return wakes_at
    return await deadlines.find_reminder_due(tx, table, notification.seat, now)


async def find_wake_time(tx: Transaction, table: Table, seat: Seat, at: int) -> int:
    """Return when the seat's person is awake: `at` or later. Leave that the table does not count is not sleep."""
    person = table.seats[seat].person_to_notify
    return at if person is None else await notify_targets.find_wake_time(tx, table, person, at)


async def restart_reminders(tx: Transaction, table: Table, now: int, seats: Collection[int]) -> None:
    """Restart the reminder of seats that have confirmed a step and are asked the next question; they are not notified
    again.
    """
    for row in await open_questions.load_open_questions(tx, table.id):
        notification = deadlines.build_notification(table, row, count=0)
        if row.seat in seats and notification is not None:
            await open_questions.restart_time(tx, table.id, row.seat, at=now)
            await notes.retract_message(tx, table.id, notes.build_last_missing_key(row, notification.person), now)
            await schedule_reminder(tx, table, notification, now)


async def start_reminder(tx: Transaction, table: Table, row: OpenQuestionRow, now: int) -> None:
    """Set the reminder only: the person has seen the open question without a notification."""
    notification = deadlines.build_notification(table, row, count=0)
    if notification is not None:
        await schedule_reminder(tx, table, notification, now)


async def reset_reminders(tx: Transaction, table: Table, now: int) -> None:
    """Reset all reminders after a change of the interval; they count from when each seat was asked."""
    await timers.cancel_timers(tx, table.id, TimerKind.REMINDER)
    for row in await open_questions.load_open_questions(tx, table.id):
        notification = deadlines.build_notification(table, row, count=0)
        if notification is not None:
            await schedule_reminder(tx, table, notification, row.since_at)
    await deadlines.arm_timers(tx, table, now)


async def apply_new_hours(tx: Transaction, table: Table, person: int, now: int) -> None:
    """Adapt waiting notifications to a person's new hours; one that is due now is sent."""
    for row in await timers.load_timers(tx, table.id):
        if row.kind not in (TimerKind.POSTPONED_NOTIFICATION, TimerKind.REMINDER):
            continue
        notification = msgspec.json.decode(row.payload, type=TurnNotification)
        if notification.person != person or (row.kind == TimerKind.REMINDER and deadlines.has_clock_reminders(table)):
            continue
        due = await find_wake_time(
            tx,
            table,
            notification.seat,
            now if row.kind == TimerKind.POSTPONED_NOTIFICATION else max(now, notification.due or row.due_at),
        )
        if row.kind == TimerKind.POSTPONED_NOTIFICATION and due <= now:
            await timers.cancel_timers(tx, table.id, TimerKind.POSTPONED_NOTIFICATION, row.key)
            await enqueue_notification(tx, table, notification, now)
        else:
            await timers.set_timer(tx, table.id, row.kind, row.key, due, row.payload)
