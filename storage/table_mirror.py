"""Rows of tables and people that a program with a PostgreSQL server keeps in memory, in an SQLite database.

Only this program writes the rows of its tables, so they cannot change unnoticed. Both engines read the same statements,
so a statement about rows in memory runs in memory: a query needs no round trip to the server, and the result of a
change is known before the change is sent (`postgres_writer`).

Rows are kept by scope: of a game, a person or an interaction (`scopes`) either all rows are in memory or none.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict, deque
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from .dialect import Row, Values
from .errors import InvalidRow, translate_errors
from .scopes import (
    KIND_BY_TABLE,
    KINDS,
    NUMBERED_TABLES,
    MirroredScope,
    changes_scope,
    find_id_index,
    list_assigned_columns,
    parse_change,
    parse_query,
)
from .shards.ownership import Ownership
from .table_copy import build_rows, insert_rows, list_columns, open_empty_database

MAX_SCOPES = {"game": 256, "person": 5_000, "interaction": 5_000}
"""Number of scopes kept. A game takes up to 30 KB."""
IDS_PER_LOAD, MIN_IDS = 100, 40
"""Number of ids of each numbered table that are taken from the server at a time, and the number of unused ids below
which the next load of rows takes more.
"""
_SHARED_KEY = re.compile(r"UPDATE games SET (?:.*, )?(?:channel_id|archived_at) =")
"""Changes of columns that are unique over several scopes."""

PYTHON_TYPES = {"INTEGER": int, "TEXT": str, "BLOB": bytes}
"""The types of the values of a column."""

_RETURNING = re.compile(r" RETURNING ")


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
    """Return whether a change may give a row a key that a row of another scope has, which only the server can check."""
    return _SHARED_KEY.match(sql) is not None


class TableMirror:
    """The rows of some scopes, as the transaction that writes would read them now."""

    def __init__(self, name: str) -> None:
        self.name = name  # of the server, for messages
        self._sql = open_empty_database()  # has the rows, in memory
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
        """Return the scopes whose rows a statement reads or changes; None if its text does not show all of them."""
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
            elif (row := find_id_index(sql)) is not None:
                ids = self._list_scopes_of_row(row[0], values[row[1]])
            else:
                return None
        scopes = {MirroredScope(kind, value) for value in ids if isinstance(value, int)}
        return scopes if len(scopes) == len(ids) > 0 else None

    def _list_scopes_of_row(self, table: str, row_id: Any) -> set[Any]:
        """Return the game or person of a row that is in memory."""
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
            kind, value = list_columns().get(table, {}).get(column), values[index]
            if value is not None and kind is not None and not isinstance(value, PYTHON_TYPES[kind]):
                raise InvalidRow(f"{self.name}: cannot store {type(value).__name__} value in {kind} column {column}")

    def follow_change(self, sql: str, values: Values) -> None:
        """Change the rows here as a statement that is sent to the server changes the rows there."""
        change = parse_change(sql)
        if change is None:
            if not sql.startswith(("INSERT", "UPDATE", "DELETE")):
                self.clear()  # its effect is not known
            return
        if change.table not in KIND_BY_TABLE:
            return
        is_unknown_row = sql.startswith("INSERT") and (change.scope_index is None or change.table in NUMBERED_TABLES)
        if "SELECT" in sql or is_unknown_row or changes_scope(sql, change.table):
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
        own_games = {
            game for game, guild in self._sql.execute("SELECT id, guild_id FROM games") if ownership.owns(guild)
        }
        self.forget_scopes([scope for scope in self._scopes if scope.kind != "game" or scope.owner not in own_games])

    def forget_scopes(self, scopes: Sequence[MirroredScope]) -> None:
        """Forget the rows of these scopes, as far as they are kept."""
        for scope in self._scopes.keys() & set(scopes):
            self._delete_rows(scope)
            del self._scopes[scope]

    def build_load(self, kinds: Sequence[str]) -> str:
        """Return PostgreSQL's query for all rows of some scopes of these kinds, and for ids if they run short. Its
        values are the owners of each kind.
        """
        parts = [
            build_rows(table, f"{column} = ANY (${nth}::bigint[])")
            for nth, kind in enumerate(kinds, 1)
            for table, column in KINDS[kind].items()
        ]
        numbers = [
            f"'{table}', (SELECT json_agg(nextval(pg_get_serial_sequence('{table}', 'id')))"
            f" FROM generate_series(1, {IDS_PER_LOAD}))"
            for table in (NUMBERED_TABLES if self.needs_ids else ())
        ]
        return f"SELECT json_build_object({', '.join(parts)}, 'ids', json_build_object({', '.join(numbers)}))::text"

    def store_scopes(self, scopes: Collection[MirroredScope], answer: str) -> None:
        """Keep the rows of scopes that this query has returned."""
        rows_by_table = json.loads(answer)
        for table, new_ids in rows_by_table.pop("ids").items():
            self._ids[table].extend(new_ids)
        for scope in scopes:
            self._delete_rows(scope)
        for table, rows in rows_by_table.items():
            insert_rows(self._sql, table, rows or ())
            self._skip_ids(table, rows or ())
        self._scopes.update(dict.fromkeys(scopes))

    def _skip_ids(self, table: str, rows: Sequence[list[Any]]) -> None:
        """Forget ids below those of another process's rows, since rows are read in the order of their ids."""
        if table in NUMBERED_TABLES and rows:
            index = list(list_columns()[table]).index("id")
            newest = max(row[index] for row in rows)
            while self._ids[table] and self._ids[table][0] < newest:
                self._ids[table].popleft()

    def _delete_rows(self, scope: MirroredScope) -> None:
        for table, column in KINDS[scope.kind].items():
            self._sql.execute(f"DELETE FROM {table} WHERE {column} = ?", (scope.owner,))
