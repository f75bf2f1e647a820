"""People: the name last seen, and what they chose for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .columns import columns
from .database import Source, Transaction


@dataclass(frozen=True, slots=True)
class PersonRow:
    """language, zone (a name like `Asia/Tokyo`), awake_from and awake_until (minutes after local midnight): None
    until chosen.
    """

    id: int
    name: str
    seen_at: int
    language: str | None
    zone: str | None
    awake_from: int | None
    awake_until: int | None


async def get(source: Source, person: int) -> PersonRow | None:
    found = await source.rows(f"SELECT {columns(PersonRow)} FROM people WHERE id = ?", (person,))
    return PersonRow(*found[0]) if found else None


async def get_many(source: Source, people: Sequence[int]) -> dict[int, PersonRow]:
    """The known ones among these people, by id."""
    marks = ", ".join("?" * len(people))
    found = await source.rows(f"SELECT {columns(PersonRow)} FROM people WHERE id IN ({marks})", people)
    return {row[0]: PersonRow(*row) for row in found}


async def meet(tx: Transaction, person: int, name: str, at: int) -> None:
    """Remember a person, or the new name of one. Needed before the person hosts, sits down, looks or agrees."""
    await tx.run(
        "INSERT INTO people (id, name, seen_at) VALUES (?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at",
        (person, name, at),
    )


async def set_language(tx: Transaction, person: int, language: str | None) -> None:
    """The language that the person wants to read; None = the one that Discord reports."""
    await tx.run("UPDATE people SET language = ? WHERE id = ?", (language, person))
