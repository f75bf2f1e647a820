"""Forwarded presses: what reached this process about a table of another one, which does it.

The process that deletes a row answers its press: the owner of the table, or, if none has come in time, the writer of
the row. So it is done once. A payload holds the token that allows answering, so it must reach no log.
"""

from dataclasses import dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, list_columns

CHANNEL = "teban_forwarded"
"""The channel that a server's processes listen to: it is notified of each new row (storage/migrations_pg)."""


@dataclass(frozen=True, slots=True)
class ForwardedRow:
    """A press that waits for the owner of its table."""

    id: int
    """Discord's id of the interaction."""
    home: int
    """The server whose shard the table belongs to."""
    payload: bytes = field(repr=False)
    """Opaque here, and a secret."""
    forwarded_at: int = field(metadata=in_column("at"))


async def add_row(tx: Transaction, row: ForwardedRow) -> None:
    await tx.execute(
        f"INSERT INTO forwarded ({list_columns(ForwardedRow)}) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
        (row.id, row.home, row.payload, row.forwarded_at),
    )


async def take_row(tx: Transaction, row_id: int) -> ForwardedRow | None:
    """Delete a row and return it, in the transaction of the process that answers. None: another one has taken it."""
    rows = await tx.execute(f"DELETE FROM forwarded WHERE id = ? RETURNING {list_columns(ForwardedRow)}", (row_id,))
    return ForwardedRow(*rows[0]) if rows else None


async def find_ids(source: Source) -> list[int]:
    """Return the presses about tables of this process, oldest first."""
    own = source.ownership.build_condition("home")
    rows = await source.fetch_rows(f"SELECT id FROM forwarded WHERE TRUE{own} ORDER BY id")
    return [int(row_id) for (row_id,) in rows]


async def trim_rows(tx: Transaction, before: int) -> None:
    """Delete presses that were forwarded before this time: nobody can answer them any more."""
    await tx.execute("DELETE FROM forwarded WHERE at < ?", (before,))
