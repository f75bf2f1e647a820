"""Seats: who sits where.

A seat is a fact of the table: a person, a computer player, or one that was left and is open to others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storage import many
from storage.columns import columns
from storage.database import Source, Transaction

Kind = Literal["person", "computer", "open"]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """seat: 0 .. n-1. person: of kind "person" only; policy: of kind "computer" only. colour: None = no wish yet.

    relief: the policy that answers for an absent person until their next answer. sitter: another person who answers
    for them, until sitter_until.
    """

    game: int
    seat: int
    kind: Kind
    person: int | None
    policy: str | None
    colour: str | None
    joined_at: int
    relief: str | None = None
    sitter: int | None = None
    sitter_until: int | None = None


async def of_game(source: Source, game: int) -> list[SeatRow]:
    """In the order of the seats."""
    found = await source.rows(f"SELECT {columns(SeatRow)} FROM seats WHERE game = ? ORDER BY seat", (game,))
    return [SeatRow(*row) for row in found]


async def of_games(source: Source, games: Sequence[int]) -> dict[int, list[SeatRow]]:
    """Of many games, each in the order of its seats."""
    return await many.of_games(source, SeatRow, "seats", games, "game, seat")


async def put(tx: Transaction, row: SeatRow) -> None:
    """Take a seat, or give it to somebody else. Raises Duplicate if the person sits at this table already."""
    await tx.run(
        f"INSERT INTO seats ({columns(SeatRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (game, seat) DO UPDATE SET kind = excluded.kind, person = excluded.person,"
        " policy = excluded.policy, colour = excluded.colour, joined_at = excluded.joined_at,"
        " relief = excluded.relief, sitter = excluded.sitter, sitter_until = excluded.sitter_until",
        (
            row.game,
            row.seat,
            row.kind,
            row.person,
            row.policy,
            row.colour,
            row.joined_at,
            row.relief,
            row.sitter,
            row.sitter_until,
        ),
    )


async def set_relief(tx: Transaction, game: int, seat: int, policy: str | None) -> None:
    """From now on this policy answers for the person on the seat; None: the person does."""
    await tx.run("UPDATE seats SET relief = ? WHERE game = ? AND seat = ?", (policy, game, seat))


async def replace_all(tx: Transaction, game: int, seats: Sequence[SeatRow]) -> None:
    """All seats anew, in another order, before the start. Raises BadRow once somebody has decided something."""
    await tx.run("DELETE FROM seats WHERE game = ?", (game,))
    for row in seats:
        if row.game != game:
            raise ValueError(f"a seat of game {row.game} among those of game {game}")
        await put(tx, row)
