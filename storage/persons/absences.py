"""Holidays: when a person is away, at all tables. Nothing is deleted; one that ends early has another end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storage.columns import columns
from storage.database import Source, Transaction

Kind = Literal["leave", "emergency", "net"]


@dataclass(frozen=True, slots=True)
class AbsenceRow:
    """from_at, until_at: Unix milliseconds; told_at: when the person said so. Of equal ends: taken back."""

    id: int
    person: int
    kind: Kind
    from_at: int
    until_at: int
    told_at: int


async def add(tx: Transaction, person: int, kind: Kind, from_at: int, until_at: int, told_at: int) -> int:
    """Its id."""
    [(row_id,)] = await tx.run(
        "INSERT INTO absences (person, kind, from_at, until_at, told_at) VALUES (?, ?, ?, ?, ?) RETURNING id",
        (person, kind, from_at, until_at, told_at),
    )
    return int(row_id)


async def set_until(tx: Transaction, row_id: int, until_at: int) -> None:
    """It ends earlier or later."""
    await tx.run("UPDATE absences SET until_at = max(from_at, ?) WHERE id = ?", (until_at, row_id))


async def of_person(source: Source, person: int, after: int = 0) -> list[AbsenceRow]:
    """Those that end later than `after`, in order."""
    return (await of_people(source, (person,), after)).get(person, [])


async def of_people(source: Source, people: Sequence[int], after: int = 0) -> dict[int, list[AbsenceRow]]:
    """Those that end later than `after`, by person, in order."""
    marks = ", ".join("?" * len(people))
    found: dict[int, list[AbsenceRow]] = {}
    for values in await source.rows(
        f"SELECT {columns(AbsenceRow)} FROM absences WHERE person IN ({marks}) AND until_at > ? AND until_at > from_at"
        " ORDER BY from_at, id",
        (*people, after),
    ):
        row = AbsenceRow(*values)
        found.setdefault(row.person, []).append(row)
    return found
