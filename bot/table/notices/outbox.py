"""Write outbox rows after a change, in the transaction of the change.

Payloads are JSON of the small structs below; `bot.discord_ui` turns the rows into messages.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec

from bot.table.state.notification_payload import Retraction, encode_payload
from bot.table.state.table import Table
from engines.kernel import Arg, Message
from storage import Source, Transaction
from storage.kinds import PERMANENT_KINDS, OutboxKind, PauseReason
from storage.messages import outbox_rows, posts


class Notice(msgspec.Struct, frozen=True):
    """A public sentence of the bot's catalogue, possibly with buttons."""

    msg: Message
    """Written in the languages of the table when it is sent."""
    mention: tuple[int, ...] = ()
    """Ids of the people to notify."""
    more_time_seat: int | None = msgspec.field(default=None, name="gives")
    """Button: give this seat more time."""
    takeover_seat: int | None = msgspec.field(default=None, name="relieves")
    """Button: let a computer player answer for this seat."""
    has_return_button: bool = msgspec.field(default=False, name="returns")
    """Button: the absent person says that they are back."""
    further_buttons: tuple[str, ...] = msgspec.field(default=(), name="offers")
    """Each as "<verb>:<argument>"."""
    note: str = ""
    """A comment that a moderator wrote."""
    called_ids: tuple[int, ...] | None = None
    """Ids of the people whom an earlier attempt to post it may have notified; None before the first attempt."""


class Strike(msgspec.Struct, frozen=True):
    """Strike through the post of this key, because the turn that it describes was taken back."""

    key: str
    """Key of the `TURN` row, a `DecisionSpan.key`."""


class RequestUpdate(msgspec.Struct, frozen=True):
    """Create or update the post of a request."""

    kind: str
    """Kind of request, a key of `REQUEST_KINDS`."""
    was_carried_out: bool | None = msgspec.field(default=None, name="over")
    """Whether the request was carried out; None while it is open."""
    asker: str = "?"
    """Name of the person who asked, shown when the request is closed."""
    called_ids: tuple[int, ...] | None = None
    """Ids of the people whom an earlier attempt to post it may have notified; None before the first attempt."""


class DecisionSpan(NamedTuple):
    """The decisions that a post describes, both inclusive; its key is `<first>-<last>`."""

    first: int
    """Number of the first one."""
    last: int
    """Number of the last one; equal to `first` if it is alone."""

    @classmethod
    def parse_key(cls, key: str) -> DecisionSpan:
        """Parse `<first>-<last>`."""
        first, last = key.split("-")
        return cls(int(first), int(last))

    @property
    def key(self) -> str:
        return f"{self.first}-{self.last}"


async def load_published_spans(source: Source, table_id: int) -> list[DecisionSpan]:
    """Return the decisions described by each post of a turn, newest first, including those taken back since."""
    return [
        DecisionSpan.parse_key(row.key)
        for row in await outbox_rows.load_rows_newest_first(source, table_id, OutboxKind.TURN)
    ]


async def load_published_n(source: Source, table_id: int) -> int:
    """Return the number of the last decision that a post of a turn describes."""
    newest = await outbox_rows.load_newest_row(source, table_id, OutboxKind.TURN)
    return 0 if newest is None else DecisionSpan.parse_key(newest.key).last


async def enqueue_card(tx: Transaction, table: Table, now: int) -> None:
    """Enqueue an update of the table's card, which is drawn when the row is sent."""
    if is_channel_lost(table):
        return
    await outbox_rows.add_replacing_older(
        tx, game=table.id, kind=OutboxKind.CARD, key="card", target=table.row.channel_id, payload=b"", at=now
    )


async def enqueue(tx: Transaction, table: Table, now: int, kind: OutboxKind, key: str, payload: Any = None) -> None:
    """Put a row into the outbox of the table's channel: a post, or a change of one. No effect if the channel is
    lost.
    """
    if is_channel_lost(table):
        return
    blob = b"" if payload is None else encode_payload(payload)
    await outbox_rows.add_row(tx, game=table.id, kind=kind, key=key, target=table.row.channel_id, payload=blob, at=now)


async def enqueue_notice(
    tx: Transaction, table: Table, now: int, key: str, /, mention: tuple[int, ...] = (), **args: Arg
) -> None:
    """Enqueue a notice with the sentence `key`."""
    await enqueue(tx, table, now, OutboxKind.NOTICE, f"{key}:{now}", Notice(Message(key, args), mention))


async def enqueue_restored(tx: Transaction, table: Table, now: int, made_at: int) -> None:
    """Enqueue, once, the notice that the table is again as it was when the copy was made."""
    key = f"notice.restored:{made_at}"
    if not any(row.key == key for row in await outbox_rows.load_rows_newest_first(tx, table.id, OutboxKind.NOTICE)):
        words = Message("notice.restored", {"at": made_at // 1000})
        await enqueue(tx, table, now, OutboxKind.NOTICE, key, Notice(words))


async def publish_turn(tx: Transaction, table: Table, now: int) -> None:
    """Publish every public decision not published yet, and remember what the board looked like before and after."""
    assert table.match is not None
    public_n = table.public_n
    if public_n > table.published_n and not is_channel_lost(table):
        await enqueue(tx, table, now, OutboxKind.TURN, DecisionSpan(table.published_n + 1, public_n).key)
        table.published_n = public_n
        table.recent_actions.mark_published(table.match, public_n)


async def close_requests(
    tx: Transaction, table: Table, now: int, kinds: Collection[str] | None = None, carried_out: Collection[str] = ()
) -> None:
    """Close these requests (None: all) and update their messages. carried_out: those of them that were carried out."""
    for request in table.requests:
        if kinds is None or request.kind in kinds:
            await enqueue(
                tx,
                table,
                now,
                OutboxKind.REQUEST,
                request.kind,
                RequestUpdate(request.kind, request.kind in carried_out, request.asker),
            )
    table.requests = tuple(
        open_request for open_request in table.requests if kinds is not None and open_request.kind not in kinds
    )


def is_channel_lost(table: Table) -> bool:
    """Return whether the table's channel was deleted or the bot was removed from it."""
    return PauseReason.CHANNEL_LOST in table.pauses


async def enqueue_button_removals(tx: Transaction, table: Table, now: int, *names: str) -> None:
    """Enqueue the removal of the buttons from the notices of these names (the part of their key before the time)."""
    expired_keys = {
        row.key for row in await outbox_rows.load_rows_newest_first(tx, table.id, OutboxKind.NOTICE_EXPIRED)
    }
    for row in await outbox_rows.load_rows_newest_first(tx, table.id, OutboxKind.NOTICE):
        if row.key.partition(":")[0] in names and row.key not in expired_keys:
            await enqueue(tx, table, now, OutboxKind.NOTICE_EXPIRED, row.key, Retraction(row.key))


async def enqueue_strikes(tx: Transaction, table: Table, from_n: int, now: int) -> None:
    """Enqueue a strike of every post that describes a decision from `from_n` on."""
    for span in await load_published_spans(tx, table.id):
        if span.last < from_n:
            return
        await enqueue(tx, table, now, OutboxKind.TURN_UNDONE, span.key, Strike(span.key))


async def enqueue_turn_restarted(tx: Transaction, table: Table, now: int, seats: Collection[int]) -> None:
    """Enqueue the notice that a rules fix restarts the current turn. It mentions the people whose answers are lost."""
    assignments = [table.seats[seat] for seat in sorted({*seats, *table.waiting})]
    people = tuple(
        dict.fromkeys(
            p for assignment in assignments for p in (assignment.person, assignment.substitute) if p is not None
        )
    )
    await enqueue_notice(tx, table, now, "notice.turn_restarted", mention=people)


async def load_last_permanent_message_id(source: Source, table_id: int) -> int:
    """Return the message id of the newest permanent post, below which the card belongs; 0 if there is none."""
    permanent_posts = [
        post for kind in PERMANENT_KINDS for post in await posts.load_posts_of_kind(source, table_id, kind)
    ]
    return max((post.message_id for post in permanent_posts), default=0)
