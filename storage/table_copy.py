"""A copy of all rows of a table, fetched with one statement, from which the table is loaded into memory.

It is an SQLite database in memory, as in `table_mirror`; the server sends the rows as JSON.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from typing import Any

from .dialect import Row, Values
from .schema import load_migrations
from .scopes import GAME_COLUMNS, KIND_BY_TABLE, LONG_TABLES, PERSON_COLUMNS, parse_query

COPIED_CHECKPOINTS = 4
"""Number of checkpoints of a game that are copied; older ones are read from the database."""
_PEOPLE = (
    "SELECT person FROM seats WHERE game = $1 UNION SELECT sitter FROM seats WHERE game = $1"
    " UNION SELECT person FROM stretches WHERE game = $1 UNION SELECT holder FROM stretches WHERE game = $1"
    " UNION SELECT person FROM agreements WHERE game = $1 UNION SELECT asked_by FROM requests WHERE game = $1"
)
_OWN_VALUE = re.compile(r"[^?]*?\b(?:game = |games WHERE id = |game IN \(SELECT value FROM json_each\()\?1?(?!\d)")
"""Matches a query whose first value is the game whose rows it reads."""


@cache
def _make_empty_database() -> bytes:
    """Return an SQLite database with all tables; migrating takes longer than reading this."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in load_migrations():
            connection.executescript(script)
        return connection.serialize()


def open_empty_database() -> sqlite3.Connection:
    """Open an SQLite database in memory that has all tables and no rows."""
    connection = sqlite3.connect(
        ":memory:", isolation_level=None, check_same_thread=False, cached_statements=len(KIND_BY_TABLE) * 32
    )
    connection.deserialize(_make_empty_database())
    return connection


@cache
def list_columns() -> dict[str, dict[str, str]]:
    """Return the columns of all tables with their types, without generated ones."""
    with closing(open_empty_database()) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {
            table: dict(connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall())
            for (table,) in tables
        }


def build_rows(table: str, condition: str) -> str:
    """Return the part of PostgreSQL's `json_build_object` with all rows of a table that meet a condition."""
    columns = ", ".join(list_columns()[table])
    return f"'{table}', (SELECT json_agg(json_build_array({columns})) FROM {table} WHERE {condition})"


def insert_rows(connection: sqlite3.Connection, table: str, rows: Sequence[list[Any]]) -> None:
    """Store the rows of a table that the server has written as JSON."""
    columns = list_columns()[table]
    blobs = [index for index, kind in enumerate(columns.values()) if kind == "BLOB"]
    for row in rows:
        for index in blobs:
            if row[index] is not None:
                row[index] = bytes.fromhex(row[index].removeprefix("\\x"))
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


@cache
def build_copy_query(*more_queries: str) -> str:
    """Return PostgreSQL's query for all rows of a game and its people, and for the answers to further queries:
    each has two columns, and the game as its only value.
    """
    latest = f"SELECT n FROM checkpoints WHERE game = $1 ORDER BY n DESC LIMIT {COPIED_CHECKPOINTS}"
    parts = [
        *(build_rows(table, f"{column} = $1") for table, column in GAME_COLUMNS.items()),
        *(build_rows(table, f"{column} IN ({_PEOPLE})") for table, column in PERSON_COLUMNS.items()),
        *(build_rows(table, f"game = $1{f' AND n IN ({latest})' * (table == 'checkpoints')}") for table in LONG_TABLES),
        *(
            f"'{nth}', (SELECT json_agg(json_build_array(a, b)) FROM ({sql}) AS q (a, b))"
            for nth, sql in enumerate(more_queries)
        ),
    ]
    return f"SELECT json_build_object({', '.join(parts)})::text"


class TableCopy:
    """All rows of a table and its people, as of one moment. It answers the queries that are about them alone."""

    def __init__(self, game: int, more_queries: Sequence[str], answer: str) -> None:
        self._game = game
        self._sql = open_empty_database()  # has the rows, in memory
        rows_by_table = json.loads(answer)
        # rows of each of the further queries
        self._answers = {
            sql: [tuple(row) for row in rows_by_table.pop(str(nth)) or ()] for nth, sql in enumerate(more_queries)
        }
        self._people = {row[0] for row in rows_by_table["people"] or ()}  # whose rows are here
        for table, rows in rows_by_table.items():
            insert_rows(self._sql, table, rows or ())

    def find_rows(self, sql: str, values: Values) -> list[Row] | None:
        """Return the rows of a query; None if it is not about this table and its people alone."""
        if sql in self._answers and tuple(values) == (self._game,):
            return self._answers[sql]
        query, tables = parse_query(sql), set(re.findall(r"\b(?:FROM|JOIN) (\w+)", sql)) - {"json_each"}
        if query is not None and query.table in PERSON_COLUMNS:
            is_here = query.list_scopes(values) <= self._people
        else:
            is_own = tables <= {*GAME_COLUMNS, *LONG_TABLES} and _OWN_VALUE.match(sql) is not None
            is_here = is_own and len(values) > 0 and values[0] in (self._game, f"[{self._game}]")
        if not is_here:
            return None
        rows = self._sql.execute(sql, values).fetchall()
        if "checkpoints" in tables and not (rows and sql.endswith(" LIMIT 1")):
            return None  # it may concern older ones
        return rows

    def close(self) -> None:
        """Free the memory."""
        self._sql.close()
