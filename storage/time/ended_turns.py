"""Turns of a seat that are over, for as long as they can be taken back: what their clocks had used."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction

from .clocks import ClockRow


@dataclass(frozen=True, slots=True)
class EndedTurnRow:
    """Of a clock (`ClockRow`) at the end of its turn: bank: milliseconds when the turn began; used: in all of it."""

    game: int
    seat: int
    turn: int
    bank: int
    used: int
    told: int
    late_at: int | None
    drawn: int


async def put(tx: Transaction, clock: ClockRow) -> None:
    """The turn of this clock, which stands still, is over."""
    await tx.run(
        f"INSERT OR REPLACE INTO ended_turns ({columns(EndedTurnRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (clock.game, clock.seat, clock.turn, clock.bank, clock.used, clock.told, clock.late_at, clock.drawn),
    )


async def taken_back(source: Source, game: int, seat: int, turn: int) -> list[EndedTurnRow]:
    """Turns of the seat that never ended, oldest first: those whose checkpoint was undone, and `turn` itself."""
    found = await source.rows(
        f"SELECT {columns(EndedTurnRow)} FROM ended_turns e WHERE game = ?1 AND seat = ?2 AND (turn = ?3 OR turn > 0"
        " AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.game = ?1 AND d.n = e.turn AND d.undone_at IS NULL))"
        " ORDER BY turn",
        (game, seat, turn),
    )
    return [EndedTurnRow(*row) for row in found]


async def forget(tx: Transaction, game: int, seat: int, since: int = 0) -> None:
    """Those of the seat that began at the checkpoint `since`, or later."""
    await tx.run("DELETE FROM ended_turns WHERE game = ? AND seat = ? AND turn >= ?", (game, seat, since))
