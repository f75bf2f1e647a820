"""Limit on a person's tables on a server: a few more than they have finished games.

Seats given up lower it for a year; open seats that the person took and played to the end make up for them. The limit is
about load, not merit: it is private, and never prevents anybody from taking an open seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.table.clock.waking_hours import DAY, YEAR
from bot.table.terms.server_settings import load_server_settings
from engines.kernel import Message, Refused
from storage import Source
from storage.play import games as game_rows
from storage.play import results, seat_tenures

from .habits import load_given_up_times

EXTRA_TABLES = 3
"""Tables allowed beyond the number of finished games."""
MIN_LAPSES = 2
"""Number of given-up seats within a year from which on each lowers the limit."""
LAPSE_SPAN = DAY
"""Seats given up within this time of the first count once: the person was away once."""
MIN_LIMIT = 1
"""Minimum limit, so that everybody can finish games."""


@dataclass(frozen=True, slots=True)
class TableCount:
    """A person's number of tables on a server, and their limit."""

    tables: int
    """Tables of the server at which the person sits."""
    limit: int
    """Maximum number of such tables."""


async def check_table_limit(source: Source, person: int, guild: int, now: int) -> None:
    """Raises Refused if the server has a limit and the person has reached theirs."""
    if (await load_server_settings(source, guild)).is_limited:
        table_count = await load_table_count(source, person, guild, now)
        if table_count.tables >= table_count.limit:
            raise Refused("server.refused.load", held=table_count.tables, most=table_count.limit, more=EXTRA_TABLES)


async def check_lobby_limit(source: Source, person: int, guild: int) -> None:
    """Raises Refused if the person has as many tables open before the start as the server allows."""
    max_lobbies = (await load_server_settings(source, guild)).lobbies
    rows = await game_rows.load_games_of_person(source, person, "open")
    hosted_rows = [row for row in rows if row.guild_id == guild and row.host == person]
    if len(hosted_rows) >= max_lobbies:
        tables = tuple(
            Message("server.refused.place", {"id": row.id, "channel": f"<#{row.channel_id}>"}) for row in hosted_rows
        )
        raise Refused("server.refused.lobbies", held=len(hosted_rows), most=max_lobbies, tables=tables)


async def load_table_count(source: Source, person: int, guild: int, now: int) -> TableCount:
    """Return the person's number of tables and limit on the server."""
    rows = await game_rows.load_games_of_person(source, person)
    tables = sum(row.guild_id == guild and row.archived_at is None for row in rows)
    finished = len(await results.load_results_of_person(source, person))
    lapse_count = count_lapses([at for at in await load_given_up_times(source, person) if at > now - YEAR])
    fewer = (
        lapse_count - await seat_tenures.count_substitutions(source, person, now - YEAR)
        if lapse_count >= MIN_LAPSES
        else 0
    )
    return TableCount(tables, max(MIN_LIMIT, finished + EXTRA_TABLES - max(0, fewer)))


def count_lapses(times: Sequence[int]) -> int:
    """Count the lapses at these times (earliest first)."""
    lapse_count, since = 0, None
    for at in times:
        if since is None or at >= since + LAPSE_SPAN:
            lapse_count, since = lapse_count + 1, at
    return lapse_count
