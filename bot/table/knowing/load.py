"""At how many tables somebody may sit at a time on a server that wants a limit: a few more than they have finished.

Seats that came to be open lessen it for a year, seats of others that were played to the end make up for them. It is a
matter of load, not of merit: nobody else is told, and whoever takes an open seat is never refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table.time.hours import DAY, YEAR
from engines.kernel import Refused
from storage import Source
from storage.play import games as game_rows
from storage.play import results, stretches

from .excuses import given_up
from .servers import server

MORE = 3
"""Tables beyond the games that somebody has finished."""
MARKS = 2
"""Open seats within a year from which on each takes a table away."""
TOGETHER = DAY
"""Seats that came to be open within so long of the first are one mark: somebody was away, once."""
LEAST = 1
"""Whoever has no table can finish none."""


@dataclass(frozen=True, slots=True)
class Load:
    """held: tables of the server at which the person sits; most: at how many they may."""

    held: int
    most: int


async def check(source: Source, person: int, guild: int, now: int) -> None:
    """Raises Refused if the server wants a limit and the person has reached theirs."""
    if (await server(source, guild)).limited:
        load = await load_of(source, person, guild, now)
        if load.held >= load.most:
            raise Refused("server.refused.load", held=load.held, most=load.most, more=MORE)


async def load_of(source: Source, person: int, guild: int, now: int) -> Load:
    """What holds for the person on the server."""
    rows = await game_rows.of_person(source, person)
    held = sum(row.guild_id == guild and row.archived_at is None for row in rows)
    finished = len(await results.of_person(source, person))
    marks = marked([at for at in await given_up(source, person) if at > now - YEAR])
    fewer = marks - await stretches.stood_in(source, person, now - YEAR) if marks >= MARKS else 0
    return Load(held, max(LEAST, finished + MORE - max(0, fewer)))


def marked(times: Sequence[int]) -> int:
    """How many marks these make, the earliest first."""
    marks, since = 0, None
    for at in times:
        if since is None or at >= since + TOGETHER:
            marks, since = marks + 1, at
    return marks
