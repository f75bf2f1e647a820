"""Reports: what people found wrong, each with where it was and what they saw."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class ReportRow:
    """n: the last decision before it, in undo epoch `epoch`. file: opaque. person: None if they have been forgotten."""

    id: int
    game: int
    person: int | None
    n: int
    epoch: int
    file: bytes
    at: int


async def add(tx: Transaction, *, game: int, person: int, n: int, epoch: int, at: int) -> int:
    """A report without its file, which names its number; the number."""
    [(number,)] = await tx.run(
        "INSERT INTO reports (game, person, n, epoch, file, at) VALUES (?, ?, ?, ?, x'', ?) RETURNING id",
        (game, person, n, epoch, at),
    )
    return int(number)


async def write(tx: Transaction, report: int, file: bytes) -> None:
    await tx.run("UPDATE reports SET file = ? WHERE id = ?", (file, report))


async def get(source: Source, report: int) -> ReportRow | None:
    found = await source.rows(f"SELECT {columns(ReportRow)} FROM reports WHERE id = ?", (report,))
    return ReportRow(*found[0]) if found else None


async def since(source: Source, person: int, at: int) -> int:
    """How many the person has made since then."""
    [(number,)] = await source.rows("SELECT count(*) FROM reports WHERE person = ? AND at >= ?", (person, at))
    return int(number)
