"""Rows that transactions have read, kept in memory until a statement changes them.

A press reads the same few rows again and again: the open questions, clocks and timers of its table, and its people.
Each cached table has a scope column, the id of the game or person that its rows belong to. A query is cached if it
reads one such table by its scope; a statement that writes removes the queries of its own scope, or of the whole table
if its text does not show the scope.

The cache sees the statements of one writer. `RowCache.clear` is called when another one has written, and when a
transaction was rolled back; `remove_shared_rows` at each transaction of a process that shares the database.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from .dialect import Row, Values
from .scopes import Scope, parse_change, parse_query

CACHED_TABLES = (
    "absences",
    "asked",
    "clocks",
    "guild_settings",
    "hours",
    "invitations",
    "outbox",
    "pauses",
    "people",
    "posts",
    "presence",
    "requests",
    "seats",
    "table_ways",
    "timers",
)
"""Their rows are read at nearly each press, and few of them belong to one scope."""
OWN_TABLES = ("guild_settings", "presence")
"""Tables of which a process reads rows of its own servers and shards only, which no other one changes meanwhile."""
MAX_QUERIES = 20_000
"""Number of queries whose rows are kept."""

QueryKey = tuple[str, tuple[Scope, ...]]
"""The statement and its values."""


class RowCache:
    """Rows of the last queries, as the writer would read them now."""

    def __init__(self, max_queries: int = MAX_QUERIES) -> None:
        self.max_queries = max_queries
        self._rows: OrderedDict[QueryKey, tuple[Row, ...]] = OrderedDict()
        """Rows by statement and values, the least recently used first."""
        self._queries: dict[str, dict[Scope, set[QueryKey]]] = {table: {} for table in CACHED_TABLES}
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
        if query is None or query.table not in CACHED_TABLES:
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
        if change is None or change.table not in CACHED_TABLES:
            return
        queries = self._queries[change.table]
        scopes = tuple(queries) if change.scope_index is None else (values[change.scope_index], None)
        for scope in scopes:
            for key in tuple(queries.get(scope, ())):
                self._remove_query(key)

    def remove_shared_rows(self) -> None:
        """Remove the queries whose rows other processes may have changed."""
        for table, queries in self._queries.items():
            if table not in OWN_TABLES:
                for key in set().union(*queries.values()):
                    del self._rows[key]
                queries.clear()

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
