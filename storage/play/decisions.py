"""Decisions: what was answered, in order, for ever.

An undo marks; it deletes nothing, and a number is never used twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from storage.columns import columns
from storage.database import Source, Transaction

Origin = Literal["person", "order", "timeout", "computer", "relief", "default"]


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """n: from 1, in order of arrival, undone ones included. keys, events: opaque. rules: version of the rules that
    played it.

    origin: a person, a standing order, a time-out, or a computer player answered; "relief": a computer player for an
    absent person; "default": others pressed the printed default of somebody who is late. barrier: 1 = everything up to
    here became public. interaction_id: the click (claimed before, see `interactions`), None if nobody clicked.
    """

    game: int
    n: int
    step: int
    seat: int
    keys: str
    rules: int
    origin: Origin
    barrier: int
    events: bytes
    at: int
    undone_at: int | None = None
    interaction_id: int | None = None


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """A decision without what it said."""

    n: int
    step: int
    seat: int
    rules: int
    origin: Origin
    at: int


async def append(tx: Transaction, row: DecisionRow) -> None:
    """Raises Duplicate if the game has a decision with this n, or the click has made one."""
    await tx.run(
        f"INSERT INTO decisions ({columns(DecisionRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.game,
            row.n,
            row.step,
            row.seat,
            row.keys,
            row.rules,
            row.origin,
            row.barrier,
            row.events,
            row.at,
            row.undone_at,
            row.interaction_id,
        ),
    )


async def last_n(source: Source, game: int) -> int:
    """The highest number used, undone ones included; 0 before the first. The next decision takes the one after it."""
    [(n,)] = await source.rows("SELECT coalesce(max(n), 0) FROM decisions WHERE game = ?", (game,))
    return int(n)


async def last_at(source: Source, game: int) -> int | None:
    """When the newest decision was made, undone or not; None: there is none."""
    found = await source.rows("SELECT at FROM decisions WHERE game = ? ORDER BY n DESC LIMIT 1", (game,))
    return int(found[0][0]) if found else None


async def live(source: Source, game: int, after: int = 0) -> list[DecisionRow]:
    """Decisions with n > after that were not undone, in order."""
    found = await source.rows(
        f"SELECT {columns(DecisionRow)} FROM decisions WHERE game = ? AND n > ? AND undone_at IS NULL ORDER BY n",
        (game, after),
    )
    return [DecisionRow(*row) for row in found]


async def public(source: Source, game: int, after: int = 0) -> list[DecisionRow]:
    """Like `live`, but only up to the last barrier: what everybody may read."""
    found = await source.rows(
        f"SELECT {columns(DecisionRow)} FROM decisions WHERE game = ?1 AND n > ?2 AND undone_at IS NULL AND n <="
        " (SELECT n FROM decisions WHERE game = ?1 AND barrier = 1 AND undone_at IS NULL ORDER BY n DESC LIMIT 1)"
        " ORDER BY n",
        (game, after),
    )
    return [DecisionRow(*row) for row in found]


async def outline(source: Source, game: int) -> list[OutlineRow]:
    """Like `public`, from the first, but without keys and events."""
    found = await source.rows(
        f"SELECT {columns(OutlineRow)} FROM decisions WHERE game = ?1 AND undone_at IS NULL AND n <="
        " (SELECT n FROM decisions WHERE game = ?1 AND barrier = 1 AND undone_at IS NULL ORDER BY n DESC LIMIT 1)"
        " ORDER BY n",
        (game,),
    )
    return [OutlineRow(*row) for row in found]


async def log(source: Source, game: int) -> list[DecisionRow]:
    """Every decision ever made, undone ones included, in order."""
    found = await source.rows(f"SELECT {columns(DecisionRow)} FROM decisions WHERE game = ? ORDER BY n", (game,))
    return [DecisionRow(*row) for row in found]


async def moments_of(source: Source, person: int, most: int = 200) -> list[int]:
    """When the person has answered on the seats that they hold, the latest first."""
    found = await source.rows(
        "SELECT d.at FROM seats s JOIN decisions d ON d.game = s.game AND d.seat = s.seat"
        " WHERE s.person = ? AND d.origin = 'person' ORDER BY d.at DESC LIMIT ?",
        (person, most),
    )
    return [int(at) for (at,) in found]


async def undo(tx: Transaction, game: int, from_n: int, at: int) -> tuple[int, ...]:
    """Take back every live decision from n on; the numbers taken back, in order. Their checkpoints die with them."""
    undone = await tx.run(
        "UPDATE decisions SET undone_at = ? WHERE game = ? AND n >= ? AND undone_at IS NULL RETURNING n",
        (at, game, from_n),
    )
    return tuple(sorted(n for (n,) in undone))
