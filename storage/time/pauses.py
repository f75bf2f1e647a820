"""Pauses: the reasons why the clocks of a table stand still. They run when there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage import many
from storage.columns import columns
from storage.database import Source, Transaction

from .kinds import Pause


@dataclass(frozen=True, slots=True)
class PauseRow:
    """until_at: when it ends by itself; None: when somebody ends it."""

    game: int
    reason: Pause
    since_at: int
    until_at: int | None = None


async def of_game(source: Source, game: int) -> dict[Pause, PauseRow]:
    """By reason."""
    return {row.reason: row for row in (await of_games(source, (game,)))[game]}


async def of_games(source: Source, games: Sequence[int]) -> dict[int, list[PauseRow]]:
    """Of many games, each by reason."""
    found = await many.of_games(source, PauseRow, "pauses", games, "reason")
    return {game: [replace(row, reason=Pause(row.reason)) for row in rows] for game, rows in found.items()}


async def begin(tx: Transaction, row: PauseRow) -> None:
    """Pause for this reason, or until another time. Since when does not change."""
    await tx.run(
        f"INSERT INTO pauses ({columns(PauseRow)}) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (game, reason) DO UPDATE SET until_at = excluded.until_at",
        (row.game, row.reason, row.since_at, row.until_at),
    )


async def end(tx: Transaction, game: int, reason: Pause) -> bool:
    """Whether there was such a reason."""
    return bool(await tx.run("DELETE FROM pauses WHERE game = ? AND reason = ? RETURNING reason", (game, reason)))
