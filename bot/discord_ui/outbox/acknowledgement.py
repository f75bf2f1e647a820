"""Acknowledgement of an outbox row in one transaction: row sent, message recorded, replaced message marked stale."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from bot.table import Table, TableService
from bot.table.clock.trusted_clock import MAX_STEP
from bot.table.notices import notify_targets as targets
from bot.table.notices import turn_notifications
from bot.table.state.notification_payload import TurnNotification
from storage import Transaction
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.messages.outbox_rows import OutboxRow
from storage.messages.posts import PostRow
from storage.play import open_questions

from .message_client import MessageClient, SentMessage

TableChange = Callable[[Transaction, Table, int], Awaitable[None]]
"""Further change of the table in the acknowledging transaction; the last argument is the time (ms)."""


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A sent message to be recorded in `posts`."""

    message: SentMessage
    """Where it is now."""
    kind: OutboxKind
    """Kind of the post, which may differ from that of the row."""
    key: str = ""
    """As in `PostRow`; "" for kinds of which a table has one post."""
    rev: int = 0
    """Revision of the table that the message shows."""
    replaced_post: PostRow | None = None
    """The older message, to be deleted."""
    reused_post: PostRow | None = None
    """The older post whose message was edited into this one, and no longer exists."""


SETTLED_ATTEMPTS = 7
"""From this attempt on, the one before was half a minute ago: no request of it is under way that may still post."""


async def acknowledge(
    service: TableService,
    row: OutboxRow,
    posted_message: PostedMessage | None = None,
    *,
    row_ids: Collection[int] = (),
    change: TableChange | None = None,
) -> None:
    """Commit that the row is sent. posted_message: its message, if any; row_ids: other rows sent by this message."""
    async with AsyncExitStack() as stack:
        table = None if change is None else await stack.enter_async_context(service.lock_table(row.game))
        tx = await stack.enter_async_context(service.db.transaction())
        now = service.clock()
        waiting_ids = await outbox_rows.load_waiting_ids(tx, row_ids) if row_ids else ()
        for row_id in sorted({row.id, *waiting_ids}):
            await outbox_rows.mark_sent(
                tx, row_id, now, None if posted_message is None else posted_message.message.message
            )
        if posted_message is not None:
            await _record_post(tx, row.game, posted_message, now)
        if change is not None and table is not None:
            await change(tx, table, now)
    if change is not None:
        service.wake_workers()


async def acknowledge_answered(
    service: TableService, row: OutboxRow, notification: TurnNotification, client: MessageClient
) -> bool:
    """Acknowledge a call that no earlier attempt has posted and whose person has answered meanwhile, so that nobody is
    called without a question. Return whether it is such a call.
    """
    version = (notification.seat, notification.step, notification.epoch)
    if row.attempts < SETTLED_ATTEMPTS:
        return False
    questions = await open_questions.load_open_questions(service.db, row.game)
    is_open = version in [(question.seat, question.step, question.epoch) for question in questions]
    if is_open or await client.may_have_been_posted(row):
        return False
    await acknowledge(service, row)
    return True


async def _record_post(tx: Transaction, table_id: int, posted_message: PostedMessage, now: int) -> None:
    channel, message = posted_message.message
    await posts.save_post(
        tx, PostRow(table_id, posted_message.kind, posted_message.key, channel, message, posted_message.rev, now)
    )
    if posted_message.reused_post is not None:
        await posts.delete_post(
            tx, table_id, OutboxKind(posted_message.reused_post.kind), posted_message.reused_post.key
        )
    old = posted_message.replaced_post
    if old is not None and old.message_id != message:
        stale = (str(old.message_id), old.channel_id, old.message_id)
        await posts.save_post(tx, PostRow(table_id, OutboxKind.STALE, *stale, posted_message.rev, now))


def record_notified(notifications: Sequence[TurnNotification], notified_at: int) -> TableChange | None:
    """Return the change that records these notifications as delivered; the clocks start at `notified_at`, as the
    message says, or now if the machine's clock was set meanwhile. None without any.
    """

    async def apply_change(tx: Transaction, table: Table, now: int) -> None:
        started_at = notified_at if 0 <= now - notified_at <= MAX_STEP else now
        for notification in notifications:
            await turn_notifications.record_delivery(tx, table, notification, started_at)

    return apply_change if notifications else None


def queue_missed_sentence(notify_targets: targets.NotifyTarget, sentence: targets.PostponedSentence) -> TableChange:
    """Return the change that queues the sentence for people whom the message did not notify."""

    async def apply_change(tx: Transaction, table: Table, now: int) -> None:
        await targets.store_postponed(tx, table, notify_targets, sentence, now)

    return apply_change
