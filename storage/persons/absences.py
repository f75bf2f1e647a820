"""Absences: when a person is away, at all tables. Rows are never deleted; an absence that ends
early gets another end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns

AbsenceKind = Literal["leave", "emergency", "net"]


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """One absence."""

    id: int
    """Rises in the order of announcement."""
    person: int
    """The person who is away."""
    kind: AbsenceKind
    """leave, emergency, or net: leave that was used automatically because a time bank was empty."""
    from_at: int
    """Begin, which may lie in the future."""
    until_at: int
    """End, exclusive; equal to `from_at` if the absence was withdrawn."""
    announced_at: int = field(metadata=in_column("told_at"))
    """When it was stored: announced by the person, or used automatically."""


async def add_absence(
    tx: Transaction, person: int, kind: AbsenceKind, from_at: int, until_at: int, announced_at: int
) -> int:
    """Add an absence and return its id."""
    [(row_id,)] = await tx.execute(
        "INSERT INTO absences (person, kind, from_at, until_at, told_at) VALUES (?, ?, ?, ?, ?) RETURNING id",
        (person, kind, from_at, until_at, announced_at),
    )
    return int(row_id)


async def set_end(tx: Transaction, row_id: int, until_at: int) -> None:
    """Change the end of an absence. It never lies before the start."""
    await tx.execute("UPDATE absences SET until_at = max(from_at, ?) WHERE id = ?", (until_at, row_id))


async def load_absences(source: Source, person: int, after: int = 0) -> list[AbsenceRow]:
    """Return the person's absences that end later than `after`, in order."""
    return (await load_absences_by_person(source, (person,), after)).get(person, [])


async def load_absences_by_person(source: Source, people: Sequence[int], after: int = 0) -> dict[int, list[AbsenceRow]]:
    """Return the absences of these people that end later than `after`, by person, each list in order."""
    if not people:
        return {}
    placeholders = ", ".join("?" * len(people))
    absences: dict[int, list[AbsenceRow]] = {}
    for values in await source.fetch_rows(
        f"SELECT {join_columns(AbsenceRow)} FROM absences WHERE person IN ({placeholders}) AND until_at > from_at"
        " ORDER BY from_at, id",
        people,
    ):
        row = AbsenceRow(*values)
        if row.until_at > after:  # not in SQL, so that the rows can be cached
            absences.setdefault(row.person, []).append(row)
    return absences
