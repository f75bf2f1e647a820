"""Tables, constraints and indexes of both engines, each read from its own catalogue, in one form to compare them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import Any

from storage import Database
from storage.schema import load_migrations

OWN_TRIGGERS = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgname NOT LIKE 'announce%'"
"""Triggers but those that wake other processes, which SQLite does not need: one process writes its file."""


def simplify_definition(definition: str) -> str:
    """Return the words of a condition or an index without what the engines spell each in its way."""
    definition = re.sub(r"--[^\n]*", "", definition.lower())
    definition = re.sub(r"::\w+(\[\])?|collate \"c\"|\bbtree\b|\busing\b", "", definition)
    definition = re.sub(r"([\w()]+) between (-?\d+) and (-?\d+)", r"\1 >= \2 and \1 <= \3", definition)
    definition = re.sub(r"= any \(?\(?array\[(.*?)\]\)?\)?", r"in (\1)", definition)
    return re.sub(r"[\s()\"]+", "", definition)


def describe_sqlite() -> dict[str, Any]:
    """Return tables, constraints and indexes of SQLite's newest version."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for script in load_migrations():
            connection.executescript(script)
        query = connection.execute
        tables = [
            str(name)
            for (name,) in query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence'")
        ]
        described: dict[str, Any] = {}
        for table in tables:
            rows = query(
                'SELECT name, type, "notnull", dflt_value, hidden, pk FROM pragma_table_xinfo(?)', (table,)
            ).fetchall()
            (text,) = query("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,)).fetchone()
            references: dict[int, list[Any]] = {}
            for number, _, parent, child, to, _, on_delete, _ in query(f"PRAGMA foreign_key_list('{table}')"):
                references.setdefault(number, [parent, on_delete, []])[2].append((child, to))
            unique = []
            for _, index, is_unique, origin, _ in query(f"PRAGMA index_list('{table}')"):
                if is_unique and origin == "u":
                    unique.append([name for _, _, name in query(f"PRAGMA index_info('{index}')")])
            described[table] = {
                "columns": sorted(
                    (name, kind, bool(notnull or pk), default, bool(hidden))
                    for name, kind, notnull, default, hidden, pk in rows
                ),
                "key": [row[0] for row in sorted((row for row in rows if row[5]), key=lambda row: row[5])],
                "unique": sorted(unique),
                "references": sorted([parent, rule, sorted(pairs)] for parent, rule, pairs in references.values()),
                "checks": sorted(simplify_definition(check) for check in list_checks(str(text))),
            }
        described["indexes"] = sorted(
            simplify_definition(sql)
            for (sql,) in query("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
        )
        described["triggers"] = sorted(
            name for (name,) in query("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        )
    return described


def list_checks(text: str) -> list[str]:
    """Return the conditions of the CHECK constraints in a table's definition."""
    text = re.sub(r"--[^\n]*", "", text)
    checks = []
    for match in re.finditer(r"CHECK \(", text):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        checks.append(text[match.end() : end - 1])
    return checks


async def describe_postgres(db: Database) -> dict[str, Any]:
    """Return tables, constraints and indexes of PostgreSQL's newest version."""
    here = "current_schema()::regnamespace"
    kinds = {"bigint": "INTEGER", "text": "TEXT", "bytea": "BLOB"}
    described: dict[str, Any] = {}
    for oid, table in await db.fetch_rows(
        f"SELECT oid::bigint, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = {here}"
        " AND relname <> 'teban_version'"
    ):
        columns = await db.fetch_rows(
            "SELECT a.attname, a.atttypid::regtype::text, a.attnotnull, pg_get_expr(d.adbin, d.adrelid),"
            " a.attgenerated <> '', a.attcollation = 0 OR a.attcollation = '\"C\"'::regcollation FROM pg_attribute a"
            " LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
            " WHERE a.attrelid::bigint = ? AND a.attnum > 0 AND NOT a.attisdropped",
            (oid,),
        )
        assert all(column[5] for column in columns), f"a text of {table} is not ordered by its bytes"
        constraints = await db.fetch_rows(
            "SELECT c.contype::text, p.relname, c.confdeltype::text, condeferrable, pg_get_expr(c.conbin, c.conrelid),"
            " (SELECT array_agg(a.attname ORDER BY k.nth) FROM unnest(c.conkey) WITH ORDINALITY k (number, nth)"
            "  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number),"
            " (SELECT array_agg(a.attname ORDER BY k.nth) FROM unnest(c.confkey) WITH ORDINALITY k (number, nth)"
            "  JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number)"
            " FROM pg_constraint c LEFT JOIN pg_class p ON p.oid = c.confrelid WHERE c.conrelid::bigint = ?",
            (oid,),
        )
        assert all(row[3] for row in constraints if row[0] == "f"), f"a reference of {table} cannot be deferred"
        described[table] = {
            "columns": sorted(
                (
                    name,
                    kinds[kind],
                    notnull,
                    None if generated or default is None else default.split("::")[0],
                    generated,
                )
                for name, kind, notnull, default, generated, _ in columns
            ),
            "key": next((list(row[5]) for row in constraints if row[0] == "p"), []),
            "unique": sorted(list(row[5]) for row in constraints if row[0] == "u"),
            "references": sorted(
                [row[1], {"a": "NO ACTION", "c": "CASCADE"}[row[2]], sorted(zip(row[5], row[6], strict=True))]
                for row in constraints
                if row[0] == "f"
            ),
            "checks": sorted(simplify_definition(row[4]) for row in constraints if row[0] == "c"),
        }
    described["indexes"] = sorted(
        simplify_definition(str(text).replace(f"{schema}.", ""))
        for text, schema in await db.fetch_rows(
            f"SELECT pg_get_indexdef(i.indexrelid), current_schema() FROM pg_index i JOIN pg_class c"
            f" ON c.oid = i.indexrelid WHERE c.relnamespace = {here}"
            " AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)"
        )
    )
    described["triggers"] = sorted(str(name) for (name,) in await db.fetch_rows(OWN_TRIGGERS))
    return described
