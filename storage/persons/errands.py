"""Errands: what is to be done for a person at a time, whatever the table."""

from __future__ import annotations

from dataclasses import dataclass

from storage.columns import columns
from storage.database import Source, Transaction


@dataclass(frozen=True, slots=True)
class ErrandRow:
    person: int
    kind: str
    due_at: int


async def put(tx: Transaction, person: int, kind: str, due_at: int) -> None:
    """Set it, or move it."""
    await tx.run("INSERT OR REPLACE INTO errands (person, kind, due_at) VALUES (?, ?, ?)", (person, kind, due_at))


async def cancel(tx: Transaction, person: int, kind: str) -> None:
    await tx.run("DELETE FROM errands WHERE person = ? AND kind = ?", (person, kind))


async def get(source: Source, person: int, kind: str) -> ErrandRow | None:
    found = await source.rows(f"SELECT {columns(ErrandRow)} FROM errands WHERE person = ? AND kind = ?", (person, kind))
    return ErrandRow(*found[0]) if found else None


async def earliest(source: Source) -> ErrandRow | None:
    """The next one due."""
    found = await source.rows(f"SELECT {columns(ErrandRow)} FROM errands ORDER BY due_at, person, kind LIMIT 1")
    return ErrandRow(*found[0]) if found else None
