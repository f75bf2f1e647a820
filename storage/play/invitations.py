"""Invitations: a seat in play that waits for somebody, for good or until a date."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """person: who is meant, None = whoever comes. until_at: to sit in until then, None = for good."""

    game: int
    seat: int
    person: int | None
    until_at: int | None
    asked_by: int
    at: int


async def put(tx: Transaction, row: InvitationRow) -> None:
    """Invite; an earlier invitation to the seat is replaced."""
    await tx.run(
        f"INSERT OR REPLACE INTO invitations ({columns(InvitationRow)}) VALUES (?, ?, ?, ?, ?, ?)",
        (row.game, row.seat, row.person, row.until_at, row.asked_by, row.at),
    )


async def get(source: Source, game: int, seat: int) -> InvitationRow | None:
    found = await source.rows(
        f"SELECT {columns(InvitationRow)} FROM invitations WHERE game = ? AND seat = ?", (game, seat)
    )
    return InvitationRow(*found[0]) if found else None


async def remove(tx: Transaction, game: int, seat: int) -> None:
    """Nobody is invited any more."""
    await tx.run("DELETE FROM invitations WHERE game = ? AND seat = ?", (game, seat))
