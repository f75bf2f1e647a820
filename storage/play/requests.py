"""Requests to the other players of a table (to undo further, to end the table) and their votes.

A request to undo lapses with the next decision or undo, unless it is kept open because only one player knows of that.
"""

from dataclasses import dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.kinds import TimerKind
from storage.queries import in_column, join_columns
from storage.time import timers


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A request to the players of a table."""

    game: int
    """The table, which has at most one open request of a kind."""
    kind: str
    """E.g. "undo", "end", "relief.2"."""
    asked_by: int
    """The person who asks, and whose vote is yes."""
    from_n: int | None
    """First decision to undo; None for other kinds."""
    n: int
    """The last decision when the request was made, or when it was last kept open."""
    epoch: int
    """The undo epoch at the same time."""
    asked_at: int = field(metadata=in_column("at"))
    """When it was opened; it does not change when the request is kept open."""


async def open_request(
    tx: Transaction, game: int, kind: str, *, asked_by: int, from_n: int | None, at: int
) -> RequestRow:
    """Open a request, replacing an earlier one of the kind with its votes. The requester's own vote is yes."""
    await close_request(tx, game, kind)
    [row] = await tx.execute(
        "INSERT INTO requests (game, kind, asked_by, from_n, n, epoch, at) SELECT id, ?2, ?3, ?4,"
        " (SELECT coalesce(max(n), 0) FROM decisions WHERE game = ?1), epoch, ?5 FROM games WHERE id = ?1"
        f" RETURNING {join_columns(RequestRow)}",
        (game, kind, asked_by, from_n, at),
    )
    await save_vote(tx, game, kind, asked_by, at)
    return RequestRow(*row)


async def keep_request_open(tx: Transaction, game: int, kind: str, *, n: int, epoch: int) -> None:
    """Keep a request open after a decision or an undo. n: the last decision now; epoch: the undo epoch now."""
    await tx.execute("UPDATE requests SET n = ?, epoch = ? WHERE game = ? AND kind = ?", (n, epoch, game, kind))


_SELECT_OPEN = (
    f"SELECT {join_columns(RequestRow, 'r')} FROM requests r JOIN games g ON g.id = r.game"
    " WHERE (r.kind <> 'undo' OR g.epoch = r.epoch"
    " AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.game = r.game AND d.n > r.n))"
)


async def load_open_request(source: Source, game: int, kind: str) -> RequestRow | None:
    """Return the open request of this kind; None if there is none or it has lapsed."""
    rows = await source.fetch_rows(f"{_SELECT_OPEN} AND r.game = ? AND r.kind = ?", (game, kind))
    return RequestRow(*rows[0]) if rows else None


async def load_open_requests(source: Source, game: int) -> list[RequestRow]:
    """Return the game's open requests, oldest first."""
    rows = await source.fetch_rows(f"{_SELECT_OPEN} AND r.game = ? ORDER BY r.at, r.kind", (game,))
    return [RequestRow(*row) for row in rows]


async def save_vote(tx: Transaction, game: int, kind: str, person: int, at: int, *, agrees: bool = True) -> None:
    """Save a person's vote, replacing an earlier one. Raises InvalidRow if there is no such request: check with
    `load_open_request` first.
    """
    await tx.execute(
        "INSERT INTO agreements (game, kind, person, at, agrees) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (game, kind, person) DO UPDATE SET at = excluded.at, agrees = excluded.agrees",
        (game, kind, person, at, int(agrees)),
    )


async def load_votes(source: Source, game: int, kind: str) -> dict[int, bool]:
    """Return the votes in order of time: person -> whether they agree."""
    rows = await source.fetch_rows(
        "SELECT person, agrees FROM agreements WHERE game = ? AND kind = ? ORDER BY at, person", (game, kind)
    )
    return {person: bool(agrees) for person, agrees in rows}


async def close_request(tx: Transaction, game: int, kind: str) -> None:
    """Close a request that was granted, refused, withdrawn or has expired, and cancel its timer."""
    await tx.execute("DELETE FROM requests WHERE game = ? AND kind = ?", (game, kind))
    await timers.cancel_timers(tx, game, TimerKind.REQUEST, kind)
