"""People: the name last seen, and what they chose for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storage.columns import columns
from storage.database import Source, Transaction

Way = Literal["channel", "direct", "silent"]
"""How a person is called: by a mention in the table's channel, by a direct message, or not at all."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """What a person chose. language, zone (a name like `Asia/Tokyo`), night (minute after local midnight at which it
    begins), remind_hours: None until chosen. rest: local weekdays without a clock, 0 = Monday ("56").

    way: how calls come, if the person has said so (`chosen`); else the server of each table says it. next_up: wants to
    know to be next; digest: wants a list every morning; in_lists: may be named in leaderboards; hours_at,
    rest_at: when hours and rest days were last chosen; reads: the language in which the person was last met; net: leave
    is drawn when a bank is empty.
    """

    id: int
    name: str
    seen_at: int
    language: str | None
    zone: str | None
    night: int | None = None
    rest: str = ""
    way: Way = "channel"
    remind_hours: int | None = None
    next_up: int = 0
    digest: int = 0
    in_lists: int = 1
    hours_at: int | None = None
    rest_at: int | None = None
    reads: str | None = None
    net: int = 1
    chosen: int = 0


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


async def set_reads(tx: Transaction, person: int, locale: str) -> None:
    """In which language the person was last met, as Discord names it; nothing if we do not know them."""
    await tx.run("UPDATE people SET reads = ? WHERE id = ?", (locale, person))


async def set_hours(
    tx: Transaction, person: int, zone: str | None, night: int | None, rest: str, at: int | None = None
) -> None:
    """Where and how the person lives. A night needs a zone. at: when it was chosen."""
    await tx.run(
        "UPDATE people SET rest_at = CASE WHEN rest <> ?3 THEN ?4 ELSE rest_at END,"
        " hours_at = CASE WHEN coalesce(zone, '') <> coalesce(?1, '') OR coalesce(night, -1) <> coalesce(?2, -1)"
        " THEN ?4 ELSE hours_at END, zone = ?1, night = ?2, rest = ?3 WHERE id = ?5",
        (zone, night, rest, at, person),
    )


async def set_net(tx: Transaction, person: int, net: bool) -> None:
    """Whether leave is drawn when a bank is empty."""
    await tx.run("UPDATE people SET net = ? WHERE id = ?", (int(net), person))


async def set_notices(tx: Transaction, person: int, *, remind_hours: int | None, next_up: bool, digest: bool) -> None:
    """What the person wants to be told, at all tables."""
    await tx.run(
        "UPDATE people SET remind_hours = ?, next_up = ?, digest = ? WHERE id = ?",
        (remind_hours, int(next_up), int(digest), person),
    )


async def set_way(tx: Transaction, person: int, way: Way | None) -> None:
    """How the person wants to be called, at all tables that do not say otherwise; None: as each server has it."""
    chosen = int(way is not None)
    await tx.run("UPDATE people SET way = ?, chosen = ? WHERE id = ?", (way or "channel", chosen, person))


async def set_in_lists(tx: Transaction, person: int, in_lists: bool) -> None:
    await tx.run("UPDATE people SET in_lists = ? WHERE id = ?", (int(in_lists), person))


async def set_way_at(tx: Transaction, game: int, person: int, way: Way | None) -> None:
    """Another way of being told at one table; None = as everywhere."""
    await tx.run("DELETE FROM table_ways WHERE game = ? AND person = ?", (game, person))
    if way is not None:
        await tx.run("INSERT INTO table_ways (game, person, way) VALUES (?, ?, ?)", (game, person, way))


async def ways_at(source: Source, game: int) -> dict[int, Way]:
    """Who wants to be told otherwise at this table, and how."""
    return dict(await source.rows("SELECT person, way FROM table_ways WHERE game = ?", (game,)))
