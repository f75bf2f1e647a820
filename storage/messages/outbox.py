"""What is still to be said, written in the transaction that makes it true. A sender posts it and marks it.

Rows of one target go out one after the other, in order. A row that shows the present (a card) replaces an older one
that nobody has tried to send yet; one that was tried stays, because its message may be out there. A ping is never
replaced, and there is one per (game, seat, step, epoch, person) while that person is the one who answers.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction
from storage.errors import BadRow
from storage.messages.kinds import Saying


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """target: the channel, or with direct = 1 the person. payload: opaque, what to show; empty once sent.

    nonce: at most 25 characters, different for every row: Discord refuses to post one twice. not_before: back-off
    after an error (for something that is to be said later, set a timer). attempts: tries begun. dropped_at: given up
    or no longer wanted, last_error says why.
    """

    id: int
    game: int
    kind: str
    key: str
    target: int
    payload: bytes
    nonce: str
    created_at: int
    not_before: int
    attempts: int
    sent_at: int | None
    message_id: int | None
    dropped_at: int | None
    last_error: str | None
    direct: int = 0


async def put(
    tx: Transaction, *, game: int, kind: Saying, key: str, target: int, payload: bytes, at: int, direct: bool = False
) -> OutboxRow:
    """Say this after everything else that waits for the target. direct: the target is a person."""
    if kind == Saying.PING:
        raise ValueError("a ping is written by put_ping")
    [row] = await tx.run(_INSERT, (game, kind, key, target, payload, _nonce(), at, at, int(direct)))
    return OutboxRow(*row)


async def put_latest(
    tx: Transaction, *, game: int, kind: Saying, key: str, target: int, payload: bytes, at: int
) -> OutboxRow:
    """Like `put`, and untried rows of the same (game, kind, key) are no longer said."""
    row = await put(tx, game=game, kind=kind, key=key, target=target, payload=payload, at=at)
    await tx.run(
        "DELETE FROM outbox WHERE game = ? AND kind = ? AND key = ? AND id < ? AND attempts = 0"
        " AND sent_at IS NULL AND dropped_at IS NULL",
        (game, kind, key, row.id),
    )
    return row


async def put_ping(
    tx: Transaction, *, game: int, key: str, target: int, payload: bytes, at: int, direct: bool = False
) -> OutboxRow | None:
    """Tell the person on a seat that it is asked. None: they were told already. direct: the target is the person."""
    added = await tx.run(_INSERT_PING, (game, Saying.PING, key, target, payload, _nonce(), at, at, int(direct)))
    return OutboxRow(*added[0]) if added else None


def ping_key(seat: int, step: int, epoch: int, person: int) -> str:
    """The key of a ping's row (and of its post)."""
    return f"{seat}.{step}.{epoch}.{person}"


async def redirect(tx: Transaction, row_id: int, *, target: int, direct: bool, payload: bytes, at: int) -> None:
    """A row that does not reach its target goes to another one, as if it had never been tried."""
    await _mark(
        tx,
        row_id,
        "target = ?, direct = ?, payload = ?, nonce = ?, not_before = ?, attempts = 0",
        target,
        int(direct),
        payload,
        _nonce(),
        at,
    )


async def waiting(source: Source, game: int, kind: Saying | None = None) -> list[OutboxRow]:
    """Rows of the game (of one kind) that are neither sent nor dropped, in order."""
    found = await source.rows(
        f"SELECT {columns(OutboxRow)} FROM outbox WHERE game = ?1 AND kind = coalesce(?2, kind)"
        " AND sent_at IS NULL AND dropped_at IS NULL ORDER BY id",
        (game, kind),
    )
    return [OutboxRow(*row) for row in found]


async def newest_first(source: Source, game: int, kind: Saying) -> list[OutboxRow]:
    """Every row of the kind, said or not, the newest first."""
    found = await source.rows(
        f"SELECT {columns(OutboxRow)} FROM outbox WHERE game = ? AND kind = ? ORDER BY id DESC", (game, kind)
    )
    return [OutboxRow(*row) for row in found]


async def newest(source: Source, game: int, kind: Saying) -> OutboxRow | None:
    """The newest row of the kind, said or not."""
    found = await source.rows(
        f"SELECT {columns(OutboxRow)} FROM outbox WHERE game = ? AND kind = ? ORDER BY id DESC LIMIT 1", (game, kind)
    )
    return OutboxRow(*found[0]) if found else None


async def newest_call(source: Source, game: int, key: str) -> OutboxRow | None:
    """The last ping, reminder or note of this key, said or not."""
    found = await source.rows(
        f"SELECT {columns(OutboxRow)} FROM outbox WHERE game = ? AND kind IN ('ping', 'reminder', 'note') AND key = ?"
        " ORDER BY id DESC LIMIT 1",
        (game, key),
    )
    return OutboxRow(*found[0]) if found else None


async def ready(source: Source, now: int, limit: int = 100, busy: Collection[int] = ()) -> list[OutboxRow]:
    """The first waiting row of every target, if its time has come, oldest first: they may be sent side by side.

    busy: targets that are being served or rest; they do not count, however many they are.
    """
    found = await source.rows(
        f"SELECT {columns(OutboxRow)} FROM outbox o INDEXED BY outbox_in_order WHERE {_WAITS} AND not_before <= ?"
        f" AND target NOT IN (SELECT value FROM json_each(?)) AND {_IS_FIRST} ORDER BY id LIMIT ?",
        (now, json.dumps(list(busy)), limit),
    )
    return [OutboxRow(*row) for row in found]


async def next_at(source: Source) -> int | None:
    """When the next row may be sent; None: nothing waits."""
    found = await source.rows(
        f"SELECT not_before FROM outbox o INDEXED BY outbox_by_time WHERE {_WAITS} AND {_IS_FIRST}"
        " ORDER BY not_before LIMIT 1"
    )
    return int(found[0][0]) if found else None


async def attempt(tx: Transaction, row_id: int) -> OutboxRow | None:
    """Commit this before sending: from here on nothing replaces the row. None: it was replaced, sent or dropped
    meanwhile.
    """
    found = await tx.run(
        "UPDATE outbox SET attempts = attempts + 1 WHERE id = ? AND sent_at IS NULL AND dropped_at IS NULL"
        f" RETURNING {columns(OutboxRow)}",
        (row_id,),
    )
    return OutboxRow(*found[0]) if found else None


async def mark_sent(tx: Transaction, row_id: int, at: int, message_id: int | None) -> None:
    """It is out there. message_id: the message that shows it, None if there is none (something was removed)."""
    await _mark(tx, row_id, "sent_at = ?, message_id = ?, payload = x''", at, message_id)


async def retry(tx: Transaction, row_id: int, not_before: int, error: str) -> None:
    """It failed; try again, not before that time."""
    await _mark(tx, row_id, "not_before = ?, last_error = ?", not_before, error)


async def drop(tx: Transaction, row_id: int, at: int, reason: str) -> None:
    """It will not be said: it cannot be, or is no longer true."""
    await _mark(tx, row_id, "dropped_at = ?, last_error = ?", at, reason)


async def take_back(tx: Transaction, row_id: int) -> None:
    """It was never said, and may be written anew."""
    await tx.run("DELETE FROM outbox WHERE id = ? AND sent_at IS NULL AND dropped_at IS NULL", (row_id,))


async def retarget(tx: Transaction, game: int, old: int, new: int) -> None:
    """What waits for one channel is said in another, and calls that were given up, if they are said after all."""
    await tx.run(
        "UPDATE outbox SET target = ? WHERE game = ? AND target = ? AND direct = 0"
        " AND sent_at IS NULL AND (dropped_at IS NULL OR kind = 'ping')",
        (new, game, old),
    )


async def bring_forward(tx: Transaction, person: int, at: int) -> None:
    """What was to be told directly to somebody on waking comes then, if that is sooner: they are back early."""
    await tx.run(
        "UPDATE outbox SET not_before = ?1 WHERE direct = 1 AND target = ?2 AND not_before > ?1 AND attempts = 0"
        " AND sent_at IS NULL AND dropped_at IS NULL",
        (at, person),
    )


async def drop_all(tx: Transaction, game: int, target: int, at: int, reason: str) -> None:
    """Nothing of the game is said there any more."""
    await tx.run(
        "UPDATE outbox SET dropped_at = ?, last_error = ? WHERE game = ? AND target = ? AND direct = 0"
        " AND sent_at IS NULL AND dropped_at IS NULL",
        (at, reason, game, target),
    )


async def forget_call(tx: Transaction, game: int, key: str) -> None:
    """A call that is over (said, or no longer wanted) does not stand in the way of another one of its key."""
    await tx.run(
        "DELETE FROM outbox WHERE game = ? AND kind = 'ping' AND key = ?"
        " AND (sent_at IS NOT NULL OR dropped_at IS NOT NULL)",
        (game, key),
    )


async def revive_ping(tx: Transaction, game: int, key: str) -> bool:
    """A ping that was given up, and that no message shows, is to be said after all. False: there is none such."""
    return bool(
        await tx.run(
            "UPDATE outbox SET dropped_at = NULL WHERE game = ?1 AND kind = 'ping' AND key = ?2"
            " AND dropped_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.game = ?1"
            " AND posts.kind = 'ping' AND posts.key = ?2) RETURNING id",
            (game, key),
        )
    )


_FIELDS = "game, kind, key, target, payload, nonce, created_at, not_before, direct"
_INSERT = f"INSERT INTO outbox ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING {columns(OutboxRow)}"
_INSERT_PING = (
    f"INSERT INTO outbox ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    f" ON CONFLICT (game, key) WHERE kind = 'ping' DO NOTHING RETURNING {columns(OutboxRow)}"
)
_WAITS = "o.sent_at IS NULL AND o.dropped_at IS NULL"
_IS_FIRST = (
    "NOT EXISTS (SELECT 1 FROM outbox earlier INDEXED BY outbox_waiting WHERE earlier.target = o.target"
    " AND earlier.id < o.id AND earlier.sent_at IS NULL AND earlier.dropped_at IS NULL)"
)
"""Nothing waits for the same target that was written before. Rows are looked at one after the other until enough are
found, so that it does not matter how many wait."""


async def _mark(tx: Transaction, row_id: int, assignments: str, *values: int | str | bytes | None) -> None:
    marked = await tx.run(
        f"UPDATE outbox SET {assignments} WHERE id = ? AND sent_at IS NULL AND dropped_at IS NULL RETURNING id",
        (*values, row_id),
    )
    if not marked:
        raise BadRow(f"outbox row {row_id} does not wait: it was sent, dropped or replaced")


def _nonce() -> str:
    return secrets.token_urlsafe(16)


async def trim(tx: Transaction, before: int, most: int) -> int:
    """Forget at most so many rows that were sent or dropped before then; how many went.

    What tells how far a game was told stays (its turns; of a game that has ended the last), and calls of questions that
    are still open.
    """
    gone = await tx.run(
        "DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o JOIN games g ON g.id = o.game"
        " WHERE coalesce(o.sent_at, o.dropped_at) < ?1 AND CASE"
        " WHEN o.kind = 'turn' THEN g.status IN ('over', 'ended') AND o.id <>"
        " (SELECT max(id) FROM outbox WHERE game = o.game AND kind = 'turn')"
        " WHEN o.kind IN ('ping', 'reminder') THEN NOT EXISTS (SELECT 1 FROM asked WHERE game = o.game)"
        " ELSE 1 END LIMIT ?2) RETURNING 1",
        (before, most),
    )
    return len(gone)


async def backlog(source: Source, at: int) -> tuple[int, int | None]:
    """How many rows wait, and since when the oldest that is due by then has waited."""
    [(waiting, oldest)] = await source.rows(
        "SELECT count(*), min(CASE WHEN not_before <= ? THEN not_before END) FROM outbox"
        " WHERE sent_at IS NULL AND dropped_at IS NULL",
        (at,),
    )
    return int(waiting), None if oldest is None else int(oldest)
