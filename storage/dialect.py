"""Statements that differ between the engines: about their tables and columns, and about the numbers they give out. All
others are written for SQLite, and translated for PostgreSQL.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import count
from typing import Any, NamedTuple

Values = Sequence[int | str | bytes | None]
Row = tuple[Any, ...]


class Dialect(NamedTuple):
    """Statements of one engine."""

    tables: str
    """Query for the names of all SQL tables, in order."""
    key: str
    """Query for the columns of the key of the table given as value: its primary key or else a unique constraint."""
    references: str
    """Query for (table, column) of every column that refers to the table given as value, in order."""
    columns: str
    """Query for (column, type) of the table given as value, without generated columns. Types: INTEGER, TEXT, BLOB."""
    now: str
    """Expression for the time by the clock of the database, in milliseconds: one clock for all processes."""
    deferral: str
    """Statement that allows rows without their parent row until the commit."""
    deferral_end: str
    """Statement that checks for such rows at once; one without effect where the commit checks them as quickly."""
    last_id: str
    """Query for the last number that the table given as value has given out; 0 before the first."""
    last_id_changes: tuple[str, ...]
    """Statements that set this number. Values: the table and the number."""


SQLITE = Dialect(
    tables="SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence' ORDER BY name",
    key=(
        "SELECT name FROM (SELECT name, pk AS nth FROM pragma_table_info(?1) WHERE pk > 0 UNION ALL"
        " SELECT i.name, i.seqno AS nth FROM pragma_index_list(?1) l, pragma_index_info(l.name) i WHERE l.origin = 'u'"
        " AND NOT EXISTS (SELECT 1 FROM pragma_table_info(?1) WHERE pk > 0)) ORDER BY nth"
    ),
    references=(
        'SELECT m.name, f."from" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f'
        ' WHERE m.type = \'table\' AND f."table" = ? ORDER BY m.name, f."from"'
    ),
    columns="SELECT name, type FROM pragma_table_info(?)",
    now="CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    deferral="PRAGMA defer_foreign_keys = ON",
    deferral_end="SELECT 1",
    last_id="SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?",
    last_id_changes=(
        "DELETE FROM sqlite_sequence WHERE name = ?1 AND seq IS NOT ?2",
        "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2"
        " WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
    ),
)

POSTGRES = Dialect(
    tables=(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
        " AND relname <> 'teban_version' ORDER BY relname COLLATE \"C\""
    ),
    key=(
        "SELECT a.attname FROM (SELECT c.conrelid, c.conkey FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid"
        " WHERE t.relnamespace = current_schema()::regnamespace AND t.relname = ? AND c.contype IN ('p', 'u')"
        " ORDER BY c.contype LIMIT 1) k, unnest(k.conkey) WITH ORDINALITY AS n (number, nth), pg_attribute a"
        " WHERE a.attrelid = k.conrelid AND a.attnum = n.number ORDER BY n.nth"
    ),
    references=(
        "SELECT t.relname, a.attname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid"
        " JOIN pg_class p ON p.oid = c.confrelid"
        " JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)"
        " WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace AND p.relname = ?"
        " ORDER BY t.relname, a.attname"
    ),
    columns=(
        "SELECT a.attname, CASE a.atttypid WHEN 'bigint'::regtype THEN 'INTEGER' WHEN 'bytea'::regtype THEN 'BLOB'"
        " WHEN 'text'::regtype THEN 'TEXT' END FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid"
        " WHERE t.relnamespace = current_schema()::regnamespace AND t.relname = ? AND a.attnum > 0"
        " AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum"
    ),
    now="(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    deferral="SET CONSTRAINTS ALL DEFERRED",
    deferral_end="SET CONSTRAINTS ALL IMMEDIATE",
    last_id=(
        "SELECT coalesce(max(pg_sequence_last_value("
        "pg_get_serial_sequence(t.oid::regclass::text, a.attname)::regclass)), 0)"
        " FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid WHERE t.relname = ?"
        " AND t.relnamespace = current_schema()::regnamespace AND a.attidentity <> ''"
    ),
    last_id_changes=("SELECT setval(pg_get_serial_sequence(?1, 'id'), ?2)",),
)

_PIECES = re.compile(
    r"'(?:[^']|'')*'|x''|INDEXED BY \w+|SELECT value FROM json_each\(\?\)|\bNOT IN \(\)|\bIN \(\)|\?\d*", re.ASCII
)


@cache
def translate_statement(sql: str) -> str:
    """Return a statement as PostgreSQL reads it: other placeholders, lists of numbers and empty lists."""
    numbers = count(1)

    def translate_piece(match: re.Match[str]) -> str:
        piece = match[0]
        if piece.startswith("?"):
            return f"${piece[1:] or next(numbers)}"
        if piece.startswith("INDEXED"):
            return ""
        if piece.startswith("SELECT"):
            return f"SELECT value::bigint FROM jsonb_array_elements_text(${next(numbers)}::jsonb) AS value"
        return {"x''": "''::bytea", "NOT IN ()": "<> ALL ('{}')", "IN ()": "= ANY ('{}')"}.get(piece, piece)

    return _PIECES.sub(translate_piece, sql)


RUN_CHANGES = """
CREATE OR REPLACE FUNCTION pg_temp.run_changes(statements text[], lengths bigint[], texts text[], counts bigint[],
    lease_of bigint, shards bigint[], tokens bigint[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first bigint := 1;
    changed bigint;
BEGIN
    IF lease_of IS NOT NULL THEN
        PERFORM pg_temp.require_leases(lease_of, shards, tokens);
    END IF;
    FOR i IN 1 .. cardinality(statements) LOOP
        EXECUTE statements[i] USING texts[first : first + lengths[i] - 1];
        GET DIAGNOSTICS changed = ROW_COUNT;
        IF changed <> counts[i] THEN
            RAISE EXCEPTION 'changed % rows, expected %: %', changed, counts[i], statements[i]
                USING ERRCODE = 'serialization_failure';
        END IF;
        first := first + lengths[i];
    END LOOP;
END $$
"""
"""Function of the server that runs changes in order. texts: the values of all changes; lengths: how many values each
change has; counts: how many rows each has changed in the mirror, NULL if that is not known; lease_of, shards, tokens:
the leases that are required first (`shards.fence`), NULL for none.
"""


@lru_cache(maxsize=4096)
def translate_change(sql: str, types: tuple[type, ...]) -> str:
    """Return a change as PostgreSQL reads it whose values, of these types, are texts in an array."""

    def translate_value(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        value_type = types[int(match[1]) - 1]
        if value_type is type(None):
            return "NULL"
        place = f"($1)[{match[1]}]"
        return {int: f"{place}::bigint", bytes: f"decode({place}, 'hex')"}.get(value_type, place)

    return re.sub(r"'(?:[^']|'')*'|\$(\d+)", translate_value, translate_statement(sql))


def find_stored_type(value: int | str | bytes | None) -> type:
    """Return the type of a value, without that of an enumeration."""
    return str if isinstance(value, str) else int if isinstance(value, int) else type(value)


def write_value(value: int | str | bytes | None) -> str | None:
    """Return a value as text, as `translate_change` reads it."""
    if isinstance(value, bytes):
        return value.hex()
    return str(value) if isinstance(value, int) else value
