"""Outbox: messages still to be sent, written in the same transaction as the change they report. A worker sends each row
and marks it.

Rows of one target are sent one after the other, in order. A row that shows the present state (a card) replaces an older
one that was never attempted; an attempted row stays, because its message may already be posted. A turn notification is
never replaced, and there is one per (game, seat, step, epoch, person) while that person answers for the seat.
"""

import json
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from storage.database import Transaction
from storage.engine import Source
from storage.errors import InvalidRow
from storage.kinds import OutboxKind
from storage.queries import join_columns

from .inbox_rows import build_settled_condition


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One message to send, or the record of one that was sent or dropped."""

    id: int
    """Rises in the order in which one process writes; rows of one target are sent in this order."""
    game: int
    """The table that the message is about, also for direct messages."""
    kind: str
    """One of `OutboxKind`."""
    key: str
    """Distinguishes rows of one kind; also the key of the post that the row creates, changes or deletes."""
    target: int
    """Channel id, or person id if `direct` is 1."""
    payload: bytes
    """Content of the message, opaque here; empty once sent."""
    nonce: str
    """At most 25 characters, different for every row: Discord refuses to post the same nonce twice."""
    created_at: int
    """Time of the transaction whose decision or change caused it."""
    not_before: int
    """Earliest time of the next attempt (back-off after an error). To send something later, set a timer instead."""
    attempts: int
    """Number of attempts begun."""
    sent_at: int | None
    """When its sending was acknowledged; None: not yet, or never."""
    message_id: int | None
    """The message that shows it; None until it is sent, and if it left no message of its own."""
    dropped_at: int | None
    """When the row was given up or became obsolete; `last_error` has the reason."""
    last_error: str | None
    """Why the last attempt failed, or why the row was dropped; None: nothing has failed."""
    direct: int = 0
    """1: the target is a person, who gets a direct message."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """The rows that wait to be posted."""

    row_count: int
    """Number of rows, due or not."""
    oldest_due_at: int | None
    """Since when the oldest row that is due has waited; None: none is due."""


NO_BACKLOG = Backlog(0, None)


async def add_row(
    tx: Transaction,
    *,
    game: int,
    kind: OutboxKind,
    key: str,
    target: int,
    payload: bytes,
    at: int,
    is_direct: bool = False,
) -> OutboxRow:
    """Append a row for the target, behind everything that already waits for it. is_direct: the target is a person."""
    if kind == OutboxKind.TURN_NOTIFICATION:
        raise ValueError("use add_turn_notification for a turn notification")
    [row] = await tx.execute(_INSERT, (game, kind, key, target, payload, _pick_nonce(), at, at, int(is_direct)))
    return OutboxRow(*row)


async def add_replacing_older(
    tx: Transaction, *, game: int, kind: OutboxKind, key: str, target: int, payload: bytes, at: int
) -> OutboxRow:
    """Append a row and delete older rows of the same (game, kind, key) that were never attempted."""
    row = await add_row(tx, game=game, kind=kind, key=key, target=target, payload=payload, at=at)
    await tx.execute(
        "DELETE FROM outbox WHERE game = ? AND kind = ? AND key = ? AND id < ? AND attempts = 0"
        " AND sent_at IS NULL AND dropped_at IS NULL",
        (game, kind, key, row.id),
    )
    return row


async def add_turn_notification(
    tx: Transaction, *, game: int, key: str, target: int, payload: bytes, at: int, is_direct: bool = False
) -> OutboxRow | None:
    """Append a turn notification. Returns None if one with this key exists. is_direct: the target is the person."""
    added = await tx.execute(
        _INSERT_PING, (game, OutboxKind.TURN_NOTIFICATION, key, target, payload, _pick_nonce(), at, at, int(is_direct))
    )
    return OutboxRow(*added[0]) if added else None


def build_notification_key(seat: int, step: int, epoch: int, person: int) -> str:
    """Return the key of a turn notification's row and post."""
    return f"{seat}.{step}.{epoch}.{person}"


async def redirect_row(tx: Transaction, row_id: int, *, target: int, is_direct: bool, payload: bytes, at: int) -> None:
    """Send an undeliverable row to another target, as if it had never been attempted."""
    await _update_waiting_row(
        tx,
        row_id,
        "target = ?, direct = ?, payload = ?, nonce = ?, not_before = ?, attempts = 0",
        target,
        int(is_direct),
        payload,
        _pick_nonce(),
        at,
    )


async def load_waiting_rows(source: Source, game: int, kind: OutboxKind | None = None) -> list[OutboxRow]:
    """Return the game's rows (of one kind) that are neither sent nor dropped, in order."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(OutboxRow)} FROM outbox WHERE game = ?1 AND kind = coalesce(?2, kind)"
        " AND sent_at IS NULL AND dropped_at IS NULL ORDER BY id",
        (game, kind),
    )
    return [OutboxRow(*row) for row in rows]


async def load_direct_rows(source: Source, person: int, kind: OutboxKind, now: int) -> list[OutboxRow]:
    """Return the due direct messages of a kind that wait for a person, of all games of this process, in order."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(OutboxRow)} FROM outbox WHERE target = ? AND direct = 1 AND kind = ?"
        " AND not_before <= ? AND sent_at IS NULL AND dropped_at IS NULL"
        f"{source.ownership.build_game_condition('game')} ORDER BY id",
        (person, kind, now),
    )
    return [OutboxRow(*row) for row in rows]


async def load_waiting_ids(source: Source, row_ids: Collection[int]) -> list[int]:
    """Return those of the rows that are neither sent nor dropped."""
    rows = await source.fetch_rows(
        "SELECT id FROM outbox WHERE id IN (SELECT value FROM json_each(?)) AND sent_at IS NULL AND dropped_at IS NULL"
        " ORDER BY id",
        (json.dumps(list(row_ids)),),
    )
    return [int(row[0]) for row in rows]


async def load_rows_newest_first(source: Source, game: int, kind: OutboxKind) -> list[OutboxRow]:
    """Return every row of the kind, sent or not, newest first."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(OutboxRow)} FROM outbox WHERE game = ? AND kind = ? ORDER BY id DESC", (game, kind)
    )
    return [OutboxRow(*row) for row in rows]


async def load_newest_row(source: Source, game: int, kind: OutboxKind) -> OutboxRow | None:
    """Return the newest row of the kind, sent or not."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(OutboxRow)} FROM outbox WHERE game = ? AND kind = ? ORDER BY id DESC LIMIT 1",
        (game, kind),
    )
    return OutboxRow(*rows[0]) if rows else None


async def load_newest_notification(source: Source, game: int, key: str) -> OutboxRow | None:
    """Return the newest turn notification, reminder or note with this key, sent or not."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(OutboxRow)} FROM outbox WHERE game = ? AND kind IN ('ping', 'reminder', 'note')"
        " AND key = ? ORDER BY id DESC LIMIT 1",
        (game, key),
    )
    return OutboxRow(*rows[0]) if rows else None


async def load_ready_rows(
    source: Source, now: int, limit: int = 100, busy_targets: Collection[int] = ()
) -> list[OutboxRow]:
    """Return the first waiting row of every target if it is due, oldest first. They may be sent in parallel. (Of this
    process's tables alone: rows of others neither come nor are waited for.)

    busy_targets: targets to skip, because a row is being sent to them or they are backing off; they do not count
    towards `limit`.
    """
    rows = await source.fetch_rows(
        f"SELECT {join_columns(OutboxRow)} FROM outbox o INDEXED BY outbox_in_order WHERE {_IS_WAITING}"
        " AND not_before <= ? AND target NOT IN (SELECT value FROM json_each(?))"
        f" AND {_build_order_condition(source)} ORDER BY id LIMIT ?",
        (now, json.dumps(list(busy_targets)), limit),
    )
    return [OutboxRow(*row) for row in rows]


async def find_next_time(source: Source) -> int | None:
    """Return when the next row may be sent; None if no row waits."""
    rows = await source.fetch_rows(
        f"SELECT not_before FROM outbox o INDEXED BY outbox_by_time WHERE {_IS_WAITING}"
        f" AND {_build_order_condition(source)} ORDER BY not_before LIMIT 1"
    )
    return int(rows[0][0]) if rows else None


async def begin_attempt(tx: Transaction, row_id: int) -> OutboxRow | None:
    """Count an attempt; commit it before sending. From then on nothing replaces the row. Returns None if the row was
    replaced, sent or dropped meanwhile.
    """
    rows = await tx.execute(
        "UPDATE outbox SET attempts = attempts + 1 WHERE id = ? AND sent_at IS NULL AND dropped_at IS NULL"
        f" RETURNING {join_columns(OutboxRow)}",
        (row_id,),
    )
    return OutboxRow(*rows[0]) if rows else None


async def mark_sent(tx: Transaction, row_id: int, at: int, message_id: int | None) -> None:
    """Mark a row as sent. message_id: the posted message; None if there is none (the row removed something)."""
    await _update_waiting_row(tx, row_id, "sent_at = ?, message_id = ?, payload = x''", at, message_id)


async def replace_payload(tx: Transaction, row_id: int, payload: bytes) -> None:
    """Store another content of a row that waits."""
    await _update_waiting_row(tx, row_id, "payload = ?", payload)


async def schedule_retry(tx: Transaction, row_id: int, not_before: int, error: str) -> None:
    """Record a failed attempt; the next one comes no earlier than `not_before`."""
    await _update_waiting_row(tx, row_id, "not_before = ?, last_error = ?", not_before, error)


async def drop_row(tx: Transaction, row_id: int, at: int, reason: str) -> None:
    """Give a row up, because it cannot be sent or is no longer true."""
    await _update_waiting_row(tx, row_id, "dropped_at = ?, last_error = ?", at, reason)


async def delete_unsent_row(tx: Transaction, row_id: int) -> None:
    """Delete a row that was never sent, so that one with the same key may be written again."""
    await tx.execute("DELETE FROM outbox WHERE id = ? AND sent_at IS NULL AND dropped_at IS NULL", (row_id,))


async def move_to_channel(tx: Transaction, game: int, old: int, new: int) -> None:
    """Move the game's waiting rows from one channel to another, along with dropped turn notifications, which may be
    revived later.
    """
    await tx.execute(
        "UPDATE outbox SET target = ? WHERE game = ? AND target = ? AND direct = 0"
        " AND sent_at IS NULL AND (dropped_at IS NULL OR kind = 'ping')",
        (new, game, old),
    )


async def hasten_direct_rows(tx: Transaction, game: int, person: int, at: int) -> None:
    """Make the table's postponed direct messages to a person due at `at`, if that is sooner: the person is back
    early.
    """
    await tx.execute(
        "UPDATE outbox SET not_before = ?1 WHERE game = ?2 AND direct = 1 AND target = ?3 AND not_before > ?1"
        " AND attempts = 0 AND sent_at IS NULL AND dropped_at IS NULL",
        (at, game, person),
    )


async def drop_rows_of_channel(tx: Transaction, game: int, target: int, at: int, reason: str) -> None:
    """Drop all waiting rows of the game for this channel."""
    await tx.execute(
        "UPDATE outbox SET dropped_at = ?, last_error = ? WHERE game = ? AND target = ? AND direct = 0"
        " AND sent_at IS NULL AND dropped_at IS NULL",
        (at, reason, game, target),
    )


async def delete_finished_notification(tx: Transaction, game: int, key: str) -> None:
    """Delete a sent or dropped turn notification, so that another one with the same key may be written."""
    await tx.execute(
        "DELETE FROM outbox WHERE game = ? AND kind = 'ping' AND key = ?"
        " AND (sent_at IS NOT NULL OR dropped_at IS NOT NULL)",
        (game, key),
    )


async def revive_notification(tx: Transaction, game: int, key: str) -> bool:
    """Make a dropped turn notification that no message shows wait again. Returns False if there is none."""
    return bool(
        await tx.execute(
            "UPDATE outbox SET dropped_at = NULL WHERE game = ?1 AND kind = 'ping' AND key = ?2"
            " AND dropped_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.game = ?1"
            " AND posts.kind = 'ping' AND posts.key = ?2) RETURNING id",
            (game, key),
        )
    )


_FIELDS = "game, kind, key, target, payload, nonce, created_at, not_before, direct"
_INSERT = f"INSERT INTO outbox ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING {join_columns(OutboxRow)}"
_INSERT_PING = (
    f"INSERT INTO outbox ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    f" ON CONFLICT (game, key) WHERE kind = 'ping' DO NOTHING RETURNING {join_columns(OutboxRow)}"
)
_IS_WAITING = "o.sent_at IS NULL AND o.dropped_at IS NULL"


def _build_order_condition(source: Source) -> str:
    """Return the SQL condition that no earlier row waits for the same target, and no outage of the row's table is to be
    settled. It is evaluated row by row until enough rows are found, so the number of waiting rows does not matter.
    """
    ownership = source.ownership
    return (
        "NOT EXISTS (SELECT 1 FROM outbox earlier INDEXED BY outbox_waiting WHERE earlier.target = o.target"
        " AND earlier.id < o.id AND earlier.sent_at IS NULL AND earlier.dropped_at IS NULL"
        f"{ownership.build_game_condition('earlier.game')}){ownership.build_game_condition('o.game')}"
        f"{build_settled_condition('o.game')}"
    )


async def _update_waiting_row(
    tx: Transaction, row_id: int, assignments: str, *values: int | str | bytes | None
) -> None:
    updated = await tx.execute(
        f"UPDATE outbox SET {assignments} WHERE id = ? AND sent_at IS NULL AND dropped_at IS NULL RETURNING id",
        (*values, row_id),
    )
    if not updated:
        raise InvalidRow(f"outbox row {row_id} does not wait: it was sent, dropped or replaced")


def _pick_nonce() -> str:
    return secrets.token_urlsafe(16)


async def trim_rows(tx: Transaction, before: int, max_count: int) -> int:
    """Delete up to `max_count` rows that were sent or dropped before `before`, at this process's tables. Return the
    number of deleted rows.

    Turn rows stay, because they record how far a game was published (of an ended game only the last one stays), and so
    do turn notifications of games with open questions.
    """
    deleted = await tx.execute(
        "DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o JOIN games g ON g.id = o.game"
        " WHERE coalesce(o.sent_at, o.dropped_at) < ?1 AND CASE"
        " WHEN o.kind = 'turn' THEN g.status IN ('over', 'ended') AND o.id <>"
        " (SELECT max(id) FROM outbox WHERE game = o.game AND kind = 'turn')"
        " WHEN o.kind IN ('ping', 'reminder') THEN NOT EXISTS (SELECT 1 FROM asked WHERE game = o.game)"
        f" ELSE TRUE END{tx.ownership.build_condition('g.guild_id')} LIMIT ?2) RETURNING 1",
        (before, max_count),
    )
    return len(deleted)


async def measure_backlogs(source: Source, at: int) -> dict[int, Backlog]:
    """Return the waiting rows of each shard of this process that has any, as they are at this time."""
    shard = source.ownership.build_shard_expression("guild_id")
    condition = source.ownership.build_condition("guild_id")
    rows = await source.fetch_rows(
        f"SELECT {shard} AS number, count(*), min(CASE WHEN not_before <= ? THEN not_before END)"
        " FROM outbox JOIN games ON games.id = outbox.game"
        f" WHERE sent_at IS NULL AND dropped_at IS NULL{condition} GROUP BY 1",
        (at,),
    )
    return {int(number): Backlog(int(count), oldest) for number, count, oldest in rows}
