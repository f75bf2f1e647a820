"""What somebody has played, and who leads on a server."""

from __future__ import annotations

from dataclasses import dataclass

from engines.kernel import games
from storage import Source
from storage.persons import people
from storage.play import results

from .facts import Facts, facts
from .ratings import Rating, ratings

MOST_LISTED = 25


@dataclass(frozen=True, slots=True)
class Tally:
    """One game as somebody has played it. best: the most points; rating: None without rated games."""

    engine: str
    played: int
    won: int
    best: int
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Stats:
    """of: games of which the person has finished one; facts: None for other readers than the person."""

    person: int
    name: str
    of: tuple[Tally, ...]
    facts: Facts | None


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a leaderboard."""

    person: int
    name: str
    rating: Rating
    played: int
    won: int


async def stats(source: Source, person: int, name: str, now: int, engine: str | None = None, *, own: bool) -> Stats:
    """Of one game, or of all. own: the person reads it."""
    rows = [row for row in await results.of_person(source, person) if engine in (None, row.engine)]
    found = []
    for kind in games():
        of_kind = [row for row in rows if row.engine == kind]
        if not of_kind:
            continue
        rated = any(row.rated for row in of_kind)
        rating = (await ratings(source, kind)).get(person) if rated else None
        won = sum(row.place == 1 for row in of_kind)
        found.append(Tally(kind, len(of_kind), won, max(row.total for row in of_kind), rating))
    return Stats(person, name, tuple(found), await facts(source, person, now) if own else None)


async def leaderboard(source: Source, engine: str, guild: int) -> tuple[Listed, ...]:
    """People who have finished a rated game of this kind on the server and may be listed, the surest best first."""
    here = [row for row in await results.of_engine(source, engine, guild) if row.rated and row.person is not None]
    known = await people.get_many(source, list({row.person for row in here if row.person is not None}))
    every = await ratings(source, engine)
    found = []
    for person, row in known.items():
        if row.in_lists and person in every:
            mine = [one for one in here if one.person == person]
            found.append(Listed(person, row.name, every[person], len(mine), sum(one.place == 1 for one in mine)))
    return tuple(sorted(found, key=lambda one: -one.rating.sure)[:MOST_LISTED])
