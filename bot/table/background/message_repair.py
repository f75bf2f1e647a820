"""Repeat, once, posts that another user has deleted and that people still need.

The card comes back as it is now; a notification while its question is open; the post of a request while it is open;
an invitation while its seat is free. Posts that only informed stay deleted: the log has it. The bot itself deletes
only what is no longer needed, so its own deletions bring nothing back.
"""

from collections.abc import Collection

from bot.table import consent
from bot.table.lobby import invitations
from bot.table.notices import outbox, turn_notifications
from bot.table.seats import open_seats, tenures
from bot.table.service.table_service import TableService
from bot.table.state.table import Table
from storage import Transaction
from storage.kinds import NOTIFYING_KINDS, REPOSTED_KINDS, OutboxKind
from storage.messages import outbox_rows, posts
from storage.play import games


async def repost_deleted(service: TableService, table: Table, messages: Collection[int]) -> None:
    """Handle the deletion of these posts (ids of messages) in the table's channel."""
    deleted_posts = await posts.load_posts_of_messages(service.db, table.id, messages)
    if table.row.status not in games.ACTIVE_STATUSES or not any(post.kind in REPOSTED_KINDS for post in deleted_posts):
        return
    now = service.clock()
    async with service.change(table) as tx:
        # Keys that the sender will remove or post anyway, read together with the posts: the sender updates both at once
        on_the_way = {row.key for row in await outbox_rows.load_waiting_rows(tx, table.id)}
        lost_posts = [
            post for post in await posts.load_posts_of_messages(tx, table.id, messages) if post.key not in on_the_way
        ]
        await _repeat_notifications(
            tx, table, {post.message_id for post in lost_posts if post.kind in NOTIFYING_KINDS}, on_the_way, now
        )
        for post in lost_posts:
            if post.kind == OutboxKind.CARD and _is_first_time(table, f"card {table.row.rev}"):
                await posts.delete_post(tx, table.id, OutboxKind.CARD)
                await outbox.enqueue_card(tx, table, now)
            elif post.kind == OutboxKind.REQUEST:
                await _repost_request(tx, table, post.key, now)
            elif post.kind == OutboxKind.NOTICE:
                await _repost_offer(tx, table, post.key, now)


def _is_first_time(table: Table, key: str) -> bool:
    """Return whether this may be posted again: only the first time, because a user who deletes it twice does not want
    it.
    """
    if key in table.reposted_keys:
        return False
    table.reposted_keys.add(key)
    return True


async def _repeat_notifications(
    tx: Transaction, table: Table, messages: Collection[int], on_the_way: Collection[str], now: int
) -> None:
    """Repeat notifications that were in one of these messages."""
    lost_keys = {}
    for seat, key in (await turn_notifications.list_keys(tx, table)).items():
        notification = await outbox_rows.load_newest_notification(tx, table.id, key)
        if notification is None or notification.message_id not in messages or key in on_the_way:
            continue
        if _is_first_time(table, f"call {key}"):
            lost_keys[seat] = key
    await turn_notifications.repeat_notifications(tx, table, lost_keys, now)


async def _repost_request(tx: Transaction, table: Table, kind: str, now: int) -> None:
    """Repeat the post of a request, if it is open."""
    request = consent.find_request(table, kind)
    if request is not None and _is_first_time(table, f"request {kind} {request.asked_at}"):
        await posts.delete_post(tx, table.id, OutboxKind.REQUEST, kind)
        await outbox.enqueue(tx, table, now, OutboxKind.REQUEST, kind, outbox.RequestUpdate(kind))


async def _repost_offer(tx: Transaction, table: Table, key: str, now: int) -> None:
    """Repeat an invitation to a lobby or an offer of an open seat."""
    name = key.partition(":")[0]
    if name == invitations.INVITED and table.is_open and _is_first_time(table, f"{name} {table.guests}"):
        await invitations.enqueue_invitation(
            tx, table, tuple(p for p in table.guests if table.find_seat(p) is None), now
        )
    advert, _, number = name.partition(".")
    if (
        advert == tenures.ADVERT
        and table.is_playing
        and table.seats[int(number)].is_vacant
        and _is_first_time(table, name)
    ):
        await open_seats.post_offer(tx, table, int(number), now)
