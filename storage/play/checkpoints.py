"""Checkpoints: the encoded State after a decision. All are kept; one counts as long as its decision is not undone."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """State after decision n (0: after the shuffle), before question `step`. state: opaque, compressed by whoever
    writes it. moment: opaque too; where the game stood then, None if that was not written yet.
    """

    game: int
    n: int
    step: int
    state: bytes
    at: int
    moment: bytes | None = None


@dataclass(frozen=True, slots=True)
class MarkRow:
    """A checkpoint without its State."""

    n: int
    at: int
    moment: bytes | None


_LIVE = (
    f"SELECT {columns(CheckpointRow, 'c')} FROM checkpoints c LEFT JOIN decisions d ON d.game = c.game AND d.n = c.n"
    " WHERE c.game = ? AND (c.n = 0 OR d.undone_at IS NULL)"
)


async def put(tx: Transaction, row: CheckpointRow) -> None:
    """Raises BadRow if there is no decision n, Duplicate if it has a checkpoint."""
    await tx.run(
        f"INSERT INTO checkpoints ({columns(CheckpointRow)}) VALUES (?, ?, ?, ?, ?, ?)",
        (row.game, row.n, row.step, row.state, row.at, row.moment),
    )


async def rewrite(tx: Transaction, row: CheckpointRow) -> None:
    """The State of a checkpoint anew, as newer rules write it."""
    await tx.run("UPDATE checkpoints SET state = ? WHERE game = ? AND n = ?", (row.state, row.game, row.n))


async def latest(source: Source, game: int, upto: int | None = None) -> CheckpointRow | None:
    """The newest checkpoint whose decision stands (with n <= upto, if given): resume there and apply
    `decisions.live(after=n)`.
    """
    if upto is None:
        found = await source.rows(f"{_LIVE} ORDER BY c.n DESC LIMIT 1", (game,))
    else:
        found = await source.rows(f"{_LIVE} AND c.n <= ? ORDER BY c.n DESC LIMIT 1", (game, upto))
    return CheckpointRow(*found[0]) if found else None


async def stands(source: Source, game: int, n: int) -> bool:
    """Whether decision n, at which a turn ended, has not been taken back."""
    return bool(await source.rows("SELECT 1 FROM decisions WHERE game = ? AND n = ? AND undone_at IS NULL", (game, n)))


async def marks(source: Source, game: int) -> list[MarkRow]:
    """All checkpoints that stand, oldest first."""
    found = await source.rows(
        f"SELECT {columns(MarkRow, 'c')} FROM checkpoints c LEFT JOIN decisions d ON d.game = c.game AND d.n = c.n"
        " WHERE c.game = ? AND (c.n = 0 OR d.undone_at IS NULL) ORDER BY c.n",
        (game,),
    )
    return [MarkRow(*row) for row in found]


async def set_moment(tx: Transaction, game: int, n: int, moment: bytes) -> None:
    """Where the game stood at a checkpoint that an earlier version wrote."""
    await tx.run("UPDATE checkpoints SET moment = ? WHERE game = ? AND n = ?", (moment, game, n))
