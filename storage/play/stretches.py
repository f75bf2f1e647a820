"""Stretches: who held a seat, and who answered there, from which decision on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storage import many
from storage.columns import columns
from storage.database import Source, Transaction

Why = Literal["start", "relief", "sitter", "back", "resigned", "offered", "vacated", "removed", "taken", "autopilot"]
"""relief: a computer player answers for the holder; sitter: another person does; back: the holder again; resigned,
offered (somebody else is sought), vacated (late for too long), removed (by a moderator): the seat is open; taken: by a
successor; autopilot: a computer player holds it.
"""


@dataclass(frozen=True, slots=True)
class StretchRow:
    """From decision from_n on the seat was held by `holder` (None: nobody, or a computer player), and answered by a
    person or a computer player (policy). nth: of the seat, from 1.
    """

    game: int
    seat: int
    from_n: int
    person: int | None
    policy: str | None = None
    holder: int | None = None
    why: Why = "start"
    at: int = 0
    nth: int = 0


async def begin(tx: Transaction, row: StretchRow) -> None:
    """A stretch begins, whatever its nth says; the one before is over, even if nothing was decided in it."""
    await tx.run(
        f"INSERT INTO stretches ({columns(StretchRow)})"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(max(nth), 0) + 1 FROM stretches"
        " WHERE game = ?1 AND seat = ?2",
        (row.game, row.seat, row.from_n, row.person, row.policy, row.holder, row.why, row.at),
    )


async def of_game(source: Source, game: int) -> list[StretchRow]:
    """By seat, in order."""
    found = await source.rows(f"SELECT {columns(StretchRow)} FROM stretches WHERE game = ? ORDER BY seat, nth", (game,))
    return [StretchRow(*row) for row in found]


async def of_games(source: Source, games: Sequence[int]) -> dict[int, list[StretchRow]]:
    """Of many games, each by seat and in order."""
    return await many.of_games(source, StretchRow, "stretches", games, "game, seat, nth")


async def of_engine(source: Source, engine: str) -> dict[int, list[StretchRow]]:
    """Of all games of one kind in which a seat changed hands, by game, each by seat and in order."""
    found = await source.rows(
        f"SELECT {columns(StretchRow)} FROM stretches WHERE game IN (SELECT s.game FROM stretches s"
        " JOIN games ON games.id = s.game WHERE games.engine = ? AND s.from_n > 1) ORDER BY game, seat, nth",
        (engine,),
    )
    by_game: dict[int, list[StretchRow]] = {}
    for row in found:
        by_game.setdefault(row[0], []).append(StretchRow(*row))
    return by_game


async def stood_in(source: Source, person: int, since: int) -> int:
    """In how many games that were finished since then the person sat in for somebody, or took a seat and kept it."""
    [(found,)] = await source.rows(
        "SELECT count(DISTINCT s.game) FROM stretches s JOIN results r ON r.game = s.game AND r.seat = s.seat"
        " WHERE s.person = ?1 AND r.at >= ?2 AND (s.why = 'sitter' OR s.why = 'taken' AND r.person = ?1)",
        (person, since),
    )
    return int(found)


async def given_up(source: Source, person: int) -> list[int]:
    """When seats of the person came to be open: times. A seat for which the person had sought somebody else is none,
    nor is one that was given up where all but one did.
    """
    found = await source.rows(
        "SELECT later.at FROM stretches s JOIN stretches later ON later.game = s.game AND later.seat = s.seat"
        " AND later.nth = s.nth + 1 JOIN games ON games.id = s.game WHERE s.holder = ?1"
        " AND (later.why IN ('vacated', 'removed') OR later.why = 'resigned' AND games.ending IS NOT 'conceded')",
        (person,),
    )
    return [int(at) for (at,) in found]
