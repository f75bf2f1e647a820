"""Standing answers that a seat has given on a topic. Private: only the seat itself may be told."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class OrderRow:
    """value: opaque, the key of the order."""

    game: int
    seat: int
    topic: str
    value: str
    at: int


async def of_game(source: Source, game: int) -> list[OrderRow]:
    """By seat and topic."""
    found = await source.rows(f"SELECT {columns(OrderRow)} FROM orders WHERE game = ? ORDER BY seat, topic", (game,))
    return [OrderRow(*row) for row in found]


async def put(tx: Transaction, row: OrderRow) -> None:
    """Give the order; an earlier one on the topic is replaced."""
    await tx.run(
        f"INSERT INTO orders ({columns(OrderRow)}) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (game, seat, topic) DO UPDATE SET value = excluded.value, at = excluded.at",
        (row.game, row.seat, row.topic, row.value, row.at),
    )


async def revoke(tx: Transaction, game: int, seat: int, topic: str) -> bool:
    """False: there was none."""
    return bool(
        await tx.run(
            "DELETE FROM orders WHERE game = ? AND seat = ? AND topic = ? RETURNING topic", (game, seat, topic)
        )
    )


async def revoke_all(tx: Transaction, game: int, seat: int) -> None:
    """The seat has another holder."""
    await tx.run("DELETE FROM orders WHERE game = ? AND seat = ?", (game, seat))
