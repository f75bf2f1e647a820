"""Clocks: what each seat has used of its turn, and what is left of its bank, in waking time counted by the caller."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class ClockRow:
    """turn: the checkpoint at which the turn began. bank: milliseconds left when it began; used: of this turn before
    `running_since`, which is None while the clock stands still. reminded: what was used when the person was last
    reminded; told: how many stages of lateness the table was told; late_at: since when the time of this turn is out;
    drawn: leave was drawn for this turn.
    """

    game: int
    seat: int
    turn: int
    bank: int
    used: int
    running_since: int | None
    reminded: int = 0
    told: int = 0
    late_at: int | None = None
    drawn: int = 0


async def of_game(source: Source, game: int) -> dict[int, ClockRow]:
    """By seat."""
    found = await source.rows(f"SELECT {columns(ClockRow)} FROM clocks WHERE game = ?", (game,))
    return {row.seat: row for row in (ClockRow(*values) for values in found)}


async def put(tx: Transaction, row: ClockRow) -> None:
    await tx.run(
        f"INSERT OR REPLACE INTO clocks ({columns(ClockRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        astuple(row),
    )


async def running(source: Source) -> list[ClockRow]:
    """All that run, of every game."""
    found = await source.rows(f"SELECT {columns(ClockRow)} FROM clocks WHERE running_since IS NOT NULL")
    return [ClockRow(*values) for values in found]
