"""Seat tenures: the holder of a seat, and the person or computer player who answered there, from which decision on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from storage import queries
from storage.database import Source, Transaction
from storage.queries import in_column, list_columns

TenureReason = Literal[
    "start", "relief", "sitter", "back", "resigned", "offered", "vacated", "removed", "taken", "autopilot"
]
"""Why a tenure began. relief: a computer player answers for the holder; sitter: a substitute does; back: the holder
answers again; resigned, offered (a successor is sought), vacated (late for too long), removed (by a moderator): the
seat is open; taken: by a successor; autopilot: a computer player holds the seat.
"""


@dataclass(frozen=True, slots=True)
class TenureRow:
    """One tenure of a seat. It lasts until the next one of the seat."""

    game: int
    seat: int
    from_n: int
    """First decision of the tenure."""
    person: int | None
    """The person who answers; None: a computer player (`policy`), or the seat is open."""
    policy: str | None = None
    holder: int | None = None
    """The person whose seat it is; None: a computer player, or the seat is open."""
    why: TenureReason = "start"
    began_at: int = field(default=0, metadata=in_column("at"))
    nth: int = 0
    """Number of the tenure within the seat, from 1."""


async def begin_tenure(tx: Transaction, row: TenureRow) -> None:
    """Begin a tenure and end the one before, even if that had no decision. `nth` of the row is ignored."""
    await tx.execute(
        f"INSERT INTO stretches ({list_columns(TenureRow)})"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(max(nth), 0) + 1 FROM stretches"
        " WHERE game = ?1 AND seat = ?2",
        (row.game, row.seat, row.from_n, row.person, row.policy, row.holder, row.why, row.began_at),
    )


async def load_tenures(source: Source, game: int) -> list[TenureRow]:
    """Return the game's tenures by seat, in order."""
    rows = await source.fetch_rows(
        f"SELECT {list_columns(TenureRow)} FROM stretches WHERE game = ? ORDER BY seat, nth", (game,)
    )
    return [TenureRow(*row) for row in rows]


async def load_tenures_by_game(source: Source, games: Sequence[int]) -> dict[int, list[TenureRow]]:
    """Return the tenures of many games, by game, each list by seat and in order."""
    return await queries.load_rows_by_game(source, TenureRow, "stretches", games, "game, seat, nth")


async def load_tenures_of_engine(source: Source, engine: str) -> dict[int, list[TenureRow]]:
    """Return the tenures of all games of one title in which a seat changed hands, by game, each list by seat and in
    order.
    """
    rows = await source.fetch_rows(
        f"SELECT {list_columns(TenureRow)} FROM stretches WHERE game IN (SELECT s.game FROM stretches s"
        " JOIN games ON games.id = s.game WHERE games.engine = ? AND s.from_n > 1) ORDER BY game, seat, nth",
        (engine,),
    )
    by_game: dict[int, list[TenureRow]] = {}
    for row in rows:
        by_game.setdefault(row[0], []).append(TenureRow(*row))
    return by_game


async def count_substitutions(source: Source, person: int, since: int) -> int:
    """Return in how many games finished since `since` the person was a substitute, or took over a seat and kept it."""
    [(count,)] = await source.fetch_rows(
        "SELECT count(DISTINCT s.game) FROM stretches s JOIN results r ON r.game = s.game AND r.seat = s.seat"
        " WHERE s.person = ?1 AND r.at >= ?2 AND (s.why = 'sitter' OR s.why = 'taken' AND r.person = ?1)",
        (person, since),
    )
    return int(count)


async def find_abandonment_times(source: Source, person: int) -> list[int]:
    """Return the times when seats of the person became open. Seats for which the person sought a successor do not
    count, nor do seats resigned in a game that all but one player resigned.
    """
    rows = await source.fetch_rows(
        "SELECT later.at FROM stretches s JOIN stretches later ON later.game = s.game AND later.seat = s.seat"
        " AND later.nth = s.nth + 1 JOIN games ON games.id = s.game WHERE s.holder = ?1"
        " AND (later.why IN ('vacated', 'removed') OR later.why = 'resigned' AND games.ending IS NOT 'conceded')",
        (person,),
    )
    return [int(at) for (at,) in rows]
