"""Checkpoints: the encoded State after a decision, and archives of them for games that ended long ago.

All checkpoints are kept; one is valid while its decision is not undone.
"""

from dataclasses import dataclass, field

from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """The State after one decision."""

    game: int
    """Number of the table (`GameRow.id`)."""
    n: int
    """Number of the decision; 0: after the shuffle."""
    step: int
    """The next question."""
    state: bytes
    """Opaque here, compressed by the caller."""
    saved_at: int = field(metadata=in_column("at"))
    """When it was saved."""
    turn_info: bytes | None = field(default=None, metadata=in_column("moment"))
    """Turn info at this checkpoint, opaque here; None if it was not saved yet."""


@dataclass(frozen=True, slots=True)
class CheckpointOutlineRow:
    """A checkpoint without its State."""

    n: int
    """Number of the decision; 0: after the shuffle."""
    saved_at: int = field(metadata=in_column("at"))
    """When it was saved: the end of the turn."""
    turn_info: bytes | None = field(metadata=in_column("moment"))
    """As in `CheckpointRow`."""


_SELECT_VALID = (
    f"SELECT {join_columns(CheckpointRow, 'c')} FROM checkpoints c"
    " LEFT JOIN decisions d ON d.game = c.game AND d.n = c.n"
    " WHERE c.game = ? AND (c.n = 0 OR d.undone_at IS NULL)"
)


async def save_checkpoint(tx: Transaction, row: CheckpointRow) -> None:
    """Save a checkpoint. Raises InvalidRow if there is no decision n, DuplicateRow if it has a checkpoint."""
    await tx.execute(
        f"INSERT INTO checkpoints ({join_columns(CheckpointRow)}) VALUES (?, ?, ?, ?, ?, ?)",
        (row.game, row.n, row.step, row.state, row.saved_at, row.turn_info),
    )


async def rewrite_state(tx: Transaction, row: CheckpointRow) -> None:
    """Replace the State of a checkpoint by the one that newer rules write."""
    await tx.execute("UPDATE checkpoints SET state = ? WHERE game = ? AND n = ?", (row.state, row.game, row.n))


async def load_latest(source: Source, game: int, max_n: int | None = None) -> CheckpointRow | None:
    """Return the newest valid checkpoint (with n <= max_n, if given). To resume a game, start from it and apply
    `decisions.load_active(after=n)`.
    """
    if max_n is None:
        rows = await source.fetch_rows(f"{_SELECT_VALID} ORDER BY c.n DESC LIMIT 1", (game,))
    else:
        rows = await source.fetch_rows(f"{_SELECT_VALID} AND c.n <= ? ORDER BY c.n DESC LIMIT 1", (game, max_n))
    return CheckpointRow(*rows[0]) if rows else None


async def is_valid(source: Source, game: int, n: int) -> bool:
    """Return whether decision n, which ended a turn, has not been undone."""
    return bool(
        await source.fetch_rows("SELECT 1 FROM decisions WHERE game = ? AND n = ? AND undone_at IS NULL", (game, n))
    )


async def load_outlines(source: Source, game: int) -> list[CheckpointOutlineRow]:
    """Return all valid checkpoints without their States, oldest first."""
    rows = await source.fetch_rows(
        f"SELECT {join_columns(CheckpointOutlineRow, 'c')} FROM checkpoints c"
        " LEFT JOIN decisions d ON d.game = c.game AND d.n = c.n"
        " WHERE c.game = ? AND (c.n = 0 OR d.undone_at IS NULL) ORDER BY c.n",
        (game,),
    )
    return [CheckpointOutlineRow(*row) for row in rows]


async def set_turn_info(tx: Transaction, game: int, n: int, turn_info: bytes) -> None:
    """Save the turn info of a checkpoint that an earlier version wrote without it."""
    await tx.execute("UPDATE checkpoints SET moment = ? WHERE game = ? AND n = ?", (turn_info, game, n))


TABLES_TO_CLEAR = ("orders", "clocks", "ended_turns", "asked", "pauses")
"""SQL tables about a game in play; their rows are useless once it has ended."""


async def list_archivable_games(source: Source, before: int) -> list[int]:
    """Return ids of this process's games that ended before `before` and are not archived yet, oldest first."""
    rows = await source.fetch_rows(
        "SELECT id FROM games WHERE status IN ('over', 'ended') AND started_at IS NOT NULL AND ended_at < ?"
        f" AND NOT EXISTS (SELECT 1 FROM archives WHERE game = id){source.ownership.build_condition('guild_id')}"
        " ORDER BY id",
        (before,),
    )
    return [int(game) for (game,) in rows]


async def load_states(source: Source, game: int) -> list[tuple[int, bytes]]:
    """Return (n, State) of every checkpoint whose decision is not undone."""
    rows = await source.fetch_rows(
        "SELECT c.n, c.state FROM checkpoints c LEFT JOIN decisions d ON d.game = c.game AND d.n = c.n"
        " WHERE c.game = ? AND (c.n = 0 OR d.undone_at IS NULL) ORDER BY c.n",
        (game,),
    )
    return [(int(n), bytes(state)) for n, state in rows]


async def archive_states(tx: Transaction, game: int, archive: bytes) -> None:
    """Move the States of a game from its checkpoints to the archive, and delete rows that only a game in play needs."""
    await tx.execute("INSERT INTO archives (game, states) VALUES (?, ?)", (game, archive))
    await tx.execute("UPDATE checkpoints SET state = x'' WHERE game = ?", (game,))
    for table in TABLES_TO_CLEAR:
        await tx.execute(f"DELETE FROM {table} WHERE game = ?", (game,))


async def load_archive(source: Source, game: int) -> bytes | None:
    rows = await source.fetch_rows("SELECT states FROM archives WHERE game = ?", (game,))
    return bytes(rows[0][0]) if rows else None
