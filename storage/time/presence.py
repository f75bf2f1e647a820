"""Presence: until when the bot was here to hear answers, and what an absence moves."""

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


async def move(tx: Transaction, by: int, not_before: int) -> None:
    """Every deadline is `by` milliseconds later, and none before `not_before`: the time between counted for nobody.

    Clocks that run began as much later. Rows of the outbox that were never tried may go at once: a clock of the machine
    that went back must not silence the bot.
    """
    await tx.run("UPDATE timers SET due_at = max(due_at + ?, ?) WHERE kind = 'timeout'", (by, not_before))
    await tx.run("UPDATE clocks SET running_since = running_since + ? WHERE running_since IS NOT NULL", (by,))
    if by < 0:
        await tx.run("UPDATE timers SET due_at = due_at + ? WHERE kind <> 'timeout'", (by,))
        await tx.run("UPDATE errands SET due_at = due_at + ?", (by,))
        await tx.run(
            "UPDATE outbox SET not_before = not_before + ? WHERE sent_at IS NULL AND dropped_at IS NULL", (by,)
        )
