"""Stretches: who held a seat from which decision on."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class StretchRow:
    """From decision from_n on the seat was held by a person, or played by a computer player (policy)."""

    game: int
    seat: int
    from_n: int
    person: int | None
    policy: str | None = None


async def begin(tx: Transaction, row: StretchRow) -> None:
    """A later one of the same decision replaces an earlier one, which then held nothing."""
    await tx.run(
        f"INSERT OR REPLACE INTO stretches ({columns(StretchRow)}) VALUES (?, ?, ?, ?, ?)",
        (row.game, row.seat, row.from_n, row.person, row.policy),
    )


async def of_game(source: Source, game: int) -> list[StretchRow]:
    """By seat, in order."""
    found = await source.rows(
        f"SELECT {columns(StretchRow)} FROM stretches WHERE game = ? ORDER BY seat, from_n", (game,)
    )
    return [StretchRow(*row) for row in found]
