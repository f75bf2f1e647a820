"""Inbox rows: what a table has to do because of something that happened elsewhere, to a person with a seat there.

The transaction that causes it writes a row for each table; the transaction that does it deletes the row. So the
work is done exactly once, and no transaction changes several tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.kinds import InboxKind, TimerKind
from storage.queries import in_column, join_columns

CHANNEL = "teban_inbox"
"""The channel that a server's processes listen to: it is notified of new rows (storage/migrations_pg)."""
OUTAGE_KINDS = (InboxKind.OUTAGE, InboxKind.OUTAGE_SETTLED)
"""Kinds of rows that are done before their table is locked by anybody."""


@dataclass(frozen=True, slots=True)
class InboxRow:
    """A task that waits for a table."""

    id: int
    """Rises in the order in which one process writes. Another process may give a later row a lower one."""
    game: int
    """The table that has to do it."""
    kind: str
    """One of `InboxKind`."""
    person: int | None
    """The person to whom it happened; None: it concerns the whole table."""
    payload: bytes
    """Opaque here."""
    happened_at: int = field(metadata=in_column("at"))
    """When the row was written."""


async def add_rows(
    tx: Transaction, games: Sequence[int], kind: InboxKind, person: int | None, at: int, payload: bytes = b""
) -> None:
    """Add a row for each of these tables."""
    for game in games:
        await tx.execute(
            "INSERT INTO inbox (game, kind, person, payload, at) VALUES (?, ?, ?, ?, ?)",
            (game, kind, person, payload, at),
        )


async def take_row(tx: Transaction, row_id: int) -> bool:
    """Delete a row in the transaction of its work. Return False if the work was done before."""
    return bool(await tx.execute("DELETE FROM inbox WHERE id = ? RETURNING id", (row_id,)))


async def delete_rows(tx: Transaction, game: int, person: int, kind: InboxKind) -> None:
    """Delete a table's rows about a person, because the work was done without them."""
    await tx.execute("DELETE FROM inbox WHERE game = ? AND person = ? AND kind = ?", (game, person, kind))


async def load_rows(source: Source, game: int) -> list[InboxRow]:
    """Return the rows of a table, those of one process in the order in which it wrote them."""
    rows = await source.fetch_rows(f"SELECT {join_columns(InboxRow)} FROM inbox WHERE game = ? ORDER BY id", (game,))
    return [InboxRow(*row) for row in rows]


async def mark_outage_settled(tx: Transaction, row_id: int) -> bool:
    """Turn the row of an outage into one that asks for new deadlines. Return False if it was settled before."""
    return bool(
        await tx.execute(
            "UPDATE inbox SET kind = ? WHERE id = ? AND kind = ? RETURNING id",
            (InboxKind.OUTAGE_SETTLED, row_id, InboxKind.OUTAGE),
        )
    )


def build_settled_condition(column: str) -> str:
    """Return ` AND ...` for rows of tables that have no outage to settle: the times of others are not right yet."""
    return f" AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.game = {column} AND inbox.kind = '{InboxKind.OUTAGE}')"


async def list_games(source: Source) -> list[int]:
    """Return the tables of this process that have something to do."""
    condition = source.ownership.build_game_condition("game")
    rows = await source.fetch_rows(f"SELECT DISTINCT game FROM inbox WHERE TRUE{condition} ORDER BY game")
    return [int(game) for (game,) in rows]


async def list_unsettled_games(source: Source) -> list[int]:
    """Return the tables of this process that have an outage to settle, or deadlines to set after one."""
    condition = source.ownership.build_game_condition("game")
    rows = await source.fetch_rows(
        f"SELECT DISTINCT game FROM inbox WHERE kind IN (?, ?){condition} ORDER BY game", OUTAGE_KINDS
    )
    return [int(game) for (game,) in rows]


async def list_oldest_times(source: Source) -> dict[int, int]:
    """Return when the oldest row of each table of this process was written, by table."""
    condition = source.ownership.build_game_condition("game")
    rows = await source.fetch_rows(f"SELECT game, min(at) FROM inbox WHERE TRUE{condition} GROUP BY game ORDER BY game")
    return {int(game): int(at) for game, at in rows}


async def list_times_by_game(source: Source, person: int, kind: InboxKind) -> dict[int, int]:
    """Return when rows about a person were written that wait, by table."""
    rows = await source.fetch_rows("SELECT game, at FROM inbox WHERE person = ? AND kind = ?", (person, kind))
    return {int(game): int(at) for game, at in rows}


async def list_games_of_person(source: Source, person: int) -> list[int]:
    """Return the tables that a change of the person's hours concerns: those open or in play where they have a seat or
    are a substitute, and those that hold messages back until the person wakes.
    """
    rows = await source.fetch_rows(
        "SELECT id FROM games WHERE status IN ('open', 'playing') AND id IN"
        " (SELECT game FROM seats WHERE person = ?1 UNION ALL SELECT game FROM seats WHERE sitter = ?1)"
        f" UNION SELECT game FROM timers WHERE kind = '{TimerKind.QUIET_HOURS_END}' AND key = ?2"
        " UNION SELECT game FROM outbox WHERE direct = 1 AND target = ?1 AND sent_at IS NULL AND dropped_at IS NULL"
        " ORDER BY 1",
        (person, str(person)),
    )
    return [int(game) for (game,) in rows]
