"""Archives: the States of games that have long ended, packed together."""

from __future__ import annotations

from storage.database import Source, Transaction

OVER_FOR_GOOD = ("orders", "clocks", "ended_turns", "asked", "pauses")
"""Tables of a game in play, which say nothing any more once it has ended."""


async def due(source: Source, before: int) -> list[int]:
    """Games that ended before then and are not packed yet, oldest first."""
    found = await source.rows(
        "SELECT id FROM games WHERE status IN ('over', 'ended') AND started_at IS NOT NULL AND ended_at < ?"
        " AND NOT EXISTS (SELECT 1 FROM archives WHERE game = id) ORDER BY id",
        (before,),
    )
    return [int(game) for (game,) in found]


async def states(source: Source, game: int) -> list[tuple[int, bytes]]:
    """(n, State) of every checkpoint that stands."""
    found = await source.rows(
        "SELECT c.n, c.state FROM checkpoints c LEFT JOIN decisions d ON d.game = c.game AND d.n = c.n"
        " WHERE c.game = ? AND (c.n = 0 OR d.undone_at IS NULL) ORDER BY c.n",
        (game,),
    )
    return [(int(n), bytes(state)) for n, state in found]


async def put(tx: Transaction, game: int, packed: bytes) -> None:
    """From now on the States are here and not at the checkpoints."""
    await tx.run("INSERT INTO archives (game, states) VALUES (?, ?)", (game, packed))
    await tx.run("UPDATE checkpoints SET state = x'' WHERE game = ?", (game,))
    for table in OVER_FOR_GOOD:
        await tx.run(f"DELETE FROM {table} WHERE game = ?", (game,))


async def get(source: Source, game: int) -> bytes | None:
    found = await source.rows("SELECT states FROM archives WHERE game = ?", (game,))
    return bytes(found[0][0]) if found else None
