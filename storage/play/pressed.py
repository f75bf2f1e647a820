"""Who pressed the printed answer of somebody who was late."""

from __future__ import annotations

from collections.abc import Sequence

from storage.database import Source, Transaction


async def put(tx: Transaction, game: int, n: int, people: Sequence[int]) -> None:
    """These people pressed decision n."""
    for person in people:
        await tx.run("INSERT INTO pressed (game, n, person) VALUES (?, ?, ?)", (game, n, person))


async def of_game(source: Source, game: int) -> dict[int, tuple[int, ...]]:
    """People by decision."""
    found: dict[int, tuple[int, ...]] = {}
    for n, person in await source.rows("SELECT n, person FROM pressed WHERE game = ? ORDER BY n, person", (game,)):
        found[n] = (*found.get(n, ()), person)
    return found
