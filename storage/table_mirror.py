"""The rows of tables and people that a program on a server's database has in memory, in an SQLite database.

Only this program writes the rows of its tables, so it knows what stands there. Since both engines read the same
statements, those about rows that are here run here: a query is answered without a trip to the server, and what a
change returns is known before the change is sent (`postgres_writer`).

The unit is a scope: all rows of a game, of a person, or of an interaction (`scopes`). It is here whole or not at all.

A table that is not in memory yet is read from a copy of its rows (`TableCopy`), which one statement fetches.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import OrderedDict, deque
from collections.abc import Collection, Sequence
from contextlib import closing
from functools import cache, lru_cache
from typing import Any, NamedTuple

from .dialect import Row, Values
from .errors import InvalidRow, translate_errors
from .schema import load_migrations
from .scopes import (
    GAME_COLUMNS,
    INSERT,
    INTERACTION_COLUMNS,
    LONG_TABLES,
    PERSON_COLUMNS,
    find_value_index,
    parse_change,
    parse_query,
)
from .shards.ownership import Ownership

KINDS = {"game": GAME_COLUMNS, "person": PERSON_COLUMNS, "interaction": INTERACTION_COLUMNS}
"""The tables of each kind of scope, with the column that names it."""
KIND_BY_TABLE = {table: kind for kind, columns in KINDS.items() for table in columns}
MAX_SCOPES = {"game": 256, "person": 5_000, "interaction": 5_000}
"""Number of scopes kept. A game takes up to 30 KB."""
NUMBERED_TABLES = ("absences", "hours", "inbox", "outbox", "timers")
"""Tables to whose rows the database gives ids."""
IDS_PER_LOAD, MIN_IDS = 100, 40
"""Ids of each numbered table that are taken from the server together, and the number below which a query for rows takes
some.
"""
_SHARED_KEY = re.compile(r"UPDATE games SET (?:.*, )?(?:channel_id|archived_at) =")
"""Changes of columns that are unique over several scopes."""

PYTHON_TYPES = {"INTEGER": int, "TEXT": str, "BLOB": bytes}
"""The types of the values of a column."""

_RETURNING = re.compile(r" RETURNING ")


class MirroredScope(NamedTuple):
    """A scope whose rows are mirrored."""

    kind: str  # one of `KINDS`
    owner: int  # id of the game, person or interaction


class MirrorAnswer(NamedTuple):
    """The effect of a statement on the mirrored rows."""

    rows: list[Row]
    """The rows of a query or of a RETURNING clause."""
    row_count: int
    """Number of rows that were changed."""


def returns_rows(sql: str) -> bool:
    """Return whether the caller of a statement needs an answer."""
    return sql.startswith("SELECT") or _RETURNING.search(sql) is not None


def is_checked_at_once(sql: str) -> bool:
    """Return whether the caller of a change wants to know whether rows elsewhere have its key already."""
    return _SHARED_KEY.match(sql) is not None


@lru_cache(maxsize=1024)
def _find_id_index(sql: str) -> tuple[str, int] | None:
    """Return the table and the index of the value of a change that names its row by the id; None if it does not."""
    change = parse_change(sql)
    if change is None or change.table not in NUMBERED_TABLES or _changes_scope(sql, change.table):
        return None
    index = find_value_index(sql, "id")
    return None if index is None else (change.table, index)


@lru_cache(maxsize=1024)
def add_id(sql: str) -> tuple[str | None, str]:
    """Return the numbered table that an INSERT changes and its text with the id of the row as first value; None and
    the same text for any other statement.
    """
    change = parse_change(sql) if sql.startswith("INSERT") else None
    if change is None or change.table not in NUMBERED_TABLES:
        return None, sql
    return change.table, sql.replace(" (", " (id, ", 1).replace("VALUES (", "VALUES (?, ", 1)


@lru_cache(maxsize=1024)
def list_assigned_columns(sql: str) -> tuple[str, list[tuple[str, int]]]:
    """Return the table of a change, and (column, index of the value) of each value that it stores as it is."""
    if (insert := INSERT.match(sql)) is not None:
        marks = insert["values"].split(", ")
        columns = zip(insert["columns"].split(", "), marks, strict=False)
        return insert["table"], [
            (column, marks[:place].count("?")) for place, (column, mark) in enumerate(columns) if mark == "?"
        ]
    update = re.match(r'UPDATE "?(\w+)"? SET (.*?)(?: WHERE |\Z)', sql)
    if update is None:
        return "", []
    return update[1], [
        (value[1], int(value[2]) - 1 if value[2] else update[2][: value.start()].count("?"))
        for value in re.finditer(r'(\w+)"? = \?(\d*)(?:, |\Z)', update[2])
    ]


@cache
def _make_empty_database() -> bytes:
    """Return an SQLite database with all tables; migrating takes longer than reading this."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in load_migrations():
            connection.executescript(script)
        return connection.serialize()


def _open_empty_database() -> sqlite3.Connection:
    connection = sqlite3.connect(
        ":memory:", isolation_level=None, check_same_thread=False, cached_statements=len(KIND_BY_TABLE) * 32
    )
    connection.deserialize(_make_empty_database())
    return connection


@cache
def _list_columns() -> dict[str, dict[str, str]]:
    """Return the columns of all tables with their types, without generated ones."""
    with closing(_open_empty_database()) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {
            table: dict(connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall())
            for (table,) in tables
        }


def _build_rows(table: str, condition: str) -> str:
    """Return the part of PostgreSQL's `json_build_object` with all rows of a table that meet a condition."""
    columns = ", ".join(_list_columns()[table])
    return f"'{table}', (SELECT json_agg(json_build_array({columns})) FROM {table} WHERE {condition})"


def _insert_rows(connection: sqlite3.Connection, table: str, rows: Sequence[list[Any]]) -> None:
    """Store the rows of a table that the server has written as JSON."""
    columns = _list_columns()[table]
    blobs = [index for index, kind in enumerate(columns.values()) if kind == "BLOB"]
    for row in rows:
        for index in blobs:
            if row[index] is not None:
                row[index] = bytes.fromhex(row[index].removeprefix("\\x"))
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


class TableMirror:
    """The rows of some scopes, as the transaction that writes would read them now."""

    def __init__(self, name: str) -> None:
        self.name = name  # of the server, for messages
        self._sql = _open_empty_database()  # has the rows, in memory
        self._scopes: OrderedDict[MirroredScope, None] = OrderedDict()
        """The scopes that are here, the least recently used first."""
        self._ids: dict[str, deque[int]] = {table: deque() for table in NUMBERED_TABLES}
        """Ids for the next rows of each numbered table, which no other program has."""

    def has_ids(self, table: str) -> bool:
        """Return whether there is an id for the next row of a numbered table."""
        return bool(self._ids[table])

    @property
    def needs_ids(self) -> bool:
        """Whether the next query for rows should take ids."""
        return any(len(ids) < MIN_IDS for ids in self._ids.values())

    def take_id(self, table: str) -> int:
        """Return the id of the next row of a numbered table."""
        return self._ids[table].popleft()

    def close(self) -> None:
        """Free the memory."""
        self._sql.close()

    def clear(self) -> None:
        """Forget all rows."""
        for table in KIND_BY_TABLE:
            self._sql.execute(f"DELETE FROM {table}")
        self._scopes.clear()
        for ids in self._ids.values():
            ids.clear()  # the server may have given out higher ones

    def find_scopes(self, sql: str, values: Values) -> set[MirroredScope] | None:
        """Return whose rows a statement reads or changes; None if its words do not say it, or name others, too."""
        if sql.startswith("SELECT"):
            query = parse_query(sql)
            if query is None or query.table not in KIND_BY_TABLE:
                return None
            kind, ids = KIND_BY_TABLE[query.table], query.list_scopes(values)
        else:
            change = parse_change(sql)
            if change is None or change.table not in KIND_BY_TABLE or "SELECT" in sql or is_checked_at_once(sql):
                return None
            kind = KIND_BY_TABLE[change.table]
            if change.scope_index is not None:
                ids = {values[change.scope_index]}
            elif (row := _find_id_index(sql)) is not None:
                ids = self._list_scopes_of_row(row[0], values[row[1]])
            else:
                return None
        scopes = {MirroredScope(kind, value) for value in ids if isinstance(value, int)}
        return scopes if len(scopes) == len(ids) > 0 else None

    def _list_scopes_of_row(self, table: str, row_id: Any) -> set[Any]:
        """Return the game or person of a row that is here."""
        column = KINDS[KIND_BY_TABLE[table]][table]
        found = self._sql.execute(f"SELECT {column} FROM {table} WHERE id = ?", (row_id,)).fetchall()
        return {scope for (scope,) in found if MirroredScope(KIND_BY_TABLE[table], scope) in self._scopes}

    def list_missing_scopes(self, scopes: Collection[MirroredScope]) -> list[MirroredScope]:
        """Return those of the scopes that are not here."""
        return [scope for scope in scopes if scope not in self._scopes]

    def run_statement(self, sql: str, values: Values) -> MirrorAnswer:
        """Run a statement about scopes that are here."""
        with translate_errors(self.name):
            cursor = self._sql.execute(sql, values)
            rows = cursor.fetchall()
        return MirrorAnswer(rows, len(rows) if returns_rows(sql) else max(cursor.rowcount, 0))

    def require_types(self, sql: str, values: Values) -> None:
        """Raise InvalidRow if a change puts a value into a column of another type. The server would store it as text.

        SQLite refuses it by itself where it has such a row; here it may have none.
        """
        table, indices = list_assigned_columns(sql)
        for column, index in indices:
            kind, value = _list_columns().get(table, {}).get(column), values[index]
            if value is not None and kind is not None and not isinstance(value, PYTHON_TYPES[kind]):
                raise InvalidRow(f"{self.name}: cannot store {type(value).__name__} value in {kind} column {column}")

    def follow_change(self, sql: str, values: Values) -> None:
        """Change the rows here as a statement that is sent to the server changes the rows there."""
        change = parse_change(sql)
        if change is None:
            if not sql.startswith(("INSERT", "UPDATE", "DELETE")):
                self.clear()  # not known
            return
        if change.table not in KIND_BY_TABLE:
            return
        is_unknown_row = sql.startswith("INSERT") and (change.scope_index is None or change.table in NUMBERED_TABLES)
        if "SELECT" in sql or is_unknown_row or _changes_scope(sql, change.table):
            self.clear()  # the change depends on rows that may not be here, or adds one that may belong here
        elif not sql.startswith("INSERT"):
            self.run_statement(sql, values)

    def use_scopes(self, scopes: Collection[MirroredScope]) -> None:
        """Note that the scopes are used, so that others are forgotten first."""
        for scope in scopes:
            self._scopes.move_to_end(scope)

    def forget_unused_scopes(self) -> None:
        """Forget the scopes beyond the limit, unless a transaction is open."""
        if len(self._scopes) <= min(MAX_SCOPES.values()):
            return
        for kind, limit in MAX_SCOPES.items():
            scopes = [scope for scope in self._scopes if scope.kind == kind]
            self.forget_scopes(scopes[: max(len(scopes) - limit, 0)])

    def forget_shared_scopes(self, ownership: Ownership) -> None:
        """Forget the rows that other processes may have changed: of people, and of tables that are not this process's
        own.
        """
        own = {game for game, guild in self._sql.execute("SELECT id, guild_id FROM games") if ownership.owns(guild)}
        self.forget_scopes([scope for scope in self._scopes if scope.kind != "game" or scope.owner not in own])

    def forget_scopes(self, scopes: Sequence[MirroredScope]) -> None:
        """Forget the rows of these scopes, as far as they are kept."""
        for scope in self._scopes.keys() & set(scopes):
            self._delete_rows(scope)
            del self._scopes[scope]

    def build_load(self, kind: str) -> str:
        """Return PostgreSQL's query for all rows of some scopes of a kind, and for ids if they run short."""
        parts = [_build_rows(table, f"{column} = ANY ($1::bigint[])") for table, column in KINDS[kind].items()]
        numbers = [
            f"'{table}', (SELECT json_agg(nextval(pg_get_serial_sequence('{table}', 'id')))"
            f" FROM generate_series(1, {IDS_PER_LOAD}))"
            for table in (NUMBERED_TABLES if self.needs_ids else ())
        ]
        return f"SELECT json_build_object({', '.join(parts)}, 'ids', json_build_object({', '.join(numbers)}))::text"

    def store_scopes(self, kind: str, ids: Sequence[int], answer: str) -> None:
        """Keep the rows that this query has returned."""
        rows_by_table = json.loads(answer)
        for table, new_ids in rows_by_table.pop("ids").items():
            self._ids[table].extend(new_ids)
        for value in ids:
            self._delete_rows(MirroredScope(kind, value))
        for table, rows in rows_by_table.items():
            _insert_rows(self._sql, table, rows or ())
            self._skip_ids(table, rows or ())
        self._scopes.update((MirroredScope(kind, value), None) for value in ids)

    def _skip_ids(self, table: str, rows: Sequence[list[Any]]) -> None:
        """Forget ids below those of another process's rows, since rows are read in the order of their ids."""
        if table in NUMBERED_TABLES and rows:
            index = list(_list_columns()[table]).index("id")
            newest = max(row[index] for row in rows)
            while self._ids[table] and self._ids[table][0] < newest:
                self._ids[table].popleft()

    def _delete_rows(self, scope: MirroredScope) -> None:
        for table, column in KINDS[scope.kind].items():
            self._sql.execute(f"DELETE FROM {table} WHERE {column} = ?", (scope.owner,))


def _changes_scope(sql: str, table: str) -> bool:
    column = KINDS[KIND_BY_TABLE[table]][table]
    assignments = sql.partition(" SET ")[2].partition(" WHERE ")[0]
    return sql.startswith("UPDATE") and re.search(rf"\b{column}\b\"? =", assignments) is not None


COPIED_CHECKPOINTS = 4
"""Number of checkpoints of a game that are copied; older ones are asked for."""
_PEOPLE = (
    "SELECT person FROM seats WHERE game = $1 UNION SELECT sitter FROM seats WHERE game = $1"
    " UNION SELECT person FROM stretches WHERE game = $1 UNION SELECT holder FROM stretches WHERE game = $1"
    " UNION SELECT person FROM agreements WHERE game = $1 UNION SELECT asked_by FROM requests WHERE game = $1"
)
_OWN_VALUE = re.compile(r"[^?]*?\b(?:game = |games WHERE id = |game IN \(SELECT value FROM json_each\()\?1?(?!\d)")
"""A query whose first value is the game whose rows it reads."""


@cache
def build_copy_query(*more: str) -> str:
    """Return PostgreSQL's query for all rows of a game and its people, and for the answers, two columns each, of more
    queries whose only value is the game.
    """
    latest = f"SELECT n FROM checkpoints WHERE game = $1 ORDER BY n DESC LIMIT {COPIED_CHECKPOINTS}"
    parts = [
        *(_build_rows(table, f"{column} = $1") for table, column in GAME_COLUMNS.items()),
        *(_build_rows(table, f"{column} IN ({_PEOPLE})") for table, column in PERSON_COLUMNS.items()),
        *(
            _build_rows(table, f"game = $1{f' AND n IN ({latest})' * (table == 'checkpoints')}")
            for table in LONG_TABLES
        ),
        *(
            f"'{nth}', (SELECT json_agg(json_build_array(a, b)) FROM ({sql}) AS q (a, b))"
            for nth, sql in enumerate(more)
        ),
    ]
    return f"SELECT json_build_object({', '.join(parts)})::text"


class TableCopy:
    """All rows of a table and its people, as of one moment. It answers the queries that are about them alone."""

    def __init__(self, game: int, more: Sequence[str], answer: str) -> None:
        self._game = game
        self._sql = _open_empty_database()  # has the rows, in memory
        rows_by_table = json.loads(answer)
        # rows of each of the further queries
        self._answers = {sql: [tuple(row) for row in rows_by_table.pop(str(nth)) or ()] for nth, sql in enumerate(more)}
        self._people = {row[0] for row in rows_by_table["people"] or ()}  # whose rows are here
        for table, rows in rows_by_table.items():
            _insert_rows(self._sql, table, rows or ())

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
