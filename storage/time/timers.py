"""Timers: what happens later. One task sleeps until the earliest, however long the program was away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage import many
from storage.columns import columns
from storage.database import Source, Transaction

from .kinds import Timer

DEADLINES = (Timer.TIMEOUT, Timer.LATE)
"""Timers that clocks have set."""


@dataclass(frozen=True, slots=True)
class TimerRow:
    """(game, kind, key) names it, e.g. (7, "reminder", "2"); id changes whenever it is set anew. payload: opaque."""

    id: int
    due_at: int
    kind: str
    game: int
    key: str
    payload: bytes


async def put(tx: Transaction, game: int, kind: str, key: str, due_at: int, payload: bytes = b"") -> int:
    """Set it, or move it; its id."""
    [(row_id,)] = await tx.run(
        "INSERT OR REPLACE INTO timers (due_at, kind, game, key, payload) VALUES (?, ?, ?, ?, ?) RETURNING id",
        (due_at, kind, game, key, payload),
    )
    return int(row_id)


async def cancel(tx: Transaction, game: int, kind: str | None = None, key: str | None = None) -> int:
    """Cancel one timer, all of a kind (key None), or all of the game (kind None); how many."""
    cancelled = await tx.run(
        "DELETE FROM timers WHERE game = ?1 AND kind = coalesce(?2, kind) AND key = coalesce(?3, key) RETURNING id",
        (game, kind, key),
    )
    return len(cancelled)


async def hurry(tx: Transaction, person: int, now: int) -> None:
    """The deadlines that clocks have set where a person sits, or sits in for somebody, fall due now: whoever does their
    work looks whether that is so, and sets reminders anew, too. Those of a table without clocks are not hurried: nobody
    looks there.
    """
    await tx.run(
        "UPDATE timers SET due_at = min(due_at, ?) WHERE kind IN (?, ?)"
        " AND game IN (SELECT game FROM seats WHERE person = ? UNION ALL SELECT game FROM seats WHERE sitter = ?)",
        (now, *DEADLINES, person, person),
    )


async def hurry_all(tx: Transaction, kind: str, key: str, now: int) -> None:
    """Those of this kind and key fall due now, whatever the table: whoever does their work looks whether that is so."""
    await tx.run("UPDATE timers SET due_at = min(due_at, ?) WHERE kind = ? AND key = ?", (now, kind, key))


async def earliest(source: Source) -> TimerRow | None:
    """The next one due."""
    found = await source.rows(f"SELECT {columns(TimerRow)} FROM timers ORDER BY due_at, id LIMIT 1")
    return TimerRow(*found[0]) if found else None


async def of_game(source: Source, game: int) -> list[TimerRow]:
    """By time."""
    found = await source.rows(f"SELECT {columns(TimerRow)} FROM timers WHERE game = ? ORDER BY due_at, id", (game,))
    return [TimerRow(*row) for row in found]


async def of_games(source: Source, games: Sequence[int]) -> dict[int, list[TimerRow]]:
    """Of many games, each by time."""
    return await many.of_games(source, TimerRow, "timers", games, "due_at, id")


async def take(tx: Transaction, timer: int) -> TimerRow | None:
    """Remove it in the transaction that does its work, so that it acts once.

    None: it was cancelled or moved meanwhile.
    """
    found = await tx.run(f"DELETE FROM timers WHERE id = ? RETURNING {columns(TimerRow)}", (timer,))
    return TimerRow(*found[0]) if found else None
