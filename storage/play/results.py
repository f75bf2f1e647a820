"""Results: how finished games ended, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction

from .games import Ending


@dataclass(frozen=True, slots=True)
class ResultRow:
    """person: who held the seat at the end (None: a computer player, named by `policy`). place 1 = winner."""

    game: int
    seat: int
    person: int | None
    policy: str | None
    place: int
    total: int
    rated: int
    at: int


async def put(tx: Transaction, rows: Sequence[ResultRow]) -> None:
    """The result of a game, or (after an appeal) another one."""
    for row in rows:
        await tx.run(
            f"INSERT OR REPLACE INTO results ({columns(ResultRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (row.game, row.seat, row.person, row.policy, row.place, row.total, row.rated, row.at),
        )


async def missing(source: Source) -> list[int]:
    """Games that are over and have no result yet: those of earlier versions."""
    found = await source.rows(
        "SELECT id FROM games WHERE status = 'over' AND NOT EXISTS (SELECT 1 FROM results WHERE game = id) ORDER BY id"
    )
    return [int(row_id) for (row_id,) in found]


async def of_game(source: Source, game: int) -> list[ResultRow]:
    """In the order of the seats."""
    found = await source.rows(f"SELECT {columns(ResultRow)} FROM results WHERE game = ? ORDER BY seat", (game,))
    return [ResultRow(*row) for row in found]


async def of_engine(source: Source, engine: str, guild: int | None = None) -> list[ResultRow]:
    """All results of one game (of one server), oldest first."""
    found = await source.rows(
        f"SELECT {columns(ResultRow, 'results')} FROM results JOIN games ON games.id = results.game"
        " WHERE games.engine = ?1 AND games.guild_id = coalesce(?2, games.guild_id) ORDER BY results.at, game, seat",
        (engine, guild),
    )
    return [ResultRow(*row) for row in found]


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A result of a person, with the game that was played."""

    game: int
    engine: str
    place: int
    total: int
    rated: int
    at: int


async def of_person(source: Source, person: int) -> list[PlayedRow]:
    """All results of a person, oldest first."""
    found = await source.rows(
        "SELECT game, engine, place, total, rated, at FROM results JOIN games ON games.id = results.game"
        " WHERE person = ? ORDER BY at, game",
        (person,),
    )
    return [PlayedRow(*row) for row in found]


async def ended_early(source: Source, engine: str) -> dict[int, Ending]:
    """How games of one kind with results ended, of those that ended because people gave up or stayed away."""
    found = await source.rows(
        "SELECT id, ending FROM games WHERE engine = ? AND ending IN ('conceded', 'vacated')"
        " AND EXISTS (SELECT 1 FROM results WHERE game = games.id)",
        (engine,),
    )
    return dict(found)
