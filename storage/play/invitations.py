"""Invitations to a seat of a game in play, for good or as a substitute until a date; and guests of a table that has not
started.
"""

from dataclasses import astuple, dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import build_upsert, in_column, join_columns


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """An invitation to one seat."""

    game: int
    """Number of the table (`GameRow.id`)."""
    seat: int
    """Its seat; there is one invitation to a seat at a time."""
    person: int | None
    """The invited person; None: anybody may take the seat."""
    until_at: int | None
    """End of the substitution; None: the seat is taken for good."""
    asked_by: int
    """The person who invites: the holder, for an open seat another player, or a moderator."""
    invited_at: int = field(metadata=in_column("at"))
    """When it was made, or last replaced."""


async def save_invitation(tx: Transaction, row: InvitationRow) -> None:
    """Save an invitation, replacing an earlier one to the seat."""
    await tx.execute(build_upsert(InvitationRow, "invitations", "game", "seat"), astuple(row))


async def load_invitation(source: Source, game: int, seat: int) -> InvitationRow | None:
    rows = await source.fetch_rows(
        f"SELECT {join_columns(InvitationRow)} FROM invitations WHERE game = ? AND seat = ?", (game, seat)
    )
    return InvitationRow(*rows[0]) if rows else None


async def delete_invitation(tx: Transaction, game: int, seat: int) -> None:
    """Delete the invitation to the seat."""
    await tx.execute("DELETE FROM invitations WHERE game = ? AND seat = ?", (game, seat))


async def add_guest(tx: Transaction, game: int, person: int, at: int) -> None:
    """Add a guest. A person who is a guest already keeps their place in the order."""
    await tx.execute(
        "INSERT INTO guests (game, person, at) VALUES (?, ?, ?) ON CONFLICT (game, person) DO NOTHING",
        (game, person, at),
    )


async def load_guests(source: Source, game: int) -> tuple[int, ...]:
    """Return the ids of the table's guests in the order of invitation."""
    rows = await source.fetch_rows("SELECT person FROM guests WHERE game = ? ORDER BY at, person", (game,))
    return tuple(int(person) for (person,) in rows)


async def load_games_of_guest(source: Source, person: int) -> tuple[int, ...]:
    """Return the ids of the tables where the person is a guest."""
    rows = await source.fetch_rows("SELECT game FROM guests WHERE person = ?", (person,))
    return tuple(int(game) for (game,) in rows)


async def remove_guest(tx: Transaction, game: int, person: int) -> None:
    await tx.execute("DELETE FROM guests WHERE game = ? AND person = ?", (game, person))


async def remove_all_guests(tx: Transaction, game: int) -> None:
    """Delete all guests of a table that has started or is closed."""
    await tx.execute("DELETE FROM guests WHERE game = ?", (game,))
