"""Stretches: who held a seat from which decision on."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class StretchRow:
    """From decision from_n on the seat was held by a person, or played by a computer player (policy)."""

    game: int
    seat: int
    from_n: int
    person: int | None
    policy: str | None = None


async def begin(tx: Transaction, row: StretchRow) -> None:
    """A later one of the same decision replaces an earlier one, which then held nothing."""
    await tx.run(
        f"INSERT OR REPLACE INTO stretches ({columns(StretchRow)}) VALUES (?, ?, ?, ?, ?)",
        (row.game, row.seat, row.from_n, row.person, row.policy),
    )


async def of_game(source: Source, game: int) -> list[StretchRow]:
    """By seat, in order."""
    found = await source.rows(
        f"SELECT {columns(StretchRow)} FROM stretches WHERE game = ? ORDER BY seat, from_n", (game,)
    )
    return [StretchRow(*row) for row in found]


async def of_engine(source: Source, engine: str) -> dict[int, list[StretchRow]]:
    """Of all games of one kind in which a seat changed hands, by game, each by seat and in order."""
    found = await source.rows(
        f"SELECT {columns(StretchRow)} FROM stretches WHERE game IN (SELECT s.game FROM stretches s"
        " JOIN games ON games.id = s.game WHERE games.engine = ? AND s.from_n > 1) ORDER BY game, seat, from_n",
        (engine,),
    )
    by_game: dict[int, list[StretchRow]] = {}
    for row in found:
        by_game.setdefault(row[0], []).append(StretchRow(*row))
    return by_game


async def given_up(source: Source, person: int) -> list[int]:
    """When seats of the person went to somebody else: the times of the decisions from which others held them."""
    found = await source.rows(
        "SELECT coalesce((SELECT at FROM decisions d WHERE d.game = s.game AND d.n <= later.from_n ORDER BY d.n DESC"
        " LIMIT 1), 0) FROM stretches s JOIN stretches later ON later.game = s.game AND later.seat = s.seat"
        " AND later.from_n > s.from_n WHERE s.person = ?1 AND later.person IS NOT NULL AND later.person <> ?1",
        (person,),
    )
    return [int(at) for (at,) in found]
