"""The people whom a row's message calls. They are chosen once and stored in the row before the message is sent.

A later attempt may find the message of an earlier one. If it chose its people again, a person who fell asleep between
the two would be called a second time, and a person who woke up would never be called.
"""

from collections.abc import Sequence

import msgspec

from bot.table import Table, TableService
from bot.table.notices import notify_targets
from bot.table.notices.notify_targets import NotifyTarget
from bot.table.notices.outbox import Notice, RequestUpdate
from bot.table.state.notification_payload import TurnNotification, encode_payload
from engines.kernel import Seat
from storage import Source
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.messages.outbox_rows import OutboxRow
from storage.play.open_questions import OpenQuestionRow

from .message_client import MessageClient

CallPayload = TurnNotification | Notice | RequestUpdate
"""Payload of a row whose message calls people."""
Batch = list[tuple[OutboxRow, TurnNotification]]
"""Turn notifications that one card carries."""


async def is_asleep(service: TableService, table: Table, person: int) -> bool:
    """Return whether it is the person's quiet hours now."""
    now = service.clock()
    return await notify_targets.find_wake_time(service.db, table, person, now) > now


async def choose_called_ids(
    service: TableService, client: MessageClient, row: OutboxRow, payload: CallPayload, people: Sequence[int]
) -> tuple[int, ...]:
    """Return the ids of the people whom the message calls: these, or those of an earlier attempt that may have sent it.

    May ask Discord, so no table may be locked.
    """
    if payload.called_ids is not None:
        if set(payload.called_ids) == set(people) or await client.may_have_been_posted(row):
            return payload.called_ids
    elif not people:
        return ()
    called_ids = tuple(people)
    async with service.db.transaction() as tx:
        await outbox_rows.replace_payload(
            tx, row.id, encode_payload(msgspec.structs.replace(payload, called_ids=called_ids))
        )
    return called_ids


async def choose_targets(
    service: TableService,
    client: MessageClient,
    row: OutboxRow,
    payload: Notice | RequestUpdate,
    people: Sequence[int],
) -> NotifyTarget:
    """Return how a post notifies each of these people: by a mention if it may already have called them."""
    async with service.lock_table(row.game) as table:
        targets = await notify_targets.split_targets(service.db, table, people, service.clock())
    return targets.with_called(await choose_called_ids(service, client, row, payload, targets.mentioned_people))


async def list_told_seats(
    source: Source, table: Table, question_rows: Sequence[OpenQuestionRow], now: int
) -> frozenset[Seat]:
    """Return the seats, asked in somebody else's turn, whose question stands in a post of its own, or will at once."""
    match, turn = table.match, table.seat_on_turn
    if match is None or turn is None or turn in table.waiting:
        return frozenset()
    waiting_rows = await outbox_rows.load_waiting_rows(source, table.id, OutboxKind.TURN_NOTIFICATION)
    notifications = [
        msgspec.json.decode(row.payload, type=TurnNotification) for row in waiting_rows if row.not_before <= now
    ]
    keys = {notification.key for notification in notifications if notification.carrier == "post"}
    for post in await posts.load_posts_of_kind(source, table.id, OutboxKind.TURN_NOTIFICATION):
        if post.channel_id == table.row.channel_id:
            keys.add(post.key)
    step = match.build_public_match().step
    return frozenset(
        row.seat
        for row in question_rows
        if row.step == step  # else the post has an earlier question of the same run
        and (person := table.seats[row.seat].person_to_notify) is not None
        and outbox_rows.build_notification_key(row.seat, row.step, row.epoch, person) in keys
    )


async def choose_batch(
    service: TableService, client: MessageClient, row: OutboxRow, notification: TurnNotification
) -> Batch:
    """Return the waiting notifications that are sent together with the row's, which is included: those whose people are
    awake, or those of an earlier attempt that may have sent them.
    """
    if len(notification.card_keys) < 2:
        return [(row, notification)]
    batch: Batch = [(row, notification)]
    awake = [notification.person]
    async with service.lock_table(row.game) as table:
        for other_row in await outbox_rows.load_waiting_rows(service.db, row.game, OutboxKind.TURN_NOTIFICATION):
            if other_row.id != row.id and other_row.key in notification.card_keys:
                other = msgspec.json.decode(other_row.payload, type=TurnNotification)
                batch.append((other_row, other))
                if not await is_asleep(service, table, other.person):
                    awake.append(other.person)
    called_ids = await choose_called_ids(service, client, row, notification, awake)
    return [(waiting, item) for waiting, item in batch if item.person in called_ids]
