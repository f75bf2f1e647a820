"""Presence: when the bot was last online, its outages, and the grace period after an outage, during which no clock runs
out. On a PostgreSQL server also the heartbeat, for which there is no file.
"""

from storage.database import Source, Transaction
from storage.persons import people
from storage.schema import APPLICATION_ID


async def load_last_online(source: Source) -> int | None:
    """Return the last time at which the bot was certainly online; None: never."""
    rows = await source.fetch_rows("SELECT here_at FROM presence")
    return int(rows[0][0]) if rows else None


async def save_online(tx: Transaction, at: int) -> None:
    await tx.execute(
        "INSERT INTO presence (id, here_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET here_at = excluded.here_at",
        (at,),
    )


async def load_grace_end(source: Source) -> int:
    """Return the end of the grace period: no clock runs out before this time."""
    rows = await source.fetch_rows("SELECT grace_until FROM presence")
    return int(rows[0][0]) if rows else 0


async def set_grace_end(tx: Transaction, until: int) -> None:
    """Set the end of the grace period: no clock runs out before this time."""
    await tx.execute(
        "INSERT INTO presence (id, here_at, grace_until) VALUES (1, 0, ?)"
        " ON CONFLICT (id) DO UPDATE SET grace_until = excluded.grace_until",
        (until,),
    )


async def add_outage(tx: Transaction, start: int, end: int) -> None:
    """Record an outage, during which players could not answer."""
    await tx.execute(
        "INSERT INTO outages (from_at, until_at) VALUES (?, ?)"
        " ON CONFLICT (from_at) DO UPDATE SET until_at = max(outages.until_at, excluded.until_at)",
        (start, end),
    )


async def load_outages(source: Source, since: int) -> list[tuple[int, int]]:
    """Return the outages that ended after `since`, as (from, until) in order."""
    rows = await source.fetch_rows(
        "SELECT from_at, until_at FROM outages WHERE until_at > ? ORDER BY from_at", (since,)
    )
    return [(int(start), int(end)) for start, end in rows]


async def trim_outages(tx: Transaction, before: int) -> None:
    """Delete the outages that ended before `before`."""
    await tx.execute("DELETE FROM outages WHERE until_at < ?", (before,))


async def shift_due_times(tx: Transaction, delta_ms: int, now: int) -> None:
    """Shift this process's due times by `delta_ms`, because the clock of the machine was changed (negative: set back).

    Outbox rows are shifted too, so that a clock that was set back does not silence the bot, and so is automatic leave
    that is not over, or seems not to have begun. Outages that seem to end after `now` came from the wrong clock: they
    end now. One that began while the clock was behind still excuses what was stored then. Call it after the running
    clocks were settled.
    """
    await tx.execute("DELETE FROM outages WHERE from_at >= ?", (now,))
    await tx.execute("UPDATE outages SET until_at = ?1 WHERE until_at > ?1", (now,))
    await people.correct_future_hours(tx, now)
    own_games, own_people = tx.ownership.build_game_condition("game"), tx.ownership.build_condition("person")
    await tx.execute(f"UPDATE timers SET due_at = due_at + ? WHERE TRUE{own_games}", (delta_ms,))
    await tx.execute(f"UPDATE errands SET due_at = due_at + ? WHERE TRUE{own_people}", (delta_ms,))
    await tx.execute(
        "UPDATE absences SET from_at = from_at + ?1, until_at = until_at + ?1, told_at = told_at + ?1"
        f" WHERE kind = 'net' AND until_at > ?2{own_people}",
        (delta_ms, min(now, now - delta_ms)),
    )
    await tx.execute(
        "UPDATE outbox SET not_before = not_before + ?1,"
        " created_at = CASE WHEN attempts = 0 THEN min(created_at, ?2) WHEN created_at > ?2 THEN created_at + ?1"
        " ELSE created_at END"
        f" WHERE sent_at IS NULL AND dropped_at IS NULL{own_games}",
        (delta_ms, now),
    )


async def correct_future_rows(tx: Transaction, now: int, tolerance_ms: int, longest_wait_ms: int) -> int:
    """Move outbox rows that seem to be created in the future, or wait longer than any row may, back to `now`; return
    their number.

    Such a row was written with the time of a clock that was ahead, while `shift_due_times` set it back.
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
