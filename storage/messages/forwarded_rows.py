"""Forwarded presses: interactions that one process received and another one, the owner of their table, handles.

The process that deletes a row answers its press: the owner of the table, or, if none has come in time, the writer of
the row. So each press is answered once. A payload holds the token that allows answering, so it must reach no log. Times
are those of the database's clock, since the clocks of machines need not agree.
"""

from dataclasses import dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column

CHANNEL = "teban_forwarded"
"""The channel that a server's processes listen to: it is notified of each new row (storage/migrations_pg)."""


@dataclass(frozen=True, slots=True)
class ForwardedRow:
    """A press that waits for the owner of its table."""

    id: int
    """Discord's id of the interaction."""
    guild_id: int = field(metadata=in_column("home"))
    """The server of the table, or another id of the same shard, which decides about the owner."""
    payload: bytes = field(repr=False)
    """Opaque here, and a secret."""
    age_ms: int = 0
    """How long it has waited when it is taken."""


async def add_row(tx: Transaction, row: ForwardedRow) -> None:
    await tx.execute(
        f"INSERT INTO forwarded (id, home, payload, at) VALUES (?, ?, ?, {tx.now}) ON CONFLICT (id) DO NOTHING",
        (row.id, row.guild_id, row.payload),
    )


async def take_row(tx: Transaction, row_id: int) -> ForwardedRow | None:
    """Delete a row and return it, in the transaction of the process that answers. None: another one has taken it."""
    rows = await tx.execute(f"DELETE FROM forwarded WHERE id = ? RETURNING id, home, payload, {tx.now} - at", (row_id,))
    return ForwardedRow(*rows[0]) if rows else None


async def list_ids(source: Source) -> list[int]:
    """Return the presses about tables of this process, oldest first."""
    condition = source.ownership.build_condition("home")
    rows = await source.fetch_rows(f"SELECT id FROM forwarded WHERE TRUE{condition} ORDER BY id")
    return [int(row_id) for (row_id,) in rows]


async def trim_rows(tx: Transaction, max_age_ms: int) -> None:
    """Delete presses that have waited for longer: nobody can answer them any more."""
    await tx.execute(f"DELETE FROM forwarded WHERE at < {tx.now} - ?", (max_age_ms,))
