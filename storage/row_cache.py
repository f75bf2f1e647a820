"""Rows that transactions have read, kept in memory until a statement changes them.

A press reads the same few rows again and again: the open questions, clocks and timers of its table, and its people.
Each cached table has a scope column, the id of the game or person that its rows belong to. A query is cached if it
reads one such table by its scope; a statement that writes removes the queries of its own scope, or of the whole table
if its scope cannot be read from its words.

The cache sees the statements of one writer. `RowCache.clear` is called when another one has written, and when a
transaction was rolled back.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .dialect import Row, Values

SCOPE_COLUMNS = {
    "absences": "person",
    "asked": "game",
    "clocks": "game",
    "guild_settings": "guild",
    "hours": "person",
    "invitations": "game",
    "outbox": "game",
    "pauses": "game",
    "people": "id",
    "posts": "game",
    "presence": "id",
    "requests": "game",
    "seats": "game",
    "table_ways": "game",
    "timers": "game",
}
"""The cached tables. Their rows are read at nearly each press, and few of them belong to one scope."""
MAX_QUERIES = 20_000
"""Number of queries whose rows are kept."""

_QUERY = re.compile(r"SELECT [^()]*? FROM (?P<table>\w+)(?: WHERE (?P<column>\w+) (?P<operator>=|IN) (?P<rest>.*))?\Z")
_INSERT = re.compile(r'INSERT INTO "?(?P<table>\w+)"? \((?P<columns>[^)]*)\) VALUES \((?P<values>[^)]*)\)')
_CHANGE = re.compile(r'(?:UPDATE|DELETE FROM|INSERT INTO) "?(?P<table>\w+)"?(?P<rest>.*)\Z')

Scope = int | str | bytes | None
QueryKey = tuple[str, tuple[Scope, ...]]
"""The statement and its values."""


@dataclass(frozen=True, slots=True)
class CachedQuery:
    """Where a query reads: a table, and which of its values are scopes."""

    table: str
    scope_count: int
    """Number of values, from the first one, that are scopes; 0 for a query of the whole table."""

    def list_scopes(self, values: Values) -> set[Scope]:
        """Return the scopes of the query's rows; {None} for the whole table."""
        return set(values[: self.scope_count]) or {None}


@dataclass(frozen=True, slots=True)
class RowChange:
    """Where a statement writes."""

    table: str
    scope_index: int | None
    """Index of the value that is the scope; None if rows of any scope may change."""


@lru_cache(maxsize=1024)
def parse_query(sql: str) -> CachedQuery | None:
    """Return where a query reads; None if its rows are not cached."""
    match = _QUERY.match(sql)
    if match is None or match["table"] not in SCOPE_COLUMNS or "SELECT" in (match["rest"] or "") or " OR " in sql:
        return None
    if match["column"] is None:
        return CachedQuery(match["table"], 0) if match["table"] == "presence" else None
    if match["column"] != SCOPE_COLUMNS[match["table"]]:
        return None
    if match["operator"] == "=":
        return CachedQuery(match["table"], 1) if re.match(r"\?1?(?!\d)", match["rest"]) else None
    scopes = re.match(r"\((\?(?:, \?)*)\)", match["rest"])
    return None if scopes is None else CachedQuery(match["table"], scopes[1].count("?"))


@lru_cache(maxsize=1024)
def parse_change(sql: str) -> RowChange | None:
    """Return where a statement writes; None if it writes no cached table."""
    change = _CHANGE.match(sql)
    if change is None or change["table"] not in SCOPE_COLUMNS:
        return None
    table, column = change["table"], SCOPE_COLUMNS[change["table"]]
    if sql.startswith("INSERT"):
        insert = _INSERT.match(sql)
        columns = [] if insert is None else insert["columns"].split(", ")
        is_plain = insert is not None and insert["values"].split(", ") == ["?"] * len(columns)
        return RowChange(table, columns.index(column) if is_plain and column in columns else None)
    assignments, _, condition = change["rest"].partition(" WHERE ")
    scope = re.match(rf"{column} = \?(\d*)(?: AND |\Z| RETURNING )", condition)
    if scope is None or " OR " in sql or re.search(rf"\b{column} =", assignments):
        return RowChange(table, None)
    return RowChange(table, int(scope[1]) - 1 if scope[1] else assignments.count("?"))


class RowCache:
    """Rows of the last queries, as the writer would read them now."""

    def __init__(self, max_queries: int = MAX_QUERIES) -> None:
        self.max_queries = max_queries
        self._rows: OrderedDict[QueryKey, tuple[Row, ...]] = OrderedDict()
        """Rows by statement and values, the least recently used first."""
        self._queries: dict[str, dict[Scope, set[QueryKey]]] = {table: {} for table in SCOPE_COLUMNS}
        """The cached queries of each table, by scope."""

    def find_rows(self, sql: str, values: Values) -> list[Row] | None:
        """Return the rows of a query; None if they are not cached."""
        key = (sql, tuple(values))
        rows = self._rows.get(key)
        if rows is None:
            return None
        self._rows.move_to_end(key)
        return list(rows)

    def store_rows(self, sql: str, values: Values, rows: Sequence[Row]) -> None:
        """Keep the rows that a query has returned, if its table is cached."""
        query = parse_query(sql)
        if query is None:
            return
        key = (sql, tuple(values))
        self._rows[key] = tuple(rows)
        for scope in query.list_scopes(values):
            self._queries[query.table].setdefault(scope, set()).add(key)
        if len(self._rows) > self.max_queries:
            self._remove_query(next(iter(self._rows)))

    def remove_changed_rows(self, sql: str, values: Values) -> None:
        """Remove the queries whose rows a statement may change."""
        change = parse_change(sql)
        if change is None:
            return
        queries = self._queries[change.table]
        scopes = tuple(queries) if change.scope_index is None else (values[change.scope_index], None)
        for scope in scopes:
            for key in tuple(queries.get(scope, ())):
                self._remove_query(key)

    def clear(self) -> None:
        """Forget all rows."""
        self._rows.clear()
        for queries in self._queries.values():
            queries.clear()

    def _remove_query(self, key: QueryKey) -> None:
        sql, values = key
        del self._rows[key]
        query = parse_query(sql)
        assert query is not None
        for scope in query.list_scopes(values):
            keys = self._queries[query.table][scope]
            keys.remove(key)
            if not keys:
                del self._queries[query.table][scope]
