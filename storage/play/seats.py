"""Seats of a table. A seat is held by a person or a computer player, or was given up and is open to others."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from storage import queries
from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns

SeatKind = Literal["person", "computer", "open"]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat."""

    game: int
    """Number of the table (`GameRow.id`)."""
    seat: int
    """0 .. n-1."""
    kind: SeatKind
    """"open": nobody holds it, and a successor is sought."""
    person: int | None
    """Set for kind "person" only."""
    policy: str | None
    """Set for kind "computer" only."""
    colour: str | None
    """None: not chosen yet."""
    joined_at: int
    """When its holder sat down; for an open seat, when the one before did."""
    autopilot_policy: str | None = field(default=None, metadata=in_column("relief"))
    """Autopilot: the policy that answers for an absent person until their next answer."""
    substitute: int | None = field(default=None, metadata=in_column("sitter"))
    """Substitute: another person who answers for the holder until `substitute_until`."""
    substitute_until: int | None = field(default=None, metadata=in_column("sitter_until"))
    """End of the substitution; None without a substitute."""


async def load_seats(source: Source, game: int) -> list[SeatRow]:
    """Return the game's seats in order."""
    rows = await source.fetch_rows(f"SELECT {join_columns(SeatRow)} FROM seats WHERE game = ? ORDER BY seat", (game,))
    return [SeatRow(*row) for row in rows]


async def load_seats_by_game(source: Source, games: Sequence[int]) -> dict[int, list[SeatRow]]:
    """Return the seats of many games, by game, each list in order."""
    return await queries.load_rows_by_game(source, SeatRow, "seats", games, "game, seat")


async def save_seat(tx: Transaction, row: SeatRow) -> None:
    """Save a seat, replacing an earlier holder. Raises DuplicateRow if the person has a seat at this table already."""
    await tx.execute(
        f"INSERT INTO seats ({join_columns(SeatRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
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
            row.autopilot_policy,
            row.substitute,
            row.substitute_until,
        ),
    )


async def set_autopilot(tx: Transaction, game: int, seat: int, policy: str | None) -> None:
    """Set the policy that answers for the person on the seat; None: the person answers."""
    await tx.execute("UPDATE seats SET relief = ? WHERE game = ? AND seat = ?", (policy, game, seat))


async def replace_seats(tx: Transaction, game: int, seats: Sequence[SeatRow]) -> None:
    """Replace all seats, e.g. in another order, before the start. Raises InvalidRow once the game has decisions."""
    await tx.execute("DELETE FROM seats WHERE game = ?", (game,))
    for row in seats:
        if row.game != game:
            raise ValueError(f"a seat of game {row.game} among those of game {game}")
        await save_seat(tx, row)
