"""How far each person has looked at a game, for "what changed"."""

from __future__ import annotations

from storage.database import Source, Transaction


async def get(source: Source, game: int, person: int) -> int:
    """The last decision that the person has seen; 0 = none."""
    found = await source.rows("SELECT n FROM seen WHERE game = ? AND person = ?", (game, person))
    return int(found[0][0]) if found else 0


async def mark(tx: Transaction, game: int, person: int, n: int) -> None:
    """The person has seen everything up to decision n. It never goes back."""
    await tx.run(
        "INSERT INTO seen (game, person, n) VALUES (?, ?, ?)"
        " ON CONFLICT (game, person) DO UPDATE SET n = max(n, excluded.n)",
        (game, person, n),
    )
