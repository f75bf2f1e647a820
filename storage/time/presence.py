"""Presence: until when the bot was here to hear answers, when it was not, and until when nobody runs out of time
after an absence.
"""

from __future__ import annotations

from storage.database import Source, Transaction


async def here_at(source: Source) -> int | None:
    """The last moment at which the bot was surely here; None: never yet."""
    found = await source.rows("SELECT here_at FROM presence")
    return int(found[0][0]) if found else None


async def here(tx: Transaction, at: int) -> None:
    await tx.run(
        "INSERT INTO presence (id, here_at) VALUES (1, ?) ON CONFLICT DO UPDATE SET here_at = excluded.here_at", (at,)
    )


async def grace_until(source: Source) -> int:
    """Before this moment nobody runs out of time."""
    found = await source.rows("SELECT grace_until FROM presence")
    return int(found[0][0]) if found else 0


async def give_grace(tx: Transaction, until: int) -> None:
    """Nobody runs out of time before this moment."""
    await tx.run(
        "INSERT INTO presence (id, here_at, grace_until) VALUES (1, 0, ?)"
        " ON CONFLICT DO UPDATE SET grace_until = excluded.grace_until",
        (until,),
    )


async def was_away(tx: Transaction, start: int, end: int) -> None:
    """Nobody could answer in between."""
    await tx.run(
        "INSERT INTO outages (from_at, until_at) VALUES (?, ?)"
        " ON CONFLICT DO UPDATE SET until_at = max(until_at, excluded.until_at)",
        (start, end),
    )


async def outages(source: Source, since: int) -> list[tuple[int, int]]:
    """When nobody could answer, from then on: (from, until), in order."""
    found = await source.rows("SELECT from_at, until_at FROM outages WHERE until_at > ? ORDER BY from_at", (since,))
    return [(int(start), int(end)) for start, end in found]


async def trim(tx: Transaction, before: int) -> None:
    """Forget what was over by then."""
    await tx.run("DELETE FROM outages WHERE until_at < ?", (before,))


async def move(tx: Transaction, by: int, now: int) -> None:
    """The clock of the machine was set by so many milliseconds (negative: back): what is due later is due then, too.

    Rows of the outbox may go as soon as before: a clock that went back must not silence the bot. What looked like an
    outage because the clock had gone ahead was none.
    """
    await tx.run("DELETE FROM outages WHERE until_at > ?", (now,))
    await tx.run("UPDATE timers SET due_at = due_at + ?", (by,))
    await tx.run("UPDATE errands SET due_at = due_at + ?", (by,))
    await tx.run("UPDATE outbox SET not_before = not_before + ? WHERE sent_at IS NULL AND dropped_at IS NULL", (by,))
