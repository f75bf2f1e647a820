"""The rows that a statement reads or changes, as its text shows them: their scope (the game, person or server to which
they belong), their ids and the assigned values.

The rows kept in memory (`row_cache`, `table_mirror`) are found and corrected by scope.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .dialect import Values

GAME_COLUMNS = {
    "asked": "game",
    "clocks": "game",
    "deals": "game",
    "ended_turns": "game",
    "games": "id",
    "guests": "game",
    "inbox": "game",
    "invitations": "game",
    "orders": "game",
    "outbox": "game",
    "pauses": "game",
    "posts": "game",
    "requests": "game",
    "results": "game",
    "seats": "game",
    "shares": "game",
    "stretches": "game",
    "table_ways": "game",
    "timers": "game",
}
"""Tables whose rows belong to a game, with the column of its id, without `LONG_TABLES`."""
LONG_TABLES = ("agreements", "checkpoints", "decisions")
"""Tables whose rows belong to a game, too, which are not kept in memory: they are long, or change with another."""
PERSON_COLUMNS = {"absences": "person", "hours": "person", "people": "id"}
"""Tables whose rows belong to a person."""
INTERACTION_COLUMNS = {"interactions": "id"}
SCOPE_COLUMNS = {
    **GAME_COLUMNS,
    **PERSON_COLUMNS,
    **INTERACTION_COLUMNS,
    "guild_settings": "guild",
    "presence": "shard",
}
"""All tables whose rows are kept in memory."""

KINDS = {"game": GAME_COLUMNS, "person": PERSON_COLUMNS, "interaction": INTERACTION_COLUMNS}
"""The tables of each kind of scope, with the column that names it."""
KIND_BY_TABLE = {table: kind for kind, columns in KINDS.items() for table in columns}


class MirroredScope(NamedTuple):
    """All rows of a game, a person or an interaction."""

    kind: str  # one of `KINDS`
    owner: int  # id of the game, person or interaction


NUMBERED_TABLES = ("absences", "hours", "inbox", "outbox", "timers")
"""Tables to whose rows the database gives ids."""

_QUERY = re.compile(r"SELECT [^?]*? FROM (?P<table>\w+)(?: WHERE (?P<column>\w+) (?P<operator>=|IN) (?P<rest>.*))?\Z")
INSERT = re.compile(r'INSERT INTO "?(?P<table>\w+)"? \((?P<columns>[^)]*)\) VALUES \((?P<values>[^)]*)\)')
_CHANGE = re.compile(r'(?:UPDATE|DELETE FROM|INSERT INTO) "?(?P<table>\w+)"?(?P<rest>.*)\Z')

Scope = int | str | bytes | None


@dataclass(frozen=True, slots=True)
class CachedQuery:
    """The rows that a query reads: a table, and which of its values are scopes."""

    table: str
    """The one SQL table that it reads, of `SCOPE_COLUMNS`."""
    scope_count: int
    """Number of values, from the first one, that are scopes; 0 for a query of the whole table."""

    def list_scopes(self, values: Values) -> set[Scope]:
        """Return the scopes of the query's rows; {None} for the whole table."""
        return set(values[: self.scope_count]) or {None}


@dataclass(frozen=True, slots=True)
class RowChange:
    """The rows that a statement writes."""

    table: str
    """The SQL table that it changes."""
    scope_index: int | None
    """Index of the value that is the scope; None if rows of any scope may change."""


@lru_cache(maxsize=1024)
def parse_query(sql: str) -> CachedQuery | None:
    """Return where a query reads; None if its rows are not cached."""
    match = _QUERY.match(sql)
    if match is None or match["table"] not in SCOPE_COLUMNS or sql.count("SELECT") > 1 or " OR " in sql:
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
        insert = INSERT.match(sql)
        columns = [] if insert is None else insert["columns"].split(", ")
        is_plain = insert is not None and insert["values"].split(", ") == ["?"] * len(columns)
        return RowChange(table, columns.index(column) if is_plain and column in columns else None)
    assignments = change["rest"].partition(" WHERE ")[0]
    if " OR " in sql or re.search(rf"\b{column} =", assignments):
        return RowChange(table, None)
    return RowChange(table, find_value_index(sql, column))


def find_value_index(sql: str, column: str) -> int | None:
    """Return the index of the value with which the WHERE clause of an UPDATE or DELETE compares this column first; None
    if the clause begins with another condition.
    """
    assignments, _, condition = sql.partition(" WHERE ")
    value = re.match(rf"{column} = \?(\d*)(?: AND |\Z| RETURNING )", condition)
    if value is None:
        return None
    return int(value[1]) - 1 if value[1] else assignments.count("?")


def changes_scope(sql: str, table: str) -> bool:
    """Return whether an UPDATE gives rows to another game, person or interaction."""
    column = KINDS[KIND_BY_TABLE[table]][table]
    assignments = sql.partition(" SET ")[2].partition(" WHERE ")[0]
    return sql.startswith("UPDATE") and re.search(rf"\b{column}\b\"? =", assignments) is not None


@lru_cache(maxsize=1024)
def find_id_index(sql: str) -> tuple[str, int] | None:
    """Return the table of a change that selects its row by id, and the index of that value; None for other changes."""
    change = parse_change(sql)
    if change is None or change.table not in NUMBERED_TABLES or changes_scope(sql, change.table):
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
