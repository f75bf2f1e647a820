"""What the shuffle of a table is made of: the secret behind its commitment, and what each person has put in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class DealRow:
    """secret: 32 bytes. seated: the shares by seat ("" for a computer player), None before the start.

    head: the hash of the chain of all moves, None before the end.
    """

    game: int
    secret: bytes
    seated: tuple[str, ...] | None = None
    head: str | None = None


async def put(tx: Transaction, game: int, secret: bytes) -> None:
    """The secret of a new table."""
    await tx.run("INSERT INTO deals (game, secret) VALUES (?, ?)", (game, secret))


async def get(source: Source, game: int) -> DealRow | None:
    """None for tables that were opened by versions before, whose seed is the secret itself."""
    found = await source.rows("SELECT secret, seated, head FROM deals WHERE game = ?", (game,))
    if not found:
        return None
    [(secret, seated, head)] = found
    return DealRow(game, secret, None if seated is None else tuple(json.loads(seated)), head)


async def seat(tx: Transaction, game: int, shares: Sequence[str]) -> None:
    """The game begins with these shares, by seat."""
    text = json.dumps(list(shares), ensure_ascii=False)
    await tx.run("UPDATE deals SET seated = ? WHERE game = ?", (text, game))


async def finish(tx: Transaction, game: int, head: str) -> None:
    """All moves are made."""
    await tx.run("UPDATE deals SET head = ? WHERE game = ?", (head, game))


async def shares(source: Source, game: int) -> dict[int, str]:
    """What people have put in before the start: person -> share."""
    found = await source.rows("SELECT person, share FROM shares WHERE game = ?", (game,))
    return {int(person): str(share) for person, share in found}


async def put_share(tx: Transaction, game: int, person: int, share: str) -> None:
    """A person's share, or another one."""
    await tx.run(
        "INSERT INTO shares (game, person, share) VALUES (?, ?, ?)"
        " ON CONFLICT (game, person) DO UPDATE SET share = excluded.share",
        (game, person, share),
    )


async def drop_share(tx: Transaction, game: int, person: int) -> None:
    """The person has left before the start."""
    await tx.run("DELETE FROM shares WHERE game = ? AND person = ?", (game, person))
