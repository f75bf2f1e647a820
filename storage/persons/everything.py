"""All rows about one person: to hand them out, and to take the person out of them.

Which columns name people is read from the database itself, so no table is forgotten.
"""

from __future__ import annotations

from storage.database import Source, Transaction
from storage.messages.kinds import Saying
from storage.time.kinds import Timer

OWN = ("absences", "errands", "guests", "seen", "table_ways", "reports")
"""Tables that are about nothing but the person: their rows go. Elsewhere a row stays, with nobody's name."""
NOBODY = "N.N."
SENT_TO = (Saying.PING, Saying.REMINDER, Saying.UNPING)
"""Kinds of rows of the outbox whose keys end with the person."""


Table = list[dict[str, int | str | None]]


async def columns(source: Source) -> list[tuple[str, str]]:
    """(table, column) of everything that names a person, but for the table of people itself."""
    found = await source.rows(
        'SELECT m.name, f."from" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f'
        " WHERE m.type = 'table' AND f.\"table\" = 'people' ORDER BY m.name, f.\"from\""
    )
    return [(str(table), str(column)) for table, column in found]


async def rows_of(source: Source, person: int) -> dict[str, Table]:
    """By table. Blobs are left out (they hold games, not people), and so are the ids of others."""
    naming = await columns(source)
    found = {"people": await _rows(source, "people", "id", person, set())}
    for table, column in naming:
        others = {other for where, other in naming if where == table and other != column}
        rows = await _rows(source, table, column, person, others)
        found[table] = [*found.get(table, []), *rows]
    found["decisions"] = await _decided(source, person)
    return {table: rows for table, rows in found.items() if rows}


async def _rows(source: Source, table: str, column: str, person: int, without: set[str]) -> Table:
    described = await source.rows("SELECT name, type FROM pragma_table_info(?)", (table,))
    kept = [str(name) for name, kind in described if kind != "BLOB" and name not in without]
    named = ", ".join(f'"{name}"' for name in kept)
    found = await source.rows(f'SELECT {named} FROM "{table}" WHERE "{column}" = ?', (person,))
    return [dict(zip(kept, row, strict=True)) for row in found]


async def _decided(source: Source, person: int) -> Table:
    """What the person decided on the seats that they hold."""
    names = ("game", "n", "seat", "keys", "origin", "at", "undone_at")
    found = await source.rows(
        f"SELECT {', '.join(f'd.{name}' for name in names)} FROM decisions d JOIN seats s ON s.game = d.game"
        " AND s.seat = d.seat WHERE s.person = ? AND d.origin IN ('person', 'order') ORDER BY d.game, d.n",
        (person,),
    )
    return [dict(zip(names, row, strict=True)) for row in found]


async def forget(tx: Transaction, person: int, at: int) -> int | None:
    """Everything that is the person's alone goes; elsewhere a number below zero stands for somebody unnamed.

    That number; None: the person was not known.
    """
    if not await tx.run("SELECT 1 FROM people WHERE id = ?", (person,)):
        return None
    [(lowest,)] = await tx.run("SELECT min(0, coalesce(min(id), 0)) FROM people")
    stub = int(lowest) - 1
    await tx.run("PRAGMA defer_foreign_keys = ON")
    await tx.run("INSERT INTO people (id, name, seen_at, in_lists) VALUES (?, ?, ?, 0)", (stub, NOBODY, at))
    for table, column in await columns(tx):
        if table in OWN:
            await tx.run(f'DELETE FROM "{table}" WHERE "{column}" = ?', (person,))
        else:
            await tx.run(f'UPDATE "{table}" SET "{column}" = ? WHERE "{column}" = ?', (stub, person))
    kinds = ", ".join(f"'{kind}'" for kind in SENT_TO)
    await tx.run(
        f"DELETE FROM outbox WHERE (direct = 1 AND target = ?1) OR (kind IN ({kinds}) AND key LIKE ?2"
        " AND (sent_at IS NOT NULL OR dropped_at IS NOT NULL))",
        (person, f"%.{person}"),
    )
    await tx.run("DELETE FROM timers WHERE kind = ? AND key = ?", (Timer.NUDGE, str(person)))
    await tx.run("DELETE FROM people WHERE id = ?", (person,))
    return stub
