"""Clocks: what each seat has used of its turn, and what is left of its bank, in waking time counted by the caller."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class ClockRow:
    """turn: the checkpoint at which the turn began. bank: milliseconds left when it began; used: of this turn before
    `running_since`, which is None while the clock stands still.
    """

    game: int
    seat: int
    turn: int
    bank: int
    used: int
    running_since: int | None


async def of_game(source: Source, game: int) -> dict[int, ClockRow]:
    """By seat."""
    found = await source.rows(f"SELECT {columns(ClockRow)} FROM clocks WHERE game = ?", (game,))
    return {row.seat: row for row in (ClockRow(*values) for values in found)}


async def put(tx: Transaction, row: ClockRow) -> None:
    await tx.run(
        f"INSERT OR REPLACE INTO clocks ({columns(ClockRow)}) VALUES (?, ?, ?, ?, ?, ?)",
        (row.game, row.seat, row.turn, row.bank, row.used, row.running_since),
    )
