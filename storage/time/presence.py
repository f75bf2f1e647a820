"""Presence: until when the bot was here to hear answers, and until when nobody runs out of time after an absence."""

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


async def move(tx: Transaction, by: int) -> None:
    """The clock of the machine was set by so many milliseconds (negative: back): what is due later is due then, too.

    Rows of the outbox may go as soon as before: a clock that went back must not silence the bot.
    """
    await tx.run("UPDATE timers SET due_at = due_at + ?", (by,))
    await tx.run("UPDATE errands SET due_at = due_at + ?", (by,))
    await tx.run("UPDATE outbox SET not_before = not_before + ? WHERE sent_at IS NULL AND dropped_at IS NULL", (by,))
