"""Inputs of a table's shuffle: the secret behind its commitment, and the share that each person contributed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from storage.database import Transaction
from storage.engine import Source


@dataclass(frozen=True, slots=True)
class DealRow:
    """Inputs of one table's shuffle, and the final hash of its moves."""

    game: int
    """The table, whose lobby shows the hash of `secret` from the beginning."""
    secret: bytes
    """32 bytes."""
    shares_by_seat: tuple[str, ...] | None = None
    """Shares by seat ("" for a computer player); None before the start."""
    final_hash: str | None = None
    """Last hash of the chain over all moves; None before the end."""


async def save_secret(tx: Transaction, game: int, secret: bytes) -> None:
    """Save the secret of a new table."""
    await tx.execute("INSERT INTO deals (game, secret) VALUES (?, ?)", (game, secret))


async def load_deal(source: Source, game: int) -> DealRow | None:
    """Return the row; None for tables opened by earlier versions, whose seed is the secret itself."""
    rows = await source.fetch_rows("SELECT secret, seated, head FROM deals WHERE game = ?", (game,))
    if not rows:
        return None
    [(secret, seated, head)] = rows
    return DealRow(game, secret, None if seated is None else tuple(json.loads(seated)), head)


async def fix_shares(tx: Transaction, game: int, shares: Sequence[str]) -> None:
    """Fix the shares, by seat, with which the game starts."""
    text = json.dumps(list(shares), ensure_ascii=False)
    await tx.execute("UPDATE deals SET seated = ? WHERE game = ?", (text, game))


async def set_final_hash(tx: Transaction, game: int, final_hash: str) -> None:
    """Save the final hash of the chain over all moves."""
    await tx.execute("UPDATE deals SET head = ? WHERE game = ?", (final_hash, game))


async def load_shares(source: Source, game: int) -> dict[int, str]:
    """Return the shares contributed before the start: person -> share."""
    rows = await source.fetch_rows("SELECT person, share FROM shares WHERE game = ?", (game,))
    return {int(person): str(share) for person, share in rows}


async def save_share(tx: Transaction, game: int, person: int, share: str) -> None:
    """Save a person's share, replacing an earlier one."""
    await tx.execute(
        "INSERT INTO shares (game, person, share) VALUES (?, ?, ?)"
        " ON CONFLICT (game, person) DO UPDATE SET share = excluded.share",
        (game, person, share),
    )


async def delete_share(tx: Transaction, game: int, person: int) -> None:
    """Delete the share of a person who left before the start."""
    await tx.execute("DELETE FROM shares WHERE game = ? AND person = ?", (game, person))
