"""Export and erase all rows about one person.

The columns that refer to people are read from the database schema itself, so no table is forgotten.
"""

from storage.database import Transaction
from storage.engine import Catalogue, Source
from storage.kinds import KINDS_KEYED_BY_PERSON, TimerKind
from storage.play import personal_decisions

PERSON_ONLY_TABLES = ("absences", "errands", "guests", "hours", "inbox", "reports", "seen", "table_ways")
"""SQL tables that are about the person only: their rows are deleted. Rows of other tables stay, made anonymous."""
ANONYMOUS_NAME = "N.N."
COUNTERS_OF_OTHERS = {"epoch", "from_n", "n", "pause_n", "rev"}
"""Columns that are not exported: they count secret actions of others, or refer to decisions by such numbers."""


ExportedRows = list[dict[str, int | str | None]]


async def export_rows(source: Catalogue, person: int) -> dict[str, ExportedRows]:
    """Return all rows about a person, by SQL table. Blobs are left out, because they hold games and not personal data,
    and so are columns that refer to other people.
    """
    person_columns = await source.list_references("people")
    exported = {"people": await _export_table(source, "people", "id", person, set())}
    for table, column in person_columns:
        excluded = {
            other_column
            for other_table, other_column in person_columns
            if other_table == table and other_column != column
        } | COUNTERS_OF_OTHERS
        rows = await _export_table(source, table, column, person, excluded)
        exported[table] = [*exported.get(table, []), *rows]
    exported["decisions"] = await _export_decisions(source, person)
    return {table: rows for table, rows in exported.items() if rows}


async def _export_table(source: Catalogue, table: str, column: str, person: int, excluded: set[str]) -> ExportedRows:
    names = [name for name, kind in await source.list_columns(table) if kind != "BLOB" and name not in excluded]
    quoted_names = ", ".join(f'"{name}"' for name in names)
    rows = await source.fetch_rows(f'SELECT {quoted_names} FROM "{table}" WHERE "{column}" = ?', (person,))
    return [dict(zip(names, row, strict=True)) for row in rows]


async def _export_decisions(source: Source, person: int) -> ExportedRows:
    """Return the person's decisions in order, without their numbers, which count the secret answers of others."""
    return [
        {
            "game": row.game,
            "step": row.step,
            "seat": row.seat,
            "keys": row.keys,
            "origin": row.origin,
            "at": row.decided_at,
            "undone_at": row.undone_at,
        }
        for row in await personal_decisions.load_decisions_of_person(source, person)
    ]


async def erase_person(tx: Transaction, person: int, at: int) -> int | None:
    """Delete all rows that are about the person only. In other rows a negative id without a name replaces the person.

    Returns that id; None if the person is unknown.
    """
    if not await tx.execute("SELECT 1 FROM people WHERE id = ?", (person,)):
        return None
    [(lowest_id,)] = await tx.execute("SELECT min(0, coalesce(min(id), 0)) FROM people")
    anonymous_id = int(lowest_id) - 1
    await tx.defer_foreign_keys()
    await tx.execute(
        "INSERT INTO people (id, name, seen_at, in_lists) VALUES (?, ?, ?, 0)", (anonymous_id, ANONYMOUS_NAME, at)
    )
    for table, column in await tx.list_references("people"):
        if table in PERSON_ONLY_TABLES:
            await tx.execute(f'DELETE FROM "{table}" WHERE "{column}" = ?', (person,))
        else:
            await tx.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE "{column}" = ?', (anonymous_id, person))
    kinds = ", ".join(f"'{kind}'" for kind in KINDS_KEYED_BY_PERSON)
    await tx.execute(
        f"DELETE FROM outbox WHERE (direct = 1 AND target = ?1) OR (kind IN ({kinds}) AND key LIKE ?2"
        " AND (sent_at IS NOT NULL OR dropped_at IS NOT NULL))",
        (person, f"%.{person}"),
    )
    await tx.execute("DELETE FROM timers WHERE kind = ? AND key = ?", (TimerKind.QUIET_HOURS_END, str(person)))
    await tx.execute("DELETE FROM people WHERE id = ?", (person,))
    return anonymous_id
