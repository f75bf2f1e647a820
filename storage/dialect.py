"""Statements that each engine spells its own way: about its tables and columns, and about the numbers it gives out."""

from collections.abc import Sequence
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
    """Statement that lets rows be without their parent row until the commit."""
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
    last_id=(
        "SELECT coalesce(max(pg_sequence_last_value("
        "pg_get_serial_sequence(t.oid::regclass::text, a.attname)::regclass)), 0)"
        " FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid WHERE t.relname = ?"
        " AND t.relnamespace = current_schema()::regnamespace AND a.attidentity <> ''"
    ),
    last_id_changes=("SELECT setval(pg_get_serial_sequence(?1, 'id'), ?2)",),
)
