"""Guests: people whom the host of a table that has not started has named. Afterwards they are nobody's business."""

from __future__ import annotations

from storage.database import Source, Transaction


async def put(tx: Transaction, game: int, person: int, at: int) -> None:
    """Somebody who is a guest already stays where they are in the order."""
    await tx.run("INSERT OR IGNORE INTO guests (game, person, at) VALUES (?, ?, ?)", (game, person, at))


async def of_game(source: Source, game: int) -> tuple[int, ...]:
    """Their ids in the order in which they were named."""
    found = await source.rows("SELECT person FROM guests WHERE game = ? ORDER BY at, rowid", (game,))
    return tuple(int(person) for (person,) in found)


async def of_person(source: Source, person: int) -> tuple[int, ...]:
    """The tables whose guest somebody is."""
    found = await source.rows("SELECT game FROM guests WHERE person = ?", (person,))
    return tuple(int(game) for (game,) in found)


async def remove(tx: Transaction, game: int, person: int) -> None:
    await tx.run("DELETE FROM guests WHERE game = ? AND person = ?", (game, person))


async def clear(tx: Transaction, game: int) -> None:
    """The table has started, or is closed."""
    await tx.run("DELETE FROM guests WHERE game = ?", (game,))
