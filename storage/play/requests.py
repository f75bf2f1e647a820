"""Requests to the others of a table (to undo further, to end the table) and how they have answered.

The next decision or undo lets a request to undo lapse, by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction
from storage.time import timers
from storage.time.kinds import Timer


@dataclass(frozen=True, slots=True)
class RequestRow:
    """kind: e.g. "undo", "end", "relief.2".

    from_n: the first decision to take back, None for other kinds. n, epoch: where the game stood when it was made.
    """

    game: int
    kind: str
    asked_by: int
    from_n: int | None
    n: int
    epoch: int
    at: int


async def put(tx: Transaction, game: int, kind: str, *, asked_by: int, from_n: int | None, at: int) -> RequestRow:
    """Ask. An earlier request of the kind, with what was said to it, is replaced. The person who asks has agreed."""
    await withdraw(tx, game, kind)
    [row] = await tx.run(
        "INSERT INTO requests (game, kind, asked_by, from_n, n, epoch, at) SELECT id, ?2, ?3, ?4,"
        " (SELECT coalesce(max(n), 0) FROM decisions WHERE game = ?1), epoch, ?5 FROM games WHERE id = ?1"
        f" RETURNING {columns(RequestRow)}",
        (game, kind, asked_by, from_n, at),
    )
    await vote(tx, game, kind, asked_by, at)
    return RequestRow(*row)


_OPEN = (
    f"SELECT {columns(RequestRow, 'r')} FROM requests r JOIN games g ON g.id = r.game"
    " WHERE (r.kind <> 'undo' OR g.epoch = r.epoch"
    " AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.game = r.game AND d.n > r.n))"
)


async def get(source: Source, game: int, kind: str) -> RequestRow | None:
    """The request that is open now; None: there is none, or it has lapsed."""
    found = await source.rows(f"{_OPEN} AND r.game = ? AND r.kind = ?", (game, kind))
    return RequestRow(*found[0]) if found else None


async def of_game(source: Source, game: int) -> list[RequestRow]:
    """Those that are open now, the oldest first."""
    found = await source.rows(f"{_OPEN} AND r.game = ? ORDER BY r.at, r.kind", (game,))
    return [RequestRow(*row) for row in found]


async def vote(tx: Transaction, game: int, kind: str, person: int, at: int, *, agrees: bool = True) -> None:
    """The person's answer; a later one counts. Raises BadRow if there is no such request: look with `get` first."""
    await tx.run(
        "INSERT INTO agreements (game, kind, person, at, agrees) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (game, kind, person) DO UPDATE SET at = excluded.at, agrees = excluded.agrees",
        (game, kind, person, at, int(agrees)),
    )


async def votes(source: Source, game: int, kind: str) -> dict[int, bool]:
    """Who has answered, in order, and whether they agree."""
    found = await source.rows(
        "SELECT person, agrees FROM agreements WHERE game = ? AND kind = ? ORDER BY at, person", (game, kind)
    )
    return {person: bool(agrees) for person, agrees in found}


async def withdraw(tx: Transaction, game: int, kind: str) -> None:
    """Close it: granted, refused, taken back or expired. No silence counts any more."""
    await tx.run("DELETE FROM requests WHERE game = ? AND kind = ?", (game, kind))
    await timers.cancel(tx, game, Timer.REQUEST, kind)
