"""Presence: when the bot was last online, its outages, and the grace period after an outage, during which no clock runs
out. Each shard has its own; a process that is alone has shard 0 of 1. With PostgreSQL also the heartbeat,
which with SQLite is a file.
"""

from math import gcd

from storage.database import Transaction
from storage.engine import Source
from storage.kinds import TimerKind
from storage.persons import people
from storage.play.open_questions import FAR_FUTURE
from storage.schema import APPLICATION_ID
from storage.shards.ownership import ID_SHIFT, find_shard

PAST_TIME_COLUMNS = (
    ("asked", "since_at"),
    ("asked", "called_at"),
    ("clocks", "late_at"),
    ("requests", "at"),
    ("agreements", "at"),
    ("stretches", "at"),
)
"""Columns with times of the past from which a wait is counted."""

WAIT_KINDS = (TimerKind.EXPIRY, TimerKind.SLEEP)
"""Kinds of timers that end a wait whose beginning is not stored."""

DATE_QUERIES_BY_KIND = {
    TimerKind.PAUSE_END: "SELECT until_at FROM pauses WHERE pauses.game = timers.game AND reason = timers.key",
    TimerKind.SUBSTITUTE_END: (
        "SELECT sitter_until FROM seats WHERE seats.game = timers.game AND CAST(seat AS TEXT) = timers.key"
    ),
}
"""Kinds of timers that fire at a date that people chose and see, with the query for it."""


async def load_last_online(source: Source, shard: int = 0) -> int | None:
    """Return the last time at which the bot was certainly online for all tables of a shard; None: never.

    Rows of another number of shards count as well, if each of its shards that had tables of this one has a row.
    """
    count = source.ownership.shard_count or 1
    times: dict[int, list[int]] = {}
    for other_shard, shard_count, here_at in await source.fetch_rows("SELECT shard, of, here_at FROM presence"):
        if (other_shard - shard) % gcd(shard_count, count) == 0:
            times.setdefault(int(shard_count), []).append(int(here_at))
    return max(
        (min(found) for shard_count, found in times.items() if len(found) == shard_count // gcd(shard_count, count)),
        default=None,
    )


async def save_online(tx: Transaction, at: int) -> None:
    for shard in tx.ownership.shards:
        await tx.execute(
            "INSERT INTO presence (shard, of, here_at) VALUES (?, ?, ?)"
            " ON CONFLICT (shard, of) DO UPDATE SET here_at = excluded.here_at",
            (shard, tx.ownership.shard_count or 1, at),
        )


async def load_grace_end(source: Source, guild_id: int) -> int:
    """Return the end of the grace period of a server's tables: no clock of them runs out before this time."""
    rows = await source.fetch_rows("SELECT shard, of, grace_until FROM presence")
    return max(
        (int(until) for shard, shard_count, until in rows if find_shard(guild_id, shard_count) == shard), default=0
    )


async def set_grace_end(tx: Transaction, until: int) -> None:
    """Set the end of the grace period: no clock of this process's tables runs out before this time."""
    for shard in tx.ownership.shards:
        await tx.execute(
            "INSERT INTO presence (shard, of, here_at, grace_until) VALUES (?, ?, 0, ?)"
            " ON CONFLICT (shard, of) DO UPDATE SET grace_until = excluded.grace_until",
            (shard, tx.ownership.shard_count or 1, until),
        )


async def add_outage(tx: Transaction, start: int, end: int) -> None:
    """Record an outage of this process's shards, during which their players could not answer."""
    for shard in tx.ownership.shards:
        await tx.execute(
            "INSERT INTO outages (shard, of, from_at, until_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (shard, of, from_at)"
            " DO UPDATE SET until_at = max(outages.until_at, excluded.until_at)",
            (shard, tx.ownership.shard_count or 1, start, end),
        )


async def load_outages(source: Source, guild_id: int, since: int) -> list[tuple[int, int]]:
    """Return the outages of a server's tables that ended after `since`, as (from, until) in order."""
    rows = await source.fetch_rows(
        "SELECT from_at, until_at FROM outages"
        f" WHERE until_at > ?1 AND shard = (CAST(?2 AS BIGINT) >> {ID_SHIFT}) % of ORDER BY from_at",
        (since, guild_id),
    )
    return [(int(start), int(end)) for start, end in rows]


async def trim_outages(tx: Transaction, before: int) -> None:
    """Delete the outages of this process's shards that ended before `before`."""
    await tx.execute(f"DELETE FROM outages WHERE until_at < ?{tx.ownership.build_shard_condition()}", (before,))


async def shift_due_times(tx: Transaction, delta_ms: int, now: int) -> None:
    """Shift the due times of this process's people by `delta_ms`, because the clock of the machine was changed
    (negative: set back). Times of one table: `shift_due_times_of_game`.

    Automatic leave that is not over, or seems not to have begun, is shifted too. Outages that seem to end after `now`
    came from the wrong clock: they end now, and so do grace periods. A grace period that began while the clock
    was behind still applies to the times that were stored then.
    """
    own_shards = tx.ownership.build_shard_condition()
    await tx.execute(f"DELETE FROM outages WHERE from_at >= ?{own_shards}", (now,))
    await tx.execute(f"UPDATE outages SET until_at = ?1 WHERE until_at > ?1{own_shards}", (now,))
    await tx.execute(f"UPDATE presence SET here_at = ?1, grace_until = 0 WHERE here_at > ?1{own_shards}", (now,))
    await people.correct_future_hours(tx, now)
    own_people = tx.ownership.build_condition("person")
    await tx.execute(f"UPDATE errands SET due_at = due_at + ? WHERE TRUE{own_people}", (delta_ms,))
    await tx.execute(
        "UPDATE absences SET from_at = from_at + ?1, until_at = until_at + ?1, told_at = told_at + ?1"
        f" WHERE kind = 'net' AND until_at > ?2{own_people}",
        (delta_ms, min(now, now - delta_ms)),
    )


async def shift_due_times_of_game(tx: Transaction, game: int, delta_ms: int, now: int, grace_end: int) -> None:
    """Shift the timers, snoozes and waiting outbox rows of a table, so that a clock that was set back does not silence
    the bot. Call it after the running clocks were settled.

    Times after `now` were stored while the clock was ahead, and are shifted as well. Dates that people chose stay, but
    none comes before `grace_end`.
    """
    await tx.execute(
        "UPDATE timers SET due_at = due_at + ? WHERE game = ? AND kind NOT IN (?, ?)",
        (delta_ms, game, *DATE_QUERIES_BY_KIND),
    )
    for kind, query in DATE_QUERIES_BY_KIND.items():
        await tx.execute(
            f"UPDATE timers SET due_at = max(coalesce(({query}), due_at), ?1) WHERE game = ?2 AND kind = ?3",
            (grace_end, game, kind),
        )
    await tx.execute(
        "UPDATE outbox SET not_before = not_before + ?1,"
        " created_at = CASE WHEN attempts = 0 THEN min(created_at, ?2) WHEN created_at > ?2 THEN created_at + ?1"
        " ELSE created_at END"
        " WHERE game = ?3 AND sent_at IS NULL AND dropped_at IS NULL",
        (delta_ms, now, game),
    )
    await tx.execute(
        "UPDATE asked SET snoozed_until = snoozed_until + ? WHERE game = ? AND snoozed_until < ?",
        (delta_ms, game, FAR_FUTURE),
    )
    for table, column in PAST_TIME_COLUMNS:
        await tx.execute(
            f"UPDATE {table} SET {column} = {column} + ? WHERE game = ? AND {column} > ?", (delta_ms, game, now)
        )


async def shift_waits_of_game(tx: Transaction, game: int, away_ms: int, grace_end: int) -> None:
    """Shift the ends of a table's waits by the time that the bot was away (`away_ms`); none ends before `grace_end`."""
    await tx.execute(
        "UPDATE timers SET due_at = max(due_at + ?2, ?3) WHERE game = ?1 AND kind IN (?4, ?5)",
        (game, away_ms, grace_end, *WAIT_KINDS),
    )


async def list_timed_games(source: Source, *, with_due_times: bool) -> list[int]:
    """Return the tables of this process that an outage concerns: those that are open, in play, or with a running clock.

    with_due_times: also those with a timer or a waiting outbox row, which a step of the clock shifts.
    """
    due_times = (
        " UNION SELECT game FROM timers UNION SELECT game FROM outbox WHERE sent_at IS NULL AND dropped_at IS NULL"
    )
    rows = await source.fetch_rows(
        "SELECT id FROM games WHERE id IN (SELECT id FROM games WHERE status IN ('open', 'playing')"
        " UNION SELECT game FROM clocks WHERE running_since IS NOT NULL"
        " UNION SELECT game FROM asked WHERE running_since IS NOT NULL"
        f"{due_times if with_due_times else ''}){source.ownership.build_condition('guild_id')} ORDER BY id"
    )
    return [int(game) for (game,) in rows]


async def correct_future_rows(tx: Transaction, now: int, tolerance_ms: int, longest_wait_ms: int) -> int:
    """Move outbox rows that seem to be created in the future, or wait longer than any row may, back to `now`; return
    their number.

    Such a row was written by a clock that was ahead, while `shift_due_times` was already shifting the other rows.
    """
    corrected = await tx.execute(
        "UPDATE outbox SET created_at = min(created_at, ?1),"
        " not_before = CASE WHEN created_at - ?2 > ?1 THEN not_before - created_at + ?1 ELSE ?1 END"
        " WHERE (attempts = 0 AND created_at - ?2 > ?1 OR not_before - ?3 > ?1)"
        f" AND sent_at IS NULL AND dropped_at IS NULL{tx.ownership.build_game_condition('game')} RETURNING id",
        (now, tolerance_ms, longest_wait_ms),
    )
    return len(corrected)


async def save_beat(tx: Transaction) -> None:
    """Record on a PostgreSQL server that the bot is well now."""
    await tx.execute("UPDATE teban_version SET beat_at = now()")


async def measure_silence(source: Source) -> float | None:
    """Return the seconds since the bot was last well, by the server's clock; None if no program writes the database, or
    it never was well.
    """
    rows = await source.fetch_rows(
        "SELECT extract(epoch FROM now() - beat_at)::bigint FROM teban_version WHERE beat_at IS NOT NULL AND EXISTS ("
        f"SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = {APPLICATION_ID}"
        " AND objid = current_schema()::regnamespace::oid"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
    )
    return float(rows[0][0]) if rows else None
