"""Clocks: how much of its turn a seat has used. One clock for a turn, however many questions it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .columns import columns
from .database import Source, Transaction


@dataclass(frozen=True, slots=True)
class ClockRow:
    """turn: the checkpoint at which the turn began; used: milliseconds before `running_since`, which is None while the
    seat is not asked.
    """

    game: int
    seat: int
    turn: int
    used: int
    running_since: int | None

    def used_by(self, now: int) -> int:
        """Milliseconds used in all. A clock of the machine that went back takes nothing away."""
        return self.used + (0 if self.running_since is None else max(0, now - self.running_since))


async def of_game(source: Source, game: int) -> dict[int, ClockRow]:
    """By seat."""
    found = await source.rows(f"SELECT {columns(ClockRow)} FROM clocks WHERE game = ?", (game,))
    return {row.seat: row for row in (ClockRow(*values) for values in found)}


async def run(tx: Transaction, game: int, turns: Mapping[int, int], *, at: int) -> dict[int, ClockRow]:
    """From now on exactly the clocks of these seats run, each for the turn that began at the given checkpoint.

    A clock of another turn begins anew; a clock that runs already goes on; all others stop. Returns those that run.
    """
    before = await of_game(tx, game)
    for seat, row in before.items():
        if seat not in turns and row.running_since is not None:
            await _put(tx, ClockRow(game, seat, row.turn, row.used_by(at), None))
    running = {}
    for seat, turn in turns.items():
        known = before.get(seat)
        if known is None or known.turn != turn:
            known = ClockRow(game, seat, turn, 0, at)
            await _put(tx, known)
        elif known.running_since is None:
            known = ClockRow(game, seat, turn, known.used, at)
            await _put(tx, known)
        running[seat] = known
    return running


async def _put(tx: Transaction, row: ClockRow) -> None:
    await tx.run(
        f"INSERT OR REPLACE INTO clocks ({columns(ClockRow)}) VALUES (?, ?, ?, ?, ?)",
        (row.game, row.seat, row.turn, row.used, row.running_since),
    )
