"""Pauses: the reasons why the clocks of a table are stopped. They run while there is no reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage import queries
from storage.database import Transaction
from storage.engine import Source
from storage.kinds import PauseReason
from storage.queries import join_columns


@dataclass(frozen=True, slots=True)
class PauseRow:
    """One reason why a table is paused."""

    game: int
    """Number of the table (`GameRow.id`)."""
    reason: PauseReason
    """A table may pause for several; its clocks run again when all have ended."""
    since_at: int
    """Begin; a changed end leaves it as it is."""
    until_at: int | None = None
    """When the pause ends automatically; None: it is ended by a person."""


async def load_pauses(source: Source, game: int) -> dict[PauseReason, PauseRow]:
    """Return the game's pauses by reason."""
    return {row.reason: row for row in (await load_pauses_by_game(source, (game,)))[game]}


async def load_pauses_by_game(source: Source, games: Sequence[int]) -> dict[int, list[PauseRow]]:
    """Return the pauses of many games, by game, each list ordered by reason."""
    rows_by_game = await queries.load_rows_by_game(source, PauseRow, "pauses", games, "reason")
    return {game: [replace(row, reason=PauseReason(row.reason)) for row in rows] for game, rows in rows_by_game.items()}


async def begin_pause(tx: Transaction, row: PauseRow) -> None:
    """Pause for this reason, or change when an existing pause ends. Its start does not change."""
    await tx.execute(
        f"INSERT INTO pauses ({join_columns(PauseRow)}) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (game, reason) DO UPDATE SET until_at = excluded.until_at",
        (row.game, row.reason, row.since_at, row.until_at),
    )


async def end_pause(tx: Transaction, game: int, reason: PauseReason) -> bool:
    """End the pause for this reason. Return whether there was one."""
    return bool(await tx.execute("DELETE FROM pauses WHERE game = ? AND reason = ? RETURNING reason", (game, reason)))
